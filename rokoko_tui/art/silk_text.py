"""Silk in text: letters of colours on coloured cells, alone, in rows, and within sentences."""

from rokoko_core.terms import COLOURS, Bales
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.text.cells import fold, truncate
from rokoko_tui.text.message_catalog import SILK

_COLOUR_OF = {character: colour for colour, character in SILK.items()}


def bale_colours(silk: Bales) -> list[str]:
    """Return the colour of every bale, in the usual order of colours."""
    return [colour for colour, count in zip(COLOURS, silk, strict=True) for _ in range(count)]


def letter_role(canvas: Canvas, colour: str) -> str:
    if canvas.scene.pictures:
        return f"^ink _{symbols.dye(canvas.words, colour)}+10 strong"
    return symbols.silk_role(canvas.words, colour)


def put_letter(canvas: Canvas, x: int, y: int, colour: str, width: int = 1) -> int:
    """Write a letter in the middle of ``width`` cells of its silk; return the column after them."""
    canvas.put(x, y, " " * width, letter_role(canvas, colour), width)
    return canvas.put(x + (width - 1) // 2, y, canvas.words.letter(colour)) + width - 1 - (width - 1) // 2


def put_text(canvas: Canvas, x: int, y: int, marked: str, role: str = "", max_width: int | None = None) -> int:
    """Write a message of ``Words.marked`` with letters on their silk; return the column after it."""
    edge = canvas.width if max_width is None else min(canvas.width, x + max_width)
    plain = ""
    for character in truncate(marked, edge - x):
        if character not in _COLOUR_OF:
            plain += character
            continue
        x = put_letter(canvas, canvas.put(x, y, plain, role), y, _COLOUR_OF[character])
        plain = ""
    return canvas.put(x, y, plain, role)


def wrap_whole(text: str, width: int, lines: int) -> list[str]:
    """Wrap ``text`` to at most ``lines`` lines; return an empty list if it had to be cut."""
    wrapped = fold(text, width, lines) if lines > 0 and width > 0 else []
    return wrapped if " ".join(wrapped) == " ".join(text.split()) else []


def wrap_and_cut(text: str, width: int, lines: int) -> list[str]:
    """Wrap ``text`` to at most ``lines`` lines and cut the rest."""
    return fold(text, width, lines) if lines > 0 else []
