"""The page: any legal action, all alike."""

from random import Random

from rokoko_core.actions import Action
from rokoko_core.observe import Observation


def choose(observation: Observation, rng: Random) -> Action:
    """One of the offers by chance."""
    return rng.choice(observation.actions)
