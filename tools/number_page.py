"""Generate docs/numbers.md from the tables of the adapters: ``python -m tools.number_page``."""

import inspect
from collections.abc import Iterable
from typing import get_args

from rokoko_core.actions import Action
from rokoko_core.adapters.action_numbers import COUNT, ENOUGH, NAMES, ONE_MORE, kinds
from rokoko_core.adapters.compact_observation import CONSTANT, VERSION, compact_indices
from rokoko_core.adapters.environment import new_setup
from rokoko_core.adapters.observation_vector import FIELDS, LENGTH, STARTS
from rokoko_core.adapters.player_fields import PLAYER_SIZE
from rokoko_core.adapters.vector_source import BARRY_CARDS, CARDS, COLOUR, DECORATIONS, DRESSES, GUESTS, TILES
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.terms import Expansion, Zone
from tools import ROOT

PAGE = ROOT / "docs" / "numbers.md"

LISTS = {"card": CARDS, "kind of tile": TILES, "dress": DRESSES, "guest space": GUESTS, "decoration space": DECORATIONS}
MORE = {"choose-hand": "card by card", "pay-tiles": "tile by tile", "copy-bonus": "counted from the own seat"}

INTRODUCTION = f"""\
# Numbers

The action numbers and observation vectors of the [adapters](adapters.md). This page is generated from
`rokoko_core/adapters` by `python -m tools.number_page`, and a test checks that it is up to date.

One layout covers 1 to 5 players, every expansion and both sides of the board: {COUNT} action numbers and {LENGTH}
numbers in an observation. Action numbers never change; new pieces get the next free numbers. The observation vector
may grow with new pieces, which the changelog then says.

## Actions

Most actions are one number. Three kinds are a sequence of numbers: a hand card by card and a payment tile by tile,
both in the order of the ids, and prestige for Livre point by point until `enough`. The game changes only after the
last number. The mask contains the legal next numbers.
"""

SEEN = f"""\
## Observations

{LENGTH} numbers, whole and never negative, in units of the game: Livre, bales, pieces, prestige. Pieces not in play
are 0. The vector is computed from `rokoko_core.observe` alone, so it contains nothing hidden, and nothing that was
visible earlier and is face down now. Players are in turn order from the observer, who is player 0; in a solo game
Madame du Barry is player 1. "For each player" means {MOST_PLAYERS} numbers. Cards, tiles, dresses and spaces are in
the order of the lists below, colors in the order {", ".join(COLOUR)}.
"""


COMPACT = f"""\
## Compact observations

In a game of two without expansions most of these numbers are always 0. With the option `compact`, the
[environments of Gymnasium](adapters.md#gymnasium) leave out the pieces, spaces and players that are not in play, and
the fields {" and ".join(f"`{name}`" for name in CONSTANT)}, which never change. The rest keeps its order.
`rokoko_core.adapters.compact_observation.compact_indices(setup)` returns the indices in the table above. This is
version {VERSION}; `compact_observation.VERSION` grows if they change for a kind of game.

| players | base game | all expansions |
|---|---|---|
"""
TABLES = (frozenset[Expansion](), frozenset(Expansion))


def page() -> str:
    """Return the text of the page."""
    parts = [INTRODUCTION, "| numbers | step | for | action |", "|---|---|---|---|"]
    parts += [_step(kind, numbers) for kind, numbers in kinds()]
    parts += ["", SEEN, "| indices | field | meaning |", "|---|---|---|"]
    parts += [
        f"| {_run(start, field.size)} | `{field.name}` | {field.what} |"
        for start, field in zip(STARTS, FIELDS, strict=True)
        if not field.name.startswith(tuple(f"player-{number}-" for number in range(1, MOST_PLAYERS)))
    ]
    parts += ["", f"Players 1 to 4 have the same fields, each {PLAYER_SIZE} indices after those of the player before."]
    parts += ["", COMPACT.rstrip()]
    parts += [
        f"| {players} | {' | '.join(str(len(compact_indices(new_setup(players, table)))) for table in TABLES)} |"
        for players in range(1, MOST_PLAYERS + 1)
    ]
    parts += ["", "## Lists", ""]
    parts += [f"- Each {name} ({len(pieces)}): {_listed(pieces)}." for name, pieces in LISTS.items()]
    parts += [f"- Each card of Madame du Barry ({len(BARRY_CARDS)}): {_listed(BARRY_CARDS)}.", ""]
    return "\n".join(parts)


def _run(start: int, size: int) -> str:
    return str(start) if size == 1 else f"{start}-{start + size - 1}"


def _listed(pieces: Iterable[str]) -> str:
    return ", ".join(f"`{piece}`" for piece in pieces)


def _step(kind: str, numbers: range) -> str:
    action = next(cls for cls in get_args(Action) if cls.__struct_config__.tag == kind)
    what = " ".join((inspect.getdoc(action) or "").split()).replace("``", "`").replace("|", "\\|")
    return f"| {_run(numbers.start, len(numbers))} | `{kind}` | {_about(kind, numbers)} | {what} |"


def _about(kind: str, numbers: range) -> str:
    """Describe the objects of a range of numbers."""
    objects = [NAMES[number].partition(" ")[2] for number in numbers]
    if objects == [ONE_MORE.partition(" ")[2], ENOUGH.partition(" ")[2]]:
        return "`one-more`, then `enough`"
    if objects == [f"{card} {zone}" for card in CARDS for zone in Zone]:
        return f"each card, with each of: {_listed(Zone)}"
    name = next((name for name, pieces in LISTS.items() if objects == list(pieces)), None)
    text = f"each {name}" if name else _listed(filter(None, objects))
    return f"{text}; {MORE[kind]}" if kind in MORE else text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
