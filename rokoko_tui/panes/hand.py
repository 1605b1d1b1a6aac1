"""The pane of the viewer's cards and silk: hand, supply, discard pile, kept tiles and specialised Apprentice."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from textual.geometry import Region

from rokoko_core.play.choices import chooses_hand, missing_for_specialist, offered_exam_cards
from rokoko_core.state import Player
from rokoko_core.terms import EXAM_TASKS, FACE_DOWN
from rokoko_tui.art import cards, symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.art.silk import LABEL, draw_aside, draw_bolts, draw_letters
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.wording import fit, fold, measure


class Section(NamedTuple):
    """Cards that belong together."""

    label: str
    cards: tuple[PieceRef, ...]
    keys: tuple[str, ...] = ()
    """The keys of the cards in the list, empty strings where they have none now; nothing where they never have one."""

    def key(self, n: int) -> str:
        return self.keys[n] if self.keys else ""


def list_sections(scene: Scene, seat: int) -> list[Section]:
    """Return what can be chosen from now, then the hand, in which the card being played keeps its place."""
    state = scene.view.table
    player, sections = state.players[seat], list[Section]()
    if deck := offered_exam_cards(state, seat):
        sections.append(_in_list_order(scene, "deck", [PieceRef("exam-card", card) for card in deck]))
    if chooses_hand(scene.view.table, seat) and player.supply:
        sections.append(_in_list_order(scene, "supply", [PieceRef("supply", card) for card in player.supply]))
    turn = state.turn
    played = [PieceRef("played", turn.card)] if turn and turn.seat == seat and turn.card and turn.on_table else []
    held = sorted((*played, *(PieceRef("hand", card) for card in player.hand)), key=lambda piece: piece.name)
    hand = _in_list_order(scene, "hand", held)
    return [*sections, hand] if hand.cards else sections


def _in_list_order(scene: Scene, label: str, pieces: Sequence[PieceRef]) -> Section:
    """Return a section with the cards on offer in the order of the list, after the others.

    If the list has fewer keys than there are equal cards, the last key is used for the rest.
    """
    keys = scene.card_keys
    if keys.keys().isdisjoint(pieces):
        return Section(label, tuple(pieces), ("",) * len(pieces))
    counts = Counter[PieceRef]()
    keyed: list[tuple[str, PieceRef]] = []
    for card in pieces:
        card_keys = keys.get(card, ("",))
        keyed.append((card_keys[min(counts[card], len(card_keys) - 1)], card))
        counts[card] += 1
    keyed.sort(key=lambda pair: (len(pair[0]), pair[0]))
    return Section(label, tuple(card for _, card in keyed), tuple(key for key, _ in keyed))


def list_piles(scene: Scene, seat: int, player: Player) -> list[Section]:
    """Return supply and discard pile of the ``player`` at ``seat``; not the supply while the hand is chosen from it."""
    piles = [Section("discard", tuple(PieceRef("discard", card) for card in player.discard[::-1]))]
    if not chooses_hand(scene.view.table, seat):
        piles.insert(0, Section("supply", tuple(PieceRef("supply", card) for card in player.supply)))
    return [section for section in piles if section.cards]


LYING = 17, 3
"""Least columns of a lying card, and its rows."""
GROWTH = 1
"""Rows a card may have beyond those of its text."""
KEY = 2
"""Columns before a card in a row for its key in the list, also where it has none: so cards stay in place."""
LARGE_CARD = 14
"""Least columns of a card with a large portrait."""
HAND = 3
"""Cards of a whole hand (HAND-1)."""
STEADY = 42
"""Columns from which a pane has the same lines in every step."""
SPARE_ROWS = 4
"""Spare rows in a pane of unlimited height."""


class Arrangement(NamedTuple):
    """A way to lay out the hand."""

    first: str
    """Form of the cards of the first section: ``upright``, ``lying``, one per ``line``, or all in a ``row``.

    The lines of a row begin after its label, those of a ``packed`` one at the left edge.
    """
    rest: str
    """Form of the cards of the other sections."""
    bolts: bool
    """Whether silk is drawn as cloth rather than as letters."""


MOST_TASK_LINES = 3
"""Lines of tasks in words; where they need more, the boards have them as signs."""
ARRANGEMENTS = (
    Arrangement("upright", "upright", True),
    Arrangement("upright", "row", True),
    Arrangement("upright", "row", False),
    Arrangement("lying", "lying", True),
    Arrangement("lying", "row", True),
    Arrangement("lying", "row", False),
    Arrangement("line", "line", True),
    Arrangement("line", "line", False),
    Arrangement("line", "row", False),
    Arrangement("row", "row", False),
    Arrangement("packed", "packed", False),
)
"""From the most detailed to the smallest."""


class _Shown(NamedTuple):
    """What the pane of a player shows in how many columns."""

    scene: Scene
    width: int
    seat: int
    player: Player
    sections: list[Section]
    tasks: list[str]


def title(scene: Scene) -> str:
    """Return the border title: whose hand, and the cards in hand and supply."""
    view = scene.view
    if view.seat is None:
        return scene.words.say("panes.hand.title")
    player = view.table.players[view.seat]
    who = scene.words.seat(view.table.setup, view.seat)
    return scene.words.say("panes.hand.border", who=who, before=len(player.hand), after=len(player.supply))


def draw_hand(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the cards of the present choice first, then the others, silk, supply and discard pile.

    The form is the largest in which a whole hand fits, so that the cards look alike in every step of a game.
    """
    seat = scene.view.seat
    if seat is None or seat >= len(scene.view.table.setup.players):
        canvas = Canvas(scene, width)
        canvas.put(1, 0, canvas.words.say("panes.hand.hidden"), "dim")
        return canvas.finish()
    player = scene.view.table.players[seat]
    shown = _Shown(scene, width, seat, player, list_sections(scene, seat), _task_lines(scene, player, width))
    sections, lay_out = shown.sections, partial(_lay_out, shown)
    forms, spare = _list_steady_forms(shown, height)
    form, limit = forms[0], 999 if height is None else height
    is_more = bool(sections) and (sections[0].label != "hand" or len(sections[0].cards) > HAND)
    if height is not None and is_more:  # more cards than a hand
        form = next((form for form in forms if lay_out(form, brief=True).height <= height), forms[-1])
        spare = next((left for brief in (False, True) if (left := height - lay_out(form, brief).height) >= 0), 0)
    spare = max(0, spare) if form.first == "upright" else 0
    if lay_out(form, True, spare).height > limit:  # silk in letters rather than a hidden pile
        alike = [each for each in forms if each.first == form.first]
        form = next((each for each in alike if lay_out(each, True, spare).height <= limit), alike[-1])
    brief = lay_out(form, False, spare).height > limit
    return lay_out(form, brief, spare, limit - lay_out(form, brief, spare).height).finish()


