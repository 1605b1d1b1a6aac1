"""Leaf counts: how many sequences of a given number of actions begin at a position, stored as data.

Each JSON file names a setup, an opening (actions by their place among the legal ones) and the number of sequences of
1, 2, 3 ... actions from there. ``python -m tests.core.leaf_counts`` counts them anew and writes the files; a difference
means that the rules have changed.
"""

from pathlib import Path
from random import Random
from typing import Any

import msgspec

from rokoko_core.engine import apply, apply_unchecked, legal_actions, new_state
from rokoko_core.state import Seat, Setup, State, decode_state, encode_state
from rokoko_core.terms import Expansion

FOLDER = Path(__file__).parent
LEAVES = 4000
"""Depths are counted until a count passes this."""


class Case(msgspec.Struct, frozen=True):
    """One file."""

    setup: Setup
    opening: tuple[int, ...]
    counts: tuple[int, ...]


def start(case: Case) -> State:
    """The position the counts begin at."""
    state = new_state(case.setup)
    for place in case.opening:
        state = apply(state, legal_actions(state)[place])
    return state


def leaves(state: State, depth: int) -> int:
    """Sequences of ``depth`` actions, shorter ones that end the game included."""
    if depth == 0 or not state.pending:
        return 1
    return sum(leaves(apply(state, action), depth - 1) for action in legal_actions(state))


def leaves_from_bytes(data: bytes, depth: int) -> int:
    """The same, with every position written and read again and no action checked."""
    if depth == 0:
        return 1
    state = decode_state(data)
    actions = legal_actions(state)
    if not actions:
        return 1
    return sum(leaves_from_bytes(encode_state(apply_unchecked(state, action)), depth - 1) for action in actions)


def read(path: Path) -> Case:
    """The case in ``path``."""
    return msgspec.json.decode(path.read_bytes(), type=Case)


def paths() -> list[Path]:
    """All files, by name."""
    return sorted(FOLDER.glob("*.json"))


def write(name: str, setup: Setup, opening: tuple[int, ...]) -> None:
    """Count and write one file."""
    state = start(Case(setup, opening, ()))
    counts: list[int] = []
    while len(counts) < 6 and (not counts or counts[-1] < LEAVES):
        counts.append(leaves(state, len(counts) + 1))
    content: Any = msgspec.to_builtins(Case(setup, opening, tuple(counts)), order="deterministic")
    (FOLDER / f"{name}.json").write_bytes(msgspec.json.encode(content) + b"\n")


def walk(setup: Setup, actions: int) -> tuple[int, ...]:
    """An opening of ``actions`` random actions."""
    chance, state, places = Random(setup.seed), new_state(setup), []
    for _ in range(actions):
        offered = legal_actions(state)
        places.append(chance.randrange(len(offered)))
        state = apply(state, offered[places[-1]])
    return tuple(places)


def regenerate() -> None:
    """Rewrite every file."""
    everything = frozenset(Expansion)
    for players in range(1, 6):
        for name, expansions in (("base", frozenset[Expansion]()), ("everything", everything)):
            setup = Setup(tuple(Seat(n) for n in ("Ada", "Bo", "Cy", "Di", "Eve")[:players]), 11 * players, expansions)
            write(f"{name}-{players}-start", setup, ())
            for actions in (90, 200):
                write(f"{name}-{players}-after-{actions}", setup, walk(setup, actions - 60 * (players < 3)))
