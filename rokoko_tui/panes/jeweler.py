"""The Jeweler board: jewels with their prices, decoration spaces, and everybody's examination tasks."""

from rich.cells import cell_len

from rokoko_core.terms import EXAM_TASKS, DecorationKind, Exam, Rank
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas, grid
from rokoko_tui.drawing.cells import fit
from rokoko_tui.drawing.owner_marks import mark_of, owner_role
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.decorations import decoration_cell
from rokoko_tui.panes.spec import DRAWN, PaneSpec

LABEL = 8
WIDEST = 14
EXAM = 22
"""Columns of one player's examination."""
IN_WORDS = 76
"""Columns from which examinations have a line each, in words."""


def title(scene: Scene) -> str:
    """The name of the pane, and what can still come."""
    state = scene.view.table
    decks = {"before": len(state.journeyman_deck), "after": len(state.master_deck)}
    return scene.words.say("panes.jeweler.border", n=len(state.jewel_bag), **decks)


def draw_jeweler(scene: Scene, width: int, height: int | None) -> Drawing:
    """Jewels, spaces, examinations; nothing without the Jewelry Box."""
    canvas = Canvas(scene, width)
    if not scene.box.jewel_prices:
        return canvas.finish()
    _jewels(canvas, 0)
    top = canvas.height
    spaces = [d for d in scene.box.decorations if d.kind is DecorationKind.JEWELER]
    canvas.put(0, top, scene.words.say("panes.jeweler.spaces"), "head", LABEL)
    column, on_a_line = grid(len(spaces), width - LABEL, 7, WIDEST)
    for n, space in enumerate(spaces):
        decoration_cell(canvas, LABEL + n % on_a_line * column + 1, top + n // on_a_line, column - 1, space)
    top = canvas.height
    seats = range(scene.box.seats)
    if width >= IN_WORDS and (len(seats) < 5 if height is None else height >= 2 + len(seats)):
        for seat in seats:
            _exam(canvas, 0, top + seat, width, seat, wordy=True)
        return canvas.finish()
    columns = max(1, width // EXAM)
    for seat in seats:
        _exam(canvas, (seat % columns) * EXAM, top + seat // columns, EXAM, seat, wordy=False)
    return canvas.finish()


def _jewels(canvas: Canvas, y: int) -> None:
    prices, jewels = canvas.box.jewel_prices, canvas.state.jewels
    canvas.put(0, y, canvas.words.say("panes.jeweler.jewels"), "head", LABEL)
    column, on_a_line = grid(len(prices), canvas.width - LABEL, 9, WIDEST)
    top = y
    for n, (price, jewel) in enumerate(zip(prices, jewels, strict=True)):
        x, y = LABEL + n % on_a_line * column + 1, top + n // on_a_line
        canvas.spot(f"jewel:{n}", x, y, column - 1)
        canvas.shade(x, y, column - 1, "card" if jewel else "space")
        after = canvas.put(x, y, f"{price}L " if column > 9 else f"{price} ", "price")
        if not jewel:
            canvas.put(after, y, symbols.EMPTY, "dim")
            continue
        word = f"{canvas.words.letter(jewel)} {symbols.jewel_kind(canvas.words, jewel)}"
        canvas.put(after, y, fit(word, x + column - 1 - after), symbols.silk_role(canvas.words, jewel))


def _exam(canvas: Canvas, x: int, y: int, width: int, seat: int, wordy: bool) -> None:
    """Which examination the marker waits for and which of its tasks are done (JB-6)."""
    state, words = canvas.state, canvas.words
    player = state.players[seat]
    if player.exam is None:
        return
    edge = x + width
    own = seat == canvas.scene.view.seat
    canvas.spot("exam" if own else f"player:{seat}", x + 1, y, width - 1, sign=own)
    mark, role = mark_of(state.setup, seat), owner_role(state.setup, seat)
    at = canvas.put(x + 1, y, mark, role) + 1
    rank = Rank(player.exam)
    if wordy:
        at = canvas.put(at, y, fit(words.seat(state.setup, seat), 10), role) + 1
        at = canvas.put(max(at, x + 14), y, words.rank(rank), "rank") + 1
        at = max(at, x + 25)
    else:
        at = canvas.put(at, y, words.rank_short(rank), "rank") + 1
    for task in EXAM_TASKS[player.exam]:
        done = task in player.tasks
        sign = symbols.DONE if done else symbols.TO_DO
        label = symbols.task_in_words(words, task) if wordy else symbols.task(words, task)
        at = canvas.put(at, y, sign, "done" if done else "dim", edge - at)
        at = canvas.put(at, y, label, "dim" if done else "", edge - at) + (2 if wordy else 1)
    if wordy and player.exam is Exam.JOURNEYMAN:
        ways = (words.say("panes.jeweler.by"), words.say("panes.jeweler.by-short"))
        canvas.put(at, y, next((by for by in ways if cell_len(by) <= edge - at), ""), "rank")


SPEC = PaneSpec(
    "jeweler",
    letter="j",
    at=DRAWN,
    face=Face(draw_jeweler, title),
    pieces=frozenset({"jewel", "exam"}),
)
