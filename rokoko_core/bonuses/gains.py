"""Bonuses that bring Livre or prestige at once, counting what lies on the table now (BON-1)."""

from collections.abc import Callable, Mapping

from rokoko_core.actions import UseBonus
from rokoko_core.board import (
    colour_count,
    deck_of,
    decoration_count,
    dress_count,
    halls_of,
    master_guests,
)
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.why import Why
from rokoko_core.moves import Rules
from rokoko_core.moves.dress import is_necklace
from rokoko_core.pending import BonusOf
from rokoko_core.state import State, with_player
from rokoko_core.terms import Colour

Gain = tuple[int, int]
"""(Livre, prestige)."""

LARGE_DECK = {5: 2, 7: 6, 9: 10, 11: 14}
MEDIUM_DECK = {5: 1, 7: 3, 9: 5, 11: 7}
CROWN_DECK = {5: 2, 7: 5, 9: 8, 11: 11}
SMALL_DECK = {4: 6, 5: 5, 6: 4, 7: 2}


def by_size(table: Mapping[int, int], size: int) -> int:
    """The entry of the largest key not above ``size``, 0 below the first (BON-9)."""
    return next((gain for least, gain in sorted(table.items(), reverse=True) if size >= least), 0)


def _ladies_livre(state: State, box: Box, seat: int) -> Gain:
    yellow, red = (colour_count(state, box, seat, c) for c in (Colour.YELLOW, Colour.RED))
    return yellow + 2 * red, 0


def _coats(state: State, box: Box, seat: int) -> Gain:
    return 2 * colour_count(state, box, seat, Colour.GREEN), colour_count(state, box, seat, Colour.BLUE)


def _missing_colours(state: State, box: Box, seat: int) -> Gain:
    without_red = 0 if colour_count(state, box, seat, Colour.RED) else 4
    return without_red + (0 if colour_count(state, box, seat, Colour.BLUE) else 5), 0


def _ladies_pairs(state: State, box: Box, seat: int) -> Gain:
    return 0, min(colour_count(state, box, seat, c) for c in (Colour.YELLOW, Colour.RED))


def _rings(state: State, seat: int) -> int:
    return sum(not is_necklace(jewel) for jewel in state.players[seat].jewels)


def _deck(table: Mapping[int, int]) -> Callable[[State, Box, int], Gain]:
    return lambda state, box, seat: (by_size(table, len(deck_of(state, seat))), 0)


GAINS: dict[str, Callable[[State, Box, int], Gain]] = {
    "gain-1-livre": lambda *_: (1, 0),
    "gain-2-livre": lambda *_: (2, 0),
    "gain-3-prestige": lambda *_: (0, 3),
    "livre-per-yellow-and-red": _ladies_livre,
    "prestige-per-2-decorations": lambda s, b, n: (0, decoration_count(s, n) // 2),
    "livre-per-decoration": lambda s, b, n: (decoration_count(s, n), 0),
    "prestige-per-3-dresses": lambda s, b, n: (0, dress_count(s, n) // 3),
    "livre-by-deck-large": _deck(LARGE_DECK),
    "livre-by-deck-small": _deck(MEDIUM_DECK),
    "livre-per-green-prestige-per-blue": _coats,
    "livre-per-dress": lambda s, b, n: (dress_count(s, n), 0),
    "prestige-per-2-dresses": lambda s, b, n: (0, dress_count(s, n) // 2),
    "livre-per-hall": lambda s, b, n: (len(halls_of(s, b, n)), 0),
    "livre-by-small-deck": _deck(SMALL_DECK),
    "3-livre-per-2-decorations": lambda s, b, n: (decoration_count(s, n) // 2 * 3, 0),
    "3-livre-per-2-rings": lambda s, b, n: (_rings(s, n) // 2 * 3, 0),
    "prestige-per-3-jewels": lambda s, b, n: (0, len(s.players[n].jewels) // 3),
    "prestige-per-yellow-red-pair": _ladies_pairs,
    "3-livre-per-2-master-guests": lambda s, b, n: (master_guests(s, b, n) // 2 * 3, 0),
    "3-livre-per-2-jewels": lambda s, b, n: (len(s.players[n].jewels) // 2 * 3, 0),
    "livre-for-missing-colours": _missing_colours,
}
"""(Livre, prestige) each bonus brings a seat now, by bonus."""


def _use(state: State, asked: BonusOf, action: UseBonus) -> State:
    box = box_of(state)
    livre, prestige = GAINS[box.card[asked.card].bonus](state, box, asked.seat)
    return gained(state, asked.seat, livre, prestige)


def gained(state: State, seat: int, livre: int, prestige: int) -> State:
    """``state`` with what a bonus brings ``seat``."""
    if (log := recording()) is not None:
        if livre:
            log.append(LivreGained(seat, Why.BONUS, livre))
        if prestige:
            log.append(PrestigeGained(seat, Why.BONUS, prestige, state.setup.open_scores))
    player = state.players[seat]
    return with_player(state, seat, livre=player.livre + livre, prestige=player.prestige + prestige)


RULES = Rules(effects={UseBonus: _use}, asking={})
