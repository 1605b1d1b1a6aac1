"""What an action would change, from one outcome: preview, goods, placements and score range; chance stays hidden."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given

from rokoko_core import Game, determinize, engine
from rokoko_core.actions import Action, ChooseHand, MakeDress, PlayCard, RevealBarry
from rokoko_core.box import box_of
from rokoko_core.engine import apply, events, legal_actions
from rokoko_core.events import Event, record_events
from rokoko_core.events.places import Piece, Where
from rokoko_core.goods import PlayerGoods, goods_after, goods_of
from rokoko_core.observe import observe
from rokoko_core.pending import Payment
from rokoko_core.play.forecast import Forecast, Placement, forecast_of
from rokoko_core.play.menu import menu_of
from rokoko_core.preview import Preview, preview
from rokoko_core.score_range import compute_score_range
from rokoko_core.state import Seat, Setup, State
from tests.core.play.in_memory import local_game
from tests.core.positions import positions
from tests.saves.sample_games import FOLDER

SAVES = sorted(path.stem for path in FOLDER.glob("*.rokoko"))


def goods_now(state: State) -> PlayerGoods:
    """The goods of the seat to move, as that seat knows them."""
    seat = state.pending[-1].seat
    return goods_of(observe(state, seat), seat)


def some_actions(state: State, most: int = 12) -> tuple[Action, ...]:
    """Up to ``most`` legal actions, evenly spaced."""
    actions = legal_actions(state)
    return actions[:: max(1, len(actions) // most)]


def forecast_in(state: State, action: Action) -> Forecast:
    """Return the forecast of ``action`` with the range of the menu."""
    item = menu_of(state).item(action)
    assert item is not None
    return forecast_of(state, item, goods_now(state))


def check(state: State, action: Action) -> Forecast:
    """Check the whole forecast of ``action``, and return it."""
    goods = goods_now(state)
    forecast = forecast_in(state, action)
    if isinstance(action, RevealBarry):
        assert forecast == Forecast(Preview(unknown=True))
        return forecast
    shown = preview(state, action)
    assert forecast.preview == shown
    assert forecast.goods == goods_after(state, events(state, action), shown, goods)
    before_turn = isinstance(action, ChooseHand | PlayCard)
    assert forecast.score_range == (None if before_turn else compute_score_range(state, action))
    assert sorted(map(_space, forecast.placements)) == sorted(changed_spaces(state, apply(state, action)))
    return forecast


def _space(placed: Placement) -> tuple[str, int, str, int]:
    """(where, index, dress, seat whose marker it is) of a placement."""
    move = placed.move
    end = move.end.where
    dress = move.piece if move.kind is Piece.DRESS else ""
    number = -1 if end is Where.GUEST or end is Where.DECORATION else move.end.index
    assert number is not None
    return f"{end}:{move.end.space}", number, dress, -1 if dress else placed.seat


def changed_spaces(state: State, after: State) -> Iterator[tuple[str, int, str, int]]:
    """The same of all spaces for dresses and markers on which ``after`` differs from ``state``."""
    box = box_of(state)
    for space in box.guest.values():
        if state.guests[space.index] != after.guests[space.index]:
            yield f"{Where.GUEST}:{space.id}", -1, after.guests[space.index], -1
    for place in box.decoration.values():
        if state.decorations[place.index] != after.decorations[place.index]:
            yield f"{Where.DECORATION}:{place.id}", -1, "", after.decorations[place.index]
    for number, seat in enumerate(after.all_halls):
        if number >= len(state.all_halls) or state.all_halls[number] != seat:
            yield f"{Where.ALL_HALLS}:", number, "", seat


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", SAVES)
def test_a_forecast_agrees_with_preview_goods_and_reach_in_recorded_games(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    for position in range(SAVES.index(name) % 9, game.length, 9):
        for action in some_actions(game.at(position)):
            check(game.at(position), action)
    for position in range(0, game.length, 4):
        check(game.at(position), game.line[position])


@given(positions())
@pytest.mark.slow
def test_a_forecast_agrees_with_preview_goods_and_reach_in_random_games(state: State) -> None:
    for action in some_actions(state):
        check(state, action)


@pytest.mark.slow
def test_dresses_and_markers_of_every_kind_are_placed() -> None:
    game = Game.load(FOLDER / "everything-5.rokoko")
    kinds = {
        placed.move.end.where
        for position in range(game.length)
        for placed in forecast_in(game.at(position), game.line[position]).placements
    }
    assert kinds == {Where.GUEST, Where.DECORATION, Where.ALL_HALLS}


# ---- chance


@pytest.mark.rule("HIDDEN-1")
@given(positions())
def test_a_forecast_knows_no_more_than_the_seat_to_move(state: State) -> None:
    """It is the same in every position that fits what the seat sees."""
    if not state.pending or state.pending[-1].seat >= len(state.setup.players):
        return
    other = determinize(observe(state, state.pending[-1].seat), Random(1))
    for action in some_actions(state):
        here, there = (forecast_in(each, action) for each in (state, other))
        assert here == there, action


# ---- one outcome


@pytest.fixture
def outcomes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every recording of events by the engine from now on: ``outcome`` and ``events`` both need one."""
    counted: list[str] = []

    def counting(step: Callable[[], State]) -> tuple[State, tuple[Event, ...]]:
        counted.append("outcome")
        return record_events(step)

    monkeypatch.setattr(engine, "record_events", counting)
    return counted


