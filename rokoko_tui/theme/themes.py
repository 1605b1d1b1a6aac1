"""Colour themes and the styles that each theme gives to roles and paints.

Drawings use roles such as ``silk.red`` or ``owner.2`` and paints such as ``^wall.2+10``; ``Styles`` turns both into
terminal styles. Several in one string are combined, the last one winning. Letters and shapes carry the meaning too.
"""

from collections.abc import Mapping
from functools import cache
from os import environ
from typing import Any

from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.app import App
from textual.theme import Theme

from rokoko_tui.theme.paints import Palette

DEFAULT = "rokoko-dark"
MONOCHROME = "rokoko-mono"

_DARK = {
    "foreground": "#ece4d8",
    "background": "#15121a",
    "surface": "#1d1924",
    "panel": "#2b2535",
    "primary": "#ff9fcb",
    "secondary": "#9db4d6",
    "accent": "#ffdb65",
    "success": "#b2f8ba",
    "warning": "#e6a45a",
    "error": "#e2706b",
    "title": "#ddd0f4",
}
_LIGHT = {
    "foreground": "#2b2320",
    "background": "#f3ecdc",
    "surface": "#fbf7ed",
    "panel": "#e6dac2",
    "primary": "#8c1f50",
    "secondary": "#3d5c86",
    "accent": "#84550b",
    "success": "#3e6b0c",
    "warning": "#94550b",
    "error": "#a32b2b",
    "title": "#574686",
}
_MONO = {
    "foreground": "#dddddd",
    "background": "#000000",
    "surface": "#000000",
    "panel": "#222222",
    "primary": "#ffffff",
    "secondary": "#cccccc",
    "accent": "#ffffff",
    "success": "#ffffff",
    "warning": "#ffffff",
    "error": "#ffffff",
    "title": "#ffffff",
}
_SAFE = {
    "foreground": "#f0f0f0",
    "background": "#0e1116",
    "surface": "#161a21",
    "panel": "#252b36",
    "primary": "#16c4fe",
    "secondary": "#d9a8c6",
    "accent": "#fffafd",
    "success": "#a8fdc1",
    "warning": "#e69f00",
    "error": "#e69f00",
    "title": "#d3c8ee",
}


def _theme(name: str, colours: Mapping[str, str], dark: bool) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        variables={
            "border-blurred": colours["panel"],
            "footer-key-foreground": colours["title"],
            "title": colours["title"],
        },
        foreground=colours["foreground"],
        background=colours["background"],
        surface=colours["surface"],
        panel=colours["panel"],
        primary=colours["primary"],
        secondary=colours["secondary"],
        accent=colours["accent"],
        success=colours["success"],
        warning=colours["warning"],
        error=colours["error"],
    )


THEMES: tuple[Theme, ...] = (
    _theme("rokoko-dark", _DARK, dark=True),
    _theme("rokoko-light", _LIGHT, dark=False),
    _theme("rokoko-mono", _MONO, dark=True),
    _theme("rokoko-safe", _SAFE, dark=True),
)


def register_themes(app: App[Any]) -> None:
    """Register the program's themes with ``app``."""
    for theme in THEMES:
        app.register_theme(theme)


def initial_theme(name: str) -> str:
    """Return the theme to start with: ``name`` if it is ours, monochrome if NO_COLOR is set."""
    if environ.get("NO_COLOR"):
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


def _silk_roles(dyes: Mapping[str, str]) -> dict[str, Style]:
    """Roles of silk and dresses by dye, with dark letters."""
    return {f"silk.{name.removeprefix('dye.')}": Style(bgcolor=dye, color=INK, bold=True) for name, dye in dyes.items()}


def _colour_roles(
    theme: Mapping[str, str], card: str, other: str, faint: str, coin: str, star: str
) -> dict[str, Style]:
    def inverse(name: str) -> Style:
        return Style(bgcolor=theme[name], color=theme["background"], bold=True)

    return {
        "plain": Style(color=theme["foreground"]),
        "card": Style(bgcolor=card, color=theme["foreground"]),
        "other-card": Style(bgcolor=other, color=theme["foreground"]),
        "space": Style(bgcolor=theme["panel"], color=faint),
        "dim": Style(color=faint),
        "strong": Style(bold=True),
        "head": Style(color=theme["title"], bold=True),
        "label": Style(color=theme["secondary"]),
        "coin": Style(color=coin),
        "price": Style(color=coin, bold=True),
        "prestige": Style(color=star, bold=True),
        "rank": Style(color=theme["title"], bold=True),
        "notion": Style(color=theme["secondary"], bold=True),
        "done": Style(color=theme["success"], bold=True),
        "changed": Style(color=theme["success"], bold=True),
        "turn": inverse("title"),
        "open": Style(color=theme["accent"], bold=True),
        "lit": inverse("primary"),
        "lit-silk": Style(underline=True),
        "band": Style(bgcolor=card, color=theme["foreground"], bold=True),
        "band.lit": inverse("primary"),
        "band.open": Style(bgcolor=card, color=theme["accent"], bold=True),
        "band.chosen": inverse("success"),
    }


