"""The plans of the last hint, continued while the player follows one of them."""

from typing import Any, cast

import pytest

from rokoko_core.actions import Action, Decline, EndTurn, PlayCard
from rokoko_core.bots.advice import Advice
from rokoko_core.play.shown_plans import ShownPlans
from rokoko_core.play.view import GameView

CARD, OTHER = PlayCard("base-master"), PlayCard("base-apprentice-1")
PLANS: list[tuple[Action, ...]] = [(CARD, Decline(), EndTurn()), (OTHER, EndTurn())]


class Turn:
    """A game in which the viewer took some actions after others took ten."""

    def __init__(self) -> None:
        self.actions: list[Action] = []
        self.start = 10

    @property
    def position(self) -> int:
        return 10 + len(self.actions)

    def turn_start(self, position: int) -> int:
        return self.start

    def own_action(self, number: int) -> Action:
        return self.actions[number - 10]


def shown() -> tuple[Turn, ShownPlans]:
    """Return a turn and the plans that were shown at its beginning."""
    turn = Turn()
    plans = ShownPlans(cast(GameView, turn))
    plans.remember([Advice(line[0], line, (), cast(Any, None), 0.0, 0.0, None) for line in PLANS])
    return turn, plans


@pytest.mark.parametrize("plan", PLANS)
def test_the_plan_that_is_followed_goes_on(plan: tuple[Action, ...]) -> None:
    turn, plans = shown()
    assert plans.next_steps() is None, "nothing was followed yet"
    for number, action in enumerate(plan, 1):
        turn.actions.append(action)
        assert plans.next_steps() == plan[number:]


def test_no_plan_goes_on_after_another_action() -> None:
    turn, plans = shown()
    turn.actions += [CARD, EndTurn()]
    assert plans.next_steps() is None


def test_no_plan_goes_on_in_another_turn() -> None:
    turn, plans = shown()
    turn.actions.append(CARD)
    turn.start = 11
    assert plans.next_steps() is None


def test_nothing_goes_on_before_plans_were_shown() -> None:
    assert ShownPlans(cast(GameView, Turn())).next_steps() is None
