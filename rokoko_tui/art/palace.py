"""The palace at night: sky, stars, moon, lit windows and the lawn in front; the picture of the start screen."""

from collections.abc import Collection, Iterator
from random import Random

from rich.text import Text

from rokoko_tui.art.pixels import Pixels, Rows, Sheet, gallery, inks_of
from rokoko_tui.data_files import load_table
from rokoko_tui.text.wording import pad

_LIT, _DARK = "V", "N"
"""Inks of windows."""
_LIT_SIGN, _DARK_SIGN = "█", ":"
_PICTURES = load_table(__file__, "palace")
((_PIXELS,), (_LINES,), (_MOON,)) = (gallery(_PICTURES[name]) for name in ("pixels", "lines", "moon"))
WIDTH, HEIGHT = len(_PIXELS[0]), len(_PIXELS) // 2
"""Cells: 60x9."""
Window = tuple[tuple[int, int], ...]
"""(column, pixel row) of its pixels."""
LAWN_ROWS = 2
"""Pixel rows of lawn below the palace."""
_STARS = 44
"""Cells of sky per star."""
_STAR_PAINTS = ("night~star@34", "night~star@48", "night~star@64", "star-12")
Box = tuple[int, int, int, int]
"""Left column, upper row, columns and rows in cells."""
_BARS = ("night+6", "flame-38")
"""Paint of the bar of an enlarged window: dark, lit."""


def _find_windows() -> tuple[Window, ...]:
    glass = {(x, p) for p, row in enumerate(_PIXELS) for x, ink in enumerate(row) if ink == _DARK}
    windows = []
    for x, p in sorted(glass):
        if (x - 1, p) not in glass and (x, p - 1) not in glass:
            width = next(n for n in range(1, WIDTH) if (x + n, p) not in glass)
            height = next(n for n in range(1, 2 * HEIGHT) if (x, p + n) not in glass)
            windows.append(tuple((x + dx, p + dp) for dp in range(height) for dx in range(width)))
    return tuple(windows)


WINDOWS: tuple[Window, ...] = _find_windows()
"""All windows, from left to right and within a column from top to bottom."""
LIT_WINDOWS: frozenset[int] = frozenset(n for n in range(len(WINDOWS)) if n % 7 not in (2, 5))
"""Numbers of the lit windows on the start screen."""


def palace(lit: Collection[int] = ()) -> Rows:
    """Return the palace in pixels, with the windows of indices ``lit`` lit."""
    rows = [list(row) for row in _PIXELS]
    for n in lit:
        for x, p in WINDOWS[n]:
            rows[p][x] = _LIT
    return tuple("".join(row) for row in rows)


