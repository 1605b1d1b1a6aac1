"""Random input to the program in a real pseudo-terminal, including suspensions."""

import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.journeys.terminal import KEYS, Terminal
from tools.torture.hands import Event
from tools.torture.scenes import condition_of

BYTES = {
    **KEYS,
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "shift+tab": "\x1b[Z",
    "home": "\x1b[H",
    "delete": "\x1b[3~",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "backspace": "\x7f",
    **{f"f{n}": f"\x1bO{chr(79 + n)}" for n in range(1, 5)},
    "f10": "\x1b[21~",
}
"""The bytes of each key."""
QUIET = 0.02
"""Seconds without output after which the program counts as idle."""
PATIENCE = 30.0
"""Seconds within which the program has to exit."""


class Crash(Exception):
    """The program exited with a report or did not exit; the message contains the details."""


class Driven(Terminal):
    """A terminal that does not interpret the output."""

    module = "tools.torture.program"

    def _read(self, seconds: float) -> bool:
        """Read and discard output for up to ``seconds``; return whether there was any."""
        output = None if self.ended else self._process.read(max(0.0, seconds))
        if output is None:
            return False
        self.written = (self.written + output)[-4000:]
        self.ended = not output
        return bool(output)

    def rest(self, seconds: float = 1.0) -> None:
        """Read until the program is silent, at most ``seconds``."""
        deadline = time.monotonic() + seconds
        while self._read(QUIET) and time.monotonic() < deadline:
            pass

    def do(self, event: Event) -> None:
        """Send ``event`` as a terminal does."""
        kind, _, what = event.partition(" ")
        if kind == "key":
            self.send(BYTES.get(what) or (chr(ord(what[-1]) & 31) if what.startswith("ctrl+") else what))
        elif kind == "type":
            self.send(f"\x1b[200~{what}\x1b[201~")
        elif kind == "raw":
            self.send_bytes(bytes.fromhex(what))
        elif kind == "size":
            self.resize(*map(int, what.split()))
        elif kind == "click":
            self.send(self._mouse(35, what, "M") + self._mouse(0, what, "M") + self._mouse(0, what, "m"))
        elif kind == "move":
            self.send(self._mouse(35, what, "M"))
        elif kind == "wheel":
            way, _, where = what.partition(" ")
            self.send(self._mouse(64 if way == "up" else 65, where, "M"))
        elif kind == "stop":
            self._suspend()
        else:
            self.rest()

    @staticmethod
    def _mouse(button: int, where: str, end: str) -> str:
        x, y = map(int, where.split())
        return f"\x1b[<{button};{x + 1};{y + 1}{end}"

    def _suspend(self) -> None:
        """Suspend the program as Ctrl+Z does, and resume it once it is stopped."""
        os.kill(self.process, signal.SIGTSTP)
        deadline = time.monotonic() + PATIENCE
        while not self.ended and not self._is_stopped() and time.monotonic() < deadline:
            self._read(QUIET)
        os.kill(self.process, signal.SIGCONT)

    def _is_stopped(self) -> bool:
        state = Path(f"/proc/{self.process}/stat")
        return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "T"

    def leave(self) -> int:
        """Exit with Ctrl+Q and return the exit code. Raises ``Crash`` after a timeout."""
        deadline = time.monotonic() + PATIENCE
        while not self.ended:
            if time.monotonic() > deadline:
                raise Crash("the program does not react")
            if self._is_stopped():
                os.kill(self.process, signal.SIGCONT)
            self.press("ctrl+q")
            self.rest()
        return self._close()


def crash_of(seed: int, sequence: Sequence[Event]) -> Crash | None:
    """Run the events of ``sequence`` in the session of ``seed``; return the crash, or None."""
    with TemporaryDirectory(prefix="rokoko-torture-") as home:
        done, starts = 0, 0
        while done < len(sequence):
            try:
                done += _session(Path(home), seed, sequence[done:], restarted=starts > 0)
            except Crash as crash:
                return crash
            starts += 1
    return None


def _session(home: Path, seed: int, sequence: Sequence[Event], restarted: bool) -> int:
    """Send the events until the program exits; return how many were sent. Raises ``Crash``."""
    columns, lines = map(int, sequence[0].split()[1:]) if sequence[0].startswith("size") else (80, 24)
    done = 0
    argv = (seed, "menu") if restarted else (seed,)
    with Driven(home, *argv, size=(columns, lines), environment=condition_of(seed).terminal) as terminal:
        while not terminal.ended and b"\x1b[?1049h" not in terminal.written:
            terminal._read(PATIENCE)
        terminal.rest()
        for done, event in enumerate(sequence, start=1):  # noqa: B007
            try:
                terminal.do(event)
                terminal._read(0)
            except OSError:  # the program exited meanwhile
                terminal.ended = True
            if terminal.ended:
                break
        code = terminal.leave() if not terminal.ended else terminal._close()
    reports = sorted((home / "saves" / "reports").glob("*.txt"))
    if reports or code not in (0, -signal.SIGINT):  # Ctrl+C after the terminal was restored
        raise Crash(reports[-1].read_text() if reports else f"exit code {code}: {terminal.written[-600:]!r}")
    return done
