"""What a host allows, and where it listens; kept with the claims of its game, so that it can be hosted again."""

from enum import StrEnum

import msgspec

from rokoko_core.bots import DEFAULT_LEVEL

WEB_PORT = 8160
"""The usual port for browsers."""


class Delay(StrEnum):
    """When spectators see an action."""

    NONE = "none"
    TURN = "turn"
    """At the end of the turn."""


class Absence(msgspec.Struct, frozen=True):
    """When a bot takes the seat of a person who is away or late; the person returns to it with the next connection."""

    seconds: int = 600
    """Seconds of absence after which all who are present may give a seat to a bot together."""
    turn: int = 0
    """Seconds for a turn, or a hand choice; 0 for no limit."""
    level: str = DEFAULT_LEVEL
    """The level of the bot that takes the seat of a person whose time is over."""
    owner: int | None = None
    """The seat of the person who hosts, who may give away the seat of anybody who is away at any time."""

    @property
    def notice(self) -> float:
        """Seconds before the end of the time for a turn at which everybody is warned: its last quarter."""
        return self.turn / 4


class HostOptions(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the host allows."""

    hints: bool = True
    spectators: Delay | None = None
    """When spectators see an action; None: no spectators."""
    absence: Absence = Absence()
    shows_chat: bool = False
    """Whether spectators read the chat."""


class WebHosting(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where browsers find the seats of a game."""

    port: int = WEB_PORT
    """The port, 0 for any free one."""
    listen: str = "127.0.0.1"
    """The address to listen on."""
    url: str = ""
    """What people open, if a proxy or a tunnel forwards to the port; empty for the address itself."""


class Hosting(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game was hosted last."""

    options: HostOptions = HostOptions()
    socket: str = ""
    """The path of the Unix socket; empty for none."""
    group: int | None = None
    """The group that may use the socket too."""
    port: int | None = None
    """The port, 0 for any free one."""
    mailbox: str = ""
    """The shared folder of people who play by mail; empty for none."""
    on_turn: str = ""
    """A command to run when a person's turn begins."""
    open_seats: tuple[int, ...] = ()
    """The seats that everybody may take who is served on this machine."""
    invited: dict[int, str] = {}
    """By seat, the key of the one person who may take it there without a code."""
    web: WebHosting | None = None
    """Where browsers find the seats; None for no browsers."""

    def is_offered(self, seat: int, key: str) -> bool:
        """Return whether the person with ``key`` may take ``seat`` without a code."""
        return self.invited[seat] == key if seat in self.invited else seat in self.open_seats
