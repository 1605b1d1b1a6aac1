"""Commands that keep a game which others join: ``host``, and ``play --json`` for a script at one of its seats."""

import shlex
import shutil
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from rokoko_core.bots import LEVELS
from rokoko_core.journal import Reading
from rokoko_core.journal.given_names import load_given_names
from rokoko_core.remote.claims import BadClaims, was_hosted
from rokoko_core.remote.connection import LOOPBACK
from rokoko_core.remote.host_options import WEB_PORT, Absence, Delay, HostOptions, WebHosting
from rokoko_core.remote.mailbox.folder import BadMailbox
from rokoko_core.remote.mailbox.sealing import MissingExtra
from rokoko_core.remote.tickets import Ticket
from rokoko_core.setup import has_secret_seed
from rokoko_core.state import Setup
from rokoko_tui.cli import full_screen
from rokoko_tui.cli.arguments import Parser, add_game_options, bot_level, file_path, port, small_number, value_name
from rokoko_tui.cli.game_arguments import choose_game, find_seat, open_sound_save, refusing_save
from rokoko_tui.cli.json_lines import relay
from rokoko_tui.cli.serve import check_name, require_web
from rokoko_tui.cli.streams import say, say_error
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.extras import missing_extra
from rokoko_tui.games import Start
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_games import default_socket, open_tickets
from rokoko_tui.hosting.hosted_text import DAY, MINUTE, describe_door_problems, describe_invitation, describe_terms
from rokoko_tui.hosting.own_hosts import SeatTaken, choose_ticket, invite
from rokoko_tui.saves.folder import SUFFIX, saves_folder
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import Words
from rokoko_tui.text.player_names import list_unnamed

STAND_INS = tuple(name for name, level in LEVELS.items() if level.for_people)
SPECTATORS = {"none": None, "live": Delay.NONE, "turn": Delay.TURN}
LOOK_SECONDS = 0.5
"""Seconds between two looks at a host without a screen, for signals."""


