"""The picture of what can still appear: dresses, tiles and jewels as squares of their silk, with their numbers."""

from collections.abc import Sequence

from rokoko_core.remaining_pieces import RemainingPieces, remaining_pieces
from rokoko_core.terms import COLOURS, Colour
from rokoko_tui.art import silk, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Scene
from rokoko_tui.text.wording import Part, Parts, measure, wrap

SQUARE = 3
"""Cells of the square of a colour before a row."""
GAP = 3
"""Cells between two tiles or jewels."""


def draw_remaining(scene: Scene, width: int) -> Drawing:
    """Draw a row for each colour of dresses with the sale values, then the kinds of tiles, then those of jewels."""
    canvas, remaining = Canvas(scene, width), remaining_pieces(scene.view)
    y = _draw_dresses(canvas, remaining)
    y = _draw_kinds(canvas, y, "tiles", [_list_tile(canvas, tile, n) for tile, n in remaining.tiles.items()])
    _draw_kinds(canvas, y, "jewels", [_list_jewel(canvas, jewel, n) for jewel, n in remaining.jewels.items()])
    return canvas.finish()


def _square(canvas: Canvas, colour: str, width: int = 1) -> Part:
    return canvas.words.letter(colour).center(width), symbols.silk_role(canvas.words, colour)


def _heading(canvas: Canvas, y: int, key: str) -> int:
    canvas.put(0, y, canvas.words.say(f"inspection.heading.to-come.{key}"), "head")
    return y + 1


def _draw_dresses(canvas: Canvas, remaining: RemainingPieces) -> int:
    """Draw the rows of dresses; return the line after them."""
    words, y = canvas.words, _heading(canvas, 0, "dresses")
    for colour in COLOURS:
        own = [canvas.box.dress[dress] for dress in remaining.dresses if canvas.box.dress[dress].colour is colour]
        sold = sorted(dress.value for dress in own if dress.sellable)
        values = " ".join(words.number(value) for value in sold)
        facts = [words.say("inspection.to-come.sell", parts=values)] if sold else []
        facts += [words.say("inspection.to-come.rent-only", n=len(own) - len(sold))] if len(own) > len(sold) else []
        x = canvas.put(2, y, *_square(canvas, colour, SQUARE))
        x = canvas.put(x + 1, y, f"{len(own):2}", "strong")
        for line in wrap(words.listed(facts, "steps"), canvas.width - x - 2):
            canvas.put(x + 2, y, line, "dim")
            y += 1
    return y


def _list_tile(canvas: Canvas, tile: str, n: int) -> Parts:
    """Return the silk of a tile, the notions that it gives instead, and the number of such tiles."""
    kind = canvas.box.tile[tile]
    squares = [_square(canvas, colour) for colour in silk.bale_colours(kind.silk)]
    return [*squares, (f" {symbols.notions(kind.yarn, kind.lace, kind.either)}", "notion"), (f" ×{n}", "strong")]


def _list_jewel(canvas: Canvas, jewel: str, n: int) -> Parts:
    sign = "◇" if Colour(jewel).ladies else "○"
    return [_square(canvas, jewel), (f" {sign}", "label"), (f" ×{n}", "strong")]


def _draw_kinds(canvas: Canvas, y: int, key: str, kinds: Sequence[Parts]) -> int:
    """Draw kinds of pieces in columns under a heading; return the line after them."""
    if not kinds:
        return y
    y, columns = _heading(canvas, y, key), max(map(measure, kinds)) + GAP
    abreast = max(1, (canvas.width - 2 + GAP) // columns)
    for n, parts in enumerate(kinds):
        canvas.put_parts(2 + n % abreast * columns, y + n // abreast, [parts])
    return y + -(-len(kinds) // abreast)
