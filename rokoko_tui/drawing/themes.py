"""Colour themes, and the styles of everything drawn on the table under each of them.

Drawings name roles such as ``silk.red`` or ``owner.2`` and paints such as ``^wall.2+10``; a ``Styles`` turns both into
terminal styles. Several in one string add up, the last one winning. Letters and shapes carry the meaning; colour only
helps the eye.
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

from rokoko_tui.drawing.paints import Palette

DEFAULT = "rokoko-dark"
MONOCHROME = "rokoko-mono"

_DARK = {
    "foreground": "#ece4d8",
    "background": "#15121a",
    "surface": "#1d1924",
    "panel": "#2b2535",
    "primary": "#d98fa4",
    "secondary": "#9db4d6",
    "accent": "#e0b866",
    "success": "#8fc48a",
    "warning": "#e6a45a",
    "error": "#e2706b",
}
_LIGHT = {
    "foreground": "#2b2320",
    "background": "#f3ecdc",
    "surface": "#fbf7ed",
    "panel": "#e6dac2",
    "primary": "#98405c",
    "secondary": "#3d5c86",
    "accent": "#86590c",
    "success": "#2f6b37",
    "warning": "#94550b",
    "error": "#a32b2b",
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
}
_SAFE = {
    "foreground": "#f0f0f0",
    "background": "#0e1116",
    "surface": "#161a21",
    "panel": "#252b36",
    "primary": "#56b4e9",
    "secondary": "#cc79a7",
    "accent": "#ffffff",
    "success": "#56b4e9",
    "warning": "#e69f00",
    "error": "#e69f00",
}


TITLES = {"dark": "#ddd0f4", "light": "#5a3a86"}
"""What panes are called in: lilac, so that gold means what can be chosen alone."""


def _theme(name: str, colours: Mapping[str, str], dark: bool) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        variables={
            "border-blurred": colours["panel"],
            "footer-key-foreground": colours["accent"],
            "title": TITLES["dark" if dark else "light"],
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


def register(app: App[Any]) -> None:
    """Make the program's themes known to ``app``."""
    for theme in THEMES:
        app.register_theme(theme)


def chosen(name: str) -> str:
    """The theme to start with: ``name`` if it is one of ours, and no colours where the terminal asks for none."""
    if environ.get("NO_COLOR"):
        return MONOCHROME
    return name if any(theme.name == name for theme in THEMES) else DEFAULT


# ---- styles of the table


class Styles:
    """Turns role names into terminal styles."""

    def __init__(self, roles: Mapping[str, Style], palette: Palette) -> None:
        self._roles = dict(roles)
        self.palette = palette
        self._known: dict[str, Style] = {}

    def of(self, roles: str) -> Style:
        """The style of ``roles``, names and paints parted by blanks. Raises KeyError for one no theme has."""
        found = self._known.get(roles)
        if found is None:
            found = self._known[roles] = Style.combine(map(self._one, roles.split()))
        return found

    def _one(self, role: str) -> Style:
        if role[0] not in "^_":
            return self._roles[role]
        colour = Color.from_triplet(self.palette.colour(role[1:]))
        return Style(color=colour) if role[0] == "^" else Style(bgcolor=colour)

    def dressed(self, line: Text) -> Text:
        """``line`` with its roles turned into styles."""
        dressed = Text(line.plain, no_wrap=True, end="")
        for span in line.spans:
            dressed.stylize(self.of(str(span.style)), span.start, span.end)
        return dressed


def _silk(colours: Mapping[str, tuple[str, str]]) -> dict[str, Style]:
    """Silk and dresses by dye: (background, letter on it)."""
    return {f"silk.{name}": Style(bgcolor=back, color=front, bold=True) for name, (back, front) in colours.items()}


def _owners(*colours: str) -> dict[str, Style]:
    names = ("0", "1", "2", "3", "4", "barry")
    return {f"owner.{name}": Style(color=colour, bold=True) for name, colour in zip(names, colours, strict=True)}


def _coloured(
    theme: Mapping[str, str], card: str, other: str, faint: str, good: str, lit: str, on_lit: str
) -> dict[str, Style]:
    return {
        "plain": Style(color=theme["foreground"]),
        "card": Style(bgcolor=card, color=theme["foreground"]),
        "other-card": Style(bgcolor=other, color=theme["foreground"]),
        "space": Style(bgcolor=theme["panel"], color=faint),
        "dim": Style(color=faint),
        "strong": Style(bold=True),
        "head": Style(color=theme["accent"], bold=True),
        "label": Style(color=theme["secondary"]),
        "coin": Style(color=theme["accent"]),
        "price": Style(color=theme["accent"], bold=True),
        "prestige": Style(color=good, bold=True),
        "rank": Style(color=theme["primary"], bold=True),
        "notion": Style(color=theme["secondary"], bold=True),
        "done": Style(color=theme["success"], bold=True),
        "changed": Style(color=theme["success"], bold=True),
        "turn": Style(bgcolor=theme["accent"], color=theme["background"], bold=True),
        "open": Style(color=theme["accent"], bold=True),
        "lit": Style(bgcolor=lit, color=on_lit, bold=True),
        "lit-silk": Style(underline=True),
        "band": Style(bgcolor=card, color=theme["accent"], bold=True),
        "band.lit": Style(bgcolor=theme["primary"], color=theme["background"], bold=True),
        "band.open": Style(bgcolor=theme["accent"], color=theme["background"], bold=True),
        "band.chosen": Style(bgcolor=theme["success"], color=theme["background"], bold=True),
    }


