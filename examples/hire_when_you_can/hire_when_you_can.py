"""A bot that hires whenever it can and otherwise plays like the journeyman."""

from random import Random

from rokoko_core import Action, Observation
from rokoko_core import choose as choose_as
from rokoko_core.actions import Hire
from rokoko_core.bots.time_limit import Clock
from rokoko_core.box import box_of


def choose(view: Observation, rng: Random, clock: Clock) -> Action:
    """Hire the employee with the highest level, if possible; else return the action of the journeyman."""
    cards = box_of(view.table).card
    hires = [action for action in view.actions if isinstance(action, Hire)]
    if hires:
        return max(hires, key=lambda action: cards[action.card].level)
    return choose_as(view, "journeyman", rng)
