"""Games of journeymen for the value of the ends of rounds, and what a fit sees of these ends.

In the games all seats make errors up to a round, so that positions differ; only the later ends of rounds count, because
errors would otherwise spoil the final lead.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from statistics import fmean
from typing import Any, NamedTuple

import msgspec
import numpy as np

from research.tuning.games import BASE, EVERY
from research.value_training.fitting import Array
from rokoko_core.actions import Action
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.figures import figures_digest
from rokoko_core.bots.journeyman import CANDIDATES
from rokoko_core.bots.learned_value import correct, inputs_of
from rokoko_core.bots.round_value import ROUND_VALUE, differences
from rokoko_core.bots.turn_search import committed, lines
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import determinize, observe
from rokoko_core.pending import HandChoice
from rokoko_core.scoring import final_scores
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion

ERRORS = 0.0, 0.5, 1.0, 2.0
"""Standard deviations of the error of a seat, in prestige."""
LAST_ERRORS = 0, 0, 1, 1, 2, 2, 3, 4, 5, 6
"""Rounds up to which errors happen."""
TABLES = (
    *5 * [(2, BASE)],
    *2 * [(3, BASE)],
    *2 * [(4, BASE)],
    (5, BASE),
    *2 * [(2, EVERY)],
    *[(seats, EVERY) for seats in (3, 4, 5)],
    *[(2, frozenset({expansion})) for expansion in Expansion],
)
"""(seats, expansions) of the games, repeated in this order."""
PLACE = "place:"
"""Beginning of the names of places in the turn order."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game in the file, complete: its positions can be replayed for features that do not exist yet."""

    seed: int
    setup: Setup
    figures: str
    """Digest of the figures of the journeymen."""
    errors: tuple[float, ...]
    """Standard deviation of the error, by seat."""
    last_errors: int
    """Round up to which errors happened."""
    actions: tuple[Action, ...]
    totals: tuple[int, ...]
    """Final score by seat."""


def setup_of(seed: int) -> Setup:
    """Return the setup for ``seed``: all numbers of players, and expansions alone and together."""
    seats, expansions = TABLES[seed % len(TABLES)]
    return Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), seed, expansions, components=newest())


def play_game(seed: int) -> PlayedGame:
    """Play a game of journeymen, first with errors; it depends only on ``seed`` and the figures of the bots."""
    rng, setup = Random(f"round ends/{seed}"), setup_of(seed)
    last_errors, errors = rng.choice(LAST_ERRORS), tuple(rng.choice(ERRORS) for _ in setup.players)
    actions, totals = play_on(new_state(setup), rng, errors, last_errors)
    return PlayedGame(seed, setup, figures_digest(), errors, last_errors, actions, totals)


def play_on(
    state: State, rng: Random, errors: Sequence[float], last_errors: int
) -> tuple[tuple[Action, ...], tuple[int, ...]]:
    """Return the actions and the totals of journeymen that make ``errors`` up to the round ``last_errors``."""
    actions = list[Action]()
    while (seat := to_move(state)) is not None:
        plan = legal_actions(state)
        if len(plan) > 1:
            error = errors[seat] if state.round <= last_errors else 0.0
            candidates = correct(lines(determinize(observe(state, seat), rng), seat)[:CANDIDATES], seat)
            plan = committed(max(candidates, key=lambda line: line.worth + rng.gauss(0, error)))
        for action in plan:
            actions.append(action)
            state = apply_unchecked(state, action)
    return tuple(actions), tuple(score.total for score in final_scores(state))


class RoundEnds(NamedTuple):
    """Ends of rounds as one seat sees them, with the same row in each array."""

    differences: Array
    """Own inputs of the round value minus the mean of the rivals', by end."""
    identities: Array
    """The same for ``identities_of``, by end; the names are ``names``."""
    worth: Array
    shipped: Array
    """Lead by the round value that ships."""
    lead: Array
    """Final lead over the mean of the rivals."""
    round: Array
    """The round that begins."""
    game: Array
    """Number of the game, from 0."""
    following: Array
    """Row of the next end of the same game and seat; -1 for none."""
    names: tuple[str, ...]


