"""``rokoko-tui play --json``: a script plays one seat of a saved or a new game; others may join it."""

from argparse import Namespace

from rokoko_tui.cli.arguments import Parser, add_game_options, file_path, value_name
from rokoko_tui.cli.host import choose_hosted_game, choose_ticket, find_person, start_host
from rokoko_tui.cli.json_lines import relay
from rokoko_tui.cli.output import say_error
from rokoko_tui.remote.host_thread import HostPlan, HostThread
from rokoko_tui.remote.hosted_games import default_socket
from rokoko_tui.settings.settings import Settings


def add_options(command: Parser) -> None:
    command.option("file", metavar=value_name("FILE"), nargs="?", type=file_path)
    add_game_options(command, players="players-plain")
    command.option("--json", key="json-join", action="store_true", required=True)
    command.option("--seat", key="seat-host", metavar=value_name("NAME"))
    command.option("--seed-is-known", action="store_true")


def run(options: Namespace, settings: Settings) -> int:
    """Host the game while the script plays."""
    words = settings.words
    save, new_setup, setup, warning = choose_hosted_game(options, settings)
    seat = find_person(options.seat, setup)
    if warning:
        say_error(warning)
    host = HostThread(HostPlan(save, new_setup, default_socket(save)), settings)
    start_host(host, words)
    try:
        return relay(choose_ticket(host, seat), words)
    finally:
        host.stop()