def palace_lines(lit: Collection[int] = ()) -> Rows:
    """Return the palace in 60x9 characters, one per window; blanks are transparent."""
    rows = [list(row) for row in _LINES]
    for n, pixels in enumerate(WINDOWS):
        bottom = pixels[-1][1]
        for x in (x for x, p in pixels if p == bottom):
            rows[bottom // 2][x] = _LIT_SIGN if n in lit else _DARK_SIGN
    return tuple("".join(row) for row in rows)


# ---- the night around it


def paint_sky(paper: Pixels, width: int, height: int, clear: Box = (0, 0, 0, 0)) -> None:
    """Paint ``height`` rows of cells of sky, lighter towards the ground. The box ``clear`` has no stars, but text."""
    rows = 2 * height
    for p in range(rows):
        share = round(100 * p / max(1, rows - 1))
        glow = max(0, share - 62) // 3
        paper.wash(0, p, width, 1, f"night~sky@{share}" if not glow else f"night~sky@{share}~rose@{glow}")
    left, top, columns, lines = clear
    for x, p, paint in _stars(width, rows):
        if not (left <= x < left + columns and top <= p // 2 < top + lines):
            paper.dot(x, p, paint)


def _stars(width: int, rows: int) -> Iterator[tuple[int, int, str]]:
    rng = Random(1756)
    for _ in range(width * rows // 2 // _STARS):
        x, height, paint = rng.randrange(width), rng.random() ** 1.6, rng.choice(_STAR_PAINTS)
        yield x, int(height * rows * 0.8), paint


def paint_moon(paper: Pixels, x: int, p: int) -> None:
    """Paint the moon, 7 by 7 pixels, with its upper left corner at ``x``, ``p``."""
    paper.stamp(x, p, _MOON, inks_of(""))


def paint_lawn(paper: Pixels, width: int, p: int, height: int) -> None:
    for n in range(height):
        paper.wash(0, p + n, width, 1, f"lawn-{min(60, 14 * n)}" if n else "lawn+6")


def paint_palace(paper: Pixels, x: int, p: int, lit: Collection[int] = LIT_WINDOWS, scale: int = 1) -> None:
    """Paint the palace enlarged ``scale`` times, with the windows ``lit``."""
    paper.stamp(x, p, _enlarge(palace(lit), scale), inks_of(""))
    for n, window in enumerate(WINDOWS if scale > 1 else ()):
        columns, rows = {column for column, _ in window}, {row for _, row in window}
        bar = p + scale * min(rows) + scale * len(rows) // 2
        paper.wash(x + scale * min(columns), bar, scale * len(columns), 1, _BARS[n in lit])


def _enlarge(picture: Rows, scale: int) -> Rows:
    wide = ["".join(ink * scale for ink in row) for row in picture]
    return tuple(row for row in wide for _ in range(scale))


# ---- the start screen

TITLE: list[str] = _PICTURES["title"].splitlines()
_LETTER_ROWS = range(4, 9)
_LETTER_COLUMNS = (15, 57)
_MOTTO_ROW = 9
_MOTTO_COLUMNS = (17, 55)
BARE, FRAMED = 6, 13
"""Lines of the title alone, and with the ornament."""
LEAST_SKY = 3
"""Lines above the palace; a lower picture ends in its ground floor."""
OVERLAP = 1
"""Lines by which the ornament may overlap the palace picture."""
TITLE_WIDTH = 72
"""Cells of the title."""


def draw_start_picture(width: int, height: int, motto: str, pictures: bool) -> list[Text]:
    """Draw the palace by night and the title; in characters only without ``pictures``.

    The motto is left out if the roofs would cover it.
    """
    sheet = Sheet(width, height)
    is_large = width >= 2 * WIDTH and height >= FRAMED + 2 * HEIGHT - OVERLAP
    is_framed = height >= FRAMED + HEIGHT - OVERLAP
    scale = 2 if is_large and pictures else 1
    left, top = (width - scale * WIDTH) // 2, max(LEAST_SKY, height - scale * HEIGHT)
    lines = FRAMED if is_framed else BARE
    y = max(0, (top - lines) // 2)
    if pictures:
        paint_sky(sheet, width, height, ((width - TITLE_WIDTH) // 2, y, TITLE_WIDTH, lines))
        paint_moon(sheet, width - 12, 3)
        paint_lawn(sheet, width, 2 * (top + scale * HEIGHT) - LAWN_ROWS * scale, LAWN_ROWS * scale)
        paint_palace(sheet, left, 2 * top - (LAWN_ROWS - 1) * scale, scale=scale)
    else:
        for n, row in enumerate(palace_lines(LIT_WINDOWS)):
            sheet.write(left, top + n, row, "plain")
    _write_title(sheet, y, motto if height > BARE + HEIGHT else "", is_framed, pictures)
    return sheet.lines()


def _write_title(sheet: Sheet, y: int, motto: str, is_framed: bool, pictures: bool) -> None:
    """Write letters and motto, and the ornament if ``is_framed``."""
    left = (sheet.width - TITLE_WIDTH) // 2
    first, last = (0, len(TITLE)) if is_framed else (_LETTER_ROWS.start, _MOTTO_ROW + 1)
    frame, letters, words = ("^gold-18", "^flame strong", "^star") if pictures else ("rank", "head", "plain")
    begin, end = _LETTER_COLUMNS
    for n in range(first, last):
        row = TITLE[n]
        inside = row[begin:end] if n in _LETTER_ROWS else ""
        if is_framed:
            sheet.write(left, y + n - first, row[:begin] + " " * len(inside) + row[begin + len(inside) :], frame)
        sheet.write(left + begin, y + n - first, inside, letters)
    from_column, to_column = _MOTTO_COLUMNS
    sheet.write(left + from_column, y + _MOTTO_ROW - first, pad(motto, to_column - from_column, "center"), words)
