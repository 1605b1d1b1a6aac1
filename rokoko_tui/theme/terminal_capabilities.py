"""What a terminal can show: glyph sets, colours, and whether pictures are drawn in pixels.

The glyph sets have all non-letters of drawings and texts in full Unicode, WGL4 and ASCII, each one cell wide. All code
writes the full glyphs. An output filter, or ``print``, substitutes those of the set in use: WGL4, which nearly
every font has, or ASCII.
"""

import locale
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from rich.cells import get_character_cell_size

from rokoko_tui.data_files import load_table


class GlyphSet(StrEnum):
    """The glyph sets, from the richest to the poorest."""

    FULL = "full"
    WGL4 = "wgl4"
    ASCII = "ascii"


_GLYPHS = load_table(__file__, "glyphs")
_UPPER, _LOWER = 0x1B, 0xE4
"""Bits of the dots in the upper and lower half of a braille pattern."""
_DOTS = {GlyphSet.WGL4: " ▀▄█", GlyphSet.ASCII: " '.:"}
"""Substitutes for braille patterns: empty, upper dots, lower dots, both."""


def _braille(glyph_set: GlyphSet) -> dict[str, str]:
    """Substitutes for braille patterns, which the chart is drawn with."""
    dots = _DOTS[glyph_set]
    return {chr(0x2800 + bits): dots[bool(bits & _UPPER) + 2 * bool(bits & _LOWER)] for bits in range(256)}


def _build_table() -> Mapping[GlyphSet, Mapping[str, str]]:
    triples = (_GLYPHS["things"] + _GLYPHS["blocks"]).split()
    frames: list[str] = _GLYPHS["frames"]
    full = [*triples[::3], *frames[0]]
    return {
        GlyphSet.FULL: {glyph: glyph for glyph in [*full, *_braille(GlyphSet.WGL4)]},
        GlyphSet.WGL4: {**dict(zip(full, [*triples[1::3], *frames[1]], strict=True)), **_braille(GlyphSet.WGL4)},
        GlyphSet.ASCII: {**dict(zip(full, [*triples[2::3], *frames[2]], strict=True)), **_braille(GlyphSet.ASCII)},
    }


GLYPH_TABLE: Mapping[GlyphSet, Mapping[str, str]] = _build_table()
"""By glyph set, the substitute of every full glyph."""
SYMBOL_GLYPHS: tuple[str, ...] = tuple(_GLYPHS["things"].split()[::3])
"""The full glyphs without blocks, box drawing and braille."""


class _Substitutes(dict[int, str]):
    """Substitutes by code point, for ``str.translate``. Other characters are computed once and kept.

    With ``letters``, letters outside ASCII are substituted too, except those in ``own``.
    """

    def __init__(self, glyph_set: GlyphSet, letters: bool, own: str) -> None:
        super().__init__({ord(glyph): other for glyph, other in GLYPH_TABLE[glyph_set].items()})
        self._letters, self._own = letters, own

    def __missing__(self, code: int) -> str:
        character = chr(code)
        is_kept = code < 128 or not self._letters or character.lower() in self._own
        substitute = self[code] = character if is_kept else _to_ascii(character)
        return substitute


def _to_ascii(character: str) -> str:
    """Return a letter without its accents, or question marks of the same width."""
    ascii_only = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    cells = get_character_cell_size(character)
    return ascii_only if ascii_only.isprintable() and len(ascii_only) == cells else "?" * cells


_substitutes = cache(_Substitutes)


def to_glyph_set(text: str, among: GlyphSet, letters: bool = False, own: str = "") -> str:
    """Return ``text`` in the glyphs of a set, of the same width.

    ``letters`` replaces letters outside ASCII as well when the set is ASCII, except the letters of ``own`` in either
    case: those of the user's language.
    """
    if among is GlyphSet.FULL or text.isascii():
        return text
    return text.translate(_substitutes(among, letters and among is GlyphSet.ASCII, own))


# ---- what a terminal can show

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
