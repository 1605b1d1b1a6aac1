"""The class for consoles of Windows, with an imitation of its library."""

import os
import socket
import sys
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Self

import pytest
from ptyprocess import PtyProcess

from tests.journeys.pseudo_terminal import NOTHING, WindowsConsole

PROGRAM = "import os; print(*os.get_terminal_size(0)); print(input().upper()); raise SystemExit(7)"


class Winpty:
    """Behaves like ``winpty.PtyProcess``: output comes through a socket, and a text stands for none."""

    def __init__(self, process: PtyProcess) -> None:
        self._process = process
        self.pid = process.pid
        self.fileobj, self._output = socket.socketpair()
        self.isalive, self.wait, self.setwinsize = process.isalive, process.wait, process.setwinsize
        Thread(target=self._copy, daemon=True).start()

    @classmethod
    def spawn(cls, argv: list[str], cwd: str, env: dict[str, str], dimensions: tuple[int, int]) -> Self:
        """Start a program; ``dimensions`` are lines and columns."""
        return cls(PtyProcess.spawn(argv, cwd=cwd, env=env, dimensions=dimensions))

    def write(self, text: str) -> None:
        """Send text, not bytes."""
        self._process.write(text.encode())

    def close(self, force: bool) -> None:
        """Close the connection."""
        self.fileobj.close()
        self._process.close(force)

    def _copy(self) -> None:
        try:
            while True:
                self._output.send(NOTHING)
                self._output.send(self._process.read(1))
        except (EOFError, OSError):
            self._output.close()


@pytest.fixture
def console(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> WindowsConsole:
    """Start a program that prints the size of its terminal, then what is typed, and ends with 7."""
    monkeypatch.setitem(sys.modules, "winpty", SimpleNamespace(PtyProcess=Winpty))
    return WindowsConsole([sys.executable, "-c", PROGRAM], tmp_path, os.environ, (100, 30))


def read_until(console: WindowsConsole, text: bytes) -> bytes:
    """Return the output up to ``text`` or the end."""
    output = b""
    while text not in output:
        new = console.read(60)
        if new == b"":
            break
        output += new or b""
    return output


def test_a_console_of_windows_is_read_and_written(console: WindowsConsole) -> None:
    assert b"100 30" in read_until(console, b"100 30")
    console.write(b"abc\r")
    assert b"ABC" in read_until(console, b"no such output"), "read to the end"
    assert console.read(0) == b""
    assert console.close() == 7


def test_a_program_in_a_console_of_windows_is_killed(console: WindowsConsole) -> None:
    assert console.read(0) in (None, b"")
    console.kill()
    while console.read(60) != b"":
        pass
    console.kill()  # has already ended
    assert console.pid
