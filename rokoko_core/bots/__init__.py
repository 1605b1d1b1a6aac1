"""Automatic players. Each level is one module with ``choose(observation, rng) -> Action``; ``LEVELS`` names them.

A bot is handed what its seat may see and nothing more; where it thinks ahead it deals the hidden pieces anew.
"""

from collections.abc import Callable
from random import Random

from rokoko_core.actions import Action
from rokoko_core.bots import page, tailor
from rokoko_core.observe import Observation, observe
from rokoko_core.play import to_move
from rokoko_core.state import State

LEVELS: dict[str, Callable[[Observation, Random], Action]] = {"page": page.choose, "tailor": tailor.choose}
"""Playing strengths by name, weakest first: ``page`` plays at random, ``tailor`` looks to the end of its own turn."""


def choose(view: Observation | State, level: str, rng: Random, budget: float | None = None) -> Action:
    """The action a bot of ``level`` takes for the seat to move.

    A full state is reduced to what that seat may see first. ``budget`` is the time to think in seconds; the present
    levels need a few milliseconds and leave it unused. Raises ValueError for an unknown level or when nothing is asked.
    """
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}: {', '.join(LEVELS)} are known")
    if isinstance(view, State):
        view = observe(view, to_move(view))
    if not view.actions:
        raise ValueError("this seat is not asked for anything")
    return view.actions[0] if len(view.actions) == 1 else LEVELS[level](view, rng)
