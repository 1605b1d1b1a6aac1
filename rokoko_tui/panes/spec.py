"""What a pane is: what it shows, where it stands at which size, and what people call it.

A ``PaneSpec`` stands in the pane's own module and once in ``rokoko_tui.panes.registry``; everything else about panes,
from the style sheet to the help, is made from there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from textual.widget import Widget

from rokoko_core.box import Box
from rokoko_tui.drawing.scene import Face, Scene


class At(Enum):
    """The two tables panes stand at."""

    PLAY = "playing"
    """A game being played, or watched."""
    REPLAY = "replaying"
    """A game stepped through."""


EVERY = "*"
"""Among the tabs of a pane: all the others too."""


@dataclass(frozen=True)
class Tab:
    """What a terminal too small for all panes shows at once."""

    id: str
    """Its name is the message ``panes.tab.<id>``."""
    grids: Mapping[str, str] = field(default_factory=dict)
    """Style of a row, where its panes are to stand otherwise in this tab than one under the other."""


@dataclass(frozen=True)
class Row:
    """Panes side by side on the whole table; rows stand one under the other."""

    id: str
    height: str
    lofty: str
    """Height where there is more room still."""
    printed: int | None = None
    """Lines its panes are asked for where the table is printed; None for as many as each would like."""


@dataclass(frozen=True)
class Seen:
    """Where a pane stands at one of the tables."""

    tabs: tuple[str, ...]
    """The tabs that show it where the terminal is small."""
    share: int
    """Its part of the row's width on the whole table; panes of one column take the widest."""
    widget: Callable[[str], Widget] | None = None
    """Makes the widget of that id; None for a ``Pane`` that shows the face."""
    whole: str = "height: 1fr;"
    """Style on the whole table."""
    lofty: str = ""
    """Style on the whole table where there is more room still."""
    small: str = "height: 1fr;"
    """Style in its tabs."""
    present: Callable[[Scene], bool] = lambda scene: True
    """Whether there is anything to show at all."""
    under: int = 0
    """Lines it keeps under what other tabs show; 0 for a pane that fills each of its tabs. The first tab it fills."""


@dataclass(frozen=True)
class PaneSpec:
    """One pane of the table."""

    id: str
    """Its title and what the help says of it are the messages ``panes.<id>.title`` and ``panes.<id>.help``."""
    letter: str
    """The key that goes there, after the key that shows these letters."""
    row: str
    column: str
    """Panes of the same column stand one under the other."""
    play: Seen | None
    """None for a pane that is not there while a game is played."""
    replay: Seen | None
    face: Face | None = None
    """How it is drawn; None for a pane that is a widget of its own."""
    pieces: frozenset[str] = frozenset()
    """Kinds of pieces it shows: what stands before the colon of a piece key, or ``musician``."""
    style: str = ""
    """Style at every size."""

    def seen(self, at: At) -> Seen | None:
        """Where it stands at that table."""
        return self.play if at is At.PLAY else self.replay

    def shows(self, piece: str, box: Box) -> bool:
        """Whether ``piece`` lies here."""
        return kind_of(piece, box) in self.pieces


def kind_of(piece: str, box: Box) -> str:
    """What a piece is: the first part of its key, but musicians, who stand in the halls, are told from decorations."""
    kind, _, which = piece.partition(":")
    return "musician" if kind == "decoration" and box.decoration[which].hall else kind
