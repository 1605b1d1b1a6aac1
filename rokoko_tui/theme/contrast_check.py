"""Find text of a theme that is hard to read."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rokoko_tui.theme.paints import contrast, parse_colour
from rokoko_tui.theme.theme_files import STATES, ThemeColours

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
    for ink in (*INKS, *(f"owner.{owner}" for owner in theme.owners)):
        for plate in PLATES:
            yield _compare(names[ink], paints[ink], f"paints.{plate}", paints[plate])
