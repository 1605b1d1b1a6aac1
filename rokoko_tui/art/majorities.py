"""Majorities of halls and fireworks as text: standing, and what it takes to gain or keep the lead."""

from collections.abc import Iterator, Sequence

from rokoko_core.majorities import Majority
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.room_labels import Part, Parts, mark


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
    signs = {"master": canvas.words.say("pieces.rank-short.master"), "musician": symbols.MUSICIAN}
    tie_breaker = signs.get(majority.tie_breaker, "")
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
