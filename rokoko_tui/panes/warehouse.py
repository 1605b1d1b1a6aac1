"""The warehouse: resource tiles by segment, with the price of a tile of each segment now."""

from rokoko_core.components.tables import Tile
from rokoko_core.moves.acquire import price
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec

LABEL = 6
"""Columns of a segment's price."""
WIDEST = 14
IN_WORDS = 10
"""Columns of a tile from which notions are words."""


def title(scene: Scene) -> str:
    """The name of the pane, and what can still come."""
    state = scene.view.table
    return scene.words.say("panes.warehouse.border", n=len(state.tile_stack))


def draw_warehouse(scene: Scene, width: int, height: int | None) -> Drawing:
    """A row per segment, two or three lines high."""
    canvas = Canvas(scene, width)
    state, box = scene.view.table, scene.box
    longest = max(len(segment) for segment in box.segments)
    column = min((width - LABEL) // longest, WIDEST)
    step = 3 if height is not None and height >= 3 * len(box.segments) else 2
    for n, segment in enumerate(box.segments):
        y = n * step
        lying = [space for space in segment if state.warehouse[space]]
        canvas.put(0, y, f"{n + 1}", "label")
        if lying:
            canvas.put(2, y, symbols.money(canvas.words, price(state, box, lying[0])), "price")
            canvas.put(0, y + 1, scene.words.say("panes.warehouse.each") if price(state, box, lying[0]) else "", "dim")
        else:
            canvas.put(2, y, symbols.NOTHING, "dim")
        for place, space in enumerate(segment):
            x = LABEL + place * column + 1
            tile = box.tile.get(state.warehouse[space])
            canvas.spot(f"tile:{space}", x, y, column - 1, 2)
            if tile is None:
                canvas.shade(x, y, column - 1, "space", 2)
                canvas.centre(x, y, column - 1, symbols.EMPTY)
            else:
                _tile(canvas, x, y, column - 1, tile)
    if height is None or canvas.height < height:
        canvas.put(0, canvas.height, scene.words.say("panes.warehouse.legend"), "dim")
    return canvas.finish()


def _tile(canvas: Canvas, x: int, y: int, width: int, tile: Tile) -> None:
    canvas.shade(x, y, width, "card", 2)
    canvas.silk(x, y, tile.silk)
    if width >= IN_WORDS:
        canvas.put(x, y + 1, symbols.notions_long(canvas.words, tile), "notion", width)
    else:
        canvas.put(x, y + 1, symbols.notions(canvas.words, tile.yarn, tile.lace, tile.either), "notion", width)


SPEC = PaneSpec(
    "warehouse",
    letter="a",
    at=DRAWN,
    face=Face(draw_warehouse, title),
    pieces=frozenset({"tile"}),
)
