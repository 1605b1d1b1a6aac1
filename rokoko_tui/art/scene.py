"""Input and output of panes: ``Scene``, what is to be drawn, and ``Drawing``, styled lines with the pieces they show.

Panes are pure functions from a scene and a size to a drawing. Widgets paint drawings, ``rokoko-tui show`` prints them.
Widths are terminal cells, never ``len``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rich.text import Text

from rokoko_core.box import Box, box_of
from rokoko_core.goods import PlayerGoods
from rokoko_core.observe import Observation
from rokoko_core.state import NOBODY
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording


@dataclass(frozen=True)
class Scene:
    """What a pane draws: one seat's view of the table, with highlights, in the words of an edition."""

    view: Observation
    words: Words
    lit: frozenset[PieceRef] = frozenset()
    """Pieces that the action under the cursor concerns."""
    open: frozenset[PieceRef] = frozenset()
    """Pieces that some legal action concerns."""
    chosen: frozenset[PieceRef] = frozenset()
    """Pieces already selected, or paid with."""
    copies: Mapping[PieceRef, tuple[str, ...]] = field(default_factory=dict)
    """Of equal pieces the state of each, ``lit``, ``chosen`` or empty; a piece without an entry has that of all."""
    card_keys: Mapping[PieceRef, tuple[str, ...]] = field(default_factory=dict)
    """By card on offer, the keys of its copies in the list."""
    touched: Mapping[PieceRef, int] = field(default_factory=dict)
    """Pieces that others touched since the viewer's last turn, with their seat; new ones with ``NOBODY``."""
    ghosts: Mapping[PieceRef, str | int] = field(default_factory=dict)
    """Effect of the action under the cursor: by place, the dress or the seat of the owner that would be there."""
    goods: PlayerGoods | None = None
    """Goods of the viewer, or the public goods of the seat to decide."""
    goods_after: PlayerGoods | None = None
    """The same goods after the action under the cursor."""
    looked: PieceRef | None = None
    """The inspected piece."""
    played_back: int | None = None
    """The seat whose turn is played back, ``NOBODY`` between two rounds or while that is unknown; else None."""
    day: tuple[str, ...] = ()
    """Names of the daily deal that is played, the longest first; empty for any other game."""
    pictures: bool = True
    """Whether pieces are drawn in pixels; in lines otherwise."""
    wanted: frozenset[PieceRef] = frozenset()
    """Pieces that a lesson asks for while the cursor is on others."""

    seat_notes: Mapping[int, str] = field(default_factory=dict)
    """By seat of a person: ``bot`` where a bot plays for the person, ``away`` where nobody is connected."""

    def changed_pieces(self, before: "Scene") -> frozenset[PieceRef]:
        """Return the pieces drawn differently than in ``before``, a scene of the same view."""
        changed = (before.lit ^ self.lit) | (before.open ^ self.open) | (before.chosen ^ self.chosen)
        changed |= before.wanted ^ self.wanted
        pairs = (
            *((before.touched, self.touched), (before.ghosts, self.ghosts)),
            *((before.copies, self.copies), (before.card_keys, self.card_keys)),
        )
        if before.seat_notes != self.seat_notes:
            changed |= {PieceRef("player", seat) for seat in before.seat_notes.keys() | self.seat_notes.keys()}
        for old, new in pairs:
            if old != new:
                changed |= {piece for piece in {**old, **new} if old.get(piece) != new.get(piece)}
        return changed

    def ghost_owner(self, piece: PieceRef) -> int:
        """Return the seat that the action under the cursor would make the owner of ``piece``; ``NOBODY`` for none."""
        ghost = self.ghosts.get(piece)
        return ghost if isinstance(ghost, int) else NOBODY

    @property
    def mover(self) -> int:
        """The seat whose turn is shown; ``NOBODY`` between two rounds and after the game.

        The last event of a turn is played back on a table where the next seat is to decide already.
        """
        if self.played_back is not None:
            return self.played_back
        pending = self.view.table.pending
        return pending[-1].seat if pending else NOBODY

    @property
    def box(self) -> Box:
        return box_of(self.view.table)


@dataclass(frozen=True)
class Spot:
    """Cells of line ``y`` from column ``x`` that show ``piece``."""

    x: int
    y: int
    width: int
    piece: PieceRef
    lit: bool = False


@dataclass
class Drawing:
    """Styled lines and the spots on them."""

    lines: list[Text] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    notes: tuple[str, ...] = ()
    """What signs in the drawing mean, for the border title, the most important first."""

    @cached_property
    def pieces(self) -> frozenset[PieceRef]:
        return frozenset(spot.piece for spot in self.spots)

    def at(self, x: int, y: int) -> PieceRef | None:
        """Return the piece shown at column ``x`` of line ``y``."""
        return next((s.piece for s in self.spots if s.y == y and s.x <= x < s.x + s.width), None)


class Face(NamedTuple):
    """The drawing function and titles of a pane."""

    draw: Callable[[Scene, int, int | None], Drawing]
    """Draws a scene in a number of columns and lines; None for the preferred number of lines."""
    title: Callable[[Scene], str | Wording]
    """Title on the border; a narrow pane has a short form of it."""
    goods: bool = False
    """Whether it depends on ``Scene.goods``, ``Scene.goods_after`` and ``Scene.looked``."""

    def list_titles(self, scene: Scene) -> Wording:
        title = self.title(scene)
        return title if isinstance(title, Wording) else Wording(title)
