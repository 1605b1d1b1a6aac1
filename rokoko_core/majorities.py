"""Majorities of halls and fireworks: standing, and what it takes to gain or keep the lead (END-3, END-4)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rokoko_core.box import Box
from rokoko_core.scoring import majority, rank_fireworks, rank_in_hall
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import DecorationKind

Rank = tuple[int, ...]
"""Ranking criteria in order; the first is the number of dresses or fireworks."""
HALL_TIES, FIREWORKS_TIES = ("master", "musician"), ("cost",)
"""The criteria after the number, in a hall and of the fireworks (END-3, END-4)."""


class Need(NamedTuple):
    """What it takes to change the leader."""

    seat: int
    """The viewer, also one who shares the lead, or the nearest rival if the viewer leads alone."""
    more: int | None
    """Fewest additional dresses or fireworks, on the best free spaces; None if not enough are free."""
    keeps: bool
    """Whether the viewer leads now, alone or with others."""
    musician: bool = False
    """Whether the free musician is needed too."""
    alone: bool = False
    """Whether this is about leading alone; else sharing the lead is enough, which pays as much (END-3)."""
    several: bool = False
    """Whether other rivals need as much as ``seat``."""


class Majority(NamedTuple):
    """The standing of one majority."""

    standing: tuple[tuple[Rank, int], ...]
    """(rank, seat) of all participants, best first."""
    need: Need | None
    """None without participants, after the end of the game, and for no viewer where the lead is shared."""
    values: tuple[int, ...]
    """Prestige of the first and the second place; with two players of the first only (END-5)."""

    @property
    def tie_breakers(self) -> tuple[str, ...]:
        """What puts each participant above the next with the same number: one of the ``*_TIES``, or an empty string."""
        decisive = []
        for n, (rank, _) in enumerate(self.standing):
            below = next((other for other, _ in self.standing[n + 1 :] if other != rank), rank)
            criteria = HALL_TIES if len(rank) > 2 else FIREWORKS_TIES
            differing = (name for name, a, b in zip(criteria, rank[1:], below[1:], strict=True) if a != b)
            decisive.append(next(differing, "") if below[0] == rank[0] else "")
        return tuple(decisive)

    @property
    def tie_breaker(self) -> str:
        """What decides the lead between equal numbers: one of the ``*_TIES``, or an empty string."""
        return "" if self.is_shared or not self.standing else self.tie_breakers[0]

    def points_of(self, seat: int) -> int:
        """Return the prestige that ``seat`` takes."""
        first, second = (*self.values, 0)[:2]
        return majority(self.standing, (first, second), len(self.values) > 1).get(seat, 0)

    @property
    def is_shared(self) -> bool:
        """Whether several lead."""
        return len(self.standing) > 1 and self.standing[0][0] == self.standing[1][0]


def hall_majority(state: State, box: Box, hall: int, seat: int | None) -> Majority:
    """Return the majority of ``hall`` as seen by ``seat``; for None as seen by the leader."""
    standing = rank_in_hall(state, box, hall)
    musician = next(d for d in box.decorations if d.hall == hall)
    ranks: dict[int, Rank] = {n: (0, 0, int(state.decorations[musician.index] == n)) for n in range(box.seats)}
    ranks |= {n: rank for rank, n in standing}
    free = [g for g in box.hall_guests[hall] if state.guest_owners[g.index] == NOBODY]
    masters = sum(g.master for g in free)

    def rent(rank: Rank, more: int) -> Rank:
        return rank[0] + more, rank[1] + min(more, masters), rank[2]

    need = _need(ranks, seat, len(free), rent)
    if need and need.more is None and state.decorations[musician.index] == NOBODY:
        need = _need(ranks, seat, len(free), lambda rank, more: (*rent(rank, more)[:2], 1))
        need = need and need._replace(musician=need.more is not None)
    return _majority(state, box, standing, need, box.majorities[hall - 1])


def fireworks_majority(state: State, box: Box, seat: int | None) -> Majority:
    """Return the majority of the fireworks, assuming that the most expensive free space is funded next."""
    standing = rank_fireworks(state, box)
    ranks: dict[int, Rank] = dict.fromkeys(range(box.seats), (0, 0))
    ranks |= {n: rank for rank, n in standing}
    spaces = [d for d in box.decorations if d.kind is DecorationKind.FIREWORKS]
    free = [d.cost for d in spaces if state.decorations[d.index] == NOBODY]
    most_expensive = max(free, default=0)
    need = _need(
        ranks, seat, len(free), lambda rank, more: (rank[0] + more, max(rank[1], most_expensive if more else 0))
    )
    return _majority(state, box, standing, need, box.fireworks_majority)


def _majority(
    state: State, box: Box, standing: Sequence[tuple[Rank, int]], need: Need | None, values: tuple[int, int]
) -> Majority:
    return Majority(tuple(standing), need if state.pending else None, values if box.second_places else values[:1])


def _need(ranks: dict[int, Rank], seat: int | None, free: int, after: Callable[[Rank, int], Rank]) -> Need | None:
    best = max(ranks.values())
    if not best[0]:
        return None
    is_viewed, is_shared = seat in ranks, list(ranks.values()).count(best) > 1
    if seat is None or not is_viewed:
        seat = max(ranks, key=lambda n: (ranks[n], -n))

    def more(rank: Rank, target: Callable[[Rank], bool]) -> int | None:
        return next((k for k in range(free + 1) if target(after(rank, k))), None)

    if ranks[seat] < best:
        return Need(seat, more(ranks[seat], lambda rank: rank >= best), keeps=False)
    if is_shared and (own := more(ranks[seat], lambda rank: rank > best)) is not None:
        return Need(seat, own, keeps=True, alone=True) if is_viewed else None
    rivals = {n: more(rank, lambda rank: rank > best if is_shared else rank >= best) for n, rank in ranks.items()}
    needs = [(k, n) for n, k in rivals.items() if k is not None and n != seat]
    count, rival = min(needs, default=(None, seat))
    return Need(rival, count, keeps=True, alone=is_shared, several=[k for k, _ in needs].count(count or 0) > 1)
