"""Random hands on the program in a real pseudo-terminal, suspended and woken now and then: nothing is left out."""

import os
import select
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
"""What a terminal sends for a key."""
QUIET = 0.02
"""Seconds without a byte after which the program is believed to have done what it was told."""
PATIENCE = 30.0
"""Seconds within which the program has to take notice of being told to leave."""


class Crash(Exception):
    """The program left with a report, or not at all; says which and what was in it."""


class Driven(Terminal):
    """A terminal of which nobody looks at the screen."""

    module = "tools.torture.program"

    def _read(self, seconds: float) -> bool:
        """Read what arrives within ``seconds`` and forget it; True when something has."""
        if self.ended or not select.select([self._process.fd], [], [], max(0.0, seconds))[0]:
            return False
        try:
            arrived = os.read(self._process.fd, 65536)
        except OSError:
            arrived = b""
        self.written = (self.written + arrived)[-4000:]
        self.ended = not arrived
        return bool(arrived)

    def rest(self, seconds: float = 1.0) -> None:
        """Read until the program says nothing more, at most ``seconds``."""
        deadline = time.monotonic() + seconds
        while self._read(QUIET) and time.monotonic() < deadline:
            pass

    def do(self, event: Event) -> None:
        """Do ``event``, as a person would at a keyboard and with a mouse."""
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
        """Stop the program as Ctrl+Z would, and let it go on once it stands still."""
        os.kill(self.process, signal.SIGTSTP)
        deadline = time.monotonic() + PATIENCE
        while not self.ended and not self._stands_still() and time.monotonic() < deadline:
            self._read(QUIET)
        os.kill(self.process, signal.SIGCONT)

    def _stands_still(self) -> bool:
        state = Path(f"/proc/{self.process}/stat")
        return state.exists() and state.read_text().rpartition(")")[2].split()[0] == "T"

    def leave(self) -> int:
        """Leave, whatever is on the screen; the exit code. Raises ``Crash`` when that takes too long."""
        deadline = time.monotonic() + PATIENCE
        while not self.ended:
            if time.monotonic() > deadline:
                raise Crash("it takes no notice of anything any more")
            if self._stands_still():
                os.kill(self.process, signal.SIGCONT)
            self.press("ctrl+q")
            self.rest()
        return self._gone()


def crash_of(seed: int, hands: Sequence[Event]) -> Crash | None:
    """What ended the session of ``seed`` when ``hands`` did this in a pseudo-terminal; None when nothing did."""
    with TemporaryDirectory(prefix="rokoko-torture-") as home:
        done, times = 0, 0
        while done < len(hands):
            try:
                done += _session(Path(home), seed, hands[done:], again=times > 0)
            except Crash as crash:
                return crash
            times += 1
    return None


def _session(home: Path, seed: int, hands: Sequence[Event], again: bool) -> int:
    """Do ``hands`` until the program is left; how many that were. Raises ``Crash``."""
    columns, lines = map(int, hands[0].split()[1:]) if hands[0].startswith("size") else (80, 24)
    done = 0
    surroundings = condition_of(seed).terminal
    with Driven(home, seed, *(["menu"] if again else []), size=(columns, lines), surroundings=surroundings) as terminal:
        while not terminal.ended and b"\x1b[?1049h" not in terminal.written:
            terminal._read(PATIENCE)
        terminal.rest()
        for done, event in enumerate(hands, start=1):  # noqa: B007
            try:
                terminal.do(event)
                terminal._read(0)
            except OSError:  # it left while it was being told
                terminal.ended = True
            if terminal.ended:
                break
        code = terminal.leave() if not terminal.ended else terminal._gone()
    reports = sorted((home / "saves" / "reports").glob("*.txt"))
    if reports or code not in (0, -signal.SIGINT):  # Ctrl+C after the terminal has been given back
        raise Crash(reports[-1].read_text() if reports else f"it left with {code}: {terminal.written[-600:]!r}")
    return done
