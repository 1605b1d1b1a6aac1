"""The app for people who are served: each with settings and saves of their own, all in one process."""

import asyncio
import gc
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import Context
from pathlib import Path
from secrets import token_bytes
from typing import ParamSpec, TypeVar

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.play.bot_pool import BotPool, PooledBots
from rokoko_tui.app import RokokoApp
from rokoko_tui.doors.base_app import clear_caches
from rokoko_tui.doors.connection import Connection
from rokoko_tui.games import Start
from rokoko_tui.settings.account import SECRET, SECRET_BYTES, Account, Guest
from rokoko_tui.settings.settings import load_usable_settings

MOST_BOT_PROCESSES = 4
"""Bot processes that all people share."""
FREE_SECONDS = 1.0
"""Seconds after the end of an app, when its session has no use for it any more."""

P = ParamSpec("P")
T = TypeVar("T")


class People:
    """Runs the app for people whose folders are in ``folder``; ``hosted`` is the save folder with hosted games.

    Raises OSError where the folder cannot be used.
    """

    def __init__(self, folder: Path, hosted: Path, bot_processes: int) -> None:
        self.folder, self._hosted = folder, hosted
        if not folder.is_dir():
            make_folder(folder.parent)
            folder.mkdir(mode=0o700)
        self._secret = self._open_secret()
        self.pool = BotPool(min(bot_processes, MOST_BOT_PROCESSES))

    def _open_secret(self) -> bytes:
        path = self.folder / SECRET
        with suppress(FileNotFoundError):
            return read_regular(path, SECRET_BYTES)
        secret = token_bytes(SECRET_BYTES)
        write_whole(path, secret, private=True)
        return secret

    def account(self, name: str, key: str = "") -> Account:
        """Return the account of the person whose folder has this ``name``, with a seat by ``key`` if there is one.

        Raises OSError.
        """
        folder = self.folder / name
        folder.mkdir(mode=0o700, exist_ok=True)
        return Account(folder, guest=Guest(key, self._secret, self._hosted) if key else None)

    async def run(self, account: Account, connection: Connection) -> int:
        """Run the app for ``account`` at ``connection`` until one of them leaves; return the exit code."""
        return await run_app(make_app(account, connection, self.pool))

    async def close(self) -> None:
        self.pool.stop()
        await asyncio.to_thread(self.pool.join)


def make_app(
    account: Account,
    connection: Connection,
    pool: BotPool,
    overrides: Mapping[str, object] | None = None,
    start: Start | None = None,
) -> RokokoApp:
    """Return the app for ``account`` at ``connection``; ``overrides`` are settings of the command line."""
    settings = load_usable_settings(account)
    return RokokoApp(settings.with_options(**overrides or {}), start or Start(), connection, PooledBots(pool))


class ServerLoop(asyncio.SelectorEventLoop):
    """The event loop of a server with apps, which starts every task later.

    From Python 3.12 on, each app would make all tasks of its loop eager, also those of the server. Asyncssh then drops
    every connection after the first.
    """

    def set_task_factory(self, factory: object) -> None:
        """Keep the task factory of this loop, which each Textual app would replace."""


class ServerThreads(ThreadPoolExecutor):
    """The threads of a server's event loop. A thread that keeps a context variable of Textual would keep its app."""

    def submit(self, call: Callable[P, T], /, *arguments: P.args, **options: P.kwargs) -> Future[T]:
        """Run ``call`` in a context of its own."""
        return super().submit(lambda: Context().run(call, *arguments, **options))


async def run_app(app: RokokoApp) -> int:
    """Run ``app`` until it exits; return the exit code. Its memory is freed afterwards."""
    await app.run_async()
    asyncio.get_running_loop().call_later(FREE_SECONDS, free_memory, context=Context())
    return app.return_code or 0


def free_memory() -> None:
    """Free the memory of apps that have ended. An app is made of cycles, and the collector runs rarely."""
    clear_caches()
    gc.collect()
