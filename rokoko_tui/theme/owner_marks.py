"""Owner shapes: the sign of each seat's property markers, so that nobody needs colour to tell owners apart."""

from rokoko_core.state import Setup

MARKS: dict[str, str] = {"disc": "●", "square": "■", "triangle": "▲", "diamond": "◆", "star": "✦"}
"""Shapes a person may choose, by the name kept in ``Seat.mark``. None is the ★ that stands for prestige."""

CROWN = "♛"
"""Madame du Barry's shape."""


def marks_of(setup: Setup) -> tuple[str, ...]:
    """The shape of every person's seat: the one chosen, or the first one left; never the same twice."""
    taken: dict[int, str] = {}
    for seat, player in enumerate(setup.players):
        if player.mark in MARKS and player.mark not in taken.values():
            taken[seat] = player.mark
    left = [key for key in MARKS if key not in taken.values()]
    return tuple(MARKS[taken[seat] if seat in taken else left.pop(0)] for seat in range(len(setup.players)))


def mark_of(setup: Setup, seat: int) -> str:
    """The shape of ``seat``; the crown for Madame du Barry."""
    marks = marks_of(setup)
    return marks[seat] if seat < len(marks) else CROWN


def owner_role(setup: Setup, seat: int) -> str:
    """The style role of ``seat`` in ``rokoko_tui.theme.themes``."""
    return f"owner.{seat}" if seat < len(setup.players) else "owner.barry"
