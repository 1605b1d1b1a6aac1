"""The workshop: dresses to make, each with the price of its window, what it needs and what it brings."""

from rich.cells import cell_len

from rokoko_core.components.tables import Dress
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas, grid
from rokoko_tui.drawing.cells import fit, folded
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec

LEAST, WIDEST = 8, 20
"""Columns of a window, the one before it included: below, windows go on on the next line; beyond, none grows."""
WORDY = 12
"""Columns of a dress from which silk and notions share a line and the rest is said in words."""
EFFECT_LINES = 2


def title(scene: Scene) -> str:
    """The name of the pane, and what can still come."""
    state = scene.view.table
    return scene.words.say("panes.workshop.border", n=len(state.dress_bag))


def draw_workshop(scene: Scene, width: int, height: int | None) -> Drawing:
    """A column per window, left to right."""
    canvas = Canvas(scene, width)
    count = len(scene.box.windows)
    column, on_a_line = grid(count, width, LEAST, WIDEST)
    dresses = [scene.box.dress.get(dress) for dress in scene.view.table.windows]
    special = any(dress is not None and dress.effect for dress in dresses)
    tall = height is not None and height >= 9
    rows = max(_rows(column - 1, special, tall), 0)
    for n, dress in enumerate(dresses):
        x, y = n % on_a_line * column + 1, n // on_a_line * (rows + 1)
        canvas.centre(x, y, column - 1, symbols.money(canvas.words, scene.box.windows[n]), "price")
        canvas.spot(f"window:{n}", x, y, column - 1, rows + 1)
        if dress is None:
            canvas.shade(x, y + 1, column - 1, "space", rows)
            canvas.centre(x, y + 1 + rows // 2, column - 1, scene.words.say("panes.workshop.empty"), "dim")
        else:
            _dress(canvas, x, y + 1, column - 1, dress, rows, tall)
    if height is None or canvas.height < height:
        canvas.put(1, canvas.height, fit(_legend(scene, width - 1), width - 1), "dim")
    return canvas.finish()


def _rows(width: int, special: bool, tall: bool) -> int:
    rows = 3 if width >= WORDY else 4
    return rows + (2 if tall and width >= WORDY else 0) + (EFFECT_LINES if special else 0)


def _legend(scene: Scene, width: int) -> str:
    yarn, lace = scene.words.term("yarn"), scene.words.term("lace")
    notions = " · ".join(
        scene.words.say("panes.workshop.notions", letter=scene.words.letter(key), notion=word)
        for key, word in (("yarn", yarn), ("lace", lace))
    )
    parts = [scene.words.say("panes.workshop.sale"), scene.words.say("panes.workshop.master"), notions]
    while len(parts) > 1 and cell_len(" · ".join(parts)) > width:
        parts.pop()
    return " · ".join(parts)


def _dress(canvas: Canvas, x: int, y: int, width: int, dress: Dress, rows: int, tall: bool) -> None:
    words = canvas.words
    silk = symbols.silk_role(words, dress.colour)
    canvas.shade(x, y, width, silk)
    canvas.centre(x, y, width, symbols.dress_label(words, dress))
    canvas.shade(x, y + 1, width, "card", rows - 1)
    y += 1
    after = canvas.silk(x, y, dress.silk)
    notions = symbols.notions(words, dress.yarn, dress.lace)
    if width >= WORDY:
        canvas.put(after + 1, y, notions, "notion", x + width - after - 1)
        canvas.right(x + width, y, "M" if dress.master_only and not tall else "", "rank")
        y += 1
        if tall:
            canvas.put(x, y, _in_words(canvas, dress), "notion", width)
            canvas.put(x, y + 1, words.term("thimble") if dress.master_only else "", "rank", width)
            y += 2
        _worth(canvas, x, y, width, dress)
    else:
        canvas.put(x, y + 1, notions, "notion", width)
        canvas.right(x + width, y + 1, "M" if dress.master_only else "", "rank")
        y += 2
        _worth(canvas, x, y, width, dress)
    if dress.effect:
        for n, line in enumerate(folded(symbols.effect(words, dress.effect), width, EFFECT_LINES)):
            canvas.put(x, y + 1 + n, line, "label", width)


def _in_words(canvas: Canvas, dress: Dress) -> str:
    parts = [canvas.words.term("yarn")] * dress.yarn + [canvas.words.term("lace")] * dress.lace
    return " + ".join(parts)


def _worth(canvas: Canvas, x: int, y: int, width: int, dress: Dress) -> None:
    """What a sale brings, or that there is none, and the prestige."""
    role = "price" if dress.sellable else "label"
    if width < WORDY:
        canvas.put(
            x,
            y,
            symbols.money(canvas.words, dress.value) if dress.sellable else canvas.words.say("panes.workshop.rent"),
            role,
            width,
        )
        canvas.right(x + width, y, symbols.prestige(dress.prestige), "prestige")
        return
    said = canvas.words.say_of(
        "panes.workshop.sells" if dress.sellable else "panes.workshop.rent-only", {"n": dress.value}
    )
    canvas.put(x, y, said, role, width)
    canvas.right(x + width, y, symbols.prestige(dress.prestige), "prestige")


SPEC = PaneSpec(
    "workshop",
    letter="w",
    at=DRAWN,
    face=Face(draw_workshop, title),
    pieces=frozenset({"window"}),
)
