"""All player boards: what each has, what comes next, and how the score would stand."""

from rich.cells import cell_len

from rokoko_core.observe import as_known
from rokoko_core.rounds import income
from rokoko_core.scoring import projected_scores
from rokoko_core.state import Player
from rokoko_core.terms import COLOURS
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas
from rokoko_tui.drawing.cells import fit
from rokoko_tui.drawing.owner_marks import mark_of, owner_role
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec

NAME = 10
NARROW, WIDE = 37, 70
"""Columns below which the score has a line of its own, and from which all of a board is said in words."""
HEADS = ("panes.players.discard", "panes.players.discard-short")
"""What stands before the top of a discard pile, where there is room."""
BARE = "▾"


def title(scene: Scene) -> str:
    """The name of the pane and its abbreviations."""
    return scene.words.say("panes.players.border")


def draw_players(scene: Scene, width: int, height: int | None) -> Drawing:
    """Two or three lines per player."""
    canvas = Canvas(scene, width)
    seats = scene.box.seats
    roomy = seats < 4 if height is None else height >= 3 * seats
    lines = 3 if roomy or width < NARROW else 2
    totals = [sheet.total for sheet in projected_scores(as_known(scene.view))]
    for seat in range(seats):
        y = seat * lines
        canvas.spot(f"player:{seat}", 1, y, width - 1, lines)
        _purse(canvas, y, seat)
        _score(canvas, y if width >= NARROW else y + 2, seat, totals[seat])
        x = _prospects(canvas, y + 1, seat, long=lines == 3)
        if lines == 3:
            x, y = 3, y + 1
        if width >= NARROW:
            _discard(canvas, _jewels(canvas, x, y + 1, scene.view.table.players[seat]), y + 1, seat)
        else:
            _jewels(canvas, x, y + 1, scene.view.table.players[seat])
    return canvas.finish()


def _purse(canvas: Canvas, y: int, seat: int) -> None:
    """Name, signs, money, notions and tiles."""
    state, words = canvas.state, canvas.words
    player, width = state.players[seat], canvas.width
    role = owner_role(state.setup, seat)
    moves = bool(state.pending) and state.pending[-1].seat == seat
    if moves:
        canvas.put(0, y, symbols.TO_MOVE, "open")
    canvas.put(1, y, mark_of(state.setup, seat), role)
    room = min(NAME + max(0, width - 38), 20) if width >= NARROW else min(NAME, width - 20)
    name = words.seat(state.setup, seat)
    if seat >= len(state.setup.players) and cell_len(name) > room:
        name = name.partition(" ")[2]
    canvas.put(3, y, fit(name, room), f"{role} turn" if moves else role)
    start, favor = words.say("panes.players.start"), words.say("panes.players.favor")
    signs = (start if state.first_player == seat else " ") + (favor if state.favor == seat else " ")
    canvas.put(3 + room, y, signs, "head")
    x = 3 + room + 3
    canvas.right(x + 4, y, f"{player.livre}L", "price")
    canvas.right(x + 7, y, f"{player.yarn}{words.letter('yarn')}", "notion")
    canvas.right(x + 10, y, f"{player.lace}{words.letter('lace')}", "notion")
    tiles = len(player.silk)
    if width >= WIDE:
        canvas.put(x + 11, y, words.say("panes.players.tiles", n=tiles))
    else:
        canvas.right(x + 14, y, f"{tiles}▤")


def _score(canvas: Canvas, y: int, seat: int, total: int) -> None:
    """Prestige gained in play, where it may be seen, and what the game would bring if it ended now."""
    view = canvas.scene.view
    if not view.prestige_known[seat]:
        canvas.right(canvas.width, y, f"{symbols.PRESTIGE}?", "dim")
        return
    gained = canvas.state.players[seat].prestige
    if canvas.width >= WIDE:
        start = canvas.right(canvas.width, y, canvas.words.say("panes.players.would-end", n=total), "label")
        canvas.right(start - 2, y, canvas.words.say("panes.players.in-play", n=gained), "prestige")
        return
    start = canvas.right(canvas.width, y, f"→{total}", "label")
    canvas.right(start, y, symbols.prestige(gained), "prestige")


def _prospects(canvas: Canvas, y: int, seat: int, long: bool) -> int:
    """Next income, deck and hand, markers on the table; the column after them."""
    state, box = canvas.state, canvas.box
    player = state.players[seat]
    long = long or canvas.width >= WIDE
    people = seat < len(state.setup.players)
    x = 3
    if people:
        gain = income(state, box, seat)
        key = "income" if canvas.width >= NARROW and long else "income-short"
        x = canvas.put(x, y, canvas.words.say(f"panes.players.{key}", n=gain), "price")
    hand = len(player.hand) if people else len(state.barry.hand) if state.barry else 0
    deck = _deck_size(canvas, seat)
    key = "deck" if long else "deck-short"
    x = canvas.put(x, y, canvas.words.say(f"panes.players.{key}", before=deck, after=hand))
    placed = state.guest_owners.count(seat) + state.decorations.count(seat) + state.all_halls.count(seat)
    key = "markers" if long and canvas.width >= NARROW else "markers-short"
    return canvas.put(x, y, canvas.words.say(f"panes.players.{key}", n=placed), "dim")


def _deck_size(canvas: Canvas, seat: int) -> int:
    """Cards of the deck, the one being played included (TURN-5)."""
    state = canvas.state
    player, turn = state.players[seat], state.turn
    played = turn is not None and turn.seat == seat and turn.on_table and bool(turn.card)
    return len(player.supply) + len(player.hand) + len(player.discard) + played


def _jewels(canvas: Canvas, x: int, y: int, player: Player) -> int:
    """A letter per jewel in its colour."""
    if not player.jewels:
        return x
    x = canvas.put(x, y, canvas.words.say("panes.players.jewels") if canvas.width >= WIDE else "◇", "label")
    for colour in COLOURS:
        count = player.jewels.count(str(colour))
        letter, role = canvas.words.letter(colour), symbols.silk_role(canvas.words, colour)
        text = letter * count if count < 3 else f"{count}{letter}"
        x = canvas.put(x, y, text, role)
    return x + 1


def _discard(canvas: Canvas, x: int, y: int, seat: int) -> None:
    """The card on top of the discard pile, as many words before it as there is room for."""
    if seat >= len(canvas.state.setup.players):
        return
    pile = canvas.state.players[seat].discard
    if not pile:
        canvas.put(x, y, canvas.words.say("panes.players.no-discards"), "dim")
        return
    card = canvas.box.card[pile[-1]]
    bonus = canvas.words.bonus_short(card.bonus)
    free = canvas.width - x - cell_len(bonus) - 2
    head = next((head for head in map(canvas.words.say, HEADS) if cell_len(head) <= free), BARE)
    x = canvas.put(x, y, head, "dim")
    x = canvas.put(x, y, f"{canvas.words.rank_short(card.rank)} ", "rank")
    canvas.put(x, y, bonus, "dim")


SPEC = PaneSpec(
    "players",
    letter="p",
    at=DRAWN,
    face=Face(draw_players, title),
    pieces=frozenset({"player"}),
)
