"""Playback of the other players' moves: one frame per event, at the chosen pace.

The game does not wait for it and may be several turns ahead of ``position``, the position on the screen. Frames are
made from the log alone. This module has no clock and draws nothing; a screen shows one frame after the other.
"""

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from rokoko_core.box import box_of
from rokoko_core.events.places import Move
from rokoko_core.events.turns import HandChosen
from rokoko_core.play.history import events_in_turn
from rokoko_core.play.view import GameControl, GameView
from rokoko_tui.settings.settings import Pace
from rokoko_tui.text import LogLine, Words
from rokoko_tui.text.piece_refs import PieceRef, viewer_ref, viewer_refs

MAX_SECONDS = {"quick": (2.0, 0.4), "calm": (4.0, 0.8)}
"""By pace, the most seconds for a whole turn and for one event."""
READING_SECONDS = (1.0, 3.0)
"""Least and most seconds for one event at the pace ``slow``."""
LETTERS_PER_SECOND = 20
"""How fast an event is read at the pace ``slow``."""
MIN_SECONDS = 1 / 15
"""Least seconds for a frame."""
MIN_MOTION_SECONDS = 0.2
"""Least seconds for an event whose pieces are shown at their start and then at their end."""
ON_ROUND_PAGE = ("income", "refill", "hand")
"""Kinds of lines that the page of a new round has."""
WINNER = "winner"
"""Kind of the line that the count at the end leads up to."""


class Flight(NamedTuple):
    """A moving piece, its start and end; None for a place that is not visible."""

    move: Move
    start: PieceRef | None
    end: PieceRef | None


@dataclass(frozen=True)
class Frame:
    """An event, or a part of it, on the screen."""

    position: int
    """The position of the table on the screen."""
    text: str
    seat: int | None
    """The seat that acted; None between the rounds."""
    round: int
    """The round it belongs to."""
    pieces: frozenset[PieceRef]
    """The highlighted pieces."""
    seconds: float = 0.0
    """Duration; with pace ``step`` the frame stays until a key."""
    flights: tuple[Flight, ...] = ()
    """The pieces moving during the frame."""


class Playback:
    """The frames not yet shown to the viewer; the first is on the screen."""

    def __init__(self, game: GameControl) -> None:
        self.game = game
        self.frames: deque[Frame] = deque()
        self._opened = game.position
        """The position at which the game was opened; earlier actions are not played back."""
        self._shown_until: dict[int, int] = {}
        """By seat, the position up to which frames were made."""

    @property
    def frame(self) -> Frame | None:
        """The present frame; None after the last."""
        return self.frames[0] if self.frames else None

    @property
    def due(self) -> range:
        """The actions for which the viewer still needs frames."""
        game, viewer = self.game, self.game.viewer
        if viewer is None:
            return range(0)
        others = game.history.since_action(viewer, game.position)
        return range(max(others.start, self._shown_until.get(viewer, self._opened)), game.position)

    @property
    def position(self) -> int:
        if self.frames:
            return self.frames[0].position
        due = self.due
        return due.start + self._is_own(due.start) if due else self.game.position

    def _is_own(self, number: int) -> int:
        """Return 1 for an action of the viewer, who saw its effect but not what followed, else 0."""
        return int(self.game.history.is_own(number))

    def drop_undone(self) -> None:
        """Drop all frames if an undo removed the position of any."""
        cursor = self.game.position
        self._opened = min(self._opened, cursor)
        self._shown_until = {seat: min(position, cursor) for seat, position in self._shown_until.items()}
        if any(frame.position > cursor for frame in self.frames):
            self.frames.clear()

    def skip_due(self) -> None:
        """Make no frames of what is due: the viewer has read it."""
        if self.game.viewer is not None:
            self._shown_until[self.game.viewer] = self.game.position

    def gather(self, words: Words, pace: Pace, motion: bool, round_page: bool = False) -> bool:
        """Add the frames that are due, unless a bot's turn is unfinished; return whether others have acted.

        The winner has none, and with a ``round_page`` neither has what that page lists.
        """
        due, game = self.due, self.game
        in_mid_turn = game.bot_to_move is not None and game.turn_start(game.position) != due.stop
        if not due or (in_mid_turn and pace != "at-once"):
            return False
        assert game.viewer is not None, "without a viewer nothing is due"
        self._shown_until[game.viewer] = due.stop
        if pace != "at-once":
            skipped = (WINNER, *(ON_ROUND_PAGE if round_page else ()))
            self.frames += make_frames(game, due, words, pace, motion, skipped=skipped)
        return any(not self._is_own(number) for number in due)

    def add(self, words: Words, numbers: range, pace: Pace, motion: bool) -> None:
        """Add frames for the actions ``numbers``; the pace ``at-once`` plays them like ``quick``."""
        self.frames += make_frames(self.game, numbers, words, pace, motion)

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
    """A line about an action. Lines with the same ``turn`` share the time of a turn or of a round change."""

    number: int
    turn: tuple[int, bool]
    """The first action of the turn, and whether the line is about the change of rounds after it."""
    round: int
    line: LogLine
    first: bool
    """Whether it is the first line about the action, before which the table is unchanged."""


