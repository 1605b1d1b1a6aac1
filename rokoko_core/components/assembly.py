"""Build a component set from its tables: validate each table, create the pieces, compute the digest.

Raises ``ComponentError`` for a table that cannot be used. A usable set that contradicts the rulebooks is a variant.
"""

from collections.abc import Mapping
from hashlib import blake2b
from itertools import count

import msgspec

from rokoko_core.components.rulebook_facts import deviations
from rokoko_core.components.schema import (
    LEAST_DECK,
    MOST_PLAYERS,
    BarryFile,
    BoardsFile,
    CardEntry,
    DecorationEntry,
    DressesFile,
    EmployeesFile,
    ExpansionDressesFile,
    HallEntry,
    JewelryCardEntry,
    ResourceEntry,
    ResourcesFile,
    SideEntry,
    Silk,
    Spot,
    check_silk,
    convert_table,
    error_at,
)
from rokoko_core.components.table_errors import FaultDetails, TableFault, met
from rokoko_core.components.tables import (
    BarryCard,
    Card,
    ComponentSet,
    DecorationSpace,
    Dress,
    GuestSpace,
    Jeweler,
    Prices,
    Side,
    Tile,
)
from rokoko_core.terms import BARRY_TARGETS, SPECIALIST_BONUS, BarryTarget, DecorationKind, Expansion, Notions, Rank

BOARDS = "boards.toml"
DRESSES = "dresses.toml"
EXPANSION_DRESSES = "dresses_expansions.toml"
BARRY = "du_barry.toml"
EMPLOYEES = "employees.toml"
RESOURCES = "resources.toml"
TABLES = (BOARDS, DRESSES, EXPANSION_DRESSES, BARRY, EMPLOYEES, RESOURCES)
"""The files of a component set."""

Content = dict[str, object]
"""The parsed content of one table."""
Tables = Mapping[str, Content]
"""The content of every table of a set, by file name."""


def encode_tables(tables: Tables) -> bytes:
    """Return all tables as one JSON object, independent of comments, spacing and field order."""
    return msgspec.json.encode(tables, order="sorted")


def compute_digest(content: bytes) -> str:
    """Return the digest of the result of ``encode_tables`` as 16 hex digits."""
    return blake2b(content, digest_size=8).hexdigest()


def assemble(name: str, tables: Tables, own: tuple[str, ...] | None) -> ComponentSet:
    """Build the set ``name`` from ``tables``; ``own`` names the custom tables, None for a shipped set.

    Raises ``ComponentError``.
    """
    boards = _boards(tables[BOARDS])
    employees = _employees(tables[EMPLOYEES])
    content = encode_tables(tables)
    digest = compute_digest(content)
    components = ComponentSet(
        name=name,
        digest=digest,
        key=name if own is None else f"{name}@{digest}",
        prices=_prices(boards),
        sides=tuple(_side(side) for side in boards.side),
        jeweler=_jeweler(boards),
        tiles=_tiles(tables[RESOURCES]),
        dresses=_dresses(tables[DRESSES], tables[EXPANSION_DRESSES]),
        cards=_cards(employees),
        specialists=tuple(
            Card(id=s.id, level=0, rank=Rank.APPRENTICE, bonus=SPECIALIST_BONUS, condition=s.condition)
            for s in employees.specialist
        ),
        barry=_barry(tables[BARRY]),
        own=own or (),
        content=b"" if own is None else content,
    )
    return msgspec.structs.replace(components, deviations=deviations(components))


# ---- boards.toml


def _boards(content: Content) -> BoardsFile:
    """Validate the boards: each hall once per side, one side per player count, a price for each pile."""
    boards = convert_table(BOARDS, content, BoardsFile)
    _check_unique(BOARDS, content, [(("side", i), side.id) for i, side in enumerate(boards.side)])
    sides: dict[int, str] = {}
    prices = len(boards.prices.warehouse)
    for i, side in enumerate(boards.side):
        for place, players in enumerate(side.players):
            if players in sides:
                slip = FaultDetails(TableFault.PLAYERS_TAKEN, limit=players, name=sides[players])
                raise error_at(BOARDS, content, ("side", i, "players", place), slip)
            sides[players] = side.id
        for place, spaces in enumerate(side.segments):
            if spaces > prices:
                slip = FaultDetails(TableFault.TOO_MANY_SPACES, met(spaces), prices, name="[prices]")
                raise error_at(BOARDS, content, ("side", i, "segments", place), slip)
        halls = [hall.number for hall in side.hall]
        for place, hall in enumerate(halls):
            if hall in halls[:place]:
                slip = FaultDetails(TableFault.HALL_TWICE, limit=hall)
                raise error_at(BOARDS, content, ("side", i, "hall", place, "number"), slip)
    for players in range(1, MOST_PLAYERS + 1):
        if players not in sides:
            raise error_at(BOARDS, content, ("side",), FaultDetails(TableFault.NO_SIDE, limit=players))
    if not any(boards.jeweler.tiles.bales):
        raise error_at(BOARDS, content, ("jeweler", "tiles"), FaultDetails(TableFault.NO_JEWEL))
    return boards


