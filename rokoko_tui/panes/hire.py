"""The hire spaces with the price of a card now, and the Favor card in its space or with its holder."""

from rich.cells import cell_len

from rokoko_core.components.tables import Card
from rokoko_core.moves.hire import price
from rokoko_core.state import NOBODY
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas
from rokoko_tui.drawing.cells import folded
from rokoko_tui.drawing.owner_marks import mark_of, owner_role
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec
from rokoko_tui.words.vocabulary import capital


def title(scene: Scene) -> str:
    """The name of the pane, the price of a card, and what can still come."""
    state = scene.view.table
    known = {
        "cost": symbols.money(scene.words, price(state, scene.box)) if state.hire else "",
        "n": len(state.employee_stack),
    }
    return scene.words.say_of("panes.hire.border-price" if state.hire else "panes.hire.border", known)


def draw_hire(scene: Scene, width: int, height: int | None) -> Drawing:
    """Cards two by two or in a row, or one a line where there is no room for that; then the Favor card."""
    canvas = Canvas(scene, width)
    hire = scene.view.table.hire
    columns = 4 if width >= 76 else 2
    room = (height or 9) - 1
    if columns == 2 and room < 6 and len(hire) <= room:
        columns = 1
    column = width // columns
    rows = -(-max(len(hire), 1) // columns)
    tall = 1 if columns == 1 else max(2, min(room // rows, 5))
    if not hire:
        canvas.put(1, 0, scene.words.say("panes.hire.nobody"), "dim")
    for n, card in enumerate(hire):
        x, y = (n % columns) * column + 1, (n // columns) * tall
        canvas.spot(f"hire:{card}", x, y, column - 1, tall)
        _card(canvas, x, y, column - 1, tall, scene.box.card[card])
    _favor(canvas, max(rows * tall, 1), width)
    return canvas.finish()


def _card(canvas: Canvas, x: int, y: int, width: int, tall: int, card: Card) -> None:
    words = canvas.words
    canvas.shade(x, y, width, "card", tall)
    canvas.right(x + width, y, f"{card.level}", "dim")
    if tall == 1:
        after = canvas.put(x, y, words.rank_short(card.rank), "rank") + 1
        canvas.put(after, y, words.bonus_short(card.bonus), "", x + width - 2 - after)
        return
    rank = words.rank(card.rank)
    canvas.put(x, y, rank, "rank", width - 2)
    whole = words.bonus(card.bonus)
    lines = folded(whole, width, tall - 1)
    if lines[-1].endswith("…"):
        lines = folded(words.bonus_short(card.bonus), width, tall - 1)
    for n, line in enumerate(lines):
        canvas.put(x, y + 1 + n, line, "", width)


def _favor(canvas: Canvas, y: int, width: int) -> None:
    state, words = canvas.state, canvas.words
    name = capital(words.term("favor"))
    canvas.spot("favor", 1, y, width - 1)
    x = canvas.put(1, y, name, "head")
    if state.favor == NOBODY:
        gain = words.say("panes.hire.favor")
        canvas.put(x + 1, y, gain, "" if width - x > cell_len(gain) else "dim")
        return
    setup = state.setup
    x = canvas.put(x + 1, y, mark_of(setup, state.favor), owner_role(setup, state.favor))
    canvas.put(x + 1, y, words.seat(setup, state.favor), owner_role(setup, state.favor))


SPEC = PaneSpec(
    "hire",
    letter="e",
    at=DRAWN,
    face=Face(draw_hire, title),
    pieces=frozenset({"hire", "favor"}),
)
