"""``rokoko-tui serve``: let people play in terminals of their own, over SSH or in browser tabs."""

import asyncio
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from rokoko_core.remote.connection import LOOPBACK
from rokoko_tui.cli.arguments import Parser, file_path, port, value_name, whole_number
from rokoko_tui.cli.streams import say, say_error
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.extras import has_web, missing_extra
from rokoko_tui.saves.folder import saves_folder
from rokoko_tui.settings.account import PEOPLE
from rokoko_tui.settings.settings import Settings

if TYPE_CHECKING:
    from rokoko_tui.doors.connection import Connection

DEFAULT_PORT = 8022
HOST_KEY = "ssh_host_key"


def add_serve_options(command: Parser) -> None:
    command.option("--ssh", action="store_true")
    command.option("--web", action="store_true")
    command.option("--port", key="serve-port", metavar="N", type=port)
    command.option("--listen", metavar=value_name("ADDRESS"), default=LOOPBACK)
    command.option("--keys", metavar=value_name("FILE"), type=file_path)
    command.option("--names", metavar=value_name("NAME", several=True))
    command.option("--url", metavar=value_name("ADDRESS"))
    command.option("--people", metavar=value_name("DIR"), type=file_path)
    command.option("--sessions", metavar="N", type=whole_number, default=20)
    command.option("--idle", metavar=value_name("MINUTES"), type=whole_number, default=60)


def run_serve(options: Namespace, settings: Settings) -> int:
    if options.ssh == options.web:
        raise UsageError("refused.no-door")
    check_name(options.listen)
    if options.web:
        return _run_web(options, settings)
    if options.keys is None:
        raise UsageError("refused.no-keys")
    try:
        import asyncssh  # noqa: F401
    except ModuleNotFoundError as error:
        raise missing_extra("ssh") from error
    return _run_server(_serve_ssh(options, settings))


def check_name(address: str) -> None:
    """Raise ``UsageError`` for an address that no machine can have."""
    try:
        possible = b"\0" not in address.encode("idna")
    except UnicodeError:
        possible = False
    if not possible:
        raise UsageError("refused.address", address=address)


def _run_server(server: Coroutine[Any, Any, int]) -> int:
    from rokoko_tui.cli.app_server import ServerLoop

    with asyncio.Runner(loop_factory=ServerLoop) as runner:
        return runner.run(server)


def require_web() -> None:
    """Raise ``CommandError`` if the extra ``web`` is missing."""
    if not has_web():
        raise missing_extra("web")


def _run_web(options: Namespace, settings: Settings) -> int:
    require_web()
    from rokoko_tui.cli.serve_web import check_options, serve_web

    check_options(options)
    return _run_server(serve_web(options, settings, wait_for_signal))


async def _serve_ssh(options: Namespace, settings: Settings) -> int:
    from rokoko_tui.cli.app_server import People, ServerThreads
    from rokoko_tui.doors import ssh, ssh_keys

    asyncio.get_running_loop().set_default_executor(ServerThreads())
    hosted = saves_folder(settings.saves)
    folder = options.people or hosted / PEOPLE
    limits = ssh.Limits(max(1, options.sessions), idle=max(1, options.idle) * 60.0)

    async def play(key: str, connection: "Connection") -> int:
        return await people.run(people.account(ssh_keys.folder_name(key), key), connection)

    def report(left_out: tuple[ssh_keys.LeftOut, ...]) -> None:
        for lines in left_out:
            key = f"server.left-out-{lines.reason}"
            say_error(settings.words.say(key, path=str(options.keys), where=lines.lines))

    try:
        people = People(folder, hosted, os.cpu_count() or 1)
        host_key = ssh_keys.open_host_key(folder / HOST_KEY)
        door = ssh.SshDoor(options.keys, host_key, play, settings.vocabulary, limits, report)
        door.read_keys()
    except ssh_keys.BadKeys as error:
        raise CommandError(f"refused.keys-{error.code}", path=str(error.path)) from error
    except OSError as error:
        raise CommandError("refused.not-served", path=str(error.filename or folder), reason=error) from error

    requested_port = DEFAULT_PORT if options.port is None else options.port
    try:
        port = await door.listen(options.listen, requested_port)
    except OSError as error:
        address = f"{options.listen}:{requested_port}"
        raise CommandError("refused.no-listening", path=address, reason=error) from error
    words, fingerprint = settings.words, host_key.get_fingerprint()
    say(words.say("printed.serving-ssh", address=options.listen, number=port, name=fingerprint))
    say(words.say("printed.served-people", path=str(folder)))
    sys.stdout.flush()
    try:
        await wait_for_signal()
    finally:
        await door.close()
        await people.close()
    return 0


async def wait_for_signal() -> None:
    """Wait for Ctrl+C or a request to end."""
    stopping, loop = asyncio.Event(), asyncio.get_running_loop()
    if sys.platform != "win32":  # where Ctrl+C cancels this task
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, stopping.set)
    await stopping.wait()
