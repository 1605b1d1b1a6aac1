"""Opens the games of the full-screen program: own ones, and seats in hosted ones."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from rokoko_core.journal import Reading
    from rokoko_core.remote.tickets import Ticket
    from rokoko_core.state import Setup
    from rokoko_tui.hosting.host_thread import HostThread
    from rokoko_tui.hosting.own_hosts import Invitation
    from rokoko_tui.settings.settings import Settings


Mode = Literal["menu", "learn", "daily", "puzzle", "new", "load", "watch", "replay", "join"]


class Start(NamedTuple):
    """The start screen, unless anything else is given."""

    mode: Mode = "menu"
    setup: "Setup | None" = None
    """The game to start, for ``new``."""
    path: Path | None = None
    """The save, for ``load``, ``watch`` and ``replay``; None lists the saves."""
    at: int | None = None
    """The first position of a replay; None for the start of the game. Also the number of a puzzle."""
    reading: "Reading | None" = None
    """The content of the save, if it was read already."""
    ticket: "Ticket | None" = None
    """The seat in a hosted game, for ``join``."""
    invitation: "Callable[[], Invitation] | None" = None
    """Returns how others join the game that this program hosts."""
    make_link: "Callable[[], str] | None" = None
    """Makes a link that opens the own seat in another browser."""
    open_door: "Callable[[HostThread, Settings], None] | None" = None
    """Lets browsers come to a host; None where no game can be hosted. Raises ``CommandError``."""
    place: str = ""
    """What an earlier program was left at, as ``GameOpener.place`` names it."""
    warning: str = ""
    """A sentence to show once."""
