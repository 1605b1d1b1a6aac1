"""The actions of the keys that move the cursor of a list, or scroll where there is none."""

from typing import Protocol, cast


class CursorList(Protocol):
    """What these keys can move."""

    def move(self, step: int) -> None:
        """Move by ``step`` lines."""

    def move_page(self, step: int) -> None:
        """Move by ``step`` pages."""

    def move_end(self, step: int) -> None:
        """Move to the last line (``step`` 1) or the first (-1)."""


class CursorActions:
    """A part of lists, which move themselves, and of screens, which move their list."""

    @property
    def cursor_list(self) -> CursorList:
        """The list to move."""
        return cast(CursorList, self)

    def action_move(self, step: int) -> None:
        self.cursor_list.move(step)

    def action_move_page(self, step: int) -> None:
        self.cursor_list.move_page(step)

    def action_move_end(self, step: int) -> None:
        self.cursor_list.move_end(step)
