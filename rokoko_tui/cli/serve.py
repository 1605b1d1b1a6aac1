"""``rokoko-tui serve``: the full-screen program for people at other terminals."""

from argparse import Namespace

from rokoko_tui.cli.arguments import Parser, value_name, whole_number
from rokoko_tui.settings.launch import CommandError, UsageError
from rokoko_tui.settings.settings import Settings

SESSIONS, IDLE_MINUTES = 20, 60


def add_options(command: Parser) -> None:
    command.option("--web", action="store_true")
    command.option("--port", key="port-web", metavar="N", type=whole_number)
    command.option("--address", key="web-address", metavar=value_name("ADDRESS"), default="127.0.0.1")
    command.option("--url", metavar="URL")
    command.option("--sessions", metavar="N", type=whole_number, default=SESSIONS)
    command.option("--idle", metavar="N", type=whole_number, default=IDLE_MINUTES)


def run(options: Namespace, settings: Settings) -> int:
    """Serve until the program is ended. Raises ``CommandError`` and ``UsageError``."""
    if not options.web:
        raise UsageError("refused.no-door")
    try:
        import aiohttp  # noqa: F401
    except ModuleNotFoundError as error:
        raise CommandError("refused.web-extra", name="rokoko-tui[web]") from error
    from rokoko_tui.cli.serve_web import run_web

    return run_web(options, settings)
