"""The list of saves: continue, replay, review, search, rename, delete and restore."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import ActiveBinding
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static
from textual.worker import get_current_worker

from rokoko_tui.keys import bindings_of, key_of
from rokoko_tui.saves.folder import SUFFIX, Findings, SaveInfo, discard, is_valid_name, rename, restore_latest
from rokoko_tui.saves.lock import SaveInUse
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.settings.account import expand_user
from rokoko_tui.text.safe_display import typed
from rokoko_tui.widgets.fields import Prompt, TextField
from rokoko_tui.widgets.footer import KeyFooter, fit_footer
from rokoko_tui.widgets.list_view import CursorActions
from rokoko_tui.widgets.save_table import SaveTable, describe_save, find_origin, is_fork
from rokoko_tui.widgets.virtual_table import VirtualTable

if TYPE_CHECKING:
    from rokoko_tui.games.game_opener import OpenMode

BATCH = 0.2
"""Seconds between two updates while saves are read."""
OF_A_SAVE = ("take", "open", "rename", "delete")
"""Actions on the save under the cursor."""
NOT_WHILE_TYPING = ("open", "rename", "delete", "undo", "other", "filter")
"""Actions whose keys write a letter into a field."""
WIDE = 118
"""Columns for a footer with all commands."""
ONLY_WIDE = ("review", "again", "compare", "other")
"""Commands that the footer names only where there is space."""


class LoadScreen(CursorActions, BaseScreen[None]):
    """Saves, the latest on top, and details of the one under the cursor."""

    PLACES: ClassVar[tuple[str, ...]] = ("load", "list", "app")
    BINDINGS = [*bindings_of("load"), *bindings_of("list")]  # the list moves while the search has the focus too
    AUTO_FOCUS = ""
    CSS_PATH = "load.tcss"
    cursor_list = getters.query_one(SaveTable)
    _filter = getters.query_one("#load-filter", Input)
    _prompt = getters.query_one(Prompt)

    @dataclass
    class Scanned(Message):
        """Some saves were read; ``findings`` are by file name."""

        findings: dict[str, Findings]

    def __init__(self, replay: bool = False) -> None:
        super().__init__()
        self.replay = replay
        self.saves: dict[str, SaveInfo] = {}
        """By file name, the latest first."""
        self._visible: tuple[str, ...] = ()
        """Names of the visible saves, which are read first."""
        self._renaming: SaveInfo | None = None
        """The save whose new name is being typed."""
        self._deleted = 0
        """How many games were deleted here that can be restored."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="load-top"):
            yield Static(id="load-title", markup=False)
            yield TextField(placeholder=self.words.say("load.filter"), compact=True, id="load-filter")
        yield SaveTable(self.words, id="load-list")
        yield Static(id="load-empty", markup=False)
        yield Static(id="load-about", markup=False)
        yield Prompt(id="load-path")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.reload()

    @property
    def current(self) -> SaveInfo | None:
        return self.cursor_list.current

    # ---- the list

    def reload(self, cursor_on: str = "") -> None:
        """List the folder again with the cursor on that save or where it was, and read unknown saves."""
        self.saves = {info.name: info for info in self.app.scanner.list_saves()}
        self.cursor_list.forget_texts()
        self._search(keep=cursor_on)
        if self.saves:
            self.cursor_list.focus()
        else:
            self.set_focus(None)
        self.read_unknown_saves(self.app.scanner, tuple(self.saves.values()))

    @work(thread=True, exclusive=True)
    def read_unknown_saves(self, scanner: SaveScanner, saves: Sequence[SaveInfo]) -> None:
        worker = get_current_worker()
        for batch in scanner.rest_in_batches(saves, BATCH, lambda: worker.is_cancelled, lambda: self._visible):
            self.post_message(self.Scanned(batch))

    def on_load_screen_scanned(self, event: Scanned) -> None:
        current = self.current
        for name, findings in event.findings.items():
            if name in self.saves:
                self.cursor_list.update_findings(self.saves[name], findings)
        if self._filter.value.strip():
            self._search(keep=current.name if current else "")
        else:
            self.cursor_list.refresh()
        if current is not None and (current.name in event.findings or is_fork(current)):
            self._show_details()

    @on(VirtualTable.Moved)
    def _show_details(self) -> None:
        info = self.current
        origin = find_origin(info, self.saves.values()) if info is not None else None
        lines = describe_save(info, self.words, origin) if info is not None else []
        self.query_one("#load-about", Static).update("\n".join(lines), layout=False)
        self._update_visible()

    @on(VirtualTable.Scrolled)
    def _update_visible(self) -> None:
        self._visible = self.cursor_list.visible_names

    def _update_title(self) -> None:
        title = self.words.say("load.title-replay" if self.replay else "load.title")
        if self.saves:
            counts = {"n": self.cursor_list.count, "most": len(self.saves)}
            title += " · " + self.words.say_of(
                f"load.count.{'all' if len(set(counts.values())) == 1 else 'some'}", counts
            )
        self.query_one("#load-title", Static).update(title)

    def refresh_texts(self) -> None:
        self._filter.placeholder = self.words.say("load.filter")
        self.cursor_list.set_words(self.words)
        self._search(keep=self.current.name if self.current else "")

    # ---- searching

    def action_filter(self) -> None:
        """Focus the search field."""
        if self.saves:
            self._filter.focus()

    @on(Input.Changed, "#load-filter")
    def _search_changed(self) -> None:
        self._search(keep=self.current.name if self.current else "")

    @on(Input.Submitted, "#load-filter")
    def _leave_search(self) -> None:
        self.cursor_list.focus()

    def _search(self, keep: str = "") -> None:
        """Show the saves that contain every typed word, with the cursor on ``keep`` if it is among them."""
        self.cursor_list.search(self.saves.values(), self._filter.value, keep)
        self._update_title()
        empty = self.query_one("#load-empty", Static)
        if self.has_class("-empty") == bool(self.cursor_list.count):
            self.set_class(not self.cursor_list.count, "-empty")
            self.refresh_bindings()
        if self.saves:
            empty.update(self.words.say("load.no-match"))
        elif self.app.settings.account.is_served:
            empty.update(self.words.say("load.empty-own"))
        else:
            key = self.words.format_keys(key_of("load.other", self.app.settings.keys))
            empty.update(self.words.say_of("load.empty", {"path": str(self.app.saves), "key": key}))

    # ---- opening

    @on(VirtualTable.Taken)
    def action_take(self) -> None:
        """Continue or replay the save under the cursor, depending on the screen's purpose."""
        self.action_open("replay" if self.replay else "resume")

    def action_open(self, mode: "OpenMode") -> None:
        if self.current is not None:
            self.app.games.open_saved(self.current.path, mode)

    def _refuse(self, key: str, **figures: object) -> None:
        self.notify(self.words.say_of(key, figures), severity="error")

    # ---- opening by path, renaming

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable what needs a save or would type a letter; people served by this program open only their own saves."""
        if action == "other" and self.app.settings.account.is_served:
            return False
        if (action in OF_A_SAVE and self.current is None) or (action == "filter" and not self.saves):
            return False
        if self.writing and action in NOT_WHILE_TYPING:
            return False
        return super().check_action(action, parameters)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The active bindings, with those that the footer names only now."""
        names = {name: name for name in ONLY_WIDE if self._is_wide}
        names |= {} if self.saves else {"other": "other"}
        names |= {"undo": "undo"} if self._deleted else {}
        names |= {"back": "all"} if self._is_searching else {}
        if self.writing:
            names |= {"take": "rename" if self._renaming else "take" if self._prompt.is_open else "list"}
        named = {key: self._name_in_footer(key, active, names) for key, active in super().active_bindings.items()}
        return fit_footer(named, self.app.size.width)

    @property
    def _is_searching(self) -> bool:
        return bool(self._filter.value) or self.focused is self._filter

    @property
    def _is_wide(self) -> bool:
        return self.app.size.width >= WIDE

    def _name_in_footer(self, key: str, active: ActiveBinding, names: dict[str, str]) -> ActiveBinding:
        """Return ``active`` with its name for the footer if ``names`` has one."""
        command = "take" if key == "enter" else (active.binding.id or "").removeprefix("load.")
        if command not in names:
            return active
        description = self.words.say(f"keys.footer.load.{names[command]}")
        display = active.binding.key_display or self.words.say("keys.key.enter-short")
        return active._replace(binding=replace(active.binding, show=True, description=description, key_display=display))

    def action_other(self) -> None:
        """Ask for the path of another file."""
        self._open_prompt("load.other", "load.path")

    def action_rename(self) -> None:
        """Ask for a new name for the save under the cursor."""
        if self.current is not None:
            self._open_prompt("load.rename", "load.new-name", typed(self.current.name.removesuffix(SUFFIX)))
            self._renaming = self.current

    def _open_prompt(self, title: str, hint: str, value: str = "") -> None:
        self._renaming = None
        self._prompt.border_title = Content(self.words.say(title))
        self._prompt.placeholder = self.words.say(hint)
        self._prompt.open(value)

    @on(Input.Submitted, "#load-path")
    def _submit_prompt(self, event: Input.Submitted) -> None:
        """Rename the save, or open the file at the typed path."""
        if not self._prompt.is_open:
            return
        if self._renaming is not None:
            self._rename(self._renaming, event.value.strip().removesuffix(SUFFIX))
        elif path := event.value.strip().strip("\"'"):
            self.app.games.open_saved(expand_user(path), "replay" if self.replay else "resume")

    def _rename(self, info: SaveInfo, name: str) -> None:
        if not is_valid_name(name):
            self._refuse("load.no-name")
            return
        path = info.path
        try:
            path = rename(path, name)
        except FileExistsError:
            self._refuse("load.taken", name=name)
            return
        except (SaveInUse, OSError) as error:
            self._report("load.cannot-rename", info, error)
        self._close_prompt()
        self.reload(cursor_on=path.name)

    def _report(self, key: str, info: SaveInfo, error: SaveInUse | OSError) -> None:
        key = f"{key}-now" if isinstance(error, SaveInUse) else key
        self._refuse(key, name=info.name, why=self.words.disk_reason(error))

    def _close_prompt(self) -> None:
        self._prompt.close()
        self._renaming = None
        self.cursor_list.focus()

    def action_back(self) -> None:
        """Close the prompt, clear the search, or leave the screen."""
        if self._prompt.is_open:
            self._close_prompt()
        elif self._is_searching:
            self._filter.value = ""
            self.cursor_list.focus()
        else:
            self.leave()

    # ---- the trash

    def action_delete(self) -> None:
        """Move the save under the cursor to the trash."""
        info = self.current
        if info is None:
            return
        try:
            discard(info.path)
        except (SaveInUse, OSError) as error:
            self._report("load.cannot-delete", info, error)
        else:
            key = self.words.format_keys(key_of("load.undo", self.app.settings.keys))
            self.notify(self.words.say_of("load.deleted", {"name": info.name, "key": key}))
            self._count_deleted(1)
        self.reload()

    def _count_deleted(self, change: int) -> None:
        """Name the key that restores a game while there is one."""
        self._deleted = max(0, self._deleted + change)
        self.refresh_bindings()

    def action_undo(self) -> None:
        """Restore the save that was deleted last."""
        try:
            path = restore_latest(self.app.saves)
        except OSError as error:
            self._refuse("load.not-back", why=self.words.disk_reason(error))
            return
        self._count_deleted(-1)
        if path is None:
            self.notify(self.words.say("load.trash-empty"))
            return
        self.notify(self.words.say("load.back", name=path.name))
        self.reload(cursor_on=path.name)
