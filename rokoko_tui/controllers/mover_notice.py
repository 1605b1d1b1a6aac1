"""Tells whose turn it is where the table itself is out of sight: the window's title and the bell."""

from collections.abc import Callable

from rokoko_core.play.view import GameControl
from rokoko_tui.controllers.host import TableHost
from rokoko_tui.doors.terminal_output import WindowTitle


class MoverNotice:
    """Names the player to move in the title, and rings when the turn becomes a person's."""

    def __init__(self, host: TableHost, game: GameControl, window: WindowTitle, ring: Callable[[], None]) -> None:
        self._host, self._game, self._window, self._ring = host, game, window, ring
        self._mover, self._position = game.to_move, game.position
        """Who was to move, and where, at the last notice."""

    def update(self) -> None:
        """Name the player to move, and ring if the settings say so and the turn has passed on."""
        game, words = self._game, self._host.words
        mover, position = game.to_move, game.position
        if mover is None:
            self._window.say(words.say("table.window.over"))
        elif [mover] == list(game.people):
            self._window.say(words.say("table.window.yours"))
        else:
            self._window.say(words.say("table.window.theirs", who=words.seat(game.setup, mover)))
        turned = self._mover != mover and position > self._position
        self._mover, self._position = mover, position
        if turned and mover in game.people and self._host.settings.bell:
            self._ring()
