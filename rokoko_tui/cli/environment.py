"""The environment variables that libraries read: which of them reach the libraries, and with which values.

``prepare`` runs before the libraries are imported. A variable that belongs to a library and not to the player, such as
``TEXTUAL_DRIVER``, is removed; so is a value that a library does not understand.
"""

import os
import re
import sys
import warnings
from collections.abc import MutableMapping
from contextlib import suppress

KEPT = "TEXTUAL_ANIMATIONS"
"""The one variable of Textual that players use; each value but ``none`` and ``basic`` means all animations."""
_REMOVED = re.compile(
    rf"(?!{KEPT}$)TEXTUAL(_.*)?"  # drivers, filters, key presses, log files
    "|PYTHONASYNCIODEBUG"  # prints slow steps on the screen
    "|SSLKEYLOGFILE"  # aiohttp opens the file when it is imported; no connection of this program uses TLS
)
_VALUES = {
    "COLUMNS": re.compile("[1-9][0-9]{0,3}"),  # libraries accept other digits and any number
    "LINES": re.compile("[1-9][0-9]{0,3}"),
    "ESCDELAY": re.compile("[1-9][0-9]{0,3}"),
    "FORCE_COLOR": re.compile(".+", re.DOTALL),  # Rich takes an empty value for a request for no colours
}
"""The values of variables that reach the libraries."""
SIZE = ("COLUMNS", "LINES")


def prepare(environment: MutableMapping[str, str], terminal: int | None) -> None:
    """Remove from ``environment`` what must not reach the libraries.

    The size of ``terminal``, the file descriptor of the output, wins over ``COLUMNS`` and ``LINES``: shells export the
    size that the terminal had. They count where the output is no terminal, or one that does not know its size.
    """
    for name, value in list(environment.items()):
        if not reaches_libraries(name, value):
            del environment[name]
    if terminal is not None and any(terminal_size(terminal)):
        for name in SIZE:
            environment.pop(name, None)


def reaches_libraries(name: str, value: str) -> bool:
    return not _REMOVED.fullmatch(name) and (name not in _VALUES or bool(_VALUES[name].fullmatch(value)))


def terminal_size(descriptor: int) -> tuple[int, int]:
    """Return the columns and lines of a terminal; 0 where they are unknown or it is none."""
    with suppress(OSError):
        columns, lines = os.get_terminal_size(descriptor)
        return columns, lines
    return 0, 0


def silence_warnings() -> None:
    """Print no warnings of libraries, and raise none, unless Python was started with ``-W``."""
    if os.environ.pop("PYTHONWARNINGS", "") or not sys.warnoptions:
        sys.warnoptions.clear()  # child processes would inherit them
        warnings.simplefilter("ignore")
