"""A drawing: styled lines of a pane, and which piece of the table each cell of them shows.

Panes are pure functions from a ``Scene`` and a size to a ``Drawing``; the same drawings are painted by widgets, printed
by ``rokoko-tui show`` and asserted on by tests. Widths are terminal cells, never ``len``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rich.text import Text

from rokoko_core.box import Box, box_of
from rokoko_core.goods import Purse
from rokoko_core.observe import Observation
from rokoko_tui.text import Words


@dataclass(frozen=True)
class Scene:
    """What a pane draws: one seat's view of the table, in the words of an edition."""

    view: Observation
    words: Words
    lit: frozenset[str] = frozenset()
    """Piece keys concerned by the choice under the cursor."""
    open: frozenset[str] = frozenset()
    """Piece keys some legal action concerns."""
    chosen: frozenset[str] = frozenset()
    """Piece keys chosen before, or paid with."""
    touched: Mapping[str, int] = field(default_factory=dict)
    """Piece keys others have touched since the onlooker's last turn, with the seat that did."""
    ghosts: Mapping[str, str] = field(default_factory=dict)
    """What would lie where by the choice under the cursor: place by piece key, with the dress or ``seat:<n>``."""
    purse: Purse | None = None
    """The onlooker's own goods, or those of whoever is asked as far as all may know them."""
    then: Purse | None = None
    """The same after the choice under the cursor."""
    pictures: bool = True
    """Whether things are drawn in pixels; in lines otherwise."""

    def other_pieces(self, before: "Scene") -> frozenset[str]:
        """The pieces of which something else is shown than in ``before``, a scene of the same view."""
        found = (before.lit ^ self.lit) | (before.open ^ self.open) | (before.chosen ^ self.chosen)
        for old, new in ((before.touched, self.touched), (before.ghosts, self.ghosts)):
            if old != new:
                found |= {piece for piece in {**old, **new} if old.get(piece) != new.get(piece)}
        return found

    @property
    def box(self) -> Box:
        """The box the table is played with."""
        return box_of(self.view.table)


@dataclass(frozen=True)
class Spot:
    """A run of cells of line ``y`` from column ``x`` that shows ``piece``."""

    x: int
    y: int
    width: int
    piece: str


@dataclass
class Drawing:
    """Lines to paint and the spots on them."""

    lines: list[Text] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)

    @cached_property
    def pieces(self) -> frozenset[str]:
        """All pieces it shows."""
        return frozenset(spot.piece for spot in self.spots)

    def at(self, x: int, y: int) -> str | None:
        """The piece shown at column ``x`` of line ``y``."""
        return next((s.piece for s in self.spots if s.y == y and s.x <= x < s.x + s.width), None)


class Face(NamedTuple):
    """What a pane shows: pure functions of the scene."""

    draw: Callable[[Scene, int, int | None], Drawing]
    """The drawing in so many columns and lines; lines None asks for as many as it would like best."""
    title: Callable[[Scene], str]
    """The words on the border."""
    brief: Callable[[Scene], str] | None = None
    """Fewer of them, for where those have no room."""
    goods: bool = False
    """Whether it shows what the purse holds and would hold."""

    @property
    def titles(self) -> tuple[Callable[[Scene], str], ...]:
        """The words on the border, as many as it takes first."""
        return (self.title,) if self.brief is None else (self.title, self.brief)
