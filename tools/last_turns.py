"""Last turns of games for two between bots, for puzzles and for the exact measure of the levels."""

from random import Random

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


def play_to_last_turn(setup: Setup) -> tuple[State, list[int]] | None:
    """Play a game up to its last turn; return the position and the numbers of all actions among the legal ones."""
    state, rng, numbers = new_state(setup), Random(setup.seed), list[int]()
    while to_move(state) is not None:
        for action in plan(state, rng.choice(PLAYERS), rng):
            if is_last_turn(state):
                return state, numbers
            legal = legal_actions(state)
            if action not in legal:
                break
            numbers.append(legal.index(action))
            state = apply_unchecked(state, action)
    return None
