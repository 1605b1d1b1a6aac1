"""The table of employee bonuses: one entry for each member of ``terms.Bonus`` (BON, JB-9).

An entry is a record of a kind of bonus with its figures: a price, a discount, what is counted. ``rokoko_core.bonuses``
implements the kinds, and ``rokoko_core.moves`` the extra actions. A new bonus of a known kind needs a member there and
an entry here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from rokoko_core.board_counts import (
    colour_count,
    couples,
    deck_of,
    decoration_count,
    dress_count,
    halls_of,
    master_guests,
)
from rokoko_core.box import Box
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, Bonus, Colour, Rank, complete

Amounts = tuple[int, int]
"""(Livre, prestige)."""
Counted = Callable[[State, Box, int], Amounts]
"""What a bonus gains a seat in a state."""


class Kind(msgspec.Struct, frozen=True):
    """Base class of the kinds of bonus."""


K = TypeVar("K", bound=Kind)


class Nothing(Kind, frozen=True):
    """No bonus."""


class Gain(Kind, frozen=True):
    """Livre or prestige at once (BON-1)."""

    amounts: Counted


class HallGain(Kind, frozen=True):
    """Livre or prestige for the player's dresses in a hall of their choice."""

    amounts: Callable[[int], Amounts]
    """By number of dresses in the hall."""


class NotionForLivre(Kind, frozen=True):
    """One yarn or lace."""

    price: int


class TileForLivre(Kind, frozen=True):
    """A face-down tile (BON-7)."""

    price: int


class PrestigeForLivre(Kind, frozen=True):
    """Any amount of prestige for Livre (BON-4)."""

    price: int
    """Livre for 1 prestige."""


class PrestigeForSilk(Kind, frozen=True):
    """Prestige for kept tiles (BON-5)."""


class ExtraAcquire(Kind, frozen=True):
    """An additional Acquire action."""


class Terms(msgspec.Struct, frozen=True):
    """How an extra dress differs from one made by the main action (BON-2, BON-3, JB-9)."""

    thimbles: bool = False
    """Whether dresses with a thimble may be made."""
    common: int = 0
    """Yellow or green bales less, in all."""
    red: int = 0
    """Red bales less, at most."""
    must_sell: bool = False
    """Whether the dress must be sold, for 1 extra prestige."""


class ExtraDress(Kind, frozen=True):
    """An additional dress (BON-2, BON-3, JB-9)."""

    terms: Terms


class ExtraFund(Kind, frozen=True):
    """An additional decoration for ``discount`` Livre less."""

    discount: int


class ExtraDepute(Kind, frozen=True):
    """Deputes a card of the deck (BON-6)."""

    livre: Mapping[Rank, int]
    bonus: bool = False
    """Whether the card's own bonus is used afterwards."""


class SupplyCard(Kind, frozen=True):
    """Discards a card of the supply and uses its bonus (JB-9)."""


class OpponentsCard(Kind, frozen=True):
    """Uses the bonus of the top card of an opponent's discard pile (JB-9)."""


class Crown(Kind, frozen=True):
    """Prestige in the final scoring, nothing in play (BON-8, END-2)."""

    points: Callable[[State, Box, int, Sequence[str]], int]
    """Prestige for a seat with the deck in the last argument."""


IDLE = (Nothing, Crown)
"""Kinds of bonus without an effect in play (BON-8)."""


LARGE_DECK = {5: 2, 7: 6, 9: 10, 11: 14}
MEDIUM_DECK = {5: 1, 7: 3, 9: 5, 11: 7}
SMALL_DECK = {4: 6, 5: 5, 6: 4, 7: 2}
CROWNED_DECK = {5: 2, 7: 5, 9: 8, 11: 11}


def by_size(table: Mapping[int, int], size: int) -> int:
    """Return the entry with the largest key not above ``size``, or 0 (BON-9)."""
    return next((value for minimum, value in sorted(table.items(), reverse=True) if size >= minimum), 0)


