"""The actions that move a list cursor: up, down, by pages and to both ends."""

from typing import Protocol


class CursorList(Protocol):
    """A list with a cursor."""

    def move(self, step: int) -> None:
        """Move the cursor by ``step`` lines."""

    def move_page(self, step: int) -> None:
        """Move the cursor by ``step`` pages."""

    def move_end(self, step: int) -> None:
        """Move the cursor to the last line (``step`` 1) or the first (-1)."""


class CursorActions:
    """Actions that move the cursor of ``cursor_list``: of a list widget itself, or of the list of a screen."""

    @property
    def cursor_list(self) -> CursorList:
        """The list whose cursor moves."""
        raise NotImplementedError

    def action_up(self) -> None:
        self.cursor_list.move(-1)

    def action_down(self) -> None:
        self.cursor_list.move(1)

    def action_page_up(self) -> None:
        self.cursor_list.move_page(-1)

    def action_page_down(self) -> None:
        self.cursor_list.move_page(1)

    def action_first(self) -> None:
        self.cursor_list.move_end(-1)

    def action_last(self) -> None:
        self.cursor_list.move_end(1)
