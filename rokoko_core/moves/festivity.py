"""Festivity dresses: prestige for renting them out (FEST-2)."""

from collections.abc import Callable

from rokoko_core.board_counts import colour_count, couples, decoration_count
from rokoko_core.box import Box
from rokoko_core.state import State
from rokoko_core.terms import Colour, DressEffect, Expansion, complete

FESTIVITIES: dict[DressEffect, Callable[[State, Box, int], int]] = {
    DressEffect.FESTIVITY_PAIRS: lambda state, box, seat: 2 * couples(state, box, seat),
    DressEffect.FESTIVITY_DECORATIONS: lambda state, box, seat: decoration_count(state, seat),
    DressEffect.FESTIVITY_YELLOW_GOWNS: lambda state, box, seat: colour_count(state, box, seat, Colour.YELLOW),
    DressEffect.FESTIVITY_GREEN_COATS: lambda state, box, seat: colour_count(state, box, seat, Colour.GREEN),
}
"""Prestige by effect, counted before the dress is placed."""
complete("FESTIVITIES", FESTIVITIES, (effect for effect in DressEffect if effect.expansion is Expansion.FESTIVITY))


def festivity_prestige(state: State, box: Box, seat: int, effect: DressEffect | None) -> int:
    """Return the prestige ``effect`` gives ``seat`` now; 0 without a Festivity effect."""
    count = FESTIVITIES.get(effect) if effect else None
    return count(state, box, seat) if count else 0
