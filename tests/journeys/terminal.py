"""The real program in a real pseudo-terminal: start it, press keys, read the screen, wait for what it shows."""

import os
import re
import select
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyte
from ptyprocess import PtyProcess

from tests import ROOT

PATIENCE = 20.0
"""Seconds a screen may take to appear; a slow machine under load needs a few, a healthy one a fraction."""
LOOK = 0.25
"""Seconds after which what is not on the terminal but on disk is looked at again."""
IDLE = 0.02 if sys.platform == "linux" else 0.25
"""Seconds without output after which an idle program has done all it was told; where it cannot be asked, more."""
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
    **{f"ctrl+{letter}": chr(ord(letter) & 31) for letter in "acpqs"},
    **{f"f{n}": f"\x1bO{chr(79 + n)}" for n in range(1, 5)},
    "f6": "\x1b[17~",
    "f7": "\x1b[18~",
    "f10": "\x1b[21~",
}
"""What a terminal sends for the keys that are no letters."""

UNREAD = re.compile(
    rb"\x1b\[[0-9;:]*m|\x1b\[[<>=][0-9;]*[A-Za-z]|\x1b\[\?[0-9;]*\$p|\x1b[P_^\]].*?(?:\x1b\\|\x07)", re.DOTALL
)
"""What the emulator need not know: colours, which take most of its time, and questions meant for newer terminals."""
UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;:<=>?$ ]*)?$")
"""The beginning of a sequence whose end has not arrived yet."""
COLOUR = re.compile(r"\x1b\[(?:[0-9;:]*[;:])?(?:[34]8[;:][25][;:]|(?:[349][0-7]|10[0-7])(?=[;m]))[0-9;:]*m")
"""A sequence that sets a foreground or background colour."""


