"""Bolts of cloth: rolls of one to three silks with a letter on every bale."""

from rokoko_core.terms import Bales
from rokoko_tui.art import silk_text as letters
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas

_ROLLS = {
    1: ("+34", "+8"),
    2: ("+44", "+10", "", "-26"),
    3: ("+30", "+52", "+12", "", "-16", "-40"),
    4: ("+16", "+52", "+30", "+12", "", "-10", "-26", "-46"),
}
"""By number of rows, the shades of a roll from its top pixel row to the bottom."""
_ROD_FROM = 8
"""Minimum columns of a bolt with a visible rod."""


def bolt(canvas: Canvas, x: int, y: int, width: int, rows: int, silk: Bales) -> None:
    """Draw a bolt of ``width`` columns and up to four rows; in line drawings letters in brackets."""
    colours = letters.bale_colours(silk)
    if not canvas.scene.pictures:
        _draw_in_lines(canvas, x, y, width, rows, colours)
        return
    rows = max(1, min(rows, len(_ROLLS)))
    rod = width >= _ROD_FROM and rows > 1
    if rod:
        canvas.wash(x, 2 * y + rows - 1, width, 2, "wood+20")
        canvas.wash(x, 2 * y + rows, width, 1, "wood-24")
        x, width = x + 1, width - 2
    count = len(colours)
    edges = [x + n * width // count for n in range(count + 1)]
    letter_columns = [min(x + (2 * n + 1) * width // (2 * count), edges[n + 1] - 1) for n in range(count)]
    for n, colour in enumerate(colours):
        dye, last = symbols.dye(canvas.words, colour), edges[n + 1] - 1
        for p, shade in enumerate(_ROLLS[rows], 2 * y):
            canvas.wash(edges[n], p, edges[n + 1] - edges[n], 1, f"{dye}{shade}")
        if last > edges[n] and last not in letter_columns:
            _draw_fold(canvas, last, 2 * y, rows, dye, 22 if n + 1 == count else 8)
        canvas.put(letter_columns[n], y + (rows - 1) // 2, canvas.words.letter(colour), "^ink strong", 1)


def _draw_fold(canvas: Canvas, x: int, p: int, rows: int, dye: str, depth: int) -> None:
    """Draw the fold at the end of a bale, darker towards the bottom."""
    for n in range(2 * rows):
        canvas.dot(x, p + n, f"{dye}-{depth + 32 * n // (2 * rows)}")


def _draw_in_lines(canvas: Canvas, x: int, y: int, width: int, rows: int, colours: list[str]) -> None:
    y += (rows - 1) // 2
    columns = max(1, (width - 2) // len(colours))
    total = columns * len(colours) + 2
    if total > width:
        columns, total = 1, len(colours)
    x += max(0, (width - total) // 2)
    if total > len(colours):
        canvas.put(x, y, "(", "dim", 1)
        canvas.put(x + total - 1, y, ")", "dim", 1)
        x += 1
    for colour in colours:
        x = letters.put_letter(canvas, x, y, colour, columns)
