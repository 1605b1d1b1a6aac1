"""The list of saves: to play on in one, to step through one, to find one, to rename one or to put it into the trash."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Footer, Input, Static
from textual.worker import get_current_worker

from rokoko_core.journal import BadSave, Reading, read
from rokoko_tui.keys import bindings_of, key_of, readable
from rokoko_tui.saves.library import SUFFIX, Findings, SaveInfo, fits, rename
from rokoko_tui.saves.lock import Held
from rokoko_tui.saves.scan import Survey
from rokoko_tui.saves.trash import bring_back, discard
from rokoko_tui.screens.page_screen import Page, moment
from rokoko_tui.screens.question import Answer, Question
from rokoko_tui.settings.launch import spelt_out
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.safe_display import typed
from rokoko_tui.widgets import save_rows as save_lines
from rokoko_tui.widgets.cursor_actions import Walked
from rokoko_tui.widgets.virtual_table import Cell, Ledger

BATCH = 0.2
"""Seconds for which findings are gathered before they are shown."""


class LoadScreen(Walked, Page):
    """Saves, the one played last on top; a line below tells all about the one under the cursor."""

    PLACES: ClassVar[tuple[str, ...]] = ("load", "list", "app")
    BINDINGS = [*bindings_of("load"), *bindings_of("list")]  # the list moves while the search has the focus too
    AUTO_FOCUS = ""
    DEFAULT_CSS = """
    LoadScreen { align: center middle; }
    #load-top { height: 1; width: 100%; max-width: 100; padding: 0 1; }
    #load-title { width: auto; max-width: 50%; color: $title; text-style: bold; margin-right: 2; }
    #load-filter { width: 1fr; }
    #load-list {
        height: 1fr; width: 100%; max-width: 100; background: transparent;
        scrollbar-size: 1 1; scrollbar-gutter: stable; overflow-x: hidden;
    }
    #load-empty { width: 100%; height: 1fr; content-align: center middle; text-align: center; color: $text-muted; }
    #load-about { height: 4; width: 100%; max-width: 100; padding: 0 1; border-top: solid $panel-lighten-2; }
    #load-path {
        dock: bottom; margin-bottom: 1; height: 3; display: none;
        border: round $accent; border-title-color: $title; padding: 0 1;
    }
    LoadScreen.-asking #load-path { display: block; }
    LoadScreen.-empty #load-list, LoadScreen.-empty #load-about { display: none; }
    LoadScreen #load-empty { display: none; }
    LoadScreen.-empty #load-empty { display: block; }
    """

    class Found(Message):
        """Some saves were looked into: by name, what was found."""

        def __init__(self, findings: dict[str, Findings]) -> None:
            super().__init__()
            self.findings = findings

    def __init__(self, replay: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self.saves: dict[str, SaveInfo] = {}
        """By the names of the files, the one played last first."""
        self.shown: list[SaveInfo] = []
        """Those that fit what is searched for, in the order of the list."""
        self._texts: dict[str, str] = {}
        """What a search looks through, by name, as far as it was needed yet."""
        self._near: tuple[str, ...] = ()
        """Names of those in sight, which are looked into first."""
        self._renaming: SaveInfo | None = None
        """The save a new name is being typed for."""

    def compose(self) -> ComposeResult:
        """Title and search, table, what is under the cursor, and the line for another file's path or a new name."""
        with Horizontal(id="load-top"):
            yield Static(id="load-title", markup=False)
            yield Input(id="load-filter", compact=True)
        yield Ledger(save_lines.columns(self.words), self._line, id="load-list")
        yield Static(id="load-empty", markup=False)
        yield Static(id="load-about", markup=False)
        yield Input(id="load-path")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """List what is there."""
        self._filter.placeholder = self.words.say("load.filter")
        self.list_again()

    @property
    def walked(self) -> Ledger:
        """The saves."""
        return self.query_one(Ledger)

    @property
    def _filter(self) -> Input:
        return self.query_one("#load-filter", Input)

    @property
    def _prompt(self) -> Input:
        return self.query_one("#load-path", Input)

    @property
    def current(self) -> SaveInfo | None:
        """The save under the cursor."""
        cursor = self.walked.cursor
        return self.shown[cursor] if 0 <= cursor < len(self.shown) else None

    # ---- the list

    def list_again(self, cursor_on: str = "") -> None:
        """Show what lies in the folder now, the cursor on the save of that name or where it was, and look into it."""
        self.saves = {info.name: info for info in self.rokoko.survey.look_around()}
        self._texts.clear()
        self._search(keep=cursor_on)
        if self.saves:
            self.walked.focus()
        else:
            self.set_focus(None)
        self.look_into_the_rest(self.rokoko.survey, tuple(self.saves.values()))

    @work(thread=True, exclusive=True)
    def look_into_the_rest(self, survey: Survey, saves: Sequence[SaveInfo]) -> None:
        """Look aside into those of ``saves`` that are not known yet."""
        worker = get_current_worker()
        found: dict[str, Findings] = {}
        due = moment() + BATCH
        for name, findings in survey.rest(saves, lambda: worker.is_cancelled, lambda: self._near):
            found[name] = findings
            if moment() > due:
                self.post_message(self.Found(found))
                found, due = {}, moment() + BATCH
        if found:
            self.post_message(self.Found(found))

    def on_load_screen_found(self, event: Found) -> None:
        """Show how some of the games stand."""
        here = self.current
        for name, findings in event.findings.items():
            if name in self.saves:
                self.saves[name].findings = findings
                self._texts.pop(name, None)
        if self._filter.value.strip():
            self._search(keep=here.name if here else "")
        else:
            self.walked.refresh()
        if here is not None and here.name in event.findings:
            self._tell_about()

    def _line(self, number: int) -> tuple[Cell, ...]:
        return save_lines.cells(self.shown[number], self.words, datetime.now())

    @on(Ledger.Moved)
    def _tell_about(self) -> None:
        info = self.current
        lines = save_lines.about(info, self.words) if info is not None else []
        self.query_one("#load-about", Static).update("\n".join(lines), layout=False)
        self._note_sight()

    @on(Ledger.Scrolled)
    def _note_sight(self) -> None:
        sight = self.walked.in_sight
        self._near = tuple(info.name for info in self.shown[sight.start : sight.stop])

    def _tell_title(self) -> None:
        title = self.words.say("load.title-replay" if self.replay else "load.title")
        if self.saves:
            counts = {"n": len(self.shown), "most": len(self.saves)}
            title += " · " + self.words.say_of(
                f"load.count.{'all' if len(set(counts.values())) == 1 else 'some'}", counts
            )
        self.query_one("#load-title", Static).update(title)

    def told_anew(self) -> None:
        """The list in other words."""
        super().told_anew()
        self._filter.placeholder = self.words.say("load.filter")
        self.walked.head(save_lines.columns(self.words))
        self._texts.clear()
        self._search(keep=self.current.name if self.current else "")

    # ---- searching

    def action_filter(self) -> None:
        """Type what to search for."""
        if self.saves:
            self._filter.focus()

    @on(Input.Changed, "#load-filter")
    def _typed(self) -> None:
        self._search(keep=self.current.name if self.current else "")

    @on(Input.Submitted, "#load-filter")
    def _to_the_list(self) -> None:
        self.walked.focus()

    def _search(self, keep: str = "") -> None:
        """Show the saves that have every word typed; the cursor stays on the one named ``keep`` if it is among them."""
        words = self.words.language.plain(self._filter.value).split()
        row = max(0, self.walked.cursor)
        self.shown = [info for info in self.saves.values() if all(word in self._text(info) for word in words)]
        if keep:
            row = next((n for n, info in enumerate(self.shown) if info.name == keep), row if not words else 0)
        self.walked.show(len(self.shown), row)
        self._tell_title()
        empty = self.query_one("#load-empty", Static)
        self.set_class(not self.shown, "-empty")
        if self.saves:
            empty.update(self.words.say("load.no-match"))
        else:
            empty.update(self.words.say("load.empty", path=str(self.rokoko.saves)))

    def _text(self, info: SaveInfo) -> str:
        if info.name not in self._texts:
            self._texts[info.name] = save_lines.searched(info, self.words, datetime.now())
        return self._texts[info.name]

    # ---- opening

    @on(Ledger.Taken)
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
            self._refuse("load.failed", name=path.name, what=self.words.bad_save(bad))
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

        self.ask(Question(self.words.say("load.damaged.title", name=path.name), lines, answers), answered)

    def _refuse(self, key: str, **figures: object) -> None:
        self.notify(self.words.say_of(key, figures), severity="error", markup=False)

    # ---- other files, and other names

    def action_other(self) -> None:
        """Ask for a path."""
        self._ask("load.other", "load.path")

    def action_rename(self) -> None:
        """Ask for another name for the save under the cursor."""
        if self.current is not None:
            self._ask("load.rename", "load.new-name", typed(self.current.name.removesuffix(SUFFIX)))
            self._renaming = self.current

    def _ask(self, title: str, hint: str, value: str = "") -> None:
        self._renaming = None
        self._prompt.border_title = Content(self.words.say(title))
        self._prompt.placeholder = self.words.say(hint)
        self._prompt.value = value
        self.add_class("-asking")
        self._prompt.focus()

    @on(Input.Submitted, "#load-path")
    def _answered(self, event: Input.Submitted) -> None:
        """Open the file at that path, or call the save by that name; nothing once the line is closed."""
        if not self.has_class("-asking"):
            return
        if self._renaming is not None:
            self._rename(self._renaming, event.value.strip().removesuffix(SUFFIX))
        elif path := event.value.strip().strip("\"'"):
            self._open(spelt_out(path), self._usual)

    def _rename(self, info: SaveInfo, name: str) -> None:
        if not fits(name):
            self._refuse("load.no-name")
            return
        path = info.path
        try:
            path = rename(path, name)
        except FileExistsError:
            self._refuse("load.taken", name=name)
            return
        except (Held, OSError) as refusal:
            self._tell_refusal("load.cannot-rename", info, refusal)
        self._away_from_prompt()
        self.list_again(cursor_on=path.name)

    def _tell_refusal(self, key: str, info: SaveInfo, refusal: Held | OSError) -> None:
        told = isinstance(refusal, Held)
        why = refusal.told(self.words) if isinstance(refusal, Held) else disk_reason(self.words, refusal)
        self._refuse(f"{key}-now" if told else key, name=info.name, why=why)

    def _away_from_prompt(self) -> None:
        self.remove_class("-asking")
        self._renaming = None
        self.walked.focus()

    def action_back(self) -> None:
        """Away from the line one types in, from what was searched for, or from the list."""
        if self.has_class("-asking"):
            self._away_from_prompt()
        elif self._filter.value or self.focused is self._filter:
            self._filter.value = ""
            self.walked.focus()
        else:
            self.leave()

    # ---- the trash

    def action_delete(self) -> None:
        """Put the save under the cursor into the trash."""
        info = self.current
        if info is None:
            return
        try:
            discard(info.path)
        except (Held, OSError) as refusal:
            self._tell_refusal("load.cannot-delete", info, refusal)
        else:
            key = readable(key_of("load.undo", self.rokoko.settings.keys))
            self.notify(self.words.say_of("load.deleted", {"name": info.name, "key": key}), markup=False)
        self.list_again()

    def action_undo(self) -> None:
        """Bring back the save that was deleted last."""
        try:
            path = bring_back(self.rokoko.saves)
        except OSError as refusal:
            self._refuse("load.not-back", why=disk_reason(self.words, refusal))
            return
        if path is None:
            self.notify(self.words.say("load.trash-empty"))
            return
        self.notify(self.words.say("load.back", name=path.name), markup=False)
        self.list_again(cursor_on=path.name)

    # ---- moving about
