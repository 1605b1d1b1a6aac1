"""External bots: bots of other packages (docs/writing-a-bot.md).

A package declares its bot in the entry point group ``rokoko.bots``; the entry point must refer to a ``Bot``. Names are
listed without importing the package. Each bot runs in its own process (``external_bot_process`` starts
``external_bot_server``), so a faulty bot cannot stop the game.
"""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Protocol

from rokoko_core.actions import Action
from rokoko_core.bots.time_limit import Clock
from rokoko_core.observe import Observation
from rokoko_core.safe_text import find_name_flaw

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rokoko.bots"
SEPARATORS = ",:"
"""Separators of the command line; not allowed in the name of a bot."""
GRACE = 3.0
"""Seconds after the deadline, or after a request to stop, in which an answer of a bot is still accepted."""


class Bot(Protocol):
    """A function that returns a seat's next action."""

    def __call__(self, view: Observation, rng: Random, clock: Clock) -> Action:
        """Return one of ``view.actions``, of which there are at least two.

        ``view.table`` is the table with hidden pieces face down, ``view.seat`` the bot's seat. Use ``rng`` for all
        chance and keep no state between calls, so that games can be repeated. Answer when ``clock.over`` is true; a
        bot that is much later is replaced.
        """


class BotFault(StrEnum):
    """Why an external bot was refused or replaced."""

    MISSING = "missing"
    """No installed package has a bot of this name."""
    BROKEN = "broken"
    """It cannot be imported, or is not callable."""
    RAISED = "raised"
    """It raised an exception."""
    STALLED = "stalled"
    """It did not answer in time."""
    NONSENSE = "nonsense"
    """Its answer was not a legal action."""
    GONE = "gone"
    """Its process ended."""


class BadBot(Exception):
    """The bot ``name`` cannot play; ``detail`` is its error message, untrusted text."""

    def __init__(self, code: BotFault, name: str, detail: str = "") -> None:
        super().__init__(code, name, detail)
        self.code = code
        self.name = name
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.name}: {self.code}{self.detail and f': {self.detail}'}"


def installed_bots() -> dict[str, str]:
    """Return the package of each bot by the bot's name; of duplicates the first on the path."""
    packages: dict[str, str] = {}
    for package, entry in _entry_points():
        if not find_name_flaw(entry.name) and not any(separator in entry.name for separator in SEPARATORS):
            packages.setdefault(entry.name, package)
    return packages


def load(name: str) -> Bot:
    """Import the bot ``name``. Raises ``BadBot``."""
    entry = next((entry for _, entry in _entry_points() if entry.name == name), None)
    if entry is None:
        raise BadBot(BotFault.MISSING, name)
    try:
        bot: Bot = entry.load()
    except (Exception, SystemExit) as error:
        raise BadBot(BotFault.BROKEN, name, describe_error(error)) from error
    if not callable(bot):
        raise BadBot(BotFault.BROKEN, name, f"{entry.value} is no function")
    return bot


def describe_error(error: BaseException) -> str:
    """Return the type, message and place of ``error`` in one line; without the message if that cannot be made."""
    place, trace = "", error.__traceback__
    while trace is not None:
        place, trace = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})", trace.tb_next
    try:
        return f"{type(error).__name__}: {error}{place}"
    except Exception:  # a message that raises, or that needs too much memory
        return f"{type(error).__name__}{place}"


def _entry_points() -> "Iterator[tuple[str, EntryPoint]]":
    """Yield (package with its version, entry point) of every bot; skip packages with unreadable metadata."""
    from importlib.metadata import distributions  # takes 10 ms

    for package in distributions():
        bots: list[tuple[str, EntryPoint]] = []
        with suppress(Exception):  # broken metadata must not keep the program from starting
            entries = [entry for entry in package.entry_points if entry.group == GROUP]
            bots = [(f"{package.metadata['Name']} {package.version}", entry) for entry in entries]
        yield from bots
