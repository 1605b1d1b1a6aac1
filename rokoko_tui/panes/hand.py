"""The onlooker's own cards and silk: hand, supply, discard pile, kept tiles and specialised Apprentice."""

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
from rokoko_tui.text.cells import folded

LABEL = 8
LYING = 17, 3
"""Columns of a lying card at least, and its rows."""
BOLT = 2
"""Rows of a kept bolt at least; there may be one more."""
THINNEST, THICKEST = 4, 8
"""Columns of a kept bolt."""
GROWTH = 1
"""Rows cards may have beyond those their words need."""
LIKED = 4
"""Spare rows where there may be as many as it likes."""


class Section(NamedTuple):
    """Cards that belong together."""

    label: str
    cards: tuple[tuple[str, str], ...]
    """(zone, card) of each."""


class Way(NamedTuple):
    """How the hand is laid out."""

    first: str
    """How the cards of the first section are drawn: ``upright``, ``lying``, each on a ``line``, or in a ``row``."""
    rest: str
    """How those of the others are."""
    bolts: bool
    """Whether silk is drawn as cloth, else as letters."""


WAYS = (
    Way("upright", "upright", True),
    Way("upright", "row", True),
    Way("upright", "row", False),
    Way("lying", "lying", True),
    Way("lying", "row", True),
    Way("line", "line", True),
    Way("line", "line", False),
    Way("line", "row", False),
    Way("row", "row", False),
)
"""From the one that shows most to the one that needs least room."""


def title(scene: Scene) -> str:
    """Whose hand it is."""
    view = scene.view
    if view.seat is None:
        return scene.words.say("panes.hand.title")
    player = view.table.players[view.seat]
    who = scene.words.seat(view.table.setup, view.seat)
    return scene.words.say("panes.hand.border", who=who, before=len(player.hand), after=len(player.supply))


def draw_hand(scene: Scene, width: int, height: int | None) -> Drawing:
    """The cards a choice is about first, then the others, silk, supply and discard pile, as large as there is room."""
    seat = scene.view.seat
    if seat is None or seat >= len(scene.view.table.setup.players):
        canvas = Canvas(scene, width)
        canvas.put(1, 0, canvas.words.say("panes.hand.hidden"), "dim")
        return canvas.finish()
    sections = _sections(scene, seat)
    best: tuple[Canvas, Way] | None = None
    for way in WAYS:
        if way.first == "upright" and width < 2 * cards.LEAST:
            continue
        canvas = _laid_out(scene, seat, width, sections, way)
        if best is None or canvas.height < best[0].height:
            best = canvas, way
        if height is None or canvas.height <= height:
            best = canvas, way
            break
    assert best is not None
    canvas, way = best
    spare = LIKED if height is None else height - canvas.height
    if way.first == "upright" and spare > 0:
        canvas = _laid_out(scene, seat, width, sections, way, spare)
    return canvas.finish()


def _sections(scene: Scene, seat: int) -> list[Section]:
    """What there is to choose from now, and the hand with the card being played before it."""
    state = scene.view.table
    player, asked = state.players[seat], state.pending[-1] if state.pending else None
    found = []
    if isinstance(asked, ExamCard) and asked.seat == seat:
        deck = sorted(set(deck_of_exam(state, asked.exam)))
        found.append(Section("exam", tuple(("exam-card", card) for card in deck)))
    if _choosing(scene, seat) and player.supply:
        found.append(Section("supply", tuple(("supply", card) for card in player.supply)))
    turn = state.turn
    played = [("played", turn.card)] if turn and turn.seat == seat and turn.card and turn.on_table else []
    hand = (*played, *(("hand", card) for card in player.hand))
    return [*found, Section("hand", hand)] if hand else found


def _choosing(scene: Scene, seat: int) -> bool:
    asked = scene.view.table.pending[-1] if scene.view.table.pending else None
    return isinstance(asked, HandChoice) and asked.seat == seat


def _laid_out(scene: Scene, seat: int, width: int, sections: list[Section], way: Way, spare: int = 0) -> Canvas:
    """All of it on one canvas; ``spare`` rows make cards taller first, then the bolts thicker."""
    canvas = Canvas(scene, width)
    player = scene.view.table.players[seat]
    for n, section in enumerate(sections):
        form = way.rest if n else way.first
        if form == "upright":
            spare -= _upright(canvas, section, spare, labelled=len(sections) > 1)
        elif form == "lying":
            _lying(canvas, section, labelled=len(sections) > 1)
        elif form == "line":
            _lines(canvas, section, labelled=len(sections) > 1)
        else:
            _row(canvas, [section])
    if spare > 1 and sections:
        spare -= 1
        canvas.put(0, canvas.height, "")
    if way.bolts:
        _bolts(canvas, player, spare)
    else:
        _letters(canvas, player)
    _aside(canvas, seat)
    _specialist(canvas, seat, player)
    left = [] if _choosing(scene, seat) else [Section("supply", tuple(("supply", card) for card in player.supply))]
    left.append(Section("discard", tuple(("discard", card) for card in player.discard[::-1])))
    _row(canvas, [section for section in left if section.cards])
    return canvas


