"""The final count as a picture: bars that grow before the palace with a dancer on each, the crown and the fireworks.

Where there are no pictures the bars are rows of blocks, one below the other.
"""

from typing import NamedTuple

from rokoko_tui.analysis.final_tally import Moment, Tally
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import palace
from rokoko_tui.art.figures.garden import STAGES, firework
from rokoko_tui.art.figures.garments import garment
from rokoko_tui.art.figures.shape import Figure, Size
from rokoko_tui.art.figures.things import CROWN
from rokoko_tui.art.night_sky import heavens, house, lawn, moon
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.text.cells import fit
from rokoko_tui.theme.owner_marks import CROWN as CROWNED
from rokoko_tui.theme.owner_marks import mark_of, owner_role

HEAD, FOOT = 1, 3
"""Lines above the picture, for what is counted, and below it, for names, totals and the way out."""
LAWN = 3
"""Rows of pixels of lawn before the palace."""
DANCERS = {Size.LARGE: (10, 8, 14, 36), Size.MIDDLE: (8, 6, 10, 20), Size.SMALL: (5, 3, 6, 0)}
"""Columns and lines of a dancer, and the columns for each and lines of the picture from which on they are so large."""
CROWNS = {Size.LARGE: (11, 5), Size.MIDDLE: (7, 3), Size.SMALL: (5, 2)}
BURSTS = {Size.LARGE: (13, 7), Size.MIDDLE: (9, 5), Size.SMALL: (5, 3)}
PACE = 3
"""Frames that a rocket or a burst stays as it is."""
ROCKETS = ((12, 26, 0), (78, 12, 4), (42, 4, 8), (24, 6, 15), (90, 30, 19), (60, 16, 23))
"""Where each bursts, in per cent of the room, and the frame it rises at."""


FIGURE = 4
"""Columns of a figure of the sheet, at most."""


LABEL = 30
"""Columns of what a line of the sheet is called, at most."""


class Caption(NamedTuple):
    """What stands in words around the picture."""

    head: str
    """What is counted, or who has won."""
    names: tuple[str, ...]
    """By seat."""
    foot: str
    """How to leave."""


def draw_count(
    scene: Scene, tally: Tally, moment: Moment, caption: Caption, width: int, height: int, grand: bool = False
) -> Drawing:
    """One frame of the count in exactly so many columns and lines.

    ``grand`` is for a picture that stands still: its figures are as large as there is room for.
    """
    canvas = Canvas(scene, width)
    canvas.shade(0, 0, width, "", height)
    if scene.pictures and height > HEAD + FOOT:
        _Stage(canvas, tally, moment, height, grand).draw(caption)
    else:
        _draw_rows(canvas, tally, moment, caption, height)
    drawing = canvas.finish()
    return Drawing(drawing.lines[:height], drawing.spots)


