"""Measure an SSH server with 20 people: memory, and the time from a key to the answer of the screen.

``python -m tools.hosting.sessions`` serves one person, then 20. Each is at a table of its own at 120x40 and presses an
arrow key every half second. The figures are those of one of them, and the memory of the server without its bots. Then
another server serves 30 sessions one after the other.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from pathlib import Path

import asyncssh

from rokoko_tui.doors.ssh_keys import folder_name
from tools import ROOT
from tools.bench.results import Result, limited
from tools.bench.terminal_budgets import PROGRAM
from tools.hosting.figures import HAND, compare_with_alone, memory_each, print_figures, read_megabytes

PEOPLE = 20
ENDED = 30
"""Sessions one after the other."""
SIZE = (120, 40)
PAUSE = 0.5
"""Seconds between two keys of each person."""
PRESSES = 60
SETTLE_SECONDS = 2.0
"""Silence after which a table counts as drawn."""
SETTINGS = 'language = "english"\npace = "at-once"\nmotion = "off"\nname = "Ada"\n'
ARROWS = (b"\x1b[B", b"\x1b[A")


class Server:
    """The server as a program of its own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(PEOPLE)]
        authorized = home / "keys"
        authorized.write_bytes(b"".join(key.export_public_key() for key in self.keys))
        authorized.chmod(0o600)
        for key in self.keys:
            folder = home / "people" / folder_name(key.get_fingerprint())
            folder.mkdir(parents=True)
            (folder / "settings.toml").write_text(SETTINGS)
        folders = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)}
        options = ["--ssh", "--port", "0", "--keys", str(authorized), "--people", str(home / "people")]
        self._program = subprocess.Popen(
            [sys.executable, *PROGRAM, "serve", *options],
            stdout=subprocess.PIPE,
            env={**os.environ, **folders, "ROKOKO_SAVES": str(home / "saves")},
            text=True,
        )
        assert self._program.stdout is not None
        words = self._program.stdout.readline().split()
        self.port = int(words[words.index("-p") + 1])

    @property
    def megabytes(self) -> float:
        """The memory of the server, without the processes of bots."""
        return read_megabytes(self._program.pid)

    def close(self) -> None:
        self._program.terminate()
        self._program.wait()


class Person:
    """A person at a table."""

    def __init__(self, connection: asyncssh.SSHClientConnection, process: "asyncssh.SSHClientProcess[bytes]") -> None:
        self._connection, self._process = connection, process
        self._arrows = cycle(ARROWS)

    @classmethod
    async def sit_down(cls, server: Server, key: asyncssh.SSHKey) -> "Person":
        """Log in, start a game and wait until the hand is to be chosen."""
        connection = await asyncssh.connect(
            "127.0.0.1", server.port, client_keys=[key], known_hosts=None, username="x", config=None
        )
        process = await connection.create_process(
            term_type="xterm-256color", term_size=SIZE, env={"COLORTERM": "truecolor"}, encoding=None
        )
        person = cls(connection, process)
        await person.read_until_silent()
        process.stdin.write(b"p")
        output = await person.read_until_silent()
        assert HAND.encode() in output, "the hand is to be chosen"
        return person

    async def read_until_silent(self) -> bytes:
        """Return the output up to a silence."""
        output = b""
        with suppress(TimeoutError):
            while True:
                async with asyncio.timeout(SETTLE_SECONDS):
                    output += await self._process.stdout.read(1 << 16)
        return output

    async def press(self) -> float:
        """Press an arrow key; return the seconds to the first output."""
        started = time.perf_counter()
        self._process.stdin.write(next(self._arrows))
        await self._process.stdout.read(1 << 16)
        return time.perf_counter() - started

    async def keep_pressing(self) -> None:
        while True:
            await self.press()
            await asyncio.sleep(PAUSE)

    def leave(self) -> None:
        self._connection.abort()


async def _press_often(person: Person) -> list[float]:
    times = []
    for _ in range(PRESSES):
        times.append(await person.press())
        await asyncio.sleep(PAUSE)
    return times


async def _measure(server: Server) -> tuple[list[float], float, list[float], float]:
    first = await Person.sit_down(server, server.keys[0])
    alone, memory_alone = await _press_often(first), server.megabytes
    others = [await Person.sit_down(server, key) for key in server.keys[1:]]
    pressing = [asyncio.create_task(person.keep_pressing()) for person in others]
    together, memory = await _press_often(first), server.megabytes
    for task in pressing:
        task.cancel()
    for person in (first, *others):
        person.leave()
    return alone, memory_alone, together, memory


async def _measure_ended(server: Server) -> tuple[float, float]:
    """Return the memory after the first session, and after ``ENDED``."""
    megabytes = []
    for number in range(ENDED):
        person = await Person.sit_down(server, server.keys[number % PEOPLE])
        person.leave()
        await asyncio.sleep(SETTLE_SECONDS)
        megabytes.append(server.megabytes)
    return megabytes[0], megabytes[-1]


@contextmanager
def _serve() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            yield server
        finally:
            server.close()


def measure() -> Iterator[Result]:
    """Measure everything."""
    with _serve() as server:
        alone, memory_alone, together, memory = asyncio.run(_measure(server))
    alone, together = ([1000 * seconds for seconds in times] for times in (alone, together))
    yield compare_with_alone(f"arrow key to output among {PEOPLE} people", alone, together)
    yield memory_each("session", memory_alone, memory, PEOPLE)
    with _serve() as server:
        first, last = asyncio.run(_measure_ended(server))
    yield limited(f"memory that {ENDED} ended sessions leave beyond the first ({first:.0f} MB)", last - first, 20, "MB")


if __name__ == "__main__":
    sys.exit(print_figures(measure()))
