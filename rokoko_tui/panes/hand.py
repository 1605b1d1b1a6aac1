"""The pane of the viewer's cards and silk: hand, supply, discard pile, kept tiles and specialised Apprentice."""

from typing import NamedTuple

from rich.cells import cell_len

from rokoko_core.moves.exam import deck_of_exam
from rokoko_core.moves.hire import condition_of, unmet
from rokoko_core.pending import ExamCard, HandChoice, SilkForPrestige
from rokoko_core.state import Player
from rokoko_core.terms import FACE_DOWN
from rokoko_tui.art import cards, symbols
from rokoko_tui.art import silk_text as silk
from rokoko_tui.art.canvas import LIT, OPEN, Canvas
from rokoko_tui.art.cloth_bolts import bolt
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec
from rokoko_tui.text.cells import fold
from rokoko_tui.text.piece_refs import PieceRef

LABEL = 8
LYING = 17, 3
"""Least columns of a lying card, and its rows."""
BOLT = 2
"""Least rows of a kept bolt; it may have one more."""
THINNEST, THICKEST = 4, 8
"""Columns of a kept bolt."""
GROWTH = 1
"""Rows a card may have beyond those of its text."""
LIKED = 4
"""Spare rows in a pane of unlimited height."""


class Section(NamedTuple):
    """Cards that belong together."""

    label: str
    cards: tuple[PieceRef, ...]


class Arrangement(NamedTuple):
    """A way to lay out the hand."""

    first: str
    """Form of the cards of the first section: ``upright``, ``lying``, one per ``line``, or all in a ``row``."""
    rest: str
    """Form of the cards of the other sections."""
    bolts: bool
    """Whether silk is drawn as cloth rather than as letters."""


ARRANGEMENTS = (
    Arrangement("upright", "upright", True),
    Arrangement("upright", "row", True),
    Arrangement("upright", "row", False),
    Arrangement("lying", "lying", True),
    Arrangement("lying", "row", True),
    Arrangement("line", "line", True),
    Arrangement("line", "line", False),
    Arrangement("line", "row", False),
    Arrangement("row", "row", False),
)
"""From the most detailed to the smallest."""


def title(scene: Scene) -> str:
    """Return the border title: whose hand, and the cards in hand and supply."""
    view = scene.view
    if view.seat is None:
        return scene.words.say("panes.hand.title")
    player = view.table.players[view.seat]
    who = scene.words.seat(view.table.setup, view.seat)
    return scene.words.say("panes.hand.border", who=who, before=len(player.hand), after=len(player.supply))


