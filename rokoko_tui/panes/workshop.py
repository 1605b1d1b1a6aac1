"""The pane of the workshop: a window for each dress with its price, its needs and its gains."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.components.tables import Dress
from rokoko_core.terms import Rank
from rokoko_tui.art import silk, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import Size, garment
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.art.scenery import draw_alcove, draw_stage
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording, fit, fold, measure

BESIDE = 12, 7
"""Least columns, and the rows, of a window with a middle-sized dress that has its gains beside it."""
SIZES = ((Size.LARGE, 13, 11), (Size.MIDDLE, 10, 8), (Size.SMALL, 8, 5))
"""Least columns and rows of a window for a dress of each size."""
LIKED = {Size.LARGE: 12, Size.MIDDLE: 9, Size.SMALL: 6, None: 4}
"""Rows of a window in a pane of unlimited height, by the size of the dress."""
LEAST = 7
"""Least columns of a window before the windows take another line."""
TEXTS, TALKATIVE = 3, 7
"""Most lines below a dress, and most in a tall window."""
RULED = 12
"""Columns of a window from which a line drawing has a blank before the line to the next."""
TALL = 8
"""Spare rows of a tall window."""


def title(scene: Scene) -> Wording:
    """Return the border title with the dresses left in the bag, or the name alone."""
    border = scene.words.say("panes.workshop.border", n=len(scene.view.table.dress_bag))
    return Wording(border, scene.words.say("panes.workshop.title"))


class Window(NamedTuple):
    """The size of a window and of its parts."""

    width: int
    height: int
    size: Size | None
    """The size of the dress; None for a window of text only."""
    texts: int
    """Lines below the dress."""
    tight: bool
    """Whether the next window follows without a gap."""
    sells: int
    """The key of the sale value: the longest one that fits in every window."""
    in_words: bool
    """Whether the price is in words, which fit in every window."""

    @property
    def alcove(self) -> tuple[int, int]:
        """(columns, rows) of the niche with the dress; its needs are beside it."""
        if self.size is None:
            return 0, self.height - 1 - self.texts
        columns, _ = garment(True).size(self.size)
        return max(columns, self.width - (3 if self.texts else 4)), self.height - 1 - self.texts


class WindowRow(NamedTuple):
    """A line of windows."""

    first: int
    windows: int
    top: int
    bottom: int
    gap: int
    """Columns between two windows."""


def draw_workshop(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the windows in the number of lines that allows the largest dresses."""
    canvas = Canvas(scene, width)
    texts: dict[tuple[int, WindowRow], int] = {}
    lines = _lines(len(scene.view.table.windows), width, height)
    places = [
        (_columns(width, line, n), _columns(width, line, n + 1)[0]) for line in lines for n in range(line.windows)
    ]
    narrowest = min(columns for (_, columns), _ in places)
    blank = int(lines[0].gap > 0 and not scene.pictures and narrowest >= RULED)  # before the line to the next window
    sells = _sale_form(canvas, min(columns - blank - (x + columns == after) for (x, columns), after in places))
    in_words = all(measure(scene.words.money(price)) < narrowest for price in scene.box.windows)
    for line in lines:
        for at in range(line.windows):
            (x, columns), (after, _) = (_columns(width, line, n) for n in (at, at + 1))
            tight, columns = x + columns == after, columns - blank
            inner = columns - tight
            if (inner, line) not in texts:
                texts[inner, line] = _max_text_lines(canvas, inner, line.bottom - line.top, sells)
            _window(canvas, line, line.first + at, (x, columns), tight, texts[inner, line], sells, in_words)
            if at and line.gap and not scene.pictures:
                for y in range(line.top, line.bottom):
                    canvas.put(x - 1, y, "│", "dim")
    drawing = canvas.finish()
    drawing.notes = tuple(_notes(canvas, "\n".join(row.plain for row in drawing.lines)))
    return drawing


