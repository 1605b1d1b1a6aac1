"""Colour themes as Textual and drawings use them.

Drawings use roles such as ``silk.red`` or ``owner.2`` and paints such as ``^wall.2+10``; ``Styles`` turns both into
terminal styles. Several in one string are combined, the last one winning. Letters and shapes carry the meaning too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.theme import Theme

from rokoko_tui.theme.paints import BLACK, MIN_CONTRAST, WHITE, Palette, contrast, is_light, mix, parse_colour
from rokoko_tui.theme.theme_files import DEFAULT, LIGHT, TEXTUAL_COLOURS, ThemeColours, shipped_theme


@dataclass(kw_only=True)
class TableTheme(Theme):
    """A theme of Textual that has the colours of drawings too."""

    content: ThemeColours


@cache
def to_textual(content: ThemeColours) -> TableTheme:
    """Return the theme to register with an app."""
    colours = content.colours
    variables = {"border-blurred": "panel", "footer-key-foreground": "title", "title": "title"}
    variables["foreground-muted"] = "faint"  # Textual's own is see-through, and lines of widgets would be painted whole
    own: dict[str, Any] = {colour: colours[colour] for colour in TEXTUAL_COLOURS}
    own["variables"] = {variable: colours[colour] for variable, colour in variables.items()}
    return TableTheme(name=content.name, dark=content.dark, content=content, **own)


def content_of(theme: Theme) -> ThemeColours:
    """Return all colours of ``theme``; for a theme of Textual those of our dark or light one."""
    if isinstance(theme, TableTheme):
        return theme.content
    return shipped_theme(DEFAULT if theme.dark else LIGHT)


def styles_of(theme: Theme) -> "Styles":
    """Return the styles of ``theme``; for a theme of Textual those of our dark or light one."""
    return make_styles(content_of(theme))


# ---- styles of drawings

QR_CODE = Style(color=WHITE.hex, bgcolor=BLACK.hex)
"""The same in every theme: cameras need the contrast."""


class Styles:
    """Converts roles and paints to terminal styles. Text on a paint is light on a dark one, dark on a light one."""

    def __init__(self, content: ThemeColours) -> None:
        pictures = content.in_pictures
        self.palette = Palette(pictures.all_paints)
        self._roles, self._picture_roles = _roles(content), _roles(pictures)
        self._on_light = Palette({**pictures.all_paints, **content.on_plates})
        self._cache: dict[str, Style] = {}

    def of(self, roles: str) -> Style:
        """Return the style of ``roles``: names and paints separated by blanks. Raises KeyError for an unknown one.

        On a light ``_paint`` that comes first, a ``^paint`` is that of text; before its background it is a pixel.
        """
        style = self._cache.get(roles)
        if style is None:
            parts, known, inks = roles.split(), self._roles, self.palette
            ground = next((self.palette.colour(part[1:]) for part in reversed(parts) if part[0] == "_"), None)
            if ground is not None:
                parts = ["plain", *parts]
                if is_light(ground):
                    inks = self._on_light if roles[0] == "_" else self.palette
                else:
                    known = self._picture_roles
            style = self._cache[roles] = Style.combine(self._single(part, known, inks) for part in parts)
        return style

    def _single(self, role: str, known: Mapping[str, Style], inks: Palette) -> Style:
        if role[0] not in "^_":
            return known[role]
        if role[0] == "_":
            return Style(bgcolor=Color.from_triplet(self.palette.colour(role[1:])))
        return Style(color=Color.from_triplet(inks.colour(role[1:])))

    def apply_styles(self, line: Text) -> Text:
        """Return ``line`` with styles in place of its roles."""
        styled = Text(line.plain, no_wrap=True, end="")
        for span in line.spans:
            styled.stylize(self.of(str(span.style)), span.start, span.end)
        return styled


@cache
def make_styles(content: ThemeColours) -> Styles:
    """Return the styles and paints of a theme."""
    return Styles(content)


def _roles(content: ThemeColours) -> dict[str, Style]:
    ink = content.all_paints["ink"]
    silk = {f"silk.{dye}": Style(bgcolor=colour, color=ink, bold=True) for dye, colour in content.silk.items()}
    drawn = {
        f"drawn.{dye}": Style(color=_make_readable(content, code), bold=True) for dye, code in content.silk.items()
    }
    owners = {f"owner.{owner}": Style(color=colour, bold=True) for owner, colour in content.owners.items()}
    named = {role: Style.parse(style) for role, style in content.roles.items()}
    drawn |= {role.replace("silk.", "drawn."): style for role, style in named.items() if role.startswith("silk.")}
    return {**silk, **drawn, **owners, **named, "qr-code": QR_CODE}


def _make_readable(content: ThemeColours, code: str) -> str:
    """Return a colour of silk, darker or lighter if need be, as text on the surface of the theme."""
    surface, colour = parse_colour(content.colours["surface"]), parse_colour(code)
    end = WHITE if content.dark else BLACK
    shades = (mix(colour, end, share / 20) for share in range(20))
    return next((shade.hex for shade in shades if contrast(shade, surface) >= MIN_CONTRAST), end.hex)
