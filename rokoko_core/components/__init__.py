"""The component tables: read from TOML, checked, and turned into the game's pieces.

``load_components`` reads the shipped tables or an owner's folder; ``components_named`` finds the set a setup names.
A table that cannot be used raises ``ComponentError``; a usable set that contradicts the rulebooks is a variant.
"""

from functools import cache
from hashlib import blake2b
from itertools import count
from pathlib import Path

import msgspec

from rokoko_core.components.schema import (
    BONUSES,
    CONDITIONS,
    CROWN,
    EFFECTS,
    LEAST_DECK,
    MOST_PLAYERS,
    SPECIALIST_BONUS,
    TARGETS,
    BarryFile,
    BoardsFile,
    CardEntry,
    ComponentError,
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
    at_least_one_bale,
    checked,
    error_at,
)
from rokoko_core.components.tables import (
    BarryCard,
    Card,
    ComponentSet,
    DecorationSpace,
    Deviation,
    Dress,
    GuestSpace,
    Jeweler,
    Prices,
    Side,
    Tile,
)
from rokoko_core.terms import DecorationKind, Expansion, Rank

__all__ = [
    "BONUSES",
    "CONDITIONS",
    "EFFECTS",
    "SHIPPED",
    "TABLES",
    "ComponentError",
    "ComponentSet",
    "Deviation",
    "UnknownComponents",
    "components_named",
    "load_components",
    "register",
]

SHIPPED = "reconstructed-1"
"""Name of the set that comes with the program."""

BOARDS = "boards.toml"
DRESSES = "dresses.toml"
EXPANSION_DRESSES = "dresses_expansions.toml"
BARRY = "du_barry.toml"
EMPLOYEES = "employees.toml"
RESOURCES = "resources.toml"
TABLES = (BOARDS, DRESSES, EXPANSION_DRESSES, BARRY, EMPLOYEES, RESOURCES)
"""The files of a component set."""

_MOST_BYTES = 1_000_000

Content = dict[str, object]


