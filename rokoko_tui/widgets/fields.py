"""Fields of one line: options such as ``‹ Human ›``, check boxes, and texts.

``OptionField`` is ours because Textual's ``Select`` is six widgets: a form with 18 of them takes seven times as long to
open, and an arrow key three times as long.
"""

from collections.abc import Sequence
from typing import Self

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Input

from rokoko_tui.keys import bindings_of


class OptionField(Widget, can_focus=True):
    """A field that steps through its options with left, right, Space or a click, from the last to the first."""

    BINDINGS = bindings_of("cycle")
    DEFAULT_CSS = """
    OptionField { height: 1; width: auto; padding: 0; color: $foreground; }
    OptionField:focus { background: $primary; color: $background; text-style: bold; }
    OptionField:disabled { color: $text-disabled; }
    """

    value: reactive[str] = reactive("")

    class Changed(Message):
        """The player chose another option."""

        def __init__(self, field: "OptionField", before: str) -> None:
            super().__init__()
            self.field, self.before, self.value = field, before, field.value

        @property
        def control(self) -> "OptionField":
            return self.field

    def __init__(self, options: Sequence[tuple[str, str]], value: str | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.options = tuple(options)
        self.set_reactive(OptionField.value, options[0][0] if value is None else value)

    def replace_options(self, options: Sequence[tuple[str, str]], value: str) -> None:
        self.options = tuple(options)
        self.value = value
        self.refresh(layout=True)

    @property
    def label(self) -> str:
        return dict(self.options).get(self.value, self.value)

    def get_content_width(self, container: object, viewport: object) -> int:
        """Return the width of the longest option, so that nothing beside the field moves."""
        return max(Content(label).cell_length for _, label in self.options) + 4

    def render(self) -> Content:
        return Content(f"‹ {self.label} ›")

    def action_step(self, by: int) -> None:
        """Choose the option ``by`` places further on."""
        values = [value for value, _ in self.options]
        before, index = self.value, values.index(self.value) if self.value in values else 0
        self.value = values[(index + by) % len(values)]
        if self.value != before:
            self.post_message(self.Changed(self, before))

    def on_click(self, event: events.Click) -> None:
        """Step back on the left arrow, forward on the rest."""
        event.stop()
        self.action_step(-1 if event.x < 2 else 1)


class CheckField(OptionField):
    """A check box with its name: ``[x] Jewelry Box``."""

    DEFAULT_CSS = """
    CheckField { color: $foreground; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__([("off", ""), ("on", "")], id=id)

    name_shown: reactive[str] = reactive("", layout=True)

    @property
    def on(self) -> bool:
        return self.value == "on"

    def get_content_width(self, container: object, viewport: object) -> int:
        return Content(self.name_shown).cell_length + 4

    def render(self) -> Content:
        box = Content("[x]").stylize("bold") if self.on else Content("[ ]")
        return Content.assemble(box, f" {self.name_shown}")


_ACTIONS = {binding.key: binding.action for binding in Binding.make_bindings(Input.BINDINGS)}
"""Actions of the keys of text fields, without those that scroll any widget."""


class TextField(Input):
    """A text field whose own keys, such as Backspace, act in the order in which they were pressed.

    Textual lets a key that is no text rise to the app before it acts, so that letters typed after it overtake it.
    """

    async def on_key(self, event: events.Key) -> None:
        if event.key in _ACTIONS:
            event.stop()
            event.prevent_default()
            await self.run_action(_ACTIONS[event.key])

    def takes(self, event: events.Key) -> bool:
        """Whether ``event`` is text or one of the field's own keys; such keys go no further."""
        return event.is_printable or event.key in _ACTIONS

    def focus(self, scroll_visible: bool = True) -> Self:
        """Focus at once, while Textual does so after the keys that wait, which would act as commands."""
        if not self.is_attached:
            return super().focus(scroll_visible)
        self.screen.set_focus(self, scroll_visible)
        return self


class Prompt(TextField):
    """A field above the footer that is shown only while it is open."""

    DEFAULT_CSS = """
    Prompt { dock: bottom; margin-bottom: 1; display: none; padding: 0 1; }
    Prompt, Prompt:focus { height: 3; border: round $accent; border-title-color: $title; }
    Prompt.-open { display: block; }
    """

    @property
    def is_open(self) -> bool:
        return self.has_class("-open")

    def open(self, value: str = "") -> None:
        """Show the field, filled with ``value``, and focus it."""
        self.value, self.cursor_position = value, len(value)
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        self.remove_class("-open")
