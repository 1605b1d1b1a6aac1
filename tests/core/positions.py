"""Hypothesis strategies: setups, and positions of random games."""

from functools import lru_cache
from random import Random
from typing import get_args

from hypothesis import assume
from hypothesis import strategies as st
from msgspec.structs import replace

from rokoko_core import Expansion, Seat, Setup, State, apply, legal_actions, new_state
from rokoko_core.setup import START_PRESTIGE
from rokoko_core.terms import Chance, ScoreVisibility

NAMES = st.text(min_size=1, max_size=12).filter(lambda name: name.strip() == name)
SEATS = st.builds(
    Seat,
    name=NAMES,
    kind=st.sampled_from(("human", "bot")),
    level=st.sampled_from((None, "random", "journeyman")),
)
EXPANSIONS = st.frozensets(st.sampled_from(tuple(Expansion)))
SEED = st.integers(0, 2**63 - 1)
SECRET_SEED = st.integers(0, 2**128 - 1)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Draw any valid setup, with any names."""
    count = draw(st.integers(1, 5))
    players = tuple(Seat(f"{draw(NAMES)}{n}") for n in range(count))
    first = draw(st.none() | st.integers(0, count - 1)) if count > 1 else None
    chance: Chance = draw(st.sampled_from(get_args(Chance)))
    seed = draw(SECRET_SEED if chance == "blake2b" else SEED)
    scores: ScoreVisibility = draw(st.sampled_from(get_args(ScoreVisibility)))
    fair = count > 1 and draw(st.sampled_from((False, *START_PRESTIGE)))
    return Setup(players, seed, draw(EXPANSIONS), first, scores, fair_start=fair, chance=chance)


@lru_cache(maxsize=8)
def random_game(players: int, seed: int, expansions: frozenset[Expansion]) -> tuple[State, ...]:
    """Return all positions of a random game, up to its end; every other seed is a secret one."""
    setup = Setup(tuple(Seat(f"Seat {n}") for n in range(players)), seed, expansions)
    if seed % 2 == 0:
        setup = replace(setup, seed=seed << 100, chance="blake2b")
    state, rng = new_state(setup), Random(seed)
    states = [state]
    while offers := legal_actions(state):
        state = apply(state, rng.choice(offers))
        states.append(state)
    return tuple(states)


@st.composite
def positions(draw: st.DrawFn, asked: type | None = None) -> State:
    """Draw a position of one of a few dozen random games; with ``asked``, one with this kind of decision."""
    expansions = draw(st.sampled_from((frozenset(), frozenset(Expansion), frozenset({Expansion.JEWELRY_BOX}))))
    players = draw(st.integers(1, 5))
    game = random_game(players, draw(st.integers(1, 3)), expansions)
    if asked is not None:
        game = tuple(s for s in game if s.pending and type(s.pending[-1]) is asked and s.pending[-1].seat < players)
    assume(game)
    return draw(st.sampled_from(game))
