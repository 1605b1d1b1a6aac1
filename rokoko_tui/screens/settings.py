"""The settings screen. Changes take effect at once and are saved."""

from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from rokoko_core.safe_text import NAME_CELLS, find_name_flaw
from rokoko_tui.keys import bindings_of
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.settings.account import is_folder_name
from rokoko_tui.settings.settings import GROUPS, OF_THE_MACHINE, SavedSettings, format_value, is_text, next_value
from rokoko_tui.text.safe_display import shown, typed
from rokoko_tui.text.wording import pad, truncate_start
from rokoko_tui.theme.theme_files import read_own_themes
from rokoko_tui.widgets.fields import TextField
from rokoko_tui.widgets.folded_items import Item, heading_item
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.line_widget import BAR
from rokoko_tui.widgets.list_view import CursorActions, LineList
from rokoko_tui.widgets.notices import BRIEFLY

KEYS = "keys"
"""The line that opens the key editor."""
WIDEST = 20
"""Cells of a value; a longer one is cut at its start."""


def format_figure(value: str, is_typed: bool) -> str:
    """Return ``value`` between the signs of its keys; all are equally wide. A long one has its end."""
    visible = truncate_start(value, WIDEST)
    return f"  {pad(visible, WIDEST, 'right')} ›" if is_typed else f"‹ {pad(visible, WIDEST, 'center')} ›"


class Fields(LineList):
    """The lines; a click on a value changes it."""

    FITS_FINGER = True
    KEEPS_FIGURES = True

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        item = self.item_at(offset.y) if offset is not None else None
        if offset is None or item is None or not self.items[item].stop:
            return
        event.stop()
        event.prevent_default()
        self.cursor = item
        if offset.x >= self.content_size.width - BAR - WIDEST - 4:
            self.action_take()


