"""The bot hires whenever it is offered an employee, and answers the same question the same way."""

from random import Random

from hire_when_you_can import choose

from rokoko_core import Observation, Seat, Setup, apply, legal_actions, new_state, observe, to_move
from rokoko_core.actions import Hire
from rokoko_core.bots.time_limit import counting_clock
from rokoko_core.box import box_of


def questions(turns: int, seed: int = 1) -> list[Observation]:
    """What the bot is asked in the first ``turns`` steps of a game among two of it."""
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), seed))
    found: list[Observation] = []
    while len(found) < turns:
        view = observe(state, to_move(state))
        found.append(view)
        action = choose(view, Random(len(found)), counting_clock(100)) if len(view.actions) > 1 else view.actions[0]
        assert action in legal_actions(state)
        state = apply(state, action)
    return found


def test_it_hires_the_highest_employee_on_offer() -> None:
    offered = [view for view in questions(60) if any(isinstance(action, Hire) for action in view.actions)]
    assert offered, "somebody could hire"
    for view in offered:
        chosen = choose(view, Random(1), counting_clock(100))
        cards = box_of(view.table).card
        assert isinstance(chosen, Hire)
        assert cards[chosen.card].level == max(
            cards[action.card].level for action in view.actions if isinstance(action, Hire)
        )


def test_the_same_question_has_the_same_answer() -> None:
    for view in questions(12):
        if len(view.actions) > 1:
            assert choose(view, Random(5), counting_clock(100)) == choose(view, Random(5), counting_clock(100))
