"""The review: the cost of a turn depends only on what its player could know."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.actions import ChooseHand, Decline, DrawTile, EndTurn, PlayCard
from rokoko_core.bots import plan, rollout
from rokoko_core.bots import review as review_module
from rokoko_core.bots.review import SLIGHT, Effort, PlayedTurn, TurnReview, played_turns
from rokoko_core.bots.rollout import AS_JOURNEYMAN, Deal
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.engine import legal_actions
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.pending import CardChoice, TurnEnd
from rokoko_core.state import Seat, Setup, State
from tests import tabletop as table
from tests.saves.sample_games import FOLDER

QUICK = Effort(looks=60, deals=4)
TWO = Setup((Seat("Ada"), Seat("Bo")), 11, first_player=0)


def review(game: Game) -> Iterator[TurnReview]:
    """Review every turn with little effort."""
    return review_module.review(game, QUICK)


def reviewed(turn: PlayedTurn) -> TurnReview:
    return review_module.review_turn(turn, QUICK)


def sample(name: str, actions: int) -> Game:
    """Return the start of a sample game."""
    return Game.load(FOLDER / f"{name}.rokoko").fork(actions)


def take_turns(game: Game, turns: int) -> None:
    """Let journeymen play ``turns`` turns and the hand choices between them."""
    while turns:
        for action in plan(game.state, "journeyman", Random(game.cursor)):
            game.play(action)
            turns -= isinstance(action, EndTurn)


def waste_turn(game: Game, card: str) -> None:
    """Play ``card`` and decline everything."""
    game.play(PlayCard(card))
    while not isinstance(game.state.pending[-1], TurnEnd):
        game.play(Decline())
    game.play(EndTurn())


def with_better(game: Game, found: TurnReview) -> Game:
    """Return ``game`` up to the reviewed turn, with the better plan played and the turn ended."""
    other = game.fork(found.position)
    for action in found.better:
        other.play(action)
    while other.turn_start(other.cursor) == found.position:
        other.play(legal_actions(other.state)[-1])
    return other


@pytest.mark.slow
@pytest.mark.parametrize("name", ["base-2", "everything-3", "solo-jewelry-box"])
def test_the_better_plan_costs_nothing(name: str) -> None:
    game = sample(name, 70)
    costly = sorted((r for r in review(game) if r.cost > 0), key=lambda r: -r.cost)[:8]
    assert costly
    for found in costly:
        other = with_better(game, found)
        again = next(reviewed(turn) for turn in played_turns(other) if turn.position == found.position)
        assert again.cost == 0
        assert again.better == again.played
        assert again.rows == again.parts == ()


@pytest.mark.parametrize(("number", "rounds"), [(5, 0), (6, 1), (7, 0)])
def test_a_late_turn_is_judged_by_the_end_of_the_game(
    number: int, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = []

    def end_states(view: Observation, plans: Sequence[Plan], deal: Deal, clock: Clock) -> Iterator[State | None]:
        deals.append(deal)
        return rollout.end_states(view, plans, deal, clock)

    monkeypatch.setattr(review_module, "end_states", end_states)
    state = replace(table.turn(table.new(), 0, "base-master"), round=number)
    wasted = PlayedTurn(0, 2, observe(state, 0), (Decline(),))
    reviewed(wasted)
    assert {deal.rounds for deal in deals} == {rounds}
    assert {deal.late for deal in deals} == {AS_JOURNEYMAN}


@pytest.mark.parametrize(
    ("number", "costs", "deals"),
    [(7, (1.0,), 8), (7, (9.0, 1.0), 12), (7, (-9.0, -1.0), 8), (5, (1.0,), 6), (5, (9.0, 1.0), 6)],
)
def test_a_late_turn_has_more_deals_until_its_cost_is_certain(
    number: int, costs: tuple[float, ...], deals: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = replace(table.turn(table.new(), 0, "base-master"), round=number)
    numbers: list[int] = []

    def end_states(view: Observation, plans: Sequence[Plan], deal: Deal, clock: Clock) -> Iterator[State | None]:
        ends = (100 + round(10 * costs[len(numbers) % len(costs)]), 100)
        numbers.append(len(numbers))
        return (replace(table.give(state, 0, livre=livre), pending=()) for livre in ends)

    monkeypatch.setattr(review_module, "end_states", end_states)
    review_module.review_turn(PlayedTurn(0, 2, observe(state, 0), (Decline(),)), Effort(looks=60, deals=6))
    assert len(numbers) == deals


def test_a_wasted_turn_costs_most() -> None:
    game = Game.new(TWO)
    take_turns(game, 6)
    while not isinstance(game.state.pending[-1], CardChoice):
        take_turns(game, 1)
    wasted, seat = game.cursor, game.state.pending[-1].seat
    waste_turn(game, max(game.state.players[seat].hand, key=lambda card: "master" in card))
    take_turns(game, 3)
    worst = max(review(game), key=lambda found: found.cost)
    assert (worst.position, worst.seat) == (wasted, seat)
    assert worst.cost > 2
    assert Decline() in worst.played
    assert worst.better != worst.played


@pytest.mark.slow
def test_the_parts_add_up_to_the_cost() -> None:
    for found in review(sample("jewelry-box-3", 60)):
        assert found.cost >= 0
        assert sum(gain for _, gain in found.parts) == pytest.approx(found.cost, abs=SLIGHT * 30)
        assert [gain for _, gain in found.parts] == sorted((gain for _, gain in found.parts), reverse=True)


@pytest.mark.slow
@pytest.mark.rule("HIDDEN-1")
def test_a_review_does_not_depend_on_hidden_pieces() -> None:
    game = sample("everything-4", 90)
    for turn in list(played_turns(game))[::3]:
        dealt = determinize(turn.view, Random(99))
        assert dealt != game.at(turn.position)
        other = PlayedTurn(turn.position, turn.end, observe(dealt, turn.seat), turn.played)
        assert reviewed(other) == reviewed(turn)


@pytest.mark.slow
@pytest.mark.rule("HIDDEN-1")
def test_actions_after_a_reveal_do_not_count() -> None:
    game = Game.load(FOLDER / "base-5.rokoko")
    drawn = [turn for turn in played_turns(game) if any(isinstance(action, DrawTile) for action in turn.played)][:6]
    assert drawn
    for turn in drawn:
        shown = next(n for n, action in enumerate(turn.played, start=1) if isinstance(action, DrawTile))
        assert reviewed(turn).cost == reviewed(replace(turn, played=turn.played[:shown])).cost


@pytest.mark.slow
def test_a_review_is_repeatable() -> None:
    game = sample("everything-2", 40)
    assert list(review(game)) == list(review(game.fork(40)))


def test_undone_actions_are_not_reviewed() -> None:
    game = sample("base-2", 3)
    first, other = legal_actions(game.state)[:2]
    game.play(first)
    game.undo(cross=True)
    game.play(other)
    *_, last = played_turns(game)
    assert last.played[-1] == other
    assert first not in last.played


def test_actions_that_can_be_redone_are_not_reviewed() -> None:
    game = sample("base-2", 40)
    start = game.turn_start(39)
    game.undo_to(start, cross=True)
    turns = list(played_turns(game))
    assert [turn.end for turn in turns][-1] == start
    assert turns == list(played_turns(game.fork(start)))


def test_hand_choices_are_reviewed_and_du_barry_is_not() -> None:
    game = sample("solo-base", 140)
    found = list(played_turns(game))
    assert {turn.seat for turn in found} == {0}
    assert len(game.setup.players) == 1
    hands = [turn for turn in found if isinstance(turn.played[0], ChooseHand)]
    assert len(hands) >= 2
    assert all(len(turn.played) == 1 for turn in hands)
    assert any(reviewed(turn).cost for turn in hands)


def test_an_incomplete_turn_costs_only_what_is_lost() -> None:
    game = sample("base-2", 60)
    whole = next(found for found in review(game) if found.cost > 1 and isinstance(found.played[0], PlayCard))
    begun = game.fork(whole.position)
    begun.play(whole.better[0])
    *_, half = review(begun)
    assert (half.position, half.end, half.played) == (whole.position, begun.length, whole.better[:1])
    assert half.cost == 0
