"""The five halls: every guest with the reward and who dressed them, musicians, and who leads the majority."""

from rich.cells import cell_len

from rokoko_core.box import HALLS
from rokoko_core.components.tables import DecorationSpace, GuestSpace
from rokoko_core.scoring import hall_points, hall_standing
from rokoko_core.state import NOBODY
from rokoko_tui.drawing import symbols
from rokoko_tui.drawing.canvas import Canvas, grid
from rokoko_tui.drawing.cells import fit
from rokoko_tui.drawing.owner_marks import mark_of, owner_role
from rokoko_tui.drawing.scene import Drawing, Face, Scene
from rokoko_tui.panes.spec import DRAWN, PaneSpec

LABEL = 9
MUSICIAN = 7
LEAST, WIDEST = 7, 16
"""Columns of a guest, the one before included."""


def title(scene: Scene) -> str:
    """The name of the pane."""
    return scene.words.say("panes.halls.title")


def draw_halls(scene: Scene, width: int, height: int | None) -> Drawing:
    """Two lines per hall; a third with the standing where there is room."""
    canvas = Canvas(scene, width)
    most = max(len(guests) for guests in scene.box.hall_guests.values())
    column, on_a_line = grid(most, width - LABEL - MUSICIAN, LEAST, WIDEST)
    guests = 2 * -(-most // on_a_line)
    standing = height is None or height >= (guests + 1) * len(HALLS)
    per_hall = guests + standing
    spare = (height or 99) - per_hall * len(HALLS)
    top = 1 if spare >= 2 else 0
    if top:
        canvas.put(0, 0, scene.words.say("panes.halls.majority"), "dim")
        canvas.put(LABEL + 1, 0, scene.words.say("panes.halls.music"), "dim", MUSICIAN)
        canvas.put(LABEL + MUSICIAN + 1, 0, fit(_columns_head(scene, column), width - LABEL - MUSICIAN - 1), "dim")
    for hall in HALLS:
        y = top + (hall - 1) * per_hall
        _hall(canvas, y, hall, column, on_a_line)
        if standing:
            _standing(canvas, y + guests, hall)
    if spare > 0:
        owners(canvas, canvas.height)
    return canvas.finish()


def _columns_head(scene: Scene, column: int) -> str:
    return scene.words.say("panes.halls.legend" if column >= 7 else "panes.halls.legend-short")


def owners(canvas: Canvas, y: int) -> None:
    """Whose shape is whose."""
    setup, x = canvas.state.setup, 0
    names = [canvas.words.seat(setup, seat) for seat in range(canvas.box.seats)]
    room = (canvas.width - 3 * len(names)) // len(names)
    for seat, name in enumerate(names):
        x = canvas.put(x, y, f"{mark_of(setup, seat)} {fit(name, room)}", owner_role(setup, seat)) + 1


def _hall(canvas: Canvas, y: int, hall: int, column: int, on_a_line: int) -> None:
    box = canvas.box
    canvas.put(0, y, symbols.hall_label(canvas.words, hall), "head", LABEL)
    canvas.spot(f"hall:{hall}", 0, y, LABEL - 1, 2, sign=False)
    majority_line(canvas, 0, y + 1, hall_points(canvas.state, box, hall), box.majorities[hall - 1])
    _musician(canvas, LABEL + 1, y, next(d for d in box.decorations if d.hall == hall))
    for n, guest in enumerate(box.hall_guests[hall]):
        x = LABEL + MUSICIAN + n % on_a_line * column + 1
        _guest(canvas, x, y + 2 * (n // on_a_line), column - 1, guest)
    canvas.put(LABEL - 1, y, _sign(canvas, hall), "open")


def _sign(canvas: Canvas, hall: int) -> str:
    """The sign of a hall that can be chosen, after its name."""
    piece = f"hall:{hall}"
    return "◄" if piece in canvas.scene.lit else "◃" if piece in canvas.scene.open else ""


def majority_line(canvas: Canvas, x: int, y: int, points: dict[int, int], values: tuple[int, int]) -> None:
    """Both values of a majority, each after the shapes of those who would get it now."""
    setup = canvas.state.setup
    for value in values if canvas.box.second_places else values[:1]:
        winners = [seat for seat, gained in points.items() if gained == value]
        if not winners and points and value == values[1] and len(points) > 1:
            continue
        for seat in winners:
            x = canvas.put(x, y, mark_of(setup, seat), owner_role(setup, seat))
        x = canvas.put(x, y, f"{value}", "prestige" if winners else "dim") + 1


def _shade(hall: int) -> str:
    """Halls one under the other differ a little, so that their spaces do not run together."""
    return "card" if hall % 2 else "other-card"


def _musician(canvas: Canvas, x: int, y: int, space: DecorationSpace) -> None:
    owner = canvas.state.decorations[space.index]
    canvas.spot(f"decoration:{space.id}", x, y, MUSICIAN - 1, 2)
    canvas.shade(x, y, MUSICIAN - 1, _shade(space.hall), 2)
    if owner == NOBODY:
        after = canvas.put(x, y, f"{symbols.MUSICIAN}{space.cost}L", "price")
        canvas.put(after, y, symbols.prestige(space.prestige), "prestige")
        return
    canvas.put(x, y, f"{symbols.MUSICIAN}   {symbols.prestige(space.prestige)}", "prestige")
    canvas.put(x, y + 1, mark_of(canvas.state.setup, owner), owner_role(canvas.state.setup, owner))


def _guest(canvas: Canvas, x: int, y: int, width: int, guest: GuestSpace) -> None:
    words, state = canvas.words, canvas.state
    canvas.spot(f"guest:{guest.id}", x, y, width, 2)
    canvas.shade(x, y, width, _shade(guest.hall), 2)
    after = canvas.put(x, y, "M ", "rank") if guest.master else x
    dress = canvas.box.dress.get(state.guests[guest.index])
    reward = symbols.reward(words, guest, x + width - after)
    canvas.put(after, y, reward, "dim" if dress else "notion", x + width - after)
    if dress is None:
        canvas.centre(x, y + 1, width, symbols.EMPTY, "dim")
        return
    label = symbols.dress_label(words, dress)
    if width < cell_len(label) + 6:
        label = words.letter(dress.colour)
    silk = symbols.silk_role(words, dress.colour)
    canvas.shade(x, y + 1, width - 2, silk)
    canvas.put(x, y + 1, label, "", width - 2)
    canvas.right(x + width - 2, y + 1, symbols.prestige(dress.prestige))
    owner = state.guest_owners[guest.index]
    canvas.put(x + width - 1, y + 1, mark_of(state.setup, owner), owner_role(state.setup, owner))


def _standing(canvas: Canvas, y: int, hall: int) -> None:
    """Dresses, Master spaces and musician of everybody in the hall, best first (END-3)."""
    state, x = canvas.state, LABEL + 1
    standing = hall_standing(state, canvas.box, hall)
    if not standing:
        canvas.put(x, y, canvas.words.say("panes.halls.nobody"), "dim")
    for (dresses, masters, musician), seat in standing:
        x = canvas.put(x, y, mark_of(state.setup, seat), owner_role(state.setup, seat)) + 1
        detail = f"{dresses}" + (f" ({masters} M)" if masters else "") + (f" {symbols.MUSICIAN}" if musician else "")
        x = canvas.put(x, y, detail, "dim") + 2


SPEC = PaneSpec(
    "halls",
    letter="h",
    at=DRAWN,
    face=Face(draw_halls, title),
    pieces=frozenset({"guest", "hall", "musician"}),
)
