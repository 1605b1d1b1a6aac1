"""Guests: bots that other packages bring (docs/writing-a-bot.md).

A package names its bot under the entry point group ``rokoko.bots``; what the entry point leads to is a ``Bot``. The
names are found without importing anything. A guest plays in a process of its own (``guest_seat``, asked by
``guest_line``), so that whatever it does, the game goes on.
"""

from collections.abc import Iterator
from contextlib import suppress
from enum import StrEnum
from random import Random
from typing import TYPE_CHECKING, Protocol

from rokoko_core.actions import Action
from rokoko_core.bots.time_limit import Clock
from rokoko_core.observe import Observation
from rokoko_core.safe_text import flaw

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "rokoko.bots"
"""The entry point group."""
APART = ",:"
"""Signs that part names on the command line; no name of a bot holds them."""


class Bot(Protocol):
    """A bot: a function from what a seat sees to what it does."""

    def __call__(self, view: Observation, rng: Random, clock: Clock) -> Action:
        """One of ``view.actions``, of which there are two or more.

        ``view`` is all the seat knows: ``view.table`` with hidden pieces face down, ``view.seat`` its own number. All
        chance comes from ``rng``, and nothing is kept from one question for the next, so that a game can be played
        again. ``clock.over`` is true once the answer has to be given; a guest that goes on for long after that is
        replaced.
        """


class BotFault(StrEnum):
    """Why a guest cannot play, or play on."""

    MISSING = "missing"
    """No package that is installed brings a bot of this name."""
    BROKEN = "broken"
    """It cannot be imported, or is no function."""
    RAISED = "raised"
    """It raised an error when it was asked."""
    STALLED = "stalled"
    """It gave no answer in its time."""
    NONSENSE = "nonsense"
    """Its answer was none of the actions offered."""
    GONE = "gone"
    """Its process ended."""


class BadBot(Exception):
    """The guest called ``name`` does not play; ``detail`` is what it had to say about that, text from outside."""

    def __init__(self, code: BotFault, name: str, detail: str = "") -> None:
        super().__init__(code, name, detail)
        self.code = code
        self.name = name
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.name}: {self.code}{self.detail and f': {self.detail}'}"


def named() -> dict[str, str]:
    """The package that brings each bot, by the bot's name; the first in the order of the path where two bring one."""
    found: dict[str, str] = {}
    for package, entry in _entries():
        if not flaw(entry.name) and not any(sign in entry.name for sign in APART):
            found.setdefault(entry.name, package)
    return found


def load(name: str) -> Bot:
    """Import the bot called ``name``. Raises ``BadBot``."""
    entry = next((entry for _, entry in _entries() if entry.name == name), None)
    if entry is None:
        raise BadBot(BotFault.MISSING, name)
    try:
        bot: Bot = entry.load()
    except (Exception, SystemExit) as error:
        raise BadBot(BotFault.BROKEN, name, told(error)) from error
    if not callable(bot):
        raise BadBot(BotFault.BROKEN, name, f"{entry.value} is no function")
    return bot


def told(error: BaseException) -> str:
    """What was raised, and where, in a line."""
    at, trace = "", error.__traceback__
    while trace is not None:
        at, trace = f" ({trace.tb_frame.f_code.co_filename}:{trace.tb_lineno})", trace.tb_next
    return f"{type(error).__name__}: {error}{at}"


def _entries() -> "Iterator[tuple[str, EntryPoint]]":
    """(package with its version, entry point) of every bot; a package whose records cannot be read brings none."""
    from importlib.metadata import distributions  # costs 10 ms that a program which never asks need not pay

    for package in distributions():
        found: list[tuple[str, EntryPoint]] = []
        with suppress(Exception):  # whatever an installer left behind must not keep the program from starting
            entries = [entry for entry in package.entry_points if entry.group == GROUP]
            found = [(f"{package.metadata['Name']} {package.version}", entry) for entry in entries]
        yield from found
