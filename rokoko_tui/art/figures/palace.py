"""The palace by night, its windows dark or lit one by one."""

from collections.abc import Collection

from rokoko_tui.art.figures.shape import Rows, gallery

_LIT, _DARK = "V", "N"
"""The inks of a window."""
_LIT_SIGN, _DARK_SIGN = "█", ":"
(_PIXELS,) = gallery("""
.............................go.............................
.............................go.............................
....ooo....................jPPPPJ....................ooo....
...jPPPP..................jPPPPPPJ..................PPPPJ...
..jPPPPPP................jPPUUUUPPJ................PPPPPPJ..
..jPPNPPP...K.....K.......UUSggSUU.......K.....K...PPPNPPJ..
..jPPNPPP...K.....K.....UUSSSggSSSUU.....K.....K...PPPNPPJ..
..jPPPPPP.jjjjNjjNjjjjUUUUUUUUUUUUUUUUjjjjNjjNjjjj.PPPPPPJ..
.SSSSSSSSSPPPPPPPPPPPPSSSSSSSSSSSSSSSSPPPPPPPPPPPPSSSSSSSSS.
.KKKKKKKKKSSSSSSSSSSSSSNNSNNSNNSNNSNNSSSSSSSSSSSSSKKKKKKKKK.
.KKNKNKNKKKNKKNKKNKKNKSNNSNNSNNSNNSNNSKNKKNKKNKKNKKKNKNKNKK.
.KKNKNKNKKKNKKNKKNKKNKSNNSNNSNNSNNSNNSKNKKNKKNKKNKKKNKNKNKK.
.SSSSSSSSSSSSSSSSSSSSSUUUUUUUUUUUUUUUUSSSSSSSSSSSSSSSSSSSSS.
.KKNKNKNKKKNKKNKKNKKNKSNNSNNSffSNNSNNSKNKKNKKNKKNKKKNKNKNKK.
.KKNKNKNKKKNKKNKKNKKNKSNNSNNSffSNNSNNSKNKKNKKNKKNKKKNKNKNKK.
.KKNKNKNKKKNKKNKKNKKNKSNNSNNSffSNNSNNSKNKKNKKNKKNKKKNKNKNKK.
SUSSUSSUSSUSSUSSUSSUSSUSUzUUUUUUUUzUSUSSUSSUSSUSSUSSUSSUSSUS
YYYYYYYYYYYYYYYYYYYYYYYYYYUUUUUUUUYYYYYYYYYYYYYYYYYYYYYYYYYY
""")
(_LINES,) = gallery(r"""
                             ||                             ¦
    ___                    .-''-.                    ___    ¦
   /   \                  /      \                  /   \   ¦
  /     \              _/__.----.__\_              /     \  ¦
  |_____|_____________/              \_____________|_____|  ¦
 |       |            |              |            |       | ¦
 |-------|------------|--------------|------------|-------| ¦
 |       |            |      []      |            |       | ¦
/=^==^==^==^==^==^==^=|______________|=^==^==^==^==^==^==^=\¦
""")
WIDTH, HEIGHT = len(_PIXELS[0]), len(_PIXELS) // 2
"""Cells: 60x9."""
Spots = tuple[tuple[int, int], ...]
"""Columns and rows of pixels."""


def _windows() -> tuple[Spots, ...]:
    glass = {(x, p) for p, row in enumerate(_PIXELS) for x, ink in enumerate(row) if ink == _DARK}
    found = []
    for x, p in sorted(glass):
        if (x - 1, p) not in glass and (x, p - 1) not in glass:
            width = next(n for n in range(1, WIDTH) if (x + n, p) not in glass)
            height = next(n for n in range(1, 2 * HEIGHT) if (x, p + n) not in glass)
            found.append(tuple((x + dx, p + dp) for dp in range(height) for dx in range(width)))
    return tuple(found)


WINDOWS: tuple[Spots, ...] = _windows()
"""The pixels of every window, from left to right and in a column from top to bottom."""


def palace(lit: Collection[int] = ()) -> Rows:
    """The palace in pixels, with light in the windows of the numbers ``lit``."""
    rows = [list(row) for row in _PIXELS]
    for n in lit:
        for x, p in WINDOWS[n]:
            rows[p][x] = _LIT
    return tuple("".join(row) for row in rows)


def palace_lines(lit: Collection[int] = ()) -> Rows:
    """The palace in lines, a sign for every window; 60x9 cells, a blank is nothing."""
    rows = [list(row) for row in _LINES]
    for n, pixels in enumerate(WINDOWS):
        foot = pixels[-1][1]
        for x in (x for x, p in pixels if p == foot):
            rows[foot // 2][x] = _LIT_SIGN if n in lit else _DARK_SIGN
    return tuple("".join(row) for row in rows)
