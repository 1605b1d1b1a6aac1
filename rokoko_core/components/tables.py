"""The pieces of the game: one frozen struct per kind of piece.

Money is in Livre, silk in bales. ``assembly`` builds a ``ComponentSet`` from the TOML tables; ``rokoko_core.box``
selects the pieces of one game.
"""

from enum import StrEnum

import msgspec

from rokoko_core.terms import (
    Bales,
    BarryAction,
    BarryTarget,
    Bonus,
    Colour,
    Condition,
    DecorationKind,
    DressEffect,
    Expansion,
    JewelSymbol,
    Notion,
    Rank,
)


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A kind of resource tile. ``id`` is its content, such as ``"yg:yarn/lace"``; equal tiles share it."""

    id: str
    silk: Bales
    yarn: int
    lace: int
    either: bool
    """True for "/": discarding gives yarn or lace. False: it gives everything shown (ACQ-2)."""
    count: int
    fancy: bool = False

    @property
    def discards(self) -> tuple[Notion, ...]:
        """The ways to discard this tile for notions, at least one."""
        if self.either:
            return (Notion.YARN, Notion.LACE)
        if self.yarn and self.lace:
            return (Notion.BOTH,)
        return (Notion.YARN,) if self.yarn else (Notion.LACE,)


class Dress(msgspec.Struct, frozen=True, gc=False):
    """A dress tile. ``value`` in Livre when sold, ``prestige`` on the board."""

    id: str
    colour: Colour
    silk: Bales
    yarn: int
    lace: int
    master_only: bool
    value: int
    prestige: int
    expansion: Expansion | None = None
    """The set the tile belongs to: None (base), FANCY, FESTIVITY or EXPERT."""
    sellable: bool = True
    effect: DressEffect | None = None
    """The one-time effect on renting (FEST-2, EXPERT-1); None for most."""
    needs: Expansion | None = None
    """Another expansion that the tile requires (EXPERT-1)."""

    @property
    def ladies(self) -> bool:
        """True for a ladies' dress, False for a men's coat."""
        return self.colour.ladies


class Card(msgspec.Struct, frozen=True, gc=False):
    """An employee card. Copies with the same face share ``id``."""

    id: str
    level: int
    """0 for base and specialised cards, else the level 1 to 6 of the stack (SETUP-2)."""
    rank: Rank
    bonus: Bonus
    """``Bonus.NONE`` for a card without a bonus."""
    end_game: bool = False
    """True for a crown: the bonus counts once in the final scoring, never in play (BON-8)."""
    count: int = 1
    """Copies; of a base card, copies per player."""
    jewelry: bool = False
    """True for the 18 cards the Jewelry Box adds to levels 2 and 5 (JB-1)."""
    condition: Condition | None = None
    """The condition for hiring a specialised Apprentice (JB-10); None for all other cards."""


class DecorationSpace(msgspec.Struct, frozen=True, gc=False):
    """A space for a funded decoration. ``index`` is its index in ``State.decorations``."""

    index: int
    id: str
    kind: DecorationKind
    cost: int
    prestige: int = 0
    multiplier: int = 0
    """Multiplier of a Terrace dress's prestige; 0 for anything but fireworks (END-8)."""
    hall: int = 0
    """The hall a musician plays in; 0 for all other kinds."""

    @property
    def number(self) -> int:
        """The number among the spaces of its kind, from 1."""
        return int(self.id.rpartition("-")[2])


class GuestSpace(msgspec.Struct, frozen=True, gc=False):
    """A space for a rented dress. ``index`` is its index in ``State.guests``; ``id`` is "hall.number"."""

    index: int
    id: str
    hall: int
    master: bool
    livre: int
    yarn: int
    lace: int
    tile: bool
    """The reward on placing: one free resource tile from the warehouse (DRESS-6)."""

    @property
    def number(self) -> int:
        """The number in its hall, from 1."""
        return int(self.id.partition(".")[2])


class Side(msgspec.Struct, frozen=True, gc=False):
    """One side of the game board, for the player counts ``players``."""

    id: str
    players: tuple[int, ...]
    windows: tuple[int, ...]
    """Cost of each workshop window, left to right."""
    segments: tuple[int, ...]
    """Number of tile spaces of each warehouse segment."""
    all_halls: tuple[int, ...]
    """Prestige of the all-halls spaces, in table order."""
    fireworks_majority: tuple[int, int]
    majorities: tuple[tuple[int, int], ...]
    """First and second value of halls 1 to 5 (END-3)."""
    decorations: tuple[DecorationSpace, ...]
    guests: tuple[GuestSpace, ...]