INK = "#17121c"
"""Colour of letters on silk."""
_DYES = {
    "dye.yellow": "#ecbd43",
    "dye.green": "#1fa36b",
    "dye.red": "#e04e57",
    "dye.blue": "#4b86e3",
    "dye.pink": "#ce7195",
    "dye.orange": "#ed8934",
}
_SAFE_DYES = {
    "dye.yellow": "#e9e343",
    "dye.green": "#20a586",
    "dye.red": "#d55d02",
    "dye.blue": "#4d85c4",
    "dye.pink": "#cf77a8",
    "dye.orange": "#eca419",
}
_OWNERS = {
    "owner.0": ("#05d8cf", "#4bfeff", "#086b5e"),
    "owner.1": ("#38c2f7", "#d4bdf7", "#025394"),
    "owner.2": ("#95c500", "#5dcc00", "#282d00"),
    "owner.3": ("#e7c8b5", "#fcad8e", "#432002"),
    "owner.4": ("#b5bffe", "#b7b797", "#6e3bad"),
    "owner.barry": ("#ffffff", "#ffffff", "#1a1a1a"),
}
"""Owner colours in the dark theme and in pictures, in the colour-blind-safe theme, and in the light theme."""
_DARK_COLUMN, _SAFE_COLUMN, _LIGHT_COLUMN = range(3)


def _owner_colours(column: int) -> dict[str, str]:
    return {name: colours[column] for name, colours in _OWNERS.items()}


def _owner_roles(column: int) -> dict[str, Style]:
    return {name: Style(color=colour, bold=True) for name, colour in _owner_colours(column).items()}


_DARK_ROLES = {
    **_colour_roles(_DARK, "#352e42", "#2a2f40", "#aaa2b7", "#eedcb4", "#fff0c4"),
    **_silk_roles(_DYES),
    **_owner_roles(_DARK_COLUMN),
}
_LIGHT_ROLES = {
    **_colour_roles(_LIGHT, "#efe5d0", "#e6e3e0", "#62574a", "#5d4a20", "#5a3a10"),
    **_silk_roles(_DYES),
    **_owner_roles(_LIGHT_COLUMN),
}
_SAFE_ROLES = {
    **_colour_roles(_SAFE, "#2c3340", "#333029", "#a3acba", "#eedcb4", "#fff0c4"),
    **_silk_roles(_SAFE_DYES),
    **_owner_roles(_SAFE_COLUMN),
}
_MONO_ROLES = {
    "plain": Style(),
    "card": Style(bgcolor="#2a2a2a"),
    "other-card": Style(bgcolor="#1c1c1c"),
    "space": Style(bgcolor="#161616", dim=True),
    "dim": Style(dim=True),
    "strong": Style(bold=True),
    "head": Style(bold=True),
    "label": Style(),
    "coin": Style(),
    "price": Style(bold=True),
    "prestige": Style(bold=True),
    "rank": Style(bold=True),
    "notion": Style(),
    "done": Style(bold=True),
    "changed": Style(bold=True, underline=True),
    "turn": Style(reverse=True, bold=True),
    "open": Style(bold=True),
    "lit": Style(reverse=True, bold=True),
    "lit-silk": Style(reverse=True, bold=True),
    "band": Style(bold=True),
    "band.lit": Style(reverse=True, bold=True),
    "band.open": Style(bold=True, underline=True),
    "band.chosen": Style(bold=True, italic=True),
    **{name.replace("dye", "silk"): Style(bold=True) for name in _DYES},
    **{name: Style(bold=True) for name in _OWNERS},
}


_PICTURES = {
    "cream": "#fff6e4",
    "skin": "#f3cfb2",
    "wig": "#f2ece4",
    "hat": "#3a2f44",
    "galloon": "#c3b6d2",
    "velvet": "#9a4560",
    "russet": "#b8795a",
    "steel": "#5b6b86",
    "brown": "#8a6a4c",
    "gold": "#f3cf73",
    "rose": "#e77f9c",
    "dusk": "#3b3040",
    "yarn": "#cfdcff",
    "lace": "#f3f4ff",
    "stone": "#e9e4da",
    "water": "#a5dcf2",
    "leaf": "#4f9a62",
    "wood": "#8a6a45",
    "flame": "#ffd27a",
    "night": "#10152e",
    "sky": "#232a52",
    "lawn": "#1c4230",
    "wall.1": "#4c1f2c",
    "wall.2": "#26325a",
    "wall.3": "#1a3a33",
    "wall.4": "#3f2b58",
    "wall.5": "#363425",
    "floor": "#423028",
    "floor.king": "#462e1e",
    "niche": "#352c43",
    "shelf": "#3d2d25",
    "rank.master": "#572b42",
    "rank.journeyman": "#273b5b",
    "rank.apprentice": "#483722",
    "card": "#262031",
    "card.dark": "#1d1826",
    "ink": "#17121c",
    "text": "#f1e9dd",
    "soft": "#b3abc2",
    "coin": "#eedcb4",
    "star": "#fff0c4",
    "good": "#a6dcae",
}
"""Paints of pictures, the same in all themes; the palettes add silk, owners and the states of pieces."""


def _state_colours(theme: Mapping[str, str]) -> dict[str, str]:
    names = {"cursor": "primary", "open": "accent", "chosen": "success", "title": "title"}
    return {paint: theme[name] for paint, name in names.items()}


_SAFE_PALETTE = Palette({**_PICTURES, **_owner_colours(_SAFE_COLUMN), **_SAFE_DYES, **_state_colours(_SAFE)})
_PALETTE = Palette({**_PICTURES, **_owner_colours(_DARK_COLUMN), **_DYES, **_state_colours(_DARK)})


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
