"""What the measurements of hosts and servers have in common."""

import statistics
from collections.abc import Iterable, Sequence
from pathlib import Path

from rokoko_tui.text.message_catalog import get_vocabulary
from tools.bench.results import Result, limited, ratio

HAND = get_vocabulary("classic").say("table.list.chosen-of", n=0, all=3).partition("0")[0]
"""Below the list of cards when a game has just begun."""


def read_megabytes(process: int) -> float:
    """Return the memory of the process with this number."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def compare_with_alone(what: str, alone: Sequence[float], together: Sequence[float]) -> Result:
    """Return how much slower an arrow key is among others; the times are in milliseconds."""
    here, there = statistics.median(alone), statistics.median(together)
    slow = statistics.quantiles(together, n=20)[-1]
    return ratio(what, f"{there:.0f} ms (95 % within {slow:.0f} ms)", f"alone: {here:.0f} ms", there / here, 3)


def memory_each(what: str, first: float, all_of_them: float, number: int) -> Result:
    """Return the memory of each beyond the ``first``, in MB."""
    return limited(f"memory a {what} beyond the first ({first:.0f} MB)", (all_of_them - first) / (number - 1), 20, "MB")


def print_figures(figures: Iterable[Result]) -> int:
    """Print ``figures``; return the exit code."""
    results = list(figures)
    for result in results:
        print(f"{result.verdict:8} {result.what}: {result.measured}; {result.against}; {result.share}")
    return 0 if all(result.met for result in results) else 1
