"""A session of random input from a seed, in this process or in a pseudo-terminal, and the report of a crash."""

import sys
import traceback
from collections.abc import Sequence
from contextlib import redirect_stderr
from io import StringIO

from tools.torture import by_pilot, by_terminal
from tools.torture.hands import Event, events
from tools.torture.shortest import shortest

SESSION = 400
"""Events per session."""
SHARE = 40
"""One of so many sessions runs in a pseudo-terminal, the others in this process."""


def in_terminal(seed: int) -> bool:
    """Return whether the session of ``seed`` runs in a pseudo-terminal."""
    return seed % SHARE == SHARE - 1 and sys.platform != "win32"


def location(crash: BaseException) -> str:
    """Return the kind and place of a crash, to distinguish it from others."""
    frames = traceback.extract_tb(crash.__traceback__)
    return f"{type(crash).__name__} {frames[-1].name if frames and not has_report(crash) else ''}"


def has_report(crash: BaseException) -> bool:
    """Return whether the text of the crash is a report of the program."""
    return isinstance(crash, by_terminal.Crash)


def session(seed: int) -> str:
    """Run the session of ``seed``; return the report of its crash, or an empty text."""
    play = (by_terminal if in_terminal(seed) else by_pilot).crash_of
    sequence = events(seed, SESSION)
    with redirect_stderr(StringIO()):
        crash = play(seed, sequence)
        if crash is None:
            return ""
        kind = location(crash)

        def crashes_again(fewer: Sequence[Event]) -> bool:
            other = play(seed, fewer)
            return other is not None and location(other) == kind

        fewest = shortest(sequence, crashes_again)
    text = str(crash) if has_report(crash) else "".join(traceback.format_exception(crash))
    remark = "" if len(fewest) < len(sequence) or crashes_again(fewest) else " (not reproducible)"
    return f"{text}\nSEED={seed}, {len(fewest)} events{remark}:\n{by_pilot.format_events(fewest)}\n"
