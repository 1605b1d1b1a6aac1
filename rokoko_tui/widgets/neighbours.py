"""Which piece of the table is next to which: where an arrow key leads from each."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

from textual.geometry import Region

Place = TypeVar("Place", bound=Hashable)

ARROWS = ("left", "right", "up", "down")
_ASIDE = 3
"""How many cells ahead one cell aside counts as."""
_Box = tuple[int, int, int, int]
"""Left, top, right, bottom; a cell is twice as high as wide."""


def beside(places: Mapping[Place, Region], start: Place, arrow: str) -> Place:
    """Return the nearest of ``places`` in the direction of ``arrow``, or ``start`` where there is none.

    A place straight ahead counts before one aside.
    """
    start_box = _turned(_box(places[start]), arrow)
    shortest, neighbour = None, start
    for place, region in places.items():
        distance = _distance(start_box, _turned(_box(region), arrow))
        if distance is not None and (shortest is None or distance < shortest):
            shortest, neighbour = distance, place
    return neighbour


def nearest(places: Mapping[Place, Region], spot: Region) -> Place | None:
    """Return the place nearest to ``spot``; None where there is none."""
    x, y = spot.x * 2 + spot.width, 2 * (spot.y * 2 + spot.height)

    def distance(place: Place) -> int:
        region = places[place]
        return abs(region.x * 2 + region.width - x) + abs(2 * (region.y * 2 + region.height) - y)

    return min(places, key=distance, default=None)


def _box(region: Region) -> _Box:
    return region.x, 2 * region.y, region.right, 2 * region.bottom


def _turned(box: _Box, arrow: str) -> _Box:
    """Return ``box`` on a table turned so that the arrow points to the right."""
    left, top, right, bottom = box
    if arrow == "left":
        return -right, top, -left, bottom
    if arrow == "down":
        return top, left, bottom, right
    if arrow == "up":
        return -bottom, left, -top, right
    return box


def _distance(start: _Box, target: _Box) -> tuple[int, int, int] | None:
    """Return a sort key of the way to the right from ``start`` to ``target``; None where that is not to the right."""
    ahead = target[0] + target[2] - start[0] - start[2]
    if ahead <= 0:
        return None
    gap = target[0] - start[2]
    aside = max(target[1] - start[3], start[1] - target[3])
    if gap < 0 <= aside:
        return None  # that is above or below
    across = abs(target[1] + target[3] - start[1] - start[3])
    return max(0, gap) + (_ASIDE * (aside + 1) if aside >= 0 else 0), ahead, across
