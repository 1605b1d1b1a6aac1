"""What the others have done since the onlooker's own turn, out of the log: whoever looks, and however they came there.

Nothing is remembered from one screen to the next: it is the same after loading, a hand-over, an undo and in a replay.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rokoko_core.engine import to_move
from rokoko_core.events import Event, seen_by
from rokoko_core.events.places import Move, Where
from rokoko_core.events.table import GameOver, RoundBegan, RoundEnded
from rokoko_core.game import Game
from rokoko_core.pending import HandChoice
from rokoko_tui.text.piece_refs import key_of_spot

BETWEEN_ROUNDS = (RoundEnded, RoundBegan, GameOver)
"""The events with which what belongs to no turn begins."""
LYING = frozenset(
    {
        Where.WAREHOUSE,
        Where.WINDOW,
        Where.JEWELER,
        Where.GUEST,
        Where.DECORATION,
        Where.ALL_HALLS,
        Where.FAVOR_SPACE,
    }
)
"""Places that keep the mark of whoever took from them or put something there."""
RENEWED = frozenset({"tile", "window", "jewel", "favor"})
"""Kinds of pieces laid out anew for a round: who took from there before is of no account any more."""


@dataclass(frozen=True)
class Turn:
    """The turn of another as the onlooker may know it, or the change from one round to the next."""

    numbers: range
    """Its actions, as far as they have been taken."""
    seat: int | None
    """Whose turn it was; None for the change of the round."""
    round: int
    """The round it belongs to; of a change, the one that begins."""
    events: tuple[Event, ...]
    livre: int = 0
    """What ``seat`` owned before it."""


def between_rounds(events: tuple[Event, ...]) -> int:
    """How many of the ``events`` of an action belong to the turn; those behind belong to the change of the round."""
    return next((n for n, event in enumerate(events) if isinstance(event, BETWEEN_ROUNDS)), len(events))


# ---- since when


def last_action_of(game: Game, seat: int, position: int) -> int | None:
    """Number of the last action before ``position`` that ``seat`` took; None if it has not acted yet."""
    return next((n for n in range(position - 1, -1, -1) if game.seat_of(n) == seat), None)


def since(game: Game, seat: int, position: int | None = None) -> range:
    """Numbers of the actions before ``position``, by default the cursor, that are news to ``seat``: all after its last.

    The own last action counts too when a new round began with it: what was laid out then is news.
    """
    end = game.cursor if position is None else position
    last = last_action_of(game, seat, end)
    return range(0 if last is None else _after(game, last), end)


def _after(game: Game, action: int) -> int:
    """The first action that is news to whoever took ``action``."""
    return action if game.at(action).round != game.at(action + 1).round else action + 1


def since_turn(game: Game, onlooker: int | None, position: int) -> range:
    """Numbers of the actions from the end of the onlooker's last turn up to ``position``, or to its turn under way.

    For an onlooker without a seat, those of one round of turns. Choosing a hand is no turn.
    """
    if onlooker is None:
        return range(_a_round_of_turns_before(game, position), position)
    under_way = to_move(game.at(position)) == onlooker
    end = game.turn_start(position) if under_way else position
    own = (n for n in range(end - 1, -1, -1) if game.seat_of(n) == onlooker and not _hand(game, game.turn_start(n)))
    last = next(own, None)
    return range(0 if last is None else _after(game, last), end)


def _a_round_of_turns_before(game: Game, position: int) -> int:
    start, left = position, len(game.state.players)
    while start > 0 and left:
        start = game.turn_start(start - 1)
        left -= not _hand(game, start)
    return start


def _hand(game: Game, start: int) -> bool:
    """Whether what began at ``start`` is the choice of a hand."""
    pending = game.at(start).pending
    return bool(pending) and isinstance(pending[-1], HandChoice)


# ---- what happened


def turns(game: Game, onlooker: int | None, numbers: range) -> list[Turn]:
    """The turns of the others among the actions ``numbers``, and the changes of the round, in their order."""
    found: list[Turn] = []
    begun = -1
    for n in numbers:
        events, seat, start = seen_by(game.events_of(n), onlooker), game.seat_of(n), game.turn_start(n)
        cut = between_rounds(events)
        if seat != onlooker and not _hand(game, start):
            if begun == start:
                last = found[-1]
                numbered = range(last.numbers.start, n + 1)
                found[-1] = Turn(numbered, seat, last.round, last.events + events[:cut], last.livre)
            else:
                state = game.at(n)
                found.append(Turn(range(n, n + 1), seat, state.round, events[:cut], state.players[seat].livre))
            begun = start
        if cut < len(events):
            found.append(Turn(range(n, n + 1), None, game.at(n + 1).round, events[cut:]))
            begun = -1
    return found


def news(game: Game, onlooker: int | None, position: int) -> list[Turn]:
    """The turns of the others, and the changes of the round, since the onlooker's own last turn."""
    return turns(game, onlooker, since_turn(game, onlooker, position))


def touched(game: Game, onlooker: int | None, position: int) -> dict[str, int]:
    """By key of the piece or space, the seat that touched it last since the onlooker's last action."""
    own = since_turn(game, None, position) if onlooker is None else since(game, onlooker, position)
    found: dict[str, int] = {}
    for turn in turns(game, onlooker, own):
        if turn.seat is None:
            found = {key: seat for key, seat in found.items() if key.partition(":")[0] not in RENEWED}
            continue
        for key in _left_behind(move for event in turn.events for move in event.moved):
            found[key] = turn.seat
    return found


def _left_behind(moved: Iterable[Move]) -> frozenset[str]:
    """Keys of the places ``moved`` pieces left or came to where that can be seen still."""
    return frozenset(
        key_of_spot(move, spot) for move in moved for spot in (move.start, move.end) if spot.where in LYING
    )