def make_frames(
    view: GameView, numbers: range, words: Words, pace: Pace, motion: bool, skipped: Collection[str] = ()
) -> list[Frame]:
    """Return the frames of what others did in the actions ``numbers``, as the viewer may know it (HIDDEN-1).

    ``skipped`` are the kinds of lines without a frame.
    """
    result: list[Frame] = []
    entries = [e for n in numbers for e in _list_log_entries(view, n, words) if e.line.kind not in skipped]
    for _, turn in groupby(entries, key=lambda entry: entry.turn):
        lines = list(turn)
        for entry in lines:
            seconds = _seconds_for(entry.line, len(lines), pace)
            if motion and pace != "step":
                result += _make_moving_frames(entry, seconds, view.viewer)
            else:
                result.append(_make_still_frame(entry, seconds, view.viewer))
    return result


def _seconds_for(line: LogLine, count: int, pace: Pace) -> float:
    """Return the duration of a line, one of ``count`` in its turn."""
    if pace == "slow":
        shortest, longest = READING_SECONDS
        return max(shortest, min(longest, len(line.text) / LETTERS_PER_SECOND))
    for_turn, for_event = MAX_SECONDS.get(pace, MAX_SECONDS["quick"])
    return max(MIN_SECONDS, min(for_event, for_turn / count))


def _list_log_entries(view: GameView, number: int, words: Words) -> Iterable[_LogEntry]:
    """Yield the lines about an action; of the viewer's own action, only what followed it.

    A hand choice of others is left out: it is secret, so that there is nothing to see.
    """
    events, box = view.events(number), box_of(view.observation(0).table)
    cut = events_in_turn(events)
    seen = [event for event in events[:cut] if not isinstance(event, HandChosen)]
    parts = [] if view.actor(number) == view.viewer else [(False, seen)]
    first = True
    for is_change, part in [*parts, (True, events[cut:])]:
        round = view.observation(number + is_change).table.round
        for line in words.narration(part, view.setup, box):
            yield _LogEntry(number, (view.turn_start(number), is_change), round, line, first)
            first = False


def _make_still_frame(entry: _LogEntry, seconds: float, viewer: int | None) -> Frame:
    """Highlight all moved pieces at their start and end, else the board of the player concerned."""
    line, seat = entry.line, None if entry.turn[1] else entry.line.seat
    board = frozenset((PieceRef("player", line.seat),)) if line.seat is not None else frozenset[PieceRef]()
    return Frame(entry.number + 1, line.text, seat, entry.round, viewer_refs(line.moved, viewer) or board, seconds)


def _make_moving_frames(entry: _LogEntry, seconds: float, viewer: int | None) -> list[Frame]:
    """Show the pieces moving, then at their end; a single frame where time is too short for both."""
    still, moved = _make_still_frame(entry, seconds, viewer), entry.line.moved
    all_flights = [Flight(m, viewer_ref(m, m.start, viewer), viewer_ref(m, m.end, viewer)) for m in moved]
    start = frozenset(flight.start for flight in all_flights if flight.start)
    end = frozenset(flight.end for flight in all_flights if flight.end)
    flights = tuple(f for f in all_flights if f.start and f.end and f.start != f.end)
    if not entry.first or not start or start == end or seconds < MIN_MOTION_SECONDS:
        return [still]
    half = seconds / 2
    return [
        replace(still, position=entry.number, pieces=start, seconds=half, flights=flights),
        replace(still, pieces=end or start, seconds=half),
    ]
