"""The page of keys: every command with the keys it has, each of which may be another."""

from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Footer, Static

from rokoko_tui.keys import COMMANDS, Command, bindings_of, keys_of, readable, rekeyed, rivals
from rokoko_tui.screens.page_screen import Page
from rokoko_tui.screens.question import Answer, Question
from rokoko_tui.widgets.list_view import Item, Listing

FIXED = ("escape", "ctrl+c")
"""Keys that stay what they are: the one leaves any page, the other is the terminal's."""


class Commands(Listing):
    """The commands, each with its keys at the end of the line."""


class RekeyScreen(Page):
    """Enter, then the key that shall do it."""

    PLACES: ClassVar[tuple[str, ...]] = ("rekey", "list", "app")
    BINDINGS = bindings_of("rekey")
    AUTO_FOCUS = "#rekey-list"
    DEFAULT_CSS = """
    RekeyScreen { align: center middle; }
    #rekey { width: 78; max-width: 100%; height: 100%; max-height: 38; }
    #rekey-title { height: 1; text-align: center; color: $title; text-style: bold; }
    #rekey-list { height: 1fr; padding: 0 1; }
    #rekey-list > .listing--cursor { background: $primary; color: $background; text-style: bold; }
    RekeyScreen.-listening #rekey-list > .listing--cursor { background: $accent; }
    #rekey-about { height: 3; padding: 0 1; border-top: solid $panel-lighten-2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.commands: list[Command | None] = []
        """The command of each line; None for a heading."""
        self.listening = False
        """Whether the next key is the one a command shall have."""

    def compose(self) -> ComposeResult:
        """Title, commands, what is to be done."""
        with Vertical(id="rekey"):
            yield Static(id="rekey-title", markup=False)
            yield Commands(id="rekey-list")
            yield Static(id="rekey-about", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """All commands, place by place."""
        self.show()

    def told_anew(self) -> None:
        """All lines in other words."""
        super().told_anew()
        self.show()

    @property
    def walked(self) -> Commands:
        """The commands."""
        return self.query_one(Commands)

    @property
    def command(self) -> Command | None:
        """The command under the cursor."""
        cursor = self.walked.cursor
        return self.commands[cursor] if 0 <= cursor < len(self.commands) else None

    @property
    def _remapped(self) -> dict[str, str]:
        return self.rokoko.settings.keys

    # ---- what is shown

    def show(self) -> None:
        """Write all lines anew."""
        items: list[Item] = []
        self.commands = []
        place = ""
        for command in COMMANDS:
            if command.place != place:
                place = command.place
                items.append(Item(self.vocabulary.say(f"keys.place.{place}"), "heading", stop=False, indent=0))
                self.commands.append(None)
            items.append(self._item(command))
            self.commands.append(command)
        self.walked.show(items, self.walked.cursor)
        self.query_one("#rekey-title", Static).update(f"◆ {self.vocabulary.say('settings.rekey.title')} ◆")
        self.tell()

    def _item(self, command: Command) -> Item:
        keys = readable(",".join(keys_of(command, self._remapped)))
        changed = command.id in self._remapped
        return Item(self.vocabulary.say(f"keys.{command.id}"), "strong" if changed else "plain", right=keys)

    def tell(self) -> None:
        """Say what may be done with the command under the cursor."""
        command = self.command
        lines: list[str] = []
        if command is not None and self.listening:
            lines = [self.vocabulary.say("settings.rekey.listening")]
        elif command is not None:
            lines = [self.vocabulary.say("settings.rekey.about")]
            if command.id in self._remapped:
                lines.append(self.vocabulary.say("settings.rekey.comes-with", keys=readable(command.keys)))
        self.query_one("#rekey-about", Static).update(Content("\n".join(lines)))

    @on(Listing.Moved)
    def _moved(self) -> None:
        self._listen(False)

    # ---- another key

    @on(Listing.Taken)
    def action_take(self) -> None:
        """The next key is the one it shall have."""
        if self.command is not None:
            self._listen(True)

    def _listen(self, listening: bool) -> None:
        self.listening = listening
        self.set_class(listening, "-listening")
        self.tell()

    def intercepts(self, event: events.InputEvent) -> bool:
        """The key pressed is the one a command shall have, whatever else it does."""
        if not self.listening or not isinstance(event, events.Key):
            return False
        self._listen(False)
        if event.key not in FIXED:
            self._give(event.key)
        return True

    def _give(self, key: str) -> None:
        command = self.command
        assert command is not None, "one listens for a command"
        keys = keys_of(command, self._remapped)
        if keys == [key]:
            return
        others = rivals(command.id, key, self._remapped)
        if others:
            self._ask_about(command, key, others[0])
        else:
            self._settle({command.id: key})

    def _ask_about(self, command: Command, key: str, other: str) -> None:
        """The key does something else there: let the two swap, or leave it."""
        say = self.vocabulary.say
        mine = keys_of(command, self._remapped)[0]
        rest = [k for k in keys_of(next(c for c in COMMANDS if c.id == other), self._remapped) if k != key]
        free = not rivals(other, mine, {**self._remapped, command.id: key})
        answers = [Answer("no", say("settings.rekey.no"), "n")]
        if free and mine not in FIXED:
            answers.append(Answer("swap", say("settings.rekey.swap"), "s"))
        lines = [self._told("settings.rekey.taken", key, other)]

        def answered(answer: str | None) -> None:
            if answer == "swap":
                self._settle({command.id: key, other: ",".join(rest or [mine])})

        self.ask(Question(say("settings.rekey.conflict"), lines, answers), answered)

    def _told(self, sentence: str, key: str, other: str) -> str:
        """A sentence about ``key`` and what it does already."""
        return self.vocabulary.say_of(sentence, {"key": readable(key), "what": self.vocabulary.say(f"keys.{other}")})

    def action_reset(self) -> None:
        """The keys it comes with."""
        command = self.command
        if command is None or command.id not in self._remapped:
            return
        for key in command.keys.split(","):
            for other in rivals(command.id, key, self._remapped):
                self.notify(self._told("settings.rekey.not-reset", key, other))
                return
        self._settle({command.id: command.keys})

    def action_reset_all(self) -> None:
        """All keys as the program comes."""
        self.rokoko.settle("keys", {})
        self.show()
        self.notify(self.vocabulary.say("settings.rekey.all-reset"))

    def _settle(self, keys: dict[str, str]) -> None:
        self.rokoko.settle("keys", rekeyed(self._remapped, keys))
        self.show()

    # ---- moving about

    def action_back(self) -> None:
        """Back to the settings."""
        self.leave()

    def action_group_up(self) -> None:
        """The place before."""
        self.walked.move_group(-1)

    def action_group_down(self) -> None:
        """The next place."""
        self.walked.move_group(1)
