"""Majorities of halls and fireworks: standing, and what it takes to gain or keep the lead (END-3, END-4)."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rokoko_core.box import Box
from rokoko_core.scoring import rank_fireworks, rank_in_hall
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import DecorationKind
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.room_labels import Part, Parts, mark

Rank = tuple[int, ...]
"""Ranking criteria in order; the first is the number of dresses or fireworks."""


class Need(NamedTuple):
    """What it takes to change the leader."""

    seat: int
    """The viewer, or the nearest rival if the viewer leads."""
    more: int | None
    """Additional dresses or fireworks needed; None if not enough spaces are free."""
    keeps: bool
    """Whether the viewer leads now."""


class Majority(NamedTuple):
    """The standing of one majority."""

    standing: tuple[tuple[Rank, int], ...]
    """(rank, seat) of all participants, best first."""
    need: Need | None
    """None without participants."""
    values: tuple[int, ...]
    """Prestige of the first and the second place; with two players of the first only (END-5)."""

    def tie_broken(self, master: str) -> str:
        """Return the sign of the tie-breaker that decides the lead: ``master``, the musician, or an empty string."""
        if len(self.standing) < 2:
            return ""
        first, second = self.standing[0][0], self.standing[1][0]
        if first[0] != second[0] or first == second:
            return ""
        return (master if first[1] != second[1] else symbols.MUSICIAN) if len(first) == 3 else ""


def hall_majority(state: State, box: Box, hall: int, seat: int | None) -> Majority:
    """Return the majority of ``hall`` as seen by ``seat``; for None as seen by the leader."""
    standing = rank_in_hall(state, box, hall)
    musician = next(d for d in box.decorations if d.hall == hall)
    ranks: dict[int, Rank] = {n: (0, 0, int(state.decorations[musician.index] == n)) for n in range(box.seats)}
    ranks |= {n: rank for rank, n in standing}
    free = sum(state.guest_owners[g.index] == NOBODY for g in box.hall_guests[hall])
    need = _need(ranks, seat, free, lambda rank, more: (rank[0] + more, *rank[1:]))
    return Majority(tuple(standing), need, _values(box, box.majorities[hall - 1]))


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
    return Majority(tuple(standing), need, _values(box, box.fireworks_majority))


def _values(box: Box, values: tuple[int, int]) -> tuple[int, ...]:
    return values if box.second_places else values[:1]


def _need(ranks: dict[int, Rank], seat: int | None, free: int, after: Callable[[Rank, int], Rank]) -> Need | None:
    best = max(ranks.values())
    if not best[0]:
        return None
    if seat is None or seat not in ranks:
        seat = max(ranks, key=lambda n: (ranks[n], -n))

    def more(rank: Rank, target: Callable[[Rank], bool]) -> int | None:
        return next((k for k in range(free + 1) if target(after(rank, k))), None)

    if ranks[seat] < best:
        return Need(seat, more(ranks[seat], lambda rank: rank >= best), keeps=False)
    rivals = {n: more(rank, lambda rank: rank > best) for n, rank in ranks.items() if n != seat}
    needs = [(k, n) for n, k in rivals.items() if k is not None]
    count, rival = min(needs, default=(None, seat))
    return Need(rival, count, keeps=True)


# ---- as text


def wordings(canvas: Canvas, names: Sequence[Part], majority: Majority) -> Iterator[Parts]:
    """Yield wordings of name, standing, need and prestige, longest first."""
    all_seats, leaders = _standing(canvas, majority, len(majority.standing)), _standing(canvas, majority, 1)
    two = _standing(canvas, majority, 2)
    worth, long, short = _worth(canvas, majority), _need_in_words(canvas, majority), _need_in_signs(canvas, majority)
    for name in names:
        yield (name, *all_seats, *long, *worth)
        yield (name, *all_seats, *short, *worth)
        if name is names[0] or len(names) == 1:
            yield (name, *two, *short, *worth)
        yield (name, *all_seats, *short)
        yield (name, *two, *short)
        yield (name, *leaders, *short, *worth)
        yield (name, *leaders, *short)
    yield (names[-1], *leaders)
    yield (names[-1],)


def _standing(canvas: Canvas, majority: Majority, most: int) -> tuple[Part, ...]:
    """Return marks with counts of the ``most`` best seats, and of all that share the first place."""
    parts: list[Part] = []
    tie_breaker = majority.tie_broken(canvas.words.say("pieces.rank-short.master"))
    for n, (rank, seat) in enumerate(majority.standing):
        if n >= most and rank != majority.standing[0][0]:
            break
        sign, role = mark(canvas, seat)
        parts.append((f" {sign}{rank[0]}{tie_breaker if n == 0 else ''}", role))
    return tuple(parts)


def _worth(canvas: Canvas, majority: Majority) -> tuple[Part, ...]:
    return ((f" {symbols.PRESTIGE}{'/'.join(map(str, majority.values))}", canvas.ink("star")),)


def _need_in_words(canvas: Canvas, majority: Majority) -> tuple[Part, ...]:
    need = majority.need
    if need is None:
        return ()
    say, soft = canvas.words.say, canvas.ink("soft")
    if need.more is None:
        return ((" · " + say("panes.halls.safe" if need.keeps else "panes.halls.lost"), soft),)
    if need.seat == canvas.scene.view.seat:
        return ((" · " + say("panes.halls.you-need", n=need.more), canvas.ink("name")),)
    sign, role = mark(canvas, need.seat)
    return ((" · ", soft), (f"{sign} ", role), (say("panes.halls.needs", n=need.more), soft))


def _need_in_signs(canvas: Canvas, majority: Majority) -> tuple[Part, ...]:
    need = majority.need
    if need is None:
        return ()
    if need.more is None:
        return ((f" {symbols.DONE if need.keeps else symbols.NOTHING}", canvas.ink("soft")),)
    sign, role = mark(canvas, need.seat)
    return ((f" {sign}+{need.more}", role),)
