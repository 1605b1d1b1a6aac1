"""Names the player to move in the title of the window, and rings when the turn becomes a person's."""

from rokoko_core.play.view import GameControl
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.effects import Effects, Request, Title


class MoverNotice:
    """The player to move at the last notice."""

    def __init__(self, game: GameControl, settings: Settings) -> None:
        self._game, self._settings = game, settings
        self._mover, self._position = game.to_move, game.position

    def update(self) -> Effects:
        """Name the player to move, and ring if the settings say so and the turn has passed on."""
        game, words = self._game, self._settings.words
        mover, position = game.to_move, game.position
        if mover is None:
            title = words.say("table.window.over")
        elif [mover] == list(game.people):
            title = words.say("table.window.yours")
        else:
            title = words.say("table.window.theirs", who=words.seat(game.setup, mover))
        turned = self._mover != mover and position > self._position
        self._mover, self._position = mover, position
        rings = turned and mover in game.people and self._settings.bell
        return [Title(title), *([Request.RING] if rings else [])]
