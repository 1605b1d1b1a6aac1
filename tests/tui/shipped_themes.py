"""The program's own themes, by name, and the example of the documentation."""

import re
from textwrap import dedent

from rokoko_tui.theme.styles import Styles, TableTheme, make_styles, to_textual
from rokoko_tui.theme.theme_files import shipped_names, shipped_theme
from tests import ROOT

NAMES = shipped_names()
EXAMPLE_THEME = dedent(
    re.search(r"^    dark = .*?(?=^\S)", (ROOT / "docs" / "themes.md").read_text("utf-8"), re.M | re.S)[0]  # type: ignore[index]
)
"""The theme file of ``docs/themes.md``."""
COLOURED = tuple(name for name in NAMES if not shipped_theme(name).colourless)


def styles_named(name: str) -> Styles:
    """Return the styles of a theme."""
    return make_styles(shipped_theme(name))


def theme_named(name: str) -> TableTheme:
    """Return a theme as Textual uses it."""
    return to_textual(shipped_theme(name))
