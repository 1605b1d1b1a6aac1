"""Tickets: the own seats in hosted games, each with the secret that returns to it.

A ticket is written before its code is used, so that no seat is lost when a connection breaks. Only the owner may read
the files.
"""

from collections.abc import Sequence
from contextlib import suppress
from errno import EINVAL
from hashlib import sha256
from os import strerror
from pathlib import Path
from secrets import token_urlsafe

import msgspec
from msgspec.structs import replace

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.remote.connection import Connection, connect, parse_address
from rokoko_core.remote.mailbox.seat_mailbox import SeatMailbox, join
from rokoko_core.remote.messages import LONGEST_MESSAGE, Hello
from rokoko_core.safe_text import find_named

_LARGEST = 1 << 14


class Ticket(msgspec.Struct, frozen=True):
    """A seat in a hosted game."""

    address: str
    """Where the host listens, as ``join`` takes it."""
    token: str
    code: str = ""
    """The code, until the host has accepted it."""
    game: str = ""
    """The host's name of the game; empty until the first connection."""
    seat: int = -1
    players: tuple[str, ...] = ()
    over: bool = False
    """Whether the game is over."""
    record: str = ""
    """The private file of a seat by mail; empty for others."""

    @property
    def name(self) -> str:
        """The player's name; empty until the first connection."""
        return self.players[self.seat] if 0 <= self.seat < len(self.players) else ""

    def hello(self, history: bool = True, peek: bool = False) -> Hello:
        """Return the first message of a connection."""
        access = parse_address(self.address).access
        return Hello(code=self.code, token=self.token, access=access, history=history, peek=peek)

    async def open(self) -> Connection:
        """Connect to the host. Raises OSError."""
        if self.record:
            return await self.mailbox().open()
        return await connect(parse_address(self.address), LONGEST_MESSAGE)

    def mailbox(self) -> SeatMailbox:
        """Return the mailbox of a seat by mail. Raises OSError and ``MissingExtra``."""
        try:
            return SeatMailbox(Path(self.address), Path(self.record))
        except (ValueError, RecursionError) as error:
            raise OSError(EINVAL, strerror(EINVAL), self.record) from error


def named(tickets: Sequence[Ticket], name: str) -> list[Ticket]:
    """Return the tickets of the player ``name``; all if it is empty."""
    return [tickets[n] for n in find_named(name, [ticket.name for ticket in tickets])] if name else list(tickets)


class Tickets:
    """The tickets in a folder, the newest first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def list(self) -> list[Ticket]:
        """Return all tickets that can be read."""
        found: list[tuple[float, Ticket]] = []
        with suppress(OSError):
            for path in self.folder.glob("*.json"):
                with suppress(OSError, ValueError, RecursionError):
                    ticket = msgspec.json.decode(read_regular(path, _LARGEST), type=Ticket)
                    found.append((path.stat().st_mtime, ticket))
        return [ticket for _, ticket in sorted(found, key=lambda pair: -pair[0])]

    def find(self, address: str, code: str = "", name: str = "") -> Ticket | None:
        """Return the ticket for ``address``, with this code or player if one is given; None if there is none."""
        tickets = [ticket for ticket in self.list() if ticket.address == address and code in ("", ticket.code)]
        return next(iter(named(tickets, name)), None)

    def new(self, address: str, code: str) -> Ticket:
        """Return a new ticket, written to disk. Raises OSError."""
        ticket = Ticket(address, token_urlsafe(24), code)
        self.write(ticket)
        return ticket

    def new_by_mail(self, folder: Path, code: str) -> Ticket:
        """Return the ticket for the seat with ``code`` of the mailbox in ``folder``, written to disk. Takes a moment.

        Raises ``MissingExtra``, ``BadMailbox``, ``WrongCode`` and OSError.
        """
        mailbox = join(folder, code, self.folder)
        known = next((ticket for ticket in self.list() if ticket.token == mailbox.token), None)
        ticket = known or Ticket(str(folder), mailbox.token, seat=mailbox.seat)
        ticket = replace(ticket, address=str(folder), record=str(mailbox.record_path))
        self.write(ticket)
        return ticket

    def write(self, ticket: Ticket) -> None:
        """Write ``ticket`` in place of an older one with the same token. Raises OSError."""
        make_folder(self.folder)
        write_whole(self._path(ticket), msgspec.json.encode(ticket), private=True)

    def remove(self, ticket: Ticket) -> None:
        """Remove ``ticket``."""
        with suppress(OSError):
            self._path(ticket).unlink()

    def _path(self, ticket: Ticket) -> Path:
        return self.folder / f"{sha256(ticket.token.encode()).hexdigest()[:16]}.json"
