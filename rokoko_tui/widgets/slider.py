"""The position of a replay in the whole game, on one line."""

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Slider(Widget):
    """A line with the position and a number where each round begins; a click jumps there."""

    DEFAULT_CSS = """
    Slider { height: 1; width: 100%; padding: 0 1; }
    """

    position: reactive[int] = reactive(0)

    @dataclass
    class Picked(Message):
        """A position was clicked."""

        position: int

    def __init__(self, length: int, rounds: Sequence[tuple[int, int]], id: str | None = None) -> None:
        """``rounds`` are (number, position where it begins)."""
        super().__init__(id=id)
        self._length, self._rounds = length, rounds

    def _column(self, position: int) -> int:
        return round(position * max(0, self.content_size.width - 1) / max(1, self._length))

    def render(self) -> Content:
        width, column = max(1, self.content_size.width), self._column(self.position)
        cells = [("━", "$primary") if x < column else ("─", "$text-muted") for x in range(width)]
        for number, position in self._rounds:
            cells[self._column(position)] = (str(number), "bold $accent")
        cells[column] = ("●", "bold $accent")
        return Content.assemble(*cells)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            event.stop()
            self.post_message(self.Picked(round(offset.x * self._length / max(1, self.content_size.width - 1))))