def leaves_payment(state: State, action: Action) -> bool:
    """Whether the seat has to choose how to pay after ``action``, which the preview settles with one more outcome."""
    after = apply(state, action)
    return isinstance(action, MakeDress) and bool(after.pending) and isinstance(after.pending[-1], Payment)


def test_a_forecast_needs_one_outcome_and_one_more_for_a_payment(outcomes: list[str]) -> None:
    seen = set()
    for name in ("base-2", "everything-3", "solo-everything"):
        game = Game.load(FOLDER / f"{name}.rokoko")
        for position in range(0, game.length, 5):
            state = game.at(position)
            goods, menu = goods_now(state), menu_of(state)
            for item in menu.items[:: max(1, len(menu.items) // 6)]:
                outcomes.clear()
                forecast_of(state, item, goods)
                action = item.action
                seen.add(len(outcomes))
                expected = 0 if isinstance(action, RevealBarry) else 1 + leaves_payment(state, action)
                assert len(outcomes) == expected, action
    assert seen == {0, 1, 2}


async def test_a_local_game_computes_each_forecast_once_per_position(outcomes: list[str]) -> None:
    game = local_game(Setup((Seat("Ada"), Seat("Bo", "bot", "random")), 7, first_player=0))
    first, second = game.menu.actions[:2]
    outcomes.clear()
    known = game.known_forecast(first)
    assert await game.forecast(first) is known
    assert known == forecast_of(game.recording.state, game.menu.items[0], goods_now(game.recording.state))
    assert len(outcomes) == 2, "one here, one for the comparison"
    await game.forecast(second)
    await game.forecast(first)
    assert len(outcomes) == 3


async def test_only_the_seat_to_move_has_forecasts() -> None:
    game = local_game(Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0))
    action = legal_actions(game.recording.state)[0]
    assert (game.viewer, game.known_forecast(action)) == (None, None)
    with pytest.raises(ValueError, match="seat to move"):
        await game.forecast(action)
    game.sit_down()
    assert (await game.forecast(action)).goods is not None


@pytest.mark.rule("SOLO-1")
async def test_the_cards_of_madame_du_barry_are_not_foretold() -> None:
    game = local_game(Setup((Seat("Ada"),), 7))
    while not game.du_barry_to_move:
        await game.play(legal_actions(game.recording.state)[0])
    [reveal] = game.menu.actions
    assert await game.forecast(reveal) == Forecast(Preview(unknown=True))