def draw_hand(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the cards of the present choice first, then the others, silk, supply and discard pile, as large as fits."""
    seat = scene.view.seat
    if seat is None or seat >= len(scene.view.table.setup.players):
        canvas = Canvas(scene, width)
        canvas.put(1, 0, canvas.words.say("panes.hand.hidden"), "dim")
        return canvas.finish()
    sections = _sections(scene, seat)
    smallest: tuple[Canvas, Arrangement] | None = None
    for arrangement in ARRANGEMENTS:
        if arrangement.first == "upright" and width < 2 * cards.LEAST:
            continue
        canvas = _lay_out(scene, seat, width, sections, arrangement)
        fits = height is None or canvas.height <= height
        if smallest is None or fits or canvas.height < smallest[0].height:
            smallest = canvas, arrangement
        if fits:
            break
    assert smallest is not None
    canvas, arrangement = smallest
    spare = LIKED if height is None else height - canvas.height
    if arrangement.first == "upright" and spare > 0:
        canvas = _lay_out(scene, seat, width, sections, arrangement, spare)
    return canvas.finish()


def _sections(scene: Scene, seat: int) -> list[Section]:
    """Return what can be chosen from now, then the hand, which begins with the card being played."""
    state = scene.view.table
    player, decision = state.players[seat], state.pending[-1] if state.pending else None
    sections = []
    if isinstance(decision, ExamCard) and decision.seat == seat:
        deck = sorted(set(deck_of_exam(state, decision.exam)))
        sections.append(Section("exam", tuple(PieceRef("exam-card", card) for card in deck)))
    if _is_choosing_hand(scene, seat) and player.supply:
        sections.append(Section("supply", tuple(PieceRef("supply", card) for card in player.supply)))
    turn = state.turn
    played = [PieceRef("played", turn.card)] if turn and turn.seat == seat and turn.card and turn.on_table else []
    hand = (*played, *(PieceRef("hand", card) for card in player.hand))
    return [*sections, Section("hand", hand)] if hand else sections


def _is_choosing_hand(scene: Scene, seat: int) -> bool:
    decision = scene.view.table.pending[-1] if scene.view.table.pending else None
    return isinstance(decision, HandChoice) and decision.seat == seat


def _lay_out(
    scene: Scene, seat: int, width: int, sections: list[Section], arrangement: Arrangement, spare: int = 0
) -> Canvas:
    """Draw everything on one canvas; ``spare`` rows make first the cards taller, then the bolts thicker."""
    canvas = Canvas(scene, width)
    player = scene.view.table.players[seat]
    for n, section in enumerate(sections):
        form, labelled = arrangement.rest if n else arrangement.first, len(sections) > 1
        if form == "upright":
            spare -= _upright(canvas, section, spare, labelled)
        elif form == "lying":
            _lying(canvas, section, labelled)
        elif form == "line":
            _lines(canvas, section, labelled)
        else:
            _row(canvas, [section])
    if spare > 1 and sections:
        spare -= 1
        canvas.put(0, canvas.height, "")
    if arrangement.bolts:
        _bolts(canvas, player, spare)
    else:
        _letters(canvas, player)
    _aside(canvas, seat)
    _specialist(canvas, seat, player)
    piles = [Section("discard", tuple(PieceRef("discard", card) for card in player.discard[::-1]))]
    if not _is_choosing_hand(scene, seat):
        piles.insert(0, Section("supply", tuple(PieceRef("supply", card) for card in player.supply)))
    _row(canvas, [section for section in piles if section.cards])
    return canvas


# ---- cards


def _abreast(canvas: Canvas, section: Section) -> int:
    """Return how many upright cards fit side by side without cutting a text."""
    count = len(section.cards)
    limit = max(1, min(count, (canvas.width + 1) // (cards.LEAST + 1)))
    faces = [canvas.box.card.get(piece.name) for piece in section.cards]
    for abreast in range(limit, 0, -1):
        if all(cards.upright_height(canvas, face, _card_width(canvas, abreast)) for face in faces):
            return -(-count // -(-count // abreast))
    return limit


def _card_width(canvas: Canvas, abreast: int) -> int:
    return min((canvas.width + 1) // abreast - 1, cards.WIDEST)


def _label(canvas: Canvas, section: Section) -> None:
    """Write the name of the section on its own line."""
    canvas.put(0, canvas.height, canvas.words.say(f"panes.hand.label.{section.label}"), "head")


def _foot(canvas: Canvas, piece: PieceRef) -> str:
    """Return the note on the card that is being played."""
    return canvas.words.say("panes.hand.on-table") if piece.kind == "played" else ""


def _lying(canvas: Canvas, section: Section, labelled: bool) -> None:
    """Draw cards on their sides, in as many columns as fit."""
    if labelled:
        _label(canvas, section)
    least, rows = LYING
    columns = max(1, min(len(section.cards), (canvas.width + 1) // (least + 1)))
    top, narrowest = canvas.height, max(1, (canvas.width + 1) // columns - 1)
    form = cards.choose_form(canvas, (piece.name for piece in section.cards), narrowest, rows)
    for n, piece in enumerate(section.cards):
        x, after = (at * (canvas.width + 1) // columns for at in (n % columns, n % columns + 1))
        y = top + n // columns * rows
        cards.draw_in_row(canvas, x, y, max(1, after - 1 - x), rows, piece, form, _foot(canvas, piece))
        cards.draw_separator(canvas, x, y, rows)


def _upright(canvas: Canvas, section: Section, spare: int, labelled: bool) -> int:
    """Draw upright cards, as wide as fits; return how many of the ``spare`` rows they took."""
    if labelled:
        _label(canvas, section)
    abreast = _abreast(canvas, section)
    card_width, taken = _card_width(canvas, abreast), 0
    named = cards.fit_rank_names(canvas, (piece.name for piece in section.cards), card_width)
    for first in range(0, len(section.cards), abreast):
        line, top = section.cards[first : first + abreast], canvas.height
        faces = [canvas.box.card.get(piece.name) for piece in line]
        playing = any(piece.kind == "played" for piece in line)
        least = max(cards.upright_height(canvas, face, card_width) or 1 + cards.PORTRAIT + 2 for face in faces)
        growth = max(0, min(spare - taken, GROWTH))
        taken += growth
        for at, piece in enumerate(line):
            x, rows = at * (card_width + 1), least + growth + playing
            cards.draw_upright(canvas, x, top, card_width, rows, piece, _foot(canvas, piece), named)
            cards.draw_separator(canvas, x, top, rows)
    return taken


def _lines(canvas: Canvas, section: Section, labelled: bool) -> None:
    """Draw one card per line."""
    top, left = canvas.height, LABEL if labelled and canvas.width > 2 * LABEL else 0
    if left:
        canvas.put(0, top, canvas.words.say(f"panes.hand.label.{section.label}"), "head", LABEL)
    width = canvas.width - left
    form = cards.choose_form(canvas, (piece.name for piece in section.cards), width, 1)
    for y, piece in enumerate(section.cards, top):
        cards.draw_in_row(canvas, left, y, width, 1, piece, form, _foot(canvas, piece))


def _row(canvas: Canvas, sections: list[Section]) -> None:
    """Draw cards in a row; a section that fits as a whole continues the line."""
    x, y = 0, canvas.height
    for n, section in enumerate(sections):
        label = canvas.words.say(f"panes.hand.label.{section.label}")
        widths = [cards.chip_width(canvas, piece.name) + 1 for piece in section.cards]
        if n and x + 1 + cell_len(label) + sum(widths) > canvas.width:
            x, y = 0, y + 1
        x = canvas.put(x + 1 if x else 0, y, label, "head", LABEL)
        x = max(x, LABEL - 1) if x <= LABEL else x
        for piece, width in zip(section.cards, widths, strict=True):
            if x + width > canvas.width and x > LABEL:
                x, y = LABEL - 1, y + 1
            if x + width > canvas.width:  # too wide for a line with a label
                x, y = max(-1, canvas.width - width), y + (x > 0 and piece is section.cards[0])
            x = cards.draw_chip(canvas, min(x + 1, max(0, canvas.width - 1)), y, piece)


# ---- silk


def _silk_label(canvas: Canvas, player: Player, y: int) -> None:
    canvas.put(0, y, canvas.words.say("panes.hand.label.silk"), "head", LABEL)
    if not player.silk:
        canvas.put(LABEL, y, canvas.words.say("panes.hand.no-tile"), "dim")


def _bolts(canvas: Canvas, player: Player, spare: int) -> None:
    """Draw the kept tiles as bolts of cloth."""
    y = canvas.height
    if not player.silk:
        _silk_label(canvas, player, y)
        return
    left = LABEL if canvas.width > 2 * LABEL else 0
    abreast = max(1, (canvas.width - left + 1) // (THINNEST + 1))
    lines = -(-len(player.silk) // abreast)
    abreast = -(-len(player.silk) // lines)
    bolt_width = max(1, min((canvas.width - left + 1) // abreast - 1, THICKEST))
    rows = BOLT + (1 if spare >= lines else 0)
    _silk_label(canvas, player, y + (rows - 1) // 2)
    for n, tile in enumerate(player.silk):
        x, top = left + n % abreast * (bolt_width + 1), y + n // abreast * rows
        piece = PieceRef("silk", tile)
        key = ("kept", tile, canvas.state_key(piece))
        canvas.draw_block(x, top, bolt_width, rows, key, lambda part, t=tile: _bolt(part, t, rows))  # type: ignore[misc]


def _bolt(canvas: Canvas, tile: str, rows: int) -> None:
    """Draw one bolt; its lower half shows its state."""
    face, piece, width = canvas.box.tile.get(tile), PieceRef("silk", tile), canvas.width
    canvas.add_spot(piece, 0, 0, width, rows, drawn=True)
    if face is None:
        canvas.fill(0, 0, width, rows, "card")
        canvas.centre(0, 0, width, FACE_DOWN, canvas.ink("soft"))
    else:
        bolt(canvas, 0, 0, width, rows, face.silk)
    state, *mark = canvas.state_key(piece)
    if state or mark:
        pays = canvas.words.say("panes.hand.pays") if state == "chosen" else ""
        canvas.draw_band(0, rows - 1, width, pays if cell_len(pays) < width else "", piece)


def _letters(canvas: Canvas, player: Player) -> None:
    """Write the kept tiles as letters, after a sign of their state."""
    y, x = canvas.height, LABEL - 1
    _silk_label(canvas, player, y)
    for tile in player.silk:
        face, piece = canvas.box.tile.get(tile), PieceRef("silk", tile)
        colours = silk.bale_colours(face.silk) if face else []
        if x + 1 + max(1, len(colours)) > canvas.width and x >= LABEL:
            x, y = LABEL - 1, y + 1
        x = max(0, min(x, canvas.width - 2))
        if x >= LABEL and x + 2 + len(colours) < canvas.width:
            x += 1
        state = canvas.state_of_piece(piece)
        sign = {"lit": LIT, "chosen": symbols.DONE, "open": OPEN}.get(state, " ")
        canvas.put(x, y, sign, "done" if state == "chosen" else "open" if state in ("lit", "open") else "")
        canvas.add_spot(piece, x + 1, y, max(1, len(colours)), drawn=state != "lit")
        x += 1
        for colour in colours:
            x = silk.put_letter(canvas, x, y, colour)
        if face is None:
            x = canvas.put(x, y, FACE_DOWN, "card")


def _aside(canvas: Canvas, seat: int) -> None:
    """Write the tiles laid aside for prestige."""
    decision = canvas.state.pending[-1] if canvas.state.pending else None
    if not isinstance(decision, SilkForPrestige) or decision.seat != seat or not decision.aside:
        return
    x, y = LABEL, canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.aside"), "head", LABEL)
    for tile in decision.aside:
        for colour in silk.bale_colours(canvas.box.tile[tile].silk):
            x = silk.put_letter(canvas, x, y, colour)
        x += 1


def _specialist(canvas: Canvas, seat: int, player: Player) -> None:
    """Write the condition of the specialised Apprentice, and what is missing (JB-4, JB-10)."""
    if not player.specialist:
        return
    y = canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.special"), "head", LABEL)
    if player.specialist not in canvas.box.card:
        canvas.add_spot(PieceRef("specialist"), LABEL, y, canvas.width - LABEL)
        canvas.put(LABEL, y, canvas.words.say("panes.hand.face-down"), "dim")
        return
    words, state = canvas.words, canvas.state
    missing = unmet(state, canvas.box, seat)
    condition = condition_of(canvas.box, player.specialist)
    width = canvas.width - LABEL
    lines = fold(f"{symbols.TO_DO if missing else symbols.DONE} {words.condition(condition)}", width, 2)
    condition_lines = len(lines)
    if missing:
        lacking = [_lacking(canvas, what, count) for what, count in missing]
        lines += fold(canvas.words.say("panes.hand.missing", parts=lacking), width, 2)
    else:
        lines.append(canvas.words.say("panes.hand.hireable"))
    canvas.add_spot(PieceRef("specialist"), LABEL, y, width, len(lines))
    for n, line in enumerate(lines):
        role = "done" if not missing else "" if n < condition_lines else "dim"
        canvas.put(LABEL, y + n, line, role)


def _lacking(canvas: Canvas, what: str, count: int) -> str:
    """Return how many of what a condition still lacks."""
    words = canvas.words
    if words.knows(f"panes.hand.lack.{what}"):
        return words.say(f"panes.hand.lack.{what}", n=count)
    return f"{count} {words.noun(what, count)}"


SPEC = PaneSpec(
    "hand",
    letter="n",
    at=DRAWN,
    face=Face(draw_hand, title),
    pieces=frozenset({"hand", "supply", "discard", "silk", "specialist", "played", "exam-card"}),
)