class Jeweler(msgspec.Struct, frozen=True, gc=False):
    """The Jeweler board: prices of the display left to right, decoration spaces, jewels by colour (JB-1 to JB-5)."""

    display: tuple[int, ...]
    decorations: tuple[DecorationSpace, ...]
    """``index`` counts from 0 here; ``rokoko_core.box`` continues after the last decoration of the side."""
    tiles: tuple[int, int, int, int]
    """Jewels of each colour in the order of ``COLOURS``."""


class BarryCard(msgspec.Struct, frozen=True, gc=False):
    """A card of Madame du Barry: an action for her turn, a hall and a jewel symbol for a dress (SOLO-4 to SOLO-9)."""

    id: str
    action: BarryAction
    hall: int
    jewel: JewelSymbol
    target: BarryTarget


class Prices(msgspec.Struct, frozen=True, gc=False):
    """Prices and money every game uses, in Livre."""

    warehouse: tuple[int, ...]
    """Price of a tile by the number of tiles in its segment, from 1 (ACQ-1)."""
    hire: tuple[int, ...]
    """Price of a card by cards on display, from 1 (HIRE-1)."""
    exam: int
    livre: int
    yarn: int
    lace: int
    """``livre``, ``yarn`` and ``lace`` are the starting goods of a player (SETUP-4)."""
    depute: dict[Rank, int]
    """Gain of a main Depute by rank (DEP-1)."""


class Form(StrEnum):
    """How figures are formatted."""

    LIST = "list"
    """A list, possibly empty."""
    SPAN = "span"
    """Minimum and maximum."""
    SHARE = "share"
    """First and second value of a majority."""
    RANKS = "ranks"
    """Number of cards of each rank, in the order of ``Rank``."""
    START = "start"
    """Livre, yarn and lace a player starts with."""
    SIDES = "sides"
    """Id and player counts of each side."""
    COSTS = "costs"
    """The id of a side, then the costs of its fireworks from left to right."""
    BALES = "bales"
    """Bales in the order of ``COLOURS``."""
    DRESSES = "dresses"
    """Colour, value and prestige of each dress."""
    EXCEPT = "except"
    """The pieces for which the fact does not hold."""
    HOLDS = "holds"
    """The fact holds; there are no figures."""


Figure = int | str
"""A number, or a name from the tables."""


class Figures(msgspec.Struct, frozen=True, gc=False):
    """The values that a fact expects of a component set, or its actual values."""

    form: Form
    values: tuple[Figure | tuple[Figure, ...], ...] = ()


class PartKind(StrEnum):
    """Kinds of table parts that a fact is about; ``Part.name`` says which one."""

    ENTRY = "entry"
    """Entries of this name in the file."""
    SIDE = "side"
    """The side for this player count."""
    COLOUR = "colour"
    """Base dresses of this colour."""
    EXPANSION = "expansion"
    """Dresses of this expansion."""
    LEVEL = "level"
    """Cards of this level."""
    JEWELRY_LEVEL = "jewelry-level"
    """Cards of the Jewelry Box of this level."""


class Part(msgspec.Struct, frozen=True, gc=False):
    """A part of a table."""

    kind: PartKind
    name: Figure


class Deviation(msgspec.Struct, frozen=True, gc=False):
    """A contradiction between a component set and the rulebooks."""

    file: str
    part: Part
    fact: str
    """Code of the fact that does not hold, such as ``dress-count``."""
    expected: Figures
    found: Figures


class ComponentSet(msgspec.Struct, frozen=True, gc=False):
    """All tables of one component set."""

    name: str
    digest: str
    """16 hex digits over the content of all tables."""
    key: str
    """The value of ``Setup.components``: the name of a shipped set, ``name@digest`` for any other."""
    prices: Prices
    sides: tuple[Side, ...]
    jeweler: Jeweler
    tiles: tuple[Tile, ...]
    dresses: tuple[Dress, ...]
    cards: tuple[Card, ...]
    """Base cards (level 0) and the stack's cards of the base game and of the Jewelry Box."""
    specialists: tuple[Card, ...]
    barry: tuple[BarryCard, ...]
    deviations: tuple[Deviation, ...] = ()
    own: tuple[str, ...] = ()
    """The customised table files; the others are as shipped."""
    content: bytes = b""
    """All tables as JSON, for a copy next to the saves; empty for a shipped set."""

    @property
    def variant(self) -> bool:
        """True if the set contradicts a rulebook fact."""
        return bool(self.deviations)
