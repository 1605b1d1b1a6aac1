"""A session of random hands by its seed: by Pilot or in a pseudo-terminal, and what is told about a crash."""

import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr
from io import StringIO

from tools.torture import by_pilot, by_terminal
from tools.torture.hands import Event, events
from tools.torture.shortest import shortest

SESSION = 400
"""Events of a session."""
SHARE = 40
"""One session in so many is played in a pseudo-terminal, the rest by Pilot."""


def in_terminal(seed: int) -> bool:
    """Whether the session of ``seed`` is played in a pseudo-terminal."""
    return seed % SHARE == SHARE - 1 and sys.platform != "win32"


def where(crash: BaseException) -> str:
    """Kind of a crash and its place, so that another one is not taken for it."""
    frames = traceback.extract_tb(crash.__traceback__)
    return f"{type(crash).__name__} {frames[-1].name if frames and not in_words(crash) else ''}"


def in_words(crash: BaseException) -> bool:
    """True for one that is told by the report the program wrote."""
    return isinstance(crash, by_terminal.Crash)


def session(seed: int) -> str:
    """Play the session of ``seed``; empty, or what is to be told about its crash."""
    play = (by_terminal if in_terminal(seed) else by_pilot).crash_of
    hands = events(seed, SESSION)
    with redirect_stderr(StringIO()):
        crash = play(seed, hands)
        if crash is None:
            return ""
        kind = where(crash)

        def again(fewer: Sequence[Event]) -> bool:
            other = play(seed, fewer)
            return other is not None and where(other) == kind

        fewest = shortest(hands, again)
    told = str(crash) if in_words(crash) else "".join(traceback.format_exception(crash))
    kept = "" if len(fewest) < len(hands) or again(fewest) else " (it did not happen again)"
    return f"{told}\nSEED={seed}, {len(fewest)} events{kept}:\n{by_pilot.told(fewest)}\n"
