"""Paints: the colours of pictures, by names such as ``wall.2``, lighter, darker and mixed.

A paint is a word of this grammar, which themes turn into a colour:

    name          the colour itself
    name+38       38 % of the way to white
    name-30       30 % of the way to black
    a~b@40        the paint a with 40 % of b in it; a may be mixed itself

Roles of a drawing name a paint with ``^`` before it for what is in front of a cell, with ``_`` for its ground.
"""

import re
from collections.abc import Mapping
from functools import cache

from rich.color_triplet import ColorTriplet

WHITE, BLACK = ColorTriplet(255, 255, 255), ColorTriplet(0, 0, 0)
_SHADE = re.compile(r"(?P<name>[a-z0-9.]+)(?:(?P<way>[+-])(?P<share>\d+))?")


def mixed(one: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    """``one`` with ``share`` (0 to 1) of ``other`` in it."""
    return ColorTriplet(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))


@cache
def triplet(code: str) -> ColorTriplet:
    """The colour ``#rrggbb``."""
    return ColorTriplet(*(int(code[n : n + 2], 16) for n in (1, 3, 5)))


class Palette:
    """The colours a theme has for paints."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._known = {name: triplet(code) for name, code in colours.items()}
        self.names = frozenset(colours)

    def colour(self, paint: str) -> ColorTriplet:
        """The colour of ``paint``. Raises KeyError for a name the palette has not."""
        found = self._known.get(paint)
        if found is None:
            found = self._known[paint] = self._mixed(paint)
        return found

    def _mixed(self, paint: str) -> ColorTriplet:
        under, mixture, over = paint.rpartition("~")
        if mixture:
            over, _, share = over.partition("@")
            return mixed(self.colour(under), self.colour(over), int(share) / 100)
        shade = _SHADE.fullmatch(paint)
        if shade is None or shade["way"] is None:
            raise KeyError(paint)
        return mixed(self.colour(shade["name"]), WHITE if shade["way"] == "+" else BLACK, int(shade["share"]) / 100)


def luminance(colour: ColorTriplet) -> float:
    """Relative luminance, 0 to 1, as WCAG 2 has it."""
    red, green, blue = (
        part / 255 / 12.92 if part / 255 <= 0.04045 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """The contrast of two colours, 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
