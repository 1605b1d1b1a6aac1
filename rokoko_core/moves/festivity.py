"""Festivity dresses: the prestige they bring when rented out (FEST-2)."""

from collections.abc import Callable

from rokoko_core.board import colour_count, couples, decoration_count
from rokoko_core.box import Box
from rokoko_core.state import State
from rokoko_core.terms import Colour

FESTIVITIES: dict[str, Callable[[State, Box, int], int]] = {
    "festivity-pairs": lambda state, box, seat: 2 * couples(state, box, seat),
    "festivity-decorations": lambda state, box, seat: decoration_count(state, seat),
    "festivity-yellow-gowns": lambda state, box, seat: colour_count(state, box, seat, Colour.YELLOW),
    "festivity-green-coats": lambda state, box, seat: colour_count(state, box, seat, Colour.GREEN),
}
"""Prestige by effect, counted before the dress is placed."""


def festivity_prestige(state: State, box: Box, seat: int, effect: str) -> int:
    """Prestige ``effect`` brings ``seat`` now; 0 for a dress without a Festivity effect."""
    count = FESTIVITIES.get(effect)
    return count(state, box, seat) if count else 0
