"""Takes the seat of a ticket, and lists hosted games.

A person with a key may sit in the hosted games of this machine without a code. The token of such a seat is derived from
the key, the game and a secret of this account. The claims of the game have the token's digest, so they say which seat
belongs to which key.
"""

import asyncio
import hmac
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from rokoko_core.files import read_regular
from rokoko_core.journal import BadSave, read
from rokoko_core.journal.given_names import CLAIMS
from rokoko_core.play.recording import RecordedGame
from rokoko_core.remote import messages as m
from rokoko_core.remote.claims import BadClaims, Claims, load_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.connection import BadAddress
from rokoko_core.remote.link import Unreachable
from rokoko_core.remote.mailbox.sealing import MissingExtra
from rokoko_core.remote.server import LONGEST_SOCKET_NAME
from rokoko_core.remote.tickets import Ticket, Tickets
from rokoko_core.system import HAS_UNIX_SOCKETS
from rokoko_tui.saves.folder import look_into, to_moment
from rokoko_tui.settings.account import LOCAL, PEOPLE, SECRET, SECRET_BYTES, Account, Guest

SOCKETS = ".sockets"
"""The folder beside the saves with the sockets of hosted games."""
PATIENCE_SECONDS = 3.0
"""Seconds to wait for a host that is reached by mail, before the player may do something else."""
PEEK_SECONDS = 3.0
"""Seconds to wait for a host that is asked whose turn it is."""


def open_tickets(account: Account = LOCAL) -> Tickets:
    return Tickets(account.tickets)


def default_socket(save: Path) -> Path:
    """Return the socket of the game in ``save`` where none is named: beside it if the system allows names that long."""
    save = save.resolve()
    path = save.parent / SOCKETS / f"{save.stem}.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_NAME:
        return path
    name = sha256(os.fsencode(save)).hexdigest()[:16]
    account = f"rokoko-{os.getuid()}" if HAS_UNIX_SOCKETS else "rokoko"
    return Path(gettempdir()) / account / f"{name}.sock"


def socket_of(save: Path, claims: Claims) -> Path:
    """Return the socket at which the game in ``save`` was hosted last."""
    return Path(claims.hosting.socket) if claims.hosting.socket else default_socket(save)


async def join_game(ticket: Ticket, tickets: Tickets) -> RemoteGame:
    """Return the game of ``ticket``, connected. A ticket whose code is wrong is removed. Raises ``Unreachable``."""
    try:
        game = _game_of(ticket)
    except (MissingExtra, OSError) as error:
        raise Unreachable(reason=error) from error
    try:
        await game.connect()
    except Unreachable as unreachable:
        game.close()
        if unreachable.code is m.FarewellCode.WRONG_CODE and ticket.code:
            tickets.remove(ticket)
        raise
    game.on_given_back = lambda: tickets.remove(ticket)
    game.on_named = lambda: _keep_ticket(ticket, game, tickets)
    _keep_ticket(ticket, game, tickets)
    return game


def _keep_ticket(ticket: Ticket, game: RemoteGame, tickets: Tickets) -> None:
    """Keep what the host said of the seat, if it is one."""
    welcome = game.welcome
    if welcome.seat is not None:
        names = tuple(seat.name for seat in game.setup.players)
        with suppress(OSError):  # the old ticket returns to the seat as well
            tickets.write(
                replace(ticket, code="", game=welcome.game, seat=welcome.seat, players=names, over=_is_over(game))
            )


def _is_over(game: RemoteGame) -> bool:
    """Return whether there is nothing left to do for the viewer."""
    return game.to_move is None or game.viewer in game.conceded


def _game_of(ticket: Ticket) -> RemoteGame:
    """Return the game of ``ticket``, not connected yet. Raises OSError and ``MissingExtra``."""
    if not ticket.record:
        return RemoteGame(ticket.open, ticket.hello())
    mailbox = ticket.mailbox()
    game = RemoteGame(mailbox.open, ticket.hello())

    def tell_answer() -> None:
        if game.is_connected:
            game.on_update()

    def tell_late_answer(request: m.Request, answer: m.Answer) -> None:
        if isinstance(answer, m.Refused):  # what was taken is seen at the table
            game.on_confirmed(False)

    game.is_waiting = lambda: bool(mailbox.pending)
    game.crowded = lambda: mailbox.crowded
    game.exchange_fault = lambda: (mailbox.folder, mailbox.fault) if mailbox.fault is not None else None
    game.patience = PATIENCE_SECONDS
    mailbox.on_answer, mailbox.on_late_answer = tell_answer, tell_late_answer
    return game


