"""The onlooker's own cards and silk: hand, supply, discard pile, kept tiles and specialised Apprentice."""

from collections.abc import Iterable

from rich.cells import cell_len

from rokoko_core.moves.exam import deck_of_exam
from rokoko_core.moves.hire import condition_of, unmet
from rokoko_core.pending import ExamCard, HandChoice, SilkForPrestige
from rokoko_core.state import Player
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas
from rokoko_tui.drawing.cells import folded
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec

ROOMY = 60
"""Columns from which each card of the hand has its whole bonus beside it."""
LABEL = 8


def title(scene: Scene) -> str:
    """Whose hand it is."""
    view = scene.view
    if view.seat is None:
        return scene.words.say("panes.hand.title")
    player = view.table.players[view.seat]
    who = scene.words.seat(view.table.setup, view.seat)
    return scene.words.say("panes.hand.border", who=who, before=len(player.hand), after=len(player.supply))


def draw_hand(scene: Scene, width: int, height: int | None) -> Drawing:
    """Sections one under the other, the one a choice is about first."""
    canvas = Canvas(scene, width)
    seat = scene.view.seat
    if seat is None or seat >= len(scene.view.table.setup.players):
        canvas.put(1, 0, canvas.words.say("panes.hand.hidden"), "dim")
        return canvas.finish()
    player = scene.view.table.players[seat]
    asked = scene.view.table.pending[-1] if scene.view.table.pending else None
    if isinstance(asked, ExamCard) and asked.seat == seat:
        _cards(canvas, "exam", "exam-card", sorted(set(deck_of_exam(scene.view.table, asked.exam))), long=True)
    choosing = isinstance(asked, HandChoice) and asked.seat == seat
    if choosing:
        _cards(canvas, "supply", "supply", player.supply, long=_long(canvas, height, player))
    _played(canvas, seat)
    _cards(canvas, "hand", "hand", player.hand, long=_long(canvas, height, player))
    _silk(canvas, seat, player)
    _specialist(canvas, seat, player)
    if not choosing:
        _cards(canvas, "supply", "supply", player.supply, long=False)
    _cards(canvas, "discard", "discard", player.discard[::-1], long=False)
    return canvas.finish()


def _long(canvas: Canvas, height: int | None, player: Player) -> bool:
    """Whether every card has a line of its own: where there is width for its words, or height enough."""
    return canvas.width >= ROOMY or height is None or height >= 9 + len(player.hand)


def _cards(canvas: Canvas, label: str, zone: str, cards: Iterable[str], long: bool) -> None:
    """Cards of one zone: a line each, or one after the other."""
    top, cards = canvas.height, list(cards)
    if not cards:
        return
    canvas.put(0, top, canvas.words.say(f"panes.hand.label.{label}"), "head", LABEL)
    x, y = LABEL, top
    for n, card in enumerate(cards):
        if long:
            _card_line(canvas, top + n, f"{zone}:{card}", card)
            continue
        rank, bonus = _face(canvas, card)
        need = 2 + cell_len(bonus)
        if x > LABEL and x + 1 + need > canvas.width:
            x, y = LABEL, y + 1
        canvas.spot(f"{zone}:{card}", x + 1, y, min(need, canvas.width - x - 1))
        canvas.shade(x + 1, y, need, "card")
        at = canvas.put(x + 1, y, f"{rank} ", "rank")
        x = canvas.put(at, y, bonus)


def _face(canvas: Canvas, card: str) -> tuple[str, str]:
    face = canvas.box.card.get(card)
    if face is None:
        return FACE_DOWN, canvas.words.say("panes.hand.face-down")
    return canvas.words.rank_short(face.rank), canvas.words.bonus_short(face.bonus)


