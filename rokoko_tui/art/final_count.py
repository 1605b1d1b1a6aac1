"""The final count as an animation: growing bars with dancers in front of the palace, the crown and fireworks.

``Tally`` adds the prestige source by source, and ``draw_count`` draws a moment of it.
Without pictures the bars are horizontal rows of blocks.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.score_sheet import ScoreSheet, Source, sources
from rokoko_tui.art import palace
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import CROWN, STAGES, Figure, Size, firework, garment
from rokoko_tui.art.palace import paint_lawn, paint_moon, paint_palace, paint_sky
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.art.symbols import CROWN as CROWNED
from rokoko_tui.art.symbols import mark_of, owner_role

FRAMES_A_SECOND = 15
OPENING, ROWS, CROWNING, FIREWORKS = 5, 70, 9, 36
"""Frames before the count, of all sources together, of the crown coming down, and of the fireworks."""
LAST = OPENING + ROWS + CROWNING + FIREWORKS
"""The number of the last frame, about eight seconds after the first."""
STILL = LAST - 17
"""The frame with the most fireworks."""
HEAD, FOOT = 1, 3
"""Lines above the picture for the source, and below it for names, totals and keys."""
LAWN = 3
"""Pixel rows of lawn in front of the palace."""
DANCERS = {Size.LARGE: (10, 8, 14, 36), Size.MIDDLE: (8, 6, 10, 20), Size.SMALL: (5, 3, 6, 0)}
"""Columns and rows of a dancer, and the minimum columns per seat and lines of the picture for that size."""
CROWNS = {Size.LARGE: (11, 5), Size.MIDDLE: (7, 3), Size.SMALL: (5, 2)}
BURSTS = {Size.LARGE: (13, 7), Size.MIDDLE: (9, 5), Size.SMALL: (5, 3)}
PACE = 3
"""Frames per stage of a rocket."""
ROCKETS = ((12, 26, 0), (78, 12, 4), (42, 4, 8), (24, 6, 15), (90, 30, 19), (60, 16, 23))
"""Column and row of each burst in per cent of the space, and the frame in which the rocket rises."""
POINTS, LABEL = 4, 30
"""Maximum columns of a number and of a label on the sheet."""


@dataclass(frozen=True)
class Tally:
    """The final count of a finished game."""

    sheets: tuple[ScoreSheet, ...]

    @cached_property
    def counted(self) -> tuple[Source, ...]:
        """The sources that score for at least one seat."""
        return tuple(source for source in sources(self.sheets) if any(source.points))

    @cached_property
    def totals(self) -> tuple[tuple[int, ...], ...]:
        """Prestige by seat before the first source, and after each."""
        totals = [(0,) * len(self.sheets)]
        for source in self.counted:
            totals.append(tuple(total + points for total, points in zip(totals[-1], source.points, strict=True)))
        return tuple(totals)

    @cached_property
    def highest(self) -> int:
        """The winner's total, at least 1."""
        return max(1, *self.totals[-1])

    @cached_property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """(index of the source, seat) of every addition, in order."""
        return tuple(
            (n, seat) for n, source in enumerate(self.counted) for seat, points in enumerate(source.points) if points
        )

    @cached_property
    def winners(self) -> frozenset[int]:
        return frozenset(sheet.seat for sheet in self.sheets if sheet.rank == 1)

    def moment(self, frame: int) -> "Moment":
        """Return what frame ``frame`` shows, 0 to ``LAST``."""
        counting = min(max(0, frame - OPENING), ROWS)
        done, rest = divmod(counting * len(self.steps), ROWS)
        is_adding = 0 < counting < ROWS and bool(self.steps)
        counted = self.steps[done][0] if done < len(self.steps) else len(self.counted)
        shown = [float(total) for total in self.totals[counted]]
        for number, seat in self.steps[: done + 1]:
            if number == counted:
                is_done = (number, seat) != self.steps[done]
                shown[seat] += self.counted[number].points[seat] * (1.0 if is_done else rest / ROWS)
        begun = self.steps[: done + 1] if counting else ()
        leading = frozenset(seat for seat, total in enumerate(shown) if total and total == max(shown))
        after = frame - OPENING - ROWS
        return Moment(
            counted=counted,
            adding=counted if is_adding else None,
            shown=tuple(shown),
            taken=tuple(sum(scorer == seat for _, scorer in begun) for seat in range(len(shown))),
            leaders=leading if counting < ROWS else self.winners,
            progress=counting / ROWS,
            crown=max(0.0, min(1.0, after / CROWNING)),
            fireworks=max(0, after - CROWNING),
            ending=max(0.0, min(1.0, after / (CROWNING + FIREWORKS - 5))),
        )


