"""The seats of one hosted game in browser tabs: links that claim them, and the server behind the links.

The server has a thread of its own, so that neither the host of the game nor a screen waits for the apps of the tabs.
"""

import asyncio
import hmac
import os
import sys
from base64 import urlsafe_b64encode
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Event, Thread

from msgspec.structs import replace

from rokoko_core.files import make_folder
from rokoko_core.play.bot_pool import BotPool
from rokoko_core.remote.host_options import url_of
from rokoko_tui.cli.app_server import MOST_BOT_PROCESSES, ServerLoop, ServerThreads, make_app
from rokoko_tui.cli.serve_web import BROWSERS, AppProgram, describe_file_fault, describe_refusal, page_renderer
from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.web.admission import LONGEST_COOKIE_SECONDS, Admission, BadBrowsers, FileUse
from rokoko_tui.doors.web.server import Refusal, WebServer
from rokoko_tui.errors import CommandError
from rokoko_tui.games import Start
from rokoko_tui.hosting.host_thread import HostThread
from rokoko_tui.hosting.hosted_games import open_tickets
from rokoko_tui.hosting.own_hosts import SeatTaken, can_sit, choose_ticket
from rokoko_tui.settings.account import Account
from rokoko_tui.settings.settings import Settings, load_usable_settings
from rokoko_tui.text.message_catalog import Vocabulary

GUESTS = ".guests"
"""The folder beside the saves with those who come with a browser: digests of cookies, settings and seats."""
TOKEN_LENGTH = 32
"""Characters of 6 bits."""
GAME = "game"
"""The server in the file of browsers, which each game has for itself."""


def open_door(host: HostThread, settings: Settings) -> None:
    """Let browsers come to the free seats of the running ``host``, where its plan says. Raises ``CommandError``."""
    door = WebDoor(host, settings)
    try:
        door.start()
    except OSError as error:
        path = error.filename or f"{door.web.listen}:{door.web.port}"
        raise CommandError("refused.no-listening", path=str(path), reason=error) from error
    host.door = door
    host.keep_web(door.web)


