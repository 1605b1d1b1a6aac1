"""What a dress costs in silk, and the ways to pay for it with kept tiles (DRESS-2, BON-3).

A way to pay is a set of tiles that covers the silk and of which no tile could be spared. Tiles with the same bales of
the colours asked for do the same, so the ways are found as shapes (so many tiles of this kind, so many of that), of
which there are few however many tiles lie there; each shape stands for every choice among tiles that do the same.
"""

from collections import Counter
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
    """All bales on ``tiles``."""
    y = g = r = b = 0
    for tile in tiles:
        silk = box.tile[tile].silk
        y, g, r, b = y + silk[0], g + silk[1], r + silk[2], b + silk[3]
    return y, g, r, b


@cache
def needed(silk: Bales, terms: Terms) -> tuple[Bales, ...]:
    """The bales asked for where a dress costs ``silk``, once for each allowed reduction; never below 0 (BON-3)."""
    y, g, r, b = silk
    r = max(0, r - terms.red)
    if not terms.common:
        return ((y, g, r, b),)
    reduced = [(y - 1, g, r, b)] if y else []
    reduced += [(y, g - 1, r, b)] if g else []
    return tuple(reduced) or ((y, g, r, b),)


def covers(silk: Bales, needs: tuple[Bales, ...]) -> bool:
    """True when ``silk`` is enough for one of ``needs``."""
    y, g, r, b = silk
    for yellow, green, red, blue in needs:  # noqa: SIM110 - asked at every turn of a search, where this is quicker
        if y >= yellow and g >= green and r >= red and b >= blue:
            return True
    return False


def wasted(silk: Bales, needs: tuple[Bales, ...]) -> Bales:
    """The bales of ``silk`` beyond that one of ``needs`` which leaves least over (DRESS-2); none if it covers none."""
    y, g, r, b = silk
    over = [(y - n[0], g - n[1], r - n[2], b - n[3]) for n in needs if covers(silk, (n,))]
    return min(over, key=sum, default=(0, 0, 0, 0))


class _Alike(NamedTuple):
    """Kept tiles that do the same for the dress."""

    silk: Bales
    """Bales of each tile as far as they can be of use."""
    tiles: tuple[str, ...]
    """Those with fewest bales in all first, then in the order of their ids."""


Shape = tuple[int, ...]
"""How many tiles of each kind."""


