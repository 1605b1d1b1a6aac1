"""Crowned cards: what each is worth in the final scoring (END-2)."""

from collections.abc import Callable, Sequence

from rokoko_core.board import couples, decoration_count, master_guests
from rokoko_core.box import Box
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, Rank

DECK_SIZES = ((11, 11), (9, 8), (7, 5), (5, 2))
"""(least number of cards, prestige) for the deck-size crown, largest first (BON-9)."""


def _deck_size(state: State, box: Box, seat: int, deck: Sequence[str]) -> int:
    return next((points for least, points in DECK_SIZES if len(deck) >= least), 0)


def _jewel_sets(state: State, box: Box, seat: int, deck: Sequence[str]) -> int:
    return 6 * min(state.players[seat].jewels.count(colour) for colour in COLOURS)


def _necklaces(state: State, box: Box, seat: int, deck: Sequence[str]) -> int:
    return sum(colour.ladies for colour in COLOURS for jewel in state.players[seat].jewels if jewel == colour) // 2 * 3


def _apprentices(state: State, box: Box, seat: int, deck: Sequence[str]) -> int:
    return sum(card in box.card and box.card[card].rank is Rank.APPRENTICE for card in deck) // 2 * 3


CROWNS: dict[str, Callable[[State, Box, int, Sequence[str]], int]] = {
    "crown-deck-size": _deck_size,
    "crown-notion-pairs": lambda s, b, n, _: 3 * min(s.players[n].yarn, s.players[n].lace),
    "crown-master-guests": lambda s, b, n, _: master_guests(s, b, n) // 2 * 3,
    "crown-couples": lambda s, b, n, _: 2 * couples(s, b, n),
    "crown-jewel-sets": _jewel_sets,
    "crown-necklaces": _necklaces,
    "crown-decorations": lambda s, b, n, _: decoration_count(s, n),
    "crown-apprentices": _apprentices,
}
"""Prestige of each crowned bonus for a seat whose deck is the last argument."""


def crown_points(state: State, box: Box, seat: int, card: str, deck: Sequence[str]) -> int:
    """Prestige the crowned ``card`` would bring ``seat`` with ``deck`` as things lie now; 0 for other cards."""
    crown = CROWNS.get(box.card[card].bonus)
    return crown(state, box, seat, deck) if crown else 0
