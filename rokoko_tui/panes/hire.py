"""The pane of the hire spaces, with the price of a card now, and of the Favor card or its holder."""

from functools import partial

from textual.geometry import Region

from rokoko_core.play.choices import hire_price
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY
from rokoko_tui.art import cards, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.art.symbols import mark_of
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text.messages import capital
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording, measure, wrap

TALLEST = 5
"""Most rows of a card."""
WIDE = 44
"""Columns in which a card of a pane of unlimited height takes one row instead of two."""
_FAVOR = PieceRef("favor")


def title(scene: Scene) -> Wording:
    """Return the border title: the price of a card and the size of the stack, which short forms leave out."""
    words, cost, left = scene.words, _cost(scene), len(scene.view.table.employee_stack)
    if cost:
        return words.wording("panes.hire.border-price", cost=cost, n=left)
    return Wording(words.say("panes.hire.border", n=left), words.say("panes.hire.title"))


def _cost(scene: Scene) -> str:
    """Return the price of a card now; empty where there is none."""
    state = scene.view.table
    return symbols.money(scene.words, hire_price(state), wide=True) if state.hire else ""


def draw_hire(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the cards below each other and then the Favor card, in a form that depends on the size only."""
    canvas, hire = Canvas(scene, width), scene.view.table.hire
    places = len(hire) if height is None else len(scene.box.prices.hire)
    height = len(hire) * (1 if width >= WIDE else 2) + 1 if height is None else height
    rows = max(1, min((height - 1) // max(1, places), TALLEST))
    form = cards.choose_form(canvas, scene.box.card, width, rows)
    for n, card in enumerate(hire):
        cards.draw_in_row(canvas, Region(0, n * rows, width, rows), PieceRef("hire", card), form)
    notice = [] if hire else wrap(scene.words.say("panes.hire.nobody"), max(1, width - 1))
    for y, line in enumerate(notice):
        canvas.put(1, y, line, "dim")
    top = max(min(rows * places, height - 1), len(notice))
    legend = scene.words.rank_legend()
    if hire and form.lettered and height - top > 1 and measure(legend) <= width:
        canvas.centre(0, height - 2, width, legend, "dim")
        top = height - 1
    _favor(canvas, top, max(1, min(height - top, 2)))
    return canvas.finish()


def _favor(canvas: Canvas, y: int, rows: int) -> None:
    key = ("favor", canvas.state.round == LAST_ROUND, canvas.state_key(_FAVOR), canvas.state.favor, _holder(canvas))
    canvas.draw_block(Region(0, y, canvas.width, rows), key, lambda part: _favor_card(part, rows))


def _holder(canvas: Canvas) -> Wording | None:
    """Return mark and name of the holder of the Favor card, the longest form first; None without one."""
    holder, setup = canvas.state.favor, canvas.state.setup
    if holder == NOBODY:
        return None
    return Wording(*(f"{mark_of(setup, holder)} {name}" for name in canvas.words.seat_forms(setup, holder)))


def _favor_card(canvas: Canvas, rows: int) -> None:
    words, width = canvas.words, canvas.width
    names = (capital(words.term("favor")), words.say("panes.hire.favor-name"))
    holder = _holder(canvas)
    is_last = canvas.state.round == LAST_ROUND  # after which nobody starts another
    gains = holder or words.wording("panes.hire.favor-last" if is_last else "panes.hire.favor")
    role = "^coin _gold-74" if canvas.scene.pictures else "band"
    draw_band = partial(canvas.draw_band, 0, 0, width, piece=_FAVOR, role=role, marked=not holder)
    canvas.add_spot(_FAVOR, Region(0, 0, width, rows), drawn=True)
    if rows == 1:
        draw_band(Wording(*(f"{name} {gain}" for gain in gains for name in names)))
        return
    draw_band(Wording(*names))
    state = canvas.state_of_piece(_FAVOR)
    canvas.put(0, 1, " " * width, role if state in ("", "touched") else f"band.{state}", width)
    canvas.centre(0, 1, width, gains)


SPEC = PaneSpec(
    "hire",
    letter="e",
    at=DRAWN,
    face=Face(draw_hire, title),
    pieces=frozenset({"hire", "favor"}),
)