class Moment(NamedTuple):
    """What one frame of the count shows."""

    counted: int
    """Number of sources in the totals."""
    adding: int | None
    """Index of the source being added."""
    shown: tuple[float, ...]
    """Height of the bars by seat, in prestige."""
    taken: tuple[int, ...]
    """Number of sources that scored, by seat, including the one being added."""
    leaders: frozenset[int]
    progress: float
    """Progress of the count, 0 to 1."""
    crown: float
    """Progress of the crown's descent, 0 to 1; above 0 only when all is counted."""
    fireworks: int
    """Frames since the first rocket; 0 before."""
    ending: float
    """Progress of the part after the count, 0 to 1; it reaches 1 five frames before the end."""


class Caption(NamedTuple):
    """Texts around the picture."""

    head: str
    """The source being counted, or the winners."""
    names: tuple[str, ...]
    """By seat."""
    foot: str
    """Key hints."""


def draw_count(
    scene: Scene, tally: Tally, moment: Moment, caption: Caption, width: int, height: int, grand: bool = False
) -> Drawing:
    """Draw one frame in exactly ``width`` columns and ``height`` lines.

    ``grand`` is for a still picture: it has the largest figures that fit.
    """
    canvas = Canvas(scene, width)
    canvas.put(0, max(0, height - 1), "")
    if scene.pictures and height > HEAD + FOOT:
        _Picture(canvas, tally, moment, height, grand).draw(caption)
    else:
        _draw_rows(canvas, tally, moment, caption, height)
    drawing = canvas.finish()
    return Drawing(drawing.lines[:height], drawing.spots)


