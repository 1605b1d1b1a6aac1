"""Terminal capabilities: which glyph set, how many colours, and whether pictures are drawn in pixels."""

import locale
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rokoko_tui.theme.glyphs import SignSet

AUTO = "auto"
FEW, MANY = 16, 256
"""Numbers of colours that have a reduction table."""
_COUNTS = {None: 0, "standard": FEW, "windows": FEW, "256": MANY}


class Choice(NamedTuple):
    """A value and the reason for it: ``settled`` for a setting, else what ``auto`` detected."""

    value: str
    why: str


@cache
def encoding() -> str:
    """Return the encoding of the environment's locale, also when Python runs in UTF-8 mode."""
    return locale.getencoding()


def signs_chosen(setting: str, environ: Mapping[str, str]) -> Choice:
    """Choose the glyph set by the setting ``signs`` (auto, full, wgl4, ascii); the value is a ``SignSet``."""
    if setting != AUTO:
        return Choice(setting, "settled")
    if environ.get("TERM") == "dumb":
        return Choice(SignSet.ASCII, "dumb")
    if encoding().lower().replace("-", "").replace("_", "") != "utf8":
        return Choice(SignSet.ASCII, "encoding")
    if environ.get("TERM") == "linux":
        return Choice(SignSet.WGL4, "linux")
    return Choice(SignSet.FULL, "fine")


def pictures_chosen(setting: str, signs: str, colours: int, colourless: bool) -> Choice:
    """Choose ``on`` or ``off`` by the setting ``pictures`` (auto, on, off).

    ``colourless``: NO_COLOR is set or the theme has no colours. ASCII has no half blocks, so it is always ``off``.
    """
    if signs == SignSet.ASCII:
        return Choice("off", "ascii")
    if setting != AUTO:
        return Choice(setting, "settled")
    if colourless:
        return Choice("off", "colourless")
    return Choice("off", "few") if colours < MANY else Choice("on", "fine")


def colours_of(system: str | None) -> int:
    """Return the number of colours of a Rich colour system: 0, 16, 256 or 2**24."""
    return _COUNTS.get(system, 1 << 24)
