"""The pane of the Jeweler board: jewels with their prices, decoration spaces and all players' examination tasks."""

from collections.abc import Hashable, Sequence
from functools import partial

from textual.geometry import Region

from rokoko_core.components.tables import DecorationSpace
from rokoko_core.state import NOBODY
from rokoko_core.terms import EXAM_TASKS, Colour, DecorationKind, Exam, Rank
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas, grid
from rokoko_tui.art.figures import Size, largest_size
from rokoko_tui.art.figures import jewel as figure_of
from rokoko_tui.art.garden import GardenSpace, draw_garden_space, space_wordings
from rokoko_tui.art.pixels import inks_of
from rokoko_tui.art.room_labels import draw_label, label_state, silk
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.art.symbols import mark_of, owner_role
from rokoko_tui.panes import DRAWN, PaneSpec
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Part, Wording, measure

LEAST_WIDTH, WISH, NARROW = 27, 29, 18
"""Least and preferred columns of the board, and the least with jewels and spaces on two lines each."""
LEAST_HEIGHT, MOST_HEIGHT = 5, 10
STRIP_WIDTH, STRIP = 48, 2
"""Least columns and rows of the board as a strip below the halls."""
LOW = 3
"""Rows of a jewel drawn as a bare stone above its price."""
LEAST_JEWEL = 6
"""Least columns of a jewel on a cushion."""
TIGHT_JEWEL = 4
"""Least columns of a jewel's price and letter with a blank before them, on a narrow board."""
EXAM = 22
"""Columns of one player's examination."""
IN_WORDS = 76
"""Columns from which each examination has its own line, in words."""
_STONE = ("lLLl", "BBBB", ".Bd.")
_CUSHION, _LABEL, _TABLE = "niche-30", "niche-50", "card.dark"


def title(scene: Scene) -> Wording:
    """Return the border title: jewels in the bag and cards in the examination decks."""
    state = scene.view.table
    decks = {"before": len(state.journeyman_deck), "after": len(state.master_deck)}
    return scene.words.wording("panes.jeweler.border", n=len(state.jewel_bag), **decks)


