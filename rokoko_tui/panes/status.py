"""The status line: the present turn or the inspected piece, and the viewer's goods with the change by a choice."""

from textual.geometry import Region

from rokoko_core.goods import PlayerGoods
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import NOBODY
from rokoko_core.terms import COLOURS
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

ROOMY = 110
"""Columns from which rounds are dots and goods are named."""
SPACIOUS = 150
"""Columns from which the daily deal has its full name."""
NAMED = 100
"""Columns from which a long name has space, and the daily deal, which is on the line of the tabs below."""


def title(scene: Scene) -> str:
    """Return no title: the line has no border."""
    return ""


def draw_status(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the goods at the right, and the present turn in the cells left, or on the line above if there is one."""
    canvas = Canvas(scene, width)
    goods = _goods(scene, width >= ROOMY) if scene.looked is None or scene.goods_after is not None else []
    y = int(height == 2)
    start = canvas.align(Region(0, y, max(0, width - 1), 1), [goods])
    _turn(canvas, max(0, start - 1) if goods and not y else width)
    return canvas.finish()


def _turn(canvas: Canvas, width: int) -> None:
    """Write round, player to move and card played in the first ``width`` columns."""
    state, words = canvas.state, canvas.words
    if canvas.scene.looked is not None:
        _looked(canvas, canvas.scene.looked, width)
        return
    x = canvas.put(0, 0, words.say("panes.status.round", round=state.round, last=LAST_ROUND), "turn", width) + 1
    if canvas.width >= ROOMY:
        x = canvas.put(x, 0, "●" * (state.round - 1), "head", width - x)
        x = canvas.put(x, 0, "◉", "strong", width - x)
        x = canvas.put(x, 0, "○" * (LAST_ROUND - state.round), "dim", width - x) + 1
    if canvas.scene.day and canvas.width >= NAMED:
        day = canvas.scene.day[0 if canvas.width >= SPACIOUS else -1]
        x = canvas.put(x, 0, day, "label", width - x) + 1
    mover = canvas.scene.mover
    if mover == NOBODY:
        if not state.pending:
            canvas.put(x, 0, words.say("panes.status.over"), "label", width - x)
        return
    who = words.seat(state.setup, mover)
    short = words.seat_within(state.setup, mover, 16 if canvas.width >= NAMED else 10)
    x = canvas.put(x, 0, f"{mark_of(state.setup, mover)} {short}", owner_role(state.setup, mover), width - x) + 1
    if state.pending and state.pending[-1].seat == mover:
        _played(canvas, x, width, who)


def _looked(canvas: Canvas, piece: PieceRef, width: int) -> None:
    """Write the inspected piece with as many of its facts as fit; the card being played can still be reached."""
    x, turn = canvas.put(0, 0, canvas.words.say("panes.status.look"), "turn", width) + 1, canvas.state.turn
    if turn is not None and turn.card in canvas.box.card:
        canvas.add_spot(PieceRef("played", turn.card), Region(0, 0, x - 1, 1), sign=False)
    facts = canvas.words.piece(piece, canvas.state).split(" · ")
    forms = Wording(*(" · ".join(facts[:count]) for count in range(len(facts), 0, -1)))
    canvas.put(x, 0, forms, "strong", width - x)


def _played(canvas: Canvas, x: int, width: int, who: str) -> None:
    """Write the card being played, with its bonus if that fits; before, what the player does."""
    turn = canvas.state.turn
    if turn is None or turn.card not in canvas.box.card:
        canvas.put(x, 0, canvas.words.watched(canvas.state.pending[-1], canvas.state), "", width - x)
        return
    card = canvas.box.card[turn.card]
    rank, bonus = canvas.words.rank(card.rank), canvas.words.bonus_short(card.bonus).longest
    playing = canvas.words.say("panes.status.playing", who=who)
    forms = Wording(f"{playing}{rank} · {bonus}", f"{playing}{rank}", rank, "")
    end = canvas.put(x, 0, forms, "rank", width - x)
    if end > x:
        canvas.add_spot(PieceRef("played", turn.card), Region(x, 0, end - x, 1), sign=False)


def _goods(scene: Scene, roomy: bool) -> list[tuple[str, str]]:
    """Return (text, role) of Livre, notions, silk, prestige and score, with their values after the choice."""
    now, then, words = scene.goods, scene.goods_after or scene.goods, scene.words
    if now is None or then is None:
        return []
    gap = "  " if roomy else " "
    parts = _change(now.livre, then.livre, "price", roomy)
    livre = f" {words.noun('livre', then.livre)}" if roomy else words.letter("livre")
    parts += [(f"{livre}{gap}", "price")]
    for word, sign, before, after in (
        ("yarn", symbols.YARN, now.yarn, then.yarn),
        ("lace", symbols.LACE, now.lace, then.lace),
    ):
        name = f" {words.noun(word, after)}" if roomy else ""
        parts += [(sign, "notion"), *_change(before, after, "notion", False), (f"{name}{gap}", "notion")]
    parts += _silk(scene, now, then)
    if now.score is not None:
        view = scene.view
        seat = view.seat if view.seat is not None else view.table.pending[-1].seat
        gained = f"{symbols.prestige(view.table.players[seat].prestige)} ("
        parts += [(gap if roomy else "", ""), (gained, "prestige")]
        parts += _change(now.score, then.score if then.score is not None else now.score, "prestige", roomy)
        parts += [(")", "prestige")]
    return parts


def _silk(scene: Scene, now: PlayerGoods, planned: PlayerGoods) -> list[tuple[str, str]]:
    parts = list[tuple[str, str]]()
    for colour, before, after in zip(COLOURS, now.silk, planned.silk, strict=True):
        if before or after:
            parts += [(scene.words.letter(colour), symbols.silk_role(scene.words, colour))]
            parts += [*_change(before, after, "strong", False), (" ", "")]
    return parts


def _change(before: int, after: int, role: str, roomy: bool) -> list[tuple[str, str]]:
    """Return a figure, and its new value if that differs."""
    if before == after:
        return [(f"{before}", role)]
    return [(f"{before}", "dim"), (" → " if roomy else "→", "dim"), (f"{after}", f"{role} changed")]


SPEC = PaneSpec(
    "status",
    letter="m",
    at=DRAWN,
    named=False,
    face=Face(draw_status, title, goods=True),
)
