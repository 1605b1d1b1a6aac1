"""Colour themes and the styles that each theme gives to roles and paints.

Drawings use roles such as ``silk.red`` or ``owner.2`` and paints such as ``^wall.2+10``; ``Styles`` turns both into
terminal styles. Several in one string are combined, the last one winning. Letters and shapes carry the meaning too.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.theme import Theme

from rokoko_tui.data_files import load_table
from rokoko_tui.theme.paints import Palette

DEFAULT = "rokoko-dark"
MONOCHROME = "rokoko-mono"

_COLOURS = load_table(__file__, "themes")
_BASE = (
    *("foreground", "background", "surface", "panel", "primary"),
    *("secondary", "accent", "success", "warning", "error"),
)
"""Colours that Textual has a name for."""


def _theme(name: str) -> Theme:
    colours = _COLOURS[name]
    variables = {"border-blurred": "panel", "footer-key-foreground": "title", "title": "title"}
    variables["foreground-muted"] = "faint"  # Textual's own is see-through, and lines of widgets would be painted whole
    return Theme(
        name=f"rokoko-{name}",
        dark=name != "light",
        variables={variable: colours[colour] for variable, colour in variables.items()},
        **{colour: colours[colour] for colour in _BASE},
    )


THEMES: tuple[Theme, ...] = tuple(map(_theme, ("dark", "light", "mono", "safe")))


def register_themes(app: App[Any]) -> None:
    for theme in THEMES:
        app.register_theme(theme)


def initial_theme(name: str, no_colour: bool = False) -> str:
    """Return the theme to start with: ``name`` if it is ours, monochrome on a terminal with ``no_colour``."""
    if no_colour:
        return MONOCHROME
    return name if any(theme.name == name for theme in THEMES) else DEFAULT


# ---- styles of drawings


class Styles:
    """Converts roles and paints to terminal styles. Text on a paint has its own roles: pictures are always dark."""

    def __init__(self, roles: Mapping[str, Style], palette: Palette, picture_roles: Mapping[str, Style]) -> None:
        self._roles, self._picture_roles = dict(roles), dict(picture_roles)
        self.palette = palette
        self._cache: dict[str, Style] = {}

    def of(self, roles: str) -> Style:
        """Return the style of ``roles``: names and paints separated by blanks. Raises KeyError for an unknown one."""
        style = self._cache.get(roles)
        if style is None:
            parts, known = roles.split(), self._roles
            if any(part[0] == "_" for part in parts):
                parts, known = ["plain", *parts], self._picture_roles
            style = self._cache[roles] = Style.combine(self._single(part, known) for part in parts)
        return style

    def _single(self, role: str, known: Mapping[str, Style]) -> Style:
        if role[0] not in "^_":
            return known[role]
        colour = Color.from_triplet(self.palette.colour(role[1:]))
        return Style(color=colour) if role[0] == "^" else Style(bgcolor=colour)

    def apply_styles(self, line: Text) -> Text:
        """Return ``line`` with styles in place of its roles."""
        styled = Text(line.plain, no_wrap=True, end="")
        for span in line.spans:
            styled.stylize(self.of(str(span.style)), span.start, span.end)
        return styled


INK = "#17121c"
"""Colour of letters on silk."""


def _roles(name: str, dyes: Mapping[str, str]) -> dict[str, Style]:
    return {
        **{role: Style.parse(style.format_map(_COLOURS[name])) for role, style in _COLOURS["roles"].items()},
        **{f"silk.{name}": Style(bgcolor=dye, color=INK, bold=True) for name, dye in dyes.items()},
        **{f"owner.{seat}": Style(color=colour, bold=True) for seat, colour in _COLOURS["owners"][name].items()},
    }


def _palette(name: str, dyes: Mapping[str, str]) -> Palette:
    """Return the paints of pictures, with the colours for silk, owners and the states of pieces."""
    states = {"cursor": "primary", "open": "accent", "chosen": "success", "title": "title"}
    return Palette(
        {
            **_COLOURS["pictures"],
            **{f"owner.{seat}": colour for seat, colour in _COLOURS["owners"][name].items()},
            **{f"dye.{dye}": colour for dye, colour in dyes.items()},
            **{paint: _COLOURS[name][colour] for paint, colour in states.items()},
        }
    )


_DARK_ROLES, _LIGHT_ROLES = (_roles(name, _COLOURS["dyes"]) for name in ("dark", "light"))
_SAFE_ROLES = _roles("safe", _COLOURS["safe-dyes"])
_MONO_ROLES = {role: Style.parse(style) for role, style in _COLOURS["mono-roles"].items()} | dict.fromkeys(
    (role for role in _DARK_ROLES if role.startswith(("silk.", "owner."))), Style(bold=True)
)
_PALETTE, _SAFE_PALETTE = _palette("dark", _COLOURS["dyes"]), _palette("safe", _COLOURS["safe-dyes"])


@cache
def styles_of(theme: str, dark: bool = True) -> Styles:
    """Return the styles of ``theme``; for a foreign theme those of our dark or light one."""
    roles = {
        "rokoko-dark": _DARK_ROLES,
        "rokoko-light": _LIGHT_ROLES,
        "rokoko-mono": _MONO_ROLES,
        "rokoko-safe": _SAFE_ROLES,
    }.get(theme, _DARK_ROLES if dark else _LIGHT_ROLES)
    palette = _SAFE_PALETTE if theme == "rokoko-safe" else _PALETTE
    return Styles(roles, palette, _DARK_ROLES if roles is _LIGHT_ROLES else roles)
