"""A field of one line whose value is one of a few: ``‹ Human ›``."""

from collections.abc import Sequence

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from rokoko_tui.keys import bindings_of


class Cycle(Widget, can_focus=True):
    """Left and right, Space or a click go through the options, from the last on to the first."""

    BINDINGS = bindings_of("cycle")
    DEFAULT_CSS = """
    Cycle { height: 1; width: auto; padding: 0; color: $foreground; }
    Cycle:focus { background: $primary; color: $background; text-style: bold; }
    Cycle:disabled { color: $text-disabled; }
    """

    value: reactive[str] = reactive("")

    class Changed(Message):
        """Another option was chosen here."""

        def __init__(self, cycle: "Cycle", before: str) -> None:
            super().__init__()
            self.cycle, self.before, self.value = cycle, before, cycle.value

        @property
        def control(self) -> "Cycle":
            """The field it happened in."""
            return self.cycle

    def __init__(
        self,
        options: Sequence[tuple[str, str]],
        value: str | None = None,
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(id=id, classes=classes)
        self.options = tuple(options)
        self.set_reactive(Cycle.value, options[0][0] if value is None else value)

    def renew(self, options: Sequence[tuple[str, str]], value: str) -> None:
        """Offer other options, with ``value`` chosen."""
        self.options = tuple(options)
        self.value = value
        self.refresh(layout=True)

    @property
    def label(self) -> str:
        """What is chosen, in words."""
        return dict(self.options).get(self.value, self.value)

    def get_content_width(self, container: object, viewport: object) -> int:
        """Room for the longest option, so that nothing beside it moves."""
        return max(Content(label).cell_length for _, label in self.options) + 4

    def render(self) -> Content:
        """The option between two arrows."""
        return Content(f"‹ {self.label} ›")

    def step(self, by: int) -> None:
        """Choose the option ``by`` further on."""
        values = [value for value, _ in self.options]
        before, here = self.value, values.index(self.value) if self.value in values else 0
        self.value = values[(here + by) % len(values)]
        if self.value != before:
            self.post_message(self.Changed(self, before))

    def on_click(self, event: events.Click) -> None:
        """The arrow on the left goes back, the rest goes on."""
        event.stop()
        self.step(-1 if event.x < 2 else 1)

    def action_before(self) -> None:
        """The option before."""
        self.step(-1)

    def action_next(self) -> None:
        """The next option."""
        self.step(1)


class Tick(Cycle):
    """A field that is on or off: ``[x] Jewelry Box``."""

    DEFAULT_CSS = """
    Tick { color: $foreground; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__([("off", ""), ("on", "")], id=id)

    name_shown: reactive[str] = reactive("", layout=True)
    """What is switched on or off."""

    @property
    def on(self) -> bool:
        """True when it is ticked."""
        return self.value == "on"

    def get_content_width(self, container: object, viewport: object) -> int:
        """The box and the name."""
        return Content(self.name_shown).cell_length + 4

    def render(self) -> Content:
        """A box, ticked or not, and the name."""
        box = Content("[x]").stylize("bold") if self.on else Content("[ ]")
        return Content.assemble(box, f" {self.name_shown}")
