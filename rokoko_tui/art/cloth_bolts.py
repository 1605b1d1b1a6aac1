"""Bolts of cloth: rolls of one to three silks, light above and dark below, with a letter on every bale."""

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
"""By rows of cells, the shades of a roll from its upper row of pixels to its lower one."""
CORE = 8
"""Columns from which the rod is seen that a bolt is rolled on."""


def bolt(canvas: Canvas, x: int, y: int, width: int, rows: int, silk: Bales) -> None:
    """A bolt of ``width`` columns and up to four rows. In lines, letters between what it is rolled on."""
    colours = letters.bales(silk)
    if not canvas.scene.pictures:
        _in_lines(canvas, x, y, width, rows, colours)
        return
    rows = max(1, min(rows, len(_ROLLS)))
    rod = width >= CORE and rows > 1
    if rod:
        canvas.wash(x, 2 * y + rows - 1, width, 2, "wood+20")
        canvas.wash(x, 2 * y + rows, width, 1, "wood-24")
        x, width = x + 1, width - 2
    count = len(colours)
    edges = [x + n * width // count for n in range(count + 1)]
    letter_at = [min(x + (2 * n + 1) * width // (2 * count), edges[n + 1] - 1) for n in range(count)]
    for n, colour in enumerate(colours):
        dye, last = symbols.dye(canvas.words, colour), edges[n + 1] - 1
        for p, shade in enumerate(_ROLLS[rows], 2 * y):
            canvas.wash(edges[n], p, edges[n + 1] - edges[n], 1, f"{dye}{shade}")
        if last > edges[n] and last not in letter_at:
            _fold(canvas, last, 2 * y, rows, dye, 22 if n + 1 == count else 8)
        canvas.put(letter_at[n], y + (rows - 1) // 2, canvas.words.letter(colour), "^ink strong", 1)


def _fold(canvas: Canvas, x: int, p: int, rows: int, dye: str, depth: int) -> None:
    """Where a bale ends, the cloth lies in a fold, darker towards the floor."""
    for n in range(2 * rows):
        canvas.dot(x, p + n, f"{dye}-{depth + 32 * n // (2 * rows)}")


def _in_lines(canvas: Canvas, x: int, y: int, width: int, rows: int, colours: list[str]) -> None:
    y += (rows - 1) // 2
    across = max(1, (width - 2) // len(colours))
    whole = across * len(colours) + 2
    if whole > width:
        across, whole = 1, len(colours)
    at = x + max(0, (width - whole) // 2)
    if whole > len(colours):
        canvas.put(at, y, "(", "dim", 1)
        canvas.put(at + whole - 1, y, ")", "dim", 1)
        at += 1
    for colour in colours:
        at = letters.letter(canvas, at, y, colour, across)
