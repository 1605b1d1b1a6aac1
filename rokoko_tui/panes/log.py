"""The pane of the log: all events that the viewer may know of."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from rokoko_core.events.places import Move
from rokoko_core.state import Setup
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.keys import bindings_of
from rokoko_tui.panes import At, PaneSpec
from rokoko_tui.text import LogLine
from rokoko_tui.widgets.folded_items import Item
from rokoko_tui.widgets.list_view import LineList


def item_of(line: LogLine, setup: Setup, fresh: bool = False) -> Item:
    """Return a line of the log as a list item with the mark of its seat."""
    if line.kind == "round":
        return Item(line.text, "heading", indent=0)
    style = "fresh" if fresh else "plain"
    if line.seat is None:
        return Item(line.text, style, mark=" ", indent=0)
    return Item(line.text, style, mark=mark_of(setup, line.seat), indent=0, role=owner_role(setup, line.seat))


class Log(LineList):
    """The log of a game being played; selecting a line offers to undo to before it."""

    BINDINGS = bindings_of("log")

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._numbers: list[int] = []
        self._log_lines: list[LogLine] = []

    def tell(self, setup: Setup, lines: Sequence[tuple[int, LogLine]], fresh_from: int) -> None:
        """Show (action number, line) pairs, highlighted from action ``fresh_from`` on; the cursor goes to the last."""
        self._numbers, self._log_lines = [n for n, _ in lines], [line for _, line in lines]
        self.show([item_of(line, setup, n >= fresh_from) for n, line in lines], len(lines) - 1)

    @property
    def number(self) -> int | None:
        """The number of the action under the cursor."""
        return self._numbers[self.cursor] if 0 <= self.cursor < len(self._numbers) else None

    @property
    def reading(self) -> LogLine | None:
        return self._log_lines[self.cursor] if 0 <= self.cursor < len(self._log_lines) else None

    @property
    def moved(self) -> tuple[Move, ...]:
        """The pieces that the event under the cursor moved."""
        return self.reading.moved if self.reading is not None else ()


class ReplayLog(LineList, can_focus=False):
    """The log of a replay, with the cursor on the present line; a click picks a line."""

    @dataclass
    class Picked(Message):
        """A line was clicked."""

        line: int

    def on_click(self, event: events.Click) -> None:
        line = self.clicked_item(event)
        if line is not None:
            self.post_message(self.Picked(line))


SPEC = PaneSpec(
    "log",
    letter="l",
    at={At.PLAY: Log, At.REPLAY: ReplayLog},
)