class SavedTurn(NamedTuple):
    """How a game stands in its save."""

    round: int
    to_move: int | None
    moment: datetime
    """When it was last played."""


class HostedGame(NamedTuple):
    """A hosted game with a seat that the player has or may take, and what its host answered just now."""

    ticket: Ticket
    to_move: int | None = None
    round: int = 0
    """0 where the host does not answer."""
    conceded: frozenset[int] = frozenset()
    save: Path | None = None
    """The save, where this account can host the game again; it hosts it already where ``round`` is known."""
    saved: "SavedTurn | None" = None
    """How the game stands in ``save``, where the host does not answer."""
    is_free: bool = False
    """Whether nobody has taken the seat of the ticket yet."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do for the player."""
        is_ended = self.to_move is None or self.ticket.seat in self.conceded
        return self.round > 0 and is_ended and not self.is_free


async def ask_hosts(wanted: Sequence[Ticket], tickets: Tickets) -> list[HostedGame]:
    """Ask the hosts of all ``wanted`` at the same time whose turn it is.

    Games that are over are left out, which is noted in ``tickets``.
    """
    games = await asyncio.gather(*map(_ask_host, wanted))
    for game in games:
        if game.is_over:
            with suppress(OSError):  # the host is asked again next time
                tickets.write(replace(game.ticket, over=True))
    return [game for game in games if not game.is_over]


async def _ask_host(ticket: Ticket) -> HostedGame:
    with suppress(OSError, TimeoutError, msgspec.MsgspecError, ValueError, BadAddress, MissingExtra):
        async with asyncio.timeout(PEEK_SECONDS):
            connection = await ticket.open()
            try:
                await connection.send(m.encode(ticket.hello(history=False, peek=True)))
                while (line := await connection.receive()) is not None:
                    message = m.decode_host(line)
                    if isinstance(message, m.Update):
                        conceded = frozenset(seat for seat, _ in message.concessions)
                        return HostedGame(ticket, message.to_move, message.observation.table.round, conceded)
            finally:
                connection.close()
    return HostedGame(ticket)


# ---- free seats

MOST_GAMES = 50
"""Hosted games that are listed, the latest first."""


class Lobby(NamedTuple):
    """What a person with a key finds."""

    own: list[Ticket]
    """The seats of that person."""
    free: list[HostedGame]
    """Seats that nobody has taken and that the host offers, in games in which that person has none."""


def derive_token(guest: Guest, game: str) -> str:
    """Return the token that returns to the seat of ``guest`` in ``game``, the same at any time."""
    return hmac.new(guest.secret, f"{game} {guest.key}".encode(), sha256).hexdigest()


def find_person(save: Path, claims: Claims, seat: int) -> str:
    """Return who took ``seat`` at ``serve``: a name, or the fingerprint of a key; empty if nobody did.

    People whose folder is not the default one, beside the saves, are not found.
    """
    people = save.parent / PEOPLE
    with suppress(OSError):
        secret = read_regular(people / SECRET, SECRET_BYTES)
        for folder in people.iterdir():
            kind, _, name = folder.name.partition("-")
            person = name if kind == "web" else f"{kind}:{name.replace('_', '/')}"
            key = f"web:{name}" if kind == "web" else person
            if claims.seat_of(derive_token(Guest(key, secret, save.parent), claims.game)) == seat:
                return person
    return ""


