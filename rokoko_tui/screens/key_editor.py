"""The key editor: every command with its keys, which can be changed."""

from collections.abc import Callable
from typing import ClassVar

from textual import events, getters, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from rokoko_tui.keys import (
    COMMANDS,
    FIXED,
    Command,
    assign_key,
    bindings_of,
    commands_to_reset,
    conflicting_commands,
    keys_of,
    swap_keys,
)
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.question import Question, make_answers
from rokoko_tui.widgets.folded_items import Item, heading_item
from rokoko_tui.widgets.footer import KeyFooter
from rokoko_tui.widgets.list_view import CursorActions, LineList


class KeyLines(LineList):
    FITS_FINGER = True
    KEEPS_FIGURES = True


class KeyEditorScreen(CursorActions, BaseScreen[None]):
    """Enter on a command, then the new key."""

    PLACES: ClassVar[tuple[str, ...]] = ("key-editor", "list", "app")
    BINDINGS = bindings_of("key-editor")
    AUTO_FOCUS = "#key-editor-list"
    DEFAULT_CSS = """
    KeyEditorScreen { align: center middle; }
    #key-editor { width: 78; max-width: 100%; height: 100%; max-height: 38; }
    #key-editor-list { height: 1fr; padding: 0 0 0 1; }
    #key-editor-about { height: 3; padding: 0 1; border-top: solid $foreground 25%; }
    """
    cursor_list = getters.query_one(LineList)

    def __init__(self) -> None:
        super().__init__()
        self.commands: list[Command | None] = []
        """The command of each line; None for a heading."""
        self.listening = False
        """Whether the next key is assigned to the command."""

    def compose(self) -> ComposeResult:
        with Vertical(id="key-editor"):
            yield Static(id="key-editor-title", classes="screen-title", markup=False)
            yield KeyLines(id="key-editor-list")
            yield Static(id="key-editor-about", markup=False)
        yield KeyFooter()

    def on_mount(self) -> None:
        self.refresh_texts()

    @property
    def command(self) -> Command | None:
        cursor = self.cursor_list.cursor
        return self.commands[cursor] if 0 <= cursor < len(self.commands) else None

    @property
    def _remapped(self) -> dict[str, str]:
        return self.app.settings.keys

    def refresh_texts(self) -> None:
        items: list[Item] = []
        self.commands = []
        place = ""
        for command in COMMANDS:
            if command.place != place:
                place = command.place
                items.append(heading_item(self.vocabulary.say(f"keys.place.{place}")))
                self.commands.append(None)
            items.append(self._item(command))
            self.commands.append(command)
        self.cursor_list.show(items, self.cursor_list.cursor)
        self.query_one("#key-editor-title", Static).update(f"◆ {self.vocabulary.say('settings.key-editor.title')} ◆")
        self.explain()

    def _item(self, command: Command) -> Item:
        keys = self.vocabulary.format_keys(",".join(keys_of(command, self._remapped)))
        changed = command.id in self._remapped
        return Item(self.vocabulary.say(f"keys.{command.id}"), "strong" if changed else "plain", right=keys)

    def explain(self) -> None:
        command = self.command
        lines: list[str] = []
        if command is not None and self.listening:
            lines = [self.vocabulary.say("settings.key-editor.listening")]
        elif command is not None:
            lines = [self.vocabulary.say("settings.key-editor.about")]
            if command.id in self._remapped:
                keys = self.vocabulary.format_keys(command.keys)
                lines.append(self.vocabulary.say("settings.key-editor.default", keys=keys))
        self.query_one("#key-editor-about", Static).update(Content("\n".join(lines)))

    @on(LineList.Moved)
    def _moved(self) -> None:
        self._listen(False)

    # ---- assigning keys

    @on(LineList.Taken)
    def action_take(self) -> None:
        """Wait for the new key of the command under the cursor."""
        if self.command is not None:
            self._listen(True)

    def _listen(self, listening: bool) -> None:
        self.listening = listening
        self.set_class(listening, "-listening")
        self.refresh_bindings()
        self.explain()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only to cancel while waiting for a key."""
        return action == "back" if self.listening else super().check_action(action, parameters)

    def intercepts(self, event: events.InputEvent) -> bool:
        """While listening, assign the key instead of running its command."""
        if not self.listening or not isinstance(event, events.Key):
            return False
        self._listen(False)
        if event.key not in FIXED:
            self._assign(event.key)
        return True

    def _assign(self, key: str) -> None:
        command = self.command
        assert command is not None, "listening without a command"
        if key in keys_of(command, self._remapped):
            return
        conflicts = conflicting_commands(command.id, key, self._remapped)
        if conflicts:
            self._offer_swap(command, key, conflicts)
        else:
            self._save(assign_key(command.id, key, self._remapped))

    def _offer_swap(self, command: Command, key: str, others: list[str]) -> None:
        """Ask whether the two commands swap their keys."""
        say = self.vocabulary.say
        swapped = swap_keys(command.id, key, others[0], self._remapped)
        offered = ("no", "swap") if swapped is not None else ("no",)
        labels = {each: f"settings.key-editor.{each}" for each in offered}
        answers = make_answers(self.vocabulary, "key-conflict", labels)
        lines = [self._conflict(key, other) for other in others]

        def on_answer(answer: str | None) -> None:
            if answer == "swap" and swapped is not None:
                self._save(swapped)

        self.ask(Question(say("settings.key-editor.conflict"), lines, answers), on_answer)

    def _conflict(self, key: str, other: str) -> str:
        """Return the message that the command ``other`` has ``key``."""
        values = {"key": self.vocabulary.format_keys(key), "what": self.vocabulary.say(f"keys.{other}")}
        return self.vocabulary.say_of("settings.key-editor.taken", values)

    def action_reset(self) -> None:
        """Restore the default keys of the command, after a question if changed commands have them."""
        command = self.command
        if command is None or command.id not in self._remapped:
            return
        ids = commands_to_reset(command.id, self._remapped)
        without = {id: keys for id, keys in self._remapped.items() if id not in ids}
        if ids == [command.id]:
            self._save(without)
            return
        others = [self.vocabulary.say(f"keys.{id}") for id in ids[1:]]
        self._ask_to_reset(self.vocabulary.say("settings.key-editor.reset-too"), others, lambda: self._save(without))

    def action_reset_all(self) -> None:
        """Restore the default keys of all commands, after a question if any is changed."""
        say, changed = self.vocabulary.say, len(self._remapped)

        def reset_all() -> None:
            self._save({})
            self.notify(say("settings.key-editor.all-reset"))

        if changed:
            self._ask_to_reset(say("settings.key-editor.reset-all", n=changed), [], reset_all)

    def _ask_to_reset(self, title: str, lines: list[str], reset: Callable[[], None]) -> None:
        labels = {"no": "settings.key-editor.no", "reset": "settings.key-editor.reset-yes"}
        answers = make_answers(self.vocabulary, "reset-keys", labels)

        def on_answer(answer: str | None) -> None:
            if answer == "reset":
                reset()

        self.ask(Question(title, lines, answers), on_answer)

    def _save(self, remapped: dict[str, str]) -> None:
        self.app.change_setting("keys", remapped)
        self.refresh_texts()

    def action_move_group(self, step: int) -> None:
        self.cursor_list.move_group(step)
