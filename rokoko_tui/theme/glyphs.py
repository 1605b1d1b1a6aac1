"""Glyph sets: all non-letters of drawings and texts in full Unicode, WGL4 and ASCII, each one cell wide.

All code writes the full glyphs. An output filter, or ``print``, substitutes those of the set in use: WGL4, which nearly
every font has, or ASCII.
"""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from rich.cells import cell_len

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
    cells = cell_len(character)
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
