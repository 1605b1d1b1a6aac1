"""The notices of the app: a new one replaces those that are no more severe.

They cover nothing that a player has to read: blank cells first, then pictures, then words.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import accumulate
from math import inf
from typing import Self, get_args

from textual.geometry import Region, Size
from textual.notifications import Notification, Notifications, SeverityLevel

from rokoko_tui.text.wording import measure, wrap

BRIEFLY = 3
"""Seconds a small notice stays."""
_SEVERITIES = get_args(SeverityLevel)
"""From a small notice to an error."""


class Notices(Notifications):
    """The notices on the screen."""

    def add(self, notification: Notification) -> Self:
        """Remove the notices that ``notification`` replaces; an equal one begins again."""
        severity = _SEVERITIES.index(notification.severity)
        for notice in list(self):
            if notice.message == notification.message or _SEVERITIES.index(notice.severity) <= severity:
                del self[notice]
        return super().add(notification)

    def drop_small(self, longest: float = inf) -> None:
        """Remove the notices that are no warnings or errors and stay for at most ``longest`` seconds."""
        for notice in list(self):
            if notice.severity == _SEVERITIES[0] and notice.timeout <= longest:
                del self[notice]


# ---- their place

BESIDE = 3
"""Columns of a notice beside its text: its bar and the blanks."""
MOST_LINES = 4
"""Lines of the highest notice that is tried."""
FIGURE_SIGNS = frozenset("★±+−×≈✻▤")
"""Signs of amounts and units."""
PICTURE, LETTER, FIGURE, NEVER = 1, 10, 1000, 100_000
"""Costs of covering a cell; a blank costs nothing, beside a letter as much as a cell of a picture."""
FOOTER = 1
"""Lines below a screen that keys need."""


def list_sizes(texts: Iterable[str], width: int) -> Iterator[Size]:
    """Yield sizes in which notices of these texts fit above each other, the lowest first."""
    texts = list(texts)
    longest = max((measure(text) for text in texts), default=0)
    for lines in range(1, MOST_LINES + 1):
        widths = range(max(1, longest // lines), longest + 1)
        columns = next((n for n in widths if all(len(wrap(text, n)) <= lines for text in texts)), 0)
        if columns and columns + BESIDE <= width:
            yield Size(columns + BESIDE, sum(len(wrap(text, columns)) for text in texts))


def find_calm_place(rows: Sequence[str], sizes: Iterable[Size], avoided: Sequence[Region]) -> Region:
    """Return the region among ``rows`` of the screen that covers least, preferably low and at the right.

    It is empty if all regions cover a figure.
    """
    costs = [_list_costs(row) for row in rows]
    for x, y, width, height in avoided:
        for row in costs[y : y + height]:
            row[x : x + width] = [NEVER] * len(row[x : x + width])
    columns = min(map(len, rows), default=0)  # combining marks make a row longer
    sums = [[0] * (columns + 1)]  # of all costs above a row and left of a column
    for row in costs:
        sums.append([above + left for above, left in zip(sums[-1], accumulate(row, initial=0), strict=False)])
    best, place = FIGURE, Region()
    for width, height in sizes:
        for y in range(len(rows) - height, -1, -1):
            if best <= len(rows) - y:
                break  # a place higher up costs more even where it covers nothing
            top, bottom = sums[y], sums[y + height]
            for x in range(columns - width, -1, -1):
                cost = len(rows) - y + bottom[x + width] - bottom[x] - top[x + width] + top[x]
                if cost < best:
                    best, place = cost, Region(x, y, width, height)
    return place


def style_notices(place: Region, size: Size) -> str:
    """Return the style of the notices that puts them in ``place`` of a screen of ``size``."""
    return f"margin-bottom: {size.height - place.bottom}; padding: 0 {size.width - place.right} 0 {place.x};"


def _list_costs(row: str) -> list[int]:
    """Return the costs of the cells of ``row``."""
    costs = [_cost(sign) for sign in row]
    beside = zip([0, *costs], [*costs[1:], 0], strict=False)
    return [cost or (PICTURE if max(sides) >= LETTER else 0) for cost, sides in zip(costs, beside, strict=False)]


@cache
def _cost(sign: str) -> int:
    if sign == " ":
        return 0
    return FIGURE if sign.isdigit() or sign in FIGURE_SIGNS else LETTER if sign.isalpha() else PICTURE