class WebDoor:
    """Serves the seats of the people of ``host`` but its owner's, until ``stop``."""

    def __init__(self, host: HostThread, settings: Settings) -> None:
        assert host.plan.web is not None, "the plan says where"
        self.web = host.plan.web
        """Where it listens: with the real port once it does."""
        self.notes: list[str] = []
        """What the person who hosts should know: a sentence each."""
        self._host, self._settings = host, settings
        # The token of the port is the same after a restart and in a rematch.
        self._folder = host.plan.save.parent / GUESTS / _digest(host.claims.access)
        self._accounts: dict[str, Account] = {}
        self._tokens: dict[str, tuple[str, bool]] = {}
        """The latest token by the name of its player, and whether it takes a free seat."""
        browsers = self._folder / BROWSERS
        warn = partial(self._note_fault, browsers)
        self._admission = Admission(self._keep_token, browsers, warn, lifetime=LONGEST_COOKIE_SECONDS, reissues=False)
        self._server = WebServer(
            self._admission, self._begin, page_renderer(settings, is_hosted=True), self._note_refusal
        )
        self._pool = BotPool(min(os.cpu_count() or 1, MOST_BOT_PROCESSES))
        self._streams = sys.stdout, sys.stderr
        self._loop: asyncio.AbstractEventLoop
        self._stopping: asyncio.Event
        self._error: BaseException | None = None
        self._started, self._ended = Event(), Event()
        self._thread = Thread(target=self._run, name="web door", daemon=True)

    @property
    def url(self) -> str:
        """What people open."""
        return self.web.url or url_of(self.web.listen, self.web.port)

    @property
    def links(self) -> dict[str, str]:
        """The unused links by the names of their players; none for a seat that was taken with its code meanwhile."""
        return {
            name: f"{self.url}/#{token}"
            for name, (token, takes_seat) in list(self._tokens.items())
            if self._admission.is_unused(token) and (not takes_seat or self._is_free(name))
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The players who may come with a browser."""
        return tuple(self._accounts)

    # ---- called by other threads

    def start(self) -> None:
        """Listen, and make a link for each player who has none and no browser. Raises OSError."""
        for name in self._list_names():
            self._accounts[name] = self._open_account(name)
        self._thread.start()
        self._started.wait()
        if self._error is not None:
            raise self._error

    def make_link(self, name: str) -> str:
        """Return a new link for the player ``name``; an older unused one is void. Raises OSError."""
        if self._is_unclaimed(name):
            self._host.renew_code(self._seat_of(name))

        async def invite() -> None:
            self._invite(name)

        asyncio.run_coroutine_threadsafe(invite(), self._loop).result()
        return self.links[name]

    def stop(self) -> None:
        """End all sessions and wait for the end."""
        if self._thread.is_alive():
            with suppress(RuntimeError):  # the loop has ended already
                self._loop.call_soon_threadsafe(self._stopping.set)
            self._ended.wait()
        # Textual restores the streams of its own start, which may be those of an app that has ended since.
        sys.stdout, sys.stderr = self._streams

    # ---- the server

    def _run(self) -> None:
        try:
            with asyncio.Runner(loop_factory=ServerLoop) as runner:
                runner.run(self._serve())
        except BaseException as error:
            self._error = error
        finally:
            self._pool.stop()
            self._pool.join()
            self._started.set()
            self._ended.set()

    async def _serve(self) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_default_executor(ServerThreads())
        self.web = replace(self.web, port=await self._server.listen(self.web.listen, self.web.port))
        self._server.use_url(self.url)
        self._open()
        self._started.set()
        try:
            await self._stopping.wait()
        finally:
            await self._server.close()

    def _open(self) -> None:
        """Admit the browsers of before, and make the links; who got a new code needs a new link, too."""
        players = self._host.host.game.setup.players
        closed = {players[seat].name for seat in self._host.plan.new_codes}
        self._admission.open(GAME, [name for name in self._accounts if name not in closed])
        for name in self._accounts:
            if self._can_sit(name) and not self._admission.has_browser(name):
                self._invite(name)

    def _invite(self, name: str) -> None:
        """Make the link of ``name``: the same after a restart as long as its seat has the same code."""
        code = self._host.claims.codes[self._seat_of(name)] if self._is_unclaimed(name) else ""
        self._admission.invite(name, derive_token(self._host.claims.access, code) if code else "")

    def _is_unclaimed(self, name: str) -> bool:
        """Return whether neither a code nor a link for the seat of ``name`` was used."""
        return self._is_free(name) and not self._admission.has_browser(name)

    def _list_names(self) -> Collection[str]:
        """Return the people who may come: all but the one who hosts with a screen."""
        owner = self._host.plan.options.absence.owner
        players = self._host.host.game.setup.players
        return [player.name for seat, player in enumerate(players) if player.kind == "human" and seat != owner]

    def _seat_of(self, name: str) -> int:
        """Return the seat of ``name`` in the present game; a rematch rotates the seats."""
        return [player.name for player in self._host.host.game.setup.players].index(name)

    def _is_free(self, name: str) -> bool:
        return self._seat_of(name) in self._host.claims.codes

    def _can_sit(self, name: str) -> bool:
        return can_sit(self._host.claims, self._seat_of(name), open_tickets(self._accounts[name]))

    def _open_account(self, name: str) -> Account:
        """Return the account of ``name``, whose folder has a digest for a name. Raises OSError."""
        make_folder(self._folder.parent.parent)
        for folder in (self._folder.parent, self._folder, account := self._folder / _digest(name)):
            folder.mkdir(mode=0o700, exist_ok=True)
        return Account(account)

    def _begin(self, name: str, place: str, connection: Connection) -> AppProgram:
        """Return the app of a tab of ``name``, which takes the seat with the code of its player or returns to it.

        So it needs no ``place``.
        """
        account, socket = self._accounts[name], self._host.plan.socket
        assert socket is not None, "every host has a socket"
        try:
            seat, tickets = self._seat_of(name), open_tickets(account)
            ticket = choose_ticket(self._host.claims, str(socket.resolve()), seat, tickets)
            start = Start("join", ticket=ticket, make_link=partial(self._make_own_link, name))
        except SeatTaken:
            start = Start(warning=self._words_at(account, connection).say("server.seat-gone"))
        except OSError as error:
            start = Start(warning=self._words_at(account, connection).disk_reason(error))
        return AppProgram(make_app(account, connection, self._pool, start=start), connection)

    @staticmethod
    def _words_at(account: Account, connection: Connection) -> Vocabulary:
        return load_usable_settings(account.at(connection.environment, connection.encoding)).vocabulary

    def _make_own_link(self, name: str) -> str:
        """Return a new link for ``name``; called by the app of that player, in the thread of the server."""
        self._invite(name)
        return self.links[name]

    # ---- what the person who hosts should know

    def _keep_token(self, token: str, name: str) -> None:
        self._tokens[name] = token, self._is_free(name)

    def _note_fault(self, path: Path, use: FileUse, error: OSError | BadBrowsers) -> None:
        self._note(describe_file_fault(use, error, path, self._settings.vocabulary))

    def _note_refusal(self, refusal: Refusal, subject: str) -> None:
        self._note(describe_refusal(refusal, subject, self.url, self._settings.vocabulary))

    def _note(self, sentence: str) -> None:
        if sentence not in self.notes:
            self.notes.append(sentence)


def derive_token(secret: str, code: str) -> str:
    """Return the token of the link that claims the seat with ``code``."""
    return urlsafe_b64encode(hmac.digest(secret.encode(), code.encode(), "sha256"))[:TOKEN_LENGTH].decode()


def _digest(text: str) -> str:
    """Return a name for a folder that does not tell ``text``."""
    return sha256(text.encode()).hexdigest()[:16]