def draw_jeweler(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the board and the examinations below it; nothing without the Jewelry Box."""
    canvas = Canvas(scene, width)
    if not scene.box.jewel_prices:
        return canvas.finish()
    seats, lines = range(scene.box.seats), height or 99
    aside = -(-len(seats) // max(1, width // EXAM))
    in_words = width >= IN_WORDS and lines >= LEAST_HEIGHT + len(seats)
    columns, exams = (1, len(seats)) if in_words else (max(1, width // EXAM), aside)
    if width >= STRIP_WIDTH and lines < LEAST_HEIGHT + exams:
        draw_strip(canvas, 0, width)
        top = STRIP
    else:
        top = jeweler_height(scene, width, min(MOST_HEIGHT, lines - exams))
        draw_board(canvas, Region(0, 0, width, top), named=False)
    for seat in seats:
        _exam(
            canvas,
            Region((seat % columns) * EXAM, top + seat // columns, width if in_words else EXAM, 1),
            seat,
            in_words,
        )
    drawing = canvas.finish()
    drawing.notes = (scene.words.say("panes.jeweler.worth"),)
    return drawing


def jeweler_height(scene: Scene, width: int, height: int) -> int:
    """Return the rows the board takes of ``height``."""
    jewels, spaces = len(scene.box.jewel_prices), _spaces_on_a_line(width)
    rows = -(-len(_spaces(scene)) // spaces)
    if (width - 1) // jewels >= LEAST_JEWEL:
        return max(LEAST_HEIGHT - 1 + rows, height)
    return 1 + -(-jewels // max(1, width // TIGHT_JEWEL)) + rows


def draw_board(canvas: Canvas, region: Region, named: bool = True) -> None:
    """Draw the Jeweler board in a block of the canvas; ``named``: with its name, where no border title has it."""
    canvas.draw_block(region, (_key(canvas), named), partial(_board, height=region.height, named=named))


def draw_strip(canvas: Canvas, y: int, width: int) -> None:
    """Draw the Jeweler board in ``STRIP`` rows: jewels beside its name, spaces below."""
    canvas.draw_block(Region(0, y, width, STRIP), ("strip", _key(canvas)), _strip)


def _key(canvas: Canvas) -> Hashable:
    """Return the cache key: all that the board depends on."""
    scene, state = canvas.scene, canvas.state
    pieces = [PieceRef("jewel", n) for n in range(len(state.jewels))]
    pieces += [PieceRef("decoration", d.id) for d in _spaces(scene)]
    states = tuple((label_state(canvas, piece), scene.ghost_owner(piece)) for piece in pieces)
    owners = tuple(state.decorations[d.index] for d in _spaces(scene))
    decks = len(state.jewel_bag), len(state.journeyman_deck), len(state.master_deck)
    return "jeweler", state.setup, state.jewels, decks, owners, states


def _spaces(scene: Scene) -> list[DecorationSpace]:
    return [d for d in scene.box.decorations if d.kind is DecorationKind.JEWELER]


def _spaces_on_a_line(width: int) -> int:
    return max(1, min(5, width // (4 if width >= LEAST_WIDTH else LEAST_JEWEL)))


def _board(canvas: Canvas, height: int, named: bool) -> None:
    width, jewels = canvas.width, len(canvas.box.jewel_prices)
    canvas.fill(Region(0, 0, width, height), _TABLE)
    spaces = _spaces(canvas.scene)
    lines, top = -(-len(spaces) // _spaces_on_a_line(width)), int(named)
    is_labelled = height - top - lines > LOW and (width - 1) // jewels >= LEAST_JEWEL
    if named:
        _head(canvas, width, tells_spaces=not is_labelled and lines == 1)
    if is_labelled:
        lines += 1
        canvas.put(1, height - lines, canvas.words.say("panes.jeweler.spaces"), canvas.ink("soft"), width - 1)
    if (width - 1) // jewels >= LEAST_JEWEL:
        for n in range(jewels):
            left, right = (1 + (width - 1) * at // jewels for at in (n, n + 1))
            _jewel(canvas, Region(left, top, right - left, height - top - lines), n)
    else:
        column, on_a_line = grid(jewels, width, TIGHT_JEWEL, width)
        for n in range(jewels):
            _jewel(canvas, Region(1 + n % on_a_line * column, top + n // on_a_line, column - 1, 1), n)
    _decorations(canvas, height - lines + is_labelled, spaces, is_labelled=is_labelled or lines == 1)


def _strip(canvas: Canvas) -> None:
    canvas.fill(Region(0, 0, canvas.width, STRIP), _TABLE)
    start, jewels = canvas.width * 2 // 5, len(canvas.box.jewel_prices)
    _head(canvas, start)
    canvas.put(1, 1, canvas.words.say("panes.jeweler.spaces"), canvas.ink("soft"), start - 2)
    for n in range(jewels):
        left = start + (canvas.width - start) * n // jewels
        right = start + (canvas.width - start) * (n + 1) // jewels
        _jewel(canvas, Region(left, 0, right - left, 1), n)
    _decorations(canvas, 1, _spaces(canvas.scene), start)


def _head(canvas: Canvas, width: int, tells_spaces: bool = False) -> None:
    """Write the name of the board, the jewels left and the examination cards; or that the last row has the spaces."""
    say, soft = canvas.words.say, canvas.ink("soft")
    left = ("  " + say("panes.jeweler.left", n=len(canvas.state.jewel_bag)), soft)
    cards = len(canvas.state.journeyman_deck) + len(canvas.state.master_deck)
    exams = ("  " + say("panes.jeweler.exams", n=cards), soft)
    name: Part = (say("panes.jeweler.title"), canvas.ink("title"))
    inner, wordings = max(0, width - 1), [(name, left, exams), (name, left), (name,)]
    if tells_spaces:
        below = (f" · {say('panes.jeweler.spaces-below')}", soft)
        wordings = [(name, left, below), (name, below), *wordings]
    end = canvas.put_parts(1, 0, wordings, inner) + 1
    if not canvas.scene.pictures:
        canvas.put(end, 0, "─" * (width - end), "dim")


def _jewel(canvas: Canvas, region: Region, n: int) -> None:
    """Draw a jewel on its cushion, with its price and the letter of its colour below."""
    x, y, width, height = region
    piece, price, colour = PieceRef("jewel", n), canvas.box.jewel_prices[n], canvas.state.jewels[n]
    inner, last = width - int(width > LEAST_JEWEL), y + height - 1
    for p in range(2 * height):
        canvas.wash(x, 2 * y + p, inner, 1, f"{_CUSHION}~{_TABLE}@{20 + 60 * p // (2 * height)}")
    money = symbols.money(canvas.words, price) if price else canvas.words.money(0)
    letter = silk(canvas, colour) if colour else (symbols.EMPTY, canvas.ink("soft"))
    if colour and height == LOW:
        _stone(canvas, x, y, inner, colour)
    elif colour and height > LOW:
        _on_cushion(canvas, Region(x, y, inner, height), colour)
    canvas.put(x, last, " " * inner)
    name, soft, short = canvas.ink("name"), canvas.ink("soft"), f"{price}{canvas.words.letter('livre')}"
    forms = [[(text, name), (" ", soft), letter] for text in (money, short)]
    forms += [[(text, name), letter] for text in (short, f"{price}")]
    draw_label(canvas, x, last, inner, piece, forms, _LABEL)
    canvas.add_spot(piece, Region(x, y, inner, height), sign=False, drawn=True)


def _stone(canvas: Canvas, x: int, y: int, width: int, colour: str) -> None:
    """Draw the stone without its setting."""
    if canvas.scene.pictures:
        canvas.stamp(x + (width - len(_STONE[0])) // 2, 2 * y + 1, _STONE, inks_of(symbols.dye(canvas.words, colour)))
    else:
        canvas.centre(x, y, width, "<>", symbols.silk_role(canvas.words, colour))


def _on_cushion(canvas: Canvas, region: Region, colour: str) -> None:
    """Draw the jewel as large as fits above the last row."""
    x, y, width, height = region
    figure, words = figure_of(Colour(colour).ladies), canvas.words
    size = largest_size(figure, width, height - 1) or Size.SMALL
    columns, rows = figure.size(size)
    at, top = x + max(0, width - columns) // 2, y + max(0, height - 1 - rows) // 2
    if height > LOW + 1:
        canvas.wash(at - 1, 2 * (top + rows) - 1, columns + 2, 2, "wall.1+8")
    canvas.draw_figure(
        at, top, figure, size, symbols.dye(words, colour), words.letter(colour), symbols.silk_role(words, colour)
    )


def _decorations(
    canvas: Canvas, y: int, spaces: Sequence[DecorationSpace], x: int = 0, is_labelled: bool = True
) -> None:
    """Draw the spaces from column ``x``; if they have no label elsewhere, it is in the place of the first one."""
    on_a_line = _spaces_on_a_line(canvas.width - x)
    garden_spaces = [_garden_space(canvas, space) for space in spaces]
    columns = _columns(canvas, canvas.width - x, garden_spaces, on_a_line)
    first = int(not is_labelled and on_a_line > 1)
    if first:
        x += 1  # below the jewels; the last column of a place is blank
        canvas.put(x, y, canvas.words.say("panes.jeweler.spaces-short"), canvas.ink("soft"), columns[0][1])
    for n, plot in enumerate(garden_spaces):
        line, column = divmod(n + first, on_a_line)
        left, width = columns[column]
        ground = f"{_TABLE}~cream@{3 + 5 * (n % 2)}"
        draw_garden_space(canvas, Region(x + left, y + line, width, 1), plot, ground)


def _garden_space(canvas: Canvas, space: DecorationSpace) -> GardenSpace:
    piece, owner = PieceRef("decoration", space.id), canvas.state.decorations[space.index]
    seat = canvas.scene.ghost_owner(piece) if owner == NOBODY else owner
    return GardenSpace(piece, space.kind, space, space.prestige, seat, seat != owner, None, label_state(canvas, piece))


def _columns(canvas: Canvas, width: int, spaces: Sequence[GardenSpace], on_a_line: int) -> list[tuple[int, int]]:
    """Return (first column, columns) of the spaces of a line: equally wide, or as prices and prestige need."""
    narrowest = width // on_a_line
    starts = [width * n // on_a_line for n in range(on_a_line)]
    inner = narrowest - int(narrowest > 3)
    needs = [measure(space_wordings(canvas, plot.without_ghost())[0]) for plot in spaces]
    spare = width - sum(needs) - len(needs)
    if len(spaces) > on_a_line or spare < 0 or max(needs) <= inner:
        return [(start, inner) for start in starts]
    widths = [need + spare // len(needs) + (n < spare % len(needs)) for n, need in enumerate(needs)]
    return [(sum(widths[:n]) + n + 1, width) for n, width in enumerate(widths)]


def _exam(canvas: Canvas, region: Region, seat: int, in_words: bool) -> None:
    """Write the next examination of a player, and which of its tasks are done (JB-6)."""
    x, y, width, _ = region
    state, words = canvas.state, canvas.words
    player = state.players[seat]
    if player.exam is None:
        return
    edge = x + width
    is_own = seat == canvas.scene.view.seat
    canvas.add_spot(
        PieceRef("exam") if is_own else PieceRef("player", seat), Region(x + 1, y, width - 1, 1), sign=is_own
    )
    mark, role = mark_of(state.setup, seat), owner_role(state.setup, seat)
    at = canvas.put(x + 1, y, mark, role) + 1
    rank = Rank(player.exam)
    if in_words:
        at = canvas.put(at, y, words.seat_within(state.setup, seat, 10), role) + 1
        at = canvas.put(max(at, x + 14), y, words.rank(rank), "rank") + 1
        at = max(at, x + 25)
    else:
        at = canvas.put(at, y, words.rank_short(rank), "rank") + 1
    for task in EXAM_TASKS[player.exam]:
        done = task in player.tasks
        sign = symbols.DONE if done else symbols.TO_DO
        label = symbols.task_in_words(words, task) if in_words else symbols.task(words, task)
        at = canvas.put(at, y, sign, "done" if done else "dim", edge - at)
        at = canvas.put(at, y, label, "dim" if done else "", edge - at) + (2 if in_words else 1)
    if in_words and player.exam is Exam.JOURNEYMAN:
        canvas.put(at, y, Wording(*words.wording("panes.jeweler.by"), ""), "rank", edge - at)


SPEC = PaneSpec(
    "jeweler",
    letter="j",
    at=DRAWN,
    face=Face(draw_jeweler, title),
    pieces=frozenset({"jewel", "exam"}),
)