def _notes(canvas: Canvas, text: str) -> Iterator[str]:
    """Yield what the signs of effects and Master dresses mean, and which figure is the sale value."""
    say, sales = canvas.words.say, [dress for dress in _dresses(canvas) if dress.sellable]
    if symbols.EFFECT in text:
        yield say("panes.workshop.note")
    if any(dress.master_only for dress in _dresses(canvas)) and say("panes.workshop.for-master") not in text:
        yield say("panes.workshop.note-master")
    if sales and not any(_worth(canvas, dress)[0] in text for dress in sales):
        yield say("panes.workshop.note-sale")


def _dresses(canvas: Canvas) -> list[Dress]:
    return [canvas.box.dress[dress] for dress in canvas.state.windows if dress in canvas.box.dress]


def _columns(width: int, line: WindowRow, at: int) -> tuple[int, int]:
    """Return (first column, columns) of window ``at``. In a line without gaps all are equally wide."""
    if line.gap:
        x, after = (n * (width + 1) // line.windows for n in (at, at + 1))
        return x, max(1, after - x - 1)
    window = max(1, width // line.windows)
    first = at * window + at * (width - window * line.windows) // max(1, line.windows - 1)
    return min(first, max(0, width - 1)), window


def _size(width: int, height: int) -> Size | None:
    if width >= BESIDE[0] and height == BESIDE[1]:
        return Size.MIDDLE
    return next((size for size, columns, rows in SIZES if width >= columns and height >= rows), None)


def _lines(count: int, width: int, height: int | None) -> list[WindowRow]:
    """Return the lines of windows: those with the largest dresses, then with the most windows side by side."""
    best: tuple[int, int, int] | None = None
    for lines in range(1, count + 1):
        columns = -(-count // lines)
        for gap in (1, 0):
            window = (width + gap) // columns - gap
            size = _size(window, LIKED[Size.LARGE] if height is None else height // lines)
            worth = sum(n for n, row in enumerate(reversed(SIZES), 1) if row[0] is size)
            if best is None or (window >= LEAST and (gap or size is Size.MIDDLE) and (worth, columns, gap) > best):
                best = (worth if window >= LEAST else -1, columns, gap)
    assert best is not None
    _, columns, gap = best
    lines = -(-count // columns)
    liked = LIKED[_size((width + gap) // columns - gap, LIKED[Size.LARGE])]
    result, top = [], 0
    for n in range(lines):
        bottom = top + liked if height is None else max(top + 4, (n + 1) * height // lines)
        result.append(WindowRow(n * columns, min(columns, count - n * columns), top, bottom, gap))
        top = bottom
    return result


def _window(
    canvas: Canvas,
    line: WindowRow,
    n: int,
    across: tuple[int, int],
    tight: bool,
    max_texts: int,
    sells: int,
    in_words: bool,
) -> None:
    (x, width), height = across, line.bottom - line.top
    size = _size((canvas.width + line.gap) // line.windows - line.gap, height)
    spare = height - 1 - (garment(True).size(size)[1] if size else 2)
    texts = max(0 if size is Size.MIDDLE else 1, min(spare, max_texts))
    window = Window(width, height, size, texts, tight, sells, in_words)
    dress = canvas.box.dress.get(canvas.state.windows[n])
    key = ("window", n, dress.id if dress else "", window, canvas.state_key(PieceRef("window", n)))
    canvas.draw_block(Region(x, line.top, width, height), key, lambda part: _draw(part, n, dress, window))


def _max_text_lines(canvas: Canvas, width: int, height: int, sells: int) -> int:
    """Return the most text lines that a dress has in a window of that size."""
    limit = TALKATIVE if height >= SIZES[0][2] + TALL else TEXTS
    return max((len(_texts(canvas, dress, width, limit, sells)[0]) for dress in _dresses(canvas)), default=1)


def _draw(canvas: Canvas, n: int, dress: Dress | None, window: Window) -> None:
    width, height, texts = window.width, window.height, window.texts
    piece, words = PieceRef("window", n), canvas.words
    canvas.fill(Region(0, 0, width, height), "card")
    cost = canvas.box.windows[n]
    price = words.money(cost) if window.in_words else symbols.money(words, cost, wide=True)
    canvas.draw_band(
        0, 0, width - window.tight, price, piece, "^text _niche-10 strong" if canvas.scene.pictures else "band"
    )
    canvas.add_spot(piece, Region(0, 0, width, height), drawn=True)
    if dress is None:
        draw_alcove(canvas, 1, width, height - 1 - texts)
        canvas.centre(0, height - max(1, texts), width, words.say("panes.workshop.empty"), canvas.ink("soft"))
        return
    columns, _ = window.alcove
    if window.size is not None:
        draw_alcove(canvas, 1, columns, height - 1 - texts)
        _figure(canvas, dress, window)
    lines, marks = _texts(canvas, dress, width - window.tight, texts, window.sells)
    if not texts:
        _all_beside(canvas, dress, (columns, 1, width - columns, height - 1), marks)
        return
    _needs(canvas, dress, (columns, 1, width - columns, height - 1 - texts), marks)
    for at, line in enumerate(lines, height - texts):
        _line(canvas, at, width - window.tight, line)


def _figure(canvas: Canvas, dress: Dress, window: Window) -> None:
    assert window.size is not None
    figure = garment(dress.ladies, grand=dress.expansion is not None)
    wide, high = figure.size(window.size)
    ends = draw_stage(canvas, 1, window.alcove, (wide, high))
    dye, letter = symbols.dye(canvas.words, dress.colour), canvas.words.letter(dress.colour)
    role = symbols.silk_role(canvas.words, dress.colour)
    canvas.draw_figure((window.alcove[0] - wide) // 2, ends - high, figure, window.size, dye, letter, role)


# ---- what a dress needs


def _needs(canvas: Canvas, dress: Dress, area: tuple[int, int, int, int], marks: str) -> None:
    """Draw silk and notions in a column beside the dress, one per line if they fit, and ``marks`` at its end.

    Notions begin a line, unless there are too few lines for that.
    """
    x, y, width, rows = area
    colours = silk.bale_colours(dress.silk)
    signs = symbols.YARN * dress.yarn + symbols.LACE * dress.lace
    needs = [*colours, *signs]
    per_line, lines, marked = _arrange(len(colours), len(signs), width, rows, len(marks))
    across = min(width, 3) if per_line == 1 else 1
    start = x + (width - across * per_line + 1) // 2 if width < 6 else x
    for line, numbers in enumerate(lines[:rows]):
        for at, n in enumerate(numbers):
            if n < len(colours):
                silk.put_letter(canvas, start + at * across, y + line, colours[n], across)
            else:
                canvas.put(start + at * across + (across - 1) // 2, y + line, needs[n], canvas.ink("notion"))
    if marks:
        canvas.right(x + width, y + marked, marks, canvas.ink("rank"))


def _arrange(silk: int, notions: int, width: int, rows: int, marks: int) -> tuple[int, list[range], int]:
    """Return the most needs per line, the numbers of those of each line, and the line of the marks after a blank.

    Needs of one kind stay together as far as there are lines for that.
    """
    count, most = silk + notions, max(1, min(width, 3)) if width < 6 else width
    for kinds in (((0, silk), (silk, count)), ((0, count),)):
        for per_line in range(1, most + 1):
            lines = [range(n, min(n + per_line, end)) for first, end in kinds for n in range(first, end, per_line)]
            lines += [range(0)] * (rows - len(lines))
            across = 3 if per_line == 1 else per_line
            beside = width - across if width >= 6 else (width - across) // 2
            free = [n for n, line in enumerate(lines) if not line or per_line - len(line) + beside > marks]
            if len(lines) == rows and (free or not marks):
                return per_line, lines, free[-1] if marks else 0
    return most, lines, rows - 1


def _all_beside(canvas: Canvas, dress: Dress, area: tuple[int, int, int, int], marks: str) -> None:
    """Draw the needs and below them the gains, in a window without lines below the dress."""
    x, y, width, rows = area
    _needs(canvas, dress, (x, y, width, rows - 2), "")
    worth, star = _worth(canvas, dress)[-1], symbols.prestige(dress.prestige)
    canvas.right(x + width, y + rows - 2, worth, canvas.ink("text" if dress.sellable else "soft"))
    canvas.put(x, y + rows - 1, marks, canvas.ink("rank"), width)
    canvas.right(x + width, y + rows - 1, star, canvas.ink("star"))


# ---- what a dress brings


class Caption(NamedTuple):
    """A line of text below a dress."""

    left: str = ""
    right: str = ""
    dim: bool = False


def _line(canvas: Canvas, y: int, width: int, line: Caption) -> None:
    star = canvas.right(width, y, line.right, canvas.ink("star"))
    silk.put_text(canvas, 0, y, line.left, canvas.ink("soft" if line.dim else "text"), star)


def _texts(canvas: Canvas, dress: Dress, width: int, rows: int, sells: int) -> tuple[list[Caption], str]:
    """Return at most ``rows`` captions of what ``dress`` brings, and signs for what they leave out."""
    words, star = canvas.words, symbols.prestige(dress.prestige)
    worth = _worth(canvas, dress, sells)
    fitting = [text for text in worth if measure(text) <= width - measure(star) - 1]
    master = [text for text in (words.say("panes.workshop.for-master"),) if dress.master_only]
    effects = symbols.effect(words, dress.effect) if dress.effect else ()
    marks = words.rank_short(Rank.MASTER) if dress.master_only else ""
    effect = fit([*effects, ""], width)
    whole = list[str]()
    if dress.effect and rows > TEXTS:
        whole = fold(words.effect(dress.effect), width, rows - 1 - len(master), whole=True)
    if rows > 1 and not effect and worth[0] not in fitting:
        left = marks if not fitting or dress.master_only else ""
        return [Caption(worth[0], dim=not dress.sellable), Caption(left, star)], "" if left else marks
    lines = [Caption((fitting or worth[-1:])[0], star, dim=not dress.sellable)]
    effect_lines = whole or [effect] * bool(effect)
    below = [*effect_lines, *(text for text in master if measure(text) <= width)][: rows - 1]
    left = "" if master and master[0] in below else marks
    left += symbols.EFFECT if effects and not (effect_lines and below) else ""
    return [*lines, *(Caption(text, dim=True) for text in below)], left


_BARE = 2
"""The form of the sale value without the letter of the Livre."""


def _sale_form(canvas: Canvas, width: int) -> int:
    """Return the form of the sale value in windows of ``width`` columns, the same for all dresses of the game."""
    sales = [dress for dress in canvas.box.dress.values() if dress.sellable]
    for form in range(_BARE + 1):
        texts = (_worth(canvas, dress, form)[0] + symbols.prestige(dress.prestige) for dress in sales)
        if max(map(measure, texts), default=0) < width:
            return form
    return _BARE + 1


@lru_cache(256)
def _word_sale(words: Words, livre: int) -> Wording:
    """Cached: each drawing measures the sale values of all dresses of the game."""
    return words.wording("panes.workshop.sells", n=livre)


def _worth(canvas: Canvas, dress: Dress, sells: int = _BARE) -> tuple[str, str]:
    """Return the sale value in its form ``sells``, or that the dress is only rented, long and short."""
    if dress.sellable:
        forms = _word_sale(canvas.words, dress.value)
        return forms.form(sells), forms.shortest
    rent = canvas.words.wording("panes.workshop.rent")
    return rent.longest, rent.shortest


SPEC = PaneSpec(
    "workshop",
    letter="w",
    at=DRAWN,
    face=Face(draw_workshop, title),
    pieces=frozenset({"window"}),
)
