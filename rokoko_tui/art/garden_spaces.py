"""The spaces of the garden with what is drawn on them: price, prestige, owner, previews and state."""

from collections.abc import Sequence
from typing import NamedTuple

from textual.geometry import Region

from rokoko_core.components.tables import DecorationSpace
from rokoko_core.scoring import terrace
from rokoko_core.state import NOBODY
from rokoko_core.terms import DecorationKind
from rokoko_tui.art import symbols
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.room_labels import draw_label, label_state, mark, silk
from rokoko_tui.art.symbols import owner_role
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Part, Parts, fit

SKY_PAINT, LAWN_PAINT = "night", "lawn-45"
"""Paints behind texts in the garden."""
KINDS = (DecorationKind.FIREWORKS, DecorationKind.STATUE, DecorationKind.FOUNTAIN_UPPER, DecorationKind.FOUNTAIN_LOWER)
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

    def without_ghost(self) -> "GardenSpace":
        return self._replace(owner=NOBODY) if self.ghost else self


def list_garden_spaces(canvas: Canvas) -> list[GardenSpace]:
    state, box, scene = canvas.state, canvas.box, canvas.scene
    terraces = {t.decoration: t for seat in range(box.seats) for t in terrace(state, box, seat)}

    def make_space(
        piece: PieceRef, kind: str, decoration: DecorationSpace | None, prestige: int, owner: int
    ) -> GardenSpace:
        seat = scene.ghost_owner(piece) if owner == NOBODY else owner
        moved = terraces.get(decoration.index) if decoration else None
        dress = (canvas.box.dress[canvas.state.guests[moved.guest]].colour, moved.points) if moved else None
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


def filter_by_kind(spaces: Sequence[GardenSpace], *kinds: str) -> list[GardenSpace]:
    return [space for space in spaces if space.kind in kinds]


def space_wordings(canvas: Canvas, space: GardenSpace, alone: bool = False) -> list[Parts]:
    """Return the labels of a space, longest first: its price or owner, and what it is worth.

    The spaces of a row leave out the same parts on the same level.

    ``alone``: without the multiplier and the dress of the Terrace, which are in a row of their own.
    """
    decoration, blank = space.decoration, (" ", canvas.ink("soft"))
    worth = [(symbols.prestige(space.prestige), canvas.ink("star"))] if space.prestige else []
    multiplies = decoration is not None and bool(decoration.multiplier) and not alone
    if decoration is not None and multiplies:
        worth = [_times(canvas, decoration)]
    if space.owner != NOBODY:
        return _owned_wordings(canvas, space, worth, multiplies)
    if decoration is None:
        return [worth]
    livre = (symbols.money(canvas.words, decoration.cost), canvas.ink("name"))
    price = (f"{decoration.cost}", canvas.ink("name"))
    label = [livre, blank, *worth] if worth else [livre]
    if multiplies:
        return [label, label, label, label, [price, blank, *worth], [livre], [livre], [price]]
    return [label, label, [livre], [price]]


def _times(canvas: Canvas, decoration: DecorationSpace) -> Part:
    return f"×{decoration.multiplier}", canvas.ink("star")


def _owned_wordings(canvas: Canvas, space: GardenSpace, worth: list[Part], multiplies: bool) -> list[Parts]:
    """Return the labels of a space with an owner, longest first; those that multiply have their dress."""
    owner, blank = mark(canvas, space.owner), (" ", canvas.ink("soft"))
    shown = [blank, *worth] if worth else []
    if space.decoration is None:
        return [[owner, *shown], [owner, (f"{space.prestige}", canvas.ink("star"))]]
    dress = [blank, *_dress(canvas, space.moved)] if multiplies and space.moved else []
    wordings: list[Parts] = [[owner, *shown, *dress], [owner]]
    if multiplies:
        bare = [owner, *dress] if dress else [owner, *shown]  # the prestige of a dress is already multiplied
        tight = [owner, *dress[1:]] if dress else [owner, *shown]
        tightest = [(text.strip(), role) for text, role in tight] if dress else tight  # beside prices without a letter
        wordings[1:] = [bare, tight, tightest, [owner, *dress[1:2]], [owner, *dress[1:2]], [owner]]
    return wordings[:1] + wordings  # free spaces are whole on these two levels


def _dress(canvas: Canvas, moved: tuple[str, int]) -> list[Part]:
    return [silk(canvas, moved[0]), (f" {symbols.prestige(moved[1])}", canvas.ink("star"))]


def terrace_wordings(canvas: Canvas, space: GardenSpace) -> list[Parts]:
    """Return the labels of a part of the Terrace: its multiplier, and the dress that would move there."""
    assert space.decoration is not None
    times = _times(canvas, space.decoration)
    if space.moved is None:
        return [[times]]
    dress = _dress(canvas, space.moved)
    return [[times, (" ", canvas.ink("soft")), *dress], [times, (" ", canvas.ink("soft")), dress[0]], dress[:1]]


def draw_garden_space(canvas: Canvas, region: Region, space: GardenSpace, ground: str, alone: bool = False) -> None:
    """Draw the longest label of a space that fits into the line ``region``."""
    x, y, width, _ = region
    if space.owner != NOBODY and not space.ghost:
        ground = f"{ground}~{owner_paint(canvas, space.owner)}@6"
    touched_by_other = space.look[1] not in (None, space.owner)
    parts = fit(space_wordings(canvas, space, alone), width - 2 * touched_by_other)
    draw_label(canvas, x, y, width, space.piece, parts, ground)
    canvas.add_spot(space.piece, region, sign=False, drawn=True)


def draw_terrace_space(canvas: Canvas, region: Region, space: GardenSpace, ground: str) -> None:
    """Draw the longest label of a part of the Terrace that fits into the line ``region``."""
    x, y, width, _ = region
    draw_label(canvas, x, y, width, None, fit(terrace_wordings(canvas, space), width), ground)
    canvas.add_spot(space.piece, region, sign=False, drawn=True)


def owner_paint(canvas: Canvas, seat: int) -> str:
    """Return the paint of an owner, which has the name of its role."""
    return owner_role(canvas.state.setup, seat)
