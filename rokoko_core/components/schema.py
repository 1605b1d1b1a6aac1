"""Schema of the component tables: one raw struct per kind of entry, and typed validation errors.

The structs mirror the TOML tables field by field. ``assembly`` converts them into the pieces of ``tables``.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeVar, get_args

import msgspec
from msgspec import Meta

from rokoko_core.components.table_errors import ComponentError, FaultDetails, Kind, TableFault, met, value_at
from rokoko_core.safe_text import shorten
from rokoko_core.terms import (
    COLOURS,
    Bales,
    BarryAction,
    Bonus,
    Colour,
    Condition,
    DressEffect,
    Expansion,
    JewelSymbol,
    Notions,
    Rank,
)

DressSet = Literal["fancy", "festivity", "expert"]
"""The expansions that have dresses of their own."""

HALLS = 5
HIRE_SPACES = 4
SEGMENTS = 3
LEAST_DECK = 4
"""The minimum size of a deck (DEP-2), and so of the starting deck."""
MOST_PLAYERS = 5

_ID = r"^[A-Za-z0-9][A-Za-z0-9._-]{0,39}\Z"
_SPACE = r"^(guest|master)(:(livre-[1-9][0-9]?|yarn|lace|tile))?\Z"

# The upper bounds keep a typing error from filling the memory with tiles.
Figure = Annotated[int, Meta(ge=0, le=999)]
Copies = Annotated[int, Meta(ge=1, le=99)]
Hall = Annotated[int, Meta(ge=1, le=HALLS)]
Id = Annotated[str, Meta(pattern=_ID)]
Space = Annotated[str, Meta(pattern=_SPACE)]
Figures = Annotated[tuple[Figure, ...], Meta(min_length=1)]


class Raw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base class of the parts of a table."""


class Silk(Raw, frozen=True):
    """Amounts by colour; a missing colour is 0."""

    yellow: Figure = 0
    green: Figure = 0
    red: Figure = 0
    blue: Figure = 0

    @property
    def bales(self) -> Bales:
        """The amounts in the order of ``COLOURS``."""
        return (self.yellow, self.green, self.red, self.blue)


class PricesTable(Raw, frozen=True):
    """``[prices]`` of boards.toml, in Livre."""

    warehouse: Figures
    hire: Annotated[tuple[Figure, ...], Meta(min_length=HIRE_SPACES, max_length=HIRE_SPACES)]
    exam: Figure


class StartTable(Raw, frozen=True):
    """``[start]`` of boards.toml."""

    livre: Figure
    yarn: Figure
    lace: Figure


class DeputeTable(Raw, frozen=True):
    """``[depute]`` of boards.toml, in Livre."""

    master: Figure
    journeyman: Figure
    apprentice: Figure


class DecorationEntry(Raw, frozen=True):
    """A musician, statue, fountain or Jeweler space."""

    cost: Figure
    prestige: Figure = 0


class FireworksEntry(Raw, frozen=True):
    """A fireworks space."""

    cost: Figure
    multiplier: Annotated[int, Meta(ge=1, le=9)]
    prestige: Figure = 0


class HallEntry(Raw, frozen=True):
    """``[[side.hall]]``."""

    number: Hall
    majority: tuple[Figure, Figure]
    musician: DecorationEntry
    spaces: Annotated[tuple[Space, ...], Meta(min_length=1)]


Decorations = Annotated[tuple[DecorationEntry, ...], Meta(min_length=1)]


class SideEntry(Raw, frozen=True):
    """``[[side]]`` of boards.toml."""

    id: Id
    players: Annotated[tuple[Annotated[int, Meta(ge=1, le=MOST_PLAYERS)], ...], Meta(min_length=1)]
    windows: Annotated[tuple[Figure, ...], Meta(min_length=2)]
    segments: Annotated[tuple[Annotated[int, Meta(ge=1, le=99)], ...], Meta(min_length=SEGMENTS, max_length=SEGMENTS)]
    all_halls: Figures
    fireworks_majority: tuple[Figure, Figure]
    fireworks: Annotated[tuple[FireworksEntry, ...], Meta(min_length=1)]
    statues: Decorations
    fountain_upper: Decorations
    fountain_lower: Decorations
    hall: Annotated[tuple[HallEntry, ...], Meta(min_length=HALLS, max_length=HALLS)]


