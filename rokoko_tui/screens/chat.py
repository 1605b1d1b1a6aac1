"""The chat of a hosted game: what was said, a field for a line, and phrases for people without a common language."""

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from rokoko_core.play.view import NotWritten
from rokoko_core.remote.chat import PHRASES
from rokoko_core.remote.client import RemoteGame
from rokoko_core.safe_text import CHAT_CHARACTERS, clean_input
from rokoko_tui.hosting.hosted_text import describe_chat_line, describe_failure, find_phrase
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.help import ScrollableText
from rokoko_tui.widgets.fields import TextField

STEPS = {"up": -1, "down": 1}
"""The keys that put the previous or next phrase into the field."""


class ChatScreen(ModalScreen[None], BaseScreen[None]):
    """Stays open while lines come and go; Esc closes it."""

    CLOSING_BOX = "#chat"
    CLOSES_ON_LANGUAGE_CHANGE = True
    CSS = """
    ChatScreen { align: center middle; background: $background 60%; }
    #chat {
        width: 70; max-width: 96%; height: 18; max-height: 90%; padding: 0 2; border: round $accent;
        background: $surface; border-title-color: $title; border-title-style: bold;
    }
    #chat-lines { height: 1fr; }
    """
    BINDINGS = [("escape", "back", ""), ("ctrl+t", "mute", "")]

    def __init__(self, game: RemoteGame) -> None:
        super().__init__()
        self.game = game
        self._phrase = -1
        """The number of the phrase in the field; -1 before the first."""
        self._at_table = game.on_chat, game.on_update
        """What the table does with a line and with a change, while this screen is not open."""

    def compose(self) -> ComposeResult:
        with Vertical(id="chat") as box:
            box.border_title = Content(self.words.say("chat.title"))
            with ScrollableText(id="chat-lines", can_focus=False):
                yield Static(id="chat-text", markup=False)
            if self.game.viewer is not None:
                yield TextField(placeholder=self.words.say("chat.field"), max_length=CHAT_CHARACTERS, compact=True)
            yield Static(id="chat-keys", markup=False)

    def on_mount(self) -> None:
        self.game.on_chat = lambda line: self._show()
        self.game.on_update = self._follow
        self._show()

    def on_unmount(self) -> None:
        self.game.on_chat, self.game.on_update = self._at_table

    def _follow(self) -> None:
        """Show that it has become the viewer's turn."""
        self._at_table[1]()
        self._show()

    def _show(self) -> None:
        lines = [describe_chat_line(self.game, line, self.words) for line in self.game.chat]
        empty = "empty" if self.game.viewer is not None else "empty-watching"
        self.query_one("#chat-text", Static).update(Content("\n".join(lines) or self.words.say(f"chat.{empty}")))
        is_own = self.game.to_move is not None and self.game.person_to_move is not None
        self.query_one("#chat").border_subtitle = Content(self.words.say("table.automatic.turn")) if is_own else None
        key = "chat.keys-muted" if self.game.is_muted else "chat.keys"
        if self.game.viewer is None:
            key = "chat.keys-watching"
        self.query_one("#chat-keys", Static).update(Content(self.app.settings.say_keys(key)))
        self.query_one(ScrollableText).scroll_end(animate=False)

    @property
    def writing(self) -> bool:
        return True

    @on(Input.Submitted)
    async def send(self, event: Input.Submitted) -> None:
        """Send the line; it stays in the field where the host refuses it."""
        text = clean_input(event.value).strip()
        if not text:
            return
        phrase = find_phrase(text, self.words)
        try:
            await self.game.say("" if phrase else text, phrase)
        except NotWritten as error:
            self.app.tell_error(describe_failure(error, self.words))
        else:
            event.input.value, self._phrase = "", -1

    def on_key(self, event: events.Key) -> None:
        """Put a phrase into the field."""
        fields = self.query(Input)
        if event.key in STEPS and fields:
            event.stop()
            self._phrase = (self._phrase + STEPS[event.key]) % len(PHRASES)
            fields.first().value = self.words.say(f"chat.phrase.{PHRASES[self._phrase]}")
            fields.first().cursor_position = len(fields.first().value)

    @on(events.Click, "#chat-keys")
    def mute_by_touch(self) -> None:
        """Do what the keys below the field say to a finger."""
        if self.app.settings.account.has_touch:
            self.action_mute()

    def action_mute(self) -> None:
        """Let lines of others show notices or not."""
        self.game.is_muted = not self.game.is_muted
        self.say_briefly(self.words.say("chat.muted" if self.game.is_muted else "chat.heard"))
        self._show()

    def action_back(self) -> None:
        self.dismiss(None)
