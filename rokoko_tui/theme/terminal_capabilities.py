"""What a terminal can show: which signs, how many colours, pictures or lines. Settings decide, or ``auto`` does."""

import locale
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rokoko_tui.theme.glyphs import SignSet

AUTO = "auto"
FEW, MANY = 16, 256
"""Numbers of colours that have tables of their own."""
_COUNTS = {None: 0, "standard": FEW, "windows": FEW, "256": MANY}


class Choice(NamedTuple):
    """Something chosen, and the name of the reason: ``settled``, or what ``auto`` went by."""

    value: str
    why: str


@cache
def encoding() -> str:
    """The encoding of the environment's locale, whatever Python itself writes in."""
    return locale.getencoding()


def signs_chosen(settled: str, environ: Mapping[str, str]) -> Choice:
    """The set of signs by the setting ``signs`` (auto, full, wgl4, ascii); the value is one of ``SignSet``."""
    if settled != AUTO:
        return Choice(settled, "settled")
    if environ.get("TERM") == "dumb":
        return Choice(SignSet.ASCII, "dumb")
    if encoding().lower().replace("-", "").replace("_", "") != "utf8":
        return Choice(SignSet.ASCII, "encoding")
    if environ.get("TERM") == "linux":
        return Choice(SignSet.WGL4, "linux")
    return Choice(SignSet.FULL, "fine")


def pictures_chosen(settled: str, signs: str, colours: int, colourless: bool) -> Choice:
    """``on`` or ``off`` by the setting ``pictures`` (auto, on, off).

    ``colours`` is their number, ``colourless`` says that none are wanted: by NO_COLOR or the theme without them.
    Signs of ASCII have no half blocks, and nothing is drawn in pixels with them, whatever is settled.
    """
    if signs == SignSet.ASCII:
        return Choice("off", "ascii")
    if settled != AUTO:
        return Choice(settled, "settled")
    if colourless:
        return Choice("off", "colourless")
    return Choice("off", "few") if colours < MANY else Choice("on", "fine")


def colours_of(system: str | None) -> int:
    """How many colours a terminal has, by rich's name of its colour system: 0, 16, 256, or about 16 million."""
    return _COUNTS.get(system, 1 << 24)
