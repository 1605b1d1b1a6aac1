"""Automatic players: one table of levels, and the two ways to ask one what it does.

A bot is handed what its seat may see and nothing more; where it thinks ahead it deals the hidden pieces anew. Given the
same observation and the same random stream it decides the same, unless its time runs out or somebody stops it.

Other packages bring bots of their own (``rokoko_core.bots.external_bots``, docs/writing-a-bot.md); each is a level
by its name.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, cast

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots.external_bots import BadBot, BotFault, named
from rokoko_core.bots.time_limit import Clock, Plan, lasting
from rokoko_core.engine import to_move
from rokoko_core.observe import Observation, observe
from rokoko_core.state import State

if TYPE_CHECKING:
    from rokoko_core.bots.search_cache import Mind


class Level(msgspec.Struct, frozen=True):
    """A playing strength."""

    module: str
    """The module here that plays it; loaded when it is first asked."""
    seconds: float
    """What 95 of 100 of its turns take at the most, on one core (see docs/opponents.md). One that searches takes just
    this, unless it is told otherwise, nothing is to be decided or the best is certain.
    """
    patience: float = 1.0
    """How many times the time that is granted for a turn in general it takes."""
    searches: bool = False
    """Whether it is what a search finds best: then more time makes it stronger, and a ``Mind`` may think for it."""
    for_people: bool = True
    """Whether people are offered it as an opponent; False for one that is there for tests and comparison."""

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        """What it wants to do; see ``plan`` of this package."""
        return cast(Plan, import_module(f"{__name__}.{self.module}").plan(view, rng, clock))


LEVELS: dict[str, Level] = {
    "random": Level("random_play", 0.001, for_people=False),
    "novice": Level("novice", 0.05),
    "apprentice": Level("apprentice", 0.05),
    "journeyman": Level("journeyman", 0.3),
    "master": Level("master", 2.0, searches=True),
    "grandmaster": Level("master", 10.0, patience=5.0, searches=True),
}
"""Playing strengths by name, weakest first. The new-game screen, the command line and the help are made from it."""

USUAL = "journeyman"
"""How a bot plays whose seat names no level."""
EARLIER = {"page": "random", "tailor": "journeyman"}
"""Names of levels in saves of earlier versions, and what plays for them now."""

GUESTS_SECONDS = 2.0
"""Seconds a guest has for an answer where nobody says otherwise."""
SUBSTITUTE = "apprentice"
"""The level that plays on for a guest that cannot."""


class Guest(Level, frozen=True):
    """The playing strength of a bot that another package brings."""

    name: str = ""
    package: str = ""
    """Name and version of the package; text from outside."""

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        """The one action it answers with. Raises ``BadBot``."""
        from rokoko_core.bots.external_bot_process import plan_of

        return plan_of(self.name, view, rng, clock)


@cache
def guests() -> dict[str, Guest]:
    """The bots that installed packages bring, by name, none of them imported; the house's own names are not theirs."""
    found = {name: package for name, package in named().items() if name not in LEVELS and name not in EARLIER}
    return {name: Guest("guest_line", GUESTS_SECONDS, name=name, package=package) for name, package in found.items()}


def level_of(name: str | None) -> Level:
    """The level called ``name``, names of earlier versions included; ``USUAL`` for None. Raises ``BadBot``."""
    return known(EARLIER.get(name or USUAL, name or USUAL))


def known(name: str) -> Level:
    """The level that is called ``name`` now, a guest's among them. Raises ``BadBot`` where there is none."""
    found = LEVELS.get(name) or guests().get(name)
    if found is None:
        raise BadBot(BotFault.MISSING, name)
    return found


def plan(
    view: Observation | State,
    level: str | None,
    rng: Random,
    budget: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    mind: "Mind | None" = None,
    now: Callable[[], float] = monotonic,
) -> Plan:
    """What a bot of ``level`` wants to do: one action or more, all its own, to be taken one after the other.

    A plan ends at the latest with the turn, and before that where something hidden will come to light. A full state is
    reduced to what the seat to move may see first. ``budget`` is the time to think in seconds, None for as long as the
    level takes; when it has passed, or ``stopped`` says so, the best found so far is the answer. With a ``mind``, what
    it knows already is made use of; ``now`` tells the time. Raises ``BadBot`` for an unknown level and for a guest that
    does not answer as it should, ValueError when nothing is asked.
    """
    chosen = level_of(level)
    if isinstance(view, State):
        view = observe(view, to_move(view))
    if not view.actions:
        raise ValueError("this seat is not asked for anything")
    if len(view.actions) == 1:
        return view.actions
    clock = lasting(chosen.seconds if budget is None else budget, stopped, now)
    if chosen.searches and mind is not None:
        return mind.judged(view, rng, clock)[0].line
    return chosen.plan(view, rng, clock)


def choose(view: Observation | State, level: str | None, rng: Random, budget: float | None = None) -> Action:
    """The action a bot of ``level`` takes now: the first of its ``plan``. Raises as that."""
    return plan(view, level, rng, budget)[0]
