"""A bot that finishes its turn after each legal action and compares where the turns end."""

from collections import defaultdict
from random import Random
from statistics import fmean

from rokoko_core import Action, Observation, apply, determinize, to_move
from rokoko_core.bots import plan
from rokoko_core.bots.evaluation import worth
from rokoko_core.bots.time_limit import Clock

DEALS = 4


def choose(view: Observation, rng: Random, clock: Clock) -> Action:
    """Return the action whose turns are worth most, over several deals of the hidden pieces."""
    assert view.seat is not None, "a spectator is never asked"
    worths: dict[Action, list[float]] = defaultdict(list)
    for _ in range(DEALS):
        deal = determinize(view, rng)
        for action in view.actions:
            state = apply(deal, action)
            while to_move(state) == view.seat:
                for step in plan(state, "journeyman", rng):
                    state = apply(state, step)
            worths[action].append(worth(state, view.seat))
            if clock.over:
                break
        if clock.over:
            break
    return max(worths, key=lambda action: fmean(worths[action]))
