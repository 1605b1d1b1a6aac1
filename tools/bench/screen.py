"""Run a program in a pseudo-terminal and measure what it writes, when, and how much was necessary."""

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
"""Seconds without output after which a screen is complete."""
TOGETHER = 0.015
"""Most seconds between two reads of one frame."""
PATIENCE = 30.0
"""Timeout in seconds."""
UNREAD = re.compile(
    rb"\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b\[[0-9;]*t|\x1b[P_^\]].*?(?:\x1b\\|\x07)", re.DOTALL
)
"""Sequences that the emulator does not understand."""
KEYS = {"enter": "\r", "escape": "\x1b", "up": "\x1b[A", "down": "\x1b[B"}


class Answer(NamedTuple):
    """The output after a key."""

    bytes: int
    seconds: float
    """Time to the last byte."""


class Frame(NamedTuple):
    """Output at one moment."""

    at: float
    """In seconds; only differences have a meaning."""
    bytes: int


class TooLong(Exception):
    """A timeout of ``PATIENCE`` seconds."""


class Screen:
    """``python argv`` in a terminal of ``size`` (columns, lines), with its folders in ``home``.

    ``colours`` is ``truecolor``, or empty for 256 colours.
    """

    def __init__(
        self, argv: Sequence[object], home: Path, size: tuple[int, int] = (120, 40), colours: str = "truecolor"
    ) -> None:
        environment = {
            **{name: value for name, value in os.environ.items() if name not in REMOVED},
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
        self.start = time.perf_counter()
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
            data = os.read(self._process.fd, 1 << 18)
        except OSError:  # raised by Linux when the process has ended
            data = b""
        self.ended = not data
        self._written.append(data)
        return data

    def until(self, condition: Callable[[bytes], bool], patience: float = PATIENCE) -> float:
        """Read until ``condition(output of this call)``; return the seconds since the start. Raises ``TooLong``."""
        output, deadline = b"", time.perf_counter() + patience
        while not condition(output):
            if time.perf_counter() > deadline or self.ended:
                raise TooLong
            output += self._read(0.05)
        return time.perf_counter() - self.start

    def shown(self, word: str, patience: float = PATIENCE) -> float:
        """Read until ``word`` is in the output; return the seconds since the start. Raises ``TooLong``."""
        encoded = word.encode()
        return self.until(lambda output: encoded in output, patience)

    def gone(self, patience: float = PATIENCE) -> None:
        """Read until the program ends. Raises ``TooLong``."""
        deadline = time.perf_counter() + patience
        while not self.ended:
            if time.perf_counter() > deadline:
                raise TooLong
            self._read(0.05)

    def still(self, seconds: float = STILL) -> int:
        """Read until there is no output for ``seconds``; return the number of bytes."""
        count = 0
        while data := self._read(seconds):
            count += len(data)
        return count

    def frames(self, quiet: float) -> list[Frame]:
        """Read until there is no output for ``quiet`` seconds; return the output by frame."""
        frames: list[Frame] = []
        last = 0.0
        while data := self._read(quiet):
            now = time.perf_counter()
            if frames and now - last < TOGETHER:
                frames[-1] = frames[-1]._replace(bytes=frames[-1].bytes + len(data))
            else:
                frames.append(Frame(now, len(data)))
            last = now
        return frames

    def quiet(self, seconds: float) -> int:
        """Return the number of bytes in ``seconds``."""
        count, deadline = 0, time.perf_counter() + seconds
        while (left := deadline - time.perf_counter()) > 0:
            count += len(self._read(left))
        return count

    # ---- keys

    def press(self, key: str) -> None:
        """Send ``key``: a name in ``KEYS``, or literal text."""
        self._process.write(KEYS.get(key, key).encode())

    def answer(self, key: str) -> Answer:
        """Press ``key`` and read until the screen is complete."""
        start = last = time.perf_counter()
        self.press(key)
        count = 0
        while data := self._read(STILL if count else PATIENCE):
            last = time.perf_counter()
            count += len(data)
        return Answer(count, last - start)

    # ---- the picture

    def picture(self) -> "Picture":
        """Return all cells of the screen."""
        self._stream.feed(UNREAD.sub(b"", b"".join(self._written)))
        self._written.clear()
        return tuple(
            tuple(_cell(self._screen.buffer[y][x]) for x in range(self._screen.columns))
            for y in range(self._screen.lines)
        )


REMOVED = ("PYTHONUTF8", "NO_COLOR", "COLUMNS", "LINES", "TEXTUAL", "TEXTUAL_ANIMATIONS", "PYTHONDONTWRITEBYTECODE")

Cell = tuple[str, str]
"""(character, style sequence)."""
Picture = tuple[tuple[Cell, ...], ...]


def _cell(char: pyte.screens.Char) -> Cell:
    codes = [code for on, code in ((char.bold, "1"), (char.italics, "3"), (char.underscore, "4")) if on]
    codes += ["7"] if char.reverse else []
    for colour, layer in ((char.fg, 38), (char.bg, 48)):
        if colour != "default":
            rgb = ";".join(str(int(colour[n : n + 2], 16)) for n in (0, 2, 4)) if len(colour) == 6 else ""
            codes.append(f"{layer};2;{rgb}" if rgb else "31")
    return char.data, f"\x1b[0;{';'.join(codes)}m" if codes else "\x1b[0m"


def bytes_needed(before: Picture, after: Picture) -> int:
    """Return the bytes to paint the changed cells: a move to each run of them, changes of style, and the text."""
    count = 0
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        column, style = -2, ""
        for x, (before_cell, cell) in enumerate(zip(old, new, strict=True)):
            if before_cell == cell:
                continue
            if x != column + 1:
                count += len(f"\x1b[{y + 1};{x + 1}H")
            if cell[1] != style:
                style = cell[1]
                count += len(style)
            count += len(cell[0].encode())
            column = x
    return count
