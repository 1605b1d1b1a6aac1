"""The pane of the player boards: goods, dresses in the halls, next income, examination and scores."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.board_counts import deck_left, dresses_of, lasting_deck
from rokoko_core.components.tables import DecorationSpace, Dress
from rokoko_core.observe import as_known
from rokoko_core.play.choices import income_of
from rokoko_core.scoring import lasting_score
from rokoko_core.state import Player
from rokoko_core.terms import COLOURS, EXAM_TASKS, FACE_DOWN, DecorationKind, Rank
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.figures import Size, garment
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.wording import Part, Parts, Wording, fit, fold, measure, truncate

BOARD, PORTLY, STATELY = 3, 6, 9
"""Lines of a board, and of one with its dresses drawn as small or as middle figures."""
WIDE = 54
"""Columns from which scores are written with words."""
LEFT = 2
"""Columns of the band in the owner's colour before a board."""
_DONE = {True: "done", False: "dim"}
MONEY = 4
"""Columns of the Livre on a one-line board."""


def title(scene: Scene) -> str:
    return scene.words.say("panes.players.border")


def draw_players(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw a line for each player, or a board of two to five lines, or of six to ten with figures.

    Where boards have two lines, the viewer's has three if they fit.
    """
    canvas = Canvas(scene, width)
    seats = scene.box.seats
    known = as_known(scene.view)
    totals = [lasting_score(known, seat) for seat in range(seats)]
    lines = next((n for n in (STATELY, PORTLY, BOARD + 1, BOARD, 2) if height is None or height >= n * seats), 1)
    lines = BOARD + 1 if height is None else min(height // seats, STATELY + 1) if lines > BOARD else lines
    name_width = max(4, width - max(_columns_beside_name(canvas, seat, totals[seat]) for seat in range(seats)))
    y = 0
    for seat in range(seats):
        extra = int(lines == BOARD - 1 and seat == scene.view.seat and height is not None and height > lines * seats)
        _board(canvas, y, lines + extra, seat, totals[seat], name_width)
        if lines > BOARD:
            _fill(canvas, y + BOARD, lines - BOARD, seat, lasting_deck(known, seat))
        y += lines + extra
    return canvas.finish()


def _board(canvas: Canvas, y: int, lines: int, seat: int, total: int, name_width: int) -> None:
    state, width = canvas.state, canvas.width
    moves = canvas.scene.mover == seat
    paint = owner_role(state.setup, seat)
    ground = f"card~{paint}@14" if moves else "card.dark"
    canvas.fill(Region(0, y, width, lines), ground)
    canvas.fill(Region(0, y, 1, lines), paint)
    if lines == 1:
        score = _in_a_line(canvas, y, seat, total, name_width)
    else:
        score = _named(canvas, y, seat, total, moves)
    canvas.add_spot(PieceRef("score", seat), Region(score, y, width - score, 1), sign=False)
    canvas.add_spot(PieceRef("player", seat), Region(1, y, width - 1, 1), sign=False)
    canvas.add_spot(PieceRef("player", seat), Region(1, y + 1, width - 1, lines - 1), drawn=True)
    if lines == 1:
        return
    _owned(canvas, y + 1, seat)
    if lines > 2:
        _prospects(canvas, y + 2, seat)


def _fill(canvas: Canvas, y: int, rows: int, seat: int, deck: Collection[str]) -> None:
    """Fill the rest of a board: decorations, deck and discard pile, and at their right dresses if no text is cut."""
    dresses = _place_dresses(canvas, y, rows, seat) if rows >= PORTLY - BOARD else []
    for end in (min((each.x for each in dresses), default=canvas.width), canvas.width):
        discard = _discard(canvas, seat, end - LEFT, 3 if rows >= STATELY - BOARD else 1)
        owned = _decorations(canvas, rows - len(discard), seat, end)
        if not any("…" in text for text in (*owned, *(part for line in discard for part, _ in line))):
            break
    for n, dress in enumerate(dresses if end < canvas.width else ()):
        figure, letter = garment(dress.face.ladies, bool(dress.face.effect), n), canvas.words.letter(dress.face.colour)
        dye, role = (of(canvas.words, dress.face.colour) for of in (symbols.dye, symbols.silk_role))
        canvas.draw_figure(dress.x, dress.y, figure, dress.size, dye, letter, role)
    for n, names in enumerate(owned):
        canvas.put(LEFT, y + n, names)
    top = y + rows - len(discard)
    y += len(owned)
    y += _deck(canvas, y, top - y, deck, end)
    for n, line in enumerate(discard):
        canvas.put_parts(LEFT, y + n, [line])


def _mark(canvas: Canvas, y: int, seat: int, name_width: int) -> int:
    """Write mark and name; return the next column."""
    state, words = canvas.state, canvas.words
    role = owner_role(state.setup, seat)
    x = canvas.put(LEFT, y, mark_of(state.setup, seat), role) + 1
    return canvas.put(x, y, words.seat_within(state.setup, seat, name_width), role)


def _goods_in_signs(player: Player) -> tuple[str, str]:
    return f"{symbols.YARN}{player.yarn} {symbols.LACE}{player.lace}", f"{len(player.silk)}{symbols.TILE}"


def _columns_beside_name(canvas: Canvas, seat: int, total: int) -> int:
    """Return the columns of a one-line board besides the name: mark, money, goods and scores, with blanks."""
    player = canvas.state.players[seat]
    scores = f"{symbols.prestige(player.prestige)} ({total})" if canvas.scene.view.prestige_known[seat] else "★?"
    return LEFT + 2 + MONEY + sum(measure(text) + 1 for text in (*_goods_in_signs(player), scores)) + 1


def _in_a_line(canvas: Canvas, y: int, seat: int, total: int, name_width: int) -> int:
    """Write name, who began, money, notions, tiles and scores on one line; return the first column of the scores."""
    player = canvas.state.players[seat]
    end = _score(canvas, y, seat, total, brief=True)
    noted = _mark(canvas, y, seat, name_width) + 1
    canvas.put_parts(noted, y, _notes(canvas, seat), max(0, LEFT + 2 + name_width - noted))
    x, (notions, tiles) = LEFT + 2 + name_width, _goods_in_signs(player)
    canvas.right(x + MONEY, y, f"{player.livre}{canvas.words.letter('livre')}", "coin")
    x = canvas.put(x + MONEY + 1, y, notions, "notion", end - x - MONEY - 1) + 1
    canvas.put(x, y, tiles, "", end - x)
    return end


def _named(canvas: Canvas, y: int, seat: int, total: int, moves: bool) -> int:
    """Write mark, name and scores, and whether the player moves, holds the Favor card or began, as far as fits.

    Return the first column of the scores.
    """
    end = _score(canvas, y, seat, total, brief=canvas.width < WIDE)
    x = _mark(canvas, y, seat, max(4, min(16, end - LEFT - 12))) + 1
    canvas.put_parts(x, y, _notes(canvas, seat, moves), end - x - 1)
    return end


def _notes(canvas: Canvas, seat: int, moves: bool = False) -> Iterator[list[Part]]:
    """Return what is true of the player: all of it first, then less.

    A bot plays for the person, or the person is away; the player moves, holds the Favor card or began.
    """
    state, words = canvas.state, canvas.words
    seat_note = canvas.scene.seat_notes.get(seat, "")
    notes = (
        *((seat_note, bool(seat_note)), ("moves", moves and seat_note != "bot")),
        *(("favor", state.favor == seat), ("start", state.first_player == seat)),
    )
    who = {"who": words.seat(state.setup, seat)}
    roles = {"moves": "open", "away": "dim", "bot": "dim"}
    said = [(words.say_of(f"panes.players.{key}", who), roles.get(key, "head")) for key, holds in notes if holds]
    return ([*_join(some, " · ")] for most in range(len(said), -1, -1) for some in combinations(said, most))


def _join(parts: Iterable[Part], between: str) -> Iterator[Part]:
    """Yield ``parts`` with a separator between them."""
    for n, part in enumerate(parts):
        yield from ((between, "dim"), part) if n else (part,)


def _score(canvas: Canvas, y: int, seat: int, total: int, brief: bool) -> int:
    """Write the prestige gained, if it is public, and the score if the game ended now; return the first column."""
    words, width = canvas.words, canvas.width
    if not canvas.scene.view.prestige_known[seat]:
        return canvas.right(width - 1, y, f"{symbols.PRESTIGE}?", "dim")
    gained = canvas.state.players[seat].prestige
    if brief:
        start = canvas.right(width - 1, y, f"({total})", "strong")
        return canvas.right(start - 1, y, symbols.prestige(gained), "prestige")
    start = canvas.right(width - 1, y, words.say("panes.players.would-end", n=total), "strong")
    return canvas.right(start - 1, y, words.say("panes.players.in-play", n=gained), "prestige")


def _owned(canvas: Canvas, y: int, seat: int) -> None:
    """Write money, notions, tiles, jewels and the dresses in the halls."""
    words, player = canvas.words, canvas.state.players[seat]
    x = canvas.put(LEFT, y, f"{player.livre} {words.letter('livre')}", "coin") + 2
    notions, tiles = _goods_in_signs(player)
    x = canvas.put(x, y, notions, "notion") + 2
    dresses = [face.colour for face in dresses_of(canvas.state, canvas.box, seat)]
    leads = f"  {words.say('panes.players.dresses')} ", " · ", "·"

    def list_pieces(lead: str, counted: bool) -> Parts:
        jewels, colours = (_letters(canvas, _by_colour(each, counted)) for each in (player.jewels, dresses))
        return [
            *([(" ◇", "label"), *jewels] if player.jewels else ()),
            *([(lead, "dim"), *colours] if dresses else ()),
        ]

    forms = ([(tiles, ""), *list_pieces(lead, counted)] for lead, counted in product(leads, (False, True)))
    canvas.put_parts(x, y, forms, canvas.width - x - 1)


def _by_colour(colours: Iterable[str], counted: bool) -> list[tuple[str, int]]:
    """Return colours with their numbers, each piece for itself unless ``counted``."""
    pieces = Counter(map(str, colours))
    if not counted:
        return [(str(colour), 1) for colour in colours]
    return [(str(colour), pieces[str(colour)]) for colour in COLOURS if pieces[str(colour)]]


def _letters(canvas: Canvas, groups: Iterable[tuple[str, int]]) -> list[tuple[str, str]]:
    """Return letters with their roles, before them the number where it is not 1."""
    words = canvas.words
    return [
        (f"{count if count > 1 else ''}{words.letter(colour)}", symbols.silk_role(words, colour))
        for colour, count in groups
    ]


def _prospects(canvas: Canvas, y: int, seat: int) -> None:
    """Write next income, hand and deck, and the examination or the markers on the table."""
    income, deck, tasks = _facts(canvas, seat)
    if not tasks:
        _without_exam(canvas, y, seat, income, deck)
        return
    x = canvas.put(LEFT, y, income, "coin") + bool(income)
    x = canvas.put(x, y, deck, "dim") + 1
    forms = [[*parts, *edge] for parts in ([*_join(tasks, " ")], tasks) for edge in ([(" ", "")], [])]
    x = canvas.align(Region(x, y, max(0, canvas.width - x), 1), forms)
    if seat == canvas.scene.view.seat:
        canvas.add_spot(PieceRef("exam"), Region(x, y, canvas.width - x, 1), sign=False)


def _facts(canvas: Canvas, seat: int) -> tuple[str, str, Parts]:
    """Return next income, hand and deck in a form that fits on every board, and the tasks of the examination."""
    seats, width = range(canvas.box.seats), canvas.width - LEFT - 1
    incomes, tasks = [_income(canvas, each) for each in seats], [_tasks(canvas, each) for each in seats]
    decks = [_deck_forms(canvas, each) for each in seats]
    fits_all = all(
        measure(f"{income} {deck.longest} ") + sum(measure(text) + 1 for text, _ in parts) <= width
        for income, deck, parts in zip(incomes, decks, tasks, strict=True)
    )
    return incomes[seat], decks[seat].longest if fits_all else decks[seat].shortest, tasks[seat]


def _income(canvas: Canvas, seat: int) -> str:
    is_player = seat < len(canvas.state.setup.players)
    return canvas.words.say("panes.players.income", n=income_of(canvas.state, seat)) if is_player else ""


def _deck_forms(canvas: Canvas, seat: int) -> Wording:
    state = canvas.state
    is_player = seat < len(state.setup.players)
    hand = len(state.players[seat].hand) if is_player else len(state.barry.hand) if state.barry else 0
    return canvas.words.wording("panes.players.deck", before=hand, after=len(deck_left(state, seat)))


def _without_exam(canvas: Canvas, y: int, seat: int, income_text: str, deck: str) -> None:
    """Write next income, hand and deck, and the markers on the table, in the longest form that fits."""
    state = canvas.state
    placed = state.guest_owners.count(seat) + state.decorations.count(seat) + state.all_halls.count(seat)
    markers = canvas.words.say("panes.players.markers", n=placed)
    texts = ((income_text, "coin"), (deck, "dim"), (markers, "dim"))
    forms = [[*_join((part for part in texts if part[0]), between)] for between in (" · ", " ")]
    canvas.put_parts(LEFT, y, forms, canvas.width - LEFT - 1)


def _tasks(canvas: Canvas, seat: int) -> Parts:
    """Return (text, role) of the tasks of the next examination, with a tick before those done (JB-6)."""
    done, exam = canvas.state.players[seat].tasks, canvas.state.players[seat].exam
    if exam is None:
        return []
    return [
        (f"{symbols.DONE if task in done else symbols.TO_DO}{symbols.task(canvas.words, task)}", _DONE[task in done])
        for task in EXAM_TASKS[exam]
    ]


def _decorations(canvas: Canvas, rows: int, seat: int, end: int) -> list[str]:
    """Return the names of the decorations in at most ``rows`` lines, before column ``end``."""
    words, state = canvas.words, canvas.state
    owned_spaces = [d for d in canvas.box.decorations if state.decorations[d.index] == seat]
    names = [NO_BREAK_SPACE.join(words.decoration_name(d).rsplit(" ", 1)) for d in owned_spaces]
    width = end - LEFT - 1
    if not names or not rows:
        return []
    return fold(Wording(words.listed(names, "row"), _by_kind(words, owned_spaces)), width, rows)


def _by_kind(words: Words, decorations: Iterable[DecorationSpace]) -> str:
    """Return decorations by kind with their numbers: ``fireworks 1, 4 · ♪ King's, 4``."""
    numbers: dict[str, list[str]] = {}
    for d in decorations:
        is_musician = d.kind is DecorationKind.MUSICIAN
        name = symbols.MUSICIAN if is_musician else symbols.decoration_label(words, d.kind)
        number = f"{d.hall}" if is_musician and d.hall > 1 else f"{d.number}"
        numbers.setdefault(name, []).append(symbols.hall_label(words, 1) if is_musician and d.hall == 1 else number)
    return words.listed(
        [f"{name}{NO_BREAK_SPACE}{words.listed(each, 'row')}" for name, each in numbers.items()], "facts"
    )


def _deck(canvas: Canvas, y: int, rows: int, deck: Collection[str], end: int) -> int:
    """Write the cards of the deck, which everybody knows (HIDDEN-1), in ``rows`` rows before ``end``, else their ranks.

    Return the rows; none if not even the ranks fit.
    """
    words, box = canvas.words, canvas.box
    ranks = [*Rank]
    cards = sorted(deck, key=lambda card: (ranks.index(box.card[card].rank) if card in box.card else len(ranks), card))
    shorts = [words.card_short(card, box).shortest.replace(" ", NO_BREAK_SPACE, 1) for card in cards]
    ranks_alone = [words.rank_short(box.card[card].rank) if card in box.card else FACE_DOWN for card in cards]
    listed = (
        [f"{n} × {name}" if n > 1 else name for name, n in Counter(each).items()] for each in (shorts, ranks_alone)
    )
    forms = Wording(*(words.say("panes.players.deck-cards", cards=names) for names in listed))
    lines = fold(forms, end - LEFT - 1, rows, whole=True) if deck else []
    for n, line in enumerate(lines):
        canvas.put(LEFT, y + n, line, "dim")
    return len(lines)


class _Dress(NamedTuple):
    """The figure of a dress on a board."""

    face: Dress
    x: int
    y: int
    size: Size


def _place_dresses(canvas: Canvas, y: int, rows: int, seat: int) -> list[_Dress]:
    """Return the dresses in the halls on at most half of the board, from the right.

    They are as large as ``rows`` allow if all of them fit; small ones take several rows.
    """
    edge, least = canvas.width - 1, canvas.width // 2
    faces = dresses_of(canvas.state, canvas.box, seat)
    for size in (Size.MIDDLE, Size.SMALL):
        columns, high = garment(True).size(size)
        abreast = max(1, (edge - least) // columns)
        if len(faces) <= (places := abreast * (rows // high)):
            break
    return [
        _Dress(face, edge - (n % abreast + 1) * columns, y + rows - (n // abreast + 1) * high, size)
        for n, face in enumerate(faces[:places])
    ]


def _discard(canvas: Canvas, seat: int, width: int, rows: int) -> list[list[tuple[str, str]]]:
    """Return the lines of the top card of the discard pile, at most ``rows``, as texts with their roles."""
    if seat >= len(canvas.state.setup.players):
        return []
    words, pile = canvas.words, canvas.state.players[seat].discard
    if not pile:
        return [[(truncate(words.say("panes.players.no-discards"), width), "dim")]]
    label, forms = words.say("panes.players.discard"), words.card_short(pile[-1], canvas.box)
    card = fit(forms, width - 1 - measure(label)) if rows == 1 else forms.longest
    rank, space, bonus = card.partition(" ")
    first, available = [(label, "dim"), (f"{rank}{space}", "rank")], width - 1 - measure(f"{label}{rank}{space}")
    if rows > 1 and measure(bonus) > available:
        return [first, *([(line, "dim")] for line in fold(bonus, width - 1, rows - 1))]
    return [[*first, (truncate(bonus, available), "dim")]]


SPEC = PaneSpec(
    "players",
    letter="p",
    at=DRAWN,
    face=Face(draw_players, title),
    pieces=frozenset({"player", "score"}),
)
