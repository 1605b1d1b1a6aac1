"""What a pane is: what it shows, at which tables it stands, and what people call it.

A ``PaneSpec`` stands in the pane's own module and once in ``rokoko_tui.panes.registry``; everything else about panes,
from composition to the help, is made from there. Where they stand says ``rokoko_tui.panes.layout``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from textual.widget import Widget

from rokoko_core.box import Box
from rokoko_tui.art.scene import Face, Scene


class At(Enum):
    """The two tables panes stand at."""

    PLAY = "playing"
    """A game being played, or watched."""
    REPLAY = "replaying"
    """A game stepped through."""


Maker = Callable[[str], Widget]
"""Makes the widget of that id."""
DRAWN: Mapping[At, Maker | None] = dict.fromkeys(At)
"""At both tables, as a ``Pane`` that shows the face."""


@dataclass(frozen=True)
class PaneSpec:
    """One pane of the table."""

    id: str
    """Its title and what the help says of it are the messages ``panes.<id>.title`` and ``panes.<id>.help``."""
    letter: str
    """The key that goes there, after the key that shows these letters."""
    at: Mapping[At, Maker | None]
    """The tables it stands at, with its widget there; None for a ``Pane`` that shows the face."""
    face: Face | None = None
    """How it is drawn; None for a pane that is a widget of its own."""
    title: Callable[[Scene], str] | None = None
    """What a widget of its own is called where that depends on the scene."""
    pieces: frozenset[str] = frozenset()
    """Kinds of pieces it shows: what stands before the colon of a piece key, or ``musician``."""
    under: str = ""
    """The pane it stands under, if it has no place of its own: it takes ``lines`` from that one wherever that is."""
    lines: int = 0
    named: bool = True
    """Whether its title stands above it; what names its parts itself needs none."""

    def shows(self, piece: str, box: Box) -> bool:
        """Whether ``piece`` lies here."""
        return kind_of(piece, box) in self.pieces


def kind_of(piece: str, box: Box) -> str:
    """What a piece is: the first part of its key, but musicians, who stand in the halls, are told from decorations."""
    kind, _, which = piece.partition(":")
    return "musician" if kind == "decoration" and box.decoration[which].hall else kind
