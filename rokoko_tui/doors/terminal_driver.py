"""The driver of a local terminal: input that is no text and no report is dropped, a terminal that is gone is left."""

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
"""Bytes read at a time."""
GLANCE = 0.1
"""Seconds between two looks at whether a sequence came to an end by silence, or the program is being left."""


class Output:
    """A stream to the terminal. Writing to a terminal that is closed is no error: the thread that writes must go on, or
    the program would wait for it for ever.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        """Write ``text``, if there is still a terminal."""
        with suppress(OSError):
            self._stream.write(text)

    def flush(self) -> None:
        """Send what was written, if there is still a terminal."""
        with suppress(OSError):
            self._stream.flush()

    def fileno(self) -> int:
        """The number of the terminal's descriptor."""
        return self._stream.fileno()


class TerminalDriver(LinuxDriver):
    """Textual's driver, reading with ``InputParser``."""

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        assert self._file is not None, "there is a terminal"
        self._file = cast("TextIOWrapper", Output(self._file))

    def run_input_thread(self) -> None:
        """Read the terminal until the program lets go of it, or there is nothing more to read."""
        parser, decoder = InputParser(self._debug), getincrementaldecoder("utf-8")("replace")
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(GLANCE):
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
        """What has arrived; nothing at the end."""
        try:
            return os.read(self.fileno, CHUNK)
        except OSError:  # what Linux says once the terminal is closed
            return b""
