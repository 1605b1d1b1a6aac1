"""``rokoko-tui serve --web``: the full-screen program in browser tabs."""

import asyncio
import signal
from argparse import Namespace
from collections.abc import Callable
from urllib.parse import urlsplit

from textual.keys import key_to_character

from rokoko_tui import keys
from rokoko_tui.app import RokokoApp
from rokoko_tui.cli.output import say
from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.stream_driver import ENTER
from rokoko_tui.doors.web.admission import Admission
from rokoko_tui.doors.web.page import locale_of, render_page
from rokoko_tui.doors.web.server import WebServer
from rokoko_tui.doors.web.sessions import Limits
from rokoko_tui.settings.account import LOCAL, Account
from rokoko_tui.settings.launch import CommandError, Start, UsageError
from rokoko_tui.settings.settings import BadSettings, Settings, load_settings
from rokoko_tui.text.languages import choose_language
from rokoko_tui.text.message_catalog import get_vocabulary

DEFAULT_PORT = 8160
UNSPECIFIED = ("0.0.0.0", "::", "")
"""Addresses of all interfaces, under which nobody can open a page."""
RESET = "\x1bc"


class AppProgram:
    """The app of one session."""

    def __init__(self, settings: Settings, connection: Connection) -> None:
        self._connection = connection
        self._app = RokokoApp(settings, Start(), connection)

    async def run(self) -> None:
        try:
            await self._app.run_async()
        finally:
            await asyncio.to_thread(self._app.end_thinking)

    def redraw(self) -> None:
        self._connection.write(RESET + ENTER)
        self._app.window.repeat()
        self._app.refresh()


def run_web(options: Namespace, settings: Settings) -> int:
    """Serve until SIGINT or SIGTERM. Raises ``CommandError`` and ``UsageError``."""
    if options.url is None and options.address in UNSPECIFIED:
        raise UsageError("refused.web-url", address=options.address)
    if options.url is not None and not is_origin(options.url):
        raise UsageError("refused.web-origin", address=options.url)
    return asyncio.run(_serve(options, settings))


def is_origin(url: str) -> bool:
    """Return whether ``url`` is a scheme, a host and perhaps a port."""
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and url == f"{parts.scheme}://{parts.netloc}"
    except ValueError:
        return False


async def _serve(options: Namespace, settings: Settings) -> int:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    overrides = {name: given for name, (given, _) in settings.this_time.items()}

    def start(account: Account, connection: Connection) -> AppProgram:
        try:
            own = load_settings(account=account)
        except BadSettings:
            own = Settings(account=account)
        return AppProgram(own.with_options(**overrides), connection)

    def announce(token: str, account: Account) -> None:
        say(settings.words.say("printed.web-link", address=f"{url}/#{token}"))

    admission = Admission[Account](announce)
    limits = Limits(sessions=options.sessions, idle=options.idle * 60.0)
    server = WebServer(admission, start, page_renderer(settings), limits)
    port = DEFAULT_PORT if options.port is None else options.port
    try:
        port = await server.listen(options.address, port)
    except (OSError, OverflowError) as error:
        raise CommandError("refused.no-listening", path=f"{options.address}:{port}", reason=error) from error
    address = f"[{options.address}]" if ":" in options.address else options.address
    url = options.url or f"http://{address}:{port}"
    server.use_url(url)
    admission.invite(LOCAL)
    await stop.wait()
    await server.close()
    return 0


def page_renderer(settings: Settings) -> Callable[[str], tuple[str, str]]:
    """Return a function of the browser's languages (``Accept-Language``) that renders the page."""

    def render(languages: str) -> tuple[str, str]:
        language = choose_language(settings.language, {"LANG": locale_of(languages)})
        undo, help = (_character(name, settings) for name in ("table.undo", "app.help"))
        return render_page(get_vocabulary("classic", language), undo, help)

    return render


def _character(command: str, settings: Settings) -> str:
    """Return the first key of ``command`` that is a character; empty if there is none."""
    return next(filter(None, map(key_to_character, keys.keys_of_id(command, settings.keys))), "")
