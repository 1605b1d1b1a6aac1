"""Takes seats in hosted games, and hosts the own ones again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rokoko_tui.text.disk_errors import disk_reason

# Game modules are imported when a game is opened, so that the start screen appears at once.
if TYPE_CHECKING:
    from rokoko_core.remote.tickets import Ticket
    from rokoko_tui.app import RokokoApp
    from rokoko_tui.game_opener import GameOpener
    from rokoko_tui.hosting.own_hosts import Invitation, OwnHosts


class SeatOpener:
    """Opens hosted games in ``games``; some of their hosts run in this program."""

    def __init__(self, host: "RokokoApp", games: "GameOpener") -> None:
        self._host, self._games = host, games
        self.invite: Callable[[], Invitation] | None = None
        """Returns how others join the game that this program hosts, if it hosts one."""
        self._hosts: OwnHosts | None = None

    def invitation(self) -> "Invitation | None":
        """Return how others join the game that this program hosts; None if it hosts none."""
        return self.invite() if self.invite is not None else None

    def join(self, ticket: "Ticket") -> None:
        """Take the seat of ``ticket`` in a hosted game; the start screen is shown until its host answers."""
        host = self._host
        host.show_start()
        if ticket.record and not ticket.game:
            host.notify(host.vocabulary.say("table.remote.mailbox-joined"), timeout=20)
        else:
            host.notify(host.vocabulary.say("table.remote.connecting", address=ticket.address), timeout=3)
        host.run_worker(self._join(ticket), exclusive=True, group="join")

    async def _join(self, ticket: "Ticket") -> None:
        from msgspec.structs import replace

        from rokoko_core.remote.link import Unreachable
        from rokoko_tui.hosting.hosted_games import join_game, open_tickets
        from rokoko_tui.hosting.hosted_text import describe_unreachable
        from rokoko_tui.screens.play import PlayScreen

        try:
            game = await join_game(ticket, open_tickets(self._host.settings.account))
        except Unreachable as unreachable:
            if ticket.code and self._host.settings.account.guest is not None:
                self._host.tell_error(self._host.vocabulary.say("server.seat-taken"))
            else:
                self._host.tell_error(describe_unreachable(unreachable, self._host.vocabulary))
        else:
            game.on_new_game = lambda: self._host.call_later(self.join, replace(ticket, code=""))
            self._games.game.follow(game)
            self._host.show_alone(PlayScreen(game))

    def host_again(self, path: Path, seat: int | None = None) -> None:
        """Host the game at ``path`` as it was last, at the own ``seat``: nobody may see the hands of the others.

        Without ``seat``, ask which one if several are of this account.
        """
        from functools import partial

        from rokoko_core.journal import BadSave
        from rokoko_core.remote.claims import BadClaims, load_claims
        from rokoko_core.remote.mailbox.folder import BadMailbox
        from rokoko_core.remote.mailbox.sealing import MissingExtra
        from rokoko_tui.hosting.host_thread import plan_again
        from rokoko_tui.hosting.hosted_games import open_tickets
        from rokoko_tui.hosting.own_hosts import OwnHosts, SeatTaken, choose_ticket, find_seats_of, invite
        from rokoko_tui.saves.lock import SaveInUse

        host, say = self._host, self._host.vocabulary.say
        self._hosts = self._hosts or OwnHosts(host.settings)
        self._games.close()
        try:
            claims, tickets = load_claims(path), open_tickets(host.settings.account)
            seats = [seat] if seat is not None else find_seats_of(claims, tickets)
            if len(seats) > 1:
                self._ask_for_seat(path, seats)
                return
            socket = plan_again(path).socket
            assert socket is not None, "every host has a socket"
            ticket = choose_ticket(claims, str(socket.resolve()), seats[0], tickets)
            self.invite = partial(invite, self._hosts.host_again(path))
        except SaveInUse:  # another program hosts it
            pass
        except SeatTaken:
            host.tell_error(say("table.remote.no-own-seat", path=str(path)))
            return
        except BadSave as bad:
            host.tell_error(host.words.save_error(bad))
            return
        except (BadClaims, BadMailbox, MissingExtra, OSError) as error:
            reason = disk_reason(host.words, error) if isinstance(error, OSError) else str(error)
            host.tell_error(say("start.app.not-held", path=str(path), why=reason))
            return
        self.join(ticket)

    def _ask_for_seat(self, path: Path, seats: Sequence[int]) -> None:
        """Ask at which of ``seats`` the player sits, and host the game at ``path`` again there. Raises ``BadSave``."""
        from rokoko_core.journal import read
        from rokoko_tui.screens.question import Answer, Question, make_answer

        host, words, setup = self._host, self._host.words, read(path).game.setup
        answers = [make_answer(words, "answers.own-seat.no", words.say("start.no-seat"))]
        answers += [Answer(str(seat), words.seat(setup, seat), str(n)) for n, seat in enumerate(seats, start=1)]

        async def answered(answer: str | None) -> None:
            if answer and answer != "no":
                self.host_again(path, int(answer))

        host.show_start()  # below the question, and no hand
        host.push_screen(
            Question(words.say("start.which-seat"), [words.say("start.which-seat-line")], answers), answered
        )

    def stop_hosts(self) -> None:
        """End the hosts that run in this program."""
        if self._hosts is not None:
            self._hosts.stop()
