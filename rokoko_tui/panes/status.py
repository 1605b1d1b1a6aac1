"""The status bar: round, phase, whose turn it is, the card being played, and what is asked."""

from rich.cells import cell_len

from rokoko_core.pending import HandChoice
from rokoko_core.setup import LAST_ROUND
from rokoko_tui.drawing.canvas import Canvas
from rokoko_tui.drawing.cells import fit
from rokoko_tui.drawing.owner_marks import mark_of, owner_role
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec

NARROW, WIDE = 60, 110


def title(scene: Scene) -> str:
    """The bar has no border and no title."""
    return ""


def phase(scene: Scene) -> str:
    """What the round is at: choosing hands, turns, or the end."""
    pending = scene.view.table.pending
    if not pending:
        return scene.words.say("panes.status.over")
    return scene.words.say("panes.status.hands" if isinstance(pending[-1], HandChoice) else "panes.status.turns")


def draw_status(scene: Scene, width: int, height: int | None) -> Drawing:
    """One line; the question gives way first, then the card."""
    canvas = Canvas(scene, width)
    state, words = scene.view.table, scene.words
    x = canvas.put(0, 0, words.say("panes.status.round", round=state.round, last=LAST_ROUND), "turn") + 1
    if width >= WIDE:
        x = canvas.put(x, 0, "●" * state.round, "head")
        x = canvas.put(x, 0, "○" * (LAST_ROUND - state.round), "dim") + 1
    x = canvas.put(x, 0, phase(scene), "label") + 2 if width >= NARROW or not state.pending else x
    if not state.pending:
        return canvas.finish()
    seat = state.pending[-1].seat
    role = owner_role(state.setup, seat)
    name = fit(words.seat(state.setup, seat), 20 if width >= NARROW else 8)
    x = canvas.put(x, 0, f"{mark_of(state.setup, seat)} {name} ", role)
    x = canvas.put(x, 0, words.say("panes.status.to-move"), "strong") + 2 if width >= NARROW else x + 1
    x = _played(canvas, x)
    question = words.question(state.pending[-1], state)
    if x + cell_len(question) <= width:
        canvas.right(width, 0, question, "dim")
    return canvas.finish()


def _played(canvas: Canvas, x: int) -> int:
    """The card being played, with its bonus if there is room."""
    turn = canvas.state.turn
    if turn is None or turn.card not in canvas.box.card:
        return x
    card = canvas.box.card[turn.card]
    rank, bonus = canvas.words.rank(card.rank), canvas.words.bonus_short(card.bonus)
    text = f"{rank} · {bonus}"
    if x + 10 + cell_len(text) > canvas.width:
        text = rank
    start = canvas.put(x, 0, canvas.words.say("panes.status.playing"), "dim") if canvas.width >= NARROW else x
    end = canvas.put(start, 0, text, "rank")
    canvas.spot(f"played:{turn.card}", start, 0, end - start)
    return end + 2


SPEC = PaneSpec(
    "status",
    letter="s",
    at=DRAWN,
    face=Face(draw_status, title),
)
