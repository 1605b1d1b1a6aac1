"""Score ranges of actions, compared with all continuations."""

from collections.abc import Iterator
from random import Random

import pytest

from rokoko_core import Game
from rokoko_core.actions import Action, MakeDress, Place, Sell
from rokoko_core.engine import apply, legal_actions
from rokoko_core.pending import BonusOf, MainAction, TurnEnd
from rokoko_core.score_range import compute_score_range
from rokoko_core.scoring import projected_scores
from rokoko_core.state import State
from tests.saves.sample_games import FOLDER

GAMES = ("base-3", "everything-4", "jewelry-box-2")


def played_out(state: State, seat: int) -> Iterator[State]:
    """Yield every state after the follow-up decisions, tiles and tasks included."""
    decision = state.pending[-1] if state.pending else None
    if decision is None or decision.seat != seat or isinstance(decision, MainAction | BonusOf | TurnEnd):
        yield state
        return
    for action in legal_actions(state):
        yield from played_out(apply(state, action), seat)


def total(state: State, seat: int) -> int:
    return projected_scores(state)[seat].total


def dresses_to_make(name: str, most: int) -> list[tuple[State, Action]]:
    """Return positions of a game in which a dress can be made with few follow-up decisions."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    states = []
    for n in range(game.length):
        state = game.at(n)
        makes = [action for action in legal_actions(state) if isinstance(action, MakeDress)]
        if makes and len(legal_actions(apply(state, makes[0]))) < 9:
            states.append((state, makes[0]))
    return Random(name).sample(states, min(most, len(states)))


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", GAMES)
def test_the_range_of_a_dress_is_that_of_all_continuations(name: str) -> None:
    for state, action in dresses_to_make(name, 2):
        seat = state.pending[-1].seat
        ends = {total(after, seat) - total(state, seat) for after in played_out(apply(state, action), seat)}
        result = compute_score_range(state, action)
        assert (result.worst, result.best) == (min(ends), max(ends))


@pytest.mark.parametrize("name", GAMES)
def test_the_way_leads_to_the_best_score(name: str) -> None:
    for state, action in dresses_to_make(name, 6):
        seat, result = state.pending[-1].seat, compute_score_range(state, action)
        after = apply(state, action)
        for step in result.way:
            after = apply(after, step)
        assert total(after, seat) - total(state, seat) == result.best
        assert any(isinstance(step, Place | Sell) for step in result.way), "a dress is rented out or sold (DRESS-4)"


def test_an_action_without_follow_up_has_a_single_score() -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    state = next(game.at(n) for n in range(game.length) if isinstance(game.at(n).pending[-1], TurnEnd))
    result = compute_score_range(state, legal_actions(state)[0])
    assert (result.worst, result.best, result.way) == (0, 0, ())