def _deck(table: Mapping[int, int]) -> Counted:
    return lambda state, box, seat: (by_size(table, len(deck_of(state, seat))), 0)


def _ladies_livre(state: State, box: Box, seat: int) -> Amounts:
    yellow, red = (colour_count(state, box, seat, c) for c in (Colour.YELLOW, Colour.RED))
    return yellow + 2 * red, 0


def _coats(state: State, box: Box, seat: int) -> Amounts:
    return 2 * colour_count(state, box, seat, Colour.GREEN), colour_count(state, box, seat, Colour.BLUE)


def _missing_colours(state: State, box: Box, seat: int) -> Amounts:
    without_red = 0 if colour_count(state, box, seat, Colour.RED) else 4
    return without_red + (0 if colour_count(state, box, seat, Colour.BLUE) else 5), 0


def _ladies_pairs(state: State, box: Box, seat: int) -> Amounts:
    return 0, min(colour_count(state, box, seat, c) for c in (Colour.YELLOW, Colour.RED))


def _jewels(state: State, seat: int, ladies: bool) -> int:
    """Count the necklaces (``ladies``) or rings of ``seat``."""
    return sum(Colour(jewel).ladies == ladies for jewel in state.players[seat].jewels)


def _jewel_sets(state: State, box: Box, seat: int, deck: Sequence[str]) -> int:
    return 6 * min(state.players[seat].jewels.count(colour) for colour in COLOURS)


def _apprentices(state: State, box: Box, seat: int, deck: Sequence[str]) -> int:
    return sum(card in box.card and box.card[card].rank is Rank.APPRENTICE for card in deck) // 2 * 3


