"""The table of a game that another program plays in the same file."""

from rokoko_core.play.view import FollowedView
from rokoko_tui.keys import bindings_of, commands_of
from rokoko_tui.screens.table import TableScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.watch_session import WatchSession

REFRESH = 1.0
"""Seconds between two reads of the file."""


class WatchScreen(TableScreen):
    """A table that is redrawn whenever the file changes."""

    BINDINGS = bindings_of("table")

    def __init__(self, game: FollowedView, settings: Settings) -> None:
        super().__init__()
        self.game = game
        self.session = WatchSession(game, settings)

    def on_mount(self) -> None:
        """Read the file again every ``REFRESH`` seconds."""
        self.set_interval(REFRESH, self._refresh)
        self.draw_and_follow()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only the commands of a table that need no seat at it."""
        return hasattr(self, f"action_{action}") and super().check_action(action, parameters)

    @property
    def absent_commands(self) -> frozenset[str]:
        return frozenset(
            c.id for c in commands_of("table") if not hasattr(self, f"action_{c.action.partition('(')[0]}")
        )

    def _refresh(self) -> None:
        if self.game.refresh():
            self.draw()
