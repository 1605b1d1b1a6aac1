"""The standard streams: what is printed, and errors that name the stream. Closed ones are opened.

Printed lines have no control characters of files and names. Python has None for a closed stream, and the next file that
is opened gets its number: what a library prints would be written into a save.
"""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from rokoko_tui.text.safe_display import NO_BREAK_SPACE, clean_line

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

INPUT, OUTPUT = "<stdin>", "<stdout>"
"""The file names in errors of the streams."""


class NamedStream(FileIO):
    """Standard input or output: its errors have its name."""

    def __init__(self, descriptor: int, mode: str, name: str) -> None:
        super().__init__(descriptor, mode, closefd=False)
        self._name = name

    def readinto(self, buffer: "WriteableBuffer") -> int:
        with self._naming():
            return super().readinto(buffer)

    def write(self, data: "ReadableBuffer") -> int:
        with self._naming():
            return super().write(data)

    @contextmanager
    def _naming(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            error.filename = self._name
            raise


class ErrorStream(FileIO):
    """Standard error: what cannot be written is lost, as nobody can be told."""

    def write(self, data: "ReadableBuffer") -> int:
        with suppress(OSError):
            return super().write(data)
        return len(memoryview(data).cast("B"))


def prepare() -> None:
    """Replace the standard streams that are closed or no terminal.

    Reading closed input and writing closed output raises the system's error for closed files (EBADF).
    """
    sys.stdin = _prepare(sys.stdin, "r", INPUT, os.O_WRONLY)
    sys.stdout = _prepare(sys.stdout, "w", OUTPUT, os.O_RDONLY)
    sys.stderr = _prepare(sys.stderr, "w", "", os.O_WRONLY)


def _prepare(stream: TextIO | None, mode: str, name: str, closed: int) -> TextIO:
    """Return the stream to use; a ``closed`` one is the null device, opened in that direction."""
    if stream is None:
        descriptor = os.open(os.devnull, closed)  # gets the lowest free number, which is that of the stream
        encoding = "utf-8"
    elif sys.platform == "win32" or stream.isatty():
        return stream
    else:
        descriptor, encoding = stream.fileno(), stream.encoding
    raw = NamedStream(descriptor, mode, name) if name else ErrorStream(descriptor, mode, closefd=False)
    buffer = BufferedReader(raw) if mode == "r" else BufferedWriter(raw)
    return TextIOWrapper(buffer, encoding, "replace", line_buffering=not name)


def output_descriptor() -> int | None:
    """Return the file descriptor of standard output; None if it has none, as in a test."""
    with suppress(OSError, AttributeError):
        return sys.stdout.fileno()
    return None


def is_output_error(error: BaseException) -> bool:
    return isinstance(error, OSError) and error.filename == OUTPUT


def flush_output() -> OSError | None:
    """Flush standard output; return why it could not be written."""
    try:
        sys.stdout.flush()
    except OSError as error:
        discard_output()
        return error
    return None


def discard_output() -> None:
    """Send the rest of the output to the null device. Otherwise Python would fail again when it exits."""
    with suppress(OSError), Path(os.devnull).open("w") as null:
        os.dup2(null.fileno(), sys.stdout.fileno())
        sys.stdout.flush()


# ---- printed lines

PROGRAM = "rokoko-tui"
_signs = "auto"
"""The setting ``signs``."""


def use_signs(signs: str) -> None:
    """Print with the character set that the setting ``signs`` selects."""
    global _signs
    _signs = signs


def _printable(line: str) -> str:
    line = clean_line(line).replace(NO_BREAK_SPACE, " ")
    if line.isascii():
        return line
    from rokoko_tui.theme.terminal_capabilities import GlyphSet, choose_glyph_set, to_glyph_set

    return to_glyph_set(line, GlyphSet(choose_glyph_set(_signs, os.environ).value))


def say(line: str = "") -> None:
    print(_printable(line))


def say_wrapped(line: str) -> None:
    """Print ``line``; on a terminal it breaks at words."""
    descriptor = output_descriptor()
    if descriptor is None or not os.isatty(descriptor):
        say(line)
        return
    from textwrap import wrap

    columns = shutil.get_terminal_size().columns
    for part in wrap(line, columns, break_long_words=False, break_on_hyphens=False) or [""]:  # a path stays whole
        say(part)


def say_error(line: str) -> None:
    print(_printable(line), file=sys.stderr)


def say_json(text: str) -> None:
    """Print JSON, including its line ends, with control characters escaped."""
    from rokoko_core.safe_text import escape_json

    sys.stdout.write(escape_json(text))


def say_refusal(sentence: str) -> None:
    """Print on stderr why the program does not do what the user asked."""
    say_error(f"{PROGRAM}: {sentence}")
