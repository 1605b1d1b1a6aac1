"""The vector fields of the game, the decision and the turn."""

from typing import get_args

from rokoko_core.adapters.action_numbers import NAMES, NUMBERS, ONE_MORE
from rokoko_core.adapters.display_fields import DISPLAYS
from rokoko_core.adapters.vector_source import (
    CARDS,
    COLOUR,
    DRESSES,
    EACH_PLAYER,
    TILES,
    Field,
    Section,
    Vector,
    View,
    Write,
    cards_field,
    section,
    tiles_field,
)
from rokoko_core.pending import Pending, SilkForPrestige
from rokoko_core.setup import LAST_ROUND, MOST_PLAYERS
from rokoko_core.state import NOBODY
from rokoko_core.terms import Expansion, kebab

_DECISIONS: dict[type, int] = {kind: index for index, kind in enumerate(get_args(Pending))}
_EXPANSIONS = list(Expansion)


# ---- the game


def _people(vector: Vector, start: int, view: View) -> None:
    vector[start + len(view.state.setup.players) - 1] = 1


def _expansions(vector: Vector, start: int, view: View) -> None:
    for expansion in view.state.setup.expansions:
        vector[start + _EXPANSIONS.index(expansion)] = 1


def _round(vector: Vector, start: int, view: View) -> None:
    vector[start + view.state.round - 1] = 1


def _starts(vector: Vector, start: int, view: View) -> None:
    vector[start + view.relative_seat(view.state.first_player)] = 1


def _favor(vector: Vector, start: int, view: View) -> None:
    if view.state.favor != NOBODY:
        vector[start + view.relative_seat(view.state.favor)] = 1


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


def _decided(index: dict[str, int], name: str) -> Write:
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


def _chosen(index: dict[str, int], kind: str) -> Write:
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
    if view.state.turn and view.state.turn.card:  # a turn of Madame du Barry has no card
        vector[start + CARDS[view.state.turn.card]] = 1


def _turn(vector: Vector, start: int, view: View) -> None:
    if view.state.turn:
        vector[start] = view.state.turn.on_table
        vector[start + 1] = view.state.turn.examined


def _deputed(vector: Vector, start: int, view: View) -> None:
    for card in view.state.turn.deputed if view.state.turn else ():
        vector[start + CARDS[card]] += 1


def _used(vector: Vector, start: int, view: View) -> None:
    for _, card in view.state.turn.used if view.state.turn else ():
        vector[start + CARDS[card]] += 1


def _players(name: str, what: str, write: Write) -> Field:
    return Field(name, MOST_PLAYERS, f"{EACH_PLAYER}, {what}", write, by_player=True)


_KINDS = ", ".join(kebab(kind.__name__) for kind in _DECISIONS)

GAME = section(
    "state.setup state.round state.first_player state.favor",
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
    cards_field("bonuses", "1 if a pending decision is about its bonus", _decided(CARDS, "card")),
    Field(
        "dress",
        len(DRESSES),
        "for each dress, 1 if it is being made or placed, or takes effect",
        _decided(DRESSES, "dress"),
        [*DRESSES],
    ),
    tiles_field("tile", "1 if it was just taken and is to be kept or discarded", _decided(TILES, "tile")),
    Field(
        "jewel",
        len(COLOUR),
        "for each color, 1 if a jewel of it was bought with the dress",
        _decided(COLOUR, "jewel"),
    ),
    tiles_field("aside", "number to be surrendered for prestige", _aside),
)
CHOSEN = section(
    "prefix",
    cards_field("told-cards", "number chosen for the hand so far", _chosen(CARDS, "choose-hand")),
    tiles_field("told-tiles", "number paid so far", _chosen(TILES, "pay-tiles")),
    Field("told-prestige", 1, "prestige bought so far", _chosen_prestige),
)
TURN = section(
    "state.turn",
    cards_field("played", "1 if it was played this turn", _played),
    Field("turn", 2, "1 while the card played is in the game; 1 while it sits its examination", _turn),
    cards_field("deputed", "number deputed this turn", _deputed),
    cards_field("used", "number of its bonuses used this turn", _used),
)
TABLE: tuple[Section, ...] = (GAME, DECISION, CHOSEN, TURN, *DISPLAYS)
"""All fields but those of each player."""
