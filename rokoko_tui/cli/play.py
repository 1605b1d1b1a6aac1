"""``rokoko-tui play --json``: a script plays one seat of a saved or a new game; others may join it."""

from argparse import Namespace

from rokoko_tui.cli.arguments import Parser, add_game_options, file_path, value_name
from rokoko_tui.cli.game_arguments import choose_game, open_sound_save
from rokoko_tui.cli.host import choose_ticket, find_person, start_host
from rokoko_tui.cli.json_lines import relay
from rokoko_tui.remote.host_thread import HostPlan, HostThread
from rokoko_tui.remote.hosted_games import default_socket
from rokoko_tui.settings.settings import Settings


def add_options(command: Parser) -> None:
    command.option("file", metavar=value_name("FILE"), nargs="?", type=file_path)
    add_game_options(command, players="players-plain")
    command.option("--json", key="json-join", action="store_true", required=True)
    command.option("--seat", key="seat-host", metavar=value_name("NAME"))


def run(options: Namespace, settings: Settings) -> int:
    """Host the game while the script plays."""
    words = settings.words
    save, new_setup = choose_game(options, settings, "refused.both-host")
    setup = new_setup or open_sound_save(save, words).game.setup
    seat = find_person(options.seat, setup)
    host = HostThread(HostPlan(save, new_setup, default_socket(save)), settings)
    start_host(host, words)
    try:
        return relay(choose_ticket(host, seat), words)
    finally:
        host.stop()
