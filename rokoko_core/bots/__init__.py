"""Automatic players: one table of levels, and the two ways to ask one what it does.

A bot is handed what its seat may see and nothing more; where it thinks ahead it deals the hidden pieces anew. Given the
same observation and the same random stream it decides the same, unless its time runs out or somebody stops it.
"""

from collections.abc import Callable
from importlib import import_module
from random import Random
from time import monotonic
from typing import cast

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots.clock import Clock, Plan
from rokoko_core.engine import to_move
from rokoko_core.observe import Observation, observe
from rokoko_core.state import State


class Level(msgspec.Struct, frozen=True):
    """A playing strength."""

    module: str
    """The module here that plays it; loaded when it is first asked."""
    seconds: float
    """What 95 of 100 of its turns take at the most, on one core (see docs/opponents.md)."""
    for_people: bool = True
    """Whether people are offered it as an opponent; False for one that is there for tests and comparison."""

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        """What it wants to do; see ``plan`` of this package."""
        return cast(Plan, import_module(f"{__name__}.{self.module}").plan(view, rng, clock))


LEVELS: dict[str, Level] = {
    "random": Level("random_play", 0.001, for_people=False),
    "apprentice": Level("apprentice", 0.05),
    "journeyman": Level("journeyman", 0.3),
    "master": Level("master", 2.0),
}
"""Playing strengths by name, weakest first. The new-game screen, the command line and the help are made from it."""

USUAL = "journeyman"
"""How a bot plays whose seat names no level."""
EARLIER = {"page": "random", "tailor": "journeyman"}
"""Names of levels in saves of earlier versions, and what plays for them now."""


def level_of(name: str | None) -> Level:
    """The level called ``name``, names of earlier versions included; ``USUAL`` for None. Raises ValueError."""
    return known(EARLIER.get(name or USUAL, name or USUAL))


def known(name: str) -> Level:
    """The level that is called ``name`` now. Raises ValueError."""
    if name not in LEVELS:
        raise ValueError(f"unknown level {name!r}: {', '.join(LEVELS)} are known")
    return LEVELS[name]


def plan(
    view: Observation | State,
    level: str | None,
    rng: Random,
    budget: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Plan:
    """What a bot of ``level`` wants to do: one action or more, all its own, to be taken one after the other.

    A plan ends at the latest with the turn, and before that where something hidden will come to light. A full state is
    reduced to what the seat to move may see first. ``budget`` is the time to think in seconds, None for as long as the
    level takes; when it has passed, or ``stopped`` says so, the best found so far is the answer. Raises ValueError for
    an unknown level or when nothing is asked.
    """
    chosen = level_of(level)
    if isinstance(view, State):
        view = observe(view, to_move(view))
    if not view.actions:
        raise ValueError("this seat is not asked for anything")
    if len(view.actions) == 1:
        return view.actions
    return chosen.plan(view, rng, Clock(None if budget is None else monotonic() + budget, stopped))


def choose(view: Observation | State, level: str | None, rng: Random, budget: float | None = None) -> Action:
    """The action a bot of ``level`` takes now: the first of its ``plan``. Raises as that."""
    return plan(view, level, rng, budget)[0]
