"""What can still come, as far as one who looks at the table can tell by what lies open (HIDDEN-1)."""

from collections import Counter

import msgspec

from rokoko_core.box import box_of
from rokoko_core.observe import (
    Observation,
    bagged_dresses,
    bagged_jewels,
    seen_cards,
    stack_sizes,
    unseen_tiles,
)
from rokoko_core.terms import FACE_DOWN, Rank


class Level(msgspec.Struct, frozen=True):
    """What is left of one level of the employees for hire."""

    level: int
    left: int
    """Cards of it in the stack."""
    cards: tuple[str, ...]
    """Those it may be: more than ``left`` where the Jewelry Box swapped some, and just they otherwise."""


class Outlook(msgspec.Struct, frozen=True):
    """What can still come to the table. Nothing in it depends on more than an observation."""

    dresses: tuple[str, ...]
    """In the bag."""
    waiting: tuple[str, ...]
    """Dresses that join the bag later (FEST-1)."""
    tiles: dict[str, int]
    """Tiles nobody sees, by kind: in the stack, or face down before others."""
    stack: int
    """How many of them are in the stack."""
    cleared: int
    """Tiles that are shuffled in again when the stack is used up."""
    levels: tuple[Level, ...]
    """The stack of employees, what comes first at the front; empty levels are left out."""
    jewels: dict[str, int]
    """In the bag, by colour."""


def outlook(view: Observation) -> Outlook:
    """What can still come, to whoever sees ``view``."""
    state = view.table
    box = box_of(state)
    return Outlook(
        dresses=tuple(sorted(bagged_dresses(state, box))),
        waiting=tuple(sorted(state.dresses_waiting)),
        tiles=dict(sorted(unseen_tiles(state, box).items())),
        stack=len(state.tile_stack),
        cleared=len(state.tile_discard),
        levels=_levels(view),
        jewels=dict(sorted(bagged_jewels(state, box).items())),
    )


def _levels(view: Observation) -> tuple[Level, ...]:
    state, seen = view.table, seen_cards(view)
    box = box_of(state)
    sizes = stack_sizes(len(state.employee_stack), {level: len(cards) for level, cards in box.stack_levels.items()})
    found = []
    for level in sorted(sizes):
        rank = {2: Rank.JOURNEYMAN, 5: Rank.MASTER}.get(level) if box.exam_pools else None
        pool = (*box.stack_levels[level], *(box.exam_pools[rank] if rank is not None else ()))
        unseen = Counter(card for card in pool if not seen[card] and card != FACE_DOWN)
        if sizes[level]:
            found.append(Level(level, sizes[level], tuple(sorted(unseen))))
    return tuple(found)
