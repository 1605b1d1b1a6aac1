"""What is in the box for one game: the pieces of a component set that its seats and expansions bring into play.

A ``Box`` never changes. States carry only its key, so they stay small; ``box_of`` finds the box again, in any process
that knows the component set. The actions that recur all game long are made once here and shared by every offer.
"""

import msgspec
from msgspec.structs import replace

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
from rokoko_core.terms import COLOURS, Expansion, Rank

HALLS = range(1, 6)


class Box(msgspec.Struct, frozen=True):
    """The pieces, spaces and prices of one game. Dicts go by id, tuples by index on the board."""

    key: str
    components: ComponentSet
    expansions: frozenset[Expansion]
    seats: int
    """Players at the table, Madame du Barry included."""
    solo: bool
    prices: Prices
    # the board
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
    dearest_last: tuple[DecorationSpace, ...]
    """All decoration spaces by rising cost."""
    majorities: tuple[tuple[int, int], ...]
    fireworks_majority: tuple[int, int]
    all_halls: tuple[int, ...]
    jewel_prices: tuple[int, ...]
    """Cost of each space of the Jeweler's display; empty without the Jewelry Box."""
    # the pieces
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
    # shared actions
    play: dict[str, PlayCard]
    take: tuple[TakeTile, ...]
    make: dict[str, MakeDress]
    place: tuple[Place, ...]
    fund: tuple[Fund, ...]
    hire: dict[str, Hire]

    @property
    def second_places(self) -> bool:
        """False with 2 seats, where second places of majorities are not paid (END-5)."""
        return self.seats > 2


_BOXES: dict[str, Box] = {}


def box_key(setup: Setup) -> str:
    """The key of the box for ``setup``: component set, players, expansions."""
    return "|".join((setup.components, str(len(setup.players)), *sorted(setup.expansions)))


def box_of(state: State) -> Box:
    """The box ``state`` is played with. Raises ``UnknownComponents`` when its component set is not loaded."""
    box = _BOXES.get(state.box)
    return box if box is not None else open_box(state.setup)


def open_box(setup: Setup) -> Box:
    """The box for ``setup``, made once per process. Raises ``UnknownComponents``."""
    key = box_key(setup)
    components = components_named(setup.components)
    known = _BOXES.get(key)
    if known is None or known.components.digest != components.digest:
        known = _BOXES[key] = _packed(key, components, len(setup.players), setup.expansions)
    return known


def _packed(key: str, components: ComponentSet, players: int, expansions: frozenset[Expansion]) -> Box:
    side = next(s for s in components.sides if players in s.players)
    jewelry = Expansion.JEWELRY_BOX in expansions
    decorations = side.decorations
    if jewelry:
        first = len(decorations)
        decorations += tuple(replace(d, index=first + n) for n, d in enumerate(components.jeweler.decorations))
    starts = [sum(side.segments[:n]) for n in range(len(side.segments))]
    segments = tuple(range(s, s + size) for s, size in zip(starts, side.segments, strict=True))
    tiles = [t for t in components.tiles if not t.fancy or Expansion.FANCY in expansions]
    dresses = [d for d in components.dresses if _in_play(d, expansions)]
    late = [d for d in dresses if d.expansion is Expansion.FESTIVITY]
    cards = [c for c in components.cards if jewelry or not c.jewelry]
    specialists = components.specialists if jewelry else ()
    stack = [c for c in cards if c.level and not c.jewelry]
    return Box(
        key=key,
        components=components,
        expansions=expansions,
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
        dearest_last=tuple(sorted(decorations, key=lambda d: (d.cost, d.index))),
        majorities=side.majorities,
        fireworks_majority=side.fireworks_majority,
        all_halls=side.all_halls,
        jewel_prices=components.jeweler.display if jewelry else (),
        tile={t.id: t for t in tiles},
        dress={d.id: d for d in dresses},
        card={c.id: c for c in (*cards, *specialists)},
        barry={c.id: c for c in components.barry} if players == 1 else {},
        all_tiles=tuple(t.id for t in tiles for _ in range(t.count)),
        bag_dresses=tuple(d.id for d in dresses if d not in late),
        waiting_dresses=tuple(d.id for d in late),
        base_deck=tuple(sorted(c.id for c in cards if c.level == 0 for _ in range(c.count))),
        stack_levels={n: tuple(c.id for c in stack if c.level == n for _ in range(c.count)) for n in range(1, 7)},
        exam_pools={r: tuple(c.id for c in cards if c.jewelry and c.rank is r) for r in Rank} if jewelry else {},
        specialists=tuple(c.id for c in specialists),
        all_jewels=tuple(str(c) for c, n in zip(COLOURS, components.jeweler.tiles, strict=True) for _ in range(n))
        if jewelry
        else (),
        play={c.id: PlayCard(c.id) for c in (*cards, *specialists)},
        take=tuple(TakeTile(n) for n in range(sum(side.segments))),
        make={d.id: MakeDress(d.id) for d in dresses},
        place=tuple(Place(g.id) for g in side.guests),
        fund=tuple(Fund(d.id) for d in decorations),
        hire={c.id: Hire(c.id) for c in cards},
    )


def _in_play(dress: Dress, expansions: frozenset[Expansion]) -> bool:
    return all(e is None or e in expansions for e in (dress.expansion, dress.needs))
