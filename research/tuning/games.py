"""The games of the tuning: journeymen with errors and preferences."""

from random import Random

import msgspec
from msgspec.structs import replace

from rokoko_core.actions import (
    Action,
    ChooseHand,
    ClaimFavor,
    Depute,
    Fund,
    Hire,
    HireSpecialist,
    MakeDress,
    SitExam,
    TakeTile,
)
from rokoko_core.bots.evaluation import EVALUATION, Evaluation, Weights
from rokoko_core.bots.turn_search import Breadth, Line, committed, kind_of, lines
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import determinize, observe
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion

SPREAD = 0.25
"""Standard deviation of the factor on each weight of a seat."""
PREFERENCE = 2.0
"""Standard deviation of a seat's bonus on each kind of action in a round, in prestige."""
RANDOM_HANDS = 0.12
"""Share of hands chosen at random."""
QUICK = Breadth(bonus=3, gifts=1, tiles=6)
BASE: frozenset[Expansion] = frozenset()
EVERY = frozenset(Expansion)
TABLES = (
    *12 * [(2, BASE)],
    (3, BASE),
    (4, BASE),
    *[(seats, EVERY) for seats in (2, 3, 4, 5)],
)
"""(seats, expansions) of the games, repeated in this order."""
KINDS = [kind.__name__ for kind in (TakeTile, MakeDress, Hire, HireSpecialist, Depute, Fund, ClaimFavor, SitExam)]
"""Kinds of action with preferences."""


class Record(msgspec.Struct, frozen=True):
    """A game in the file."""

    seed: int
    actions: tuple[Action, ...]

    @property
    def setup(self) -> Setup:
        seats, expansions = TABLES[self.seed % len(TABLES)]
        return Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), self.seed, expansions)


def play_game(seed: int) -> Record:
    """Play a game of journeymen with errors and preferences; it depends only on ``seed`` and the current weights."""
    rng, record = Random(seed), Record(seed, ())
    state = new_state(record.setup)
    evaluations = [Evaluation(with_errors(EVALUATION.weights, rng)) for _ in state.players]
    actions: list[Action] = []
    while (seat := to_move(state)) is not None:
        plan = legal_actions(state)
        if len(plan) > 1:
            preferences = Random(f"{seed}/{seat}/{state.round}")
            candidates = lines(determinize(observe(state, seat), rng), seat, QUICK, evaluations[seat])
            plan = committed(choose_line(candidates, preferences, rng))
        for action in plan:
            actions.append(action)
            state = apply_unchecked(state, action)
    return replace(record, actions=tuple(actions))


def with_errors(weights: Weights, rng: Random) -> Weights:
    """Return ``weights`` with a random factor on each."""

    def factor() -> float:
        return max(0.0, rng.gauss(1, SPREAD))

    def scale(values: list[float]) -> list[float]:
        by = factor()
        return [by * value for value in values]

    part = {name: scale(values) for name, values in weights.part.items()}
    return replace(weights, part=part, bonus={bonus: factor() * w for bonus, w in weights.bonus.items()})


def choose_line(candidates: list[Line], preferences: Random, rng: Random) -> Line:
    """Return the line with the best sum of worth and preference; of hands, the best or a random one."""
    preference = {kind: preferences.gauss(0, PREFERENCE) for kind in KINDS}
    if kind_of(candidates[0].actions) is ChooseHand:
        return rng.choice(candidates) if rng.random() < RANDOM_HANDS else candidates[0]
    return max(candidates, key=lambda line: line.worth + preference.get(kind_of(line.actions).__name__, 0.0))
