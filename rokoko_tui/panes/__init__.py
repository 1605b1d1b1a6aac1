"""The panes of the table, one per module. Each module has a ``PaneSpec``; ``registry`` lists them all."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum

from textual.widget import Widget

from rokoko_tui.art.scene import Face, Scene


class At(Enum):
    """The two tables that have panes."""

    PLAY = "playing"
    """A game being played or watched."""
    REPLAY = "replaying"
    """A replay."""


Maker = Callable[[str], Widget]
"""Returns the widget with that id."""
DRAWN: Mapping[At, Maker | None] = dict.fromkeys(At)
"""At both tables, as a ``Pane`` that draws ``face``."""


@dataclass(frozen=True)
class PaneSpec:
    id: str
    """Title and help are the messages ``panes.<id>.title`` and ``panes.<id>.help``."""
    letter: str
    """The key that jumps to it, after the key of the jump screen."""
    at: Mapping[At, Maker | None]
    """The tables it belongs to, with its widget there; None for a ``Pane`` that draws ``face``."""
    face: Face | None = None
    """Its drawing; None for a pane with its own widget."""
    title: Callable[[Scene], str] | None = None
    """The border title of its own widget, where that depends on the scene."""
    pieces: frozenset[str] = frozenset()
    """Kinds of pieces it shows, or ``musician``."""
    under: str = ""
    """The pane whose last ``lines`` lines it takes, if the layout has no region for it."""
    lines: int = 0
    named: bool = True
    """Whether it has a title on its border."""