class _Stage:
    """The picture, and where things stand in it."""

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
        """The row of pixels all bars stand on."""
        self.room = max(1, self.ground - 2 * (HEAD + self.rows + CROWNS[self.size][1]))
        """Rows of pixels of the highest bar."""

    def draw(self, caption: Caption) -> None:
        """All of it, from the back to the front."""
        self._night()
        self._fireworks()
        for seat in range(self.seats):
            self._bar(seat)
            self._dancer(seat)
        self._words(caption)

    def _night(self) -> None:
        canvas, lines = self.canvas, self.height - FOOT
        heavens(canvas, canvas.width, lines, (0, 0, canvas.width, HEAD))
        moon(canvas, canvas.width - 11, 2 * HEAD + 2)
        lawn(canvas, canvas.width, 2 * lines - LAWN, LAWN)
        lit = int(self.moment.progress * len(palace.WINDOWS))
        shuffled = sorted(range(len(palace.WINDOWS)), key=lambda n: (n * 29) % len(palace.WINDOWS))
        top = 2 * lines - LAWN + 1 - 2 * palace.HEIGHT
        if top >= 0:
            house(canvas, (canvas.width - palace.WIDTH) // 2, top, frozenset(shuffled[:lit]))

    def _dye(self, seat: int) -> str:
        return owner_role(self.canvas.state.setup, seat)

    def _middle(self, seat: int) -> int:
        """The first column of what stands in the middle of a seat's part."""
        return self.left + seat * self.slot + (self.slot - self.columns) // 2

    def _top(self, seat: int) -> int:
        """The row of pixels of the upper edge of a bar."""
        return self.ground - round(self.moment.shown[seat] * self.room / self.tally.highest)

    def _bar(self, seat: int) -> None:
        """A tower with a storey for each source, lit from the left."""
        canvas, x, dye, top = self.canvas, self._middle(seat), self._dye(seat), self._top(seat)
        canvas.wash(x, top, self.columns, self.ground - top, f"{dye}-44")
        canvas.wash(x, top, 1, self.ground - top, f"{dye}-20")
        canvas.wash(x + self.columns - 1, top, 1, self.ground - top, f"{dye}-62")
        floors = {self.ground - round(t[seat] * self.room / self.tally.highest) for t in self.tally.totals[1:]}
        for p in floors:
            if top < p < self.ground:
                canvas.wash(x, p, self.columns, 1, f"{dye}-58")
        canvas.wash(x - 1, self.ground - 1, self.columns + 2, 2, "stone-38")
        if top < self.ground - 1:
            canvas.wash(x, top, self.columns, 1, f"{dye}-6")

    def _dancer(self, seat: int) -> None:
        """Everybody takes a step with each source that brings them something; who has won wears the crown."""
        moment, crowned = self.moment, CROWNS[self.size]
        ahead = seat in moment.leaders
        foot = self._top(seat) - (0 if self._top(seat) < self.ground - 1 else 1)
        figure = garment(seat % 2 == 1, pose=moment.taken[seat])
        self._stamp(figure, self._middle(seat), foot - 2 * self.rows, self._dye(seat))
        if ahead and moment.crown:
            fallen = foot - 2 * self.rows - 2 * crowned[1] + 1
            start = 2 * HEAD
            p = round(start + (fallen - start) * moment.crown)
            self._stamp(CROWN, self._middle(seat) + (self.columns - crowned[0]) // 2, p, "gold")

    def _stamp(self, figure: Figure, x: int, p: int, dye: str) -> None:
        """Draw ``figure`` with its upper edge on a row of pixels."""
        y = max(0, p + 1) // 2
        self.canvas.figure(x, y, figure, self.size, dye, lift=max(0, 2 * y - p))

    def _fireworks(self) -> None:
        """Rockets in the colour of whoever won, and golden ones, above the roofs."""
        frame, canvas = self.moment.fireworks, self.canvas
        if not frame:
            return
        columns, rows = BURSTS[self.size]
        dyes = [*sorted(self._dye(seat) for seat in self.moment.leaders), "gold", "rose"]
        room = max(1, (self.height - HEAD - FOOT) * 6 // 10 - rows)
        for n, (across, down, rises) in enumerate(ROCKETS):
            stage = (frame - rises) // PACE
            if 0 <= stage <= STAGES:
                x = across * max(0, canvas.width - columns) // 100
                y = HEAD + down * room // 40 + (2 if stage == 0 else 0)
                strength = 100 if stage < STAGES else 42
                canvas.figure(x, y, firework(min(stage, STAGES - 1)), self.size, dyes[n % len(dyes)], strength=strength)

    def _words(self, caption: Caption) -> None:
        """What is counted above; below everybody's name and total, in gold whoever leads."""
        canvas, moment, width = self.canvas, self.moment, self.canvas.width
        canvas.fill(0, 0, width, HEAD, "ink")
        canvas.centre(0, 0, width, caption.head, "^star strong")
        y = self.height - FOOT
        canvas.fill(0, y, width, FOOT, "ink")
        for seat in range(self.seats):
            x, room = self.left + seat * self.slot, self.slot
            ahead = seat in moment.leaders
            if ahead:
                canvas.fill(x, y, room, 2, "open")
            name, figures = _told(canvas, self.tally, moment, caption, seat, room)
            canvas.centre(x, y, room, name, "^ink strong" if ahead else f"^{self._dye(seat)}")
            canvas.centre(x, y + 1, room, figures, "^ink strong" if ahead else "^text strong")
        canvas.centre(0, y + 2, width, caption.foot, "^soft")


def _told(canvas: Canvas, tally: Tally, moment: Moment, caption: Caption, seat: int, room: int) -> tuple[str, str]:
    """(mark and name, total and what is being added to it)."""
    mark = mark_of(canvas.state.setup, seat)
    if moment.crown and seat in moment.leaders and mark != CROWNED:
        mark = f"{CROWNED} {mark}"
    more = tally.counted[moment.adding].points[seat] if moment.adding is not None else 0
    return fit(f"{mark} {caption.names[seat]}", room), f"{round(moment.shown[seat])}" + (f" +{more}" if more else "")


def _draw_rows(canvas: Canvas, tally: Tally, moment: Moment, caption: Caption, height: int) -> None:
    """A name with its total over a row of blocks for each seat, the sky with what bursts in it above them."""
    width, seats = canvas.width, len(tally.sheets)
    each = max(2, min(4, (height - HEAD - 2) // seats))
    canvas.centre(0, 0, width, caption.head, "head")
    top = max(HEAD, height - 1 - each * seats)
    _burst_in_lines(canvas, moment, width, top)
    for seat in range(seats):
        y, role = top + seat * each, owner_role(canvas.state.setup, seat)
        ahead = seat in moment.leaders
        name, figures = _told(canvas, tally, moment, caption, seat, width - 12)
        canvas.put(1, y, name, f"{role} turn" if ahead else role, width - 12)
        canvas.right(width - 1, y, figures, "strong")
        length = round(moment.shown[seat] * (width - 2) / tally.highest)
        for n in range(each - 1 if each < 4 else 2):
            canvas.put(1, y + 1 + n, "█" * length, role)
    canvas.centre(0, height - 1, width, caption.foot, "dim")


def _burst_in_lines(canvas: Canvas, moment: Moment, width: int, top: int) -> None:
    size = next((size for size, (_, rows) in BURSTS.items() if top - HEAD >= rows), None)
    if not moment.fireworks or size is None:
        return
    columns, rows = BURSTS[size]
    for across, _, rises in ROCKETS:
        stage = (moment.fireworks - rises) // PACE
        if 0 <= stage < STAGES:
            x, y = across * max(0, width - columns) // 100, HEAD + (top - HEAD - rows) // 2
            canvas.figure(x, y, firework(stage), size, letter="*", role="coin")


def draw_counted(scene: Scene, tally: Tally, moment: Moment, width: int, height: int) -> Drawing:
    """The sheet as far as it is counted: a line for each source, the last ones where there is not room for all."""
    canvas, seats = Canvas(scene, width), range(len(tally.sheets))
    column = min(FIGURE if width >= 52 else FIGURE - 1, max(2, width // (len(tally.sheets) + 2)))
    first = max(0, min(LABEL, width - column * len(tally.sheets)))
    canvas.shade(0, 0, width, "", height)
    for seat in seats:
        role = owner_role(canvas.state.setup, seat)
        canvas.right(first + (seat + 1) * column, 0, mark_of(canvas.state.setup, seat), role)
    told = moment.counted + (moment.adding is not None)
    begun = max(0, told - max(0, height - 1))
    for y, source in enumerate(tally.counted[begun:told], 1):
        now = moment.adding == begun + y - 1
        canvas.put(0, y, scene.words.score_row(source.row, scene.box), "head" if now else "plain", first - 1)
        best = max(source.points)
        for seat in seats:
            points = source.points[seat]
            role = "dim" if not points else "strong" if points == best else "plain"
            canvas.right(first + (seat + 1) * column, y, f"{points or '·'}", role)
    drawing = canvas.finish()
    return Drawing(drawing.lines[:height], drawing.spots)
