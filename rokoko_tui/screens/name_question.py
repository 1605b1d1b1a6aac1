"""The question for the player's name before the first game that needs no form."""

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from rokoko_core.safe_text import NAME_CELLS, find_name_flaw
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.widgets.text_field import TextField


class NameQuestion(ModalScreen[str], BaseScreen[str]):
    """Result: the typed name, empty for none; None for Esc."""

    CLOSES_ON_LANGUAGE_CHANGE = True
    CSS = """
    NameQuestion { align: center middle; background: $background 60%; }
    #name-question {
        width: 58; max-width: 96%; height: auto; padding: 1 2; border: round $accent; background: $surface;
        border-title-color: $title; border-title-style: bold;
    }
    """
    BINDINGS = [("escape", "back", "")]

    def compose(self) -> ComposeResult:
        with Vertical(id="name-question") as box:
            box.border_title = Content(self.words.say("new.name-asked"))
            yield TextField(placeholder=str(self.words.term("you")), max_length=NAME_CELLS, compact=True)
            yield Static(self.words.say("new.name-keys"), id="name-line", markup=False)
            yield Button(Content(self.words.say("new.start")), compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed)
    def accept(self) -> None:
        """Close with a valid name or none."""
        name = self.query_one(Input).value.strip()
        if name and find_name_flaw(name) is not None:
            self.query_one("#name-line", Static).update(self.words.say("settings.bad-name"))
        else:
            self.dismiss(name)

    def action_back(self) -> None:
        self.dismiss(None)
