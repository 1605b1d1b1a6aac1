"""Bots: the table of levels, and the functions ``plan`` and ``choose``.

A bot sees only the observation of its seat; to search, it deals the hidden pieces at random. The same observation and
the same random generator give the same plan, unless time runs out or the search is stopped.

Other packages can provide bots (``rokoko_core.bots.external_bots``, docs/writing-a-bot.md). Each is a level with the
name of the bot.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, cast

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots.external_bots import GRACE, BadBot, BotFault, installed_bots
from rokoko_core.bots.time_limit import Clock, Plan, timed_clock
from rokoko_core.engine import to_move
from rokoko_core.observe import Observation, observe
from rokoko_core.state import State

if TYPE_CHECKING:
    from rokoko_core.bots.search_cache import SearchCache


class Level(msgspec.Struct, frozen=True):
    """A playing strength."""

    module: str
    """Module of this package with the function ``plan``; imported on first use."""
    seconds: float
    """95th percentile of the time for a turn, on one core (docs/opponents.md). A level that searches uses all of it by
    default, unless there is one legal action or the best is certain.
    """
    searches: bool = False
    """Whether it plays the result of a search: it uses all of its time, and can use a ``SearchCache``."""
    for_people: bool = True
    """Whether it is offered as an opponent; False for tests and comparison."""

    def longest_wait(self, think: float | None = None) -> float:
        """Return the most seconds for a turn if bots may think for ``think`` seconds, by default the level's own.

        A level that does not search has no limit; 95 of 100 turns take less (docs/opponents.md).
        """
        return think if self.searches and think is not None else self.seconds

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        return cast("Plan", import_module(f"{__name__}.{self.module}").plan(view, rng, clock))


LEVELS: dict[str, Level] = {
    "random": Level("random_play", 0.001, for_people=False),
    "novice": Level("novice", 0.05),
    "apprentice": Level("apprentice", 0.05),
    "journeyman": Level("journeyman", 0.3),
    "master": Level("master", 2.0, searches=True),
}
"""Levels by name, weakest first. The new-game screen, the command line and the help list them."""

DEFAULT_LEVEL = "journeyman"
"""Level of a seat without a level."""
EARLIER = {"page": "random", "tailor": "journeyman", "grandmaster": "master"}
"""Current name by the name in saves of earlier versions."""

EXTERNAL_BOT_SECONDS = 2.0
"""Default time for an answer of an external bot, in seconds."""
REPLACEMENT_LEVEL = "apprentice"
"""The level that replaces an external bot that fails."""


class ExternalLevel(Level, frozen=True):
    """The level of an external bot: a bot of another package."""

    name: str = ""
    package: str = ""
    """Name and version of the package; untrusted text."""

    def longest_wait(self, think: float | None = None) -> float:
        """Return the seconds after which a bot without an answer is replaced, at each decision of a turn."""
        return (self.seconds if think is None else think) + GRACE

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        """Return the bot's answer as a plan of one action. Raises ``BadBot``."""
        from rokoko_core.bots.external_bot_process import plan_of

        return plan_of(self.name, view, rng, clock)


@cache
def external_levels() -> dict[str, ExternalLevel]:
    """Return the levels of installed external bots by name, without importing them; built-in names are skipped."""
    return {
        name: ExternalLevel("external_bot_process", EXTERNAL_BOT_SECONDS, name=name, package=package)
        for name, package in installed_bots().items()
        if name not in LEVELS and name not in EARLIER
    }


def present_name(name: str | None) -> str:
    """Return the present name of the level ``name``, which may be an earlier name; ``DEFAULT_LEVEL`` for none."""
    name = name or DEFAULT_LEVEL
    return EARLIER.get(name, name)


def level_of(name: str | None) -> Level:
    """Return the level ``name``, which may be an earlier name; ``DEFAULT_LEVEL`` for none. Raises ``BadBot``."""
    return known(present_name(name))


def known(name: str) -> Level:
    """Return the level with the current name ``name``, or an external bot's. Raises ``BadBot``."""
    level = LEVELS.get(name) or external_levels().get(name)
    if level is None:
        raise BadBot(BotFault.MISSING, name)
    return level


def plan(
    view: Observation | State,
    level: str | None,
    rng: Random,
    budget: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    cache: "SearchCache | None" = None,
    now: Callable[[], float] = monotonic,
) -> Plan:
    """Return the next actions of a bot of ``level``: at least one, to be played in order.

    A plan ends with the turn, or with the first action that reveals something hidden. A ``State`` is reduced to the
    observation of the seat to move. ``budget`` is the thinking time in seconds, by default the level's own; when it is
    over or ``stopped()`` is true, the best plan is returned. ``cache`` keeps earlier searches; ``now`` is a clock.
    Raises ``BadBot`` for an unknown level or an external bot that fails, ValueError when the seat is not to move.
    """
    chosen = level_of(level)
    if isinstance(view, State):
        view = observe(view, to_move(view))
    if not view.actions:
        raise ValueError("this seat is not to move")
    if len(view.actions) == 1:
        return view.actions
    clock = timed_clock(chosen.seconds if budget is None else budget, stopped, now)
    if chosen.searches and cache is not None:
        return cache.search_turn(view, rng, clock)[0].line
    return chosen.plan(view, rng, clock)


def choose(view: Observation | State, level: str | None, rng: Random, budget: float | None = None) -> Action:
    """Return the first action of ``plan``. Raises the same errors."""
    return plan(view, level, rng, budget)[0]
