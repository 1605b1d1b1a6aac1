"""A program in a terminal of the system: a pseudo-terminal of POSIX, or a console of Windows (ConPTY).

The class for Windows has not run there yet; a test runs it with an imitation of its library.
"""

import os
import select
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

NOTHING = b"0011Ignore"
"""What the library for Windows sends in place of no output."""


class PseudoTerminal:
    """A program in a pseudo-terminal. ``size`` is that of the terminal in columns and lines."""

    def __init__(self, command: Sequence[str], home: Path, variables: Mapping[str, str], size: tuple[int, int]) -> None:
        from ptyprocess import PtyProcess

        self._process = PtyProcess.spawn(
            command, cwd=str(home), env=dict(variables), dimensions=size[::-1], preexec_fn=_heed_signals
        )
        self._process.delayafterclose = 0
        self.pid = int(self._process.pid)

    def read(self, seconds: float) -> bytes | None:
        """Return output of the next ``seconds``, empty at its end; None if there was none."""
        if not select.select([self._process.fd], [], [], seconds)[0]:
            return None
        try:
            return os.read(self._process.fd, 65536)
        except OSError:  # raised on Linux when the other side is closed
            return b""

    def write(self, content: bytes) -> None:
        """Send input."""
        self._process.write(content)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size, of which the program learns."""
        self._process.setwinsize(lines, columns)

    def hang_up(self) -> None:
        """Close the terminal and leave the program."""
        self._process.fileobj.close()

    def kill(self) -> None:
        """Kill the program if it is running."""
        if self._process.isalive():
            os.kill(self.pid, signal.SIGKILL)

    def close(self) -> int:
        """Wait for the end of the program; return its exit code, or minus the number of its signal."""
        code = self._process.wait() if not self._process.terminated else self._process.exitstatus
        self._process.close(force=True)
        return int(code) if code is not None else -int(self._process.signalstatus or 0)


class WindowsConsole:
    """A program in a console of Windows, with the methods of ``PseudoTerminal``."""

    def __init__(self, command: Sequence[str], home: Path, variables: Mapping[str, str], size: tuple[int, int]) -> None:
        from winpty import PtyProcess

        self._process = PtyProcess.spawn(list(command), cwd=str(home), env=dict(variables), dimensions=size[::-1])
        self.pid = int(self._process.pid)

    def read(self, seconds: float) -> bytes | None:
        """Return output of the next ``seconds``, empty at its end; None if there was none."""
        connection = self._process.fileobj  # a socket, to which a thread of the library copies the output
        if not select.select([connection], [], [], seconds)[0]:
            return None
        try:
            output: bytes = connection.recv(65536)
        except OSError:
            return b""
        return (output.replace(NOTHING, b"") or None) if output else b""

    def write(self, content: bytes) -> None:
        """Send input, which is text."""
        self._process.write(content.decode())

    def resize(self, columns: int, lines: int) -> None:
        """Change the size, of which the program learns."""
        self._process.setwinsize(lines, columns)

    def kill(self) -> None:
        """Kill the program if it is running."""
        if self._process.isalive():
            os.kill(self.pid, signal.SIGTERM)  # ends a process of Windows at once

    def close(self) -> int:
        """Wait for the end of the program; return its exit code."""
        code = self._process.wait()
        self._process.close(force=True)
        return int(code)


def open_terminal(
    command: Sequence[str], home: Path, variables: Mapping[str, str], size: tuple[int, int]
) -> PseudoTerminal | WindowsConsole:
    """Start ``command`` in a terminal of this system."""
    kind = WindowsConsole if sys.platform == "win32" else PseudoTerminal
    return kind(command, home, variables, size)


def _heed_signals() -> None:
    """Undo what a test run in the background leaves to its children: such signals ignored."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