class _Picture:
    """One frame with pictures, and its layout."""

    def __init__(self, canvas: Canvas, tally: Tally, moment: Moment, height: int, grand: bool) -> None:
        self.canvas, self.tally, self.moment, self.height = canvas, tally, moment, height
        self.seats = len(tally.sheets)
        self.slot = max(1, canvas.width // self.seats)
        self.left = (canvas.width - self.slot * self.seats) // 2
        lines = height - HEAD - FOOT
        fitting = [size for size, (_, _, columns, least) in DANCERS.items() if self.slot >= columns and lines >= least]
        self.size = next((size for size in fitting if grand or size is not Size.LARGE), Size.SMALL)
        self.columns, self.rows = DANCERS[self.size][:2]
        self.ground = max(0, 2 * (height - FOOT) - 1)
        """The pixel row below all bars."""
        self.max_height = max(1, self.ground - 2 * (HEAD + self.rows + CROWNS[self.size][1]))
        """Pixel rows of the highest bar."""

    def draw(self, caption: Caption) -> None:
        """Draw all layers from back to front."""
        self._draw_night()
        self._draw_fireworks()
        for seat in range(self.seats):
            self._draw_bar(seat)
            self._draw_dancer(seat)
        self._draw_texts(caption)

    def _draw_night(self) -> None:
        canvas, lines = self.canvas, self.height - FOOT
        paint_sky(canvas, canvas.width, lines, (0, 0, canvas.width, HEAD))
        paint_moon(canvas, canvas.width - 11, 2 * HEAD + 2)
        paint_lawn(canvas, canvas.width, 2 * lines - LAWN, LAWN)
        lit = int(self.moment.progress * len(palace.WINDOWS))
        shuffled = sorted(range(len(palace.WINDOWS)), key=lambda n: (n * 29) % len(palace.WINDOWS))
        top = 2 * lines - LAWN + 1 - 2 * palace.HEIGHT
        if top >= 0:
            paint_palace(canvas, (canvas.width - palace.WIDTH) // 2, top, frozenset(shuffled[:lit]))

    def _dye(self, seat: int) -> str:
        return owner_role(self.canvas.state.setup, seat)

    def _middle(self, seat: int) -> int:
        """Return the first column of a dancer or bar centred in the slot of ``seat``."""
        return self.left + seat * self.slot + (self.slot - self.columns) // 2

    def _top(self, seat: int) -> int:
        """Return the pixel row of the upper edge of a bar."""
        return self.ground - round(self.moment.shown[seat] * self.max_height / self.tally.highest)

    def _draw_bar(self, seat: int) -> None:
        """Draw a bar with a joint after each source, lit from the left."""
        canvas, x, dye, top = self.canvas, self._middle(seat), self._dye(seat), self._top(seat)
        canvas.wash(x, top, self.columns, self.ground - top, f"{dye}-44")
        canvas.wash(x, top, 1, self.ground - top, f"{dye}-20")
        canvas.wash(x + self.columns - 1, top, 1, self.ground - top, f"{dye}-62")
        joints = {self.ground - round(t[seat] * self.max_height / self.tally.highest) for t in self.tally.totals[1:]}
        for p in joints:
            if top < p < self.ground:
                canvas.wash(x, p, self.columns, 1, f"{dye}-58")
        canvas.wash(x - 1, self.ground - 1, self.columns + 2, 2, "stone-38")
        if top < self.ground - 1:
            canvas.wash(x, top, self.columns, 1, f"{dye}-6")

    def _draw_dancer(self, seat: int) -> None:
        """Draw the dancer, whose pose changes with each scoring source, and the crown on a winner."""
        moment = self.moment
        foot = self._top(seat) - (0 if self._top(seat) < self.ground - 1 else 1)
        figure = garment(seat % 2 == 1, pose=moment.taken[seat])
        self._draw_at_pixel(figure, self._middle(seat), foot - 2 * self.rows, self._dye(seat))
        if seat in moment.leaders and moment.crown:
            columns, rows = CROWNS[self.size]
            start, end = 2 * HEAD, foot - 2 * self.rows - 2 * rows + 1
            p = round(start + (end - start) * moment.crown)
            self._draw_at_pixel(CROWN, self._middle(seat) + (self.columns - columns) // 2, p, "gold")

    def _draw_at_pixel(self, figure: Figure, x: int, p: int, dye: str) -> None:
        """Draw ``figure`` with its upper edge at pixel row ``p``."""
        y = max(0, p + 1) // 2
        self.canvas.draw_figure(x, y, figure, self.size, dye, lift=max(0, 2 * y - p))

    def _draw_fireworks(self) -> None:
        """Draw rockets in the winners' colours, gold and rose above the roofs."""
        frame, canvas = self.moment.fireworks, self.canvas
        if not frame:
            return
        columns, rows = BURSTS[self.size]
        dyes = [*sorted(self._dye(seat) for seat in self.moment.leaders), "gold", "rose"]
        rows_available = max(1, (self.height - HEAD - FOOT) * 6 // 10 - rows)
        for n, (across, down, rises) in enumerate(ROCKETS):
            stage = (frame - rises) // PACE
            if 0 <= stage <= STAGES:
                x = across * max(0, canvas.width - columns) // 100
                y = HEAD + down * rows_available // 40 + (2 if stage == 0 else 0)
                strength = 100 if stage < STAGES else 42
                canvas.draw_figure(
                    x, y, firework(min(stage, STAGES - 1)), self.size, dyes[n % len(dyes)], strength=strength
                )

    def _draw_texts(self, caption: Caption) -> None:
        """Write the source above, and names and totals below, leaders on gold."""
        canvas, moment, width = self.canvas, self.moment, self.canvas.width
        canvas.fill(Region(0, 0, width, HEAD), "ink")
        canvas.centre(0, 0, width, caption.head, "^star strong")
        y = self.height - FOOT
        canvas.fill(Region(0, y, width, FOOT), "ink")
        for seat in range(self.seats):
            x = self.left + seat * self.slot
            leads = seat in moment.leaders
            if leads:
                canvas.fill(Region(x, y, self.slot, 2), "open")
            name, total = _name_and_total(canvas, self.tally, moment, caption, seat)
            canvas.centre(x, y, self.slot, name, "^ink strong" if leads else f"^{self._dye(seat)}")
            canvas.centre(x, y + 1, self.slot, total, "^ink strong" if leads else "^text strong")
        canvas.centre(0, y + 2, width, caption.foot, "^soft")


def _name_and_total(canvas: Canvas, tally: Tally, moment: Moment, caption: Caption, seat: int) -> tuple[str, str]:
    """Return mark and name, and the total before the source being counted, with the points that it adds."""
    mark = mark_of(canvas.state.setup, seat)
    if moment.crown and seat in moment.leaders and mark != CROWNED:
        mark = f"{CROWNED} {mark}"
    more = tally.counted[moment.adding].points[seat] if moment.adding is not None else 0
    total = tally.totals[moment.counted][seat]
    return f"{mark} {caption.names[seat]}", f"{total} +{more}" if more else f"{total}"


def _draw_rows(canvas: Canvas, tally: Tally, moment: Moment, caption: Caption, height: int) -> None:
    """Draw name, total and a row of blocks for each seat, with fireworks above."""
    width, seats = canvas.width, len(tally.sheets)
    lines = max(2, min(4, (height - HEAD - 2) // seats))
    canvas.centre(0, 0, width, caption.head, "head")
    top = max(HEAD, height - 1 - lines * seats)
    _draw_burst_in_lines(canvas, moment, width, top)
    for seat in range(seats):
        y, role = top + seat * lines, owner_role(canvas.state.setup, seat)
        name, total = _name_and_total(canvas, tally, moment, caption, seat)
        canvas.put(1, y, name, f"{role} turn" if seat in moment.leaders else role, width - 12)
        canvas.right(width - 1, y, total, "strong")
        length = round(moment.shown[seat] * (width - 2) / tally.highest)
        for n in range(lines - 1 if lines < 4 else 2):
            canvas.put(1, y + 1 + n, "█" * length, role)
    canvas.centre(0, height - 1, width, caption.foot, "dim")


def _draw_burst_in_lines(canvas: Canvas, moment: Moment, width: int, top: int) -> None:
    size = next((size for size, (_, rows) in BURSTS.items() if top - HEAD >= rows), None)
    if not moment.fireworks or size is None:
        return
    columns, rows = BURSTS[size]
    for across, _, rises in ROCKETS:
        stage = (moment.fireworks - rises) // PACE
        if 0 <= stage < STAGES:
            x, y = across * max(0, width - columns) // 100, HEAD + (top - HEAD - rows) // 2
            canvas.draw_figure(x, y, firework(stage), size, letter="*", role="coin")


def draw_counted_sheet(scene: Scene, tally: Tally, moment: Moment, width: int, height: int) -> Drawing:
    """Draw the score sheet so far: a line per source, the last ones if not all fit."""
    canvas, seats = Canvas(scene, width), range(len(tally.sheets))
    column = min(POINTS if width >= 52 else POINTS - 1, max(2, width // (len(tally.sheets) + 2)))
    first = max(0, min(LABEL, width - column * len(tally.sheets)))
    canvas.put(0, max(0, height - 1), "")
    for seat in seats:
        role = owner_role(canvas.state.setup, seat)
        canvas.right(first + (seat + 1) * column, 0, mark_of(canvas.state.setup, seat), role)
    end = moment.counted + (moment.adding is not None)
    start = max(0, end - max(0, height - 1))
    for y, source in enumerate(tally.counted[start:end], 1):
        current = moment.adding == start + y - 1
        canvas.put(0, y, scene.words.score_row(source.row, scene.box), "head" if current else "plain", first - 1)
        best = max(source.points)
        for seat in seats:
            points = source.points[seat]
            role = "dim" if not points else "strong" if points == best else "plain"
            canvas.right(first + (seat + 1) * column, y, f"{points or '·'}", role)
    drawing = canvas.finish()
    return Drawing(drawing.lines[:height], drawing.spots)