def round_ends_of(games: Iterable[PlayedGame]) -> RoundEnds:
    """Return the ends of rounds after the errors for all seats but the last, whose lead follows from the others."""
    columns: tuple[list[Any], ...] = ([], [], [], [], [], [], [])
    identities: list[dict[str, float]] = []
    for number, game in enumerate(games):
        ends, seats = ends_of(game), len(game.totals)
        for end in ends:
            inputs = [inputs_of(end, seat) for seat in range(seats)]
            named = [identities_of(end, seat) for seat in range(seats)]
            for seat in range(seats - 1):
                rivals = [total for other, total in enumerate(game.totals) if other != seat]
                lead = game.totals[seat] - fmean(rivals)
                following = -1 if end is ends[-1] else len(identities) + seats - 1
                judged = EVALUATION.worth(end, seat), ROUND_VALUE.lead(end, seat)
                row = (differences(inputs, seat), *judged, lead, end.round, number, following)
                for column, value in zip(columns, row, strict=True):
                    column.append(value)
                identities.append(difference_by_name(named, seat))
    names = sorted({name for by_name in identities for name in by_name})
    fields = ("differences", "worth", "shipped", "lead", "round", "game", "following")
    arrays = dict(zip(fields, map(np.array, columns), strict=True))
    return RoundEnds(identities=_to_array(identities, names), names=tuple(names), **arrays)


def _to_array(rows: Sequence[dict[str, float]], names: Sequence[str]) -> Array:
    """Return ``rows`` with a column for each of ``names``."""
    number_of = {name: n for n, name in enumerate(names)}
    dense: Array = np.zeros((len(rows), len(names)), np.float32)
    for row, by_name in zip(dense, rows, strict=True):
        for name, value in by_name.items():
            row[number_of[name]] = value
    return dense


def identities_of(state: State, seat: int) -> dict[str, float]:
    """Return what ``seat`` has by name: its place in the turn order, cards, dresses, jewels, tasks and examinations."""
    player = state.players[seat]
    players = len(state.players)
    counts = Counter[str]()
    counts[f"{PLACE}{players}:{(seat - state.first_player) % players}"] = 1
    counts.update(f"card:{card}" for card in (*player.supply, *player.hand, *player.discard))
    counts.update(f"hand:{card}" for card in player.hand)
    counts.update(f"jewel:{jewel}" for jewel in player.jewels)
    counts.update(f"task:{task}" for task in player.tasks)
    counts.update(f"exam:{player.exam}" for _ in range(player.exam is not None))
    counts.update(f"specialist:{card}" for card in (player.specialist,) if card)
    made = (dress for dress, owner in zip(state.guests, state.guest_owners, strict=True) if dress and owner == seat)
    counts.update(f"dress:{dress}" for dress in made)
    counts["master exams"] = player.master_exams
    return {name: float(count) for name, count in counts.items() if count}


def difference_by_name(named: Sequence[dict[str, float]], seat: int) -> dict[str, float]:
    """Return each value of ``seat`` minus the mean of the rivals'."""
    rivals = [by_name for other, by_name in enumerate(named) if other != seat]
    names = {name for by_name in named for name in by_name}
    means = {name: sum(by_name.get(name, 0.0) for by_name in rivals) / len(rivals) for name in names}
    return {name: named[seat].get(name, 0.0) - mean for name, mean in means.items()}


def ends_of(game: PlayedGame) -> list[State]:
    """Return the ends of the rounds after the errors."""
    state, ends = new_state(game.setup), list[State]()
    seen = game.last_errors or 1
    for action in game.actions:
        if state.round > seen and type(state.pending[-1]) is not HandChoice:
            seen = state.round
            ends.append(state)
        state = apply_unchecked(state, action)
    return ends
