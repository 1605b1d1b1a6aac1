"""The hosts that run in this program: how others join them, the own seat, and games that are hosted again."""

import shlex
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from rokoko_core.remote.claims import BadClaims, Claims, load_claims
from rokoko_core.remote.tickets import Ticket, Tickets
from rokoko_tui.hosting.host_thread import HostThread, plan_again
from rokoko_tui.hosting.hosted_games import default_socket
from rokoko_tui.saves.folder import saves_folder
from rokoko_tui.settings.settings import Settings


class Invitation(NamedTuple):
    """How others join a game, as far as they did not."""

    game: str
    """The host's name of the game."""
    commands: Mapping[str, str]
    """By name, the command of each player whose seat is free."""
    by_mail: bool = False
    crowded: tuple[Path, ...] = ()
    """Folders of the mailbox that are full of files of others."""
    faults: tuple[tuple[Path, OSError], ...] = ()
    """Folders of the mailbox that cannot be used, and why."""


def invite(host: HostThread, is_short: bool = True) -> Invitation:
    """Return how others join the game of ``host``; ``is_short`` for a name in place of the path of its socket."""
    plan, players = host.plan, host.host.game.setup.players
    address = str(plan.mailbox or host.addresses[0])
    is_named = is_short and plan.mailbox is None and plan.socket is not None
    if is_named and plan.socket is not None and find_socket(plan.socket.stem) == plan.socket:
        address = plan.socket.stem  # short enough for a line
    commands = {
        players[seat].name: f"rokoko-tui join {shlex.quote(address)} --code {code}"
        for seat, code in sorted(host.claims.codes.items())
    }
    mailbox = host.mailbox
    crowded, faults = (tuple(mailbox.crowded), tuple(mailbox.faults)) if mailbox is not None else ((), ())
    return Invitation(host.claims.game, commands, plan.mailbox is not None, crowded, faults)


def find_socket(name: str) -> Path | None:
    """Return the socket of the game ``name`` that is hosted in the save folder; None if none listens there."""
    if not name or "/" in name or "\0" in name:
        return None
    with suppress(OSError, UnicodeEncodeError):
        path = default_socket(saves_folder() / f"{name}.rokoko")
        if path.is_socket():
            return path
    return None


class SeatTaken(ValueError):
    """Somebody else has the seat."""


def choose_ticket(claims: Claims, address: str, seat: int, tickets: Tickets) -> Ticket:
    """Return a ticket for ``seat`` of the host at ``address``; its code is used if it has one.

    Raises ``SeatTaken`` and OSError.
    """
    code = claims.codes.get(seat)
    if code is not None:
        return tickets.find(address, code=code) or tickets.new(address, code)
    own = _find_own(claims, tickets)
    if seat not in own:
        raise SeatTaken
    return replace(own[seat], address=address)


def _find_own(claims: Claims, tickets: Tickets) -> dict[int, Ticket]:
    """Return the own tickets by seat. They are found by their tokens: a new ticket does not know its player."""
    own: dict[int, Ticket] = {}
    for ticket in tickets.list():
        seat = claims.seat_of(ticket.token) if not ticket.record else None
        if seat is not None:
            own.setdefault(seat, ticket)
    return own


def is_for_screens(save: Path) -> bool:
    """Return whether several people play the game in ``save`` on screens of their own, so that none sees all hands."""
    try:
        return len(load_claims(save).seats) > 1
    except BadClaims:
        return True
    except OSError:
        return False


def find_seats_of(claims: Claims, tickets: Tickets) -> list[int]:
    """Return the own seats, else the first that is free. Raises ``SeatTaken``."""
    seats = sorted(_find_own(claims, tickets)) or sorted(claims.codes)[:1]
    if not seats:
        raise SeatTaken
    return seats


class OwnHosts:
    """The hosts that the program started itself; they end with it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._hosts: dict[Path, HostThread] = {}

    def host_again(self, save: Path) -> HostThread:
        """Host the game in ``save`` as it was last. Raises ``SaveInUse``, ``BadSave``, ``BadClaims`` and OSError; and
        for a mailbox ``BadMailbox`` and ``MissingExtra``.
        """
        key = save.resolve()
        host = self._hosts.get(key)
        if host is None or host.wait(0):
            host = HostThread(plan_again(save), self._settings)
            host.start()
            self._hosts[key] = host
        return host

    def stop(self) -> None:
        """End all hosts."""
        for host in self._hosts.values():
            host.stop()
        self._hosts.clear()
