"""Names the player to move in the title of the window, and alerts the person at this terminal when it is their turn."""

from rokoko_core.play.view import GameControl
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.effects import Effects, Request, Title


class MoverNotice:
    """The player to move at the last notice."""

    def __init__(self, game: GameControl, settings: Settings, is_hosted: bool) -> None:
        self._game, self._settings = game, settings
        self._alerts = ("bell", "notification") if is_hosted else ("bell",)
        """The values of ``turn_alert`` that alert in this game."""
        self._mover, self._position = game.to_move, game.position

    def update(self) -> Effects:
        """Name the player to move, and alert if the settings say so and the turn has passed on.

        Several people at one terminal see for themselves whose turn it is.
        """
        game, words = self._game, self._settings.words
        mover, position = game.to_move, game.position
        is_own = [mover] == list(game.people)
        if mover is None:
            title = words.say("table.window.over")
        elif is_own:
            title = words.say("table.window.yours")
        else:
            title = words.say("table.window.theirs", who=words.seat(game.setup, mover))
        turned = self._mover != mover and position > self._position
        self._mover, self._position = mover, position
        alerts = turned and is_own and self._settings.turn_alert in self._alerts
        return [Title(title), *([Request.ALERT] if alerts else [])]