def _prices(boards: BoardsFile) -> Prices:
    depute = boards.depute
    return Prices(
        warehouse=boards.prices.warehouse,
        hire=boards.prices.hire,
        exam=boards.prices.exam,
        livre=boards.start.livre,
        yarn=boards.start.yarn,
        lace=boards.start.lace,
        depute={Rank.MASTER: depute.master, Rank.JOURNEYMAN: depute.journeyman, Rank.APPRENTICE: depute.apprentice},
    )


def _jeweler(boards: BoardsFile) -> Jeweler:
    return Jeweler(
        display=boards.jeweler.display,
        decorations=_numbered(_decorations(DecorationKind.JEWELER, boards.jeweler.decorations)),
        tiles=boards.jeweler.tiles.bales,
    )


def _side(side: SideEntry) -> Side:
    halls = sorted(side.hall, key=lambda hall: hall.number)
    return Side(
        id=side.id,
        players=side.players,
        windows=side.windows,
        segments=side.segments,
        all_halls=side.all_halls,
        fireworks_majority=side.fireworks_majority,
        majorities=tuple(hall.majority for hall in halls),
        decorations=_side_decorations(side, halls),
        guests=_guests(halls),
    )


def _side_decorations(side: SideEntry, halls: list[HallEntry]) -> tuple[DecorationSpace, ...]:
    fireworks = [
        DecorationSpace(
            index=0,
            id=f"{DecorationKind.FIREWORKS}-{number}",
            kind=DecorationKind.FIREWORKS,
            cost=space.cost,
            prestige=space.prestige,
            multiplier=space.multiplier,
        )
        for number, space in enumerate(side.fireworks, 1)
    ]
    musicians = [
        msgspec.structs.replace(space, hall=hall.number)
        for hall in halls
        for space in _decorations(DecorationKind.MUSICIAN, (hall.musician,), hall.number)
    ]
    return _numbered(
        [
            *fireworks,
            *musicians,
            *_decorations(DecorationKind.STATUE, side.statues),
            *_decorations(DecorationKind.FOUNTAIN_UPPER, side.fountain_upper),
            *_decorations(DecorationKind.FOUNTAIN_LOWER, side.fountain_lower),
        ]
    )


def _decorations(kind: DecorationKind, entries: tuple[DecorationEntry, ...], first: int = 1) -> list[DecorationSpace]:
    return [
        DecorationSpace(index=0, id=f"{kind}-{number}", kind=kind, cost=entry.cost, prestige=entry.prestige)
        for number, entry in enumerate(entries, first)
    ]


def _numbered(spaces: list[DecorationSpace]) -> tuple[DecorationSpace, ...]:
    return tuple(msgspec.structs.replace(space, index=index) for index, space in enumerate(spaces))


def _guests(halls: list[HallEntry]) -> tuple[GuestSpace, ...]:
    index = count()
    return tuple(
        _guest(next(index), hall.number, number, notation)
        for hall in halls
        for number, notation in enumerate(hall.spaces, 1)
    )


def _guest(index: int, hall: int, number: int, notation: str) -> GuestSpace:
    """Parse ``kind[:reward]``; the schema has validated the notation."""
    kind, _, reward = notation.partition(":")
    return GuestSpace(
        index=index,
        id=f"{hall}.{number}",
        hall=hall,
        master=kind == "master",
        livre=int(reward.removeprefix("livre-")) if reward.startswith("livre-") else 0,
        yarn=int(reward == "yarn"),
        lace=int(reward == "lace"),
        tile=reward == "tile",
    )


# ---- resources.toml


