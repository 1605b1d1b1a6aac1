"""The table of a game that is played elsewhere in the same file."""

from rokoko_core.play.spectated_game import SpectatedGame
from rokoko_tui.controllers.presenter import TablePresenter
from rokoko_tui.play.choice_list import EntryKind, MenuEntry
from rokoko_tui.screens.list_table import ListTableScreen

REFRESH = 1.0
"""Seconds between two looks at the file."""


class WatchScreen(ListTableScreen):
    """The table, drawn again whenever the file has grown."""

    def __init__(self, game: SpectatedGame) -> None:
        super().__init__()
        self.game = game
        self.presenter = TablePresenter(self, game, self._entries)

    def on_mount(self) -> None:
        """Look at the file again every now and then."""
        self.set_interval(REFRESH, self._refresh)

    def _refresh(self) -> None:
        if self.game.refresh():
            self.presenter.draw()

    def _entries(self) -> tuple[MenuEntry, ...]:
        return (MenuEntry(EntryKind.HEADING, self.words.say("table.list.watching")),)
