"""The vector fields of each player."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rokoko_core.adapters.vector_source import (
    CARDS,
    COLOUR,
    EACH_CARD,
    EACH_TILE,
    TILES,
    Field,
    Figures,
    View,
    count_pieces,
)
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.state import Player
from rokoko_core.terms import Exam, Task

Reading = Callable[[View, int, Player], Figures]
"""Reads the values of the player at a seat."""

_EXAMS = list(Exam)
_TASKS = list(Task)


class _PlayerField(NamedTuple):
    name: str
    size: int
    what: str
    read: Reading


def _present(view: View, seat: int, player: Player) -> Figures:
    return [(0, 1)]


def _purse(view: View, seat: int, player: Player) -> Figures:
    return enumerate((player.livre, player.yarn, player.lace, len(player.silk)))


def _prestige(view: View, seat: int, player: Player) -> Figures:
    return [(0, view.observation.prestige_known[seat]), (1, player.prestige)]


def _sizes(view: View, seat: int, player: Player) -> Figures:
    return enumerate(map(len, (player.hand, player.supply, player.discard, player.secret)))


def _unplayed(view: View, seat: int, player: Player) -> Figures:
    return count_pieces(CARDS, view.observation.unplayed[seat])


def _top(view: View, seat: int, player: Player) -> Figures:
    return count_pieces(CARDS, player.discard[-1:])


def _exam(view: View, seat: int, player: Player) -> Figures:
    marker = [(_EXAMS.index(player.exam), 1)] if player.exam else []
    return [*marker, (2, player.master_exams), *((3 + _TASKS.index(task), 1) for task in player.tasks)]


def _specialist(view: View, seat: int, player: Player) -> Figures:
    return [(0, bool(player.specialist))]


def _count(index: dict[str, int], name: str) -> Reading:
    return lambda view, seat, player: count_pieces(index, getattr(player, name))


_PLAYER = (
    _PlayerField("sits", 1, "1 if there is such a player", _present),
    _PlayerField("purse", 4, "Livre; yarn; lace; kept tiles", _purse),
    _PlayerField("prestige", 2, "1 if it is visible; prestige gained in play, 0 if it is hidden", _prestige),
    _PlayerField("sizes", 4, "cards in hand; in the supply; on the discard pile; secret examination cards", _sizes),
    _PlayerField("hand", len(CARDS), f"{EACH_CARD}, number known to be in the hand", _count(CARDS, "hand")),
    _PlayerField("unplayed", len(CARDS), f"{EACH_CARD}, number known to be in hand or supply", _unplayed),
    _PlayerField("discard", len(CARDS), f"{EACH_CARD}, number on the discard pile", _count(CARDS, "discard")),
    _PlayerField("top", len(CARDS), f"{EACH_CARD}, 1 if it is on top of the discard pile", _top),
    _PlayerField("silk", len(TILES), f"{EACH_TILE}, number kept and known to the observer", _count(TILES, "silk")),
    _PlayerField("jewels", len(COLOUR), "for each colour, number of jewels", _count(COLOUR, "jewels")),
    _PlayerField(
        "exam",
        3 + len(_TASKS),
        "1 with the marker on the Journeyman examination; on the Master's; Master examinations passed; "
        f"for each task, 1 if filled: {', '.join(_TASKS)}",
        _exam,
    ),
    _PlayerField("specialist", 1, "1 if the player has not hired the specialised Apprentice yet", _specialist),
)

PLAYER_SIZE = sum(field.size for field in _PLAYER)
"""Numbers for each player."""


def _field(field: _PlayerField, number: int) -> Field:
    def read(view: View) -> Figures:
        players = view.table.players
        if number >= len(players):
            return ()
        seat = (view.me + number) % len(players)
        return field.read(view, seat, players[seat])

    return Field(f"player-{number}-{field.name}", field.size, field.what, read)


def player_fields() -> Iterator[Field]:
    """Yield the fields of player 0, the observer, then those of player 1, and so on."""
    for number in range(MOST_PLAYERS):
        for field in _PLAYER:
            yield _field(field, number)
