"""The vector fields of the displays, the piles and Madame du Barry."""

from array import array
from collections.abc import Iterator
from functools import lru_cache

from rokoko_core.adapters.vector_source import (
    ALL_HALLS,
    BARRY_CARDS,
    CARDS,
    COLOUR,
    DECORATIONS,
    DRESSES,
    EACH_PLAYER,
    GUESTS,
    JEWELER,
    TILES,
    WAREHOUSE,
    WINDOWS,
    Field,
    Section,
    Vector,
    View,
    cards_field,
    count_pieces,
    section,
    tiles_field,
)
from rokoko_core.components import components_named
from rokoko_core.components.tables import Dress
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.state import NOBODY
from rokoko_core.terms import DressEffect

_EFFECTS = list(DressEffect)
_A_TILE = 7
"""Numbers for each warehouse space."""
_A_WINDOW = 16 + len(_EFFECTS)
_A_GUEST = MOST_PLAYERS + len(COLOUR) + 1
_DRESS_PLACES = ("windows", "guests", "dress_discard", "dresses_waiting")
_STACKS = ("employee_stack", "tile_stack", "dress_bag", "jewel_bag", "journeyman_deck", "master_deck")


@lru_cache(maxsize=16)
def _tiles_of(components: str) -> dict[str, Vector]:
    """Return the numbers of a warehouse space with each tile of a component set."""
    return {
        tile.id: array("f", (*tile.silk, tile.yarn, tile.lace, tile.either))
        for tile in components_named(components).tiles
    }


def _warehouse(vector: Vector, start: int, view: View) -> None:
    tiles = _tiles_of(view.box.components.key)
    for tile in view.state.warehouse:
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
    for dress, cost in zip(view.state.windows, view.box.windows, strict=True):
        vector[start] = cost
        if dress:
            vector[start + 1 : start + _A_WINDOW] = dresses[dress]
        start += _A_WINDOW


def _dresses(vector: Vector, start: int, view: View) -> None:
    state, size = view.state, len(_DRESS_PLACES)
    for place, dresses in enumerate((state.windows, state.guests, state.dress_discard, state.dresses_waiting), start):
        for dress in dresses:
            if dress:
                vector[place + DRESSES[dress] * size] = 1


def _guests(vector: Vector, start: int, view: View) -> None:
    state = view.state
    for space, id, owner in zip(view.box.guests, state.guests, state.guest_owners, strict=True):
        if id:
            first, dress = start + GUESTS[space.id] * _A_GUEST, view.box.dress[id]
            vector[first + view.relative_seat(owner)] = 1
            vector[first + MOST_PLAYERS + COLOUR[dress.colour]] = 1
            vector[first + _A_GUEST - 1] = dress.prestige


def _decorations(vector: Vector, start: int, view: View) -> None:
    for space, owner in zip(view.box.decorations, view.state.decorations, strict=True):
        if owner != NOBODY:
            vector[start + DECORATIONS[space.id] * MOST_PLAYERS + view.relative_seat(owner)] = 1


def _all_halls(vector: Vector, start: int, view: View) -> None:
    for space, owner in enumerate(view.state.all_halls):
        if owner != NOBODY:
            vector[start + space * MOST_PLAYERS + view.relative_seat(owner)] = 1


def _jeweler(vector: Vector, start: int, view: View) -> None:
    for space, jewel in enumerate(view.state.jewels):
        if jewel:
            vector[start + space * len(COLOUR) + COLOUR[jewel]] = 1


def _stacks(vector: Vector, start: int, view: View) -> None:
    for number, stack in enumerate(_STACKS):
        vector[start + number] = len(getattr(view.state, stack))


def _specialist(vector: Vector, start: int, view: View) -> None:
    if view.specialist:
        vector[start + CARDS[view.specialist]] = 1


# ---- Madame du Barry


def _barry(vector: Vector, start: int, view: View) -> None:
    if view.state.barry:
        vector[start] = len(view.state.barry.hand)
        vector[start + 1] = len(view.state.barry.supply)


def _barry_discard(vector: Vector, start: int, view: View) -> None:
    for card in view.state.barry.discard if view.state.barry else ():
        vector[start + BARRY_CARDS[card]] = 1


DISPLAYS: tuple[Section, ...] = (
    section("state.hire", cards_field("hire", "number on display", count_pieces(CARDS, "state.hire"))),
    section(
        "state.warehouse",
        Field(
            "warehouse",
            WAREHOUSE * _A_TILE,
            "for each space, of its tile: yellow, green, red, blue bales; yarn; lace; "
            "1 if it gives only one of the two",
            _warehouse,
        ),
    ),
    section(
        "state.windows",
        Field(
            "windows",
            WINDOWS * _A_WINDOW,
            "for each window: its cost; 1 if it has a dress; 1 at the dress's color; yellow, green, red, blue bales; "
            "yarn; lace; 1 with a thimble; value; prestige; 1 if it can be sold; "
            f"1 at its effect: {', '.join(_EFFECTS)}",
            _windows,
        ),
    ),
    section(
        " ".join(f"state.{name}" for name in _DRESS_PLACES),
        Field(
            "dresses",
            len(DRESSES) * len(_DRESS_PLACES),
            "for each dress, 1 if it is: in a window; on a guest space; discarded; waiting to enter the bag",
            _dresses,
            [*DRESSES],
        ),
    ),
    section(
        "state.guests state.guest_owners",
        Field(
            "guests",
            len(GUESTS) * _A_GUEST,
            f"for each guest space: {EACH_PLAYER}, 1 for the owner; 1 at the dress's color; its prestige",
            _guests,
            [*GUESTS],
            by_player=True,
        ),
    ),
    section(
        "state.decorations",
        Field(
            "decorations",
            len(DECORATIONS) * MOST_PLAYERS,
            f"for each decoration space, {EACH_PLAYER}, 1 for the owner",
            _decorations,
            [*DECORATIONS],
            by_player=True,
        ),
    ),
    section(
        "state.all_halls",
        Field(
            "all-halls",
            ALL_HALLS * MOST_PLAYERS,
            f"for each all-halls space, {EACH_PLAYER}, 1 for the owner",
            _all_halls,
            [""] * ALL_HALLS,
            by_player=True,
        ),
    ),
    section(
        "state.jewels",
        Field(
            "jeweler",
            JEWELER * len(COLOUR),
            "for each space of the Jeweler's display, 1 at the jewel's color",
            _jeweler,
        ),
    ),
    section(
        "state.jewels_gone",
        Field(
            "jewels-gone",
            len(COLOUR),
            "for each color, jewels that left the game",
            count_pieces(COLOUR, "state.jewels_gone"),
        ),
    ),
    section(
        "state.gone", cards_field("cards-gone", "number that left the game face up", count_pieces(CARDS, "state.gone"))
    ),
    section(
        "state.tile_discard", tiles_field("tile-discard", "number discarded", count_pieces(TILES, "state.tile_discard"))
    ),
    section(
        " ".join(f"state.{name}" for name in _STACKS),
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
        cards_field("own-specialist", "1 for the observer's specialized Apprentice until it is hired", _specialist),
    ),
    section(
        "state.barry",
        Field("barry", 2, "Madame du Barry's cards in hand; in her supply", _barry),
        Field(
            "barry-discard",
            len(BARRY_CARDS),
            "for each of her cards, 1 if it is discarded",
            _barry_discard,
            [*BARRY_CARDS],
        ),
    ),
)
