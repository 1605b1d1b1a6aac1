"""One's purse now and after an action: what is told beforehand is what comes of it, and chance is left out."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.actions import MakeDress, RevealBarry
from rokoko_core.engine import apply, events, legal_actions
from rokoko_core.events.acts import TileDrawn
from rokoko_core.goods import Purse, goods_after, purse_of
from rokoko_core.observe import observe
from rokoko_core.preview import preview
from rokoko_core.terms import FACE_DOWN
from tests.saves.sample_games import FOLDER


@dataclass
class Told:
    """What was told of an action beforehand, and what came of it."""

    beforehand: Purse
    afterwards: Purse
    by_chance: bool
    """Whether a tile was drawn face down."""


def told_of(name: str, step: int) -> list[Told]:
    """Every ``step``-th position of a game, all of its actions but those that leave the paying open."""
    game, found = Game.load(FOLDER / f"{name}.rokoko"), []
    for n in range(0, game.length, step):
        state = game.at(n)
        seat = state.pending[-1].seat
        if seat >= len(game.setup.players):
            continue
        now = purse_of(observe(state, seat), seat)
        for action in legal_actions(state):
            if not isinstance(action, RevealBarry | MakeDress):
                then = purse_of(observe(apply(state, action), seat), seat)
                happened = events(state, action)
                drawn = any(isinstance(event, TileDrawn) for event in happened)
                found.append(Told(goods_after(state, happened, preview(state, action), now), then, drawn))
    return found


@pytest.mark.parametrize("name", ["base-2", "everything-3", "solo-everything"])
def test_the_purse_told_beforehand_is_the_purse_afterwards(name: str) -> None:
    found = told_of(name, 5)
    assert len(found) >= 100
    for told in found:
        assert told.beforehand[:3] == told.afterwards[:3]
        assert told.beforehand.score == told.afterwards.score
        assert told.beforehand.silk == told.afterwards.silk or told.by_chance


def test_a_tile_drawn_face_down_is_not_told_beforehand() -> None:
    drawn = [told for told in told_of("jewelry-box-3", 2) if told.by_chance]
    assert drawn
    assert all(
        sum(told.beforehand.silk) <= sum(told.afterwards.silk) and told.beforehand[:3] == told.afterwards[:3]
        for told in drawn
    )


def test_tiles_that_are_face_down_for_the_onlooker_are_not_counted() -> None:
    game = Game.load(FOLDER / "base-4.rokoko")
    views = (observe(game.at(n), None) for n in range(game.length))
    view = next(view for view in views if FACE_DOWN in view.table.players[0].silk)
    known = [tile for tile in view.table.players[0].silk if tile != FACE_DOWN]
    assert sum(purse_of(view, 0).silk) <= 3 * len(known)


def test_a_score_that_is_secret_is_not_told() -> None:
    state = Game.load(FOLDER / "base-3.rokoko").at(60)
    state = replace(state, setup=replace(state.setup, open_scores="owner"))
    assert purse_of(observe(state, 0), 0).score is not None
    assert purse_of(observe(state, 0), 1).score is None
