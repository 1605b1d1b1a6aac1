"""The list of saves: to play on in one, to step through one, or to delete one."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import DataTable, Footer, Input, Static
from textual.widgets.data_table import ColumnKey, RowDoesNotExist
from textual.worker import get_current_worker

from rokoko_core.journal import BadSave, Reading, read
from rokoko_core.setup import LAST_ROUND
from rokoko_core.terms import Expansion
from rokoko_tui.drawing.cells import fit
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.ask import Answer, Question
from rokoko_tui.screens.page import Page
from rokoko_tui.screens.start import names_of, when
from rokoko_tui.session.launch import spelt_out
from rokoko_tui.session.lock import Held, hold
from rokoko_tui.session.saves import SaveInfo, list_saves
from rokoko_tui.words.disk import disk_reason

COLUMNS = (("players", 32), ("state", 12), ("adds", 11), ("when", 15))
"""(key, cells) of the columns; the message ``load.column.<key>`` heads each."""


class LoadScreen(Page):
    """Saves, the one played last on top; a line below tells all about the one under the cursor."""

    PLACES: ClassVar[tuple[str, ...]] = ("load", "app")
    BINDINGS = bindings_of("load")
    DEFAULT_CSS = """
    LoadScreen { align: center middle; }
    #load-title { height: 1; width: 100%; max-width: 100; padding: 0 1; color: $accent; text-style: bold; }
    #load-table {
        height: 1fr; width: 100%; max-width: 100; padding: 0 1; background: transparent; scrollbar-size: 1 1;
    }
    #load-empty { width: 100%; height: 1fr; content-align: center middle; text-align: center; color: $text-muted; }
    #load-about { height: 4; width: 100%; max-width: 100; padding: 0 1; border-top: solid $panel-lighten-2; }
    #load-path {
        dock: bottom; margin-bottom: 1; height: 3; display: none;
        border: round $accent; border-title-color: $accent; padding: 0 1;
    }
    LoadScreen.-asking #load-path { display: block; }
    LoadScreen.-empty #load-table, LoadScreen.-empty #load-about { display: none; }
    LoadScreen #load-empty { display: none; }
    LoadScreen.-empty #load-empty { display: block; }
    """

    def __init__(self, replay: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self.saves: dict[str, SaveInfo] = {}

    def compose(self) -> ComposeResult:
        """Title, table, what is under the cursor, and the line for another file's path."""
        yield Static(self.words.say("load.title-replay" if self.replay else "load.title"), id="load-title")
        table: DataTable[Content | str] = DataTable(id="load-table", cursor_type="row", cell_padding=1)
        for key, width in COLUMNS:
            table.add_column(self.words.say(f"load.column.{key}"), width=width, key=key)
        yield table
        yield Static(id="load-empty", markup=False)
        yield Static(id="load-about", markup=False)
        yield Input(id="load-path", placeholder=self.words.say("load.path"))
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """List what is there."""
        self._input.border_title = self.words.say("load.other")
        self.list_again()
        self.watch(self.app, "edition", self._tell_about, init=False)

    @property
    def _table(self) -> "DataTable[Content | str]":
        return self.query_one(DataTable)

    @property
    def _input(self) -> Input:
        return self.query_one("#load-path", Input)

    @property
    def current(self) -> SaveInfo | None:
        """The save under the cursor."""
        table = self._table
        if not table.is_valid_coordinate(table.cursor_coordinate):
            return None
        key = table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value
        return self.saves.get(key or "")

    # ---- the list

    def list_again(self) -> None:
        """Read the folder anew; how each game stands is filled in bit by bit."""
        table, row = self._table, self._table.cursor_row
        self.saves = {str(info.path): info for info in list_saves(self.rokoko.saves)}
        table.clear()
        now = datetime.now()
        for key, info in self.saves.items():
            names = names_of(info.setup, self.words) if info.setup else info.path.name
            chosen = [e for e in Expansion if info.setup and e in info.setup.expansions]
            adds = " ".join(self.words.say(f"load.short.{e}") for e in chosen)
            moment = when(datetime.fromtimestamp(info.modified), now, self.words)
            if cell_len(adds) > COLUMNS[2][1]:
                adds = self.words.say("load.short.all" if len(chosen) == len(Expansion) else "load.short.three")
            table.add_row(fit(names, COLUMNS[0][1]), "…", adds or "–", moment, key=key)
        table.move_cursor(row=min(row, len(self.saves) - 1))
        self.set_class(not self.saves, "-empty")
        self.query_one("#load-empty", Static).update(self.words.say("load.empty", path=str(self.rokoko.saves)))
        if self.saves:
            table.focus()
        else:
            self.set_focus(None)
        self._look_into(list(self.saves.values()))

    @work(thread=True, exclusive=True)
    def _look_into(self, saves: list[SaveInfo]) -> None:
        """Replay each save aside and show how it stands."""
        worker = get_current_worker()
        for info in saves:
            standing = self._standing(info)
            if worker.is_cancelled:
                return
            self.app.call_from_thread(self._show_standing, str(info.path), standing)

    def _standing(self, info: SaveInfo) -> Content:
        if info.error is not None:
            return Content(self.words.say("load.state.damaged")).stylize("$text-error")
        if info.finished:
            return Content(self.words.say("load.state.finished")).stylize("$text-success")
        return Content(self.words.say("load.state.round", round=info.round, last=LAST_ROUND))

    def _show_standing(self, key: str, standing: Content) -> None:
        try:
            row = self._table.get_row_index(key)
        except RowDoesNotExist:
            return
        self._table.update_cell(key, ColumnKey("state"), standing)
        if row == self._table.cursor_row:
            self._tell_about()

    def on_data_table_row_highlighted(self) -> None:
        """The cursor stands on another save."""
        self._tell_about()

    def _tell_about(self) -> None:
        about, info = self.query_one("#load-about", Static), self.current
        if info is None:
            about.update("")
            return
        lines = [str(info.path)]
        if info.setup is not None:
            adds = [self.words.expansion(e) for e in Expansion if e in info.setup.expansions]
            bots = [seat.name for seat in info.setup.players if seat.kind == "bot"]
            parts = [self.words.say("load.about.with", names=adds) if adds else self.words.say("load.about.base")]
            parts.append(self.words.say("load.about.seed", seed=info.setup.seed))
            parts += [self.words.say("load.about.bots", names=bots)] if bots else []
            lines.append(" · ".join(parts))
        if "standing" in vars(info) or info.bad is not None:
            lines.append(self._state_in_words(info))
        about.update("\n".join(lines))

    def _state_in_words(self, info: SaveInfo) -> str:
        if info.error is not None:
            return f"▲ {self.words.bad_save(info.error)}"
        key = "finished" if info.finished else "stands"
        return self.words.say_of(f"load.about.{key}", {"n": info.cursor, "round": info.round})

    # ---- opening

    def on_data_table_row_selected(self) -> None:
        """Enter, or a click on the line under the cursor."""
        self.action_take()

    def action_take(self) -> None:
        """Open the save under the cursor, as the screen was asked to."""
        if self.current is not None:
            self._open(self.current.path, self._usual)

    def action_replay(self) -> None:
        """Step through the save under the cursor."""
        if self.current is not None:
            self._open(self.current.path, self._replay)

    def action_review(self) -> None:
        """Look back at the save under the cursor."""
        if self.current is not None:
            self._open(self.current.path, self.rokoko.review)

    @property
    def _usual(self) -> "Callable[[Path, Reading], None]":
        """What the screen was opened for."""
        return self._replay if self.replay else self.rokoko.resume

    def _replay(self, path: Path, reading: Reading) -> None:
        self.rokoko.replay(path, reading=reading)

    def _open(self, path: Path, then: Callable[[Path, Reading], None]) -> None:
        try:
            reading = read(path)
        except BadSave as bad:
            self.notify(self.words.say("load.failed", name=path.name, what=self.words.bad_save(bad)), severity="error")
            return
        if reading.damage is not None:
            self._ask_about_damage(path, reading)
        else:
            then(path, reading)

    def _ask_about_damage(self, path: Path, reading: Reading) -> None:
        assert reading.damage is not None
        game = reading.game
        lines = [
            self.words.damage(reading.damage),
            self.words.say("load.damaged.sound", n=reading.entries, round=game.state.round),
        ]
        answers = (
            Answer("replay", self.words.say("load.damaged.replay"), "r"),
            Answer("copy", self.words.say("load.damaged.copy"), "c"),
            Answer("no", self.words.say("load.damaged.no"), "n"),
        )

        def answered(answer: str | None) -> None:
            if answer == "replay":
                self._replay(path, reading)
            elif answer == "copy":
                self.rokoko.fork(game, game.cursor)

        self.app.push_screen(Question(self.words.say("load.damaged.title", name=path.name), lines, answers), answered)

    # ---- other files

    def action_other(self) -> None:
        """Ask for a path."""
        self.add_class("-asking")
        self._input.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open the file at that path."""
        written = event.value.strip().strip("\"'")
        if written:
            self._open(spelt_out(written), self._usual)

    def action_back(self) -> None:
        """Away from the path, or from the list."""
        if self.has_class("-asking"):
            self.remove_class("-asking")
            if self.saves:
                self._table.focus()
        else:
            self.leave()

    # ---- deleting

    def action_delete(self) -> None:
        """Delete the save under the cursor, after a question."""
        info = self.current
        if info is None:
            return
        lines = [
            names_of(info.setup, self.words) if info.setup else "",
            str(info.path),
            self.words.say("load.delete.gone"),
        ]
        answers = (
            Answer("keep", self.words.say("load.delete.keep"), "k"),
            Answer("delete", self.words.say("load.delete.delete"), "y"),
        )

        def answered(answer: str | None) -> None:
            if answer == "delete":
                self._delete(info.path)

        self.app.push_screen(
            Question(self.words.say("load.delete.title"), [line for line in lines if line], answers), answered
        )

    def _delete(self, path: Path) -> None:
        try:
            with hold(path):
                path.unlink()
        except Held as held:
            self.notify(self.words.say("load.not-deleted", why=held.told(self.words)), severity="error")
        except OSError as refusal:
            why = disk_reason(self.words, refusal)
            self.notify(self.words.say("load.cannot-delete", name=path.name, why=why), severity="error")
        self.list_again()

    def action_up(self) -> None:
        """Up in the list."""
        self._table.action_cursor_up()

    def action_down(self) -> None:
        """Down in the list."""
        self._table.action_cursor_down()
