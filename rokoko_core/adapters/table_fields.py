"""The vector fields of the game, the decision, the turn and the displays."""

from collections.abc import Callable
from functools import partial
from typing import get_args

from rokoko_core.adapters.action_numbers import ONE_MORE
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
    Figures,
    View,
    count_in_state,
    count_pieces,
    mark_owners,
)
from rokoko_core.pending import Pending
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


# ---- the game


def _people(view: View) -> Figures:
    return [(len(view.table.setup.players) - 1, 1)]


def _expansions(view: View) -> Figures:
    return [(_EXPANSIONS.index(expansion), 1) for expansion in view.table.setup.expansions]


def _round(view: View) -> Figures:
    return [(view.table.round - 1, 1)]


def _starts(view: View) -> Figures:
    return [(view.relative_seat(view.table.first_player), 1)]


def _favor(view: View) -> Figures:
    return [(view.relative_seat(view.table.favor), 1)] if view.table.favor != NOBODY else []


# ---- the decision


def _moves(view: View) -> Figures:
    return [(view.relative_seat(view.table.pending[-1].seat), 1)] if view.table.pending else []


def _current_decision(view: View) -> Figures:
    return [(_DECISIONS[type(decision)], 1) for decision in view.table.pending[-1:]]


def _later_decisions(view: View) -> Figures:
    return [(_DECISIONS[type(decision)], 1) for decision in view.table.pending[:-1]]


def _decided(index: dict[str, int], name: str, view: View) -> Figures:
    """Count each piece that a pending decision is about once."""
    return count_pieces(index, {getattr(decision, name, "") for decision in view.table.pending})


def _aside(view: View) -> Figures:
    return count_pieces(TILES, (tile for decision in view.table.pending for tile in getattr(decision, "aside", ())))


def _chosen(index: dict[str, int], kind: str, view: View) -> Figures:
    steps = (name.partition(" ") for name in view.prefix)
    return count_pieces(index, (piece for step_kind, _, piece in steps if step_kind == kind))


def _chosen_prestige(view: View) -> Figures:
    return [(0, view.prefix.count(ONE_MORE))]


# ---- the turn


def _played(view: View) -> Figures:
    return count_pieces(CARDS, (view.table.turn.card,)) if view.table.turn else []


def _turn(view: View) -> Figures:
    turn = view.table.turn
    return [(0, turn.on_table), (1, turn.examined)] if turn else []


def _deputed(view: View) -> Figures:
    return count_pieces(CARDS, view.table.turn.deputed) if view.table.turn else []


def _used(view: View) -> Figures:
    return count_pieces(CARDS, (card for _, card in view.table.turn.used)) if view.table.turn else []


# ---- the displays


def _warehouse(view: View) -> Figures:
    for space, id in enumerate(view.table.warehouse):
        if id:
            tile = view.box.tile[id]
            yield from enumerate((*tile.silk, tile.yarn, tile.lace, tile.either), space * _A_TILE)


def _windows(view: View) -> Figures:
    for window, (id, cost) in enumerate(zip(view.table.windows, view.box.windows, strict=True)):
        start = window * _A_WINDOW
        yield start, cost
        if id:
            dress = view.box.dress[id]
            goods = (*dress.silk, dress.yarn, dress.lace, dress.master_only)
            yield start + 1, 1
            yield start + 2 + COLOUR[dress.colour], 1
            yield from enumerate((*goods, dress.value, dress.prestige, dress.sellable), start + 6)
            if dress.effect:
                yield start + 16 + _EFFECTS.index(dress.effect), 1


def _dresses(view: View) -> Figures:
    for place, name in enumerate(_DRESS_PLACES):
        for dress in filter(None, getattr(view.table, name)):
            yield DRESSES[dress] * len(_DRESS_PLACES) + place, 1


def _guests(view: View) -> Figures:
    table = view.table
    for space, id, owner in zip(view.box.guests, table.guests, table.guest_owners, strict=True):
        if id:
            start, dress = GUESTS[space.id] * _A_GUEST, view.box.dress[id]
            yield start + view.relative_seat(owner), 1
            yield start + MOST_PLAYERS + COLOUR[dress.colour], 1
            yield start + _A_GUEST - 1, dress.prestige


def _decorations(view: View) -> Figures:
    return mark_owners(view, view.table.decorations, (DECORATIONS[space.id] for space in view.box.decorations))


def _all_halls(view: View) -> Figures:
    return mark_owners(view, view.table.all_halls, range(len(view.table.all_halls)))


def _jeweler(view: View) -> Figures:
    return [(space * len(COLOUR) + COLOUR[jewel], 1) for space, jewel in enumerate(view.table.jewels) if jewel]


def _stacks(view: View) -> Figures:
    table = view.table
    piles = (table.employee_stack, table.tile_stack, table.dress_bag, table.jewel_bag)
    return enumerate(map(len, (*piles, table.journeyman_deck, table.master_deck)))


def _specialist(view: View) -> Figures:
    return count_pieces(CARDS, (view.table.players[view.me].specialist,))


# ---- Madame du Barry


def _barry(view: View) -> Figures:
    barry = view.table.barry
    return [(0, len(barry.hand)), (1, len(barry.supply))] if barry else []


