"""Purses now and after an action: predictions agree with the result, without chance."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.actions import MakeDress, RevealBarry
from rokoko_core.engine import apply, events, legal_actions
from rokoko_core.events.acts import TileDrawn
from rokoko_core.goods import PlayerGoods, goods_after, goods_of
from rokoko_core.observe import observe
from rokoko_core.preview import preview
from rokoko_core.scoring import lasting_score
from rokoko_core.terms import FACE_DOWN
from tests.saves.sample_games import FOLDER
from tests.tabletop import deck, new


@dataclass
class Prediction:
    """The predicted purse of an action, and the actual one."""

    predicted: PlayerGoods
    actual: PlayerGoods
    by_chance: bool
    """Whether a tile was drawn face down."""


def predictions_of(name: str, step: int) -> list[Prediction]:
    """Every ``step``-th position of a game, all of its actions but those that leave the paying open."""
    game, predictions = Game.load(FOLDER / f"{name}.rokoko"), list[Prediction]()
    for n in range(0, game.length, step):
        state = game.at(n)
        seat = state.pending[-1].seat
        if seat >= len(game.setup.players):
            continue
        now = goods_of(observe(state, seat), seat)
        for action in legal_actions(state):
            if not isinstance(action, RevealBarry | MakeDress):
                then = goods_of(observe(apply(state, action), seat), seat)
                happened = events(state, action)
                drawn = any(isinstance(event, TileDrawn) for event in happened)
                predictions.append(Prediction(goods_after(state, happened, preview(state, action), now), then, drawn))
    return predictions


@pytest.mark.parametrize("name", ["base-2", "everything-3", "solo-everything"])
def test_the_predicted_purse_is_right(name: str) -> None:
    predictions = predictions_of(name, 5)
    assert len(predictions) >= 100
    for prediction in predictions:
        assert prediction.predicted[:3] == prediction.actual[:3]
        assert prediction.predicted.score == prediction.actual.score
        assert prediction.predicted.silk == prediction.actual.silk or prediction.by_chance


def test_a_face_down_tile_is_not_predicted() -> None:
    predictions = [prediction for prediction in predictions_of("jewelry-box-3", 2) if prediction.by_chance]
    assert predictions
    assert all(
        sum(prediction.predicted.silk) <= sum(prediction.actual.silk)
        and prediction.predicted[:3] == prediction.actual[:3]
        for prediction in predictions
    )


def test_tiles_face_down_for_the_viewer_are_not_counted() -> None:
    game = Game.load(FOLDER / "base-4.rokoko")
    views = (observe(game.at(n), None) for n in range(game.length))
    view = next(view for view in views if FACE_DOWN in view.table.players[0].silk)
    known = [tile for tile in view.table.players[0].silk if tile != FACE_DOWN]
    assert sum(goods_of(view, 0).silk) <= 3 * len(known)


@pytest.mark.rule("HIDDEN-2")
def test_a_secret_score_is_none() -> None:
    state = Game.load(FOLDER / "base-3.rokoko").at(60)
    state = replace(state, setup=replace(state.setup, open_scores="owner"))
    assert goods_of(observe(state, 0), 0).score is not None
    assert goods_of(observe(state, 0), 1).score is None
    state = replace(state, setup=replace(state.setup, open_scores="nobody"))
    action, now = legal_actions(state)[0], goods_of(observe(state, 0), state.pending[-1].seat)
    after = goods_after(state, events(state, action), preview(state, action), now)
    assert (now.score, after.score) == (None, None)


@pytest.mark.rule("HIDDEN-1")
def test_a_crown_in_the_hand_counts_for_everybody() -> None:
    """Which cards are unplayed is public: between two people the figures are those of the turn."""
    state = new()
    own = (*state.players[0].supply, "6-crown-notions")
    state = deck(state, 0, supply=own[:3], hand=own[3:])
    scores = {goods_of(observe(state, viewer), 0).score for viewer in (0, 1, None)}
    assert scores == {lasting_score(state, 0)} and lasting_score(state, 0) > lasting_score(new(), 0)
