"""The hosts that run in this program: how others join them, the own seat, and games that are hosted again."""

import shlex
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from socket import gethostname
from typing import NamedTuple

from msgspec.structs import replace

from rokoko_core.journal.given_names import with_given_names
from rokoko_core.remote.claims import BadClaims, Claims, load_claims
from rokoko_core.remote.host_options import Absence, HostOptions, WebHosting
from rokoko_core.remote.tickets import Ticket, Tickets
from rokoko_core.state import Setup
from rokoko_tui.hosting.host_thread import HostPlan, HostThread, plan_again
from rokoko_tui.hosting.hosted_games import default_socket
from rokoko_tui.saves.folder import new_path, saves_folder
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.player_names import list_unnamed


class Invitation(NamedTuple):
    """How others join a game, as far as they did not."""

    game: str
    """The host's name of the game."""
    commands: Mapping[str, str]
    """By name, the command of each player whose seat is free."""
    over_ssh: Mapping[str, str] = {}
    """The same commands for other accounts of this machine, reached over SSH."""
    by_mail: bool = False
    crowded: tuple[Path, ...] = ()
    """Folders of the mailbox that are full of files of others."""
    faults: tuple[tuple[Path, OSError], ...] = ()
    """Folders of the mailbox that cannot be used, and why."""
    links: Mapping[str, str] = {}
    """By name, the unused link of each player who may come with a browser."""
    notes: tuple[str, ...] = ()
    """What the person who hosts should know of the browsers: a sentence each."""
    browsers: tuple[str, ...] = ()
    """The players who may come with a browser."""
    make_link: Callable[[str], str] | None = None
    """Makes a new link for a player of ``browsers``."""
    is_over: bool = False
    """Whether the game is over, so that nobody needs its host."""
    players: tuple[str, ...] = ()
    """All players, by the names that they gave."""
    given: Mapping[str, str] = {}
    """By name, that which the player gave instead."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players who have not joined, then those who may come with another browser."""
        return tuple(dict.fromkeys([*self.commands, *self.links, *self.browsers]))


def invite(host: HostThread, is_short: bool = True) -> Invitation:
    """Return how others join the game of ``host``; ``is_short`` for a name in place of the path of its socket."""
    plan, players = host.plan, host.host.game.setup.players
    path = address = str(plan.mailbox or host.addresses[0])
    is_named = is_short and plan.mailbox is None and plan.socket is not None
    if is_named and plan.socket is not None and find_socket(plan.socket.stem) == plan.socket:
        address = plan.socket.stem  # short enough for a line

    def list_commands(address: str) -> dict[str, str]:
        return {
            players[seat].name: f"rokoko-tui join {shlex.quote(address)} --code {code}"
            for seat, code in sorted(host.claims.codes.items())
        }

    over_ssh = {
        name: f"ssh -t {gethostname()} {command}"
        for name, command in list_commands(path).items()
        if plan.mailbox is None
    }
    mailbox = host.mailbox
    crowded, faults = (tuple(mailbox.crowded), tuple(mailbox.faults)) if mailbox is not None else ((), ())
    commands = list_commands(address)
    is_over = host.host.is_ended
    names = tuple(seat.name for seat in with_given_names(host.host.game.setup, host.claims.names).players)
    invitation = Invitation(
        host.claims.game,
        commands,
        over_ssh,
        plan.mailbox is not None,
        crowded,
        faults,
        is_over=is_over,
        players=names,
        given={player.name: name for player, name in zip(players, names, strict=True)},
    )
    door = host.door
    if door is None:
        return invitation
    return invitation._replace(links=door.links, notes=tuple(door.notes), browsers=door.names, make_link=door.make_link)


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


def can_sit(claims: Claims, seat: int, tickets: Tickets) -> bool:
    """Return whether ``seat`` is free, or one of ``tickets`` returns to it."""
    return seat in claims.codes or seat in _find_own(claims, tickets)


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


def plan_new(folder: Path, setup: Setup, seat: int, web: WebHosting | None) -> HostPlan:
    """Return the plan to host a new game in ``folder`` for the person at ``seat``. Raises OSError."""
    save, options = new_path(folder, setup), HostOptions(absence=Absence(owner=seat))
    return HostPlan(save, setup, default_socket(save), options=options, unnamed=list_unnamed(setup, seat), web=web)


class OwnHosts:
    """The hosts that the program started itself; they end with it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._hosts: dict[Path, HostThread] = {}

    def host_again(self, save: Path) -> HostThread:
        """Host the game in ``save`` as it was last. Raises ``SaveInUse``, ``BadSave``, ``BadClaims`` and OSError; and
        for a mailbox ``BadMailbox`` and ``MissingExtra``.
        """
        host = self._hosts.get(save.resolve())
        return self.host(plan_again(save)) if host is None or host.wait(0) else host

    def host(self, plan: HostPlan) -> HostThread:
        """Host the game of ``plan``. Raises the same errors."""
        host = HostThread(plan, self._settings)
        host.start()
        self._hosts[plan.save.resolve()] = host
        return host

    def find_port(self, web: WebHosting) -> int:
        """Return the port for browsers of a new game: that of ``web``, or the next one that no game here uses."""
        doors = [host.door for host in self._hosts.values() if not host.wait(0)]
        taken = {door.web.port for door in doors if door is not None}
        return next(port for port in range(web.port, web.port + len(taken) + 1) if port not in taken)

    def find_save(self, game: str) -> Path | None:
        """Return the save of the ``game`` with this name that is hosted here; None for others."""
        return next((save for save, host in self._hosts.items() if host.claims.game == game), None)

    def stop(self) -> None:
        """End all hosts."""
        for host in self._hosts.values():
            host.stop()
        self._hosts.clear()
