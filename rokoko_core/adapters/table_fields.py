"""The vector fields of the game, the decision, the turn and the displays."""

from array import array
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import get_args

from rokoko_core.adapters.action_numbers import NAMES, NUMBERS, ONE_MORE
from rokoko_core.adapters.vector_source import (
    ALL_HALLS,
    BARRY_CARDS,
    CARDS,
    COLOUR,
    DECORATIONS,
    DRESSES,
    EACH_CARD,
    EACH_PLAYER,
    EACH_TILE,
    GUESTS,
    JEWELER,
    TILES,
    WAREHOUSE,
    WINDOWS,
    Field,
    Section,
    Vector,
    View,
    count_pieces,
    section,
)
from rokoko_core.components import components_named
from rokoko_core.components.tables import Dress
from rokoko_core.pending import Pending, SilkForPrestige
from rokoko_core.setup import LAST_ROUND, MOST_PLAYERS
from rokoko_core.state import NOBODY
from rokoko_core.terms import DressEffect, Expansion, kebab

_DECISIONS: dict[type, int] = {kind: index for index, kind in enumerate(get_args(Pending))}
_EFFECTS = list(DressEffect)
_EXPANSIONS = list(Expansion)

_A_TILE = 7
"""Numbers for each warehouse space."""
_A_WINDOW = 16 + len(_EFFECTS)
_A_GUEST = MOST_PLAYERS + len(COLOUR) + 1
_DRESS_PLACES = ("windows", "guests", "dress_discard", "dresses_waiting")
_STACKS = ("employee_stack", "tile_stack", "dress_bag", "jewel_bag", "journeyman_deck", "master_deck")


# ---- the game


def _people(vector: Vector, start: int, view: View) -> None:
    vector[start + len(view.table.setup.players) - 1] = 1


def _expansions(vector: Vector, start: int, view: View) -> None:
    for expansion in view.table.setup.expansions:
        vector[start + _EXPANSIONS.index(expansion)] = 1


def _round(vector: Vector, start: int, view: View) -> None:
    vector[start + view.table.round - 1] = 1


def _starts(vector: Vector, start: int, view: View) -> None:
    vector[start + view.relative_seat(view.table.first_player)] = 1


def _favor(vector: Vector, start: int, view: View) -> None:
    if view.table.favor != NOBODY:
        vector[start + view.relative_seat(view.table.favor)] = 1


# ---- the decision


def _moves(vector: Vector, start: int, view: View) -> None:
    if view.pending:
        vector[start + view.relative_seat(view.pending[-1].seat)] = 1


def _current_decision(vector: Vector, start: int, view: View) -> None:
    if view.pending:
        vector[start + _DECISIONS[type(view.pending[-1])]] = 1


def _later_decisions(vector: Vector, start: int, view: View) -> None:
    for decision in view.pending[:-1]:
        vector[start + _DECISIONS[type(decision)]] += 1


def _decided(index: dict[str, int], name: str) -> Callable[[Vector, int, View], None]:
    """Return a writer that marks the piece ``name`` of each pending decision."""

    def write(vector: Vector, start: int, view: View) -> None:
        for decision in view.pending:
            piece = getattr(decision, name, "")
            if piece in index:
                vector[start + index[piece]] = 1

    return write


def _aside(vector: Vector, start: int, view: View) -> None:
    for decision in view.pending:
        if type(decision) is SilkForPrestige:
            for tile in decision.aside:
                if tile in TILES:
                    vector[start + TILES[tile]] += 1


def _chosen(index: dict[str, int], kind: str) -> Callable[[Vector, int, View], None]:
    def write(vector: Vector, start: int, view: View) -> None:
        for number in view.prefix:
            step_kind, _, piece = NAMES[number].partition(" ")
            if step_kind == kind:
                vector[start + index[piece]] += 1

    return write


def _chosen_prestige(vector: Vector, start: int, view: View) -> None:
    vector[start] = view.prefix.count(NUMBERS[ONE_MORE])


# ---- the turn


def _played(vector: Vector, start: int, view: View) -> None:
    if view.table.turn:
        vector[start + CARDS[view.table.turn.card]] = 1


def _turn(vector: Vector, start: int, view: View) -> None:
    if view.table.turn:
        vector[start] = view.table.turn.on_table
        vector[start + 1] = view.table.turn.examined


def _deputed(vector: Vector, start: int, view: View) -> None:
    for card in view.table.turn.deputed if view.table.turn else ():
        vector[start + CARDS[card]] += 1


def _used(vector: Vector, start: int, view: View) -> None:
    for _, card in view.table.turn.used if view.table.turn else ():
        vector[start + CARDS[card]] += 1


# ---- the displays


@lru_cache(maxsize=16)
def _tiles_of(components: str) -> dict[str, Vector]:
    """Return the numbers of a warehouse space with each tile of a component set."""
    return {
        tile.id: array("f", (*tile.silk, tile.yarn, tile.lace, tile.either))
        for tile in components_named(components).tiles
    }


