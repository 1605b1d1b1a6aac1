"""The inspection cursor while choices are taken: it goes to the next piece that may be chosen."""

from collections.abc import Callable
from typing import Any, Protocol

from rokoko_tui.controllers.host import TableHost
from rokoko_tui.text.piece_refs import PieceRef


class InspectionHost(TableHost, Protocol):
    """A table screen on which pieces are inspected."""

    def follow_inspection(self, wanted: frozenset[PieceRef] = frozenset()) -> None:
        """Put the cursor on a ``wanted`` piece once the table is laid out."""

    def look_once_visible(self, wanted: frozenset[PieceRef]) -> None:
        """Inspect one of the ``wanted`` pieces once their tab has been laid out."""

    def call_after_refresh(self, callback: Callable[..., Any], *args: Any) -> bool:
        """Call back after the next refresh (Textual)."""


class InspectionFollower:
    """Moves the cursor after each choice; where no choice is on the table it leaves, and returns afterwards."""

    def __init__(self, host: InspectionHost) -> None:
        self._host = host
        self._returns = False
        """Whether the cursor returns once the list has asked its question."""

    def follow(self) -> None:
        """Move the cursor to the next piece that may be chosen; where none is on the table, to the list."""
        host, selectable = self._host, [entry for entry in self._host.choices.entries if entry.is_selectable]
        wanted = frozenset[PieceRef]().union(*(entry.pieces for entry in selectable))
        if host.view.stop is not None and not wanted and selectable:
            self._returns = True
            host.release_focus()
        elif self._returns and wanted:
            self._returns = False
            host.call_after_refresh(host.look_once_visible, wanted)
        else:
            host.follow_inspection(wanted)
