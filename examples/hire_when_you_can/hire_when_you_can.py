"""A bot that hires whenever it can, and otherwise plays as the journeyman does."""

from random import Random

from rokoko_core import Action, Observation
from rokoko_core import choose as choose_as
from rokoko_core.actions import Hire
from rokoko_core.bots.time_limit import Clock
from rokoko_core.box import box_of


def choose(view: Observation, rng: Random, clock: Clock) -> Action:
    """What to do at ``view``: hire the employee of the highest level; if none is on offer, do as the journeyman."""
    cards = box_of(view.table).card
    hires = [action for action in view.actions if isinstance(action, Hire)]
    if hires:
        return max(hires, key=lambda action: cards[action.card].level)
    return choose_as(view, "journeyman", rng)