def open_lobby(guest: Guest) -> Lobby:
    """Return the seats that ``guest`` has or may take. Reads the saves of hosted games: about 10 ms for each."""
    own: list[Ticket] = []
    free: list[HostedGame] = []
    for save, claims in _hosted_games(guest.hosted):
        token, address = derive_token(guest, claims.game), str(socket_of(save, claims))
        seat, codes = claims.seat_of(token), claims.codes
        summary = look_into(save).summary if seat is not None or codes else None
        if summary is None or summary.finished or summary.decided:
            continue
        players = tuple(player.name for player in summary.setup.players)
        if seat is not None:
            own.append(Ticket(address, token, game=claims.game, seat=seat, players=players))
            continue
        for number, code in sorted(codes.items()):
            if not claims.hosting.is_offered(number, guest.key):
                continue
            ticket = Ticket(address, token, code, claims.game, number, players)
            free.append(HostedGame(ticket, round=summary.round, is_free=True))
    return Lobby(own, free)


def find_by_code(guest: Guest, code: str) -> Ticket | None:
    """Return the ticket for the seat with ``code`` in a game that is hosted here; None for no such code."""
    wanted = code.strip().upper().encode()
    for save, claims in _hosted_games(guest.hosted):
        for seat, own in claims.codes.items():
            if hmac.compare_digest(own.encode(), wanted):
                return Ticket(str(socket_of(save, claims)), derive_token(guest, claims.game), own, claims.game, seat)
    return None


def has_codes(guest: Guest) -> bool:
    """Return whether a game is hosted here of which a seat can be taken with a code."""
    return any(claims.codes for _, claims in _hosted_games(guest.hosted))


async def list_hosted(account: Account) -> list[HostedGame]:
    """Return the games in which ``account`` has a seat and that are not over, then the free seats."""
    tickets = open_tickets(account)
    known = tickets.list()
    with_seat = [ticket for ticket in known if ticket.game and not ticket.over]
    free: list[HostedGame] = []
    if account.guest is not None:
        lobby = await asyncio.to_thread(open_lobby, account.guest)
        tokens = {ticket.token for ticket in known}
        with_seat += [ticket for ticket in lobby.own if ticket.token not in tokens]
        free = lobby.free
    asked = await ask_hosts(with_seat, tickets)
    if not account.is_served and asked:
        asked = await asyncio.to_thread(_find_own_saves, asked, account.saves())
    return [*asked, *free]


def _find_own_saves(games: Sequence[HostedGame], folder: Path) -> list[HostedGame]:
    """Return ``games`` with those of their saves that are in ``folder``; of ended hosts, the game played last first."""
    saves = _list_own_saves(folder)
    found = [game._replace(save=saves.get(game.ticket.game)) for game in games]
    found = [game if game.round else game._replace(saved=_read_turn(game.save)) for game in found]
    answering = [game for game in found if game.saved is None]
    ended = [game for game in found if game.saved is not None]
    return [*answering, *sorted(ended, key=lambda game: game.saved.moment if game.saved else 0, reverse=True)]


def _read_turn(save: Path | None) -> SavedTurn | None:
    """Return how the game in ``save`` stands; None if it cannot be read. Takes about 10 ms."""
    with suppress(OSError, BadSave):
        if save is not None:
            game = RecordedGame(read(save).game)
            return SavedTurn(game.recording.state.round, game.to_move, to_moment(save.stat().st_mtime))
    return None


def _list_own_saves(folder: Path) -> dict[str, Path]:
    """Return the saves of games that were hosted here last, by the names of their claims."""
    saves: dict[str, Path] = {}
    for save in _hosted_saves(folder):
        with suppress(OSError, BadClaims):
            saves.setdefault(load_claims(save).game, save)
    return saves


def _hosted_games(saves: Path) -> Iterator[tuple[Path, Claims]]:
    """Yield the saves of ``saves`` that have a host which listens, with their claims."""
    for save in _hosted_saves(saves):
        with suppress(OSError, BadClaims):
            claims = load_claims(save)
            if socket_of(save, claims).is_socket():
                yield save, claims


def _hosted_saves(folder: Path) -> Iterator[Path]:
    """Yield the saves of ``folder`` that have claims, those whose seats changed last first."""
    dated: list[tuple[float, Path]] = []
    with suppress(OSError):
        dated = [(path.stat().st_mtime, path) for path in (folder / CLAIMS).glob("*.json")]
    for _, path in sorted(dated, reverse=True)[:MOST_GAMES]:
        save = folder / path.stem
        if save.is_file():
            yield save
