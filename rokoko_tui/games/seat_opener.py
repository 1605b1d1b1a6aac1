"""Takes seats in hosted games, and hosts the own ones again."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rokoko_tui.errors import CommandError
from rokoko_tui.games import Start

# Game modules are imported when a game is opened, so that the start screen appears at once.
if TYPE_CHECKING:
    from rokoko_core.remote.host_options import WebHosting
    from rokoko_core.remote.tickets import Ticket
    from rokoko_core.state import Setup
    from rokoko_tui.app import RokokoApp
    from rokoko_tui.games.game_opener import GameOpener
    from rokoko_tui.hosting.host_thread import HostThread
    from rokoko_tui.hosting.own_hosts import Invitation, OwnHosts


class SeatOpener:
    """Opens hosted games in ``games``; some of their hosts run in this program."""

    def __init__(self, host: "RokokoApp", games: "GameOpener") -> None:
        self._host, self._games = host, games
        self.start = Start()
        self.invites: list[Callable[[], Invitation]] = []
        """Each returns how others join a game that this program hosts, the one opened last at the end."""
        self._hosts: OwnHosts | None = None
        self.shows_invitations = False
        """Whether the next table that is joined is shown with the invitations."""

    def invitation(self) -> "Invitation | None":
        """Return how others join the game that this program hosted last; None if it hosts none."""
        return self.invites[-1]() if self.invites else None

    def list_unfinished(self) -> "list[Invitation]":
        """Return the games that end for others if this program does."""
        games = {game.game: game for game in (invite() for invite in self.invites)}
        return [game for game in games.values() if not game.is_over]

    def find_own_save(self, game: str) -> Path | None:
        """Return the save of the ``game`` with this name if this program hosts it."""
        return self._hosts.find_save(game) if self._hosts is not None else None

    def join(self, ticket: "Ticket") -> None:
        """Take the seat of ``ticket`` in a hosted game; the start screen is shown until its host answers."""
        host = self._host
        host.show_start()
        if ticket.record and not ticket.game:
            host.notify(host.vocabulary.say("table.remote.mailbox-joined"), timeout=20)
        elif not host.settings.account.is_served:  # the address is a path of the machine that serves
            host.notify(host.vocabulary.say("table.remote.connecting", address=ticket.address), timeout=3)
        host.run_worker(self._join(ticket), exclusive=True, group="join")

    def return_to(self, game: str) -> None:
        """Take the own seat in the hosted ``game``; show the start screen if there is none any more."""
        from rokoko_tui.hosting.hosted_games import open_tickets

        tickets = open_tickets(self._host.settings.account).list()
        ticket = next((ticket for ticket in tickets if ticket.game == game), None)
        if ticket is not None:
            self.join(ticket)
        else:
            self._host.show_start()

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
            if self.shows_invitations:
                self.shows_invitations = False
                self.show_invitations()

    # ---- games that this program hosts

    @property
    def can_host(self) -> bool:
        """Whether this program can host a game: it runs in a terminal of this account."""
        return self.start.open_door is not None and not self._host.settings.account.is_served

    def host_new(self, setup: "Setup", seat: int, web: "WebHosting | None") -> bool:
        """Host a new game, take ``seat`` in it, and show how the others join; return whether that was possible."""
        from msgspec.structs import replace

        from rokoko_tui.hosting.own_hosts import plan_new

        host = self._host
        if web is not None and self._hosts is not None and (port := self._hosts.find_port(web)) != web.port:
            if web.url:  # the proxy or tunnel forwards to one port
                host.tell_error(host.vocabulary.say("invitation.port-in-use", number=web.port))
                return False
            web = replace(web, port=port)
        try:
            plan = plan_new(host.saves, setup, seat, web)
        except OSError as error:
            why = host.words.disk_reason(error)
            host.tell_error(host.vocabulary.say("start.app.no-file", path=str(host.saves), why=why))
            return False
        self.shows_invitations = self._host_and_join(plan.save, lambda hosts: hosts.host(plan), seat, is_new=True)
        return self.shows_invitations

    def host_again(self, path: Path, seat: int | None = None) -> None:
        """Host the game at ``path`` as it was last, at the own ``seat``: nobody may see the hands of the others.

        Without ``seat``, ask which one if several are of this account.
        """
        self._host_and_join(path, lambda hosts: hosts.host_again(path), seat)

    def _host_and_join(
        self, path: Path, start: "Callable[[OwnHosts], HostThread]", seat: int | None, is_new: bool = False
    ) -> bool:
        """Host the game at ``path``, unless another program does, and join it; return whether that was possible.

        A new game is removed if no browsers can be let in.
        """
        from functools import partial

        from rokoko_core.journal import BadSave
        from rokoko_core.remote.claims import BadClaims, load_claims
        from rokoko_core.remote.mailbox.folder import BadMailbox
        from rokoko_core.remote.mailbox.sealing import MissingExtra
        from rokoko_tui.hosting.hosted_games import open_tickets, socket_of
        from rokoko_tui.hosting.own_hosts import OwnHosts, SeatTaken, choose_ticket, find_seats_of, invite
        from rokoko_tui.saves.lock import SaveInUse

        host, say = self._host, self._host.vocabulary.say
        self._hosts = self._hosts or OwnHosts(host.settings)
        self._games.close()
        tickets = open_tickets(host.settings.account)
        try:
            if seat is None:
                seat, *others = find_seats_of(load_claims(path), tickets)
                if others:
                    self._ask_for_seat(path, (seat, *others))
                    return False
            try:
                thread = start(self._hosts)
            except SaveInUse:  # another program hosts it
                pass
            else:
                if not self._let_browsers_in(thread) and is_new:
                    thread.discard()
                    return False
                self.invites.append(partial(invite, thread))
            claims = load_claims(path)
            ticket = choose_ticket(claims, str(socket_of(path, claims).resolve()), seat, tickets)
        except SeatTaken:
            host.tell_error(say("table.remote.no-own-seat", path=str(path)))
            return False
        except BadSave as bad:
            host.tell_error(host.words.save_error(bad))
            return False
        except (BadClaims, BadMailbox, MissingExtra, OSError) as error:
            reason = host.words.disk_reason(error) if isinstance(error, OSError) else str(error)
            host.tell_error(say("start.app.not-held", path=str(path), why=reason))
            return False
        self.join(ticket)
        return True

    def _let_browsers_in(self, thread: "HostThread") -> bool:
        """Open the door for browsers if there is to be one; say why it cannot be opened, and return whether it is."""
        open_door = self.start.open_door
        if thread.plan.web is None or thread.door is not None or open_door is None:
            return True
        try:
            open_door(thread, self._host.settings)
        except CommandError as error:
            sentence = error.describe(self._host.vocabulary)
            self._host.tell_error(f"{sentence[:1].upper()}{sentence[1:]}")
            return False
        if thread.door is not None and thread.door.notes:
            note = " ".join(thread.door.notes)
            self._host.notify(note, severity="warning", timeout=20)
        return True

    # ---- invitations

    def show_invitations(self) -> None:
        """Show how others join the game that this program hosts."""
        from rokoko_tui.screens.invitations import InvitationScreen

        if self.invites and self.invites[-1]().names:
            self._host.push_screen(InvitationScreen(self.invites[-1]))

    def show_own_link(self) -> None:
        """Show a new link that opens the own seat in another browser."""
        from rokoko_tui.hosting.own_hosts import Invitation
        from rokoko_tui.screens.invitations import InvitationScreen

        make_link = self.start.make_link
        if make_link is not None:
            link = Invitation("", {}, links={self._host.vocabulary.say("invitation.own"): make_link()})
            self._host.push_screen(InvitationScreen(lambda: link))

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
