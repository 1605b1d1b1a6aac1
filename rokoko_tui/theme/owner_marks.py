"""Owner marks: one shape per seat, so that owners are distinguishable without colour."""

from functools import lru_cache

from rokoko_core.state import Setup

MARKS: dict[str, str] = {"disc": "●", "square": "■", "triangle": "▲", "diamond": "◆", "star": "✦"}
"""Selectable shapes by the name saved in ``Seat.mark``. None of them is ★, the glyph of prestige."""

CROWN = "♛"
"""The mark of Madame du Barry."""


@lru_cache
def marks_of(setup: Setup) -> tuple[str, ...]:
    """Return the mark of every player: the selected shape, or the first free one. No two are the same."""
    selected: dict[int, str] = {}
    for seat, player in enumerate(setup.players):
        if player.mark in MARKS and player.mark not in selected.values():
            selected[seat] = player.mark
    free = [name for name in MARKS if name not in selected.values()]
    return tuple(MARKS[selected[seat] if seat in selected else free.pop(0)] for seat in range(len(setup.players)))


def mark_of(setup: Setup, seat: int) -> str:
    """Return the mark of ``seat``; the crown for Madame du Barry."""
    marks = marks_of(setup)
    return marks[seat] if seat < len(marks) else CROWN


def owner_role(setup: Setup, seat: int) -> str:
    """Return the style role of ``seat``, which is also the name of its paint."""
    return f"owner.{seat}" if seat < len(setup.players) else "owner.barry"
