"""Who leads a majority, with how many, and what it takes to lead it or to keep it (END-3, END-4)."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from rokoko_core.box import Box
from rokoko_core.scoring import fireworks_standing, hall_standing
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import DecorationKind
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.room_labels import Part, Parts, mark

Rank = tuple[int, ...]
"""What counts, first things first; the first is how many dresses or fireworks."""


class Need(NamedTuple):
    """What it takes to change who leads."""

    seat: int
    """Who would have to: the onlooker, or the nearest rival of an onlooker who leads."""
    more: int | None
    """So many dresses or fireworks more; None where there are not enough spaces left."""
    keeps: bool
    """Whether the onlooker leads now."""


class Majority(NamedTuple):
    """The standing of one majority."""

    standing: tuple[tuple[Rank, int], ...]
    """What counts, and whose it is, best first; only who takes part."""
    need: Need | None
    """None while nobody takes part."""
    values: tuple[int, ...]
    """What the first and the second get; the first alone with two players (END-5)."""

    def tie_broken(self, master: str) -> str:
        """What lets the leader lead among equals: ``master`` for Master spaces, the musician's sign, or nothing."""
        if len(self.standing) < 2:
            return ""
        first, second = self.standing[0][0], self.standing[1][0]
        if first[0] != second[0] or first == second:
            return ""
        return (master if first[1] != second[1] else symbols.MUSICIAN) if len(first) == 3 else ""


def hall_majority(state: State, box: Box, hall: int, seat: int | None) -> Majority:
    """The majority of ``hall`` as ``seat`` looks at it; as the leader does where nobody in particular looks."""
    standing = hall_standing(state, box, hall)
    musician = next(d for d in box.decorations if d.hall == hall)
    ranks: dict[int, Rank] = {n: (0, 0, int(state.decorations[musician.index] == n)) for n in range(box.seats)}
    ranks |= {n: rank for rank, n in standing}
    free = sum(state.guest_owners[g.index] == NOBODY for g in box.hall_guests[hall])
    need = _need(ranks, seat, free, lambda rank, more: (rank[0] + more, *rank[1:]))
    return Majority(tuple(standing), need, _values(box, box.majorities[hall - 1]))


def fireworks_majority(state: State, box: Box, seat: int | None) -> Majority:
    """The majority of the fireworks; who needs more takes the dearest space left."""
    standing = fireworks_standing(state, box)
    ranks: dict[int, Rank] = dict.fromkeys(range(box.seats), (0, 0))
    ranks |= {n: rank for rank, n in standing}
    spaces = [d for d in box.decorations if d.kind is DecorationKind.FIREWORKS]
    left = [d.cost for d in spaces if state.decorations[d.index] == NOBODY]
    dearest = max(left, default=0)
    need = _need(ranks, seat, len(left), lambda rank, more: (rank[0] + more, max(rank[1], dearest if more else 0)))
    return Majority(tuple(standing), need, _values(box, box.fireworks_majority))


def _values(box: Box, values: tuple[int, int]) -> tuple[int, ...]:
    return values if box.second_places else values[:1]


def _need(ranks: dict[int, Rank], seat: int | None, free: int, after: Callable[[Rank, int], Rank]) -> Need | None:
    top = max(ranks.values())
    if not top[0]:
        return None
    if seat is None or seat not in ranks:
        seat = max(ranks, key=lambda n: (ranks[n], -n))

    def more(rank: Rank, target: Callable[[Rank], bool]) -> int | None:
        return next((k for k in range(free + 1) if target(after(rank, k))), None)

    if ranks[seat] < top:
        return Need(seat, more(ranks[seat], lambda rank: rank >= top), keeps=False)
    rivals = {n: more(rank, lambda rank: rank > top) for n, rank in ranks.items() if n != seat}
    able = {n: k for n, k in rivals.items() if k is not None}
    nearest = min(able, key=lambda n: (able[n], n), default=None)
    return Need(seat, None, keeps=True) if nearest is None else Need(nearest, able[nearest], keeps=True)


# ---- as text


def wordings(canvas: Canvas, names: Sequence[Part], majority: Majority) -> Iterator[Parts]:
    """Name, who leads, what it takes and what it is worth, from the longest wording to the shortest."""
    everybody, leaders = _standing(canvas, majority, len(majority.standing)), _standing(canvas, majority, 1)
    two = _standing(canvas, majority, 2)
    worth, long, short = _worth(canvas, majority), _need_in_words(canvas, majority), _need_in_signs(canvas, majority)
    for name in names:
        yield (name, *everybody, *long, *worth)
        yield (name, *everybody, *short, *worth)
        if name is names[0] or len(names) == 1:
            yield (name, *two, *short, *worth)
        yield (name, *everybody, *short)
        yield (name, *two, *short)
        yield (name, *leaders, *short, *worth)
        yield (name, *leaders, *short)
    yield (names[-1], *leaders)
    yield (names[-1],)


def _standing(canvas: Canvas, majority: Majority, most: int) -> tuple[Part, ...]:
    """Marks with how many; all who share the first place, however few are asked for."""
    shown: list[Part] = []
    broken = majority.tie_broken(canvas.words.say("pieces.rank-short.master"))
    for n, (rank, seat) in enumerate(majority.standing):
        if n >= most and rank != majority.standing[0][0]:
            break
        sign, role = mark(canvas, seat)
        shown.append((f" {sign}{rank[0]}{broken if n == 0 else ''}", role))
    return tuple(shown)


def _worth(canvas: Canvas, majority: Majority) -> tuple[Part, ...]:
    return ((f" {symbols.PRESTIGE}{'/'.join(map(str, majority.values))}", canvas.ink("star")),)


def _need_in_words(canvas: Canvas, majority: Majority) -> tuple[Part, ...]:
    need = majority.need
    if need is None:
        return ()
    say, quiet = canvas.words.say, canvas.ink("soft")
    if need.more is None:
        return ((" · " + say("panes.halls.safe" if need.keeps else "panes.halls.lost"), quiet),)
    if need.seat == canvas.scene.view.seat:
        return ((" · " + say("panes.halls.you-need", n=need.more), canvas.ink("name")),)
    sign, role = mark(canvas, need.seat)
    return ((" · ", quiet), (f"{sign} ", role), (say("panes.halls.needs", n=need.more), quiet))


def _need_in_signs(canvas: Canvas, majority: Majority) -> tuple[Part, ...]:
    need = majority.need
    if need is None:
        return ()
    if need.more is None:
        return ((f" {symbols.DONE if need.keeps else symbols.NOTHING}", canvas.ink("soft")),)
    sign, role = mark(canvas, need.seat)
    return ((f" {sign}+{need.more}", role),)
