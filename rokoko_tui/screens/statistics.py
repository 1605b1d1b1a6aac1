"""The statistics screen: results by opponent and source, and the games, which can be replayed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from rokoko_tui.analysis.statistics import Statistics, compute_statistics
from rokoko_tui.analysis.statistics_lines import RecordLine, format_line, to_lines
from rokoko_tui.keys import bindings_of
from rokoko_tui.puzzles.collection import count_solved
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.list_view import CursorActions, LineList

BATCH = 0.5
"""Seconds between two updates while saves are read."""
COPIED = 72
"""Width of copied lines, in cells."""


class StatisticsScreen(CursorActions, BaseScreen[None]):
    """One list: figures with bars, then the games."""

    PLACES: ClassVar[tuple[str, ...]] = ("record", "list", "app")
    BINDINGS = bindings_of("record")
    AUTO_FOCUS = "#record-lines"
    DEFAULT_CSS = """
    StatisticsScreen { align: center middle; }
    #record { width: 78; max-width: 100%; height: 100%; }
    #record-title { height: 1; text-align: center; color: $title; text-style: bold; }
    #record-lines { height: 1fr; padding: 0 1; }
    """
    cursor_list = getters.query_one(LineList)

    @dataclass
    class Counted(Message):
        """More saves were read."""

        record: Statistics

    def __init__(self) -> None:
        super().__init__()
        self.record: Statistics | None = None
        self._lines: Sequence[RecordLine] = ()

    def compose(self) -> ComposeResult:
        with Vertical(id="record"):
            yield Static(id="record-title", markup=False)
            yield LineList(id="record-lines")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.refresh_texts()
        self.count_games(self.app.scanner)

    @work(thread=True, exclusive=True)
    def count_games(self, scanner: SaveScanner) -> None:
        """Count the known saves, then read the others in a thread, with updates."""
        worker = get_current_worker()
        saves = {info.name: info for info in scanner.list_saves()}
        self.post_message(self.Counted(compute_statistics(saves.values())))
        for batch in scanner.rest_in_batches(saves.values(), BATCH, lambda: worker.is_cancelled):
            for name, findings in batch.items():
                saves[name].findings = findings
            if not worker.is_cancelled:
                self.post_message(self.Counted(compute_statistics(saves.values())))

    def on_statistics_screen_counted(self, event: Counted) -> None:
        self.record = event.record
        self.record.puzzles = count_solved(self.app.saves)
        self.refresh_texts()

    def refresh_texts(self) -> None:
        self.query_one("#record-title", Static).update(f"◆ {self.vocabulary.say('record.title')} ◆")
        if self.record is None:
            self._lines = [RecordLine(self.vocabulary.say("record.looking"))]
        else:
            self._lines = list(to_lines(self.record, self.words, datetime.now()))
        items = [_item(line, number) for number, line in enumerate(self._lines)]
        self.cursor_list.show(items, self.cursor_list.cursor)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a replay only if there is a game, and a copy only if anything is counted."""
        if action == "take" and not any(line.game for line in self._lines):
            return False
        if action == "copy" and len(self._lines) < 2:  # only the line that says so
            return False
        return super().check_action(action, parameters)

    @property
    def _game(self) -> SaveInfo | None:
        """The game of the line under the cursor."""
        cursor = self.cursor_list.cursor if self.is_mounted else -1
        return self._lines[cursor].game if 0 <= cursor < len(self._lines) else None

    @on(LineList.Taken)
    def action_take(self) -> None:
        """Replay the game under the cursor."""
        if self._game is not None:
            self.app.games.replay(self._game.path, returns=True)

    def action_copy(self) -> None:
        self.app.copy("\n".join(format_line(line, COPIED) for line in self._lines), self.words.say("record.copied"))


def _item(line: RecordLine, number: int) -> Item:
    if line.heading:
        return Item(line.text, "heading", stop=False, indent=0)
    return Item(line.text, "plain" if number else "strong", stop=line.game is not None, right=line.right)