class JewelerTable(Raw, frozen=True):
    """``[jeweler]`` of boards.toml."""

    display: Figures
    decorations: Decorations
    tiles: Silk


class BoardsFile(Raw, frozen=True):
    """boards.toml."""

    prices: PricesTable
    start: StartTable
    depute: DeputeTable
    side: Annotated[tuple[SideEntry, ...], Meta(min_length=1)]
    jeweler: JewelerTable


class DressEntry(Raw, frozen=True):
    """``[[dress]]`` of dresses.toml."""

    id: Id
    colour: Colour
    silk: Silk
    yarn: Figure
    lace: Figure
    master_only: bool
    value: Figure
    prestige: Figure


class ExpansionDressEntry(DressEntry, frozen=True):
    """``[[dress]]`` of dresses_expansions.toml."""

    expansion: DressSet = msgspec.field(name="set")
    sellable: bool
    effect: DressEffect | None = None
    needs: Expansion | None = None


class DressesFile(Raw, frozen=True):
    """dresses.toml."""

    dress: Annotated[tuple[DressEntry, ...], Meta(min_length=1)]


class ExpansionDressesFile(Raw, frozen=True):
    """dresses_expansions.toml."""

    dress: Annotated[tuple[ExpansionDressEntry, ...], Meta(min_length=1)]


class ResourceEntry(Raw, frozen=True):
    """``[[resource]]`` and ``[[fancy_resource]]`` of resources.toml."""

    silk: Silk
    notions: Notions
    count: Copies

    @property
    def id(self) -> str:
        """A letter per bale in colour order, then the notions, such as ``"yg:yarn/lace"``."""
        letters = "".join(colour[0] * bales for colour, bales in zip(COLOURS, self.silk.bales, strict=True))
        return f"{letters}:{self.notions}"


class ResourcesFile(Raw, frozen=True):
    """resources.toml."""

    resource: Annotated[tuple[ResourceEntry, ...], Meta(min_length=1)]
    fancy_resource: Annotated[tuple[ResourceEntry, ...], Meta(min_length=1)]


class CardEntry(Raw, frozen=True):
    """``[[card]]`` of employees.toml."""

    id: Id
    level: Annotated[int, Meta(ge=0, le=6)]
    rank: Rank
    bonus: Bonus
    count: Copies = 1
    end_game: bool = False


class JewelryCardEntry(Raw, frozen=True):
    """``[[jewelry_card]]`` of employees.toml: examination cards, of level 2 or 5 (JB-1)."""

    id: Id
    level: Literal[2, 5]
    rank: Rank
    bonus: Bonus
    end_game: bool = False


class SpecialistEntry(Raw, frozen=True):
    """``[[specialist]]`` of employees.toml."""

    id: Id
    condition: Condition


class EmployeesFile(Raw, frozen=True):
    """employees.toml."""

    card: Annotated[tuple[CardEntry, ...], Meta(min_length=1)]
    jewelry_card: Annotated[tuple[JewelryCardEntry, ...], Meta(min_length=1)]
    specialist: Annotated[tuple[SpecialistEntry, ...], Meta(min_length=MOST_PLAYERS)]


class BarryEntry(Raw, frozen=True):
    """``[[card]]`` of du_barry.toml."""

    id: Id
    action: BarryAction
    hall: Hall
    jewel: JewelSymbol
    target: str = ""


class BarryFile(Raw, frozen=True):
    """du_barry.toml."""

    card: Annotated[tuple[BarryEntry, ...], Meta(min_length=4)]
    """At least the hand of one round (SOLO-2)."""


Table = TypeVar("Table", bound=Raw)
Spot = tuple[str | int, ...]
"""The path to a value in a table, such as ``("side", 0, "hall", 2, "majority")``."""


def convert_table(file: str, content: Mapping[str, object], schema: type[Table]) -> Table:
    """Convert the content of one table file to its struct. Raises ``ComponentError`` for the first invalid value."""
    try:
        return msgspec.convert(content, schema)
    except msgspec.ValidationError as error:
        raise error_at(file, content, *misfit(error, content)) from None


