"""What the row tells of each player (``seen``)."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from rokoko_core.adapters.vector_source import CARDS, COLOUR, EACH_CARD, EACH_TILE, TILES, Field, Figures, View, count
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.state import Player
from rokoko_core.terms import Exam, Task

Reading = Callable[[View, int, Player], Figures]
"""Reads what is told of the player at a seat."""

_EXAMS = list(Exam)
_TASKS = list(Task)


class _About(NamedTuple):
    name: str
    size: int
    what: str
    read: Reading


def _sits(view: View, seat: int, player: Player) -> Figures:
    return [(0, 1)]


def _purse(view: View, seat: int, player: Player) -> Figures:
    return enumerate((player.livre, player.yarn, player.lace, len(player.silk)))


def _prestige(view: View, seat: int, player: Player) -> Figures:
    return [(0, view.observation.prestige_known[seat]), (1, player.prestige)]


def _sizes(view: View, seat: int, player: Player) -> Figures:
    return enumerate(map(len, (player.hand, player.supply, player.discard, player.secret)))


def _unplayed(view: View, seat: int, player: Player) -> Figures:
    return count(CARDS, view.observation.unplayed[seat])


def _top(view: View, seat: int, player: Player) -> Figures:
    return count(CARDS, player.discard[-1:])


def _exam(view: View, seat: int, player: Player) -> Figures:
    marker = [(_EXAMS.index(player.exam), 1)] if player.exam else []
    return [*marker, (2, player.master_exams), *((3 + _TASKS.index(task), 1) for task in player.tasks)]


def _specialist(view: View, seat: int, player: Player) -> Figures:
    return [(0, bool(player.specialist))]


def _own(places: dict[str, int], name: str) -> Reading:
    return lambda view, seat, player: count(places, getattr(player, name))


_PLAYER = (
    _About("sits", 1, "1 when there is such a player", _sits),
    _About("purse", 4, "Livre; yarn; lace; kept tiles", _purse),
    _About("prestige", 2, "1 when it is shown; prestige gained in play, 0 while it is hidden", _prestige),
    _About("sizes", 4, "cards in hand; in the supply; on the discard pile; taken in an examination and secret", _sizes),
    _About("hand", len(CARDS), f"{EACH_CARD}, how many are known to be in the hand", _own(CARDS, "hand")),
    _About("unplayed", len(CARDS), f"{EACH_CARD}, how many are known to be in hand or supply", _unplayed),
    _About("discard", len(CARDS), f"{EACH_CARD}, how many lie on the discard pile", _own(CARDS, "discard")),
    _About("top", len(CARDS), f"{EACH_CARD}, 1 when it lies on top of the discard pile", _top),
    _About("silk", len(TILES), f"{EACH_TILE}, how many of the kept ones the onlooker knows", _own(TILES, "silk")),
    _About("jewels", len(COLOUR), "for each colour, how many jewels", _own(COLOUR, "jewels")),
    _About(
        "exam",
        3 + len(_TASKS),
        "1 with the marker on the Journeyman examination; on the Master's; Master examinations passed; "
        f"for each task, 1 when filled: {', '.join(_TASKS)}",
        _exam,
    ),
    _About("specialist", 1, "1 while the specialised Apprentice dealt is not hired", _specialist),
)

PLAYER_SIZE = sum(about.size for about in _PLAYER)
"""Numbers told of each player."""


def _field(about: _About, number: int) -> Field:
    def read(view: View) -> Figures:
        players = view.table.players
        if number >= len(players):
            return ()
        seat = (view.me + number) % len(players)
        return about.read(view, seat, players[seat])

    return Field(f"player-{number}-{about.name}", about.size, about.what, read)


def player_fields() -> Iterator[Field]:
    """The fields of player 0, the onlooker, then those of player 1, and so on."""
    for number in range(MOST_PLAYERS):
        for about in _PLAYER:
            yield _field(about, number)
