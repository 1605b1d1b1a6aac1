"""The hosted games of this machine in which a person with a key may sit, without a code.

The token of a seat is derived from the key, the game and a secret of this account. The claims of the game have the
token's digest, so they say which seat belongs to which key.
"""

import asyncio
import hmac
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from rokoko_core.remote.claims import FOLDER, BadClaims, Claims, load_claims
from rokoko_core.remote.tickets import Ticket
from rokoko_tui.remote.hosted_games import HostedGame, ask_hosts, default_socket, open_tickets
from rokoko_tui.saves.folder import look_into
from rokoko_tui.settings.account import Account, Guest

MOST_GAMES = 50
"""Hosted games that are listed, the latest first."""


class Lobby(NamedTuple):
    """What a person with a key finds."""

    own: list[Ticket]
    """The seats of that person."""
    free: list[HostedGame]
    """Seats that nobody has taken, in games in which that person has none."""


def derive_token(guest: Guest, game: str) -> str:
    """Return the token that returns to the seat of ``guest`` in ``game``, the same at any time."""
    return hmac.new(guest.secret, f"{game} {guest.key}".encode(), sha256).hexdigest()


def open_lobby(guest: Guest) -> Lobby:
    """Return the seats that ``guest`` has or may take. Reads the saves of hosted games: about 10 ms for each."""
    own: list[Ticket] = []
    free: list[HostedGame] = []
    for save, claims in _hosted_games(guest.hosted):
        token, address = derive_token(guest, claims.game), str(default_socket(save))
        seat, codes = claims.seat_of(token), claims.codes
        summary = look_into(save).summary if seat is not None or codes else None
        if summary is None or summary.finished:
            continue
        players = tuple(player.name for player in summary.setup.players)
        if seat is not None:
            own.append(Ticket(address, token, game=claims.game, seat=seat, players=players))
            continue
        for number, code in sorted(codes.items()):
            ticket = Ticket(address, token, code, claims.game, number, players)
            free.append(HostedGame(ticket, round=summary.round, is_free=True))
    return Lobby(own, free)


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
    return [*await ask_hosts(with_seat, tickets), *free]


def _hosted_games(saves: Path) -> Iterator[tuple[Path, Claims]]:
    """Yield the saves of ``saves`` that have a host which listens, with their claims."""
    dated: list[tuple[float, Path]] = []
    with suppress(OSError):
        dated = [(path.stat().st_mtime, path) for path in (saves / FOLDER).glob("*.json")]
    for _, path in sorted(dated, reverse=True)[:MOST_GAMES]:
        save = saves / path.stem
        with suppress(OSError, BadClaims):
            if save.is_file() and default_socket(save).is_socket():
                yield save, load_claims(save)
