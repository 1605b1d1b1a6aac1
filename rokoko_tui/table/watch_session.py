"""The table of a game that is only watched; the session of a game that is played adds modes and commands."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast
from rokoko_core.play.view import GameView
from rokoko_core.state import NOBODY
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.log_lines import LogLines
from rokoko_tui.table.modes import Mode
from rokoko_tui.table.page import ListSize, Moment, TablePage
from rokoko_tui.text import LogLine, Words
from rokoko_tui.text.piece_refs import PieceRef, touched_places


class Watching(Mode):
    """The mode of a game at which nothing can be chosen."""

    def rows(self) -> tuple[MenuEntry, ...]:
        return (MenuEntry(EntryKind.HEADING, self.session.words.say("table.list.watching")),)


class WatchSession:
    """What somebody who only watches sees of a game."""

    def __init__(self, game: GameView, settings: Settings) -> None:
        self.game, self.settings = game, settings
        self.log = LogLines(game)
        self.list_size = ListSize(is_few=True)
        self.inspected: PieceRef | None = None
        """The piece that is inspected."""
        self.hovered = -1
        """The row under the mouse, or about the piece there, which is explained in place of that under the cursor."""
        self.is_reading = False
        """Whether the keys move over pieces, in a pane or in the log, not in the list."""
        self.touched: Mapping[PieceRef, int] = {}
        """Pieces that others touched since the viewer's last turn, with their seat; new ones with ``NOBODY``."""
        self._moment = self.begin_moment(game.observation())
        self._watching = Watching(self)

    @property
    def words(self) -> Words:
        return self.settings.words

    @property
    def position(self) -> int:
        """The position that is shown."""
        return self.game.position

    @property
    def observation(self) -> Observation:
        """What is shown of the game."""
        return self.game.observation(self.position)

    def lines(self, numbers: range) -> list[tuple[int, LogLine]]:
        """Return (number of the action, line) for the actions ``numbers``."""
        return self.log.list_lines(self.words, numbers)

    # ---- the present position

    @property
    def moment(self) -> Moment:
        """All that belongs to the present position; a new one where the position has changed."""
        view = self.game.observation()
        if view is not self._moment.observation:
            self._moment = self.begin_moment(view)
        return self._moment

    def begin_moment(self, view: Observation) -> Moment:
        return Moment(view)

    def update(self, **changes: Any) -> None:
        """Replace fields of ``moment``."""
        self._moment = replace(self.moment, **changes)

    def fill(self, cursor: int = -1, kept: MenuEntry | None = None) -> None:
        """Fill the list; the cursor is on row ``cursor``, or on ``kept`` if the list has it, or where it starts."""
        rows = self.mode.rows()
        if kept is not None and kept in rows:
            cursor = rows.index(kept)
        if cursor < 0:
            cursor = self.mode.find_start(rows)
        if not 0 <= cursor < len(rows) or not can_stop(rows[cursor]):
            cursor = next((n for n, row in enumerate(rows) if can_stop(row)), -1)
        self.hovered = -1
        self.update(rows=rows, cursor=cursor, opened="", clicked=None)
        self.mark_touched()

    def mark_touched(self) -> None:
        """Mark what came with the round and what the others touched before the position that is shown."""
        history = self.game.history
        new = [(*arrival, NOBODY) for arrival in history.arrivals(self.position)]
        self.touched = touched_places([*new, *history.touched(self.position)])

    # ---- what is shown

    @property
    def mode(self) -> Mode:
        return self._watching

    def page(self) -> TablePage:
        return self.mode.page()

    @property
    def explained_entry(self) -> MenuEntry | None:
        """The entry under the mouse, else the one under the cursor."""
        rows = self.moment.rows
        return rows[self.hovered] if 0 <= self.hovered < len(rows) else self.moment.entry

    @property
    def forecast(self) -> Forecast | None:
        """What the explained choice would change; None where that is unknown yet, or nothing."""
        entry = self.forecast_entry
        if entry is None or entry.action is None:
            return None
        fetched = self.moment.forecast
        known = self.game.known_forecast(entry.action)
        return known or (fetched[1] if fetched is not None and fetched[0] == entry.action else None)

    @property
    def forecast_entry(self) -> MenuEntry | None:
        """The explained choice of the viewer; None where another piece is inspected."""
        entry = self.explained_entry
        if entry is None or entry.action is None or self.game.menu.item(entry.action) is None:
            return None
        return entry if self.inspected is None or self.inspected in entry.pieces else None


def can_stop(entry: MenuEntry) -> bool:
    """Return whether the cursor of the list stops at ``entry``."""
    return entry.kind not in (EntryKind.HEADING, EntryKind.NOTE)
