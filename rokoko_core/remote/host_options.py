"""What a host allows, and where it listens; kept with the claims of its game, so that it can be hosted again."""

from contextlib import suppress
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from rokoko_core.bots import DEFAULT_LEVEL
from rokoko_core.remote.connection import LOOPBACK

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
    listen: str = LOOPBACK
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


def url_of(address: str, port: int) -> str:
    """Return what people open where a server listens at ``address`` and ``port``."""
    return f"http://{f'[{address}]' if ':' in address else address}:{port}"


def is_origin(url: str) -> bool:
    """Return whether ``url`` is a scheme, a host and perhaps a port, and nothing else."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return False
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    is_whole = url in (f"http://{host}{port}", f"https://{host}{port}")
    return is_whole and bool(host) and not any(character.isspace() for character in url)


def read_web_address(text: str) -> WebHosting:
    """Return where to listen for browsers that open ``text``; nothing typed is this machine at the usual port.

    At a network address of this machine (``http://192.168.1.5:8160``) the server listens itself. Any other address is
    that of a proxy or a tunnel which forwards to the usual port of this machine. Raises ValueError.
    """
    typed = text.strip().rstrip("/")
    if not typed:
        return WebHosting()
    url = typed.lower() if "://" in typed else f"http://{typed.lower()}"
    if not is_origin(url):
        raise ValueError(text)
    parts = urlsplit(url)
    if parts.scheme == "http":
        if parts.hostname == "localhost":
            return WebHosting(parts.port or WEB_PORT)
        with suppress(ValueError):
            return WebHosting(parts.port or WEB_PORT, str(ip_address(parts.hostname or "")))
    return WebHosting(WEB_PORT, LOOPBACK, url)
