"""The head of the table: round, whose turn it is, and one's own goods with what the choice under the cursor changes."""

from collections.abc import Callable

from rich.cells import cell_len

from rokoko_core.goods import Purse
from rokoko_core.pending import HandChoice
from rokoko_core.setup import LAST_ROUND
from rokoko_core.terms import COLOURS
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec
from rokoko_tui.text.cells import fit
from rokoko_tui.theme.owner_marks import mark_of, owner_role

ROOMY = 110
"""Columns from which signs stand apart and rounds are dots."""
Put = Callable[[str, str], None]
"""Writes a text in a role behind what was written last."""


def title(scene: Scene) -> str:
    """The bar has no border and no title."""
    return ""


def draw_status(scene: Scene, width: int, height: int | None) -> Drawing:
    """One line: what is going on from the left, one's goods at the right; the goods never give way."""
    canvas = Canvas(scene, width)
    goods = _goods(scene, width >= ROOMY)
    room = width - sum(cell_len(text) for text, _ in goods) - 1
    x = max(0, room)
    for text, role in goods:
        x = canvas.put(x, 0, text, role)
    _going_on(canvas, max(0, room - 1) if goods else width)
    return canvas.finish()


def _going_on(canvas: Canvas, room: int) -> None:
    """Round, whose turn it is, and the card played, as far as there is room."""
    state, words = canvas.state, canvas.words
    x = canvas.put(0, 0, words.say("panes.status.round", round=state.round, last=LAST_ROUND), "turn", room) + 1
    if canvas.width >= ROOMY:
        x = canvas.put(x, 0, "●" * (state.round - 1), "head", room - x)
        x = canvas.put(x, 0, "◉", "strong", room - x)
        x = canvas.put(x, 0, "○" * (LAST_ROUND - state.round), "dim", room - x) + 1
    if not state.pending:
        canvas.put(x, 0, words.say("panes.status.over"), "label", room - x)
        return
    asked = state.pending[-1]
    who = words.seat(state.setup, asked.seat)
    name = fit(who, 16 if canvas.width >= ROOMY else 10)
    x = (
        canvas.put(x, 0, f"{mark_of(state.setup, asked.seat)} {name}", owner_role(state.setup, asked.seat), room - x)
        + 1
    )
    if isinstance(asked, HandChoice):
        canvas.put(x, 0, fit(words.say("panes.status.hands", who=who), room - x), "", room - x)
    else:
        _played(canvas, x, room, who)


def _played(canvas: Canvas, x: int, room: int, who: str) -> None:
    """The card being played, with its bonus if there is room."""
    turn = canvas.state.turn
    if turn is None or turn.card not in canvas.box.card:
        canvas.put(x, 0, fit(canvas.words.say("panes.status.to-move"), room - x), "", room - x)
        return
    card = canvas.box.card[turn.card]
    rank, bonus = canvas.words.rank(card.rank), canvas.words.bonus_short(card.bonus)
    playing = canvas.words.say("panes.status.playing", who=who)
    for text in (f"{playing}{rank} · {bonus}", f"{playing}{rank}", rank):
        if x + cell_len(text) <= room:
            canvas.spot(f"played:{turn.card}", x, 0, cell_len(text), sign=False)
            canvas.put(x, 0, text, "rank")
            return


def _goods(scene: Scene, roomy: bool) -> list[tuple[str, str]]:
    """(text, role) of Livre, notions, silk by colour and score, each with what it would be after the choice."""
    now, then, words = scene.purse, scene.then or scene.purse, scene.words
    if now is None or then is None:
        return []
    gap, found = "  " if roomy else " ", list[tuple[str, str]]()
    found += _change(now.livre, then.livre, "price", roomy)
    livre = f" {words.noun('livre', then.livre)}" if roomy else words.letter("livre")
    found += [(f"{livre}{gap}", "price")]
    for word, sign, before, after in (
        ("yarn", symbols.YARN, now.yarn, then.yarn),
        ("lace", symbols.LACE, now.lace, then.lace),
    ):
        named = f" {words.noun(word, after)}" if roomy else ""
        found += [(sign, "notion"), *_change(before, after, "notion", False), (f"{named}{gap}", "notion")]
    found += _silk(scene, now, then)
    if now.score is not None:
        found += [(gap if roomy else "", ""), (symbols.PRESTIGE, "prestige")]
        found += _change(now.score, then.score if then.score is not None else now.score, "prestige", roomy)
    return found


def _silk(scene: Scene, now: Purse, then: Purse) -> list[tuple[str, str]]:
    found = list[tuple[str, str]]()
    for colour, before, after in zip(COLOURS, now.silk, then.silk, strict=True):
        if before or after:
            found += [(scene.words.letter(colour), symbols.silk_role(scene.words, colour))]
            found += [*_change(before, after, "strong", False), (" ", "")]
    return found


def _change(before: int, after: int, role: str, roomy: bool) -> list[tuple[str, str]]:
    """A figure, and what becomes of it."""
    if before == after:
        return [(f"{before}", role)]
    return [(f"{before}", "dim"), (" > " if roomy else ">", "dim"), (f"{after}", f"{role} changed")]


SPEC = PaneSpec(
    "status",
    letter="s",
    at=DRAWN,
    named=False,
    face=Face(draw_status, title, goods=True),
)
