"""Terrace and fireworks, statues, both fountain rows, all-halls bonus: what is free, its cost, and who has the rest."""

from rich.cells import cell_len

from rokoko_core.components.tables import DecorationSpace
from rokoko_core.scoring import TerraceDress, fireworks_points, terrace
from rokoko_core.state import NOBODY
from rokoko_core.terms import DecorationKind
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas, grid
from rokoko_tui.drawing.cells import fit
from rokoko_tui.drawing.owner_marks import mark_of, owner_role
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.halls import majority_line
from rokoko_tui.panes.spec import DRAWN, PaneSpec

LABEL = 10
WIDEST = 11


def title(scene: Scene) -> str:
    """The name of the pane."""
    return scene.words.say("panes.decorations.title")


def draw_decorations(scene: Scene, width: int, height: int | None) -> Drawing:
    """Six lines; with words between them where there is room."""
    canvas = Canvas(scene, width)
    spaces = {kind: [d for d in scene.box.decorations if d.kind is kind] for kind in DecorationKind}
    wordy = not scene.box.jewel_prices if height is None else height >= 10
    y = _fireworks(canvas, 0, spaces[DecorationKind.FIREWORKS])
    y = _said(canvas, y, wordy, scene.words.say("panes.decorations.terrace"))
    worth = scene.words.say("panes.decorations.statues-long" if width >= 60 else "panes.decorations.statues-short")
    y = _row(canvas, y, spaces[DecorationKind.STATUE], "" if wordy else worth)
    y = _said(canvas, y, wordy, scene.words.say("panes.decorations.statues"))
    each = {
        DecorationKind.FOUNTAIN_UPPER: scene.words.term("decoration")
        if width >= 60
        else scene.words.say("panes.decorations.decor"),
        DecorationKind.FOUNTAIN_LOWER: scene.words.term("dress"),
    }
    for kind, what in each.items():
        y = _row(canvas, y, spaces[kind], scene.words.say("panes.decorations.fountain", what=what))
    y = _said(canvas, y, wordy, scene.words.say("panes.decorations.income"))
    y = _all_halls(canvas, y)
    _said(canvas, y, wordy, scene.words.say("panes.decorations.all-halls"))
    return canvas.finish()


def _said(canvas: Canvas, y: int, wordy: bool, text: str) -> int:
    """One line of explanation, where there is room for it; the row after it."""
    if not wordy:
        return y
    canvas.put(LABEL + 1, y, fit(text, canvas.width - LABEL - 1), "dim")
    return y + 1


def _fireworks(canvas: Canvas, y: int, spaces: list[DecorationSpace]) -> int:
    """Price and multiplier of each space, below them who has it and the dress that would go there now (END-6)."""
    state, box = canvas.state, canvas.box
    moved = {t.decoration: t for seat in range(box.seats) for t in terrace(state, box, seat)}
    canvas.put(0, y, symbols.decoration_label(canvas.words, DecorationKind.FIREWORKS), "head", LABEL)
    majority_line(canvas, 0, y + 1, fireworks_points(state, box), box.fireworks_majority)
    column, on_a_line = grid(len(spaces), canvas.width - LABEL, 5, WIDEST)
    top = y
    for n, space in enumerate(spaces):
        x, y = LABEL + n % on_a_line * column + 1, top + 2 * (n // on_a_line)
        owner = state.decorations[space.index]
        canvas.spot(f"decoration:{space.id}", x, y, column - 1, 2)
        canvas.shade(x, y, column - 1, "card", 2)
        after = canvas.put(x, y, f"{space.cost}", "dim" if owner != NOBODY else "price")
        canvas.put(after, y, f"×{space.multiplier}", "prestige")
        if owner == NOBODY:
            canvas.put(x, y + 1, symbols.EMPTY, "dim")
        else:
            canvas.put(x, y + 1, mark_of(state.setup, owner), owner_role(state.setup, owner))
            _on_terrace(canvas, x + 1, y + 1, moved.get(space.index))
    return y + 2


def _on_terrace(canvas: Canvas, x: int, y: int, moved: TerraceDress | None) -> None:
    if moved is None:
        return
    dress = canvas.box.dress[canvas.state.guests[moved.guest]]
    canvas.put(
        x, y, f"{canvas.words.letter(dress.colour)}{moved.points}", symbols.silk_role(canvas.words, dress.colour)
    )


def _row(canvas: Canvas, y: int, spaces: list[DecorationSpace], pays: str) -> int:
    """A row of spaces: the price of free ones, the owner of others, and what they pay; the row after it."""
    canvas.put(0, y, symbols.decoration_label(canvas.words, spaces[0].kind), "head", LABEL)
    widest = 7 if any(space.prestige for space in spaces) else 5
    column, on_a_line = _cells(canvas, len(spaces), widest)
    for n, space in enumerate(spaces):
        decoration_cell(canvas, LABEL + n % on_a_line * column + 1, y + n // on_a_line, column - 1, space)
    y += (len(spaces) - 1) // on_a_line
    x = LABEL + ((len(spaces) - 1) % on_a_line + 1) * column + 1
    if canvas.width - x < cell_len(pays):
        x, y = LABEL + 1, y + (1 if pays else 0)
    canvas.put(x, y, pays, "label")
    return y + 1


def _cells(canvas: Canvas, count: int, least: int) -> tuple[int, int]:
    """Columns of a cell and cells on a line; rows of different length stand in the same columns."""
    width = canvas.width - LABEL
    return grid(count, width, max(least, min(width // 6, WIDEST)), max(least, min(width // 6, WIDEST)))


def decoration_cell(canvas: Canvas, x: int, y: int, width: int, space: DecorationSpace) -> None:
    """One space on one line: price if free or owner if not, then prestige."""
    owner, setup = canvas.state.decorations[space.index], canvas.state.setup
    canvas.spot(f"decoration:{space.id}", x, y, width)
    canvas.shade(x, y, width, "card")
    if owner == NOBODY:
        after = canvas.put(x, y, symbols.money(canvas.words, space.cost), "price")
    else:
        after = canvas.put(x, y, mark_of(setup, owner), owner_role(setup, owner))
        after = canvas.put(after, y, f"{space.cost}", "dim")
    if space.prestige:
        canvas.put(max(after, x + width - 2), y, symbols.prestige(space.prestige), "prestige")


def _all_halls(canvas: Canvas, y: int) -> int:
    state = canvas.state
    canvas.put(0, y, canvas.words.term("all-halls").capitalize(), "head", LABEL)
    column, on_a_line = _cells(canvas, len(state.all_halls), 5)
    top = y
    for n, (points, owner) in enumerate(zip(canvas.box.all_halls, state.all_halls, strict=True)):
        x, y = LABEL + n % on_a_line * column + 1, top + n // on_a_line
        canvas.spot(f"all-halls:{n}", x, y, column - 1)
        canvas.shade(x, y, column - 1, "card")
        if owner != NOBODY:
            canvas.put(x, y, mark_of(state.setup, owner), owner_role(state.setup, owner))
        canvas.put(x + 1, y, symbols.prestige(points), "prestige")
    return y + 1


SPEC = PaneSpec(
    "decorations",
    letter="d",
    at=DRAWN,
    face=Face(draw_decorations, title),
    pieces=frozenset({"decoration", "all-halls"}),
)
