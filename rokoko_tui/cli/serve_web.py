"""``rokoko-tui serve --web``: the full-screen program in browser tabs."""

import asyncio
import os
import re
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from unicodedata import category

from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character

from rokoko_core.play.bot_pool import BotPool
from rokoko_core.remote.host_options import WEB_PORT, is_origin, url_of
from rokoko_core.safe_text import find_named
from rokoko_tui import keys
from rokoko_tui.app import RokokoApp
from rokoko_tui.cli.app_server import MOST_BOT_PROCESSES, People, ServerThreads, make_app, run_app
from rokoko_tui.cli.streams import discard_output, say, say_error, say_refusal
from rokoko_tui.doors.connection import ENTER, Connection
from rokoko_tui.doors.web.admission import Admission, BadBrowsers, FileUse
from rokoko_tui.doors.web.page import locale_of, render_page
from rokoko_tui.doors.web.server import Refusal, WebServer
from rokoko_tui.doors.web.sessions import Limits
from rokoko_tui.errors import CommandError, UsageError
from rokoko_tui.games import Start
from rokoko_tui.saves.folder import saves_folder
from rokoko_tui.settings.account import LOCAL, PEOPLE, Account
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.languages import choose_language
from rokoko_tui.text.message_catalog import Vocabulary, get_vocabulary

UNSPECIFIED = ("0.0.0.0", "::", "")
"""Addresses that mean all interfaces; a page cannot be opened at them."""
NAME = re.compile(r"\w[\w -]{0,39}")
"""A name that can be part of the name of a folder."""
BROWSERS = ".browsers"
ACCOUNT = "account"
"""Marks the browsers of a server without ``--names``, in which one with names at the same address has no part."""
RESET = "\x1bc"


class AppProgram:
    """The app of one session."""

    def __init__(self, app: RokokoApp, connection: Connection) -> None:
        self._app, self._connection = app, connection

    async def run(self) -> None:
        """Run until the app exits or its connection is closed."""
        await run_app(self._app)

    def redraw(self) -> None:
        """Prepare the terminal, which was reset, and draw the whole screen."""
        self._connection.write(RESET + ENTER)
        self._app.window.repeat()
        self._app.soft_keyboard.repeat()
        self._app.refresh()

    def return_to_seat(self) -> None:
        """Take the seat of a game over from another screen of the person, who has opened the page here again."""
        self._app.games.return_to_seat()

    @property
    def is_awaited(self) -> bool:
        """Whether others at a table take the person for present while the app runs."""
        return self._app.games.is_hosted_elsewhere

    @property
    def place(self) -> str:
        """What a later program shows first, unless the person ends this one; empty for the start."""
        return self._app.games.place


def names_of(options: Namespace) -> list[str]:
    """Return the people of ``--names``; one without a name for the tabs of the account."""
    return [name.strip() for name in options.names.split(",")] if options.names is not None else [""]


def read_limits(options: Namespace) -> Limits:
    """Return the limits of the server; without ``--names`` there is one person, who may have all sessions."""
    limits = Limits(sessions=max(1, options.sessions), idle=max(1, options.idle) * 60.0)
    return limits if options.names is not None else replace(limits, per_person=limits.sessions)


def check_addresses(options: Namespace) -> None:
    """Raise ``UsageError`` for ``--listen`` and ``--url`` that nobody can open."""
    if options.url is None and options.listen in UNSPECIFIED:
        raise UsageError("refused.web-url", address=options.listen)
    if options.url is not None and not is_origin(options.url):
        raise UsageError("refused.web-origin", address=options.url)


def check_options(options: Namespace) -> None:
    """Raise ``UsageError`` for an address or a name that cannot be used."""
    check_addresses(options)
    names = names_of(options) if options.names is not None else []
    for number, name in enumerate(names):
        if not NAME.fullmatch("".join("_" if category(char).startswith("M") else char for char in name)):
            raise UsageError("refused.web-name", name=name)
        if find_named(name, names[:number]):
            raise UsageError("refused.twice", option="--names", name=name)