class SettingsScreen(CursorActions, BaseScreen[None]):
    """All settings, and an explanation of the one under the cursor."""

    PLACES: ClassVar[tuple[str, ...]] = ("settings", "list", "app")
    BINDINGS = bindings_of("settings")
    AUTO_FOCUS = "#settings-list"
    DEFAULT_CSS = """
    SettingsScreen { align: center middle; }
    #settings { width: 76; max-width: 100%; height: 100%; max-height: 32; }
    #settings-list { height: 1fr; padding: 0 0 0 1; }
    #settings-about { height: 5; padding: 0 1; border-top: solid $foreground 25%; }
    #settings-write { height: 3; display: none; border: round $accent; border-title-color: $title; padding: 0 1; }
    SettingsScreen.-writing #settings-write { display: block; }
    SettingsScreen.-writing #settings-about { display: none; }
    """
    cursor_list = getters.query_one(Fields)

    def __init__(self, field: str = "") -> None:
        super().__init__()
        self._first_field = field
        self.fields: list[str] = []
        """The field of each line; empty for a heading."""
        self._typed_field = ""
        """The field being typed, or empty. The cursor may be on another line."""

    def compose(self) -> ComposeResult:
        with Vertical(id="settings"):
            yield Static(id="settings-title", classes="screen-title", markup=False)
            yield Fields(id="settings-list")
            yield Static(id="settings-about", markup=False)
            yield TextField(id="settings-write")
        yield KeyFooter()

    def on_mount(self) -> None:
        self.refresh_texts()
        if self._first_field:
            self.cursor_list.cursor = self.fields.index(self._first_field)
        self.watch(self.app, "theme", self.refresh_texts, init=False)
        self.watch(self.app, "pictures", self.refresh_texts, init=False)

    def on_screen_resume(self) -> None:
        """Update the number of changed keys."""
        self.refresh_texts()

    @property
    def field(self) -> str:
        cursor = self.cursor_list.cursor
        return self.fields[cursor] if 0 <= cursor < len(self.fields) else ""

    def refresh_texts(self) -> None:
        say = self.vocabulary.say
        items: list[Item] = []
        self.fields = []
        for group, all_fields in GROUPS.items():
            fields = [field for field in all_fields if not (self._is_served and field in OF_THE_MACHINE)]
            items.append(heading_item(say(f"settings.group.{group}")))
            items += [self._item(field) for field in fields]
            self.fields += ["", *fields]
        changed = say("settings.value.keys", n=len(self.app.settings.keys))
        items.append(Item(say("settings.field.keys"), right=format_figure(changed, is_typed=True)))
        self.fields.append(KEYS)
        self.cursor_list.show(items, self.cursor_list.cursor)
        self.query_one("#settings-title", Static).update(f"◆ {say('settings.title')} ◆")
        self.explain()
        self.refresh_bindings()

    def _item(self, field: str) -> Item:
        value = format_value(field, self._value(field), self.vocabulary)
        return Item(self.vocabulary.say(f"settings.field.{field}"), right=format_figure(value, is_text(field)))

    @property
    def _is_served(self) -> bool:
        return self.app.settings.account.is_served

    def _value(self, field: str) -> object:
        """Return the value in effect: the edition may be fixed by the language."""
        return self.vocabulary.edition if field == "edition" else getattr(self.app.settings, field)

    @on(LineList.Moved)
    def explain(self) -> None:
        lines = [self.vocabulary.say(f"settings.about.{self.field}")] if self.field else []
        if self.field in ("edition", "language") and (only := self.vocabulary.single_edition_notice()):
            lines.append(only)
        if self.field == "theme" and (broken := read_own_themes(self.app.settings.account.themes).faults):
            lines.append(self.vocabulary.say("settings.broken-themes", names=[shown(path.name) for path in broken]))
        elif self.field == "saves":
            lines.append(self.vocabulary.say("settings.now", path=str(self.app.saves)))
        elif self.field == KEYS and not self._is_served:
            lines.append(self.vocabulary.say("settings.file", path=str(self.app.settings.account.settings_path)))
        elif self.field in self.app.settings.this_time:
            lines.append(self.vocabulary.say("settings.this-time"))
        self.query_one("#settings-about", Static).update(Content("\n".join(lines)))

    # ---- changing

    @on(LineList.Taken)
    def action_take(self) -> None:
        """Choose the next value, type a value, or open the key editor."""
        self.action_step(1)

    def action_step(self, step: int) -> None:
        field = self.field
        if field == KEYS:
            self.action_keys()
        elif field and is_text(field):
            self._start_typing(field)
        elif field:
            self._change(field, next_value(field, self._value(field), step, self.app.settings.account))

    def action_reset(self) -> None:
        if self.field and self.field != KEYS:
            self._change(self.field, getattr(SavedSettings(), self.field))

    def _change(self, field: str, value: object) -> None:
        if field == "edition" and (only := self.vocabulary.single_edition_notice()):
            self.say_briefly(only)
            return
        edition = self.vocabulary.edition
        self.app.change_setting(field, value)
        self.refresh_texts()
        if field == "language" and self.vocabulary.edition != edition:
            self.notify(self.vocabulary.single_edition_notice(), timeout=2 * BRIEFLY)

    def action_keys(self) -> None:
        from rokoko_tui.screens.key_editor import KeyEditorScreen

        self.app.push_screen(KeyEditorScreen())

    # ---- typing a value

    def _start_typing(self, field: str) -> None:
        line = self.query_one("#settings-write", Input)
        line.border_title = Content(self.vocabulary.say(f"settings.field.{field}"))
        line.placeholder = self.vocabulary.say(f"settings.write.{field}")
        line.max_length = NAME_CELLS if field == "name" else None
        line.value = typed(str(getattr(self.app.settings, field) or ""))
        self._typed_field = field
        self.add_class("-writing")
        line.focus()

    @on(Input.Submitted)
    def _submit(self, event: Input.Submitted) -> None:
        """Change the field to the typed value if it is valid."""
        field, value = self._typed_field, event.value.strip()
        if not field:
            return
        if field == "name" and value and find_name_flaw(value) is not None:
            self.notify(self.vocabulary.say("settings.bad-name"), severity="error")
        elif field == "saves" and not is_folder_name(value):
            self.notify(self.vocabulary.say("settings.bad-folder", path=value), severity="error")
        else:
            self._stop_typing()
            self._change(field, value or getattr(SavedSettings(), field))

    def _stop_typing(self) -> None:
        self._typed_field = ""
        self.remove_class("-writing")
        self.cursor_list.focus()

    def action_back(self) -> None:
        """Leave the text field, or the screen."""
        if self.has_class("-writing"):
            self._stop_typing()
        else:
            self.leave()
