"""The installed program in a terminal of the system: start it, send input, read the screen, wait for texts."""

import os
import re
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte

from tests import ROOT
from tests.journeys.pseudo_terminal import open_terminal

PATIENCE = 60.0
"""Seconds within which a screen has to appear; a busy machine needs many."""
LOOK = 0.25
"""Seconds between checks of a condition that does not depend on the output."""
IDLE = 0.02 if sys.platform == "linux" else 0.25
"""Seconds without output after which the program counts as idle; longer where its state cannot be read."""
PROGRAM = Path(sys.executable).with_name("rokoko-tui")
"""The program under test: the one installed in the environment that runs the tests."""

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "space": " ",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    **{f"ctrl+{letter}": chr(ord(letter) & 31) for letter in "acpqsz"},
    **{f"f{n}": f"\x1bO{chr(79 + n)}" for n in range(1, 5)},
    "f6": "\x1b[17~",
    "f7": "\x1b[18~",
    "f10": "\x1b[21~",
}
"""The characters of the keys that are no letters."""

UNREAD = re.compile(
    rb"\x1b\[[0-9;:]*m|\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b[P_^\]].*?(?:\x1b\\|\x07)", re.DOTALL
)
"""Sequences that the emulator skips: colours, which take most of its time, and queries of newer terminals."""
UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;:<=>?$ ]*)?$")
"""The start of an incomplete sequence."""
COLOUR = re.compile(r"\x1b\[(?:[0-9;:]*[;:])?(?:[34]8[;:][25][;:]|(?:[349][0-7]|10[0-7])(?=[;m]))[0-9;:]*m")
"""A sequence that sets a foreground or background colour."""


