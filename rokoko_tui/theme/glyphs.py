"""The one table of signs: whatever drawings and words show besides letters, in three sets, each sign one cell wide.

Everybody writes the full signs. On the way to the screen, and before a line is printed, those of another set take their
place where the terminal asks for it: WGL4, which nearly every font has, or ASCII.
"""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import cache

from rich.cells import cell_len


class SignSet(StrEnum):
    """The sets there are, from the richest to the poorest."""

    FULL = "full"
    WGL4 = "wgl4"
    ASCII = "ascii"


_THINGS = """
● ● @   ■ ■ #   ▲ ▲ ^   ◆ ♦ &   ✦ ♣ $   ♛ ♠ W
★ ☼ *   ♪ ♪ !   ≈ ≈ ~   ✻ ¤ %   ◇ ◊ V   ▤ ≡ =
✓ √ v   ○ ○ o   ✗ × x   · · .   – – -   • • *   ∙ ∙ .   ° ° '   ◦ ◦ o   ◉ ◙ O   ◎ ◘ Q
► ► >   ▹ › )   ▸ ► >   ▷ ► >   ▶ ► >   ◄ ◄ <   ◃ ‹ (   ◂ ◄ <   ◀ ◄ <   ▼ ▼ v   ▴ ↑ '   ▾ ↓ ,   △ ∆ ^   ▽ ▼ v
← ← <   → → >   ↑ ↑ ^   ↓ ↓ v   ↔ ↔ -   ↕ ↕ |   ⇤ ├ [   ⇥ ┤ ]   ‹ ‹ <   › › >   « « {   » » }   ‖ ║ |
× × x   − − -   ± ± +   … … .   “ “ "   ” ” "   „ „ "   ‘ ‘ '   ’ ’ '   — — -   † † +   § § S   ½ ½ /   ÷ ÷ /
♥ ♥ v   ♦ ♦ &   ♣ ♣ $   ♠ ♠ W   ☼ ☼ *   ☆ ○ *   ✧ ◊ +   ✶ ☼ *   ❀ ☼ *   ✿ ☼ *   ♫ ♫ !   ◊ ◊ V   ⌂ ⌂ A
¦ ¦ :   □ □ o   ▪ ▪ #   ▫ ▫ o   ▬ ▬ =   ∞ ∞ 8   ≡ ≡ =   ≤ ≤ <   ≥ ≥ >   √ √ v
"""
"""Signs by threes: in full, of WGL4, in ASCII."""
_BLOCKS = """
█ █ #   ▀ ▀ "   ▄ ▄ _   ▌ ▌ |   ▐ ▐ |   ░ ░ .   ▒ ▒ :   ▓ ▓ %   ▔ ¯ -   ▁ _ _   ▕ │ |   ▏ │ |
▂ ▄ _   ▃ ▄ _   ▅ ▄ _   ▆ █ #   ▇ █ #   ▎ ▌ |   ▍ ▌ |   ▋ ▌ |   ▊ █ #   ▉ █ #
▘ ▀ '   ▝ ▀ '   ▖ ▄ .   ▗ ▄ .   ▚ █ %   ▞ █ %   ▙ █ #   ▛ █ #   ▜ █ #   ▟ █ #
"""
"""The same for blocks, of which the first three make pictures."""
_FRAMES = (
    "─━│┃┄┅┆┇┈┉┊┋┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿"
    "╀╁╂╃╄╅╆╇╈╉╊╋╌╍╎╏═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰╱╲╳╴╵╶╷╸╹╺╻╼╽╾╿",
    "─═│║─═¦║─═¦║┌┌┌╔┐┐┐╗└└└╚┘┘┘╝├├├├├├├╠┤┤┤┤┤┤┤╣┬┬┬┬┬┬┬╦┴┴┴┴┴┴┴╩┼┼┼┼"
    "┼┼┼┼┼┼┼┼┼┼┼╬─═¦║═║╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬┌┐┘└/\\×─│─│═║═║─│─│",
    "-=|#-=:|-=:|++++++++++++++++++++++++++++++++++++++++++++++++++++"
    "++++++++++++-=:|=|+++++++++++++++++++++++++++++++/\\x-|-|=|=|-|-|",
)
"""Lines and their corners, a row for each set."""
_UPPER, _LOWER = 0x1B, 0xE4
"""The bits of the dots in either half of a braille sign."""
_DOTS = {SignSet.WGL4: " ▀▄█", SignSet.ASCII: " '.:"}
"""Instead of braille: nothing, dots above, dots below, both."""


def _dotted(among: SignSet) -> dict[str, str]:
    """Braille, of which the chart is made, in coarser dots."""
    return {chr(0x2800 + bits): _DOTS[among][bool(bits & _UPPER) + 2 * bool(bits & _LOWER)] for bits in range(256)}


def _columns() -> Mapping[SignSet, Mapping[str, str]]:
    listed = (_THINGS + _BLOCKS).split()
    full = [*listed[::3], *_FRAMES[0]]
    return {
        SignSet.FULL: {sign: sign for sign in [*full, *_dotted(SignSet.WGL4)]},
        SignSet.WGL4: {**dict(zip(full, [*listed[1::3], *_FRAMES[1]], strict=True)), **_dotted(SignSet.WGL4)},
        SignSet.ASCII: {**dict(zip(full, [*listed[2::3], *_FRAMES[2]], strict=True)), **_dotted(SignSet.ASCII)},
    }


TABLE: Mapping[SignSet, Mapping[str, str]] = _columns()
"""In every set, what stands for each full sign."""
THINGS: tuple[str, ...] = tuple(_THINGS.split()[::3])
"""The full signs that are neither blocks nor lines nor dots."""
TOLD_APART: tuple[str, ...] = (
    "●■▲◆✦♛★",
    "●■▲◆✦♛○◇",
    "●■▲◆✦♛✓►▹",
    "●■▲◆✦♛▴▾",
    "✓○·–",
    "►▹✓",
    "►◄▹◃",
    "≈✻★♪◇",
    "▤◇★",
    "▴▾",
    "← →↑↓".replace(" ", ""),
    "⇤«‹›»⇥",
    "─│┃",
    "─━●",
    "█▀▄",
)
"""Signs that stand side by side and mean different things: owners and prestige, done and to do, lit and open..."""


class _Spelt(dict[int, str]):
    """What takes the place of each sign, by code point; with ``letters``, of whatever else is not in ASCII, too.

    Letters that somebody's ``own`` language has stay.
    """

    def __init__(self, among: SignSet, letters: bool, own: str) -> None:
        super().__init__({ord(sign): other for sign, other in TABLE[among].items()})
        self._letters, self._own = letters, own

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        stays = code < 128 or not self._letters or sign.lower() in self._own
        spelt = self[code] = sign if stays else _bare(sign)
        return spelt


def _bare(sign: str) -> str:
    """A letter without its accents, else question marks as wide as it is."""
    bare = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    cells = cell_len(sign)
    return bare if bare.isprintable() and len(bare) == cells else "?" * cells


@cache
def _spelling(among: SignSet, letters: bool, own: str) -> _Spelt:
    return _Spelt(among, letters, own)


def written(text: str, among: SignSet, letters: bool = False, own: str = "") -> str:
    """``text`` with the signs of that set, as many cells wide.

    With ``letters``, no letter outside ASCII is left among signs of ASCII either, but for the small and capital ones of
    ``own``, those of the language spoken; elsewhere letters stay as they are.
    """
    if among is SignSet.FULL or text.isascii():
        return text
    return text.translate(_spelling(among, letters and among is SignSet.ASCII, own))
