"""Terminal capabilities: which glyph set, how many colours, and whether pictures are drawn in pixels."""

import locale
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rokoko_tui.theme.glyphs import GlyphSet

AUTO = "auto"
ANSI_16, ANSI_256 = 16, 256
"""Numbers of colours that have a reduction table."""
_COUNTS = {None: 0, "standard": ANSI_16, "windows": ANSI_16, "256": ANSI_256}


class Choice(NamedTuple):
    """A value and the reason for it: ``setting`` for a setting, else what ``auto`` detected."""

    value: str
    why: str


@cache
def encoding() -> str:
    """Return the encoding of the environment's locale, also when Python runs in UTF-8 mode."""
    return locale.getencoding()


def choose_glyph_set(setting: str, environ: Mapping[str, str], terminal_encoding: str | None = None) -> Choice:
    """Choose the glyph set by the setting ``signs`` (auto, full, wgl4, ascii); the value is a ``GlyphSet``.

    ``terminal_encoding`` is by default that of the process.
    """
    if setting != AUTO:
        return Choice(setting, "setting")
    if environ.get("TERM") == "dumb":
        return Choice(GlyphSet.ASCII, "dumb")
    if (terminal_encoding or encoding()).lower().replace("-", "").replace("_", "") != "utf8":
        return Choice(GlyphSet.ASCII, "encoding")
    if environ.get("TERM") == "linux":
        return Choice(GlyphSet.WGL4, "linux")
    return Choice(GlyphSet.FULL, "fine")


def choose_pictures(setting: str, signs: str, colours: int, colourless: bool) -> Choice:
    """Choose ``on`` or ``off`` by the setting ``pictures`` (auto, on, off).

    ``colourless``: NO_COLOR is set or the theme has no colours. ASCII has no half blocks, so it is always ``off``.
    """
    if signs == GlyphSet.ASCII:
        return Choice("off", "ascii")
    if setting != AUTO:
        return Choice(setting, "setting")
    if colourless:
        return Choice("off", "colourless")
    return Choice("off", "few") if colours < ANSI_256 else Choice("on", "fine")


def count_colours(system: str | None) -> int:
    """Return the number of colours of a Rich colour system: 0, 16, 256 or 2**24."""
    return _COUNTS.get(system, 1 << 24)