_BRIGHT_SILK = {
    "yellow": ("#e6bd3f", "#231a00"),
    "green": ("#3f8f55", "#ffffff"),
    "red": ("#b93a3a", "#ffffff"),
    "blue": ("#3b68b8", "#ffffff"),
    "pink": ("#e08fb2", "#2b0a18"),
    "orange": ("#e08432", "#231000"),
}
_DARK_ROLES = {
    **_coloured(_DARK, "#352e42", "#2a2f40", "#8f869c", "#f2d78c", "#f6ecd8", "#15121a"),
    **_silk(_BRIGHT_SILK),
    **_owners("#ff97ab", "#7cc7ff", "#a8e08a", "#ffc168", "#cda8ff", "#ffffff"),
}
_LIGHT_ROLES = {
    **_coloured(_LIGHT, "#efe5d0", "#e6e3e0", "#7d705f", "#7a4c00", "#3a2430", "#fff7e8"),
    **_silk({**_BRIGHT_SILK, "yellow": ("#f0c948", "#231a00"), "pink": ("#eda4c2", "#2b0a18")}),
    **_owners("#b3204a", "#14599c", "#2c6e1c", "#9a5200", "#6c3bb0", "#1a1a1a"),
}
_SAFE_ROLES = {
    **_coloured(_SAFE, "#2c3340", "#333029", "#98a1b0", "#bfe3ff", "#ffffff", "#0e1116"),
    **_silk(
        {
            "yellow": ("#f0e442", "#111111"),
            "green": ("#009e73", "#000000"),
            "red": ("#d55e00", "#000000"),
            "blue": ("#0072b2", "#ffffff"),
            "pink": ("#cc79a7", "#000000"),
            "orange": ("#e69f00", "#000000"),
        }
    ),
    **_owners("#56b4e9", "#e69f00", "#f0e442", "#cc79a7", "#33c9a0", "#ffffff"),
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
    **{f"silk.{name}": Style(bold=True) for name in _BRIGHT_SILK},
    **{f"owner.{name}": Style(bold=True) for name in ("0", "1", "2", "3", "4", "barry")},
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
    "wall.3": "#1b3b34",
    "wall.4": "#3f2b58",
    "wall.5": "#363425",
    "floor": "#423028",
    "floor.king": "#493120",
    "niche": "#352c43",
    "shelf": "#3d2d25",
    "card": "#262031",
    "card.dark": "#1d1826",
    "ink": "#17121c",
    "text": "#f1e9dd",
    "soft": "#b3abc2",
    "coin": "#eedcb4",
    "star": "#fff0c4",
    "title": "#ddd0f4",
    "good": "#a6dcae",
    "cursor": "#f08fb0",
    "open": "#f0c860",
    "chosen": "#a6dcae",
}
"""The paints of pictures, which look the same by day and by night; silk and owners besides."""
_DYES = {
    "dye.yellow": "#f0c44c",
    "dye.green": "#3fae74",
    "dye.red": "#e04c5a",
    "dye.blue": "#4d83e0",
    "dye.pink": "#ee93bd",
    "dye.orange": "#ee8a3a",
}
_SAFE_DYES = {
    "dye.yellow": "#f0e442",
    "dye.green": "#009e73",
    "dye.red": "#d55e00",
    "dye.blue": "#3d8fd0",
    "dye.pink": "#cc79a7",
    "dye.orange": "#e69f00",
}
_OWNER_PAINTS = {
    "owner.0": "#f6e7c8",
    "owner.1": "#a8dcf4",
    "owner.2": "#cbe79f",
    "owner.3": "#f5b98f",
    "owner.4": "#d3bcf7",
    "owner.barry": "#ffffff",
}
_SAFE_PALETTE = Palette({**_PICTURES, **_OWNER_PAINTS, **_SAFE_DYES})
_PALETTE = Palette({**_PICTURES, **_OWNER_PAINTS, **_DYES})


@cache
def styles_of(theme: str, dark: bool = True) -> Styles:
    """The styles of ``theme``; those of our dark or light theme for a theme that is not ours."""
    roles = {
        "rokoko-dark": _DARK_ROLES,
        "rokoko-light": _LIGHT_ROLES,
        "rokoko-mono": _MONO_ROLES,
        "rokoko-safe": _SAFE_ROLES,
    }
    palette = _SAFE_PALETTE if theme == "rokoko-safe" else _PALETTE
    return Styles(roles.get(theme, _DARK_ROLES if dark else _LIGHT_ROLES), palette)