def _warehouse(vector: Vector, start: int, view: View) -> None:
    tiles = _tiles_of(view.box.components.key)
    for tile in view.table.warehouse:
        if tile:
            vector[start : start + _A_TILE] = tiles[tile]
        start += _A_TILE


@lru_cache(maxsize=16)
def _dresses_of(components: str) -> dict[str, Vector]:
    """Return the numbers of a window with each dress of a component set, but its cost."""
    return {dress.id: array("f", _window_numbers(dress)) for dress in components_named(components).dresses}


def _window_numbers(dress: Dress) -> Iterator[float]:
    yield 1
    yield from (dress.colour == colour for colour in COLOUR)
    yield from (*dress.silk, dress.yarn, dress.lace, dress.master_only, dress.value, dress.prestige, dress.sellable)
    yield from (dress.effect == effect for effect in _EFFECTS)


def _windows(vector: Vector, start: int, view: View) -> None:
    dresses = _dresses_of(view.box.components.key)
    for dress, cost in zip(view.table.windows, view.box.windows, strict=True):
        vector[start] = cost
        if dress:
            vector[start + 1 : start + _A_WINDOW] = dresses[dress]
        start += _A_WINDOW


def _dresses(vector: Vector, start: int, view: View) -> None:
    table, size = view.table, len(_DRESS_PLACES)
    for place, dresses in enumerate((table.windows, table.guests, table.dress_discard, table.dresses_waiting), start):
        for dress in dresses:
            if dress:
                vector[place + DRESSES[dress] * size] = 1


def _guests(vector: Vector, start: int, view: View) -> None:
    table = view.table
    for space, id, owner in zip(view.box.guests, table.guests, table.guest_owners, strict=True):
        if id:
            first, dress = start + GUESTS[space.id] * _A_GUEST, view.box.dress[id]
            vector[first + view.relative_seat(owner)] = 1
            vector[first + MOST_PLAYERS + COLOUR[dress.colour]] = 1
            vector[first + _A_GUEST - 1] = dress.prestige


def _decorations(vector: Vector, start: int, view: View) -> None:
    for space, owner in zip(view.box.decorations, view.table.decorations, strict=True):
        if owner != NOBODY:
            vector[start + DECORATIONS[space.id] * MOST_PLAYERS + view.relative_seat(owner)] = 1


def _all_halls(vector: Vector, start: int, view: View) -> None:
    for space, owner in enumerate(view.table.all_halls):
        if owner != NOBODY:
            vector[start + space * MOST_PLAYERS + view.relative_seat(owner)] = 1


def _jeweler(vector: Vector, start: int, view: View) -> None:
    for space, jewel in enumerate(view.table.jewels):
        if jewel:
            vector[start + space * len(COLOUR) + COLOUR[jewel]] = 1


def _stacks(vector: Vector, start: int, view: View) -> None:
    for number, stack in enumerate(_STACKS):
        vector[start + number] = len(getattr(view.table, stack))


def _specialist(vector: Vector, start: int, view: View) -> None:
    if view.specialist:
        vector[start + CARDS[view.specialist]] = 1


# ---- Madame du Barry


def _barry(vector: Vector, start: int, view: View) -> None:
    if view.table.barry:
        vector[start] = len(view.table.barry.hand)
        vector[start + 1] = len(view.table.barry.supply)


def _barry_discard(vector: Vector, start: int, view: View) -> None:
    for card in view.table.barry.discard if view.table.barry else ():
        vector[start + BARRY_CARDS[card]] = 1


def _cards(name: str, what: str, write: Callable[[Vector, int, View], None]) -> Field:
    return Field(name, len(CARDS), f"{EACH_CARD}, {what}", write)


def _tiles(name: str, what: str, write: Callable[[Vector, int, View], None]) -> Field:
    return Field(name, len(TILES), f"{EACH_TILE}, {what}", write)


def _players(name: str, what: str, write: Callable[[Vector, int, View], None]) -> Field:
    return Field(name, MOST_PLAYERS, f"{EACH_PLAYER}, {what}", write)


_KINDS = ", ".join(kebab(kind.__name__) for kind in _DECISIONS)

