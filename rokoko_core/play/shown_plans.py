"""The plans of the last hint, so that the next hint continues the one that the player follows."""

from collections.abc import Sequence

from rokoko_core.bots.advice import Advice
from rokoko_core.bots.time_limit import Plan
from rokoko_core.play.view import GameView


class ShownPlans:
    """Remembers the plans that were shown at one position of ``game``."""

    def __init__(self, game: GameView) -> None:
        self._game = game
        self._position = 0
        self._plans: tuple[Plan, ...] = ()

    def remember(self, shown: Sequence[Advice]) -> None:
        """Remember the plans shown at the cursor; the best first."""
        self._position, self._plans = self._game.position, tuple(advice.line for advice in shown)

    def next_steps(self) -> Plan | None:
        """Return the rest of the plan that was followed to the cursor; None where none was, or in another turn.

        A plan without rest ended at an action that revealed something hidden.
        """
        game = self._game
        if not self._plans:
            return None
        taken = tuple(game.own_action(number) for number in range(self._position, game.position))
        if not taken or game.turn_start(game.position) > self._position:
            return None
        return next((plan[len(taken) :] for plan in self._plans if plan[: len(taken)] == taken), None)
