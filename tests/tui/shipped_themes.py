"""The program's own themes, by name, and the example of the documentation."""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent

from rokoko_tui.theme.styles import Styles, TableTheme, make_styles, to_textual
from rokoko_tui.theme.theme_files import ThemeColours, read_own_theme, shipped_names, shipped_theme
from tests import ROOT

NAMES = shipped_names()
EXAMPLE_THEME = dedent(
    re.search(r"^    dark = .*?(?=^\S)", (ROOT / "docs" / "themes.md").read_text("utf-8"), re.M | re.S)[0]  # type: ignore[index]
)
"""The theme file of ``docs/themes.md``."""
EXAMPLE = "lagoon"
"""The name of that theme."""
COLOURED = tuple(name for name in NAMES if not shipped_theme(name).colourless)


def styles_named(name: str) -> Styles:
    """Return the styles of a theme."""
    return make_styles(colours_named(name))


def theme_named(name: str) -> TableTheme:
    """Return a theme as Textual uses it."""
    return to_textual(colours_named(name))


@cache
def colours_named(name: str) -> ThemeColours:
    """Return a theme of the program, or the example."""
    if name != EXAMPLE:
        return shipped_theme(name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{EXAMPLE}.toml"
        path.write_text(EXAMPLE_THEME, encoding="utf-8")
        return read_own_theme(path)
