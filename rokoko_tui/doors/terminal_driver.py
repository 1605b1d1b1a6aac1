"""Driver of a local terminal that drops invalid input and exits when the terminal is closed.

Textual has no public way to choose the stream or to measure the terminal.
"""

import os
import selectors
import signal
from codecs import getincrementaldecoder
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, TextIO, cast

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver

from rokoko_tui.doors.input_parser import InputParser

CHUNK = 4096
"""Maximum bytes per read."""
POLL_INTERVAL = 0.1
"""Seconds between checks for a timed-out sequence and for the exit of the program."""


class Output:
    """A stream that ignores writes to a closed terminal; an exception in the writer thread would hang the program."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._stream.flush()

    def fileno(self) -> int:
        return self._stream.fileno()


class TerminalDriver(LinuxDriver):
    """Textual's driver with ``InputParser``."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._prints_debug = debug
        assert self._file is not None, "there is a terminal"
        self._file = cast("TextIOWrapper", Output(self._file))

    def _get_terminal_size(self) -> tuple[int, int]:
        """Return the size of the terminal; ``COLUMNS`` and ``LINES`` count only while the terminal does not know it."""
        with suppress(OSError):
            columns, lines = os.get_terminal_size(self.fileno)
            if columns and lines:
                return columns, lines
        return super()._get_terminal_size()

    def run_input_thread(self) -> None:
        """Read the terminal until the driver stops or the terminal is closed."""
        parser, decoder = InputParser(self._prints_debug), getincrementaldecoder("utf-8")("replace")
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(POLL_INTERVAL):
                    content = self._read()
                    if not content:
                        os.kill(os.getpid(), signal.SIGHUP)
                        return
                    if text := decoder.decode(content):
                        for message in parser.feed(text):
                            self.process_message(message)
                for message in parser.tick():
                    self.process_message(message)

    def _read(self) -> bytes:
        """Read available bytes; empty at the end of the input."""
        try:
            return os.read(self.fileno, CHUNK)
        except OSError:  # raised on Linux after the terminal is closed
            return b""