def _list_steady_forms(shown: _Shown, height: int | None) -> tuple[Sequence[Arrangement], int]:
    """Return the forms from the first one in which a hand of the longest cards fits with silk, and the rows it leaves.

    Except for upright cards, a line of the supply has to fit too. A narrow pane, which has more lines in some steps
    than in others, has no pictures.
    """
    box, words = shown.scene.box, shown.scene.words
    names = sorted(box.card, key=lambda name: len(words.bonus_short(box.card[name].bonus).longest))[-HAND:]
    hand = Section("hand", tuple(PieceRef("hand", name) for name in names), tuple(map(str, range(len(names)))))
    special = FACE_DOWN if box.jewel_prices else ""
    least = {"upright": max(STEADY, 2 * cards.LEAST), "lying": STEADY}

    for n, form in enumerate(ARRANGEMENTS):
        supply = () if form.first == "upright" else tuple(names[:1])
        player = replace(shown.player, silk=(FACE_DOWN,), supply=supply, discard=(), specialist=special)
        rows = _lay_out(shown._replace(player=player, sections=[hand]), form, brief=True).height
        if shown.width >= least.get(form.first, 0) and (height is None or rows <= height):
            return ARRANGEMENTS[n:], SPARE_ROWS if height is None else height - rows
    return ARRANGEMENTS[-1:], 0


def _lay_out(shown: _Shown, arrangement: Arrangement, brief: bool, spare: int = 0, below: int = 0) -> Canvas:
    """Draw everything on one canvas; ``spare`` rows make first the cards taller, then ``below`` of them the bolts.

    ``brief``: a shorter text of the specialised Apprentice.
    """
    scene, width, seat, player, sections, tasks = shown
    canvas = Canvas(scene, width)
    for n, section in enumerate(sections):
        form, labelled = arrangement.rest if n else arrangement.first, len(sections) > 1
        if form == "upright":
            spare -= _upright(canvas, section, spare, labelled)
        elif form == "lying":
            _lying(canvas, section, labelled)
        elif form == "line":
            _lines(canvas, section, labelled)
        else:
            _row(canvas, [section], form == "packed")
    spare = min(spare, max(0, below))
    if spare > 1 and sections:
        spare -= 1
        canvas.put(0, canvas.height, "")
    if arrangement.bolts:
        draw_bolts(canvas, player, spare)
    elif player.silk or arrangement.rest != "packed":
        draw_letters(canvas, player)
    draw_aside(canvas, seat)
    for n, line in enumerate(tasks):
        y = canvas.height
        canvas.put(0, y, "" if n else canvas.words.say("panes.hand.label.exam"), "head", LABEL)
        canvas.put(LABEL, y, line)
    _specialist(canvas, seat, player, brief)
    _row(canvas, list_piles(scene, seat, player), arrangement.rest == "packed")
    return canvas


