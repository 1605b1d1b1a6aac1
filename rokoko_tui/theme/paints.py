"""Paints: named colours of pictures such as ``wall.2``, their shades and mixtures, colour arithmetic, weak contrasts.

Grammar of a paint:

    name          a colour of the palette
    name+38       38 % of the way to white
    name-30       30 % of the way to black
    a~b@40        paint a mixed with 40 % of b; a may be a mixture
    a~(b)@40      the same; b may be a mixture too

In the roles of a drawing, ``^paint`` is the foreground of a cell and ``_paint`` its background.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from rich.color_triplet import ColorTriplet

from rokoko_tui.theme.theme_files import STATES, ThemeColours

WHITE, BLACK = ColorTriplet(255, 255, 255), ColorTriplet(0, 0, 0)
_MIXTURE = re.compile(r"(?P<under>.+)~(?:\((?P<mixed>.+)\)|(?P<over>[^~()]+))@(?P<share>\d+)")
_SHADE = re.compile(r"(?P<name>[a-z0-9.]+)(?:(?P<way>[+-])(?P<share>\d+))?")


def mix(one: ColorTriplet, other: ColorTriplet, share: float) -> ColorTriplet:
    """Return ``one`` with ``share`` (0 to 1) of ``other`` mixed into it."""
    return ColorTriplet(*(round(a + (b - a) * share) for a, b in zip(one, other, strict=True)))


@cache
def parse_colour(code: str) -> ColorTriplet:
    """Parse ``#rrggbb``."""
    return ColorTriplet(*(int(code[n : n + 2], 16) for n in (1, 3, 5)))


class Palette:
    """The named colours of a theme, and the shades and mixtures made of them."""

    def __init__(self, colours: Mapping[str, str]) -> None:
        self._known = {name: parse_colour(code) for name, code in colours.items()}
        self.names = frozenset(colours)

    def colour(self, paint: str) -> ColorTriplet:
        """Return the colour of ``paint``. Raises KeyError for an unknown name."""
        colour = self._known.get(paint)
        if colour is None:
            colour = self._known[paint] = self._compute(paint)
        return colour

    def _compute(self, paint: str) -> ColorTriplet:
        mixture = _MIXTURE.fullmatch(paint)
        if mixture is not None:
            over = self.colour(mixture["mixed"] or mixture["over"])
            return mix(self.colour(mixture["under"]), over, int(mixture["share"]) / 100)
        shade = _SHADE.fullmatch(paint)
        if shade is None or shade["way"] is None:
            raise KeyError(paint)
        return mix(self.colour(shade["name"]), WHITE if shade["way"] == "+" else BLACK, int(shade["share"]) / 100)


def _linear(colour: ColorTriplet) -> list[float]:
    """Convert sRGB to linear light, 0 to 1 per channel."""
    shares = (part / 255 for part in colour)
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def luminance(colour: ColorTriplet) -> float:
    """Return the relative luminance of WCAG 2, 0 to 1."""
    red, green, blue = _linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: ColorTriplet, other: ColorTriplet) -> float:
    """Return the WCAG 2 contrast of two colours, 1 to 21."""
    return contrast_of(luminance(one), luminance(other))


def contrast_of(one: float, other: float) -> float:
    """Return the contrast of two colours given as relative luminances."""
    return (one + 0.05) / (other + 0.05) if one > other else (other + 0.05) / (one + 0.05)


def is_light(colour: ColorTriplet) -> bool:
    """Return whether dark text has contrast to ``colour`` rather than light text."""
    return luminance(colour) > 0.4


@cache
def to_lab(colour: ColorTriplet) -> tuple[float, float, float]:
    """Return lightness (0 to 100), a and b of CIE Lab under D65."""
    red, green, blue = _linear(colour)
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


# ---- text that is hard to read

MIN_CONTRAST = 4.5
"""Minimum contrast of text to its background (WCAG AA), from 1 to 21."""
BACKGROUNDS = ("background", "surface", "panel", "card", "other-card")
"""Colours of a theme on which text may be."""
INKS = ("text", "soft", "coin", "star", "good", *STATES)
"""Paints of text in pictures, besides those of owners."""
PLATES = ("card", "card.dark", "ink", "niche", "shelf", "floor", "floor.king", "night", "sky")
"""Paints behind text in pictures."""
_COLOUR = re.compile(r"(on )?(#[0-9a-fA-F]{6})")


class TextContrast(NamedTuple):
    """A colour of text, one behind it, both by their place in the theme file, and their contrast from 1 to 21."""

    text: str
    background: str
    contrast: float


def find_weak_contrasts(theme: ThemeColours) -> list[TextContrast]:
    """Return the worst background of each text of ``theme`` that is hard to read on some."""
    worst: dict[str, TextContrast] = {}
    for pair in (*_in_text(theme), *_in_pictures(theme)):
        if pair.contrast < MIN_CONTRAST:
            worst[pair.text] = min(pair, worst.get(pair.text, pair), key=lambda each: each.contrast)
    ink = theme.all_paints["ink"]
    letters = (_compare("paints.ink", ink, f"silk.{dye}", colour) for dye, colour in theme.silk.items())
    return [*worst.values(), *(pair for pair in letters if pair.contrast < MIN_CONTRAST)]


def _compare(text: str, colour: str, background: str, behind: str) -> TextContrast:
    return TextContrast(text, background, contrast(parse_colour(colour), parse_colour(behind)))


def _in_text(theme: ThemeColours) -> Iterator[TextContrast]:
    """Compare text without a background of its own to all backgrounds."""
    names = {colour: f"colors.{name}" for name, colour in reversed(list(theme.colours.items()))}
    grounds = [(f"colors.{name}", theme.colours[name]) for name in BACKGROUNDS]
    texts = [(f"owners.{owner}", colour) for owner, colour in theme.owners.items()]
    for role, style in theme.roles.items():
        colours = {on != "": colour for on, colour in _COLOUR.findall(style)}
        text, behind = colours.get(False, theme.colours["foreground"]), colours.get(True)
        named = names.get(text, f"roles.{role}")
        if behind is not None:
            yield _compare(named, text, names.get(behind, f"roles.{role}"), behind)
        elif "reverse" not in style:
            texts.append((named, text))
    for named, text in dict(texts).items():
        for ground, behind in grounds:
            yield _compare(named, text, ground, behind)


def _in_pictures(theme: ThemeColours) -> Iterator[TextContrast]:
    paints = theme.in_pictures.all_paints
    names = {paint: f"paints.{paint}" for paint in paints}
    names |= {f"owner.{owner}": f"owners.{owner}" for owner in theme.owners}
    names |= {paint: f"colors.{colour}" for paint, colour in STATES.items()}
    for plate in PLATES:
        inks = paints | theme.on_plates if is_light(parse_colour(paints[plate])) else paints
        for ink in (*INKS, *(f"owner.{owner}" for owner in theme.owners)):
            yield _compare(names[ink], inks[ink], f"paints.{plate}", paints[plate])
