"""What everybody has on the board: the part of the evaluation that only guests and decorations decide.

A search meets the same board again and again with other cards and money around it, so boards once counted are kept.
"""

from collections.abc import Hashable, Sequence
from operator import itemgetter
from typing import NamedTuple

from rokoko_core.board_counts import dresses_in_hall, dresses_of, halls_of
from rokoko_core.box import HALLS, Box
from rokoko_core.rounds import fountain_income
from rokoko_core.scoring import (
    fireworks_points,
    fireworks_standing,
    hall_points,
    hall_standing,
    statue_points,
    terrace,
)
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind

KING = 1
"""The King's hall."""
SETTLED = 2
"""Dresses ahead or behind in a hall, or fireworks, beyond which the matter is as good as settled."""
KEPT = 20_000
"""Boards remembered at the most, for each box."""
_DRESS, _MASTER_SPACE = 100, 10
"""What they count for the lead in a hall; the musician counts 1, and in fireworks the dearest space its cost."""


class Majorities(NamedTuple):
    """How one seat stands in the majorities, in prestige; the names are those of ``evaluation.Features``."""

    halls: float
    """Hall prizes as they stand."""
    lead: float
    """The lead in the halls, in first prizes."""
    fireworks: float
    fireworks_lead: float


class _Contest(NamedTuple):
    """How every seat stands in one majority, in prestige."""

    prizes: tuple[int, ...]
    """As they stand."""
    leads: tuple[float, ...]
    """How far ahead each is, in first prizes."""


class BoardFeatures(NamedTuple):
    """What one seat has on the board, in prestige where nothing else is said."""

    prestige: int
    """Of dresses and decorations, Terrace and statues included, majorities and all halls not."""
    majorities: Majorities
    theirs: Majorities
    """The mean of the rivals' ``majorities``."""
    present: int
    """Halls present in (HALLS-1)."""
    dresses: int
    decorations: int
    statues: int
    colours: int
    """Different colours among the dresses."""
    royal: int
    """King's hall dresses no fireworks space is held for."""
    fireworks: int
    """Fireworks spaces no King's hall dress is there for."""
    income: int
    """Livre a round by the fountain (INC-1)."""
    jeweler: bool
    gains: dict[Hashable, float]
    """Filled by those who ask: what bonuses that count something bring with this board."""


class Board:
    """Counts boards of one box."""

    def __init__(self, box: Box):
        self._box = box
        self._guests = {hall: itemgetter(*(g.index for g in box.hall_guests[hall])) for hall in HALLS}
        self._musicians = {d.hall: d.index for d in box.decorations if d.hall}
        self._contests: dict[object, _Contest] = {}
        self._kept: dict[object, tuple[BoardFeatures, ...]] = {}
        self._last: tuple[object, object, object, tuple[BoardFeatures, ...]] = (None, None, None, ())

    def features(self, state: State) -> tuple[BoardFeatures, ...]:
        """What each seat has on the board of ``state``."""
        guests, owners, decorations, found = self._last
        if state.guests is guests and state.guest_owners is owners and state.decorations is decorations:
            return found  # most actions leave the board alone, and looking it up takes longer than this
        return self._looked_up(state)

    def _looked_up(self, state: State) -> tuple[BoardFeatures, ...]:
        key = (state.guests, state.guest_owners, state.decorations)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[key] = self._counted(state)
        self._last = (*key, found)
        return found

    def _counted(self, state: State) -> tuple[BoardFeatures, ...]:
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
        return tuple(self._of(state, seat, majorities) for seat in seats)

    def _hall(self, state: State, hall: int) -> _Contest:
        """How the seats stand in ``hall``, which follows from who has its guests and its musician."""
        key = (hall, self._guests[hall](state.guest_owners), state.decorations[self._musicians[hall]])
        found = self._contests.get(key)
        if found is None:
            standing = hall_standing(state, self._box, hall)
            strength = {seat: _DRESS * n + _MASTER_SPACE * masters + music for (n, masters, music), seat in standing}
            prizes, first = hall_points(state, self._box, hall), self._box.majorities[hall - 1][0]
            found = self._contests[key] = _contest(len(state.players), prizes, strength, first)
        return found

    def _fireworks(self, state: State) -> _Contest:
        """How the seats stand in fireworks, which follows from who has them."""
        key = tuple(state.decorations[space] for space in self._box.decorations_of[DecorationKind.FIREWORKS])
        found = self._contests.get(key)
        if found is None:
            standing = fireworks_standing(state, self._box)
            strength = {seat: _DRESS * markers + dearest for (markers, dearest), seat in standing}
            prizes, first = fireworks_points(state, self._box), self._box.fireworks_majority[0]
            found = self._contests[key] = _contest(len(state.players), prizes, strength, first)
        return found

    def _of(self, state: State, seat: int, majorities: Sequence[Majorities]) -> BoardFeatures:
        box = self._box
        rivals = [of for n, of in enumerate(majorities) if n != seat]
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
            theirs=Majorities(*(sum(figures) / len(rivals) for figures in zip(*rivals, strict=True))),
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
    """Every seat's standing, from what is said of those who take part."""
    leads = (first * _ahead(strengths, seat, range(seats)) for seat in range(seats))
    return _Contest(tuple(prizes.get(seat, 0) for seat in range(seats)), tuple(leads))


def _ahead(strengths: dict[int, int], seat: int, seats: range) -> float:
    """How far ahead of the best rival ``seat`` is, from -1 to 1."""
    best = max(strengths.get(n, 0) for n in seats if n != seat)
    return max(-SETTLED, min(SETTLED, (strengths.get(seat, 0) - best) / _DRESS)) / SETTLED
