"""The palace at night, with windows that can be lit one by one."""

from collections.abc import Collection

from rokoko_tui.art.figures.shape import Rows, gallery
from rokoko_tui.data_files import load_table

_LIT, _DARK = "V", "N"
"""Inks of windows."""
_LIT_SIGN, _DARK_SIGN = "█", ":"
((_PIXELS,), (_LINES,)) = map(gallery, load_table(__file__, "palace").values())
WIDTH, HEIGHT = len(_PIXELS[0]), len(_PIXELS) // 2
"""Cells: 60x9."""
Window = tuple[tuple[int, int], ...]
"""(column, pixel row) of its pixels."""


def _find_windows() -> tuple[Window, ...]:
    glass = {(x, p) for p, row in enumerate(_PIXELS) for x, ink in enumerate(row) if ink == _DARK}
    windows = []
    for x, p in sorted(glass):
        if (x - 1, p) not in glass and (x, p - 1) not in glass:
            width = next(n for n in range(1, WIDTH) if (x + n, p) not in glass)
            height = next(n for n in range(1, 2 * HEIGHT) if (x, p + n) not in glass)
            windows.append(tuple((x + dx, p + dp) for dp in range(height) for dx in range(width)))
    return tuple(windows)


WINDOWS: tuple[Window, ...] = _find_windows()
"""All windows, from left to right and within a column from top to bottom."""


def palace(lit: Collection[int] = ()) -> Rows:
    """Return the palace in pixels, with the windows of indices ``lit`` lit."""
    rows = [list(row) for row in _PIXELS]
    for n in lit:
        for x, p in WINDOWS[n]:
            rows[p][x] = _LIT
    return tuple("".join(row) for row in rows)


def palace_lines(lit: Collection[int] = ()) -> Rows:
    """Return the palace in 60x9 characters, one per window; blanks are transparent."""
    rows = [list(row) for row in _LINES]
    for n, pixels in enumerate(WINDOWS):
        bottom = pixels[-1][1]
        for x in (x for x, p in pixels if p == bottom):
            rows[bottom // 2][x] = _LIT_SIGN if n in lit else _DARK_SIGN
    return tuple("".join(row) for row in rows)
