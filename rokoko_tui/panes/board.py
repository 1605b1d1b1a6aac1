"""The panes of the table, composed once for every screen that shows it."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from rokoko_tui.panes.decorations import DecorationsPane
from rokoko_tui.panes.halls import HallsPane
from rokoko_tui.panes.hand import HandPane
from rokoko_tui.panes.hire import HirePane
from rokoko_tui.panes.jeweler import JewelerPane
from rokoko_tui.panes.players import PlayersPane
from rokoko_tui.panes.warehouse import WarehousePane
from rokoko_tui.panes.workshop import WorkshopPane


def board_panes(prefix: str = "") -> ComposeResult:
    """Workshop, warehouse and hire spaces over halls and decorations; every id begins with ``prefix``."""
    with Horizontal(id=f"{prefix}top"):
        yield WorkshopPane(id=f"{prefix}workshop")
        yield WarehousePane(id=f"{prefix}warehouse")
        yield HirePane(id=f"{prefix}hire")
    with Horizontal(id=f"{prefix}middle"):
        yield HallsPane(id=f"{prefix}halls")
        with Vertical(id=f"{prefix}decor"):
            yield DecorationsPane(id=f"{prefix}decorations")
            yield JewelerPane(id=f"{prefix}jeweler")


def player_panes(prefix: str = "") -> ComposeResult:
    """All player boards over the own hand."""
    with Vertical(id=f"{prefix}own"):
        yield PlayersPane(id=f"{prefix}players")
        yield HandPane(id=f"{prefix}hand")