def error_at(file: str, content: Mapping[str, object], path: Spot, slip: FaultDetails) -> ComponentError:
    """Return the error for the value at ``path``, with entry and field as the author of the table names them."""
    entries: list[str] = []
    rest = list(path)
    value: object = content
    while rest and rest[0] in _ENTRIES and len(rest) > 1 and isinstance(rest[1], int):
        name, index = str(rest.pop(0)), int(str(rest.pop(0)))
        value = value_at(value_at(value, name), index)
        entries.append(f"{name} {_label(value, index)}")
    if not entries and len(rest) > 1:
        entries.append(str(rest.pop(0)))
    return ComponentError(file, ", ".join(entries), format_path(tuple(rest)), slip)


def format_path(path: Spot) -> str:
    """Format a path for people, counting from 1: ``"fireworks.2.cost"``."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path)


def check_silk(file: str, content: Mapping[str, object], entries: Iterable[tuple[Spot, Silk]]) -> None:
    """Raise ``ComponentError`` for an entry without silk."""
    for path, silk in entries:
        if not any(silk.bales):
            raise error_at(file, content, (*path, "silk"), FaultDetails(TableFault.NO_BALE))


_MISSING = "Object missing required field `"
_UNKNOWN = "Object contains unknown field `"
_ENTRIES = frozenset({"dress", "resource", "fancy_resource", "card", "jewelry_card", "specialist", "side", "hall"})
_KINDS = {"int": Kind.NUMBER, "str": Kind.TEXT, "bool": Kind.TRUTH, "array": Kind.LIST, "object": Kind.TABLE}
_WORDS: dict[str | int, tuple[object, ...]] = {
    "colour": tuple(Colour),
    "rank": tuple(Rank),
    "needs": tuple(Expansion),
    "notions": tuple(Notions),
    "set": get_args(DressSet),
    "effect": tuple(DressEffect),
    "condition": tuple(Condition),
    "action": tuple(BarryAction),
    "jewel": tuple(JewelSymbol),
    "level": (2, 5),
}
_PATTERNS = {"livre": TableFault.NOT_A_SPACE, "A-Za": TableFault.NOT_AN_ID}
_LENGTHS = {">= ": TableFault.TOO_SHORT, "<= ": TableFault.TOO_LONG, "": TableFault.WRONG_LENGTH}


def misfit(error: msgspec.ValidationError, content: object) -> tuple[Spot, FaultDetails]:
    """Return the path and the kind of the mismatch that a msgspec error reports about ``content``."""
    what, _, at = str(error).rpartition(" - at `") if " - at `" in str(error) else (str(error), "", "")
    path = tuple(int(number) if number else name for name, number in re.findall(r"\.(\w+)|\[(\d+)\]", at))
    for phrase, code in ((_MISSING, TableFault.MISSING), (_UNKNOWN, TableFault.UNKNOWN_FIELD)):
        if what.startswith(phrase):
            return (*path, shorten(what[len(phrase) :].rstrip("`"))), FaultDetails(code)
    value: object = content
    for part in path:
        value = value_at(value, part)
    return path, _slip(what, path, value)


def _slip(what: str, path: Spot, value: object) -> FaultDetails:
    if what.startswith("Invalid enum value"):
        words = _WORDS.get(path[-1], ()) if path else ()
        return FaultDetails(TableFault.UNKNOWN_WORD, met(value), known=tuple(str(word) for word in words))
    if "matching regex" in what:
        return FaultDetails(next(code for part, code in _PATTERNS.items() if part in what), met(value))
    if bound := re.match(r"Expected `int` (>=|<=) (\d+)", what):
        code = TableFault.TOO_LITTLE if bound[1] == ">=" else TableFault.TOO_MUCH
        return FaultDetails(code, met(value), int(bound[2]))
    if size := re.match(r"Expected `array` of length (>= |<= |)(\d+)", what):
        return FaultDetails(_LENGTHS[size[1]], met(len(value) if isinstance(value, list) else 0), int(size[2]))
    required = re.match(r"Expected `(\w+)", what)
    kind = _KINDS.get(required[1], Kind.OTHER) if required else Kind.OTHER
    return FaultDetails(TableFault.WRONG_KIND, met(value), kind=kind)


def _label(entry: object, index: int) -> str:
    """Name an entry by its id, else its number, else its position counted from 1."""
    if isinstance(name := value_at(entry, "id"), str) and name:
        return f'"{shorten(name)}"'
    number = value_at(entry, "number")
    return met(number).text if isinstance(number, int) and not isinstance(number, bool) else str(index + 1)
