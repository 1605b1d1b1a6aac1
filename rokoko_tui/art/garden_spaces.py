"""The spaces of the garden, as they are to be drawn: what each costs and is worth, whose it is, how it is just now."""

from collections.abc import Sequence
from typing import NamedTuple

from rokoko_core.components.tables import DecorationSpace
from rokoko_core.scoring import TerraceDress, terrace
from rokoko_core.state import NOBODY
from rokoko_core.terms import DecorationKind
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.room_labels import Part, Parts, first_that_fits, label, look, mark, silk
from rokoko_tui.theme.owner_marks import owner_role

SKY, LAWN = "night", "lawn-45"
"""The grounds of what is written in the garden."""
KINDS = (
    DecorationKind.FIREWORKS,
    DecorationKind.STATUE,
    DecorationKind.FOUNTAIN_UPPER,
    DecorationKind.FOUNTAIN_LOWER,
)
ALL_HALLS = "all-halls"


class Plot(NamedTuple):
    """A space of the garden as it is to be drawn."""

    piece: str
    kind: str
    """The kind of decoration, or ``all-halls``."""
    space: DecorationSpace | None
    prestige: int
    owner: int
    """Whose it is, or would be by the choice under the cursor."""
    ghost: bool
    moved: tuple[str, int] | None
    """Colour of the dress that would go to this part of the terrace now, and its prestige there (END-6)."""
    look: tuple[str, int | None]


def plots_of(canvas: Canvas) -> list[Plot]:
    """All spaces of the garden, kind by kind."""
    state, box, scene = canvas.state, canvas.box, canvas.scene
    moved = {t.decoration: t for seat in range(box.seats) for t in terrace(state, box, seat)}

    def plot(piece: str, kind: str, space: DecorationSpace | None, prestige: int, owner: int) -> Plot:
        ghost = scene.ghosts.get(piece, "") if owner == NOBODY else ""
        there = _on_terrace(canvas, moved.get(space.index)) if space else None
        owner = int(ghost.partition(":")[2]) if ghost.startswith("seat:") else owner
        return Plot(piece, kind, space, prestige, owner, bool(ghost), there, look(canvas, piece))

    found = [
        plot(f"decoration:{d.id}", d.kind, d, d.prestige, state.decorations[d.index])
        for kind in KINDS
        for d in box.decorations
        if d.kind is kind
    ]
    bonus = zip(box.all_halls, state.all_halls, strict=True)
    return found + [plot(f"all-halls:{n}", ALL_HALLS, None, points, owner) for n, (points, owner) in enumerate(bonus)]


def _on_terrace(canvas: Canvas, moved: TerraceDress | None) -> tuple[str, int] | None:
    return None if moved is None else (canvas.box.dress[canvas.state.guests[moved.guest]].colour, moved.points)


def of_kind(plots: Sequence[Plot], *kinds: str) -> list[Plot]:
    """Those of one of ``kinds``."""
    return [plot for plot in plots if plot.kind in kinds]


def says(canvas: Canvas, plot: Plot, width: int) -> Parts:
    """Price and worth of a free space; the owner of another, the dress on the terrace, what it is worth."""
    worth = [(symbols.prestige(plot.prestige), canvas.ink("star"))] if plot.prestige else []
    space, times = plot.space, []
    if space is not None and space.multiplier:
        times = [(f"×{space.multiplier}", canvas.ink("star"))]
    if plot.owner != NOBODY:
        return first_that_fits(width, _owned(canvas, plot, times, worth))
    if space is None:
        return worth or [(symbols.prestige(0), canvas.ink("soft"))]
    price = (f"{space.cost}", canvas.ink("name"))
    livre = (symbols.money(canvas.words, space.cost), canvas.ink("name"))
    blank = (" ", canvas.ink("soft"))
    if times:
        return first_that_fits(width, [[livre, blank, *times], [price, *times], [price]])
    spaced = [[livre, blank, *worth]] if worth else []
    return first_that_fits(width, [*spaced, [livre, *worth], [price, *worth], [price]])


def _owned(canvas: Canvas, plot: Plot, times: list[Part], worth: list[Part]) -> list[Parts]:
    who, blank = mark(canvas, plot.owner), (" ", canvas.ink("soft"))
    if plot.space is None:
        return [[who, *worth], [who]]
    cost = (f"{plot.space.cost}", who[1])
    if plot.moved is not None:
        letter, points = silk(canvas, plot.moved[0]), (f"{plot.moved[1]}", canvas.ink("star"))
        full = (symbols.prestige(plot.moved[1]), canvas.ink("star"))
        return [
            [who, cost, *times, blank, letter, blank, full],
            [who, *times, blank, letter, points],
            [who, letter, points],
            [who, letter],
            [who],
        ]
    if times:
        return [[who, cost, *times], [who, *times], [who]]
    return (
        [[who, cost, blank, *worth], [who, cost], [who]] if not worth else [[who, cost, *worth], [who, *worth], [who]]
    )


def draw_cell(canvas: Canvas, x: int, y: int, width: int, plot: Plot, ground: str, rows: int = 1) -> None:
    """The label of a space; its spot reaches ``rows`` up."""
    if plot.owner != NOBODY and not plot.ghost:
        ground = f"{ground}~{paint_of(canvas, plot.owner)}@6"
    label(canvas, x, y, width, plot.piece, says(canvas, plot, width - (plot.look[1] is not None)), ground)
    canvas.spot(plot.piece, x, y - rows + 1, width, rows, sign=False, drawn=True)


def paint_of(canvas: Canvas, seat: int) -> str:
    """The paint of ``seat``."""
    return owner_role(canvas.state.setup, seat)