class Ways(Sequence[PayTiles]):
    """The ways to pay ``needs`` with ``tiles``, fewest tiles first, then by id; listed only when looked through.

    How many there are, whether a given one is among them, the cheapest and the next tile of a choice made tile by
    tile are known without a list.
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
        self._alike = tuple(_Alike(use, tuple(found)) for use, found in by_use.items())
        self._shapes = frozenset(_shapes(self._alike, needs))

    def __len__(self) -> int:
        return self._count

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
        """The tiles of which some way takes each, each as often as it is there, in the order of their ids."""
        used = {place for shape in self._shapes for place, n in enumerate(shape) if n}
        return tuple(sorted(tile for place in used for tile in self._alike[place].tiles))

    @property
    def cheapest(self) -> PayTiles:
        """The way that gives up the fewest bales; of several the first."""
        ways = (_joined(alike.tiles[:n] for n, alike in zip(shape, self._alike, strict=True)) for shape in self._shapes)
        return PayTiles(min(ways, key=lambda way: (sum(self._bales[tile] for tile in way), len(way), way)))

    def pays(self, chosen: Sequence[str]) -> bool:
        """True when the tiles ``chosen`` are a way to pay, in whatever order."""
        return self._shape(chosen) in self._shapes

    def next_tiles(self, chosen: Sequence[str]) -> tuple[str, ...]:
        """The tiles, each once, of which any may join ``chosen`` on the way to one of the ways; none when it pays."""
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
        """How many tiles of each silk ``chosen`` are; None when they are not all there."""
        if Counter(chosen) - self._held:
            return None
        places = Counter(self._place[tile] for tile in chosen)
        return tuple(places[place] for place in range(len(self._alike)))

    @cached_property
    def _place(self) -> dict[str, int]:
        """Among which tiles of use each tile is."""
        return {tile: n for n, alike in enumerate(self._alike) for tile in alike.tiles}

    @cached_property
    def _held(self) -> Counter[str]:
        """The tiles of use, each as often as it is there."""
        return Counter(tile for alike in self._alike for tile in alike.tiles)

    @cached_property
    def _count(self) -> int:
        return sum(
            prod(_number(alike.tiles, n) for n, alike in zip(shape, self._alike, strict=True) if n)
            for shape in self._shapes
        )

    @cached_property
    def _listed(self) -> tuple[PayTiles, ...]:
        found: list[tuple[str, ...]] = []
        for shape in self._shapes:
            of_each = [_choices(alike.tiles, n) for n, alike in zip(shape, self._alike, strict=True) if n]
            found += map(_joined, product(*of_each))
        found.sort()
        found.sort(key=len)
        return tuple(map(PayTiles, found))


def _joined(parts: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(sorted(chain.from_iterable(parts)))


def _choices(tiles: Sequence[str], number: int) -> list[tuple[str, ...]]:
    """The different ways to choose ``number`` of ``tiles``."""
    if number == len(tiles):
        return [tuple(tiles)]
    found: list[tuple[str, ...]] = [()]
    copies = Counter(tiles)
    left = len(tiles)
    for tile, held in copies.items():
        left -= held
        found = [
            (*chosen, *(tile,) * n)
            for chosen in found
            for n in range(max(0, number - len(chosen) - left), min(held, number - len(chosen)) + 1)
        ]
    return found


def _number(tiles: Sequence[str], number: int) -> int:
    """How many different ways there are to choose ``number`` of ``tiles``."""
    if number == len(tiles):
        return 1
    ways = [1] + [0] * number
    for held in Counter(tiles).values():
        ways = [sum(ways[max(0, n - held) : n + 1]) for n in range(number + 1)]
    return ways[number]


def _shapes(alike: Sequence[_Alike], needs: tuple[Bales, ...]) -> Iterator[Shape]:
    """Every shape that covers ``needs`` and from which no tile could be spared."""
    start: tuple[Shape, int, Bales] = ((0,) * len(alike), 0, (0, 0, 0, 0))
    reach = _reach(alike)
    waiting = [start]
    while waiting:
        shape, first, silk = waiting.pop()
        if covers(silk, needs):
            if not any(n and covers(_less(silk, of.silk), needs) for n, of in zip(shape, alike, strict=True)):
                yield shape
            continue
        for place in range(first, len(alike)):
            if not covers(_more(silk, reach[place]), needs):
                break
            if shape[place] < len(alike[place].tiles):
                grown = (*shape[:place], shape[place] + 1, *shape[place + 1 :])
                more = _more(silk, alike[place].silk)
                if all(_counts(of.silk, more, needs) for n, of in zip(grown, alike, strict=True) if n):
                    waiting.append((grown, place, more))


def _reach(alike: Sequence[_Alike]) -> list[Bales]:
    """For each place, the bales of all tiles from there on."""
    found: list[Bales] = [(0, 0, 0, 0)]
    for of in reversed(alike):
        found.append(_more(found[-1], _times(of.silk, len(of.tiles))))
    return found[:0:-1]


def _counts(tile: Bales, silk: Bales, needs: tuple[Bales, ...]) -> bool:
    """False when a tile among ``silk`` is spare already: no need lacks any of its bales without it."""
    return any(n and have - n < of for need in needs for n, have, of in zip(tile, silk, need, strict=True))


def _more(silk: Bales, tile: Bales) -> Bales:
    return silk[0] + tile[0], silk[1] + tile[1], silk[2] + tile[2], silk[3] + tile[3]


def _less(silk: Bales, tile: Bales) -> Bales:
    return silk[0] - tile[0], silk[1] - tile[1], silk[2] - tile[2], silk[3] - tile[3]


def _times(silk: Bales, number: int) -> Bales:
    return silk[0] * number, silk[1] * number, silk[2] * number, silk[3] * number