BONUSES: dict[Bonus, Kind] = {
    Bonus.NONE: Nothing(),
    Bonus.GAIN_1_LIVRE: Gain(lambda *_: (1, 0)),
    Bonus.GAIN_2_LIVRE: Gain(lambda *_: (2, 0)),
    Bonus.GAIN_3_PRESTIGE: Gain(lambda *_: (0, 3)),
    Bonus.LIVRE_PER_YELLOW_AND_RED: Gain(_ladies_livre),
    Bonus.LIVRE_PER_GREEN_PRESTIGE_PER_BLUE: Gain(_coats),
    Bonus.LIVRE_PER_DRESS: Gain(lambda s, b, n: (dress_count(s, n), 0)),
    Bonus.LIVRE_PER_DECORATION: Gain(lambda s, b, n: (decoration_count(s, n), 0)),
    Bonus.LIVRE_PER_HALL: Gain(lambda s, b, n: (len(halls_of(s, b, n)), 0)),
    Bonus.LIVRE_BY_DECK_LARGE: Gain(_deck(LARGE_DECK)),
    Bonus.LIVRE_BY_DECK_SMALL: Gain(_deck(MEDIUM_DECK)),
    Bonus.LIVRE_BY_SMALL_DECK: Gain(_deck(SMALL_DECK)),
    Bonus.LIVRE_FOR_MISSING_COLOURS: Gain(_missing_colours),
    Bonus.THREE_LIVRE_PER_2_DECORATIONS: Gain(lambda s, b, n: (decoration_count(s, n) // 2 * 3, 0)),
    Bonus.THREE_LIVRE_PER_2_RINGS: Gain(lambda s, b, n: (_jewels(s, n, ladies=False) // 2 * 3, 0)),
    Bonus.THREE_LIVRE_PER_2_MASTER_GUESTS: Gain(lambda s, b, n: (master_guests(s, b, n) // 2 * 3, 0)),
    Bonus.THREE_LIVRE_PER_2_JEWELS: Gain(lambda s, b, n: (len(s.players[n].jewels) // 2 * 3, 0)),
    Bonus.PRESTIGE_PER_2_DECORATIONS: Gain(lambda s, b, n: (0, decoration_count(s, n) // 2)),
    Bonus.PRESTIGE_PER_3_DRESSES: Gain(lambda s, b, n: (0, dress_count(s, n) // 3)),
    Bonus.PRESTIGE_PER_2_DRESSES: Gain(lambda s, b, n: (0, dress_count(s, n) // 2)),
    Bonus.PRESTIGE_PER_3_JEWELS: Gain(lambda s, b, n: (0, len(s.players[n].jewels) // 3)),
    Bonus.PRESTIGE_PER_YELLOW_RED_PAIR: Gain(_ladies_pairs),
    Bonus.TWO_LIVRE_PER_DRESS_IN_HALL: HallGain(lambda dresses: (2 * dresses, 0)),
    Bonus.PRESTIGE_PER_2_IN_HALL: HallGain(lambda dresses: (0, dresses // 2)),
    Bonus.PRESTIGE_PER_4_LIVRE: PrestigeForLivre(4),
    Bonus.PRESTIGE_PER_3_LIVRE: PrestigeForLivre(3),
    Bonus.PRESTIGE_FOR_SILK: PrestigeForSilk(),
    Bonus.GAIN_NOTION: NotionForLivre(0),
    Bonus.BUY_NOTION: NotionForLivre(1),
    Bonus.RANDOM_TILE: TileForLivre(0),
    Bonus.BUY_RANDOM_TILE: TileForLivre(1),
    Bonus.EXTRA_ACQUIRE: ExtraAcquire(),
    Bonus.EXTRA_DRESS_MINUS_COMMON: ExtraDress(Terms(common=1)),
    Bonus.EXTRA_DRESS_MINUS_RED: ExtraDress(Terms(red=2)),
    Bonus.EXTRA_DRESS_SELL: ExtraDress(Terms(must_sell=True)),
    Bonus.EXTRA_FUND_MINUS_5: ExtraFund(5),
    Bonus.EXTRA_FUND_MINUS_10: ExtraFund(10),
    Bonus.DEPUTE_USE_BONUS: ExtraDepute(dict.fromkeys(Rank, 0), bonus=True),
    Bonus.DEPUTE_FOR_LIVRE: ExtraDepute({Rank.MASTER: 8, Rank.JOURNEYMAN: 5, Rank.APPRENTICE: 2}),
    Bonus.USE_SUPPLY_BONUS: SupplyCard(),
    Bonus.COPY_OPPONENT_BONUS: OpponentsCard(),
    Bonus.CROWN_DECK_SIZE: Crown(lambda s, b, n, deck: by_size(CROWNED_DECK, len(deck))),
    Bonus.CROWN_NOTION_PAIRS: Crown(lambda s, b, n, _: 3 * min(s.players[n].yarn, s.players[n].lace)),
    Bonus.CROWN_MASTER_GUESTS: Crown(lambda s, b, n, _: master_guests(s, b, n) // 2 * 3),
    Bonus.CROWN_COUPLES: Crown(lambda s, b, n, _: 2 * couples(s, b, n)),
    Bonus.CROWN_JEWEL_SETS: Crown(_jewel_sets),
    Bonus.CROWN_NECKLACES: Crown(lambda s, b, n, _: _jewels(s, n, ladies=True) // 2 * 3),
    Bonus.CROWN_DECORATIONS: Crown(lambda s, b, n, _: decoration_count(s, n)),
    Bonus.CROWN_APPRENTICES: Crown(_apprentices),
}
complete("BONUSES", BONUSES, Bonus)


def kind_of(box: Box, card: str) -> Kind:
    """Return the bonus of ``card``."""
    return BONUSES[box.card[card].bonus]


def bonus_of_kind(box: Box, card: str, kind: type[K]) -> K:
    """Return the bonus of ``card``, which must be of ``kind``."""
    record = kind_of(box, card)
    assert isinstance(record, kind)
    return record


def crown_points(state: State, box: Box, seat: int, card: str, deck: Sequence[str]) -> int:
    """Return the prestige the crowned ``card`` would score ``seat`` with ``deck`` now; 0 for other cards."""
    kind = kind_of(box, card)
    return kind.points(state, box, seat, deck) if isinstance(kind, Crown) else 0