GAME = section(
    "table.setup table.round table.first_player table.favor",
    Field("people", MOST_PLAYERS, "1 at the number of players, from 1", _people),
    Field("expansions", len(_EXPANSIONS), f"1 for each in play: {', '.join(_EXPANSIONS)}", _expansions),
    Field("round", LAST_ROUND, "1 at the round, from 1", _round),
    _players("starts", "1 for the starting player", _starts),
    _players("favor", "1 for the holder of the Favor card", _favor),
)
DECISION = section(
    "pending",
    _players("moves", "1 for the player to move", _moves),
    Field("asked", len(_DECISIONS), f"1 at the kind of the current decision: {_KINDS}", _current_decision),
    Field("waiting", len(_DECISIONS), "for each kind of decision, number of later ones pending", _later_decisions),
    _cards("bonuses", "1 if a pending decision is about its bonus", _decided(CARDS, "card")),
    Field(
        "dress",
        len(DRESSES),
        "for each dress, 1 if it is being made or placed, or takes effect",
        _decided(DRESSES, "dress"),
    ),
    _tiles("tile", "1 if it was just taken and is to be kept or discarded", _decided(TILES, "tile")),
    Field(
        "jewel",
        len(COLOUR),
        "for each colour, 1 if a jewel of it was bought with the dress",
        _decided(COLOUR, "jewel"),
    ),
    _tiles("aside", "number to be surrendered for prestige", _aside),
)
CHOSEN = section(
    "prefix",
    _cards("told-cards", "number chosen for the hand so far", _chosen(CARDS, "choose-hand")),
    _tiles("told-tiles", "number paid so far", _chosen(TILES, "pay-tiles")),
    Field("told-prestige", 1, "prestige bought so far", _chosen_prestige),
)
TURN = section(
    "table.turn",
    _cards("played", "1 if it was played this turn", _played),
    Field("turn", 2, "1 while the card played is in the game; 1 while it sits its examination", _turn),
    _cards("deputed", "number deputed this turn", _deputed),
    _cards("used", "number of its bonuses used this turn", _used),
)
DISPLAYS: tuple[Section, ...] = (
    section("table.hire", _cards("hire", "number on display", count_pieces(CARDS, "table.hire"))),
    section(
        "table.warehouse",
        Field(
            "warehouse",
            WAREHOUSE * _A_TILE,
            "for each space, of its tile: yellow, green, red, blue bales; yarn; lace; "
            "1 if it gives only one of the two",
            _warehouse,
        ),
    ),
    section(
        "table.windows",
        Field(
            "windows",
            WINDOWS * _A_WINDOW,
            "for each window: its cost; 1 if it has a dress; 1 at the dress's colour; yellow, green, red, blue bales; "
            "yarn; lace; 1 with a thimble; value; prestige; 1 if it can be sold; "
            f"1 at its effect: {', '.join(_EFFECTS)}",
            _windows,
        ),
    ),
    section(
        " ".join(f"table.{name}" for name in _DRESS_PLACES),
        Field(
            "dresses",
            len(DRESSES) * len(_DRESS_PLACES),
            "for each dress, 1 if it is: in a window; on a guest space; discarded; waiting to enter the bag",
            _dresses,
        ),
    ),
    section(
        "table.guests table.guest_owners",
        Field(
            "guests",
            len(GUESTS) * _A_GUEST,
            f"for each guest space: {EACH_PLAYER}, 1 for the owner; 1 at the dress's colour; its prestige",
            _guests,
        ),
    ),
    section(
        "table.decorations",
        Field(
            "decorations",
            len(DECORATIONS) * MOST_PLAYERS,
            f"for each decoration space, {EACH_PLAYER}, 1 for the owner",
            _decorations,
        ),
    ),
    section(
        "table.all_halls",
        Field(
            "all-halls",
            ALL_HALLS * MOST_PLAYERS,
            f"for each all-halls space, {EACH_PLAYER}, 1 for the owner",
            _all_halls,
        ),
    ),
    section(
        "table.jewels",
        Field(
            "jeweler",
            JEWELER * len(COLOUR),
            "for each space of the Jeweler's display, 1 at the jewel's colour",
            _jeweler,
        ),
    ),
    section(
        "table.jewels_gone",
        Field(
            "jewels-gone",
            len(COLOUR),
            "for each colour, jewels that left the game",
            count_pieces(COLOUR, "table.jewels_gone"),
        ),
    ),
    section("table.gone", _cards("cards-gone", "number that left the game face up", count_pieces(CARDS, "table.gone"))),
    section(
        "table.tile_discard", _tiles("tile-discard", "number discarded", count_pieces(TILES, "table.tile_discard"))
    ),
    section(
        " ".join(f"table.{name}" for name in _STACKS),
        Field(
            "stacks",
            len(_STACKS),
            "pieces left in the employee stack; the tile stack; the dress bag; the jewel bag; the Journeyman "
            "examination deck; the Master examination deck",
            _stacks,
        ),
    ),
    section(
        "specialist",
        _cards("own-specialist", "1 for the observer's specialised Apprentice until it is hired", _specialist),
    ),
    section(
        "table.barry",
        Field("barry", 2, "Madame du Barry's cards in hand; in her supply", _barry),
        Field("barry-discard", len(BARRY_CARDS), "for each of her cards, 1 if it is discarded", _barry_discard),
    ),
)

TABLE: tuple[Section, ...] = (GAME, DECISION, CHOSEN, TURN, *DISPLAYS)
"""All fields but those of each player."""
