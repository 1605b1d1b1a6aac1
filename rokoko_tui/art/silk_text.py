"""Silk in text: letters of colours that stand on their silk, alone, in rows, and inside of sentences."""

from rich.cells import cell_len

from rokoko_core.terms import COLOURS, Bales
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.text.cells import fit, folded
from rokoko_tui.text.message_catalog import SILK

_COLOUR_OF = {sign: colour for colour, sign in SILK.items()}


def bales(silk: Bales) -> list[str]:
    """The colour of every bale, in the order silk is always told in."""
    return [colour for colour, count in zip(COLOURS, silk, strict=True) for _ in range(count)]


def chip(canvas: Canvas, colour: str) -> str:
    """The role of a letter on its silk."""
    if canvas.scene.pictures:
        return f"^ink _{symbols.dye(canvas.words, colour)}+10 strong"
    return symbols.silk_role(canvas.words, colour)


def letter(canvas: Canvas, x: int, y: int, colour: str, width: int = 1) -> int:
    """The letter of a bale in the middle of ``width`` cells of its silk; return the column after them."""
    canvas.put(x, y, " " * width, chip(canvas, colour), width)
    return canvas.put(x + (width - 1) // 2, y, canvas.words.letter(colour)) + width - 1 - (width - 1) // 2


def text(canvas: Canvas, x: int, y: int, marked: str, role: str = "", room: int | None = None) -> int:
    """Write a message of ``Words.marked``, each letter of a colour on its silk; return the column after it."""
    edge = canvas.width if room is None else min(canvas.width, x + room)
    line = ""
    for sign in fit(marked, edge - x):
        if sign not in _COLOUR_OF:
            line += sign
            continue
        x = letter(canvas, canvas.put(x, y, line, role), y, _COLOUR_OF[sign])
        line = ""
    return canvas.put(x, y, line, role)


def centred(canvas: Canvas, x: int, y: int, room: int, marked: str, role: str = "") -> None:
    """The same in the middle of ``room`` cells."""
    marked = fit(marked, room)
    text(canvas, x + (room - cell_len(marked)) // 2, y, marked, role)


def unmarked(canvas: Canvas, marked: str) -> str:
    """The message with plain letters, for ground that has a colour of its own."""
    return "".join(canvas.words.letter(_COLOUR_OF[sign]) if sign in _COLOUR_OF else sign for sign in marked)


def whole(text: str, width: int, lines: int) -> list[str]:
    """``text`` in at most so many lines, or nothing at all where it had to be cut."""
    found = folded(text, width, lines) if lines > 0 and width > 0 else []
    return [] if " ".join(found) != " ".join(text.split()) else found


def cut(text: str, width: int, lines: int) -> list[str]:
    """``text`` in at most so many lines, cut where it is longer."""
    return folded(text, width, lines) if lines > 0 else []