# ---- cards


def _abreast(canvas: Canvas, section: Section) -> int:
    """How many upright cards stand side by side: as many as there are words for without cutting any."""
    count = len(section.cards)
    most = max(1, min(count, (canvas.width + 1) // (cards.LEAST + 1)))
    faces = [canvas.box.card.get(card) for _, card in section.cards]
    for abreast in range(most, 0, -1):
        if all(cards.needs(canvas, face, _own(canvas, abreast)) for face in faces):
            return -(-count // -(-count // abreast))
    return most


def _own(canvas: Canvas, abreast: int) -> int:
    """The columns of each of so many cards."""
    return min((canvas.width + 1) // abreast - 1, cards.WIDEST)


def _label(canvas: Canvas, section: Section) -> None:
    """What the cards are, on a line of its own."""
    canvas.put(0, canvas.height, canvas.words.say(f"panes.hand.label.{section.label}"), "head")


def _foot(canvas: Canvas, zone: str) -> str:
    """What is said on the card that is being played."""
    return canvas.words.say("panes.hand.on-table") if zone == "played" else ""


def _lying(canvas: Canvas, section: Section, labelled: bool) -> None:
    """Cards on their sides, in as many columns as there is room for."""
    if labelled:
        _label(canvas, section)
    least, rows = LYING
    columns = max(1, min(len(section.cards), (canvas.width + 1) // (least + 1)))
    top = canvas.height
    for n, (zone, card) in enumerate(section.cards):
        x, after = (at * (canvas.width + 1) // columns for at in (n % columns, n % columns + 1))
        y = top + n // columns * rows
        cards.lying(canvas, x, y, max(1, after - 1 - x), rows, f"{zone}:{card}", card, _foot(canvas, zone))
        cards.parted(canvas, x, y, rows)


def _upright(canvas: Canvas, section: Section, spare: int, labelled: bool) -> int:
    """Cards as cards, as wide as there is room; return how many of the ``spare`` rows they took."""
    if labelled:
        _label(canvas, section)
    abreast = _abreast(canvas, section)
    own, taken = _own(canvas, abreast), 0
    for first in range(0, len(section.cards), abreast):
        line, top = section.cards[first : first + abreast], canvas.height
        faces = [canvas.box.card.get(card) for _, card in line]
        playing = any(zone == "played" for zone, _ in line)
        least = max(cards.needs(canvas, face, own) or 1 + cards.PORTRAIT + 2 for face in faces)
        liked = max(cards.needs(canvas, face, own, whole=True) for face in faces)
        growth = max(0, min(spare - taken, max(liked - least, GROWTH)))
        taken += growth
        for at, (zone, card) in enumerate(line):
            x, rows = at * (own + 1), least + growth + playing
            cards.upright(canvas, x, top, own, rows, f"{zone}:{card}", card, _foot(canvas, zone))
            cards.parted(canvas, x, top, rows)
    return taken


def _lines(canvas: Canvas, section: Section, labelled: bool) -> None:
    """A card a line, after what they are."""
    top, left = canvas.height, LABEL if labelled and canvas.width > 2 * LABEL else 0
    if left:
        canvas.put(0, top, canvas.words.say(f"panes.hand.label.{section.label}"), "head", LABEL)
    room = canvas.width - left
    named = all(cards.line_needs(canvas, card) <= room for _, card in section.cards)
    for y, (zone, card) in enumerate(section.cards, top):
        cards.line(canvas, left, y, room, f"{zone}:{card}", card, named, _foot(canvas, zone))


def _row(canvas: Canvas, sections: list[Section]) -> None:
    """Cards one after the other; the next section on the same line if it fits there as a whole."""
    x, y = 0, canvas.height
    for n, section in enumerate(sections):
        label = canvas.words.say(f"panes.hand.label.{section.label}")
        widths = [cards.chip_width(canvas, card) + 1 for _, card in section.cards]
        if n and x + 1 + cell_len(label) + sum(widths) > canvas.width:
            x, y = 0, y + 1
        x = canvas.put(x + 1 if x else 0, y, label, "head", LABEL)
        x = max(x, LABEL - 1) if x <= LABEL else x
        for (zone, card), width in zip(section.cards, widths, strict=True):
            if x + width > canvas.width and x > LABEL:
                x, y = LABEL - 1, y + 1
            x = cards.chip(canvas, min(x + 1, max(0, canvas.width - 1)), y, f"{zone}:{card}", card)


# ---- silk


def _silk_label(canvas: Canvas, player: Player, y: int) -> None:
    canvas.put(0, y, canvas.words.say("panes.hand.label.silk"), "head", LABEL)
    if not player.silk:
        canvas.put(LABEL, y, canvas.words.say("panes.hand.no-tile"), "dim")


def _bolts(canvas: Canvas, player: Player, spare: int) -> None:
    """Kept tiles as bolts of cloth."""
    y = canvas.height
    if not player.silk:
        _silk_label(canvas, player, y)
        return
    left = LABEL if canvas.width > 2 * LABEL else 0
    abreast = max(1, (canvas.width - left + 1) // (THINNEST + 1))
    lines = -(-len(player.silk) // abreast)
    abreast = -(-len(player.silk) // lines)
    own = max(1, min((canvas.width - left + 1) // abreast - 1, THICKEST))
    rows = BOLT + (1 if spare >= lines else 0)
    _silk_label(canvas, player, y + (rows - 1) // 2)
    for n, tile in enumerate(player.silk):
        x, top = left + n % abreast * (own + 1), y + n // abreast * rows
        piece = f"silk:{tile}"
        key = ("kept", tile, canvas.told_of(piece))
        canvas.block(x, top, own, rows, key, lambda on, t=tile: _kept(on, t, rows))  # type: ignore[misc]


def _kept(canvas: Canvas, tile: str, rows: int) -> None:
    """A bolt, whose lower half tells what is the matter with it."""
    face, piece, width = canvas.box.tile.get(tile), f"silk:{tile}", canvas.width
    canvas.spot(piece, 0, 0, width, rows, drawn=True)
    if face is None:
        canvas.fill(0, 0, width, rows, "card")
        canvas.centre(0, 0, width, FACE_DOWN, canvas.ink("soft"))
    else:
        bolt(canvas, 0, 0, width, rows, face.silk)
    state, *mark = canvas.told_of(piece)
    if state or mark:
        pays = canvas.words.say("panes.hand.pays") if state == "chosen" else ""
        canvas.band(0, rows - 1, width, pays if cell_len(pays) < width else "", piece)


def _letters(canvas: Canvas, player: Player) -> None:
    """Kept tiles by their letters, a sign before those that something is the matter with."""
    y, x = canvas.height, LABEL - 1
    _silk_label(canvas, player, y)
    for tile in player.silk:
        face, piece = canvas.box.tile.get(tile), f"silk:{tile}"
        colours = silk.bales(face.silk) if face else []
        if x + 1 + max(1, len(colours)) > canvas.width and x >= LABEL:
            x, y = LABEL - 1, y + 1
        x = max(0, min(x, canvas.width - 2))
        if x >= LABEL and x + 2 + len(colours) < canvas.width:
            x += 1
        state = canvas.state_of(piece)
        sign = {"lit": LIT, "chosen": symbols.DONE, "open": OPEN}.get(state, " ")
        canvas.put(x, y, sign, "done" if state == "chosen" else "open" if state in ("lit", "open") else "")
        canvas.spot(piece, x + 1, y, max(1, len(colours)), drawn=state != "lit")
        x += 1
        for colour in colours:
            x = silk.letter(canvas, x, y, colour)
        if face is None:
            x = canvas.put(x, y, FACE_DOWN, "card")


def _aside(canvas: Canvas, seat: int) -> None:
    """Tiles laid aside for prestige."""
    asked = canvas.state.pending[-1] if canvas.state.pending else None
    if not isinstance(asked, SilkForPrestige) or asked.seat != seat or not asked.aside:
        return
    x, y = LABEL, canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.aside"), "head", LABEL)
    for tile in asked.aside:
        for colour in silk.bales(canvas.box.tile[tile].silk):
            x = silk.letter(canvas, x, y, colour)
        x += 1


def _specialist(canvas: Canvas, seat: int, player: Player) -> None:
    """The specialised Apprentice: what must hold to hire it, and what is missing (JB-4, JB-10)."""
    if not player.specialist:
        return
    y = canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.special"), "head", LABEL)
    if player.specialist not in canvas.box.card:
        canvas.spot("specialist", LABEL, y, canvas.width - LABEL)
        canvas.put(LABEL, y, canvas.words.say("panes.hand.face-down"), "dim")
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
    canvas.spot("specialist", LABEL, y, canvas.width - LABEL, len(lines))
    for n, line in enumerate(lines):
        role = "done" if not missing else "" if n < held else "dim"
        canvas.put(LABEL, y + n, line, role)


def _room(canvas: Canvas) -> int:
    return canvas.width - LABEL


def _lacking(canvas: Canvas, what: str, count: int) -> str:
    """How many of what a condition still lacks."""
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