async def serve_web(options: Namespace, settings: Settings, wait: Callable[[], Awaitable[None]]) -> int:
    """Serve until ``wait`` returns. Raises ``CommandError``."""
    asyncio.get_running_loop().set_default_executor(ServerThreads())
    accounts, pool = _open_accounts(options, settings)
    overrides = {} if options.names is not None else {name: value for name, (value, _) in settings.this_time.items()}

    def start(name: str, place: str, connection: Connection) -> AppProgram:
        return AppProgram(make_app(accounts(name), connection, pool, overrides, Start(place=place)), connection)

    is_open = False

    def announce(token: str, name: str) -> None:
        key = "printed.web-link-for" if name else "printed.web-link"
        try:
            say(settings.words.say_of(key, {"address": f"{url}/#{token}", "name": name}))
            sys.stdout.flush()
        except OSError as error:
            if not is_open:  # nobody can be admitted
                raise
            discard_output()
            say_refusal(settings.words.say("refused.output", reason=settings.words.disk_reason(error)))

    def report(refusal: Refusal, subject: str) -> None:
        say_error(describe_refusal(refusal, subject, url, settings.vocabulary))

    def warn(use: FileUse, error: OSError | BadBrowsers) -> None:
        say_error(describe_file_fault(use, error, browsers, settings.vocabulary))

    browsers = (options.people or saves_folder(settings.saves) / PEOPLE) / BROWSERS
    admission = Admission(announce, browsers, warn)
    server = WebServer(admission, start, page_renderer(settings), report, read_limits(options))
    port = WEB_PORT if options.port is None else options.port
    try:
        port = await server.listen(options.listen, port)
    except OSError as error:
        raise CommandError("refused.no-listening", path=f"{options.listen}:{port}", reason=error) from error
    url = options.url or url_of(options.listen, port)
    server.use_url(url)
    admission.open(url if options.names is not None else f"{url} {ACCOUNT}", names_of(options))
    for name in names_of(options):
        admission.invite(name)
    is_open = True
    try:
        await wait()
    finally:
        await server.close()
        pool.stop()
        await asyncio.to_thread(pool.join)
    return 0


def describe_refusal(refusal: Refusal, subject: str, url: str, words: Vocabulary) -> str:
    """Return which request was refused, and where people open the server."""
    return words.say_of(f"printed.web-refused-{refusal}", {"name": subject, "address": url})


def describe_file_fault(use: FileUse, error: OSError | BadBrowsers, path: Path, words: Vocabulary) -> str:
    """Return what could not be done with the file of browsers, and what follows."""
    if isinstance(error, BadBrowsers):
        reason = words.say(f"printed.web-browsers-{error.code}")
    else:
        reason = words.disk_reason(error)
    return words.say(f"printed.web-browsers-{use}", path=str(path), reason=reason)


def _open_accounts(options: Namespace, settings: Settings) -> tuple[Callable[[str], Account], BotPool]:
    """Return the account of each name, and the processes of the bots. Raises ``CommandError``."""
    processes = min(os.cpu_count() or 1, MOST_BOT_PROCESSES)
    if options.names is None:
        return lambda name: LOCAL, BotPool(processes)
    hosted = saves_folder(settings.saves)
    folder = options.people or hosted / PEOPLE
    try:
        people = People(folder, hosted, processes)
        accounts = {name: _account(people, name) for name in names_of(options)}
    except OSError as error:
        raise CommandError("refused.not-served", path=str(error.filename or folder), reason=error) from error
    return accounts.__getitem__, people.pool


def _account(people: People, name: str) -> Account:
    """Return the account of ``name``: the one that exists under another spelling, or a new one. Raises OSError."""
    known = [path.name.removeprefix("web-") for path in people.folder.glob("web-*")]
    name = next((known[n] for n in find_named(name, known)), name)
    return people.account(f"web-{name}", f"web:{name}")


def page_renderer(settings: Settings, is_hosted: bool = False) -> Callable[[str], tuple[str, str]]:
    """Return a function of the browser's languages (``Accept-Language``) that renders the page."""

    def render(languages: str) -> tuple[str, str]:
        language = choose_language(settings.language, {"LANG": locale_of(languages)})
        undo, help, chat = (_character(name, settings) for name in ("table.undo", "app.help", "table.chat"))
        return render_page(get_vocabulary("classic", language), undo, help, chat if is_hosted else "", is_hosted)

    return render


def _character(command: str, settings: Settings) -> str:
    """Return the first key of ``command`` that is a character; empty if there is none."""
    unicode_names = {key: name for name, key in KEY_NAME_REPLACEMENTS.items()}
    named = (unicode_names.get(key, key) for key in keys.keys_of_id(command, settings.keys))
    return next(filter(None, map(key_to_character, named)), "")