# ---- cards


def _abreast(canvas: Canvas, section: Section) -> int:
    """Return how many upright cards fit side by side without cutting a text."""
    count = max(HAND, len(section.cards))
    limit = max(1, min(count, (canvas.width + 1) // (cards.LEAST + 1)))
    faces = canvas.box.card.values()
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


def _choose_lying_form(canvas: Canvas) -> tuple[int, cards.RowForm]:
    """Return the most columns in which a portrait fits beside every bonus, else the most, with the form there."""
    least, rows = LYING
    most = max(1, (canvas.width + 1) // (least + 1))
    forms = [
        (n, cards.choose_form(canvas, canvas.box.card, (canvas.width + 1) // n - 1 - KEY, rows))
        for n in range(most, 0, -1)
    ]
    return next((pair for pair in forms if pair[1].portrait is not None), forms[0])


def _lying(canvas: Canvas, section: Section, labelled: bool) -> None:
    """Draw cards on their sides, in as many columns as fit."""
    if labelled:
        _label(canvas, section)
    columns, form = _choose_lying_form(canvas)
    top, rows = canvas.height, LYING[1]
    for n, piece in enumerate(section.cards):
        x, after = (at * (canvas.width + 1) // columns for at in (n % columns, n % columns + 1))
        y = top + n // columns * rows
        copy = canvas.of_copy(section.cards, n)
        canvas.put(x, y, section.key(n), "strong", KEY)
        region = Region(x + KEY, y, max(1, after - 1 - x - KEY), rows)
        cards.draw_in_row(copy, region, piece, form, _foot(canvas, piece))
        cards.draw_separator(canvas, x, y, rows)


def _upright(canvas: Canvas, section: Section, spare: int, labelled: bool) -> int:
    """Draw upright cards, as wide as fits; return how many of the ``spare`` rows they took."""
    if labelled:
        _label(canvas, section)
    abreast = _abreast(canvas, section)
    card_width, taken = _card_width(canvas, abreast), 0
    named = cards.fit_rank_names(canvas, canvas.box.card, card_width)
    portrait, taller = cards.PORTRAIT, (cards.LARGE_PORTRAIT - cards.PORTRAIT) * -(-len(section.cards) // abreast)
    if spare >= taller and card_width >= LARGE_CARD:
        portrait, taken = cards.LARGE_PORTRAIT, taller
    for first in range(0, len(section.cards), abreast):
        line, top = section.cards[first : first + abreast], canvas.height
        faces = [canvas.box.card.get(piece.name) for piece in line]
        least = max(cards.upright_height(canvas, face, card_width) or 1 + cards.PORTRAIT + 2 for face in faces)
        growth = max(0, min(spare - taken, GROWTH))
        taken += growth
        for at, piece in enumerate(line):
            x, rows = at * (card_width + 1), least + portrait - cards.PORTRAIT + growth
            copy = canvas.of_copy(section.cards, first + at)
            form = cards.UprightForm(_foot(canvas, piece), named, portrait, section.key(first + at))
            cards.draw_upright(copy, Region(x, top, card_width, rows), piece, form)
            cards.draw_separator(canvas, x, top, rows)
    return taken


def _lines(canvas: Canvas, section: Section, labelled: bool) -> None:
    """Draw one card per line."""
    top, left = canvas.height, LABEL if labelled and canvas.width > 2 * LABEL else 0
    if left:
        canvas.put(0, top, canvas.words.say(f"panes.hand.label.{section.label}"), "head", LABEL)
    width = canvas.width - left - KEY
    form = cards.choose_form(canvas, canvas.box.card, canvas.width - LABEL - KEY, 1)
    for n, piece in enumerate(section.cards):
        copy = canvas.of_copy(section.cards, n)
        canvas.put(left, top + n, section.key(n), "strong", KEY)
        cards.draw_in_row(copy, Region(left + KEY, top + n, width, 1), piece, form, _foot(canvas, piece))


def _row(canvas: Canvas, sections: list[Section], is_packed: bool = False) -> None:
    """Draw cards in a row; a section that fits as a whole continues the line, if that is the first of the other."""
    x, y, left = 0, canvas.height, -1 if is_packed else LABEL - 1
    top = y
    for index, section in enumerate(sections):
        label = canvas.words.say(f"panes.hand.label.{section.label}")
        chips = [cards.chip_width(canvas, card.name) for card in section.cards]
        blank = " " if section.keys else ""
        keys = [section.key(n) or blank * (chip < canvas.width) for n, chip in enumerate(chips)]
        widths = [chip + 1 + measure(key) for chip, key in zip(chips, keys, strict=True)]
        if index and (y > top or x + 1 + measure(label) + sum(widths) > canvas.width):
            x, y = 0, y + 1
        top = y
        x = canvas.put(x + 1 if x else 0, y, label, "head", LABEL)
        x = max(x, LABEL - 1) if x <= LABEL else x
        for n, (piece, width) in enumerate(zip(section.cards, widths, strict=True)):
            if x + width > canvas.width and x > left + 1:
                if is_packed and not n:
                    canvas.put(LABEL, y, canvas.words.say("narration.count.card", n=len(section.cards)), "dim")
                x, y = left, y + 1
            if x + width > canvas.width:  # too wide for a line with a label
                if x > 0 and piece is section.cards[0]:
                    canvas.put(LABEL, y, canvas.words.say("narration.count.card", n=len(section.cards)), "dim")
                x, y = max(-1, canvas.width - width), y + (x > 0 and piece is section.cards[0])
            x = canvas.put(min(x + 1, max(0, canvas.width - 1)), y, keys[n], "strong")
            x = cards.draw_chip(canvas.of_copy(section.cards, n), x, y, piece)


# ---- the specialised Apprentice


def _specialist(canvas: Canvas, seat: int, player: Player, brief: bool) -> None:
    """Write the condition of the specialised Apprentice, and what is missing (JB-4, JB-10).

    ``brief``: one of both, on one line if possible.
    """
    if not player.specialist:
        return
    y = canvas.height
    canvas.put(0, y, canvas.words.say("panes.hand.label.special"), "head", LABEL)
    if player.specialist not in canvas.box.card:
        canvas.add_spot(PieceRef("specialist"), Region(LABEL, y, canvas.width - LABEL, 1))
        canvas.put(LABEL, y, canvas.words.say("panes.hand.face-down"), "dim")
        return
    words, width = canvas.words, canvas.width - LABEL
    missing = missing_for_specialist(canvas.state, seat)
    mark, condition = symbols.TO_DO if missing else symbols.DONE, str(canvas.box.card[player.specialist].condition)
    lacking = [_lacking(canvas, what, count) for what, count in missing]
    note = words.say("panes.hand.missing", parts=lacking) if missing else words.say("panes.hand.hireable")
    whole = f"{mark} {words.condition(condition)}"
    lines, notes = fold(whole, width, 3), fold(note, width, 2)
    if brief:
        line = fit((f"{whole} ({note})" if missing else whole, whole, f"{mark} {note}", ""), width)
        lines, notes = [line] if line else lines, []
    canvas.add_spot(PieceRef("specialist"), Region(LABEL, y, width, len(lines) + len(notes)))
    for n, line in enumerate([*lines, *notes]):
        canvas.put(LABEL, y + n, line, "done" if not missing else "" if n < len(lines) else "dim")


def _task_lines(scene: Scene, player: Player, width: int) -> list[str]:
    """Return the tasks of the next examination in words, with a tick before those done (JB-6); none if too long."""
    if player.exam is None:
        return []
    marks = ((symbols.DONE if task in player.tasks else symbols.TO_DO, task) for task in EXAM_TASKS[player.exam])
    tasks = [f"{mark}{NO_BREAK_SPACE}{symbols.task_in_words(scene.words, task)}" for mark, task in marks]
    lines = fold(f"{NO_BREAK_SPACE} ".join(tasks), width - LABEL, len(tasks))  # the marks separate them
    return [line.replace(NO_BREAK_SPACE, " ").rstrip() for line in lines] if len(lines) <= MOST_TASK_LINES else []


def _lacking(canvas: Canvas, what: str, count: int) -> str:
    """Return how many of what a condition still lacks."""
    words = canvas.words
    if words.knows(f"panes.hand.lack.{what}"):
        return words.say(f"panes.hand.lack.{what}", n=count)
    return words.say_of(f"choices.missing.{what}", {"n": count})


SPEC = PaneSpec(
    "hand",
    letter="n",
    at=DRAWN,
    face=Face(draw_hand, title),
    pieces=frozenset({"hand", "supply", "discard", "silk", "specialist", "played", "exam-card"}),
)
