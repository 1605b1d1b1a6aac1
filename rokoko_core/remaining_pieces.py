"""The pieces that can still appear, as far as a viewer can tell (HIDDEN-1)."""

from collections import Counter

import msgspec

from rokoko_core.box import box_of
from rokoko_core.observe import Observation, bagged_dresses, bagged_jewels, seen_cards, stack_sizes, unseen_tiles
from rokoko_core.terms import FACE_DOWN, Rank


class Level(msgspec.Struct, frozen=True):
    """The remaining cards of one level of the employees for hire."""

    level: int
    left: int
    """Number of its cards in the stack."""
    cards: tuple[str, ...]
    """Its possible cards: more than ``left`` if the Jewelry Box swapped some."""


class RemainingPieces(msgspec.Struct, frozen=True):
    """The pieces that can still appear. All of it follows from an observation."""

    dresses: tuple[str, ...]
    """In the bag."""
    waiting: tuple[str, ...]
    """Dresses that join the bag later (FEST-1)."""
    tiles: dict[str, int]
    """Unseen tiles by kind: in the stack, or face down with other players."""
    stack: int
    """Number of unseen tiles in the stack."""
    cleared: int
    """Number of discarded tiles, shuffled into a new stack when it is empty."""
    levels: tuple[Level, ...]
    """The stack of employees from the top; without empty levels."""
    jewels: dict[str, int]
    """In the bag, by colour."""


def remaining_pieces(view: Observation) -> RemainingPieces:
    """Return the pieces that can still appear for the viewer of ``view``."""
    state = view.table
    box = box_of(state)
    return RemainingPieces(
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
    levels = []
    for level in sorted(sizes):
        rank = {2: Rank.JOURNEYMAN, 5: Rank.MASTER}.get(level) if box.exam_pools else None
        pool = (*box.stack_levels[level], *(box.exam_pools[rank] if rank is not None else ()))
        unseen = Counter(card for card in pool if not seen[card] and card != FACE_DOWN)
        if sizes[level]:
            levels.append(Level(level, sizes[level], tuple(sorted(unseen))))
    return tuple(levels)
