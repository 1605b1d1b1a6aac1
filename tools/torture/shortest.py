"""From a session that crashed to the shortest one that does: events are left out as long as the crash stays."""

from collections.abc import Callable, Sequence

from tools.torture.hands import Event

MOST = 150
"""How often a session is tried again at most."""


def shortest(hands: Sequence[Event], crashes: Callable[[Sequence[Event]], bool], most: int = MOST) -> list[Event]:
    """The fewest of ``hands`` that still crash, as far as ``most`` trials find them.

    No single one of them is needless then. The first event, which sets the size, stays. This is the delta
    debugging of Zeller and Hildebrandt.
    """
    first, kept, parts, tried = hands[0], list(hands[1:]), 2, 0
    while kept and tried < most:
        size = -(-len(kept) // parts)
        for start in range(0, len(kept), size):
            fewer = kept[:start] + kept[start + size :]
            tried += 1
            if crashes([first, *fewer]):
                kept, parts = fewer, max(2, parts - 1)
                break
            if tried >= most:
                break
        else:
            if size == 1:
                break
            parts = min(len(kept), parts * 2)
    return [first, *kept]
