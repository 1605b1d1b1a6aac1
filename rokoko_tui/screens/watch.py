"""The table of a game that is played elsewhere in the same file."""

from rokoko_tui.play.sessions import Watching
from rokoko_tui.screens.table import TableScreen

WATCH_EVERY = 1.0
"""Seconds between two looks at a file that somebody else plays in."""


class WatchScreen(TableScreen):
    """The table, drawn again whenever the file has grown."""

    def __init__(self, table: Watching) -> None:
        super().__init__(table)
        self.watched = table

    def on_mount(self) -> None:
        """Look at the file again every now and then."""
        self.set_interval(WATCH_EVERY, self._look_again)

    def _look_again(self) -> None:
        if self.watched.look_again():
            self.draw()
