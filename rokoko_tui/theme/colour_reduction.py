"""Terminals of 16 and of 256 colours: for each of ours the one that looks most like it, and text that stays legible.

The nearest by the numbers is not the nearest to the eye: red silk would be brown and green silk grey. Here hue counts
most where there are 16 colours, and distance in CIE Lab where there are 256; text keeps its contrast to its ground.
"""

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import repeat
from math import dist, exp, hypot

from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as Ground
from textual.filter import LineFilter

from rokoko_tui.theme.paints import contrast, contrast_of, lab, luminance
from rokoko_tui.theme.terminal_capabilities import FEW, MANY
from rokoko_tui.theme.themes import THEMES, styles_of

VGA: tuple[ColorTriplet, ...] = tuple(
    ColorTriplet(*(int(code[n : n + 2], 16) for n in (0, 2, 4)))
    for code in [
        "000000",
        "aa0000",
        "00aa00",
        "aa5500",
        "0000aa",
        "aa00aa",
        "00aaaa",
        "aaaaaa",
        "555555",
        "ff5555",
        "55ff55",
        "ffff55",
        "5555ff",
        "ff55ff",
        "55ffff",
        "ffffff",
    ]
)
"""The 16 colours as the console of old shows them."""
LEGIBLE = 4.5
"""The contrast of text to its ground, at least, as far as the colours asked for have it themselves."""
_STEPS = (0, 95, 135, 175, 215, 255)
_CUBE = tuple(ColorTriplet(r, g, b) for r in _STEPS for g in _STEPS for b in _STEPS)
_GREYS = tuple(ColorTriplet(n, n, n) for n in range(8, 239, 10))
_GROUNDS = (0, 1, 2, 3, 4, 5, 6, 7, 15)
"""Grounds among 16 colours: consoles have no other bright ones, and white only counts where nearly all is light."""
_WHITE = 88.0
"""The lightness of CIE Lab from which on a ground is white."""
_VIVID, _HUE = 34.0, 100.0
"""Among 16 colours: the chroma from which on a colour counts as vivid, and what that weighs against lightness."""
_LIGHTNESS = 0.45
_DARK, _TINTED = 40.0, 18.0
"""Among 256 colours: the lightness below which and the chroma from which on a paint has a hue worth keeping."""
_STRONG, _SOON = 30.0, 15.0
"""What the strongest chroma of such a paint counts for, and the chroma by which most of that is reached."""
_BRIGHTER = 2.0
"""What it costs such a paint to become brighter, by how much it does: figures and text stand before it."""
_FRONTS = {
    "open": 11,
    "cursor": 13,
    "chosen": 10,
    "title": 15,
    "coin": 15,
    "star": 15,
    "owner.0": 6,
    "owner.1": 14,
    "owner.2": 10,
    "owner.3": 9,
    "owner.4": 13,
    "owner.barry": 15,
}
"""Paints whose number among 16 as text is settled, so that gold means what may be chosen and owners differ."""
_UNDER = {
    "open": 3,
    "cursor": 5,
    "chosen": 2,
    "title": 7,
    "dye.yellow": 3,
    "dye.green": 2,
    "dye.red": 1,
    "dye.blue": 4,
    "dye.pink": 5,
    "dye.orange": 3,
}
"""The same for what lies under text: silk keeps its hue."""
_LETTERS = {"dye.yellow": 11}
"""The number for whatever is written on such a ground: brown passes for yellow with yellow letters on it."""


@cache
def _settled(what: str) -> dict[ColorTriplet, int]:
    """The numbers settled for ``fronts``, what lies ``under`` them, or ``letters``, by colour, in all themes."""
    numbers = {"fronts": _FRONTS, "under": _UNDER, "letters": _LETTERS}[what]
    palettes = {id(styles.palette): styles.palette for styles in (styles_of(theme.name) for theme in THEMES)}
    return {palette.colour(paint): n for palette in palettes.values() for paint, n in numbers.items()}


def _dim_hue(colour: ColorTriplet) -> tuple[float, float, float]:
    """Where a dark colour lies when its hue counts more than how strong it is."""
    lightness, a, b = lab(colour)
    chroma = hypot(a, b)
    scale = _STRONG * (1 - exp(-chroma / _SOON)) / chroma if chroma else 0.0
    return lightness, a * scale, b * scale


def _as_few(colour: ColorTriplet) -> tuple[float, float, float]:
    """Where ``colour`` lies when it is compared with 16 others: every vivid colour is as vivid as theirs."""
    lightness, a, b = lab(colour)
    chroma = hypot(a, b)
    scale = _HUE * min(1.0, chroma / _VIVID) / chroma if chroma else 0.0
    return lightness * _LIGHTNESS, a * scale, b * scale


