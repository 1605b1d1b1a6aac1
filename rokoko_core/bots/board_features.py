"""Features of the board: the part of the evaluation that depends only on guests and decorations.

A search visits the same board many times with other cards and money, so features are cached by board.
"""

from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import NamedTuple

from rokoko_core.board_counts import dresses_in_hall, dresses_of, halls_of
from rokoko_core.box import HALLS, Box
from rokoko_core.rounds import fountain_income
from rokoko_core.scoring import (
    fireworks_points,
    hall_points,
    rank_fireworks,
    rank_in_hall,
    statue_points,
    terrace,
)
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind

KING = 1
"""Number of the King's hall."""
DECISIVE = 2
"""A larger lead, in dresses or fireworks, counts no more."""
KEPT = 20_000
"""Boards in the cache of each box."""
_DRESS, _MASTER_SPACE = 100, 10
"""Weights in the lead of a hall. A musician counts 1; in fireworks the most expensive space counts its cost."""


class Majorities(NamedTuple):
    """One seat's majorities in prestige; the names are those of ``evaluation.Features``."""

    halls: float
    """Current prizes of the halls."""
    lead: float
    """Lead in the halls times their first prizes."""
    fireworks: float
    fireworks_lead: float


class _Contest(NamedTuple):
    """One majority by seat, in prestige."""

    prizes: tuple[int, ...]
    """Current prizes."""
    leads: tuple[float, ...]
    """Lead times the first prize."""


class BoardFeatures(NamedTuple):
    """One seat's features; in prestige, unless stated otherwise."""

    prestige: int
    """Of dresses and decorations with Terrace and statues, without majorities and all halls."""
    majorities: Majorities
    theirs: Majorities
    """Mean of the rivals' ``majorities``."""
    present: int
    """Number of halls with a guest (HALLS-1)."""
    dresses: int
    decorations: int
    statues: int
    colours: int
    """Number of colours of the dresses."""
    royal: int
    """Dresses in the King's hall without fireworks."""
    fireworks: int
    """Fireworks without a dress in the King's hall."""
    income: int
    """Livre per round from the fountain (INC-1)."""
    jeweler: bool
    gains: dict[Hashable, float]
    """Cache of the evaluation for bonuses that depend on the board."""


class Board:
    """Calculates and caches the features of boards of one box."""

    def __init__(self, box: Box):
        self._box = box
        self._guests = {hall: itemgetter(*(g.index for g in box.hall_guests[hall])) for hall in HALLS}
        self._musicians = {d.hall: d.index for d in box.decorations if d.hall}
        self._contests: dict[object, _Contest] = {}
        self._cache: dict[object, tuple[BoardFeatures, ...]] = {}
        self._last: tuple[object, object, object, tuple[BoardFeatures, ...]] = (None, None, None, ())

    def features(self, state: State) -> tuple[BoardFeatures, ...]:
        """Return the features of each seat."""
        guests, owners, decorations, features = self._last
        if state.guests is guests and state.guest_owners is owners and state.decorations is decorations:
            return features  # most actions do not change the board, and a dictionary lookup is slower
        key = (state.guests, state.guest_owners, state.decorations)
        cached = self._cache.get(key)
        if cached is None:
            if len(self._cache) >= KEPT:
                self._cache.clear()
            cached = self._cache[key] = self._calculate(state)
        self._last = (*key, cached)
        return cached

    def _calculate(self, state: State) -> tuple[BoardFeatures, ...]:
        seats = range(len(state.players))
        halls = [self._hall(state, hall) for hall in HALLS]
        fireworks = self._fireworks(state)
        majorities = [
            Majorities(
                halls=sum(hall.prizes[seat] for hall in halls),
                lead=sum(hall.leads[seat] for hall in halls),
                fireworks=fireworks.prizes[seat],
                fireworks_lead=fireworks.leads[seat],
            )
            for seat in seats
        ]
        return tuple(self._features_of(state, seat, majorities) for seat in seats)

    def _hall(self, state: State, hall: int) -> _Contest:
        """Return the contest of ``hall``, cached by the owners of its guests and its musician."""
        key = (hall, self._guests[hall](state.guest_owners), state.decorations[self._musicians[hall]])
        contest = self._contests.get(key)
        if contest is None:
            standing = rank_in_hall(state, self._box, hall)
            strength = {seat: _DRESS * n + _MASTER_SPACE * masters + music for (n, masters, music), seat in standing}
            prizes, first = hall_points(state, self._box, hall), self._box.majorities[hall - 1][0]
            contest = self._contests[key] = _contest(len(state.players), prizes, strength, first)
        return contest

    def _fireworks(self, state: State) -> _Contest:
        """Return the contest of the fireworks, cached by their owners."""
        key = tuple(state.decorations[space] for space in self._box.decorations_of[DecorationKind.FIREWORKS])
        contest = self._contests.get(key)
        if contest is None:
            standing = rank_fireworks(state, self._box)
            strength = {seat: _DRESS * markers + cost for (markers, cost), seat in standing}
            prizes, first = fireworks_points(state, self._box), self._box.fireworks_majority[0]
            contest = self._contests[key] = _contest(len(state.players), prizes, strength, first)
        return contest

    def _features_of(self, state: State, seat: int, majorities: Sequence[Majorities]) -> BoardFeatures:
        box = self._box
        rivals = [rival for n, rival in enumerate(majorities) if n != seat]
        dresses = dresses_of(state, box, seat)
        owned = [d for d in box.decorations if state.decorations[d.index] == seat]
        kinds = [d.kind for d in owned]
        colours = [sum(d.colour is colour for d in dresses) for colour in COLOURS]
        moved = terrace(state, box, seat)
        statues = kinds.count(DecorationKind.STATUE)
        return BoardFeatures(
            prestige=sum(d.prestige for d in dresses)
            + sum(d.prestige for d in owned)
            + sum(t.points - box.dress[state.guests[t.guest]].prestige for t in moved)
            + statue_points(colours, statues),
            majorities=majorities[seat],
            theirs=Majorities(*(sum(values) / len(rivals) for values in zip(*rivals, strict=True))),
            present=len(halls_of(state, box, seat)),
            dresses=len(dresses),
            decorations=len(owned),
            statues=statues,
            colours=sum(n > 0 for n in colours),
            royal=dresses_in_hall(state, box, seat, KING) - len(moved),
            fireworks=kinds.count(DecorationKind.FIREWORKS) - len(moved),
            income=fountain_income(state, box, seat),
            jeweler=DecorationKind.JEWELER in kinds,
            gains={},
        )


def _contest(seats: int, prizes: dict[int, int], strengths: dict[int, int], first: int) -> _Contest:
    """Return the contest of all ``seats``; ``prizes`` and ``strengths`` have only the seats that take part."""
    leads = (first * _lead(strengths, seat, range(seats)) for seat in range(seats))
    return _Contest(tuple(prizes.get(seat, 0) for seat in range(seats)), tuple(leads))


def _lead(strengths: dict[int, int], seat: int, seats: range) -> float:
    """Return the lead of ``seat`` over its best rival, from -1 to 1."""
    best = max(strengths.get(n, 0) for n in seats if n != seat)
    return max(-DECISIVE, min(DECISIVE, (strengths.get(seat, 0) - best) / _DRESS)) / DECISIVE