class UnknownComponents(LookupError):
    """No component set of this ``name`` is known; its folder has to be given again."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f'no component set named "{name}" is known')


_registered: dict[str, ComponentSet] = {}


def register(components: ComponentSet) -> None:
    """Makes a set known by its name, in place of an earlier one of that name; the shipped set stays what it is."""
    _registered[components.name] = components


def components_named(name: str) -> ComponentSet:
    """The shipped set or the registered one of this name; raises ``UnknownComponents``."""
    if name == SHIPPED:
        return load_components()
    try:
        return _registered[name]
    except KeyError:
        raise UnknownComponents(name) from None


def load_components(folder: Path | None = None) -> ComponentSet:
    """The set in ``folder``, with the shipped file for each table that is not there; None: the shipped set, read once.

    Raises ``ComponentError`` when the folder holds no table or a table cannot be used.
    """
    return _shipped() if folder is None else _owned(folder)


@cache
def _shipped() -> ComponentSet:
    from rokoko_core.components.facts import RECONSTRUCTED

    return _assembled(SHIPPED, _shipped_tables(), tuple(RECONSTRUCTED.items()))


@cache
def _shipped_tables() -> dict[str, Content]:
    return {table: _content(Path(__file__).parent / table) for table in TABLES}


def _owned(folder: Path) -> ComponentSet:
    from rokoko_core.components.facts import OWNED, RECONSTRUCTED

    name = folder.resolve().name or "own"
    own = _own_tables(folder)
    tables = _shipped_tables() | {table: _content(folder / table) for table in own}
    found = _assembled(name, tables, tuple((t, OWNED if t in own else RECONSTRUCTED[t]) for t in TABLES))
    if name == SHIPPED and found.digest != _shipped().digest:
        raise ComponentError(str(folder), "", "", f'the folder needs a name of its own, "{SHIPPED}" is the shipped set')
    return found


def _own_tables(folder: Path) -> tuple[str, ...]:
    try:
        written = {path.name for path in folder.iterdir() if path.name.endswith(".toml")}
    except OSError as error:
        raise ComponentError(str(folder), "", "", f"the folder cannot be read ({error.strerror})") from None
    if unknown := sorted(written - set(TABLES)):
        raise ComponentError(unknown[0], "", "", f"there is no such table; the tables are {', '.join(TABLES)}")
    if not written:
        raise ComponentError(str(folder), "", "", f"the folder holds none of the tables {', '.join(TABLES)}")
    return tuple(table for table in TABLES if table in written)


def _content(path: Path) -> Content:
    """What a TOML file says; every way it can be unreadable is a ``ComponentError``."""
    import tomllib  # costs 5 ms that a program which never loads a table need not pay

    try:
        if not path.is_file():
            raise ComponentError(path.name, "", "", "this is not a file")
        if path.stat().st_size > _MOST_BYTES:
            raise ComponentError(path.name, "", "", f"the file is larger than {_MOST_BYTES} bytes")
        return tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise ComponentError(path.name, "", "", f"the file cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise ComponentError(path.name, "", "", "the file is not UTF-8 text") from None
    except ComponentError:
        raise
    except (ValueError, RecursionError) as error:
        reason = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "a value is too long or too deep"
        raise ComponentError(path.name, "", "", f"the file is not TOML: {reason}") from None


def _assembled(name: str, tables: dict[str, Content], reconstructed: tuple[tuple[str, str], ...]) -> ComponentSet:
    from rokoko_core.components.facts import deviations

    boards = _boards(tables[BOARDS])
    employees = _employees(tables[EMPLOYEES])
    components = ComponentSet(
        name=name,
        digest=_digest(tables),
        prices=_prices(boards),
        sides=tuple(_side(side) for side in boards.side),
        jeweler=Jeweler(
            display=boards.jeweler.display,
            decorations=_numbered(_decorations(DecorationKind.JEWELER, boards.jeweler.decorations)),
            tiles=boards.jeweler.tiles.bales,
        ),
        tiles=_tiles(tables[RESOURCES]),
        dresses=_dresses(tables[DRESSES], tables[EXPANSION_DRESSES]),
        cards=_cards(employees),
        specialists=tuple(
            Card(id=s.id, level=0, rank=Rank.APPRENTICE, bonus=SPECIALIST_BONUS, condition=s.condition)
            for s in employees.specialist
        ),
        barry=_barry(tables[BARRY]),
        reconstructed=reconstructed,
    )
    return msgspec.structs.replace(components, deviations=deviations(components))


def _digest(tables: dict[str, Content]) -> str:
    """16 hex digits over what all tables say, whatever their comments, spacing and order of fields."""
    return blake2b(msgspec.json.encode(tables, order="sorted"), digest_size=8).hexdigest()


# ---- boards.toml


def _boards(content: Content) -> BoardsFile:
    """The checked boards: each hall once per side, one side for each number of players, a price for each pile."""
    boards = checked(BOARDS, content, BoardsFile)
    _unlike(BOARDS, content, [(("side", i), side.id) for i, side in enumerate(boards.side)])
    sides: dict[int, str] = {}
    prices = len(boards.prices.warehouse)
    for i, side in enumerate(boards.side):
        for place, players in enumerate(side.players):
            if players in sides:
                problem = f'{players} players already use side "{sides[players]}"'
                raise error_at(BOARDS, content, ("side", i, "players", place), problem)
            sides[players] = side.id
        for place, spaces in enumerate(side.segments):
            if spaces > prices:
                problem = (
                    f"at most {prices} spaces can be used, as [prices] has {prices} warehouse prices, found {spaces}"
                )
                raise error_at(BOARDS, content, ("side", i, "segments", place), problem)
        halls = [hall.number for hall in side.hall]
        for place, hall in enumerate(halls):
            if hall in halls[:place]:
                raise error_at(
                    BOARDS, content, ("side", i, "hall", place, "number"), f"the side already has a hall {hall}"
                )
    for players in range(1, MOST_PLAYERS + 1):
        if players not in sides:
            raise error_at(BOARDS, content, ("side",), f"no side is for {players} player{'s' if players > 1 else ''}")
    if not any(boards.jeweler.tiles.bales):
        raise error_at(BOARDS, content, ("jeweler", "tiles"), "at least one jewel is needed")
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
        depute={
            Rank.MASTER: depute.master,
            Rank.JOURNEYMAN: depute.journeyman,
            Rank.APPRENTICE: depute.apprentice,
        },
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
        _guest(next(index), hall.number, number, written)
        for hall in halls
        for number, written in enumerate(hall.spaces, 1)
    )


def _guest(index: int, hall: int, number: int, written: str) -> GuestSpace:
    """The space that is written ``kind[:reward]``, as the schema has checked."""
    kind, _, reward = written.partition(":")
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
    resources = checked(RESOURCES, content, ResourcesFile)
    entries: list[tuple[Spot, ResourceEntry]] = [
        *((("resource", i), entry) for i, entry in enumerate(resources.resource)),
        *((("fancy_resource", i), entry) for i, entry in enumerate(resources.fancy_resource)),
    ]
    at_least_one_bale(RESOURCES, content, [(path, entry.silk) for path, entry in entries])
    first: dict[str, Spot] = {}
    for path, entry in entries:
        if other := first.get(entry.id):
            problem = f"{other[0]} {int(other[1]) + 1} is the same tile {entry.id}; change its count instead"
            raise error_at(RESOURCES, content, (*path, "silk"), problem)
        first[entry.id] = path
    return tuple(
        Tile(
            id=entry.id,
            silk=entry.silk.bales,
            yarn=int("yarn" in entry.notions),
            lace=int("lace" in entry.notions),
            either="/" in entry.notions,
            count=entry.count,
            fancy=path[0] == "fancy_resource",
        )
        for path, entry in entries
    )


# ---- dresses.toml and dresses_expansions.toml


def _dresses(base: Content, more: Content) -> tuple[Dress, ...]:
    plain = checked(DRESSES, base, DressesFile).dress
    special = checked(EXPANSION_DRESSES, more, ExpansionDressesFile).dress
    in_base = _unlike(DRESSES, base, [(("dress", i), dress.id) for i, dress in enumerate(plain)])
    _unlike(EXPANSION_DRESSES, more, [(("dress", i), dress.id) for i, dress in enumerate(special)], in_base)
    for file, content, silks in (
        (DRESSES, base, [dress.silk for dress in plain]),
        (EXPANSION_DRESSES, more, [dress.silk for dress in special]),
    ):
        spots: list[tuple[Spot, Silk]] = [(("dress", i), silk) for i, silk in enumerate(silks)]
        at_least_one_bale(file, content, spots)
    return (
        *(Dress(d.id, d.colour, d.silk.bales, d.yarn, d.lace, d.master_only, d.value, d.prestige) for d in plain),
        *(
            Dress(
                *(d.id, d.colour, d.silk.bales, d.yarn, d.lace, d.master_only, d.value, d.prestige),
                expansion=Expansion(d.expansion),
                sellable=d.sellable,
                effect=d.effect or "",
                needs=d.needs,
            )
            for d in special
        ),
    )


# ---- employees.toml


def _employees(content: Content) -> EmployeesFile:
    """The checked cards: no id twice, a crown on exactly the bonuses of the final scoring, a full base deck."""
    employees = checked(EMPLOYEES, content, EmployeesFile)
    cards: list[tuple[Spot, CardEntry | JewelryCardEntry]] = [
        *((("card", i), card) for i, card in enumerate(employees.card)),
        *((("jewelry_card", i), card) for i, card in enumerate(employees.jewelry_card)),
    ]
    specialists: list[tuple[Spot, str]] = [(("specialist", i), s.id) for i, s in enumerate(employees.specialist)]
    _unlike(EMPLOYEES, content, [(path, card.id) for path, card in cards] + specialists)
    for path, card in cards:
        if card.end_game != card.bonus.startswith(CROWN):
            needed = "false" if card.end_game else "true"
            problem = f'{needed} is needed with the bonus "{card.bonus}"'
            raise error_at(EMPLOYEES, content, (*path, "end_game"), problem)
    base = sum(card.count for card in employees.card if card.level == 0)
    if base < LEAST_DECK:
        problem = f"a player needs at least {LEAST_DECK} cards of level 0 to start with, found {base}"
        raise error_at(EMPLOYEES, content, ("card",), problem)
    return employees


def _cards(employees: EmployeesFile) -> tuple[Card, ...]:
    return (
        *(Card(c.id, c.level, c.rank, c.bonus, c.end_game, c.count) for c in employees.card),
        *(Card(c.id, c.level, c.rank, c.bonus, c.end_game, jewelry=True) for c in employees.jewelry_card),
    )


# ---- du_barry.toml


def _barry(content: Content) -> tuple[BarryCard, ...]:
    cards = checked(BARRY, content, BarryFile).card
    _unlike(BARRY, content, [(("card", i), card.id) for i, card in enumerate(cards)])
    for i, card in enumerate(cards):
        if card.target not in TARGETS[card.action]:
            known = ", ".join(TARGETS[card.action]) or "none"
            problem = f"the action {card.action} cannot aim at this; known: {known}"
            raise error_at(BARRY, content, ("card", i, "target"), problem)
    return tuple(BarryCard(card.id, card.action, card.hall, card.jewel, card.target) for card in cards)


def _unlike(
    file: str, content: Content, ids: list[tuple[Spot, str]], taken: frozenset[str] = frozenset()
) -> frozenset[str]:
    """All ids so far; raises ``ComponentError`` for the first that stands twice."""
    seen = set(taken)
    for path, name in ids:
        if name in seen:
            raise error_at(file, content, (*path, "id"), "the id stands twice")
        seen.add(name)
    return frozenset(seen)