def add_host_options(command: Parser) -> None:
    command.option("files", metavar=value_name("FILE"), nargs="*", type=file_path)
    add_game_options(command, players="players-plain")
    command.option("--socket", metavar=value_name("PATH"), type=file_path)
    command.option("--mailbox", metavar=value_name("DIR"), type=file_path)
    command.option("--group", metavar=value_name("GROUP"))
    command.option("--port", metavar="N", type=port)
    command.option("--headless", action="store_true")
    command.option("--seat", key="seat-host", metavar=value_name("NAME"))
    command.option("--spectators", choices=tuple(SPECTATORS), default="none")
    command.option("--spectators-read-chat", action="store_true")
    command.option("--no-hints", action="store_true")
    limit = command.add_mutually_exclusive_group()
    command.option("--days-per-turn", group=limit, metavar="N", type=small_number)
    command.option("--minutes", group=limit, metavar="N", type=small_number)
    command.option("--absent", metavar="N", type=small_number, default=Absence().seconds // MINUTE)
    command.option("--stand-in", type=bot_level, choices=STAND_INS, default=Absence().level)
    command.option("--open-seats", metavar=value_name("NAME", several=True), nargs="?", const="")
    command.option("--invite", metavar=f"{value_name('NAME')}={value_name('KEY')}", action="append", default=[])
    command.option("--web", key="web-host", action="store_true")
    command.option("--url", key="url-host", metavar=value_name("ADDRESS"))
    command.option("--listen", key="listen-host", metavar=value_name("ADDRESS"), default=LOOPBACK)
    command.option("--web-port", metavar="N", type=port, default=WEB_PORT)
    command.option("--on-turn", metavar=value_name("COMMAND"))
    command.option("--new-code", metavar=value_name("NAME"))
    command.option("--seed-is-known", action="store_true")


def run_host(options: Namespace, settings: Settings) -> int:
    """Host the game until it is left; with a screen, at a seat of it. Several games have no screen."""
    words = settings.words
    take_file_from_open_seats(options)
    if len(options.files) > 1 and (
        not options.headless or options.socket or options.mailbox or options.port is not None or options.web
    ):
        raise UsageError("refused.several-hosts")
    with ExitStack() as running:
        hosts = []
        for file in options.files or [None]:
            options.file = file
            plan, seat, warning = _plan(options, settings)
            if warning and options.headless:
                say_error(warning)
            hosts.append(HostThread(plan, settings))
            start_host(hosts[-1], words)
            running.callback(hosts[-1].stop)
            if plan.web is not None:
                _open_door(hosts[-1], settings)
        if options.headless:
            try:
                _announce(hosts, words)
            except OSError:  # nobody learns how to join
                for host in hosts:
                    host.discard()
                raise
            return _wait(hosts, words)
        if hosts[0].door is not None:
            warning = " ".join(filter(None, [warning, *hosts[0].door.notes]))
        ticket = choose_own_ticket(hosts[0], seat)
        start = Start("join", ticket=ticket, invitation=partial(invite, hosts[0]), warning=warning)
        return full_screen.run_full_screen(settings, start)


def take_file_from_open_seats(options: Namespace) -> None:
    """Take a save behind ``--open-seats`` for the game to host, all of whose free seats are offered."""
    if options.open_seats and options.open_seats.endswith(SUFFIX):
        options.files.insert(0, file_path(options.open_seats))
        options.open_seats = ""


def _plan(options: Namespace, settings: Settings) -> tuple[HostPlan, int, str]:
    """Return what to host and where, the seat to play, and a warning. Raises ``UsageError`` and ``CommandError``."""
    for option, path in (("--socket", options.socket), ("--mailbox", options.mailbox)):
        if path is not None and not str(path).isprintable():  # the claims of the game keep it as text
            raise UsageError("refused.path-text", option=option)
    save, new_setup, setup, warning = choose_hosted_game(options, settings)
    given = load_given_names(save)
    seat = find_person(options.seat, setup, given)
    plan = HostPlan(
        save=save,
        setup=new_setup,
        socket=options.socket or default_socket(save),
        mailbox=options.mailbox,
        group=_find_group(options.group),
        port=options.port,
        options=HostOptions(
            not options.no_hints,
            SPECTATORS[options.spectators],
            _read_absence(options, seat),
            options.spectators_read_chat,
        ),
        open_seats=_read_open_seats(options.open_seats, setup, given),
        invited=_read_invited(options.invite, setup, given),
        on_turn=_check_command(options.on_turn or ""),
        unnamed=list_unnamed(setup, None if options.headless else seat),
        new_codes=(find_seat(options.new_code, setup.players, "--new-code", given),) if options.new_code else (),
        web=_read_web(options),
    )
    return plan, seat, warning


def _read_web(options: Namespace) -> WebHosting | None:
    """Return where browsers find the seats; None without ``--web``. Raises ``UsageError`` and ``CommandError``."""
    if not options.web:
        return None
    check_name(options.listen)
    require_web()
    from rokoko_tui.cli.serve_web import check_addresses

    check_addresses(options)
    return WebHosting(options.web_port, options.listen, options.url or "")


def _open_door(host: HostThread, settings: Settings) -> None:
    """Let browsers in; a game that nobody knows of yet is removed if that fails. Raises ``CommandError``."""
    try:
        full_screen.open_door(host, settings)
    except CommandError:
        host.discard()
        raise


def _read_open_seats(names: str | None, setup: Setup, given: Mapping[int, str]) -> tuple[int, ...]:
    """Return the seats of ``--open-seats``: those named, all people's for no name, none without the option.

    Raises ``UsageError``.
    """
    if names is None:
        return ()
    people = tuple(seat for seat, player in enumerate(setup.players) if player.kind == "human")
    return tuple(find_person(name, setup, given, "--open-seats") for name in names.split(",")) if names else people


def _read_invited(invitations: Sequence[str], setup: Setup, given: Mapping[int, str]) -> dict[int, str]:
    """Return by seat the key of who is invited: a fingerprint, or the name of a browser. Raises ``UsageError``."""
    invited: dict[int, str] = {}
    for text in invitations:
        name, _, key = text.partition("=")
        if not key or not key.isprintable():  # the claims of the game keep it as text
            raise UsageError("refused.invitation", text=text)
        invited[find_person(name, setup, given, "--invite")] = key if key.startswith("SHA256:") else f"web:{key}"
    return invited


def _read_absence(options: Namespace, seat: int) -> Absence:
    """Return when a bot takes a seat; the person at ``seat`` is the owner unless the host has no screen."""
    turn = (options.days_per_turn or 0) * DAY or (options.minutes or 0) * MINUTE
    return Absence(options.absent * MINUTE, turn, options.stand_in, None if options.headless else seat)


def choose_hosted_game(options: Namespace, settings: Settings) -> tuple[Path, Setup | None, Setup, str]:
    """Return the save to host, its setup if the game is new, its setup, and a warning about its seed or nothing.

    Other people must not be able to compute or know what is hidden, unless the options say that they may. A hosted game
    that has begun may continue. Raises ``UsageError`` and ``CommandError``.
    """
    save, new_setup = choose_game(options, settings, "refused.both-host")
    reading = None if new_setup is not None else open_sound_save(save, settings.words)
    setup = reading.header.setup if reading is not None else new_setup
    assert setup is not None
    risk = _seed_risk(save, setup, reading, saves_folder(settings.saves))
    if not risk or sum(seat.kind == "human" for seat in setup.players) < 2:
        return save, new_setup, setup, ""
    has_begun = reading is not None and bool(reading.entries) and was_hosted(save)
    if not (options.seed_is_known or has_begun):
        raise UsageError(f"refused.{risk}")
    return save, new_setup, setup, settings.words.say(f"printed.{risk}")


def _seed_risk(save: Path, setup: Setup, reading: Reading | None, library: Path) -> str:
    """Return the message about what people may know of the deal: ``seed-guessed``, ``deal-known`` or nothing."""
    if not has_secret_seed(setup):
        return "seed-guessed"
    if reading is None:
        return ""
    if reading.header.origin == "fork":
        return "deal-known"
    saves = (info for folder in {save.parent, library} for info in SaveScanner(folder).with_seed(setup.seed, 0))
    return "deal-known" if any(not info.path.samefile(save) for info in saves) else ""


def start_host(host: HostThread, words: Words) -> None:
    """Start ``host``. Raises ``CommandError``."""
    plan = host.plan
    try:
        with refusing_save(plan.save, words):
            host.start()
    except BadClaims as error:
        raise CommandError("refused.claims", path=str(error)) from error
    except BadMailbox as error:
        raise CommandError("refused.mailbox-in-use", path=str(error)) from error
    except MissingExtra as error:
        raise missing_extra("mailbox") from error
    except OSError as error:
        path = error.filename or str(plan.socket or plan.save)
        raise CommandError("refused.no-listening", path=str(path), reason=error) from error
    if host.notice is not None:
        say_error(f"{plan.save}: {words.notice(host.notice)}")


def _find_group(name: str | None) -> int | None:
    if name is None:
        return None
    import grp

    try:
        return grp.getgrnam(name).gr_gid
    except (KeyError, ValueError) as error:
        raise UsageError("refused.no-group", name=name) from error


def _check_command(command: str) -> str:
    """Return the command of ``--on-turn``. Raises ``UsageError`` if it cannot be run: later, nobody would notice."""
    try:
        arguments = shlex.split(command)
    except ValueError as error:
        raise UsageError("refused.no-command", text=command) from error
    if command and not (arguments and shutil.which(arguments[0])):
        raise UsageError("refused.no-command", text=command)
    return command


def _announce(hosts: Sequence[HostThread], words: Words) -> None:
    """Print how others join. Raises OSError."""
    for host in hosts:
        for address in host.addresses:
            say(words.say("printed.hosting", path=str(host.plan.save), address=str(address)))
        if host.plan.mailbox is not None:
            say(words.say("printed.hosting-by-mail", path=str(host.plan.mailbox)))
        terms = describe_terms(host.plan.options.absence, words)
        for line in (*describe_invitation(invite(host, is_short=False), words), *terms):
            say(line)
    sys.stdout.flush()


def _wait(hosts: Sequence[HostThread], words: Words) -> int:
    """Wait for the end."""
    ended, warned = None, set[str]()
    while ended is None:
        ended = next((host for host in hosts if host.wait(LOOK_SECONDS / len(hosts))), None)
        problems = (line for host in hosts for line in describe_door_problems(invite(host), words))
        for line in (line for line in problems if line not in warned):
            warned.add(line)
            say_error(line)
    if ended.error is not None:
        raise ended.error
    return 0


def find_person(name: str | None, setup: Setup, given: Mapping[int, str] = {}, option: str = "--seat") -> int:
    """Return the seat of the person called ``name``, by default the first person's.

    Raises ``UsageError``, which names the ``option``.
    """
    people = [seat for seat, player in enumerate(setup.players) if player.kind == "human"]
    if not people:
        raise UsageError("refused.nobody-joins")
    seat = people[0] if name is None else find_seat(name, setup.players, option, given)
    if seat not in people:
        raise UsageError("refused.bot-seat", option=option, name=setup.players[seat].name)
    return seat


def choose_own_ticket(host: HostThread, seat: int) -> Ticket:
    """Return a ticket for ``seat``; its code is used if it has one. Raises ``CommandError``."""
    try:
        return choose_ticket(host.claims, str(host.addresses[0]), seat, open_tickets())
    except SeatTaken as error:
        raise CommandError("refused.seat-taken", name=host.host.game.setup.players[seat].name) from error


# ---- a script at one of the seats


def add_play_options(command: Parser) -> None:
    command.option("file", metavar=value_name("FILE"), nargs="?", type=file_path)
    add_game_options(command, players="players-plain")
    command.option("--json", key="json-join", action="store_true", required=True)
    command.option("--seat", key="seat-host", metavar=value_name("NAME"))
    command.option("--seed-is-known", action="store_true")


def run_play(options: Namespace, settings: Settings) -> int:
    """Host the game while the script plays."""
    words = settings.words
    save, new_setup, setup, warning = choose_hosted_game(options, settings)
    seat = find_person(options.seat, setup)
    if warning:
        say_error(warning)
    host = HostThread(HostPlan(save, new_setup, default_socket(save)), settings)
    start_host(host, words)
    try:
        return relay(choose_own_ticket(host, seat))
    finally:
        host.stop()