def _tiles(content: Content) -> tuple[Tile, ...]:
    resources = convert_table(RESOURCES, content, ResourcesFile)
    entries: list[tuple[Spot, ResourceEntry]] = [
        *((("resource", i), entry) for i, entry in enumerate(resources.resource)),
        *((("fancy_resource", i), entry) for i, entry in enumerate(resources.fancy_resource)),
    ]
    check_silk(RESOURCES, content, [(path, entry.silk) for path, entry in entries])
    first: dict[str, Spot] = {}
    for path, entry in entries:
        if other := first.get(entry.id):
            slip = FaultDetails(TableFault.SAME_TILE, known=(entry.id,), name=f"{other[0]} {int(other[1]) + 1}")
            raise error_at(RESOURCES, content, (*path, "silk"), slip)
        first[entry.id] = path
    return tuple(
        Tile(
            id=entry.id,
            silk=entry.silk.bales,
            yarn=int(entry.notions is not Notions.LACE),
            lace=int(entry.notions is not Notions.YARN),
            either=entry.notions is Notions.EITHER,
            count=entry.count,
            fancy=path[0] == "fancy_resource",
        )
        for path, entry in entries
    )


# ---- dresses.toml and dresses_expansions.toml


def _dresses(base: Content, more: Content) -> tuple[Dress, ...]:
    plain = convert_table(DRESSES, base, DressesFile).dress
    special = convert_table(EXPANSION_DRESSES, more, ExpansionDressesFile).dress
    in_base = _check_unique(DRESSES, base, [(("dress", i), dress.id) for i, dress in enumerate(plain)])
    _check_unique(EXPANSION_DRESSES, more, [(("dress", i), dress.id) for i, dress in enumerate(special)], in_base)
    for file, content, silks in (
        (DRESSES, base, [dress.silk for dress in plain]),
        (EXPANSION_DRESSES, more, [dress.silk for dress in special]),
    ):
        spots: list[tuple[Spot, Silk]] = [(("dress", i), silk) for i, silk in enumerate(silks)]
        check_silk(file, content, spots)
    return (
        *(Dress(d.id, d.colour, d.silk.bales, d.yarn, d.lace, d.master_only, d.value, d.prestige) for d in plain),
        *(
            Dress(
                *(d.id, d.colour, d.silk.bales, d.yarn, d.lace, d.master_only, d.value, d.prestige),
                expansion=Expansion(d.expansion),
                sellable=d.sellable,
                effect=d.effect,
                needs=d.needs,
            )
            for d in special
        ),
    )


# ---- employees.toml


def _employees(content: Content) -> EmployeesFile:
    """Validate the cards: unique ids, a crown on exactly the final-scoring bonuses, a full base deck."""
    employees = convert_table(EMPLOYEES, content, EmployeesFile)
    cards: list[tuple[Spot, CardEntry | JewelryCardEntry]] = [
        *((("card", i), card) for i, card in enumerate(employees.card)),
        *((("jewelry_card", i), card) for i, card in enumerate(employees.jewelry_card)),
    ]
    specialists: list[tuple[Spot, str]] = [(("specialist", i), s.id) for i, s in enumerate(employees.specialist)]
    _check_unique(EMPLOYEES, content, [(path, card.id) for path, card in cards] + specialists)
    for path, card in cards:
        if card.end_game != card.bonus.crown:
            slip = FaultDetails(TableFault.NO_CROWN if card.end_game else TableFault.CROWN, name=card.bonus)
            raise error_at(EMPLOYEES, content, (*path, "end_game"), slip)
    base = sum(card.count for card in employees.card if card.level == 0)
    if base < LEAST_DECK:
        raise error_at(EMPLOYEES, content, ("card",), FaultDetails(TableFault.SHORT_DECK, met(base), LEAST_DECK))
    return employees


def _cards(employees: EmployeesFile) -> tuple[Card, ...]:
    return (
        *(Card(c.id, c.level, c.rank, c.bonus, c.end_game, c.count) for c in employees.card),
        *(Card(c.id, c.level, c.rank, c.bonus, c.end_game, jewelry=True) for c in employees.jewelry_card),
    )


# ---- du_barry.toml


def _barry(content: Content) -> tuple[BarryCard, ...]:
    cards = convert_table(BARRY, content, BarryFile).card
    _check_unique(BARRY, content, [(("card", i), card.id) for i, card in enumerate(cards)])
    for i, card in enumerate(cards):
        if card.target not in BARRY_TARGETS[card.action]:
            slip = FaultDetails(TableFault.TARGET, known=BARRY_TARGETS[card.action], name=card.action)
            raise error_at(BARRY, content, ("card", i, "target"), slip)
    return tuple(BarryCard(card.id, card.action, card.hall, card.jewel, BarryTarget(card.target)) for card in cards)


def _check_unique(
    file: str, content: Content, ids: list[tuple[Spot, str]], taken: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Return ``taken`` with ``ids`` added. Raises ``ComponentError`` for the first duplicate."""
    seen = set(taken)
    for path, name in ids:
        if name in seen:
            raise error_at(file, content, (*path, "id"), FaultDetails(TableFault.TWICE))
        seen.add(name)
    return frozenset(seen)
