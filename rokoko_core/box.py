"""The pieces, boards and prices of one game, by component set, number of players and expansions.

A ``Box`` never changes. States hold only its key, so they stay small; ``box_of`` rebuilds the box in any process that
knows the component set. Frequent actions are created once here and shared by all lists of actions.
"""

from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from rokoko_core.actions import Fund, Hire, MakeDress, Place, PlayCard, TakeTile
from rokoko_core.components import components_named
from rokoko_core.components.tables import (
    BarryCard,
    Card,
    ComponentSet,
    DecorationSpace,
    Dress,
    GuestSpace,
    Prices,
    Tile,
)
from rokoko_core.state import Setup, State
from rokoko_core.terms import COLOURS, DecorationKind, Expansion, Rank

HALLS = range(1, 6)
HIRE_SPACES = 4
"""Spaces for cards to hire (PREP-2)."""


class _Table(msgspec.Struct, frozen=True, kw_only=True):
    """The game options and the boards."""

    key: str
    components: ComponentSet
    expansions: frozenset[Expansion]
    seats: int
    """Number of players, Madame du Barry included."""
    solo: bool
    prices: Prices
    windows: tuple[int, ...]
    segments: tuple[range, ...]
    """Warehouse spaces of each segment."""
    segment_of: tuple[int, ...]
    """Segment index of each warehouse space."""
    guests: tuple[GuestSpace, ...]
    guest: dict[str, GuestSpace]
    hall_guests: dict[int, tuple[GuestSpace, ...]]
    decorations: tuple[DecorationSpace, ...]
    decoration: dict[str, DecorationSpace]
    decorations_of: dict[DecorationKind, tuple[int, ...]]
    """Indices of the decoration spaces of each kind."""
    decorations_by_cost: tuple[DecorationSpace, ...]
    """All decoration spaces by rising cost."""
    majorities: tuple[tuple[int, int], ...]
    fireworks_majority: tuple[int, int]
    all_halls: tuple[int, ...]
    jewel_prices: tuple[int, ...]
    """Cost of each space of the Jeweler's display; empty without the Jewelry Box."""


class _Pieces(_Table, frozen=True, kw_only=True):
    """The tiles, dresses, cards and jewels in play."""

    tile: dict[str, Tile]
    dress: dict[str, Dress]
    card: dict[str, Card]
    barry: dict[str, BarryCard]
    all_tiles: tuple[str, ...]
    bag_dresses: tuple[str, ...]
    waiting_dresses: tuple[str, ...]
    """Dresses that join the bag after the first preparation (FEST-1)."""
    base_deck: tuple[str, ...]
    stack_levels: dict[int, tuple[str, ...]]
    """Cards of the hire stack by level, before the Jewelry Box swaps any."""
    exam_pools: dict[Rank, tuple[str, ...]]
    """New Journeymen and Masters of the Jewelry Box (JB-1); empty without it."""
    specialists: tuple[str, ...]
    all_jewels: tuple[str, ...]


class Box(_Pieces, frozen=True, kw_only=True):
    """The pieces, spaces and prices of one game. Dicts are keyed by id, tuples by index on the board."""

    play: dict[str, PlayCard]
    take: tuple[TakeTile, ...]
    take_in: tuple[tuple[slice, tuple[TakeTile, ...]], ...]
    """By segment: its slice of the warehouse and the actions that take its tiles."""
    make: dict[str, MakeDress]
    place: tuple[Place, ...]
    fund: tuple[Fund, ...]
    hire: dict[str, Hire]

    @property
    def second_places(self) -> bool:
        """Whether second places of majorities score: not with 2 seats (END-5)."""
        return self.seats > 2


_BOXES: dict[str, Box] = {}


def _key(components: ComponentSet, setup: Setup) -> str:
    return "|".join((components.key, str(len(setup.players)), *sorted(setup.expansions)))


def box_of(state: State) -> Box:
    """Return the box of ``state``. Raises ``UnknownComponents`` if its component set is not loaded."""
    box = _BOXES.get(state.box)
    if box is None:
        key = state.box.rsplit("|", 1 + len(state.setup.expansions))[0]
        box = open_box(replace(state.setup, components=key))
    return box


def open_box(setup: Setup) -> Box:
    """Return the box for ``setup``, built once per process. Raises ``UnknownComponents``."""
    components = components_named(setup.components)
    key = _key(components, setup)
    box = _BOXES.get(key)
    if box is None:
        box = _BOXES[key] = _build_box(_build_table(key, components, setup))
    return box


