"""The vector fields of each player."""

from collections.abc import Iterator

from rokoko_core.adapters.vector_source import (
    CARDS,
    COLOUR,
    TILES,
    Field,
    Section,
    Vector,
    cards_field,
    count_pieces,
    section,
    tiles_field,
)
from rokoko_core.observe import ObservedPlayer
from rokoko_core.setup import MOST_PLAYERS
from rokoko_core.terms import Exam, Task

_EXAMS = list(Exam)
_TASKS = list(Task)


def _present(vector: Vector, start: int, player: ObservedPlayer) -> None:
    vector[start] = 1


def _purse(vector: Vector, start: int, player: ObservedPlayer) -> None:
    board = player.board
    vector[start] = board.livre
    vector[start + 1] = board.yarn
    vector[start + 2] = board.lace
    vector[start + 3] = len(board.silk)


def _prestige(vector: Vector, start: int, player: ObservedPlayer) -> None:
    vector[start] = player.prestige_known
    vector[start + 1] = player.board.prestige


def _sizes(vector: Vector, start: int, player: ObservedPlayer) -> None:
    board = player.board
    vector[start] = len(board.hand)
    vector[start + 1] = len(board.supply)
    vector[start + 2] = len(board.discard)
    vector[start + 3] = len(board.secret)


def _top(vector: Vector, start: int, player: ObservedPlayer) -> None:
    if player.board.discard:
        vector[start + CARDS[player.board.discard[-1]]] = 1


def _exam(vector: Vector, start: int, player: ObservedPlayer) -> None:
    board = player.board
    if board.exam:
        vector[start + _EXAMS.index(board.exam)] = 1
    vector[start + 2] = board.master_exams
    for task in board.tasks:
        vector[start + 3 + _TASKS.index(task)] = 1


def _specialist(vector: Vector, start: int, player: ObservedPlayer) -> None:
    vector[start] = bool(player.board.specialist)


PLAYER: tuple[Section, ...] = (
    section(
        "board",
        Field("sits", 1, "1 if there is such a player", _present),
        Field("purse", 4, "Livre; yarn; lace; kept tiles", _purse),
        Field("prestige", 2, "1 if it is visible; prestige gained in play, 0 if it is hidden", _prestige),
        Field("sizes", 4, "cards in hand; in the supply; on the discard pile; secret examination cards", _sizes),
    ),
    section("board.hand", cards_field("hand", "number known to be in the hand", count_pieces(CARDS, "board.hand"))),
    section(
        "unplayed", cards_field("unplayed", "number known to be in hand or supply", count_pieces(CARDS, "unplayed"))
    ),
    section(
        "board.discard",
        cards_field("discard", "number on the discard pile", count_pieces(CARDS, "board.discard")),
        cards_field("top", "1 if it is on top of the discard pile", _top),
    ),
    section(
        "board.silk",
        tiles_field("silk", "number kept and known to the observer", count_pieces(TILES, "board.silk")),
    ),
    section(
        "board.jewels",
        Field("jewels", len(COLOUR), "for each color, number of jewels", count_pieces(COLOUR, "board.jewels")),
    ),
    section(
        "board.exam board.master_exams board.tasks board.specialist",
        Field(
            "exam",
            3 + len(_TASKS),
            "1 with the marker on the Journeyman examination; on the Master's; Master examinations passed; "
            f"for each task, 1 if filled: {', '.join(_TASKS)}",
            _exam,
        ),
        Field("specialist", 1, "1 if the player has not hired the specialized Apprentice yet", _specialist),
    ),
)
"""The fields of one player."""

PLAYER_SIZE = sum(field.size for section in PLAYER for field in section.fields)
"""Numbers for each player."""


def player_fields() -> Iterator[Field]:
    """Yield the fields of player 0, the observer, then those of player 1, and so on."""
    for number in range(MOST_PLAYERS):
        for part in PLAYER:
            for field in part.fields:
                yield field._replace(name=f"player-{number}-{field.name}")
