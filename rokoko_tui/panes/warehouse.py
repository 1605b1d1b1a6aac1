"""The pane of the warehouse: a shelf of bolts for each segment, with the price of a tile now."""

from collections.abc import Sequence
from functools import partial

from textual.geometry import Region

from rokoko_core.components.tables import Tile
from rokoko_core.play.choices import tile_price
from rokoko_tui.art import room_labels, silk, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

LABEL = 5
"""Columns of a segment's price, with the blank before its tiles."""
WIDEST = 16
"""Most columns of a bolt."""
ROLL = 4
"""Most rows of a bolt."""
THICK = 2
"""Least rows of a bolt drawn as a roll."""
LIKED = 3
"""Rows of a shelf in a pane of unlimited height."""
LETTERED = 6
"""Columns of a tile with its silk in letters and its notions beside them."""
ROOMY = 7
"""Columns of a tile from which its notions are spaced."""


def title(scene: Scene) -> Wording:
    """Return the border title with the size of the stack, also with the short name."""
    what = scene.words.say("panes.warehouse.title")
    return scene.words.wording("panes.warehouse.border", what=what, n=len(scene.view.table.tile_stack))


def draw_warehouse(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the shelves below each other, as high as fits; in line drawings all equally high."""
    canvas = Canvas(scene, width)
    segments = scene.box.segments
    rows = max(len(segments), LIKED * len(segments) if height is None else height)
    if not scene.pictures:
        rows -= rows % len(segments)
    for n, segment in enumerate(segments):
        top, bottom = (-(-at * rows // len(segments)) for at in (n, n + 1))
        _shelf(canvas, segment, top, bottom - top, min(rows // len(segments) - 1, ROLL))
    return canvas.finish()


def _shelf(canvas: Canvas, segment: Sequence[int], y: int, rows: int, high: int) -> None:
    """Draw a segment on ``rows`` rows, with bolts of ``high`` rows, or ``THICK`` where they fit.

    Where not every segment has two rows, all have letters, so that they are alike; unless their tiles are too narrow.
    """
    state, box = canvas.state, canvas.box
    filled = [space for space in segment if state.warehouse[space]]
    cost = tile_price(state, filled[0]) if filled else None
    canvas.draw_block(Region(0, y, canvas.width, rows), ("shelf", rows, cost), lambda part: _plank(part, rows, cost))
    longest = max(map(len, box.segments))
    label = LABEL if canvas.width > 2 * LABEL else 0
    column = min((canvas.width - label + 1) // longest, WIDEST)
    spare = canvas.width - label + 1 - column * longest
    high = max(high, min(rows - 1, THICK), 1) if high or column <= LETTERED else 0
    for place, space in enumerate(segment):
        x = label + place * column + (spare * (place + 1) // (longest + 1))
        x, width = min(x, max(0, canvas.width - 1)), max(1, column - 1)
        piece, tile = PieceRef("tile", space), box.tile.get(state.warehouse[space])
        tile_key = ("tile", space, tile.id if tile else "", high, canvas.state_key(piece))
        draw = partial(_tile, piece=piece, tile=tile, rows=rows, high=high)
        canvas.draw_block(Region(x, y, width, rows), tile_key, draw)


def _plank(canvas: Canvas, rows: int, cost: int | None) -> None:
    """Draw the back of a shelf, its plank and the price."""
    _back(canvas, rows)
    label = symbols.NOTHING if cost is None else symbols.money(canvas.words, cost, wide=True)
    canvas.put(0, (rows - 1) // 2 if rows > 2 else 0, label, canvas.ink("soft" if cost is None else "coin"), LABEL)
    if not canvas.scene.pictures and rows > 2:
        canvas.put(0, rows - 1, "─" * canvas.width, "dim")


def _back(canvas: Canvas, rows: int) -> None:
    canvas.fill(Region(0, 0, canvas.width, rows), "shelf-52")
    if rows > 2:
        canvas.wash(0, 0, canvas.width, 1, "shelf-66")
    if rows > 1:
        canvas.fill(Region(0, rows - 1, canvas.width, 1), "shelf")
    if rows > 3:
        canvas.wash(0, 2 * rows - 2, canvas.width, 1, "wood-14")


def _tile(canvas: Canvas, piece: PieceRef, tile: Tile | None, rows: int, high: int) -> None:
    """Draw a bolt, and on the plank below it the notions its tile gives instead.

    The mark of a new tile is in the row beside its text where that leaves no space for it.
    """
    width = canvas.width
    seat = canvas.scene.touched.get(piece)
    mark = room_labels.mark(canvas, seat) if seat is not None else None
    canvas.add_spot(piece, Region(0, 0, width, rows), drawn=True)
    _back(canvas, rows)
    plain = "^yarn _shelf strong" if canvas.scene.pictures else "notion"
    if tile is None:
        y = rows - 1 if high else 0
        if canvas.state_of_piece(piece) or mark:
            canvas.draw_band(0, y, width, symbols.EMPTY, piece, plain)
        else:
            canvas.centre(0, y, width, symbols.EMPTY, canvas.ink("soft"))
        return
    if not high or rows == 1:
        letters = [room_labels.silk(canvas, colour) for colour in silk.bale_colours(tile.silk)]
        notions = (symbols.notions(tile.yarn, tile.lace, tile.either), canvas.ink("name"))
        wordings = [[*letters, (" ", canvas.ink("soft")), notions], [*letters, notions], letters]
        if mark and rows == 1 and not canvas.sign_of(canvas.state_of_piece(piece)):
            wordings = [[*wording, mark] for wording in wordings]
        is_marked = room_labels.draw_label(canvas, 0, 0, width, piece, wordings, "shelf")
        beside = 1
    else:
        silk.bolt(canvas, Region(0, rows - 1 - high, width, high), tile.silk)
        gives = symbols.notions(tile.yarn, tile.lace, tile.either, wide=width >= ROOMY)
        is_marked = canvas.draw_band(0, rows - 1, width, gives, piece, plain)
        beside = rows - 2
    if mark and not is_marked and rows > 1:
        canvas.put(width - 1, beside, *mark)


SPEC = PaneSpec(
    "warehouse",
    letter="a",
    at=DRAWN,
    face=Face(draw_warehouse, title),
    pieces=frozenset({"tile"}),
)
