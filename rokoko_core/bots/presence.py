"""What everybody has on the board: the part of the outlook that only guests and decorations decide.

A search meets the same board again and again with other cards and money around it, so boards once counted are kept.
"""

from typing import NamedTuple

from rokoko_core.box import HALLS, Box
from rokoko_core.scoring import PER_STATUE_COLOUR
from rokoko_core.state import State
from rokoko_core.terms import COLOURS, DecorationKind

SETTLED = 2
"""Dresses ahead or behind in a hall, or fireworks, beyond which the matter is as good as settled."""
KEPT = 20_000
"""Boards remembered at the most, for each box."""
_DRESS, _MASTER_SPACE, _MUSICIAN = 100, 10, 1


class Presence(NamedTuple):
    """What one seat has on the board, in prestige where nothing else is said."""

    prestige: int
    """Of dresses and decorations, Terrace and statues included, majorities and all halls not."""
    majorities: tuple[float, float, float, float]
    """Hall prizes as they stand; lead in the halls, in first prizes; the same for fireworks."""
    theirs: tuple[float, ...]
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
    upper: bool
    lower: bool
    jeweler: bool


class Board:
    """Counts boards of one box."""

    def __init__(self, box: Box):
        self._box = box
        self._dress = {d.id: (d.prestige, COLOURS.index(d.colour)) for d in box.dress.values()}
        self._musicians = tuple((d.index, d.hall - 1) for d in box.decorations if d.hall)
        self._fireworks = tuple((d.index, d.cost, d.multiplier) for d in box.dearest_last if d.multiplier)
        self._spaces = tuple((g.hall - 1, _DRESS + _MASTER_SPACE * g.master) for g in box.guests)
        self._kept: dict[object, tuple[Presence, ...]] = {}

    def presences(self, state: State) -> tuple[Presence, ...]:
        """What each seat has on the board of ``state``."""
        key = (state.guests, state.guest_owners, state.decorations)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            found = self._kept[key] = self._counted(state)
        return found

    def _counted(self, state: State) -> tuple[Presence, ...]:
        seats = len(state.players)
        halls = self._halls(state)
        fireworks = [0] * seats
        for n, cost, _ in self._fireworks:
            owner = state.decorations[n]
            if owner >= 0:
                fireworks[owner] = fireworks[owner] // _DRESS * _DRESS + _DRESS + cost
        majorities = [self._majorities(halls, fireworks, seat) for seat in range(seats)]
        return tuple(self._of(state, seat, halls, majorities) for seat in range(seats))

    def _halls(self, state: State) -> list[list[int]]:
        """Standing of each seat in each hall, 100 for each dress (END-3)."""
        halls = [[0] * len(state.players) for _ in HALLS]
        for (hall, standing), owner in zip(self._spaces, state.guest_owners, strict=True):
            if owner >= 0:
                halls[hall][owner] += standing
        for n, hall in self._musicians:
            owner = state.decorations[n]
            if owner >= 0 and halls[hall][owner]:
                halls[hall][owner] += _MUSICIAN
        return halls

    def _of(
        self, state: State, seat: int, halls: list[list[int]], majorities: list[tuple[float, float, float, float]]
    ) -> Presence:
        box = self._box
        rivals = [of for n, of in enumerate(majorities) if n != seat]
        colours, royal, prestige = [0, 0, 0, 0], list[int](), 0
        for n, owner in enumerate(state.guest_owners):
            if owner == seat:
                worth, colour = self._dress[state.guests[n]]
                prestige += worth
                colours[colour] += 1
                if not self._spaces[n][0]:
                    royal.append(worth)
        owned = [d for d in box.decorations if state.decorations[d.index] == seat]
        kinds = [d.kind for d in owned]
        multipliers = [d.multiplier for d in owned if d.multiplier]
        statues = kinds.count(DecorationKind.STATUE)
        prestige += sum(d.prestige for d in owned) + _terrace_gain(royal, multipliers)
        prestige += sum(PER_STATUE_COLOUR * sum(n >= k for n in colours) for k in range(1, statues + 1))
        return Presence(
            prestige=prestige,
            majorities=majorities[seat],
            theirs=tuple(sum(figures) / len(rivals) for figures in zip(*rivals, strict=True)),
            present=sum(halls[hall][seat] > 0 or state.decorations[n] == seat for n, hall in self._musicians),
            dresses=sum(colours),
            decorations=len(owned),
            statues=statues,
            colours=sum(n > 0 for n in colours),
            royal=max(0, len(royal) - len(multipliers)),
            fireworks=max(0, len(multipliers) - len(royal)),
            upper=DecorationKind.FOUNTAIN_UPPER in kinds,
            lower=DecorationKind.FOUNTAIN_LOWER in kinds,
            jeweler=DecorationKind.JEWELER in kinds,
        )

    def _majorities(self, halls: list[list[int]], fireworks: list[int], seat: int) -> tuple[float, float, float, float]:
        box = self._box
        prizes = sum(
            _prize(hall, seat, *pay, box.second_places) for hall, pay in zip(halls, box.majorities, strict=True)
        )
        lead = sum(pay[0] * _ahead(hall, seat) for hall, pay in zip(halls, box.majorities, strict=True))
        best = box.fireworks_majority
        return prizes, lead, _prize(fireworks, seat, *best, box.second_places), best[0] * _ahead(fireworks, seat)


def _terrace_gain(royal: list[int], multipliers: list[int]) -> int:
    """Prestige King's hall dresses gain by moving to the Terrace (END-6)."""
    best = zip(sorted(royal, reverse=True), sorted(multipliers, reverse=True), strict=False)
    return sum(prestige * (times - 1) for prestige, times in best)


def _prize(standings: list[int], seat: int, first: int, second: int, second_places: bool) -> int:
    """The majority prize of ``seat`` as things stand (END-3, END-4, END-5)."""
    own = standings[seat]
    if not own:
        return 0
    above = sum(standing > own for standing in standings)
    if not above:
        return first
    return second if second_places and above == 1 else 0


def _ahead(standings: list[int], seat: int) -> float:
    """How far ahead of the best rival ``seat`` is, from -1 to 1."""
    best = max(standing for n, standing in enumerate(standings) if n != seat)
    return max(-SETTLED, min(SETTLED, (standings[seat] - best) / _DRESS)) / SETTLED