def _card_line(canvas: Canvas, y: int, piece: str, card: str) -> None:
    """One card on one line, its bonus in full if that fits."""
    rank, bonus = _face(canvas, card)
    face = canvas.box.card.get(card)
    whole = canvas.words.bonus(face.bonus) if face is not None else bonus
    room = canvas.width - LABEL - 3
    canvas.spot(piece, LABEL + 1, y, canvas.width - LABEL - 1)
    canvas.shade(LABEL + 1, y, canvas.width - LABEL - 1, "card")
    canvas.put(LABEL + 1, y, f"{rank} ", "rank")
    canvas.put(LABEL + 3, y, whole if cell_len(whole) <= room else bonus, "", room)


def _played(canvas: Canvas, seat: int) -> None:
    turn = canvas.state.turn
    if turn is not None and turn.seat == seat and turn.card and turn.on_table:
        _cards(canvas, "playing", "played", (turn.card,), long=canvas.width >= ROOMY)


def _silk(canvas: Canvas, seat: int, player: Player) -> None:
    """Kept tiles by their silk, and those laid aside for prestige."""
    y, x = canvas.height, LABEL
    canvas.put(0, y, canvas.words.say("panes.hand.label.silk"), "head", LABEL)
    if not player.silk:
        canvas.put(x + 1, y, canvas.words.say("panes.hand.no-tile"), "dim")
    for tile in player.silk:
        face = canvas.box.tile.get(tile)
        bales = sum(face.silk) if face else 1
        if x + 1 + bales > canvas.width:
            x, y = LABEL, y + 1
        canvas.spot(f"silk:{tile}", x + 1, y, bales)
        x = canvas.silk(x + 1, y, face.silk) if face else canvas.put(x + 1, y, FACE_DOWN, "card")
    asked = canvas.state.pending[-1] if canvas.state.pending else None
    if isinstance(asked, SilkForPrestige) and asked.seat == seat and asked.aside:
        x, y = LABEL + 1, canvas.height
        canvas.put(0, y, canvas.words.say("panes.hand.label.aside"), "head", LABEL)
        for tile in asked.aside:
            x = canvas.silk(x, y, canvas.box.tile[tile].silk) + 1


def _specialist(canvas: Canvas, seat: int, player: Player) -> None:
    """The specialised Apprentice: what must hold to hire it, and what is missing (JB-4, JB-10)."""
    if not player.specialist:
        return
    y = canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.special"), "head", LABEL)
    if player.specialist not in canvas.box.card:
        canvas.spot("specialist", LABEL + 1, y, canvas.width - LABEL - 1)
        canvas.put(LABEL + 1, y, canvas.words.say("panes.hand.face-down"), "dim")
        return
    words, state = canvas.words, canvas.state
    missing = unmet(state, canvas.box, seat)
    condition = condition_of(canvas.box, player.specialist)
    lines = folded(f"{symbols.DONE if not missing else symbols.TO_DO} {words.condition(condition)}", _room(canvas), 2)
    held = len(lines)
    if missing:
        lacking = [_lacking(canvas, what, count) for what, count in missing]
        lines += folded(canvas.words.say("panes.hand.missing", parts=lacking), _room(canvas), 2)
    else:
        lines.append(canvas.words.say("panes.hand.hireable"))
    canvas.spot("specialist", LABEL + 1, y, canvas.width - LABEL - 1, len(lines))
    for n, line in enumerate(lines):
        role = "done" if not missing else "" if n < held else "dim"
        canvas.put(LABEL + 1, y + n, line, role)


def _room(canvas: Canvas) -> int:
    return canvas.width - LABEL - 1


def _lacking(canvas: Canvas, what: str, count: int) -> str:
    """How many of what a condition still lacks."""
    words = canvas.words
    if words.knows(f"panes.hand.lack.{what}"):
        return words.say(f"panes.hand.lack.{what}", n=count)
    return f"{count} {words.term(what, 'one' if count == 1 else 'other')}"


SPEC = PaneSpec(
    "hand",
    letter="n",
    at=DRAWN,
    face=Face(draw_hand, title),
    pieces=frozenset({"hand", "supply", "discard", "silk", "specialist", "played", "exam-card"}),
)
