"""What others do, shown where it happens: event by event, in order, at the pace settled.

The game is never held up by it. It may have gone on by several turns while the table shows where the eyes have got to:
``position``. A show is made from the log alone, knows no clock and draws nothing; a screen asks for the frame to show,
and goes on to the next.
"""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from rokoko_core.box import box_of
from rokoko_core.events import seen_by
from rokoko_core.events.places import Move
from rokoko_core.game import Game
from rokoko_tui.play.sessions import Session
from rokoko_tui.play.turn_history import between_rounds, since
from rokoko_tui.settings.launch import Pace
from rokoko_tui.text import Line, Words
from rokoko_tui.text.piece_refs import key_before, keys_before

LONGEST = {"quick": (2.0, 0.4), "calm": (4.0, 0.8)}
"""Seconds a whole turn may take at most, and one of its events."""
SHORTEST = 1 / 15
"""Seconds a frame is shown at least."""
MOVED_IN = 0.2
"""Seconds an event must have for its pieces to be seen first where they were, and then where they came to."""


class Flight(NamedTuple):
    """A piece on its way, and the keys of where it lay and where it will lie."""

    move: Move
    start: str
    end: str


@dataclass(frozen=True)
class Frame:
    """One event, or a part of it, as the table shows it."""

    position: int
    """The table is shown as it stands there."""
    text: str
    seat: int | None
    """Whose doing it is."""
    pieces: frozenset[str]
    """Keys of what is lit."""
    seconds: float = 0.0
    """How long it is shown; at ``step`` until a key."""
    flights: tuple[Flight, ...] = ()
    """What moves meanwhile."""


class Show:
    """The frames still to be shown to the eyes at the table, the present one first."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.frames: deque[Frame] = deque()
        self._opened = session.game.cursor
        """Where the game was opened: what had happened before is told, not shown."""
        self._come_to: dict[int, int] = {}
        """By seat, up to which position all has been shown or is about to be."""

    @property
    def frame(self) -> Frame | None:
        """What is shown now; None when everything has been."""
        return self.frames[0] if self.frames else None

    @property
    def due(self) -> range:
        """The actions the eyes at the table have not been shown."""
        session, eyes = self.session, self.session.eyes
        if eyes is None:
            return range(0)
        start = max(since(session.game, eyes).start, self._come_to.get(eyes, self._opened))
        return range(start, session.game.cursor)

    @property
    def position(self) -> int:
        """Where the eyes have got to."""
        if self.frames:
            return self.frames[0].position
        due = self.due
        return due.start + self._own(due.start) if due else self.session.game.cursor

    def _own(self, number: int) -> int:
        """1 when action ``number`` is the own one: its doer has seen what it did, if not what followed."""
        return int(self.session.game.seat_of(number) == self.session.eyes)

    def follow(self) -> None:
        """The game may have gone back: what was taken back is shown no more."""
        cursor = self.session.game.cursor
        self._opened = min(self._opened, cursor)
        self._come_to = {seat: min(position, cursor) for seat, position in self._come_to.items()}
        if any(frame.position > cursor for frame in self.frames):
            self.frames.clear()

    def gather(self, words: Words, pace: Pace, motion: bool) -> bool:
        """Add what is due, unless a turn is still under way; True when others have done anything meanwhile."""
        due, session = self.due, self.session
        in_mid_turn = session.bot_asked is not None and session.game.turn_start(session.game.cursor) != due.stop
        if not due or (in_mid_turn and pace != "at-once"):
            return False
        assert session.eyes is not None, "without eyes nothing is due"
        self._come_to[session.eyes] = due.stop
        if pace != "at-once":
            self.again(words, due, pace, motion)
        return any(not self._own(number) for number in due)

    def again(self, words: Words, numbers: range, pace: Pace, motion: bool) -> None:
        """Add the actions ``numbers``, whenever they happened; ``at-once`` shows them quick all the same."""
        self.frames += frames(self.session.game, self.session.eyes, numbers, words, pace, motion)

    def step(self) -> None:
        """On to the next frame."""
        if self.frames:
            self.frames.popleft()

    def end(self) -> None:
        """Everything stands as it does now."""
        self.frames.clear()


# ---- frames


@dataclass(frozen=True)
class _Told:
    """A line about an action, and the turn, or the change of a round, whose time it shares."""

    number: int
    turn: tuple[int, bool]
    line: Line
    first: bool
    """Whether it is the first line about the action, so that the table may still be shown as it was before."""


def frames(game: Game, onlooker: int | None, numbers: range, words: Words, pace: Pace, motion: bool) -> list[Frame]:
    """What others did with the actions ``numbers``, and what followed, as ``onlooker`` may know it (HIDDEN-1)."""
    found: list[Frame] = []
    told = [each for n in numbers for each in _told(game, onlooker, n, words)]
    for _, turn in groupby(told, key=lambda each: each.turn):
        lines = list(turn)
        whole, most = LONGEST.get(pace, LONGEST["quick"])
        seconds = max(SHORTEST, min(most, whole / len(lines)))
        for each in lines:
            found += _moved(each, seconds, onlooker) if motion and pace != "step" else [_lit(each, seconds, onlooker)]
    return found


def _told(game: Game, onlooker: int | None, number: int, words: Words) -> Iterable[_Told]:
    """The lines about an action, those about the own part of it left out."""
    events, box = seen_by(game.events_of(number), onlooker), box_of(game.at(0))
    cut = between_rounds(events)
    parts = [] if game.seat_of(number) == onlooker else [(False, events[:cut])]
    first = True
    for change, part in [*parts, (True, events[cut:])]:
        for line in words.narration(part, game.setup, box):
            yield _Told(number, (game.turn_start(number), change), line, first)
            first = False


def _lit(told: _Told, seconds: float, onlooker: int | None) -> Frame:
    """All that moved, where it was and where it is now; else the board of whoever it concerns."""
    line = told.line
    board = frozenset((f"player:{line.seat}",)) if line.seat is not None else frozenset[str]()
    return Frame(told.number + 1, line.text, line.seat, keys_before(line.moved, onlooker) or board, seconds)


def _moved(told: _Told, seconds: float, onlooker: int | None) -> list[Frame]:
    """The pieces where they were and on their way, then where they came to, when there is time enough for both."""
    whole, line = _lit(told, seconds, onlooker), told.line
    ways = [Flight(m, key_before(m, m.start, onlooker), key_before(m, m.end, onlooker)) for m in line.moved]
    start = frozenset(way.start for way in ways if way.start)
    end = frozenset(way.end for way in ways if way.end)
    flights = tuple(way for way in ways if way.start and way.end and way.start != way.end)
    if not told.first or not start or start == end or seconds < MOVED_IN:
        return [whole]
    half = seconds / 2
    return [
        Frame(told.number, line.text, line.seat, start, half, flights),
        Frame(told.number + 1, line.text, line.seat, end or start, half),
    ]
