"""The statistics screen: rating, achievements, results, and the games, which can be replayed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from rokoko_tui.analysis.statistics import Statistics, compute_statistics
from rokoko_tui.analysis.statistics_lines import (
    CHART_ROWS,
    RecordLine,
    format_line,
    progress_lines,
    result_lines,
    to_lines,
)
from rokoko_tui.keys import bindings_of
from rokoko_tui.puzzles import measure_progress
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.widgets.folded_items import Item, heading_item
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.list_view import CursorActions, LineList

BATCH = 0.5
"""Seconds between two updates while saves are read."""
COPIED = 72
"""Width of copied lines, in cells."""
TALL, TALL_ROWS = 46, 10
"""Height of a terminal with taller charts, and their rows."""
BESIDE = 5
"""Cells of a list beside a chart: its padding, indent and scroll bar."""


class StatisticsScreen(CursorActions, BaseScreen[None]):
    """One list: progress, then results and games; in a wide terminal two lists side by side."""

    PLACES: ClassVar[tuple[str, ...]] = ("record", "list", "app")
    BINDINGS = bindings_of("record")
    AUTO_FOCUS = "#record-progress"
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (116, "-wide")]
    DEFAULT_CSS = """
    StatisticsScreen { align: center middle; }
    #record { height: 1fr; }
    #record LineList { width: 1fr; height: 100%; padding: 0 0 0 1; }
    StatisticsScreen.-narrow #record { max-width: 100; }
    StatisticsScreen.-narrow #record-results { display: none; }
    """
    progress = getters.query_one("#record-progress", LineList)
    results = getters.query_one("#record-results", LineList)

    @dataclass
    class Counted(Message):
        """More saves were read."""

        record: Statistics

    def __init__(self) -> None:
        super().__init__()
        self.record: Statistics | None = None
        self._shown: dict[str, Sequence[RecordLine]] = {}
        """The lines of each list, by its id."""

    def compose(self) -> ComposeResult:
        yield Static(id="record-title", classes="screen-title", markup=False)
        with Horizontal(id="record"):
            yield LineList(id="record-progress")
            yield LineList(id="record-results")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.refresh_texts()
        self.count_games(self.app.scanner)

    @work(thread=True, exclusive=True)
    def count_games(self, scanner: SaveScanner) -> None:
        """Count the known saves, then read the others in a thread, with updates."""
        worker = get_current_worker()
        saves = {info.name: info for info in scanner.list_saves()}
        self._count(scanner, saves.values())
        for batch in scanner.rest_in_batches(saves.values(), BATCH, lambda: worker.is_cancelled):
            for name, findings in batch.items():
                saves[name].findings = findings
            if not worker.is_cancelled:
                self._count(scanner, saves.values())

    def _count(self, scanner: SaveScanner, saves: Collection[SaveInfo]) -> None:
        scanner.mark_others(saves)
        self.post_message(self.Counted(compute_statistics(saves)))

    def on_statistics_screen_counted(self, event: Counted) -> None:
        self.record = event.record
        self.record.puzzles = measure_progress(self.app.saves)
        self.refresh_texts()

    def refresh_texts(self) -> None:
        self.query_one("#record-title", Static).update(f"◆ {self.vocabulary.say('record.title')} ◆")
        for line_list, lines in zip((self.progress, self.results), self._make_lines(), strict=True):
            self._shown[line_list.id or ""] = lines
            items = [_item(line, number) for number, line in enumerate(lines)]
            line_list.show(items, line_list.cursor)
        self.refresh_bindings()

    def _make_lines(self) -> tuple[list[RecordLine], list[RecordLine]]:
        """Return the lines of both lists; in a narrow terminal the first has all."""
        if self.record is None:
            return [RecordLine(self.vocabulary.say("record.looking"))], []
        now, rows = datetime.now(), TALL_ROWS if self.size.height >= TALL else CHART_ROWS
        width = max(1, self.progress.size.width - BESIDE)
        progress = list(progress_lines(self.record, self.words, now, width, rows))
        results = list(result_lines(self.record, self.words, now, width))
        return (progress, results) if self.results.display else (progress + results, [])

    def on_resize(self) -> None:
        self.call_after_refresh(self.refresh_texts)

    def action_next(self) -> None:
        """Move to the other list."""
        (self.progress if self.results.has_focus else self.results).focus()
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a replay only if there is a game, and a copy only if anything is counted."""
        if action == "take" and not any(line.game for line in self._lines):
            return False
        if action == "copy" and sum(map(len, self._shown.values())) < 2:  # only the line that says so
            return False
        if action == "next" and not self.results.display:
            return False
        return super().check_action(action, parameters)

    @property
    def cursor_list(self) -> LineList:
        return self.results if self.results.has_focus else self.progress

    @property
    def _lines(self) -> Sequence[RecordLine]:
        """The lines of the list with the focus."""
        return self._shown.get(self.cursor_list.id or "", ()) if self.is_mounted else ()

    @property
    def _game(self) -> SaveInfo | None:
        """The game of the line under the cursor."""
        cursor = self.cursor_list.cursor if self.is_mounted else -1
        return self._lines[cursor].game if 0 <= cursor < len(self._lines) else None

    @on(LineList.Taken)
    def action_take(self) -> None:
        """Replay the game under the cursor."""
        if self._game is not None:
            self.app.games.replay(self._game.path)

    def action_copy(self) -> None:
        if self.record is not None:
            lines = to_lines(self.record, self.words, datetime.now(), COPIED - 2)
            self.app.copy("\n".join(format_line(line, COPIED) for line in lines), self.words.say("record.copied"))


def _item(line: RecordLine, number: int) -> Item:
    if line.heading:
        return heading_item(line.text)
    style, stop = "plain" if number else "strong", line.game is not None
    key = "" if stop else " "  # aligns the text with that of lines where the cursor can stop
    return Item(line.text, style, key, stop=stop, indent=2, right=line.right)
