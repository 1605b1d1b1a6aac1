"""Samples printed by the doctor: signs over a ruler, owner marks, silk colours, and figures."""

from collections.abc import Iterator

from rich.text import Text

from rokoko_core.terms import COLOURS
from rokoko_tui.art import symbols
from rokoko_tui.art.figures.catalogue import garment
from rokoko_tui.art.figures.shape import Figure, Size
from rokoko_tui.art.pixels import inks_of
from rokoko_tui.text import Words
from rokoko_tui.theme.glyphs import SYMBOL_GLYPHS, GlyphSet, to_glyph_set
from rokoko_tui.theme.owner_marks import CROWN, MARKS

ON_A_LINE = 31
"""Signs per line."""
MORE = "█▀▄▌▐░▒▓▔▁─│┌┐└┘├┤┬┴┼╭╮╰╯═║━┃┏┓┗┛⣿"
"""Block and line characters shown besides the signs."""
GAP = 2
"""Cells between two figures."""
WALL = "wall.2"
"""Background of the figures."""


def signs_with_rulers(sign_set: GlyphSet) -> Iterator[tuple[str, str]]:
    """Yield rows of signs, each with a ruler; both end in the same column if every sign is one cell wide."""
    signs = [to_glyph_set(sign, sign_set) for sign in dict.fromkeys(SYMBOL_GLYPHS + tuple(MORE))]
    for start in range(0, len(signs), ON_A_LINE):
        row = signs[start : start + ON_A_LINE]
        yield f"[{''.join(row)}]", f"[{''.join(str((n + 1) % 10) for n in range(len(row)))}]"


def owners(sign_set: GlyphSet) -> Text:
    roles = [*(f"owner.{seat}" for seat in range(len(MARKS))), "owner.barry"]
    line = Text()
    for mark, role in zip((*MARKS.values(), CROWN), roles, strict=True):
        line.append(to_glyph_set(mark, sign_set), role)
        line.append("  ", "plain")
    return line


def silks(words: Words) -> Text:
    line = Text()
    for colour in COLOURS:
        line.append(f" {words.letter(colour)} ", symbols.silk_role(words, colour))
        line.append("  ", "plain")
    return line


def figures(words: Words, pictures: bool, sign_set: GlyphSet) -> list[Text]:
    """Return the lines of one garment of every silk, in pixels or in line art."""
    shown = [garment(ladies=n % 2 == 0, grand=n > 1) for n in range(len(COLOURS))]
    parts = [
        _in_pixels(figure, symbols.dye(words, colour))
        if pictures
        else _in_lines(figure, words.letter(colour), symbols.silk_role(words, colour), sign_set)
        for figure, colour in zip(shown, COLOURS, strict=True)
    ]
    gap = (" " * GAP, f"_{WALL}" if pictures else "plain")
    return [Text.assemble(gap, *(part for cells in row for part in (cells, gap))) for row in zip(*parts, strict=True)]


def _in_pixels(figure: Figure, dye: str) -> list[Text]:
    inks, rows = inks_of(dye), figure.pixels[Size.MIDDLE]
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        line = Text()
        for top, bottom in zip(upper, lower, strict=True):
            line.append("▀", f"^{inks.get(top, WALL)} _{inks.get(bottom, WALL)}")
        lines.append(line)
    return lines


def _in_lines(figure: Figure, letter: str, role: str, sign_set: GlyphSet) -> list[Text]:
    lines = []
    for row in figure.lines[Size.MIDDLE]:
        line = Text()
        for sign in row:
            line.append(letter if sign == "@" else to_glyph_set(sign, sign_set), role if sign == "@" else "plain")
        lines.append(line)
    return lines
