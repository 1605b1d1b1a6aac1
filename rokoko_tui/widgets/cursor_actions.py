"""Keys that walk through a list, for whatever holds one."""

from typing import Protocol


class Walkable(Protocol):
    """A list with a cursor."""

    def move(self, step: int) -> None:
        """Move the cursor by ``step`` lines."""

    def move_page(self, step: int) -> None:
        """Move the cursor by a page."""

    def move_end(self, step: int) -> None:
        """Move the cursor to the last line (``step`` 1) or the first (-1)."""


class Walked:
    """Actions that move the cursor of ``walked``."""

    @property
    def walked(self) -> Walkable:
        """The list that is walked through."""
        raise NotImplementedError

    def action_up(self) -> None:
        """A line up."""
        self.walked.move(-1)

    def action_down(self) -> None:
        """A line down."""
        self.walked.move(1)

    def action_page_up(self) -> None:
        """A page up."""
        self.walked.move_page(-1)

    def action_page_down(self) -> None:
        """A page down."""
        self.walked.move_page(1)

    def action_first(self) -> None:
        """To the first line."""
        self.walked.move_end(-1)

    def action_last(self) -> None:
        """To the last line."""
        self.walked.move_end(1)