class Terminal:
    """A terminal of ``columns`` × ``lines`` in which ``rokoko-tui argv`` runs, with folders of its own in ``home``."""

    module = ""
    """The module to run instead of the installed program."""

    def __init__(
        self,
        home: Path,
        *argv: object,
        size: tuple[int, int] = (120, 40),
        surroundings: Mapping[str, str | None] | None = None,
    ) -> None:
        environment: dict[str, str] = {
            **os.environ,
            **folders(home),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
        }
        if self.module:
            environment["PYTHONPATH"] = str(ROOT)
        environment["LC_ALL"] = "C.UTF-8"  # the terminal is one, whatever the tests themselves are run in
        for name in (
            "PYTHONDONTWRITEBYTECODE",
            "PYTHONUTF8",
            "NO_COLOR",
            "COLUMNS",
            "LINES",
            "TEXTUAL",
            "TEXTUAL_ANIMATIONS",
        ):
            environment.pop(name, None)
        environment.update({name: value for name, value in (surroundings or {}).items() if value is not None})
        home.mkdir(parents=True, exist_ok=True)
        columns, lines = size
        command = [sys.executable, *self.program, *map(str, argv)]
        self._process = PtyProcess.spawn(command, cwd=str(home), env=environment, dimensions=(lines, columns))
        self._process.delayafterclose = 0
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self._lines: list[str] = []
        """What was on the screen when somebody last looked; empty once more has arrived."""
        self._unread = b""
        self.written = b""
        """All that the program has sent to the terminal."""
        self.ended = False
        self.presses = self.clicks = 0
        """Keys pressed and mouse buttons clicked so far."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.kill()

    @property
    def program(self) -> list[str]:
        """What Python is told to run."""
        return ["-m", self.module] if self.module else [str(PROGRAM)]

    @property
    def process(self) -> int:
        """The number of the program's process."""
        return int(self._process.pid)

    # ---- the screen

    @property
    def lines(self) -> list[str]:
        """What is on the screen, line by line."""
        if not self._lines:
            self._lines = [line.rstrip() for line in self._screen.display]
        return self._lines

    @property
    def text(self) -> str:
        """What is on the screen."""
        return "\n".join(self.lines)

    def shows(self, *words: str) -> bool:
        """True when each of ``words`` stands somewhere on the screen."""
        return all(word in self.text for word in words)

    def _read(self, seconds: float) -> bool:
        """Read what arrives within ``seconds``; True when something has."""
        if self.ended or not select.select([self._process.fd], [], [], max(0.0, seconds))[0]:
            return False
        try:
            arrived = os.read(self._process.fd, 65536)
        except OSError:  # what Linux says when the last one holding the other side is gone
            arrived = b""
        if not arrived:
            self.ended = True
            return False
        self.written += arrived
        known = UNREAD.sub(b"", self._unread + arrived)
        cut = UNFINISHED.search(known)
        known, self._unread = (known[: cut.start()], known[cut.start() :]) if cut else (known, b"")
        self._stream.feed(known)
        self._lines = []
        return True

    # ---- waiting

    def until(self, true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
        """Read until ``true()``. Raises AssertionError with the screen when that takes too long or the program ends."""
        deadline = time.monotonic() + seconds
        while not true():
            assert not self.ended, f"the program ended before {what}; it had written:\n{self.text}"
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
            (found.start(), y) for y, line in enumerate(self.lines) for found in re.finditer(re.escape(text), line)
        ]
        assert len(places) >= nth, f"nowhere to click on {text!r}; the screen:\n{self.text}"
        x, y = places[nth - 1]
        self.clicks += 1
        where = f"{x + len(text) // 2 + 1};{y + 1}"
        self.send(f"\x1b[<35;{where}M\x1b[<0;{where}M\x1b[<0;{where}m")

    def send(self, text: str) -> None:
        """Let ``text`` arrive as it stands."""
        self.send_bytes(text.encode())

    def send_bytes(self, content: bytes) -> None:
        """Send ``content``, which need not be text."""
        self._process.write(content)

    def quiet(self) -> None:
        """Read until the program has said nothing for a while, so that what is pressed next was meant for it."""
        while self._read(UNHURRIED) and not self.ended:
            pass

    def settle(self) -> None:
        """Read until the program is idle: nothing more arrives, and all of its threads wait."""
        while not self.ended:
            if not self._read(IDLE) and self._waiting:
                return

    @property
    def _waiting(self) -> bool:
        """True when no thread of the program is running; always true where the system does not tell."""
        try:
            states = [_state_of(thread / "stat") for thread in Path(f"/proc/{self.process}/task").iterdir()]
        except OSError:  # it ended meanwhile
            return True
        return not {"R", "D"} & set(states)

    def changes(self, before: str, seconds: float) -> bool:
        """Read until the screen shows something else than ``before``; False when it does not within ``seconds``."""
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
        """Press ``keys`` again and again, unhurriedly, until ``done()``: too soon after others' play they are held."""
        pressed = 0.0

        def now() -> bool:
            nonlocal pressed
            if not done() and time.monotonic() - pressed > UNHURRIED:
                pressed = time.monotonic()
                self.press(*keys)
            return done()

        self.until(now, what)

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self._screen.resize(lines, columns)
        self._lines = []
        self._process.setwinsize(lines, columns)

    # ---- the end

    def leaves_with(self, seconds: float = PATIENCE) -> int:
        """Read until the program has ended by itself; its exit code, or minus the signal that ended it."""
        deadline = time.monotonic() + seconds
        while not self.ended:
            left = deadline - time.monotonic()
            assert left > 0, f"the program did not end within {seconds:.0f} s; the screen:\n{self.text}"
            self._read(left)
        return self._gone()

    def kill(self) -> None:
        """End the program at once, as a power cut would, if it still runs."""
        if self._process.isalive():
            os.kill(self.process, signal.SIGKILL)
        self._gone()

    def _gone(self) -> int:
        code = self._process.wait() if not self._process.terminated else self._process.exitstatus
        self._process.close(force=True)
        self.ended = True
        return int(code) if code is not None else -int(self._process.signalstatus or 0)


def _state_of(stat: Path) -> str:
    """What a process or thread is doing, in the letter of the system: R runs, D waits for the disk, S for anything."""
    return stat.read_text().rpartition(")")[2].split()[0]


def folders(home: Path) -> dict[str, str]:
    """The environment in which nothing of the player's own is read or written."""
    return {
        "HOME": str(home),
        "ROKOKO_SAVES": str(home / "saves"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
    }


UNHURRIED = 0.6
"""Seconds after which somebody presses a key once more that nothing came of."""
