"""A question that is answered with a line of text, such as a name."""

from collections.abc import Callable

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.widgets.fields import TextField


class TextQuestion(ModalScreen[str], BaseScreen[str]):
    """Result: the typed text without spaces around it, which may be empty; None for Esc."""

    CLOSING_BOX = "#text-question"
    CLOSES_ON_LANGUAGE_CHANGE = True
    CSS = """
    TextQuestion { align: center middle; background: $background 60%; }
    #text-question {
        width: 58; max-width: 96%; height: auto; padding: 1 2; border: round $accent; background: $surface;
        border-title-color: $title; border-title-style: bold;
    }
    """
    BINDINGS = [("escape", "back", "")]

    def __init__(
        self, title: str, field: TextField, keys: str, button: str = "", find_flaw: Callable[[str], str] = lambda _: ""
    ) -> None:
        """``keys`` is the line below the field; ``find_flaw`` returns why a text is no answer, empty for none."""
        super().__init__()
        self._title, self._field, self._keys, self._button, self._find_flaw = title, field, keys, button, find_flaw

    def compose(self) -> ComposeResult:
        with Vertical(id="text-question") as box:
            box.border_title = Content(self._title)
            yield self._field
            yield Static(self._keys, id="text-question-line", markup=False)
            if self._button:
                yield Button(Content(self._button), compact=True)

    @on(Input.Submitted)
    @on(Button.Pressed)
    def accept(self) -> None:
        """Close with the text, or say what is wrong with it."""
        text = self._field.value.strip()
        if flaw := self._find_flaw(text):
            self.query_one("#text-question-line", Static).update(flaw)
        else:
            self.dismiss(text)

    def action_back(self) -> None:
        self.dismiss(None)
