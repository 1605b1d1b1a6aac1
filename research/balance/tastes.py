"""Levels with a taste: journeymen whose evaluation favours one source of prestige (``tastes.toml``)."""

from functools import cache
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from rokoko_core.bots import DEFAULT_LEVEL, LEVELS, Level, journeyman
from rokoko_core.bots.evaluation import EVALUATION, Evaluation
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.components.catalogue import read_table
from rokoko_core.observe import Observation

PREFIX = "taste-"


@cache
def read_tastes() -> dict[str, dict[str, float]]:
    """Return the prestige added to each feature, by taste."""
    return msgspec.convert(read_table(Path(__file__).with_name("tastes.toml")), dict[str, dict[str, float]])


@cache
def evaluation_of(taste: str) -> Evaluation:
    """Return the evaluation of all levels with the additions of ``taste``."""
    part = dict(EVALUATION.weights.part)
    for feature, extra in read_tastes()[taste].items():
        part[feature] = [weight + extra for weight in part[feature]]
    return Evaluation(replace(EVALUATION.weights, part=part))


class TasteLevel(Level, frozen=True):
    """The level of a journeyman with a taste."""

    taste: str = ""

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        return journeyman.plan(view, rng, clock, evaluation_of(self.taste))


def add_taste_levels() -> None:
    """Add a level for each taste to this process."""
    for taste in read_tastes():
        LEVELS[PREFIX + taste] = TasteLevel("", LEVELS[DEFAULT_LEVEL].seconds, for_people=False, taste=taste)
