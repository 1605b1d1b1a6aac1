"""A program in a real pseudo-terminal, watched by the byte: what it writes, when, and what of it was needed."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

import pyte
from ptyprocess import PtyProcess

from tools import ROOT

STILL = 0.2
"""Seconds of silence after which a screen counts as settled."""
TOGETHER = 0.015
"""Seconds between two pieces of what is written at one moment."""
PATIENCE = 30.0
"""Seconds anything may take before it is given up."""
UNREAD = re.compile(
    rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b\[[0-9;]*t|\x1b[P_^\]].*?(?:\x1b\\|\x07)", re.DOTALL
)
"""What the emulator need not know."""
KEYS = {"enter": "\r", "escape": "\x1b", "up": "\x1b[A", "down": "\x1b[B"}


class Answer(NamedTuple):
    """What a program did after a key."""

    bytes: int
    seconds: float
    """Until the last byte before it was still."""


class Frame(NamedTuple):
    """What was written at one moment."""

    at: float
    """Seconds, by some clock."""
    bytes: int


class TooLong(Exception):
    """Something did not come within ``PATIENCE``."""


class Screen:
    """``python argv`` in a terminal of ``size`` (columns, lines), with folders of its own in ``home``.

    ``colours`` is ``truecolor``, or empty for a terminal of 256.
    """

    def __init__(
        self, argv: Sequence[object], home: Path, size: tuple[int, int] = (120, 40), colours: str = "truecolor"
    ) -> None:
        environment = {
            **{name: value for name, value in os.environ.items() if name not in LEFT_OUT},
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / "config"),
            "XDG_DATA_HOME": str(home / "data"),
            "ROKOKO_SAVES": str(home / "saves"),
            "PYTHONPATH": str(ROOT),
            "LC_ALL": "C.UTF-8",
            "TERM": "xterm-256color",
            "COLORTERM": colours,
        }
        columns, lines = size
        self.began = time.perf_counter()
        self._process = PtyProcess.spawn(
            [sys.executable, *map(str, argv)], cwd=str(home), env=environment, dimensions=(lines, columns)
        )
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._written: list[bytes] = []
        self.ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if self._process.isalive():
            os.kill(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.close(force=True)

    # ---- reading

    def _read(self, seconds: float) -> bytes:
        if self.ended or not select.select([self._process.fd], [], [], max(0.0, seconds))[0]:
            return b""
        try:
            arrived = os.read(self._process.fd, 1 << 18)
        except OSError:  # what Linux says once nobody holds the other side
            arrived = b""
        self.ended = not arrived
        self._written.append(arrived)
        return arrived

    def until(self, true: Callable[[bytes], bool], patience: float = PATIENCE) -> float:
        """Read until ``true`` of what was written since the last call of anything; the seconds since the start.

        Raises ``TooLong``.
        """
        seen, deadline = b"", time.perf_counter() + patience
        while not true(seen):
            if time.perf_counter() > deadline or self.ended:
                raise TooLong
            seen += self._read(0.05)
        return time.perf_counter() - self.began

    def shown(self, word: str, patience: float = PATIENCE) -> float:
        """Read until ``word`` was written; the seconds since the start. Raises ``TooLong``."""
        wanted = word.encode()
        return self.until(lambda seen: wanted in seen, patience)

    def gone(self, patience: float = PATIENCE) -> None:
        """Read until the program has ended. Raises ``TooLong``."""
        deadline = time.perf_counter() + patience
        while not self.ended:
            if time.perf_counter() > deadline:
                raise TooLong
            self._read(0.05)

    def still(self, seconds: float = STILL) -> int:
        """Read until nothing was written for ``seconds``; how many bytes came."""
        count = 0
        while arrived := self._read(seconds):
            count += len(arrived)
        return count

    def frames(self, quiet: float) -> list[Frame]:
        """All that is written until nothing is for ``quiet`` seconds, by the moments it is written at."""
        found: list[Frame] = []
        last = 0.0
        while arrived := self._read(quiet):
            now = time.perf_counter()
            if found and now - last < TOGETHER:
                found[-1] = found[-1]._replace(bytes=found[-1].bytes + len(arrived))
            else:
                found.append(Frame(now, len(arrived)))
            last = now
        return found

    def quiet(self, seconds: float) -> int:
        """How many bytes come within ``seconds``."""
        count, deadline = 0, time.perf_counter() + seconds
        while (left := deadline - time.perf_counter()) > 0:
            count += len(self._read(left))
        return count

    # ---- keys

    def press(self, key: str) -> None:
        """Press ``key``: a name of ``KEYS``, or what is typed as it stands."""
        self._process.write(KEYS.get(key, key).encode())

    def answer(self, key: str) -> Answer:
        """Press ``key`` and read until the screen is settled."""
        begun = last = time.perf_counter()
        self.press(key)
        count = 0
        while arrived := self._read(STILL if count else PATIENCE):
            last = time.perf_counter()
            count += len(arrived)
        return Answer(count, last - begun)

    # ---- the picture

    def picture(self) -> "Picture":
        """Every cell as it stands on the screen."""
        self._stream.feed(UNREAD.sub(b"", b"".join(self._written)))
        self._written.clear()
        return tuple(
            tuple(_cell(self._screen.buffer[y][x]) for x in range(self._screen.columns))
            for y in range(self._screen.lines)
        )


LEFT_OUT = ("PYTHONUTF8", "NO_COLOR", "COLUMNS", "LINES", "TEXTUAL", "TEXTUAL_ANIMATIONS", "PYTHONDONTWRITEBYTECODE")

Cell = tuple[str, str]
"""(character, the sequence that sets its look)."""
Picture = tuple[tuple[Cell, ...], ...]


def _cell(char: pyte.screens.Char) -> Cell:
    look = [code for on, code in ((char.bold, "1"), (char.italics, "3"), (char.underscore, "4")) if on]
    look += ["7"] if char.reverse else []
    for colour, what in ((char.fg, 38), (char.bg, 48)):
        if colour != "default":
            known = len(colour) == 6
            look.append(
                f"{what};2;{int(colour[:2], 16)};{int(colour[2:4], 16)};{int(colour[4:], 16)}" if known else "31"
            )
    return char.data, f"\x1b[0;{';'.join(look)}m" if look else "\x1b[0m"


def bytes_needed(before: Picture, after: Picture) -> int:
    """Bytes it takes to paint the cells that differ: a move to each run of them, a look where it changes, the text."""
    count = 0
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        place, look = -2, ""
        for x, (was, cell) in enumerate(zip(old, new, strict=True)):
            if was == cell:
                continue
            if x != place + 1:
                count += len(f"\x1b[{y + 1};{x + 1}H")
            if cell[1] != look:
                look = cell[1]
                count += len(look)
            count += len(cell[0].encode())
            place = x
    return count
