"""Minimisation of the events that cause a crash."""

from collections.abc import Callable, Sequence

from tools.torture.hands import Event

MOST = 150
"""Maximum number of trials."""


def shortest(sequence: Sequence[Event], crashes: Callable[[Sequence[Event]], bool], most: int = MOST) -> list[Event]:
    """Return a minimal part of ``sequence`` that still crashes, as far as ``most`` trials find it.

    The first event, which sets the size, is events. The algorithm is delta debugging (Zeller and Hildebrandt).
    """
    first, events, parts, trials = sequence[0], list(sequence[1:]), 2, 0
    while events and trials < most:
        size = -(-len(events) // parts)
        for start in range(0, len(events), size):
            fewer = events[:start] + events[start + size :]
            trials += 1
            if crashes([first, *fewer]):
                events, parts = fewer, max(2, parts - 1)
                break
            if trials >= most:
                break
        else:
            if size == 1:
                break
            parts = min(len(events), parts * 2)
    return [first, *events]
