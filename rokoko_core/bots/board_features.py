"""Features of the board: the part of the evaluation that depends only on guests and decorations.

A search visits the same board many times with other cards and money, so features are cached by board.
"""

from collections.abc import Callable, Hashable
from operator import itemgetter
from typing import Any, NamedTuple

from rokoko_core.box import HALLS, Box
from rokoko_core.rounds import fountain_income
from rokoko_core.scoring import fireworks_points, hall_points, rank_fireworks, rank_in_hall, statue_points, terrace
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind

KING = 1
"""Number of the King's hall."""
DECISIVE = 2
"""A larger lead, in dresses or fireworks, counts no more."""
KEPT = 20_000
"""Boards in the cache of each box."""
_FOUNTAIN = frozenset({DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER})
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
    gains: dict[Hashable, tuple[float, float, float]]
    """Cache of the evaluation for bonuses that depend on the board."""


class _Entry(NamedTuple):
    """The features of one board."""

    majorities: tuple[Majorities, ...]
    """By seat."""
    seats: list[BoardFeatures | None]
    """By seat; calculated on first use, because a turn search needs one seat."""


class Board:
    """Calculates and caches the features of boards of one box."""

    def __init__(self, box: Box):
        self._box = box
        musicians = {d.hall: d.index for d in box.decorations if d.hall}
        self._halls: tuple[tuple[int, Callable[[Any], object], int, dict[object, _Contest]], ...] = tuple(
            (hall, itemgetter(*(g.index for g in box.hall_guests[hall])), musicians[hall], {}) for hall in HALLS
        )
        """By hall: its number, its markers among those of all guests, its musician, and its contests by marker."""
        self._contests: dict[object, _Contest] = {}
        """Contests of the fireworks by marker."""
        self._spaces = tuple((g.hall, g.master) for g in box.guests)
        self._dresses = {d.id: (d.prestige, COLOURS.index(d.colour)) for d in box.dress.values()}
        self._majorities: dict[object, tuple[Majorities, ...]] = {}
        self._gains: dict[object, dict[Hashable, tuple[float, float, float]]] = {}
        self._cache: dict[object, _Entry] = {}
        self._last: tuple[object, object, object, _Entry] = (None, None, None, _Entry((), []))

    def features(self, state: State, seat: int) -> BoardFeatures:
        """Return the features of ``seat``."""
        guests, owners, decorations, entry = self._last
        if state.guests is not guests or state.guest_owners is not owners or state.decorations is not decorations:
            entry = self._entry(state)  # most actions do not change the board, and a dictionary lookup is slower
        features = entry.seats[seat]
        if features is None:
            features = entry.seats[seat] = self._features_of(state, seat, entry.majorities)
        return features

    def _entry(self, state: State) -> _Entry:
        key = (state.guests, state.guest_owners, state.decorations)
        entry = self._cache.get(key)
        if entry is None:
            if len(self._cache) >= KEPT:
                self._cache.clear()
                self._gains.clear()
            entry = self._cache[key] = _Entry(self._majorities_of(state), [None] * len(state.players))
        self._last = (*key, entry)
        return entry

    def _majorities_of(self, state: State) -> tuple[Majorities, ...]:
        """Return the majorities by seat, cached by the markers on the board."""
        owners, decorations = key = (state.guest_owners, state.decorations)
        majorities = self._majorities.get(key)
        if majorities is None:
            if len(self._majorities) >= KEPT:
                self._majorities.clear()
            prizes, leads = [], []
            for hall, guests, musician, contests in self._halls:
                markers = (guests(owners), decorations[musician])
                contest = contests.get(markers)
                if contest is None:
                    contest = contests[markers] = self._hall(state, hall)
                prizes.append(contest.prizes)
                leads.append(contest.leads)
            spaces = tuple([decorations[space] for space in self._box.decorations_of[DecorationKind.FIREWORKS]])
            fireworks = self._contests.get(spaces)
            if fireworks is None:
                fireworks = self._contests[spaces] = self._fireworks(state)
            majorities = self._majorities[key] = tuple(
                map(Majorities, map(sum, zip(*prizes, strict=True)), map(sum, zip(*leads, strict=True)), *fireworks)
            )
        return majorities

    def _hall(self, state: State, hall: int) -> _Contest:
        standing = rank_in_hall(state, self._box, hall)
        strength = {seat: _DRESS * n + _MASTER_SPACE * masters + music for (n, masters, music), seat in standing}
        prizes, first = hall_points(state, self._box, hall), self._box.majorities[hall - 1][0]
        return _contest(len(state.players), prizes, strength, first)

    def _fireworks(self, state: State) -> _Contest:
        standing = rank_fireworks(state, self._box)
        strength = {seat: _DRESS * markers + cost for (markers, cost), seat in standing}
        prizes, first = fireworks_points(state, self._box), self._box.fireworks_majority[0]
        return _contest(len(state.players), prizes, strength, first)

    def _features_of(self, state: State, seat: int, majorities: tuple[Majorities, ...]) -> BoardFeatures:
        box, guests = self._box, state.guests
        colours = [0] * len(COLOURS)
        present: set[int] = set()
        prestige = royal = masters = 0
        for space, owner in enumerate(state.guest_owners):
            if owner == seat:
                worth, colour = self._dresses[guests[space]]
                hall, master = self._spaces[space]
                prestige += worth
                colours[colour] += 1
                present.add(hall)
                royal += hall == KING
                masters += master
        dresses = sum(colours)
        kinds: list[DecorationKind] = []
        if seat in state.decorations:
            for decoration, owner in zip(box.decorations, state.decorations, strict=True):
                if owner == seat:
                    kinds.append(decoration.kind)
                    prestige += decoration.prestige
                    if decoration.hall:
                        present.add(decoration.hall)
        fireworks, statues = kinds.count(DecorationKind.FIREWORKS), kinds.count(DecorationKind.STATUE)
        moved = terrace(state, box, seat) if royal and fireworks else ()
        for dress in moved:
            prestige += dress.points - box.dress[guests[dress.guest]].prestige
        rivals = majorities[:seat] + majorities[seat + 1 :]
        return BoardFeatures(
            prestige + statue_points(colours, statues),
            majorities[seat],
            Majorities(*[sum(values) / len(rivals) for values in zip(*rivals, strict=True)]),
            len(present),
            dresses,
            len(kinds),
            statues,
            len(colours) - colours.count(0),
            royal - len(moved),
            fireworks - len(moved),
            fountain_income(state, box, seat) if not _FOUNTAIN.isdisjoint(kinds) else 0,
            DecorationKind.JEWELER in kinds,
            self._gains.setdefault((*colours, len(kinds), len(present), masters), {}),
        )


def _contest(seats: int, prizes: dict[int, int], strengths: dict[int, int], first: int) -> _Contest:
    """Return the contest of all ``seats``; ``prizes`` and ``strengths`` have only the seats that take part."""
    leads = (first * _lead(strengths, seat, range(seats)) for seat in range(seats))
    return _Contest(tuple(prizes.get(seat, 0) for seat in range(seats)), tuple(leads))


def _lead(strengths: dict[int, int], seat: int, seats: range) -> float:
    """Return the lead of ``seat`` over its best rival, from -1 to 1."""
    best = max(strengths.get(n, 0) for n in seats if n != seat)
    return max(-DECISIVE, min(DECISIVE, (strengths.get(seat, 0) - best) / _DRESS)) / DECISIVE
