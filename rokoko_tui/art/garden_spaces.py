"""The spaces of the garden with what is drawn on them: price, prestige, owner, previews and state."""

from collections.abc import Sequence
from typing import NamedTuple

from rokoko_core.components.tables import DecorationSpace
from rokoko_core.scoring import TerraceDress, terrace
from rokoko_core.state import NOBODY
from rokoko_core.terms import DecorationKind
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.room_labels import Part, Parts, draw_label, first_that_fits, label_state, mark, silk
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.theme.owner_marks import owner_role

SKY_PAINT, LAWN_PAINT = "night", "lawn-45"
"""Paints behind texts in the garden."""
KINDS = (
    DecorationKind.FIREWORKS,
    DecorationKind.STATUE,
    DecorationKind.FOUNTAIN_UPPER,
    DecorationKind.FOUNTAIN_LOWER,
)
ALL_HALLS = "all-halls"


class GardenSpace(NamedTuple):
    """A space of the garden and what is drawn on it."""

    piece: PieceRef
    kind: str
    """The kind of decoration, or ``all-halls``."""
    decoration: DecorationSpace | None
    prestige: int
    owner: int
    """The owner, also one that only the action under the cursor would make."""
    ghost: bool
    """Whether the owner is a preview."""
    moved: tuple[str, int] | None
    """Colour and prestige of the dress that would move to this part of the terrace now (END-6)."""
    look: tuple[str, int | None]


def list_garden_spaces(canvas: Canvas) -> list[GardenSpace]:
    """Return all spaces of the garden, by kind."""
    state, box, scene = canvas.state, canvas.box, canvas.scene
    terraces = {t.decoration: t for seat in range(box.seats) for t in terrace(state, box, seat)}

    def make_space(
        piece: PieceRef, kind: str, decoration: DecorationSpace | None, prestige: int, owner: int
    ) -> GardenSpace:
        seat = scene.ghost_owner(piece) if owner == NOBODY else owner
        dress = _terrace_dress(canvas, terraces.get(decoration.index)) if decoration else None
        return GardenSpace(piece, kind, decoration, prestige, seat, seat != owner, dress, label_state(canvas, piece))

    decorations = [
        make_space(PieceRef("decoration", d.id), d.kind, d, d.prestige, state.decorations[d.index])
        for kind in KINDS
        for d in box.decorations
        if d.kind is kind
    ]
    bonus = zip(box.all_halls, state.all_halls, strict=True)
    return decorations + [
        make_space(PieceRef("all-halls", n), ALL_HALLS, None, points, owner) for n, (points, owner) in enumerate(bonus)
    ]


def _terrace_dress(canvas: Canvas, moved: TerraceDress | None) -> tuple[str, int] | None:
    return None if moved is None else (canvas.box.dress[canvas.state.guests[moved.guest]].colour, moved.points)


def filter_by_kind(spaces: Sequence[GardenSpace], *kinds: str) -> list[GardenSpace]:
    return [space for space in spaces if space.kind in kinds]


def _label_parts(canvas: Canvas, space: GardenSpace, width: int) -> Parts:
    """Return price and prestige of a free space; owner, terrace dress and prestige of another."""
    worth = [(symbols.prestige(space.prestige), canvas.ink("star"))] if space.prestige else []
    decoration, times = space.decoration, []
    if decoration is not None and decoration.multiplier:
        times = [(f"×{decoration.multiplier}", canvas.ink("star"))]
    if space.owner != NOBODY:
        return first_that_fits(width, _owned_parts(canvas, space, times, worth))
    if decoration is None:
        return worth or [(symbols.prestige(0), canvas.ink("soft"))]
    price = (f"{decoration.cost}", canvas.ink("name"))
    livre = (symbols.money(canvas.words, decoration.cost), canvas.ink("name"))
    blank = (" ", canvas.ink("soft"))
    if times:
        return first_that_fits(width, [[livre, blank, *times], [price, *times], [price]])
    spaced = [[livre, blank, *worth]] if worth else []
    return first_that_fits(width, [*spaced, [livre, *worth], [price, *worth], [price]])


def _owned_parts(canvas: Canvas, space: GardenSpace, times: list[Part], worth: list[Part]) -> list[Parts]:
    """Return the wordings for a space with an owner, longest first."""
    owner, blank = mark(canvas, space.owner), (" ", canvas.ink("soft"))
    if space.decoration is None:
        return [[owner, *worth], [owner]]
    cost = (f"{space.decoration.cost}", owner[1])
    if space.moved is not None:
        letter, points = silk(canvas, space.moved[0]), (f"{space.moved[1]}", canvas.ink("star"))
        full = (symbols.prestige(space.moved[1]), canvas.ink("star"))
        return [
            [owner, cost, *times, blank, letter, blank, full],
            [owner, *times, blank, letter, points],
            [owner, letter, points],
            [owner, letter],
            [owner],
        ]
    if times:
        return [[owner, cost, *times], [owner, *times], [owner]]
    if worth:
        return [[owner, cost, *worth], [owner, *worth], [owner]]
    return [[owner, cost, blank], [owner, cost], [owner]]


def draw_garden_space(
    canvas: Canvas, x: int, y: int, width: int, space: GardenSpace, ground: str, rows: int = 1
) -> None:
    """Draw the label of a space in row ``y``; its spot covers the ``rows`` that end there."""
    if space.owner != NOBODY and not space.ghost:
        ground = f"{ground}~{owner_paint(canvas, space.owner)}@6"
    draw_label(
        canvas, x, y, width, space.piece, _label_parts(canvas, space, width - (space.look[1] is not None)), ground
    )
    canvas.add_spot(space.piece, x, y - rows + 1, width, rows, sign=False, drawn=True)


def owner_paint(canvas: Canvas, seat: int) -> str:
    """Return the paint of an owner, which has the name of its role."""
    return owner_role(canvas.state.setup, seat)
