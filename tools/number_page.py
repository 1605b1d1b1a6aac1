"""Writes docs/numbers.md from the tables of numbers: ``python -m tools.number_page``."""

import inspect
from collections.abc import Iterable
from typing import get_args

from rokoko_core.actions import Action
from rokoko_core.adapters.action_numbers import COUNT, ENOUGH, NAMES, ONE_MORE, kinds
from rokoko_core.adapters.observation_vector import FIELDS, LENGTH, STARTS
from rokoko_core.adapters.player_fields import PLAYER_SIZE
from rokoko_core.adapters.vector_source import BARRY_CARDS, CARDS, COLOUR, DECORATIONS, DRESSES, GUESTS, TILES
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.terms import Zone
from tools import ROOT

PAGE = ROOT / "docs" / "numbers.md"

LISTS = {
    "card": CARDS,
    "kind of tile": TILES,
    "dress": DRESSES,
    "guest space": GUESTS,
    "decoration space": DECORATIONS,
}
MORE = {"choose-hand": "card by card", "pay-tiles": "tile by tile", "copy-bonus": "counted from the own seat on"}

INTRODUCTION = f"""\
# Numbers

What the numbers of the adapters mean ([how to use them](adapters.md)). This page is made from the tables in
`rokoko_core/adapters` by `python -m tools.number_page`; a test holds it to them.

One table of each kind serves 1 to 5 players, every expansion and both sides of the board: {COUNT} numbers of
decisions and {LENGTH} numbers of what a seat sees. A number given to a decision stays with it in all versions; new
pieces get numbers behind the last. The row of what a seat sees may grow with new pieces; the list of changes says so.

## Decisions

An action is one number, but for three kinds that are told in several, one after the other: a hand card by card and a
payment tile by tile, each in the order of the ids, and prestige bought for Livre one by one until it is enough. Nothing
happens in the game before the last of them. The mask says which numbers may come next.
"""

SEEN = f"""\
## What a seat sees

{LENGTH} numbers, whole and never negative, in the units of the game: Livre, bales, pieces, prestige. What is not in
play is 0. They are made from the observation alone that `rokoko_core.observe` gives the seat: nothing hidden is in
them, and nothing that was seen earlier and lies face down again. Players are counted from the onlooker on in the order
of turns: the onlooker is player 0; who plays alone has Madame du Barry as player 1. "For each player" is {MOST_PLAYERS}
numbers. Cards, tiles, dresses and spaces come in the order of the lists below, colours as {", ".join(COLOUR)}.
"""


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION, "| numbers | step | for | what the action is |", "|---|---|---|---|"]
    parts += [_step(kind, numbers) for kind, numbers in kinds()]
    parts += ["", SEEN, "| places | field | what |", "|---|---|---|"]
    parts += [
        f"| {_run(start, each.size)} | `{each.name}` | {each.what} |"
        for start, each in zip(STARTS, FIELDS, strict=True)
        if not each.name.startswith(tuple(f"player-{number}-" for number in range(1, MOST_PLAYERS)))
    ]
    parts += [
        "",
        f"Of player 1, 2, 3 and 4 there are the same fields, each {PLAYER_SIZE} places behind the one before.",
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
    action = next(each for each in get_args(Action) if each.__struct_config__.tag == kind)
    what = " ".join((inspect.getdoc(action) or "").split()).replace("``", "`").replace("|", "\\|")
    return f"| {_run(numbers.start, len(numbers))} | `{kind}` | {_about(kind, numbers)} | {what} |"


def _about(kind: str, numbers: range) -> str:
    """What each number of a run is for."""
    whats = [NAMES[number].partition(" ")[2] for number in numbers]
    if whats == [ONE_MORE.partition(" ")[2], ENOUGH.partition(" ")[2]]:
        return "`one-more`, then `enough`"
    if whats == [f"{card} {zone}" for card in CARDS for zone in Zone]:
        return f"each card, of each: {_listed(Zone)}"
    name = next((name for name, pieces in LISTS.items() if whats == list(pieces)), None)
    told = f"each {name}" if name else _listed(filter(None, whats))
    return f"{told}; {MORE[kind]}" if kind in MORE else told


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
