"""Driver of a terminal at the other end of a connection. It has no thread, no signals and no standard streams."""

import asyncio
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, cast

from textual import events, messages
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.input_parser import InputParser

_KEYS = 0b11001
"""Flags of the kitty keyboard protocol: unambiguous, all keys, with their text."""
ENTER = (
    "\x1b[?1049h"  # alternate screen
    "\x1b[?1000h\x1b[?1003h\x1b[?1015h\x1b[?1006h"  # mouse
    "\x1b[?25l"  # no cursor
    "\x1b[?1004h"  # focus
    f"\x1b[>{_KEYS}u"
    "\x1b[?2026$p"  # are whole frames possible?
    "\x1b[?2004h"  # pastes
    "\x1b[?7l"  # no wrapping
)
LEAVE = (
    "\x1b[?2004l\x1b[?7h\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l"
    "\x1b[<u"  # before the alternate screen is left
    "\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
MOST_WAITING = 1000
"""Messages of input that may wait; what comes faster is dropped."""


def driver_class(connection: Connection) -> type[Driver]:
    return cast("type[Driver]", partial(StreamDriver, connection))


class StreamDriver(Driver):
    """Textual's side of ``connection``."""

    def __init__(
        self,
        connection: Connection,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size or connection.size)
        self.app, self._connection = app, connection
        self._parser = InputParser(debug)
        self._decode = getincrementaldecoder(connection.encoding)("replace").decode
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_web(self) -> bool:
        """Whether the terminal, its signals and its files are those of another machine."""
        return True

    def write(self, data: str) -> None:
        self._connection.write(data)

    def start_application_mode(self) -> None:
        self._connection.write(ENTER)
        self.resize(*self._connection.size)
        self._connection.attach(self)

    def disable_input(self) -> None:
        self._connection.attach(None)
        if self._timer is not None:
            self._timer.cancel()

    def stop_application_mode(self) -> None:
        self.disable_input()
        self._connection.write(LEAVE)

    def close(self) -> None:
        self._parser.close()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: a browser would open on the machine of the server."""

    def send_message(self, message: Message) -> None:
        if self.app.message_queue_size < MOST_WAITING:
            self.app.post_message(message)

    # ---- from the connection

    def feed(self, data: bytes) -> None:
        """Parse input and pass it to the app."""
        if text := self._decode(data):
            self._handle(lambda: self._parser.feed(text))

    def _handle(self, parse: Callable[[], Iterable[Message]]) -> None:
        """Pass on what ``parse`` returns, and call the parser again when an unfinished sequence times out."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for message in parse():
            if isinstance(message, events.Resize | messages.InBandWindowResize):
                self._parser.mouse_pixels = False  # sizes come from the connection, so the pixels are unknown
            else:
                self.process_message(message)
        if (timeout := self._parser.timeout) is not None:
            expire = partial(self._handle, self._parser.expire)  # the clock of the loop decides, not the parser's
            self._timer = asyncio.get_running_loop().call_later(timeout, expire)

    def resize(self, columns: int, lines: int) -> None:
        size = Size(columns, lines)
        self.app.post_message(events.Resize(size, size))

    def hang_up(self) -> None:
        self.app.exit()
