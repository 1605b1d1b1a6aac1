"""The picture of the start screen: the palace by night and the title."""

from rich.text import Text

from rokoko_tui.art import palace
from rokoko_tui.art.palace import LAWN_ROWS, LIT_WINDOWS, paint_lawn, paint_moon, paint_palace, paint_sky
from rokoko_tui.art.pixels import Sheet
from rokoko_tui.data_files import load_table
from rokoko_tui.text.cells import centre

TITLE: list[str] = load_table(__file__, "title")["title"].splitlines()
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
WIDTH = 72
"""Cells of the title."""


def draw_start_picture(width: int, height: int, motto: str, pictures: bool) -> list[Text]:
    """Draw the palace by night and the title; in characters only without ``pictures``.

    The motto is left out if the roofs would cover it.
    """
    sheet = Sheet(width, height)
    is_large = width >= 2 * palace.WIDTH and height >= FRAMED + 2 * palace.HEIGHT - OVERLAP
    is_framed = height >= FRAMED + palace.HEIGHT - OVERLAP
    scale = 2 if is_large and pictures else 1
    left, top = (width - scale * palace.WIDTH) // 2, max(LEAST_SKY, height - scale * palace.HEIGHT)
    lines = FRAMED if is_framed else BARE
    y = max(0, (top - lines) // 2)
    if pictures:
        paint_sky(sheet, width, height, ((width - WIDTH) // 2, y, WIDTH, lines))
        paint_moon(sheet, width - 12, 3)
        paint_lawn(sheet, width, 2 * (top + scale * palace.HEIGHT) - LAWN_ROWS * scale, LAWN_ROWS * scale)
        paint_palace(sheet, left, 2 * top - (LAWN_ROWS - 1) * scale, scale=scale)
    else:
        for n, row in enumerate(palace.palace_lines(LIT_WINDOWS)):
            sheet.write(left, top + n, row, "plain")
    _write_title(sheet, y, motto if height >= BARE + palace.HEIGHT else "", is_framed, pictures)
    return sheet.lines()


def _write_title(sheet: Sheet, y: int, motto: str, is_framed: bool, pictures: bool) -> None:
    """Write letters and motto, and the ornament if ``is_framed``."""
    left = (sheet.width - WIDTH) // 2
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
    sheet.write(left + from_column, y + _MOTTO_ROW - first, centre(motto, to_column - from_column), words)
