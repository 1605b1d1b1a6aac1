"""Looking back at a game: what each turn and each hand choice cost against the best that could have been done.

A turn is judged by what its player could know when it began, as the strongest automatic players judge: what their
search finds best there and what was played are tried on the same deals of the hidden pieces, others than those the
search went by, and played on by everybody. Where something hidden came to light the turn counts up to there. So neither
luck nor hindsight counts. The cost is an estimate; where the deals do not tell the two apart, a turn costs nothing.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from rokoko_core.actions import EndTurn
from rokoko_core.bots.advice import lasting_rows
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.rollout import Deal, led_to
from rokoko_core.bots.search import Search
from rokoko_core.bots.time_limit import Clock, Plan, counted
from rokoko_core.bots.turn_search import lines
from rokoko_core.engine import apply_unchecked, outcome
from rokoko_core.game import Game, brought_to_light
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.pending import CardChoice, HandChoice, TurnEnd
from rokoko_core.preview import RowChange, row_changes
from rokoko_core.scoring import score_rows
from rokoko_core.state import State


class Effort(NamedTuple):
    """How thoroughly a turn is judged; counted, not timed, so that a game is reviewed alike each time."""

    looks: int
    """Turns played on in search of the best."""
    deals: int
    """Deals on which the best and what was played are compared, at least 2."""


EFFORT = Effort(looks=240, deals=12)
UNHURRIED = Clock()
LUCK = 1.0
"""Standard errors by which the best has to be better; less is luck."""
RIVALS = "rivals"
"""The part of what is lost that the rivals gain."""
SLIGHT = 0.05
"""Prestige below which a part is not told."""


class PlayedTurn(msgspec.Struct, frozen=True):
    """A turn, or the choice of a hand, as it was played, and what its player saw when it began."""

    position: int
    end: int
    """Positions before and after it; the last turn of an unfinished game may be half played."""
    view: Observation
    played: Plan
    """Its actions, but for the one that ends it."""

    @property
    def seat(self) -> int:
        """Whose turn it was."""
        assert self.view.seat is not None
        return self.view.seat


class TurnReview(msgspec.Struct, frozen=True):
    """What a turn cost."""

    position: int
    end: int
    seat: int
    played: Plan
    better: Plan
    """The best that could be planned when the turn began, as far as nothing hidden came to light; ``played`` where
    nothing was better.
    """
    open: bool
    """Whether ``better`` ends where something hidden comes to light, and goes on by what that is."""
    cost: float
    """Prestige expected less than with ``better``: 0 or above. An estimate."""
    rows: tuple[RowChange, ...]
    """Rows of the own projected score at the turn's end, as played and with ``better``, the Favor card's only where it
    is kept.
    """
    parts: tuple[tuple[str, float], ...]
    """(part of the evaluation or ``RIVALS``, prestige gained with ``better``), the most first; together the cost."""


def turns_of(game: Game) -> Iterator[PlayedTurn]:
    """Every turn and hand choice of the actions in effect, those undone and redoable included; du Barry's are not."""
    line = game.line
    for begins, ends in pairwise(game.positions_of_turns()):
        seat = game.seat_of(begins)
        if seat < len(game.setup.players):
            played = tuple(action for action in line[begins:ends] if not isinstance(action, EndTurn))
            yield PlayedTurn(begins, ends, observe(game.at(begins), seat), played)


def review(game: Game, effort: Effort = EFFORT) -> Iterator[TurnReview]:
    """The review of every turn of ``game``, one after the other. The same for the same game."""
    return (reviewed(turn, effort) for turn in turns_of(game))


def reviewed(turn: PlayedTurn, effort: Effort = EFFORT) -> TurnReview:
    """What ``turn`` cost; it follows from the turn and the ``effort`` alone."""
    search = Search(turn.view, Random(turn.position))
    search.think(counted(effort.looks))
    best = _Way(*_told(search.judged()[0].line, turn))
    played = _Way(*_told(turn.played, turn))
    found = None if best.actions == played.actions else _compared(turn, best.actions, played.actions, effort.deals)
    if found is None or found.cost <= 0:
        return TurnReview(turn.position, turn.end, turn.seat, turn.played, turn.played, False, 0.0, (), ())
    parts = [(part, gain) for part, gain in found.parts.items() if abs(gain) >= SLIGHT]
    told = tuple(sorted(parts, key=lambda part: -part[1]))
    return TurnReview(
        turn.position,
        turn.end,
        turn.seat,
        turn.played,
        best.actions,
        best.open,
        found.cost,
        _rows(turn, best, played),
        told,
    )


class _Way(NamedTuple):
    """A way to play as far as it can be told beforehand."""

    actions: Plan
    open: bool
    """Whether something hidden comes to light at its end."""


class _Compared(NamedTuple):
    cost: float
    parts: dict[str, float]


def _deal(turn: PlayedTurn, number: int) -> str:
    return f"{turn.position}/{number}"


def _told(actions: Plan, turn: PlayedTurn) -> _Way:
    """``actions`` up to the one that brings something hidden to light, if any does, and without the end of the turn."""
    state = determinize(turn.view, Random(_deal(turn, 0)))
    for number, action in enumerate(actions, start=1):
        if isinstance(action, EndTurn):
            return _Way(actions[: number - 1], False)
        state, events = outcome(state, action)
        if brought_to_light(events) is not None:
            return _Way(actions[:number], True)
    return _Way(actions, False)


def _compared(turn: PlayedTurn, best: Plan, played: Plan, deals: int) -> _Compared:
    """How much better ``best`` is than what was ``played``, by what each comes to when the round is over."""
    gains: list[float] = []
    parts: list[dict[str, float]] = []
    for number in range(deals):
        better, worse = led_to(turn.view, (best, played), Deal(_deal(turn, number), 0), UNHURRIED)
        assert better is not None and worse is not None, "there is no hurry"
        gains.append(EVALUATION.worth(better, turn.seat) - EVALUATION.worth(worse, turn.seat))
        then, now = EVALUATION.parts(better, turn.seat), EVALUATION.parts(worse, turn.seat)
        parts.append({part: worth - now[part] for part, worth in then.items()})
    cost = fmean(gains)
    if cost < LUCK * stdev(gains) / sqrt(deals):
        cost = 0.0
    found = {part: fmean(of[part] for of in parts) for part in parts[0]}
    return _Compared(cost, {**found, RIVALS: cost - sum(found.values())})


def _rows(turn: PlayedTurn, best: _Way, played: _Way) -> tuple[RowChange, ...]:
    state = determinize(turn.view, Random(_deal(turn, 0)))
    sheets = [score_rows(_turn_over(state, way.actions, turn.seat), turn.seat) for way in (played, best)]
    return lasting_rows(row_changes(*sheets), state)


def _turn_over(state: State, actions: Plan, seat: int) -> State:
    """The end of the turn after ``actions``, the rest of it played as well as can be."""
    for action in actions:
        state = apply_unchecked(state, action)
    asked = state.pending[-1] if state.pending else None
    if asked is None or asked.seat != seat or isinstance(asked, TurnEnd | CardChoice | HandChoice):
        return state
    return lines(state, seat)[0].state
