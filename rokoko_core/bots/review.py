"""Looking back at a game: what each turn and each hand choice cost against the best that could have been done.

A turn is judged by what its player could know when it began: the hidden pieces are dealt anew, and where something
hidden came to light the turn is compared up to there and the best continuation taken on every deal. So neither luck
nor hindsight counts, and what a turn cost says nothing about how it turned out.
"""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from statistics import mean
from typing import NamedTuple

import msgspec

from rokoko_core.actions import EndTurn
from rokoko_core.bots.clock import Plan
from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.turn_search import Line, lines
from rokoko_core.engine import apply_unchecked, outcome
from rokoko_core.game import Game, brought_to_light
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.pending import CardChoice, HandChoice, TurnEnd
from rokoko_core.preview import RowChange, row_changes
from rokoko_core.scoring import score_rows
from rokoko_core.state import State

DEALS = 8
"""How often the hidden pieces are dealt anew where something of them comes to light."""
TRIED = 4
"""Ways to play that bring something to light which are tried on every deal."""
RIVALS = "rivals"
"""The part of what is lost that the rivals gain: majorities."""
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
    """Prestige expected less than with ``better``: 0 or above."""
    rows: tuple[RowChange, ...]
    """Rows of the own projected score at the turn's end, as played and with ``better``."""
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


def review(game: Game) -> Iterator[TurnReview]:
    """The review of every turn of ``game``, one after the other. The same for the same game."""
    return map(reviewed, turns_of(game))


def reviewed(turn: PlayedTurn) -> TurnReview:
    """What ``turn`` cost; it follows from the turn alone."""
    deals = _Deals(turn)
    played = deals.promise(deals.until_shown(turn.played))
    best = max(deals.candidates(), key=lambda promise: promise.worth)
    if best.worth <= played.worth:
        return TurnReview(turn.position, turn.end, turn.seat, turn.played, turn.played, False, 0.0, (), ())
    cost = best.worth - played.worth
    gains = {part: worth - played.parts[part] for part, worth in best.parts.items()}
    gains[RIVALS] = cost - sum(gains.values())
    told = sorted(((part, gain) for part, gain in gains.items() if abs(gain) >= SLIGHT), key=lambda told: -told[1])
    rows = row_changes(score_rows(played.state, turn.seat), score_rows(best.state, turn.seat))
    return TurnReview(turn.position, turn.end, turn.seat, turn.played, best.actions, best.open, cost, rows, tuple(told))


class _Promise(NamedTuple):
    """What a way to play promises."""

    actions: Plan
    open: bool
    """Whether something hidden comes to light at its end."""
    worth: float
    parts: dict[str, float]
    state: State
    """The end of the turn on the first deal."""


class _Known(NamedTuple):
    """A way to play as far as it can be told beforehand."""

    actions: Plan
    open: bool


class _Deals:
    """Positions that fit what the player of a turn saw when it began."""

    def __init__(self, turn: PlayedTurn):
        self._turn = turn
        self._dealt: list[State] = []

    def _deal(self, number: int) -> State:
        while len(self._dealt) <= number:
            chance = Random(f"{self._turn.position}/{len(self._dealt)}")
            self._dealt.append(determinize(self._turn.view, chance))
        return self._dealt[number]

    def until_shown(self, actions: Plan) -> _Known:
        """``actions`` up to the one that brought something hidden to light, if any did."""
        state = self._deal(0)
        for number, action in enumerate(actions, start=1):
            state, events = outcome(state, action)
            if brought_to_light(events) is not None:
                return _Known(actions[:number], True)
        return _Known(actions, False)

    def candidates(self) -> list[_Promise]:
        """The best way to play without surprises, and the best few with one."""
        found: dict[_Known, Line] = {}
        for line in lines(self._deal(0), self._turn.seat):
            found.setdefault(_Known(line.actions[: line.known], line.known < len(line.actions)), line)
        plain = [known for known in found if not known.open]
        surprising = [known for known in found if known.open]
        return [self.promise(known) for known in (*plain[:1], *surprising[:TRIED])]

    def promise(self, known: _Known) -> _Promise:
        """What ``known`` promises: on one deal where nothing comes to light, else on average."""
        seat = self._turn.seat
        ends = [_played_out(self._deal(n), known.actions, seat) for n in range(DEALS if known.open else 1)]
        split = [EVALUATION.parts(end, seat) for end in ends]
        return _Promise(
            *known,
            worth=mean(EVALUATION.turn_worth(end, seat) for end in ends),
            parts={part: mean(of[part] for of in split) for part in split[0]},
            state=ends[0],
        )


def _played_out(state: State, actions: Plan, seat: int) -> State:
    """The end of the turn after ``actions``, the rest of it played as well as can be."""
    for action in actions:
        state = apply_unchecked(state, action)
    asked = state.pending[-1] if state.pending else None
    if asked is None or asked.seat != seat or isinstance(asked, TurnEnd | CardChoice | HandChoice):
        return state
    return lines(state, seat)[0].state
