"""A terminal at the other end of two byte streams, and its driver: an SSH channel, a WebSocket, a page."""

import asyncio
import codecs
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import IO, Any, cast

from rich.console import Console
from textual import events, messages
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from rokoko_tui.doors.input_parser import InputParser
from rokoko_tui.doors.notifications import TOUCH

VARIABLES = (
    *(TOUCH, "TERM", "TERM_PROGRAM", "LC_TERMINAL", "COLORTERM", "NO_COLOR", "TEXTUAL_ANIMATIONS"),
    *("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES"),
    *("SSH_CONNECTION", "SSH_TTY"),
)
"""Variables that a connection may set."""
_VALUE = re.compile(r"[A-Za-z0-9_.@:+-][A-Za-z0-9_.@:+ -]{0,63}")
"""A value without slashes: a language may be named by its path, which is for this machine's own people."""
_TERMINAL_ENCODING = re.compile(r"utf-8$|iso8859-|cp125|koi8-")
"""Encodings of terminals, of all that Python knows."""
_ENCODING_VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG")
DEFAULT_TERM = "xterm-256color"
LEAST_SIZE, MOST_SIZE = (10, 4), (400, 150)
"""Columns and lines that are drawn at least and at most: a huge window would keep the other people waiting."""


class Connection:
    """One terminal. ``send`` gets its output as bytes and must not wait.

    Everything that depends on the terminal comes from here, never from the environment of the process. All methods must
    be called in the thread of the event loop.
    """

    def __init__(
        self, send: Callable[[bytes], object], environment: Mapping[str, str], size: tuple[int, int] = (80, 24)
    ) -> None:
        self._send = send
        self.environment = select_variables(environment)
        self.encoding = find_encoding(self.environment)
        self.size = clamp_size(*size)
        """Columns and lines."""
        self.closed = False
        self._receiver: StreamDriver | None = None

    # ---- from the program

    def write(self, text: str) -> None:
        """Send ``text`` to the terminal; nothing once the connection is closed."""
        if not self.closed:
            self._send(text.encode(self.encoding, "replace"))

    def attach(self, receiver: "StreamDriver | None") -> None:
        """Give further input to ``receiver``; None to drop it."""
        self._receiver = receiver
        if receiver is not None and self.closed:
            receiver.hang_up()

    # ---- from the terminal

    def feed(self, data: bytes) -> None:
        """Receive input of the terminal: any bytes, cut anywhere."""
        if self._receiver is not None and not self.closed:
            self._receiver.feed(data)

    def resize(self, columns: int, lines: int) -> None:
        """Receive the new size of the terminal."""
        self.size = clamp_size(columns, lines)
        if self._receiver is not None:
            self._receiver.resize(*self.size)

    def leave(self) -> None:
        """Let the app exit; its last output still reaches the terminal."""
        if self._receiver is not None:
            self._receiver.hang_up()

    def close(self) -> None:
        """Receive the end of the connection; the app exits, its game is saved already."""
        if not self.closed:
            self.closed = True
            if self._receiver is not None:
                self._receiver.hang_up()

    # ---- for the app

    @property
    def is_dumb(self) -> bool:
        """Whether the terminal cannot draw a full screen."""
        return self.environment["TERM"].lower() in ("dumb", "unknown")

    def prepare(self, app: App[Any]) -> None:
        """Replace what Textual took from the environment of the process."""
        app.console = app.error_console = self._console()
        app.no_color = bool(self.environment.get("NO_COLOR")) or app.console.color_system is None
        animations = self.environment.get("TEXTUAL_ANIMATIONS", "").lower()
        app.animation_level = "none" if animations == "none" else "basic" if animations == "basic" else "full"

    def _console(self) -> Console:
        columns, lines = self.size
        return Console(
            file=cast("IO[str]", _LineWriter(self)),
            width=columns,
            height=lines,
            markup=False,
            highlight=False,
            emoji=False,
            legacy_windows=False,
            force_terminal=True,
            safe_box=False,
            soft_wrap=False,
            _environ={name: value for name, value in self.environment.items() if name != "NO_COLOR"},
        )


class _LineWriter:
    """A text stream of messages printed after the screen was restored."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def write(self, text: str) -> int:
        self._connection.write(text.replace("\n", "\r\n"))
        return len(text)

    def flush(self) -> None:
        pass


def select_variables(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that describe a terminal and have a believable value. ``TERM`` is always set."""
    chosen = {name: value for name in VARIABLES if _VALUE.fullmatch(value := environment.get(name, ""))}
    return {"TERM": DEFAULT_TERM, **chosen}


def find_encoding(environment: Mapping[str, str]) -> str:
    """Return the encoding of a terminal by its locale; UTF-8 if it names none."""
    locale = next((environment[name] for name in _ENCODING_VARIABLES if environment.get(name)), "")
    if locale in ("C", "POSIX"):
        return "ascii"
    try:
        name = codecs.lookup(locale.partition("@")[0].partition(".")[2] or "utf-8").name
    except LookupError:
        return "ascii"
    return name if _TERMINAL_ENCODING.match(name) else "ascii"


def clamp_size(columns: int, lines: int) -> tuple[int, int]:
    """Return the size that is drawn in a terminal of ``columns`` and ``lines``; 0 means an unknown number."""
    return min(max(columns or 80, LEAST_SIZE[0]), MOST_SIZE[0]), min(max(lines or 24, LEAST_SIZE[1]), MOST_SIZE[1])


# ---- the driver

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
"""Codes that begin and end the full screen."""
MOST_WAITING = 1000
"""Messages of input that may wait; what comes faster is dropped."""


def driver_class(connection: Connection) -> type[Driver]:
    return cast("type[Driver]", partial(StreamDriver, connection))


class StreamDriver(Driver):
    """Textual's side of ``connection``. It has no thread, no signals and no standard streams."""

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
