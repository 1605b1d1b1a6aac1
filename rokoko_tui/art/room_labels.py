"""Labels of the palace: short lines of text on a plate that tell how the piece they name is."""

from collections.abc import Sequence

from rich.cells import cell_len

from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import LIT, OPEN, Canvas
from rokoko_tui.art.silk_text import chip
from rokoko_tui.text.cells import fit
from rokoko_tui.theme.owner_marks import mark_of, owner_role

Part = tuple[str, str]
"""Text and its role."""
Parts = Sequence[Part]

_PLATES = {"lit": "cursor", "chosen": "chosen"}


def mark(canvas: Canvas, seat: int) -> Part:
    """The shape of an owner in the owner's colour."""
    role = owner_role(canvas.state.setup, seat)
    return mark_of(canvas.state.setup, seat), f"^{role} strong" if canvas.scene.pictures else role


def silk(canvas: Canvas, colour: str) -> Part:
    """The letter of a colour on its silk."""
    return canvas.words.letter(colour), chip(canvas, colour)


def length(parts: Parts) -> int:
    """Cells of ``parts``."""
    return sum(cell_len(text) for text, _ in parts)


def first_that_fits(room: int, wordings: Sequence[Parts]) -> Parts:
    """The first of ``wordings`` that needs no more than ``room`` cells, or the last."""
    return next((parts for parts in wordings if length(parts) <= room), wordings[-1])


def write(canvas: Canvas, x: int, y: int, parts: Parts, room: int) -> int:
    """Write ``parts`` one after the other in ``room`` cells and return the column after them."""
    edge = x + room
    for text, role in parts:
        x = canvas.put(x, y, fit(text, edge - x), role, edge - x)
    return x


def look(canvas: Canvas, piece: str) -> tuple[str, int | None]:
    """All that a label of ``piece`` depends on besides what it says: for the keys of kept blocks."""
    return canvas.state_of(piece), canvas.scene.touched.get(piece)


def label(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    piece: str,
    parts: Parts,
    ground: str,
    left: bool = False,
    rule: str = " ",
) -> None:
    """A plate of ``width`` cells with ``parts`` in its middle, or from its ``left``.

    Rose with an arrow where there is room for one: ``piece`` is under the cursor. Green with a tick: chosen. Gold text:
    may be chosen. Whoever touched it last has left a mark at the end, and a breath of its colour on the ground. In
    lines, a ``rule`` runs on both sides of the text.
    """
    pictures, (state, by) = canvas.scene.pictures, look(canvas, piece)
    _plate(canvas, x, y, width, state, by, ground)
    sign = {"lit": LIT, "chosen": symbols.DONE, "open": "" if pictures else OPEN}.get(state, "")
    start, edge, spare = x, x + width, width - length(parts)
    if sign and spare > 0:
        start, spare = canvas.put(x, y, sign, _front(canvas, state, canvas.ink("soft")), 1), spare - 1
    if by is not None and spare > 0:
        edge -= 1
        shape, role = mark(canvas, by)
        canvas.put(edge, y, shape, _front(canvas, state, role))
    at = start if left else start + max(0, edge - start - length(parts)) // 2
    end = write(canvas, at, y, [(text, _front(canvas, state, role)) for text, role in parts], edge - at)
    if rule != " " and not pictures and state not in _PLATES:
        canvas.put(start, y, rule * (at - start), "dim")
        canvas.put(end, y, rule * (edge - end), "dim")


def _plate(canvas: Canvas, x: int, y: int, width: int, state: str, by: int | None, ground: str) -> None:
    if not canvas.scene.pictures:
        if state in ("lit", "chosen"):
            canvas.put(x, y, " " * width, f"band.{state}", width)
        return
    paint = _PLATES.get(state, ground)
    if by is not None and paint == ground:
        paint = f"{ground}~{owner_role(canvas.state.setup, by)}@6"
    canvas.fill(x, y, width, 1, paint)


def _front(canvas: Canvas, state: str, role: str) -> str:
    """How a part is written on the plate of a piece in ``state``; a letter stays on its silk."""
    if "_dye." in role or "silk." in role:
        return role
    if state in _PLATES:
        return canvas.ink("ink") if canvas.scene.pictures else f"band.{state}"
    return canvas.ink("open") if state == "open" and role in (canvas.ink("name"), canvas.ink("soft")) else role
