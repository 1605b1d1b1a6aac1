"""The log of the game: what happened, line by line, as one onlooker may know it."""

from collections.abc import Sequence

from textual import events
from textual.message import Message

from rokoko_core.events.places import Move
from rokoko_core.state import Setup
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.spec import At, PaneSpec
from rokoko_tui.text import Line
from rokoko_tui.theme.owner_marks import mark_of, owner_role
from rokoko_tui.widgets.cursor_actions import Walked
from rokoko_tui.widgets.list_view import Item, Listing


def item_of(line: Line, setup: Setup, fresh: bool = False) -> Item:
    """A line of the log as an item of a list, with its seat's mark."""
    if line.kind == "round":
        return Item(line.text, "heading", indent=0)
    look = "fresh" if fresh else "plain"
    if line.seat is None:
        return Item(line.text, look, mark=" ", indent=0)
    return Item(line.text, look, mark=mark_of(setup, line.seat), indent=0, role=owner_role(setup, line.seat))


class Log(Walked, Listing):
    """The whole log, its end in sight; Enter on a line asks to go back to before it."""

    BINDINGS = bindings_of("log")

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._numbers: list[int] = []
        self._told: list[Line] = []

    def tell(self, setup: Setup, lines: Sequence[tuple[int, Line]], fresh_from: int) -> None:
        """Show ``lines``; those of actions from ``fresh_from`` on stand out. The cursor goes to the last."""
        self._numbers, self._told = [n for n, _ in lines], [line for _, line in lines]
        self.show([item_of(line, setup, n >= fresh_from) for n, line in lines], len(lines) - 1)

    @property
    def number(self) -> int | None:
        """Number of the action whose line is under the cursor."""
        return self._numbers[self.cursor] if 0 <= self.cursor < len(self._numbers) else None

    @property
    def reading(self) -> Line | None:
        """The line under the cursor."""
        return self._told[self.cursor] if 0 <= self.cursor < len(self._told) else None

    @property
    def moved(self) -> tuple[Move, ...]:
        """The pieces moved by what the line under the cursor tells of."""
        return self.reading.moved if self.reading is not None else ()

    @property
    def walked(self) -> "Log":
        """Its own lines."""
        return self

    def action_take(self) -> None:
        """Ask to go back to before the line under the cursor."""
        self.take()


class ReadLog(Listing, can_focus=False):
    """The whole log with the present line marked; a click on a line goes there."""

    DEFAULT_CSS = """
    ReadLog > .listing--cursor { background: $primary; color: $background; text-style: bold; }
    """

    class Picked(Message):
        """A line was clicked."""

        def __init__(self, line: int) -> None:
            super().__init__()
            self.line = line

    def on_click(self, event: events.Click) -> None:
        """Go to the line at once."""
        line = self.taken_by(event)
        if line is not None:
            self.post_message(self.Picked(line))


SPEC = PaneSpec(
    "log",
    letter="l",
    at={At.PLAY: Log, At.REPLAY: ReadLog},
)
