"""The silk price of a dress, and the ways to pay it with kept tiles (DRESS-2, BON-3).

A way to pay is a minimal set of tiles that covers the silk: it needs every one of its tiles. Tiles with the same bales
of the needed colours are interchangeable. So the search runs over shapes (so many tiles of each kind), of which there
are few however many tiles the player has; each shape stands for all choices of interchangeable tiles.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from itertools import chain, product
from math import prod
from typing import NamedTuple, overload

from rokoko_core.actions import PayTiles
from rokoko_core.bonus_table import Terms
from rokoko_core.box import Box
from rokoko_core.terms import Bales


def bales(tiles: tuple[str, ...], box: Box) -> Bales:
    """Return all bales on ``tiles``."""
    y = g = r = b = 0
    for tile in tiles:
        silk = box.tile[tile].silk
        y, g, r, b = y + silk[0], g + silk[1], r + silk[2], b + silk[3]
    return y, g, r, b


@cache
def needed(silk: Bales, terms: Terms) -> tuple[Bales, ...]:
    """Return the bales a dress with ``silk`` needs, once for each allowed reduction; never below 0 (BON-3)."""
    y, g, r, b = silk
    r = max(0, r - terms.red)
    if not terms.common:
        return ((y, g, r, b),)
    reduced = [(y - 1, g, r, b)] if y else []
    reduced += [(y, g - 1, r, b)] if g else []
    return tuple(reduced) or ((y, g, r, b),)


def covers(silk: Bales, needs: tuple[Bales, ...]) -> bool:
    """Return whether ``silk`` is enough for one of ``needs``."""
    y, g, r, b = silk
    for yellow, green, red, blue in needs:  # noqa: SIM110 - a hot path of search; a loop is faster
        if y >= yellow and g >= green and r >= red and b >= blue:
            return True
    return False


def wasted(silk: Bales, needs: tuple[Bales, ...]) -> Bales:
    """Return the bales of ``silk`` beyond the one of ``needs`` that wastes least (DRESS-2); zeros if it covers none."""
    y, g, r, b = silk
    over = [(y - n[0], g - n[1], r - n[2], b - n[3]) for n in needs if covers(silk, (n,))]
    return min(over, key=sum, default=(0, 0, 0, 0))


class _Alike(NamedTuple):
    """Kept tiles that are interchangeable for the dress."""

    silk: Bales
    """Useful bales of each tile."""
    tiles: tuple[str, ...]
    """Fewest bales first, then by id."""


Shape = tuple[int, ...]
"""Number of tiles of each kind."""


class Ways(Sequence[PayTiles]):
    """The ways to pay ``needs`` with ``tiles``, fewest tiles first, then by id; a lazy sequence.

    Length, membership, the cheapest way and the next tile of a partial choice need no list.
    """

    def __init__(self, tiles: Sequence[str], box: Box, needs: tuple[Bales, ...]):
        most = tuple(max(of) for of in zip(*needs, strict=True))
        self._bales = {tile: sum(box.tile[tile].silk) for tile in tiles}
        by_use: dict[Bales, list[str]] = {}
        for tile in sorted(tiles, key=lambda tile: (self._bales[tile], tile)):
            y, g, r, b = box.tile[tile].silk
            use = min(y, most[0]), min(g, most[1]), min(r, most[2]), min(b, most[3])
            if any(use):
                by_use.setdefault(use, []).append(tile)
        self._alike = tuple(_Alike(use, tuple(alike)) for use, alike in by_use.items())
        self._shapes = frozenset(_shapes(self._alike, needs))

    def __len__(self) -> int:
        return len(self._listed) if "_listed" in self.__dict__ else self._count

    def __bool__(self) -> bool:
        return bool(self._shapes)

    @overload
    def __getitem__(self, index: int) -> PayTiles: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[PayTiles]: ...

    def __getitem__(self, index: int | slice) -> PayTiles | Sequence[PayTiles]:
        return self._listed[index]

    def __iter__(self) -> Iterator[PayTiles]:
        return iter(self._listed)

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, PayTiles) or list(action.tiles) != sorted(action.tiles):
            return False
        return self.pays(action.tiles)

    @property
    def tiles(self) -> tuple[str, ...]:
        """Return the tiles that some way uses, each as often as it is kept, sorted by id."""
        used = {place for shape in self._shapes for place, n in enumerate(shape) if n}
        return tuple(sorted(tile for place in used for tile in self._alike[place].tiles))

    @property
    def cheapest(self) -> PayTiles:
        """Return the way that gives up the fewest bales; the first of several."""
        ways = (_merge(alike.tiles[:n] for n, alike in zip(shape, self._alike, strict=True)) for shape in self._shapes)
        return PayTiles(min(ways, key=lambda way: (sum(self._bales[tile] for tile in way), len(way), way)))

    @property
    def has_choice(self) -> bool:
        """Return whether there is more than one way."""
        return len(self._shapes) > 1 or len(self) > 1

    def pays(self, chosen: Sequence[str]) -> bool:
        """Return whether the tiles ``chosen`` are a way to pay, in any order."""
        return self._shape(chosen) in self._shapes

    def next_tiles(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """Return the different tiles that may join ``chosen`` towards a way to pay; none if it already pays."""
        so_far = self._shape(chosen)
        if so_far is None:
            return ()
        open_places = {
            place
            for shape in self._shapes
            if all(n <= most for n, most in zip(so_far, shape, strict=True))
            for place, (n, most) in enumerate(zip(so_far, shape, strict=True))
            if n < most
        }
        left = self._held - Counter(chosen)
        return tuple(sorted(tile for tile in left if self._place[tile] in open_places))

    def _shape(self, chosen: Sequence[str]) -> Shape | None:
        """Return the number of tiles of each kind in ``chosen``; None if they are not all available."""
        if Counter(chosen) - self._held:
            return None
        places = Counter(self._place[tile] for tile in chosen)
        return tuple(places[place] for place in range(len(self._alike)))

    @cached_property
    def _place(self) -> dict[str, int]:
        """Index of the kind of each useful tile."""
        return {tile: n for n, alike in enumerate(self._alike) for tile in alike.tiles}

    @cached_property
    def _held(self) -> Counter[str]:
        """The useful tiles with their counts."""
        return Counter(tile for alike in self._alike for tile in alike.tiles)

    @cached_property
    def _count(self) -> int:
        return sum(
            prod(_count_choices(alike.tiles, n) for n, alike in zip(shape, self._alike, strict=True) if n)
            for shape in self._shapes
        )

    @cached_property
    def _listed(self) -> tuple[PayTiles, ...]:
        ways: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        choices = cache(_choices)
        for shape in self._shapes:
            of_each = [choices(alike.tiles, n) for n, alike in zip(shape, self._alike, strict=True) if n]
            ways[sum(shape)] += map(_merge, product(*of_each))
        return tuple(PayTiles(way) for _, of_size in sorted(ways.items()) for way in sorted(of_size))


def _merge(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted(chain.from_iterable(parts)))


def _choices(tiles: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """Return the different ways to choose ``number`` of ``tiles``."""
    if number == len(tiles):
        return [tuple(tiles)]
    choices: list[tuple[str, ...]] = [()]
    copies = Counter(tiles)
    left = len(tiles)
    for tile, available in copies.items():
        left -= available
        choices = [
            (*chosen, *(tile,) * n)
            for chosen in choices
            for n in range(max(0, number - len(chosen) - left), min(available, number - len(chosen)) + 1)
        ]
    return choices


def _count_choices(tiles: Sequence[str], number: int) -> int:
    """Return the number of different ways to choose ``number`` of ``tiles``."""
    if number == len(tiles):
        return 1
    ways = [1] + [0] * number
    for available in Counter(tiles).values():
        ways = [sum(ways[max(0, n - available) : n + 1]) for n in range(number + 1)]
    return ways[number]


def _shapes(alike: Sequence[_Alike], needs: tuple[Bales, ...]) -> Iterator[Shape]:
    """Yield every shape that covers ``needs`` and needs all of its tiles."""
    start: tuple[Shape, int, Bales] = ((0,) * len(alike), 0, (0, 0, 0, 0))
    remaining = _remaining_bales(alike)
    stack = [start]
    while stack:
        shape, first, silk = stack.pop()
        if covers(silk, needs):
            if not any(n and covers(_less(silk, of.silk), needs) for n, of in zip(shape, alike, strict=True)):
                yield shape
            continue
        for place in range(first, len(alike)):
            if not covers(_more(silk, remaining[place]), needs):
                break
            if shape[place] < len(alike[place].tiles):
                grown = (*shape[:place], shape[place] + 1, *shape[place + 1 :])
                more = _more(silk, alike[place].silk)
                if all(_is_useful(of.silk, more, needs) for n, of in zip(grown, alike, strict=True) if n):
                    stack.append((grown, place, more))


def _remaining_bales(alike: Sequence[_Alike]) -> list[Bales]:
    """Return for each place the bales of all tiles from there on."""
    sums: list[Bales] = [(0, 0, 0, 0)]
    for of in reversed(alike):
        sums.append(_more(sums[-1], _times(of.silk, len(of.tiles))))
    return sums[:0:-1]


def _is_useful(tile: Bales, silk: Bales, needs: tuple[Bales, ...]) -> bool:
    """Return whether a tile in ``silk`` can still be useful: some need lacks bales without it."""
    return any(n and have - n < of for need in needs for n, have, of in zip(tile, silk, need, strict=True))


def _more(silk: Bales, tile: Bales) -> Bales:
    return silk[0] + tile[0], silk[1] + tile[1], silk[2] + tile[2], silk[3] + tile[3]


def _less(silk: Bales, tile: Bales) -> Bales:
    return silk[0] - tile[0], silk[1] - tile[1], silk[2] - tile[2], silk[3] - tile[3]


def _times(silk: Bales, number: int) -> Bales:
    return silk[0] * number, silk[1] * number, silk[2] * number, silk[3] * number
