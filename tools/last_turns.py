"""Last turns of games for two between bots, for puzzles and for the exact measure of the levels."""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from rokoko_core.bots import plan
from rokoko_core.bots.exact_turn import is_last_turn
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion

PLAYERS = ("apprentice", "journeyman", "journeyman")
"""Levels that play the games: one of them at each decision."""
SETS = (frozenset[Expansion](), frozenset({Expansion.JEWELRY_BOX}), frozenset(Expansion))
"""Expansions of the games, in turn; the base game every second time."""


def make_setup(seed: int, components: str) -> Setup:
    """Return the setup of the game with ``seed`` and a component set."""
    expansions = SETS[(seed // 2) % len(SETS)] if seed % 2 else SETS[0]
    return Setup((Seat("A"), Seat("B")), seed, expansions, components=components)


class Position(NamedTuple):
    """A position of a game with the actions before it, each by its index among the legal actions."""

    state: State
    numbers: tuple[int, ...]


def play_until(start: Position, rng: Random, stop: Callable[[State], bool]) -> Position | None:
    """Let bots play on to the first position that ``stop`` accepts; None if there is none."""
    state, numbers = start.state, list(start.numbers)
    while to_move(state) is not None:
        for action in plan(state, rng.choice(PLAYERS), rng):
            if stop(state):
                return Position(state, tuple(numbers))
            legal = legal_actions(state)
            if action not in legal:
                break
            numbers.append(legal.index(action))
            state = apply_unchecked(state, action)
    return None


def play_to_last_turn(setup: Setup) -> Position | None:
    """Play a game up to its last turn; None if there is none."""
    return play_until(Position(new_state(setup), ()), Random(setup.seed), is_last_turn)
