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
from rokoko_core.events.places import Move
from rokoko_core.play.history import events_in_turn
from rokoko_core.play.view import GameControl, GameView
from rokoko_tui.settings.launch import Pace
from rokoko_tui.text import LogLine, Words
from rokoko_tui.text.piece_refs import PieceRef, viewer_ref, viewer_refs

LONGEST = {"quick": (2.0, 0.4), "calm": (4.0, 0.8)}
"""Seconds a whole turn may take at most, and one of its events."""
SHORTEST = 1 / 15
"""Seconds a frame is shown at least."""
MOVED_IN = 0.2
"""Seconds an event must have for its pieces to be seen first where they were, and then where they came to."""


class Flight(NamedTuple):
    """A piece on its way, where it was and where it will be; None for a place that is not shown."""

    move: Move
    start: PieceRef | None
    end: PieceRef | None


@dataclass(frozen=True)
class Frame:
    """One event, or a part of it, as the table shows it."""

    position: int
    """The table is shown as it stands there."""
    text: str
    seat: int | None
    """Whose doing it is."""
    pieces: frozenset[PieceRef]
    """What is lit."""
    seconds: float = 0.0
    """How long it is shown; at ``step`` until a key."""
    flights: tuple[Flight, ...] = ()
    """What moves meanwhile."""


class Playback:
    """The frames still to be shown to the viewer, the present one first."""

    def __init__(self, game: GameControl) -> None:
        self.game = game
        self.frames: deque[Frame] = deque()
        self._opened = game.position
        """Where the game was opened: what happened before is summed up, not shown."""
        self._shown_to: dict[int, int] = {}
        """By seat, the position up to which all was shown or is about to be."""

    @property
    def frame(self) -> Frame | None:
        """The present frame; None when everything has been shown."""
        return self.frames[0] if self.frames else None

    @property
    def due(self) -> range:
        """The actions the viewer has not been shown."""
        game, viewer = self.game, self.game.viewer
        if viewer is None:
            return range(0)
        news = game.history.since_action(viewer, game.position)
        return range(max(news.start, self._shown_to.get(viewer, self._opened)), game.position)

    @property
    def position(self) -> int:
        """The position the viewer has been shown."""
        if self.frames:
            return self.frames[0].position
        due = self.due
        return due.start + self._is_own(due.start) if due else self.game.position

    def _is_own(self, number: int) -> int:
        """Return 1 for an action of the viewer, who has seen what it did, if not what followed."""
        return int(self.game.actor(number) == self.game.viewer)

    def drop_undone(self) -> None:
        """Drop frames that an undo has overtaken."""
        cursor = self.game.position
        self._opened = min(self._opened, cursor)
        self._shown_to = {seat: min(position, cursor) for seat, position in self._shown_to.items()}
        if any(frame.position > cursor for frame in self.frames):
            self.frames.clear()

    def gather(self, words: Words, pace: Pace, motion: bool) -> bool:
        """Add what is due, unless a turn is still under way; return whether others have done anything meanwhile."""
        due, game = self.due, self.game
        in_mid_turn = game.bot_to_move is not None and game.turn_start(game.position) != due.stop
        if not due or (in_mid_turn and pace != "at-once"):
            return False
        assert game.viewer is not None, "without a viewer nothing is due"
        self._shown_to[game.viewer] = due.stop
        if pace != "at-once":
            self.add(words, due, pace, motion)
        return any(not self._is_own(number) for number in due)

    def add(self, words: Words, numbers: range, pace: Pace, motion: bool) -> None:
        """Add the actions ``numbers``, whenever they happened; ``at-once`` shows them quickly all the same."""
        self.frames += frames(self.game, numbers, words, pace, motion)

    def step(self) -> None:
        """Continue with the next frame."""
        if self.frames:
            self.frames.popleft()

    def end(self) -> None:
        """Drop all frames: the viewer sees the present position."""
        self.frames.clear()


# ---- frames


@dataclass(frozen=True)
class _LogEntry:
    """A line about an action, and the turn, or the change of a round, whose time it shares."""

    number: int
    turn: tuple[int, bool]
    line: LogLine
    first: bool
    """Whether it is the first line about the action, so that the table may still be shown as it was before."""


def frames(view: GameView, numbers: range, words: Words, pace: Pace, motion: bool) -> list[Frame]:
    """Return what others did with the actions ``numbers``, and what followed, as the viewer may know it (HIDDEN-1)."""
    result: list[Frame] = []
    entries = [entry for n in numbers for entry in _entries(view, n, words)]
    for _, turn in groupby(entries, key=lambda entry: entry.turn):
        lines = list(turn)
        whole, most = LONGEST.get(pace, LONGEST["quick"])
        seconds = max(SHORTEST, min(most, whole / len(lines)))
        for entry in lines:
            if motion and pace != "step":
                result += _moving_frames(entry, seconds, view.viewer)
            else:
                result.append(_still_frame(entry, seconds, view.viewer))
    return result


def _entries(view: GameView, number: int, words: Words) -> Iterable[_LogEntry]:
    """Yield the lines about an action, without the viewer's own part of it."""
    events, box = view.events(number), box_of(view.observation(0).table)
    cut = events_in_turn(events)
    parts = [] if view.actor(number) == view.viewer else [(False, events[:cut])]
    first = True
    for is_change, part in [*parts, (True, events[cut:])]:
        for line in words.narration(part, view.setup, box):
            yield _LogEntry(number, (view.turn_start(number), is_change), line, first)
            first = False


def _still_frame(entry: _LogEntry, seconds: float, viewer: int | None) -> Frame:
    """Light everything that moved, where it was and is; else the board of the player concerned."""
    line = entry.line
    board = frozenset((PieceRef("player", line.seat),)) if line.seat is not None else frozenset[PieceRef]()
    return Frame(entry.number + 1, line.text, line.seat, viewer_refs(line.moved, viewer) or board, seconds)


def _moving_frames(entry: _LogEntry, seconds: float, viewer: int | None) -> list[Frame]:
    """Show the pieces at their start and on their way, then at their end, when there is time enough for both."""
    whole, line = _still_frame(entry, seconds, viewer), entry.line
    ways = [Flight(m, viewer_ref(m, m.start, viewer), viewer_ref(m, m.end, viewer)) for m in line.moved]
    start = frozenset(way.start for way in ways if way.start)
    end = frozenset(way.end for way in ways if way.end)
    flights = tuple(way for way in ways if way.start and way.end and way.start != way.end)
    if not entry.first or not start or start == end or seconds < MOVED_IN:
        return [whole]
    half = seconds / 2
    return [
        Frame(entry.number, line.text, line.seat, start, half, flights),
        Frame(entry.number + 1, line.text, line.seat, end or start, half),
    ]