def _barry_discard(view: View) -> Figures:
    return count_pieces(BARRY_CARDS, view.table.barry.discard) if view.table.barry else []


def _cards(name: str, what: str, read: Callable[[View], Figures]) -> Field:
    return Field(name, len(CARDS), f"{EACH_CARD}, {what}", read)


def _tiles(name: str, what: str, read: Callable[[View], Figures]) -> Field:
    return Field(name, len(TILES), f"{EACH_TILE}, {what}", read)


def _players(name: str, what: str, read: Callable[[View], Figures]) -> Field:
    return Field(name, MOST_PLAYERS, f"{EACH_PLAYER}, {what}", read)


_KINDS = ", ".join(kebab(kind.__name__) for kind in _DECISIONS)

GAME: tuple[Field, ...] = (
    Field("people", MOST_PLAYERS, "1 at the number of players, from 1", _people),
    Field("expansions", len(_EXPANSIONS), f"1 for each in play: {', '.join(_EXPANSIONS)}", _expansions),
    Field("round", LAST_ROUND, "1 at the round, from 1", _round),
    _players("starts", "1 for the starting player", _starts),
    _players("favor", "1 for the holder of the Favor card", _favor),
)
DECISION: tuple[Field, ...] = (
    _players("moves", "1 for the player to move", _moves),
    Field("asked", len(_DECISIONS), f"1 at the kind of the current decision: {_KINDS}", _current_decision),
    Field("waiting", len(_DECISIONS), "for each kind of decision, number of later ones pending", _later_decisions),
    _cards("bonuses", "1 if a pending decision is about its bonus", partial(_decided, CARDS, "card")),
    Field(
        "dress",
        len(DRESSES),
        "for each dress, 1 if it is being made or placed, or takes effect",
        partial(_decided, DRESSES, "dress"),
    ),
    _tiles("tile", "1 if it was just taken and is to be kept or discarded", partial(_decided, TILES, "tile")),
    Field(
        "jewel",
        len(COLOUR),
        "for each colour, 1 if a jewel of it was bought with the dress",
        partial(_decided, COLOUR, "jewel"),
    ),
    _tiles("aside", "number to be surrendered for prestige", _aside),
    _cards("told-cards", "number chosen for the hand so far", partial(_chosen, CARDS, "choose-hand")),
    _tiles("told-tiles", "number paid so far", partial(_chosen, TILES, "pay-tiles")),
    Field("told-prestige", 1, "prestige bought so far", _chosen_prestige),
)
TURN: tuple[Field, ...] = (
    _cards("played", "1 if it was played this turn", _played),
    Field("turn", 2, "1 while the card played is in the game; 1 while it sits its examination", _turn),
    _cards("deputed", "number deputed this turn", _deputed),
    _cards("used", "number of its bonuses used this turn", _used),
)
DISPLAYS: tuple[Field, ...] = (
    _cards("hire", "number on display", count_in_state(CARDS, "hire")),
    Field(
        "warehouse",
        WAREHOUSE * _A_TILE,
        "for each space, of its tile: yellow, green, red, blue bales; yarn; lace; 1 if it gives only one of the two",
        _warehouse,
    ),
    Field(
        "windows",
        WINDOWS * _A_WINDOW,
        "for each window: its cost; 1 if it has a dress; 1 at the dress's colour; yellow, green, red, blue bales; "
        f"yarn; lace; 1 with a thimble; value; prestige; 1 if it can be sold; 1 at its effect: {', '.join(_EFFECTS)}",
        _windows,
    ),
    Field(
        "dresses",
        len(DRESSES) * len(_DRESS_PLACES),
        "for each dress, 1 if it is: in a window; on a guest space; discarded; waiting to enter the bag",
        _dresses,
    ),
    Field(
        "guests",
        len(GUESTS) * _A_GUEST,
        f"for each guest space: {EACH_PLAYER}, 1 for the owner; 1 at the dress's colour; its prestige",
        _guests,
    ),
    Field(
        "decorations",
        len(DECORATIONS) * MOST_PLAYERS,
        f"for each decoration space, {EACH_PLAYER}, 1 for the owner",
        _decorations,
    ),
    Field(
        "all-halls", ALL_HALLS * MOST_PLAYERS, f"for each all-halls space, {EACH_PLAYER}, 1 for the owner", _all_halls
    ),
    Field(
        "jeweler", JEWELER * len(COLOUR), "for each space of the Jeweler's display, 1 at the jewel's colour", _jeweler
    ),
    Field(
        "jewels-gone", len(COLOUR), "for each colour, jewels that left the game", count_in_state(COLOUR, "jewels_gone")
    ),
    _cards("cards-gone", "number that left the game face up", count_in_state(CARDS, "gone")),
    _tiles("tile-discard", "number discarded", count_in_state(TILES, "tile_discard")),
    Field(
        "stacks",
        6,
        "pieces left in the employee stack; the tile stack; the dress bag; the jewel bag; the Journeyman "
        "examination deck; the Master examination deck",
        _stacks,
    ),
    _cards("own-specialist", "1 for the observer's specialised Apprentice until it is hired", _specialist),
    Field("barry", 2, "Madame du Barry's cards in hand; in her supply", _barry),
    Field("barry-discard", len(BARRY_CARDS), "for each of her cards, 1 if it is discarded", _barry_discard),
)