class Terminal:
    """A terminal in which ``rokoko-tui argv`` runs, with all its folders in ``home``."""

    module = ""
    """The module to run instead of the installed program."""

    def __init__(
        self,
        home: Path,
        *argv: object,
        size: tuple[int, int] = (120, 40),
        environment: Mapping[str, str | None] | None = None,
        reported: tuple[int, int] | None = None,
    ) -> None:
        """``reported`` is the size that the system knows, by default ``size``."""
        variables: dict[str, str] = {**os.environ, **folders(home), "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        if self.module:
            variables["PYTHONPATH"] = str(ROOT)
        variables["LC_ALL"] = "C.UTF-8"  # the encoding of the emulator
        for name in (
            "PYTHONDONTWRITEBYTECODE",
            "PYTHONUTF8",
            "NO_COLOR",
            "COLUMNS",
            "LINES",
            "TEXTUAL",
            "TEXTUAL_ANIMATIONS",
        ):
            variables.pop(name, None)
        variables.update({name: value for name, value in (environment or {}).items() if value is not None})
        home.mkdir(parents=True, exist_ok=True)
        columns, lines = size
        command = [sys.executable, *self.program, *map(str, argv)]
        self._process = open_terminal(command, home, variables, reported or size)
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._lines: list[str] = []
        """Cache of the screen; empty after new output."""
        self._unread = b""
        self.written = b""
        """All output of the program."""
        self.ended = False
        self.presses = self.clicks = 0
        """Numbers of key presses and clicks so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def program(self) -> list[str]:
        """The arguments of Python."""
        if sys.platform == "win32":  # where the installed program is no script of Python
            return ["-m", self.module or "rokoko_tui"]
        return ["-m", self.module] if self.module else [str(PROGRAM)]

    @property
    def process(self) -> int:
        """The process id of the program."""
        return self._process.pid

    # ---- the screen

    @property
    def lines(self) -> list[str]:
        """The lines of the screen."""
        if not self._lines:
            self._lines = [line.rstrip() for line in self._screen.display]
        return self._lines

    @property
    def text(self) -> str:
        """The text of the screen."""
        return "\n".join(self.lines)

    def shows(self, *words: str) -> bool:
        """Return whether the screen contains each of ``words``."""
        return all(word in self.text for word in words)

    def _read(self, seconds: float) -> bool:
        """Read output for up to ``seconds``; return whether there was any."""
        output = None if self.ended else self._process.read(max(0.0, seconds))
        if output is None:
            return False
        if not output:
            self.ended = True
            return False
        self.written += output
        known = UNREAD.sub(b"", self._unread + output)
        cut = UNFINISHED.search(known)
        known, self._unread = (known[: cut.start()], known[cut.start() :]) if cut else (known, b"")
        self._stream.feed(known)
        self._lines = []
        return True

    # ---- waiting

    def until(self, condition: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Read until ``condition()``. Raises AssertionError with the screen after a timeout, or if the program ends."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert not self.ended, f"the program ended before {what}; output:\n{self.text}"
            left = deadline - time.monotonic()
            assert left > 0, f"waited {seconds:.0f} s for {what}; the screen:\n{self.text}"
            self._read(min(left, LOOK))
            while self._read(0):
                pass

    def wait(self, *words: str, seconds: float = PATIENCE) -> None:
        """Read until all of ``words`` are on the screen."""
        self.until(lambda: self.shows(*words), f"{words}", seconds)

    def wait_gone(self, *words: str) -> None:
        """Read until none of ``words`` is on the screen."""
        self.until(lambda: not any(word in self.text for word in words), f"{words} to go")

    # ---- the keyboard and the window

    def press(self, *keys: str) -> None:
        """Press each of ``keys``: a name of ``KEYS`` or a single letter. Raises KeyError for what is neither."""
        self.presses += len(keys)
        self.send("".join(key if len(key) == 1 else KEYS[key] for key in keys))

    def click(self, text: str, nth: int = 1) -> None:
        """Move the mouse to the ``nth`` place where ``text`` is on the screen, and click it."""
        places = [
            (match.start(), y) for y, line in enumerate(self.lines) for match in re.finditer(re.escape(text), line)
        ]
        assert len(places) >= nth, f"nowhere to click on {text!r}; the screen:\n{self.text}"
        x, y = places[nth - 1]
        self.clicks += 1
        where = f"{x + len(text) // 2 + 1};{y + 1}"
        self.send(f"\x1b[<35;{where}M\x1b[<0;{where}M\x1b[<0;{where}m")

    def send(self, text: str) -> None:
        self.send_bytes(text.encode())

    def send_bytes(self, content: bytes) -> None:
        """Send bytes, which need not be text."""
        self._process.write(content)

    def quiet(self) -> None:
        """Read until the program has been silent for a while, so that it does not ignore the next key."""
        while self._read(UNHURRIED) and not self.ended:
            pass

    def settle(self) -> None:
        """Read until the program is idle: no output, and all threads wait."""
        while not self.ended:
            if not self._read(IDLE) and self._waiting:
                return

    @property
    def _waiting(self) -> bool:
        """Whether no thread of the program is running; True without ``/proc``."""
        try:
            states = [_state_of(thread / "stat") for thread in Path(f"/proc/{self.process}/task").iterdir()]
        except OSError:  # the process ended meanwhile
            return True
        return not {"R", "D"} & set(states)

    def changes(self, before: str, seconds: float) -> bool:
        """Read until the screen differs from ``before``; return False if it does not within ``seconds``."""
        deadline = time.monotonic() + seconds
        while self.text == before and not self.ended:
            left = deadline - time.monotonic()
            if left <= 0 and not self._waiting:
                left = IDLE
            if left <= 0:
                return False
            self._read(left)
        return True

    def insist(self, keys: Sequence[str], done: Callable[[], bool], what: str) -> None:
        """Press ``keys`` until ``done()``, again once the program is idle: keys during others' turns are ignored."""
        last_press = 0.0

        def press_and_check() -> bool:
            nonlocal last_press
            if not done() and time.monotonic() - last_press > UNHURRIED and self._waiting:
                last_press = time.monotonic()
                self.press(*keys)
            return done()

        self.until(press_and_check, what)

    def resize(self, columns: int, lines: int) -> None:
        self._screen.resize(lines, columns)
        self._lines = []
        self._process.resize(columns, lines)

    # ---- the end

    def wait_for_exit(self, seconds: float = PATIENCE) -> int:
        """Read until the program ends; return its exit code, or minus the number of its signal."""
        deadline = time.monotonic() + seconds
        while not self.ended:
            left = deadline - time.monotonic()
            assert left > 0, f"the program did not end within {seconds:.0f} s; the screen:\n{self.text}"
            self._read(left)
        return self._close()

    def kill(self) -> None:
        """Kill the program if it is running."""
        self._process.kill()
        self._close()

    def _close(self) -> int:
        self.ended = True
        return self._process.close()


def _state_of(stat: Path) -> str:
    """Return the state letter of a process or thread: R running, D waiting for the disk, S sleeping."""
    return stat.read_text().rpartition(")")[2].split()[0]


def folders(home: Path) -> dict[str, str]:
    """Return environment variables that keep all folders of the program below ``home``."""
    return {
        "HOME": str(home),
        "ROKOKO_SAVES": str(home / "saves"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
    }


UNHURRIED = 0.6
"""Seconds after which a key without effect is pressed again."""
