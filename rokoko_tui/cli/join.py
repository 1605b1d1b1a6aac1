"""``rokoko-tui join``: take a seat in a hosted game, full-screen, in plain mode or as JSON lines."""

from argparse import Namespace
from pathlib import Path

from rokoko_core.remote.connection import BadAddress, parse_address
from rokoko_core.remote.mailbox.folder import BadMailbox, is_mailbox
from rokoko_core.remote.mailbox.sealing import MissingExtra
from rokoko_core.remote.mailbox.seat_mailbox import WrongCode
from rokoko_core.remote.tickets import Ticket, Tickets, named
from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, value_name
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.extras import missing_extra
from rokoko_tui.games import Start
from rokoko_tui.hosting.hosted_games import open_tickets
from rokoko_tui.hosting.own_hosts import find_socket
from rokoko_tui.settings.account import expand_user
from rokoko_tui.settings.settings import Settings


def add_join_options(command: Parser) -> None:
    command.option("address", metavar=value_name("ADDRESS"), nargs="?", default="")
    command.option("--code", metavar=value_name("CODE"), default="")
    command.option("--seat", key="seat-join", metavar=value_name("NAME"), default="")
    command.option("--watch", action="store_true")
    form = command.add_mutually_exclusive_group()
    command.option("--plain", group=form, action="store_true")
    command.option("--json", key="json-join", group=form, action="store_true")


def run_join(options: Namespace, settings: Settings) -> int:
    ticket = choose_ticket(options)
    if options.json:
        from rokoko_tui.cli.json_lines import relay

        return relay(ticket)
    if options.plain:
        from rokoko_tui.cli.plain_remote import play_remote

        return play_remote(ticket, settings)
    return full_screen.run_full_screen(settings, Start("join", ticket=ticket))


def choose_ticket(options: Namespace) -> Ticket:
    """Return the ticket for the seat that the options name. Raises ``UsageError`` and ``CommandError``."""
    tickets = open_tickets()
    folder = expand_user(options.address)
    try:
        by_mail = bool(options.address) and folder.is_dir()
    except ValueError as error:
        raise UsageError("refused.address", address=options.address) from error
    except OSError as error:  # forbidden, or no valid path
        raise CommandError("refused.no-host", address=options.address, reason=error) from error
    if not options.code.isprintable():  # no host shows such a code
        raise UsageError("refused.no-ticket")
    if by_mail:
        return _ticket_by_mail(tickets, folder.resolve(), options)
    try:
        named_socket = find_socket(options.address)
        address = str(named_socket or parse_address(options.address).resolved) if options.address else ""
    except BadAddress as error:
        raise UsageError("refused.address", address=options.address) from error
    if options.watch:
        if not address:
            raise UsageError("refused.which-host")
        return Ticket(address, "")
    if options.code:
        if not address:
            raise UsageError("refused.which-host")
        known = tickets.find(address, code=options.code)
        try:
            return known or tickets.new(address, options.code)
        except OSError as error:
            raise CommandError("refused.not-written", path=str(tickets.folder), reason=error) from error
    return _choose_known(tickets, address, options)


def _ticket_by_mail(tickets: Tickets, folder: Path, options: Namespace) -> Ticket:
    """Return the ticket for a seat of the mailbox in ``folder``."""
    if options.watch:
        raise UsageError("refused.watch-by-mail")
    if not is_mailbox(folder):
        raise UsageError("refused.no-mailbox", path=str(folder))
    if not options.code:
        return _choose_known(tickets, str(folder), options)
    try:
        return tickets.new_by_mail(folder, options.code)
    except MissingExtra as error:
        raise missing_extra("mailbox") from error
    except (BadMailbox, WrongCode) as error:
        raise CommandError(
            f"refused.{'code-by-mail' if isinstance(error, WrongCode) else 'no-mailbox'}", path=str(folder)
        ) from error
    except OSError as error:
        raise CommandError("refused.not-written", path=str(tickets.folder), reason=error) from error


def _choose_known(tickets: Tickets, address: str, options: Namespace) -> Ticket:
    """Return the one ticket for a seat at ``address``, or anywhere. Raises ``UsageError``."""
    tickets_of_host = [ticket for ticket in tickets.list() if ticket.address == address or not address]
    matching = named(tickets_of_host, options.seat)
    if not matching:
        raise UsageError("refused.no-ticket")
    if len(matching) > 1:
        seats = [f"{ticket.name} ({ticket.address})" if ticket.name else ticket.address for ticket in matching]
        raise UsageError("refused.which-seat", names=seats)
    return matching[0]