def _build_table(key: str, components: ComponentSet, setup: Setup) -> _Table:
    players = len(setup.players)
    side = next(s for s in components.sides if players in s.players)
    jewelry = Expansion.JEWELRY_BOX in setup.expansions
    decorations = side.decorations
    if jewelry:
        first = len(decorations)
        decorations += tuple(replace(d, index=first + n) for n, d in enumerate(components.jeweler.decorations))
    starts = [sum(side.segments[:n]) for n in range(len(side.segments))]
    segments = tuple(range(s, s + size) for s, size in zip(starts, side.segments, strict=True))
    return _Table(
        key=key,
        components=components,
        expansions=setup.expansions,
        seats=max(2, players),
        solo=players == 1,
        prices=components.prices,
        windows=side.windows,
        segments=segments,
        segment_of=tuple(n for n, segment in enumerate(segments) for _ in segment),
        guests=side.guests,
        guest={g.id: g for g in side.guests},
        hall_guests={hall: tuple(g for g in side.guests if g.hall == hall) for hall in HALLS},
        decorations=decorations,
        decoration={d.id: d for d in decorations},
        decorations_of={kind: tuple(d.index for d in decorations if d.kind is kind) for kind in DecorationKind},
        decorations_by_cost=tuple(sorted(decorations, key=lambda d: (d.cost, d.index))),
        majorities=side.majorities,
        fireworks_majority=side.fireworks_majority,
        all_halls=side.all_halls,
        jewel_prices=components.jeweler.display if jewelry else (),
    )


def _build_box(table: _Table) -> Box:
    pieces = _Pieces(**_tiles_and_dresses(table), **_cards(table), **_jewels(table), **asdict(table))
    take = tuple(TakeTile(n) for n in range(len(pieces.segment_of)))
    parts = [slice(segment.start, segment.stop) for segment in pieces.segments]
    return Box(
        play={id: PlayCard(id) for id in pieces.card},
        take=take,
        take_in=tuple((part, take[part]) for part in parts),
        make={id: MakeDress(id) for id in pieces.dress},
        place=tuple(Place(g.id) for g in pieces.guests),
        fund=tuple(Fund(d.id) for d in pieces.decorations),
        hire={id: Hire(id) for id in pieces.card if id not in pieces.specialists},
        **asdict(pieces),
    )


def _tiles_and_dresses(table: _Table) -> dict[str, Any]:
    tiles = [t for t in table.components.tiles if not t.fancy or Expansion.FANCY in table.expansions]
    dresses = [d for d in table.components.dresses if _in_play(d, table.expansions)]
    late = [d for d in dresses if d.expansion is Expansion.FESTIVITY]
    return {
        "tile": {t.id: t for t in tiles},
        "all_tiles": tuple(t.id for t in tiles for _ in range(t.count)),
        "dress": {d.id: d for d in dresses},
        "bag_dresses": tuple(d.id for d in dresses if d not in late),
        "waiting_dresses": tuple(d.id for d in late),
    }


def _in_play(dress: Dress, expansions: frozenset[Expansion]) -> bool:
    return all(e is None or e in expansions for e in (dress.expansion, dress.needs))


def _cards(table: _Table) -> dict[str, Any]:
    components = table.components
    jewelry = Expansion.JEWELRY_BOX in table.expansions
    cards = [c for c in components.cards if jewelry or not c.jewelry]
    specialists = components.specialists if jewelry else ()
    stack = [c for c in cards if c.level and not c.jewelry]
    return {
        "card": {c.id: c for c in (*cards, *specialists)},
        "barry": {c.id: c for c in components.barry} if table.solo else {},
        "base_deck": tuple(sorted(c.id for c in cards if c.level == 0 for _ in range(c.count))),
        "stack_levels": {n: tuple(c.id for c in stack if c.level == n for _ in range(c.count)) for n in range(1, 7)},
        "exam_pools": {r: tuple(c.id for c in cards if c.jewelry and c.rank is r) for r in Rank} if jewelry else {},
        "specialists": tuple(c.id for c in specialists),
    }


def _jewels(table: _Table) -> dict[str, Any]:
    jewels = table.components.jeweler.tiles if Expansion.JEWELRY_BOX in table.expansions else (0,) * len(COLOURS)
    return {"all_jewels": tuple(str(colour) for colour, n in zip(COLOURS, jewels, strict=True) for _ in range(n))}
