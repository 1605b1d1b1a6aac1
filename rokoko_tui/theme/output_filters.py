"""Output filters: reduce colours, neutralise control characters and substitute missing glyphs. Lines keep their width.

The numerically nearest colour is often not the most similar one: red silk would become brown and green silk grey. With
16 colours hue counts most, with 256 the distance in CIE Lab. Text keeps its contrast to its background.

Names and paths are cleaned where they are shown; the filter of control characters catches the rest.
"""

from collections.abc import Sequence
from functools import cache, cached_property, lru_cache
from itertools import repeat
from math import dist, exp, hypot

from rich.cells import get_character_cell_size
from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as TextualColor
from textual.filter import LineFilter

from rokoko_tui.data_files import load_table
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.theme.paints import MIN_CONTRAST, Palette, contrast, contrast_of, luminance, parse_colour, to_lab
from rokoko_tui.theme.terminal_capabilities import ANSI_16, ANSI_256, GlyphSet, to_glyph_set

_VGA_CODES = (
    "000000,aa0000,00aa00,aa5500,0000aa,aa00aa,00aaaa,aaaaaa,555555,ff5555,55ff55,ffff55,5555ff,ff55ff,55ffff,ffffff"
)
VGA: tuple[ColorTriplet, ...] = tuple(parse_colour(f"#{code}") for code in _VGA_CODES.split(","))
"""The 16 colours of the VGA text console."""
_STEPS = (0, 95, 135, 175, 215, 255)
_CUBE = tuple(ColorTriplet(r, g, b) for r in _STEPS for g in _STEPS for b in _STEPS)
_GREYS = tuple(ColorTriplet(n, n, n) for n in range(8, 239, 10))
_BACKGROUNDS = (0, 1, 2, 3, 4, 5, 6, 7, 15)
"""Background numbers used with 16 colours: consoles have no bright backgrounds; 15 is for very light colours only."""
_WHITE = 88.0
"""Minimum CIE Lab lightness of a background that may become white."""
_VIVID, _HUE = 34.0, 100.0
"""With 16 colours: the chroma of a fully vivid colour, and the weight of its hue."""
_LIGHTNESS = 0.45
"""With 16 colours: the weight of lightness."""
_DARK, _TINTED = 40.0, 18.0
"""With 256 colours: maximum lightness and minimum chroma of a paint whose hue is kept."""
_STRONG, _SOON = 30.0, 15.0
"""Maximum weight of the chroma of such a paint, and how fast the weight approaches it."""
_BRIGHTER = 2.0
"""Penalty factor for making such a paint brighter: figures and text are drawn on it."""
_FIXED_NUMBERS = load_table(__file__, "sixteen_colours")
"""Fixed numbers among 16 by paint: gold always means selectable, owners differ, and silk keeps its hue.

Yellow letters make brown pass for yellow.
"""

Point = tuple[float, float, float]
"""A position in a colour space in which distances are compared."""


def _dark_point(colour: ColorTriplet) -> Point:
    """Position of a dark colour, with its hue weighing more than its chroma."""
    lightness, a, b = to_lab(colour)
    chroma = hypot(a, b)
    scale = _STRONG * (1 - exp(-chroma / _SOON)) / chroma if chroma else 0.0
    return lightness, a * scale, b * scale


def _vivid_point(colour: ColorTriplet) -> Point:
    """Position of ``colour`` for a comparison with 16 colours: all vivid colours have the same chroma."""
    lightness, a, b = to_lab(colour)
    chroma = hypot(a, b)
    scale = _HUE * min(1.0, chroma / _VIVID) / chroma if chroma else 0.0
    return lightness * _LIGHTNESS, a * scale, b * scale


