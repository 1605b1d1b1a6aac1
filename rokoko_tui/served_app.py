"""The app for people who are served: each with settings and saves of their own, all in one process."""

import asyncio
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.play.bot_pool import BotPool, PooledBots
from rokoko_tui.app import RokokoApp
from rokoko_tui.doors.connection import Connection
from rokoko_tui.settings.account import Account, Guest
from rokoko_tui.settings.launch import Start
from rokoko_tui.settings.settings import BadSettings, Settings, load_settings

SECRET = ".secret"
"""The file beside the folders of the people, from which the tokens of their seats are derived."""
SECRET_BYTES = 32
MOST_BOT_PROCESSES = 4


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
        self._pool = BotPool(min(bot_processes, MOST_BOT_PROCESSES))

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
        try:
            settings = load_settings(account=account)
        except BadSettings:
            settings = Settings(account=account)
        app = RokokoApp(settings, Start(), connection, PooledBots(self._pool))
        await app.run_async()
        return app.return_code or 0

    async def close(self) -> None:
        """End the bots."""
        self._pool.stop()
        await asyncio.to_thread(self._pool.join)