class _Table:
    """The colours of a terminal by number, and how they are compared."""

    def __init__(self, colours: Sequence[ColorTriplet], first: int, few: bool) -> None:
        self._colours, self._first, self._few = tuple(colours), first, few
        self._places = [self._place(colour) for colour in self._colours]

    def _place(self, colour: ColorTriplet) -> tuple[float, float, float]:
        return _as_few(colour) if self._few else lab(colour)

    def colour(self, number: int) -> ColorTriplet:
        """The colour of ``number``."""
        return self._colours[number - self._first]

    def nearest(self, colour: ColorTriplet, among: Sequence[int]) -> int:
        """The number among these whose colour looks most like it."""
        places = [self._places[number - self._first] for number in among]
        distances = [*map(dist, repeat(self._place(colour)), places)]
        return among[distances.index(min(distances))]

    def _painted(self, colour: ColorTriplet) -> int:
        """The number for something painted: dark paints keep a hue where there is one that is not too bright."""
        lightness, a, b = self._place(colour)
        if self._few or lightness > _DARK or hypot(a, b) < _TINTED:
            return self.nearest(colour, self.numbers)
        one, dark = _dim_hue(colour), self._dark

        def distance(number: int) -> float:
            other = dark[number]
            lighter = other[0] - one[0]
            return hypot(lighter * (_BRIGHTER if lighter > 0 else 1), other[1] - one[1], other[2] - one[2])

        return min(dark, key=distance)

    @cached_property
    def _dark(self) -> dict[int, tuple[float, float, float]]:
        """The dark colours by number, as ``_dim_hue`` places them."""
        return {n: _dim_hue(self.colour(n)) for n in self.numbers if max(self.colour(n)) <= _STEPS[1]}

    @cached_property
    def _luminances(self) -> dict[int, float]:
        return {n: luminance(self.colour(n)) for n in self.numbers}

    @property
    def numbers(self) -> range:
        """All of them."""
        return range(self._first, self._first + len(self._colours))

    @cache  # noqa: B019 - there are two tables, which stay
    def ground(self, colour: ColorTriplet) -> int:
        """The number for what lies under text."""
        if not self._few:
            return self.pixel(colour)
        settled = _settled("under").get(colour)
        if settled is not None:
            return settled
        grounds = _GROUNDS if lab(colour)[0] >= _WHITE else _GROUNDS[:-1]
        return self.nearest(colour, grounds)

    @cache  # noqa: B019
    def front(self, colour: ColorTriplet, under: ColorTriplet) -> int:
        """The number for text of ``colour`` that stands on ``under``."""
        ground = self._luminances[self.ground(under)]
        wanted = LEGIBLE if self._few else min(LEGIBLE, contrast(colour, under))
        legible = [n for n, light in self._luminances.items() if contrast_of(light, ground) >= wanted]
        if self._few:
            letter = _settled("letters").get(under)
            for settled in (letter, _settled("fronts").get(colour)):
                if settled in legible:
                    return settled
            if max(luminance(colour), ground) < luminance(under) and 15 in legible:
                return 15  # it was dark on light, and its ground is dark now
        return self.nearest(colour, legible or self.numbers)

    @cache  # noqa: B019
    def pixel(self, colour: ColorTriplet) -> int:
        """The number for half a cell of a picture."""
        return self._painted(colour)


@cache
def table_of(colours: int) -> _Table:
    """The table of 16 or of 256 colours."""
    return _Table(VGA, 0, few=True) if colours == FEW else _Table((*_CUBE, *_GREYS), FEW, few=False)


def _numbered(number: int) -> Color:
    return Color(f"color({number})", ColorType.STANDARD if number < FEW else ColorType.EIGHT_BIT, number)


@lru_cache(8192)
def matched(style: Style, colours: int, picture: bool = False) -> Style:
    """``style`` in the colours of a terminal that has 16 or 256; ``picture`` for half blocks, which are not text."""
    table, none = table_of(colours), VGA[0]
    under = style.bgcolor.triplet if style.bgcolor is not None else None
    front = style.color.triplet if style.color is not None else None
    number = table.pixel if picture else table.ground
    if front is not None:
        style += Style(color=_numbered(table.pixel(front) if picture else table.front(front, under or none)))
    return style if under is None else style + Style(bgcolor=_numbered(number(under)))


class Matched(LineFilter):
    """Puts the colours of the terminal in the place of ours, where it has 16 or 256."""

    def __init__(self, colours: int) -> None:
        super().__init__(enabled=colours in (FEW, MANY))
        self._colours = colours

    def apply(self, segments: list[Segment], background: Ground) -> list[Segment]:
        """``segments`` in other colours."""
        return [
            segment
            if segment.style is None
            else Segment(
                segment.text,
                matched(segment.style, self._colours, not segment.text.strip("▀▄ ") and not segment.text.isspace()),
                segment.control,
            )
            for segment in segments
        ]