class ReductionTable:
    """The numbered colours of a terminal, and the search for the most similar one."""

    def __init__(self, colours: Sequence[ColorTriplet], first: int, palette: Palette | None = None) -> None:
        """``palette`` is for 16 colours: the paints of a theme, some of which have fixed numbers."""
        self._colours, self._first, self._few = tuple(colours), first, palette is not None
        self._fixed: dict[str, dict[ColorTriplet, int]] = {
            kind: {palette.colour(paint): n for paint, n in numbers.items()} if palette is not None else {}
            for kind, numbers in _FIXED_NUMBERS.items()
        }
        self._point = _vivid_point if self._few else to_lab
        self._points = {n: self._point(self.colour(n)) for n in self.numbers}

    def colour(self, number: int) -> ColorTriplet:
        return self._colours[number - self._first]

    @property
    def numbers(self) -> range:
        return range(self._first, self._first + len(self._colours))

    def _nearest(self, colour: ColorTriplet, numbers: Sequence[int]) -> int:
        """Return the number whose colour looks most like ``colour``; the first one of several."""
        distances = [*map(dist, repeat(self._point(colour)), [self._points[n] for n in numbers])]
        return numbers[distances.index(min(distances))]

    @cached_property
    def _dark(self) -> dict[int, Point]:
        return {n: _dark_point(self.colour(n)) for n in self.numbers if max(self.colour(n)) <= _STEPS[1]}

    @cached_property
    def _luminances(self) -> dict[int, float]:
        return {n: luminance(self.colour(n)) for n in self.numbers}

    @cache  # noqa: B019 - there are few tables, which live as long as the process
    def background(self, colour: ColorTriplet) -> int:
        """Return the number for the background of text."""
        if not self._few:
            return self.pixel(colour)
        fixed = self._fixed["background"].get(colour)
        if fixed is not None:
            return fixed
        return self._nearest(colour, _BACKGROUNDS if to_lab(colour)[0] >= _WHITE else _BACKGROUNDS[:-1])

    @cache  # noqa: B019
    def text(self, colour: ColorTriplet, background: ColorTriplet) -> int:
        """Return the number for text of ``colour`` on ``background``, both as in the theme.

        Its contrast is at least ``MIN_CONTRAST``, with 256 colours as far as the theme's own colours reach it.
        """
        light = self._luminances[self.background(background)]
        needed = MIN_CONTRAST if self._few else min(MIN_CONTRAST, contrast(colour, background))
        candidates = [n for n, other in self._luminances.items() if contrast_of(other, light) >= needed]
        if self._few:
            for fixed in (self._fixed["text-by-background"].get(background), self._fixed["text"].get(colour)):
                if fixed in candidates:
                    return fixed
            if max(luminance(colour), light) < luminance(background) and 15 in candidates:
                return 15  # dark text on a light background that is dark among 16 colours
        return self._nearest(colour, candidates or self.numbers)

    @cache  # noqa: B019
    def pixel(self, colour: ColorTriplet) -> int:
        """Return the number for half a cell of a picture; dark paints keep their hue."""
        lightness, a, b = self._point(colour)
        if self._few or lightness > _DARK or hypot(a, b) < _TINTED:
            return self._nearest(colour, self.numbers)
        point = _dark_point(colour)

        def distance(number: int) -> float:
            other = self._dark[number]
            lighter = other[0] - point[0]
            return hypot(lighter * (_BRIGHTER if lighter > 0 else 1), other[1] - point[1], other[2] - point[2])

        return min(self._dark, key=distance)


@cache
def _few_colours(palette: Palette) -> ReductionTable:
    return ReductionTable(VGA, 0, palette)


@cache
def _many_colours() -> ReductionTable:
    """The first 16 of 256 are left out: terminals redefine them."""
    return ReductionTable((*_CUBE, *_GREYS), ANSI_16)


def reduction_table(colours: int, palette: Palette) -> ReductionTable | None:
    """Return the table of 16 or of 256 colours for a theme with ``palette``; None for other numbers of colours."""
    if colours == ANSI_16:
        return _few_colours(palette)
    return _many_colours() if colours == ANSI_256 else None


def _to_rich(number: int) -> Color:
    return Color(f"color({number})", ColorType.STANDARD if number < ANSI_16 else ColorType.EIGHT_BIT, number)


@lru_cache(8192)
def reduce_style(style: Style, table: ReductionTable, picture: bool = False) -> Style:
    """Return ``style`` in the colours of ``table``. ``picture`` is for half blocks, which need no contrast."""
    background = style.bgcolor.triplet if style.bgcolor is not None else None
    front = style.color.triplet if style.color is not None else None
    if front is not None:
        style += Style(color=_to_rich(table.pixel(front) if picture else table.text(front, background or VGA[0])))
    if background is not None:
        style += Style(bgcolor=_to_rich(table.pixel(background) if picture else table.background(background)))
    return style


class ColourReductionFilter(LineFilter):
    """Output filter that reduces colours to those of a table; None for a terminal that shows all colours."""

    def __init__(self, table: ReductionTable | None) -> None:
        super().__init__(enabled=table is not None)
        self._table = table

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:
        table = self._table
        return [
            segment
            if segment.style is None or table is None
            else Segment(
                segment.text,
                reduce_style(segment.style, table, not segment.text.strip("▀▄ ") and not segment.text.isspace()),
                segment.control,
            )
            for segment in segments
        ]


class ControlCharacterFilter(LineFilter):
    """Replace unprintable characters with question marks; drop those of no width."""

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:
        """Return ``segments`` itself if all of it is printable."""
        if all(segment.text.isprintable() for segment in segments):
            return segments
        return [
            segment if segment.text.isprintable() else Segment("".join(map(_printable, segment.text)), segment.style)
            for segment in segments
        ]


class GlyphFilter(LineFilter):
    """Substitute the glyphs of another set; ``own`` has the letters of the language, which stay."""

    def __init__(self, among: GlyphSet, own: str = "") -> None:
        super().__init__(enabled=among is not GlyphSet.FULL)
        self._glyph_set, self._letters = among, own

    def apply(self, segments: list[Segment], background: TextualColor) -> list[Segment]:
        return [
            segment
            if segment.control or segment.text.isascii()
            else Segment(to_glyph_set(segment.text, self._glyph_set, letters=True, own=self._letters), segment.style)
            for segment in segments
        ]


def _printable(character: str) -> str:
    if character == NO_BREAK_SPACE:
        return " "
    if character.isprintable() or (character.isspace() and character > "\xa0"):
        return character
    return "?" * get_character_cell_size(character)
