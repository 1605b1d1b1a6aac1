"""What a host allows, and where it listens; kept with the claims of its game, so that it can be hosted again."""

from enum import StrEnum

import msgspec


class Delay(StrEnum):
    """When spectators see an action."""

    NONE = "none"
    TURN = "turn"
    """At the end of the turn."""


class HostOptions(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the host allows."""

    hints: bool = True
    spectators: Delay | None = None
    """When spectators see an action; None: no spectators."""


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
