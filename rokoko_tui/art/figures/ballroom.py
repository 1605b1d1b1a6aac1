"""Furnishings of the halls: musician, lights and windows."""

from rokoko_tui.art.figures.shape import Figure, Size, figures

(MUSICIAN,) = figures(
    {
        Size.SMALL: """
.hhh.
.hsi.
fwwdd
Ofwws
.dwd.
.w.w.
""",
        Size.MIDDLE: """
....hh..
...hhhi.
A..hssi.
.A.ist..
..ABwwd.
offAfwdd
sffOAwdd
.s..Bsdd
...Bwwd.
...BwwdB
..Bdnnd.
...w..w.
""",
        Size.LARGE: """
.....hhh..
....hhhhi.
A..hhsssi.
.A.hsEsEi.
.A..sRsti.
..A.Bwwdi.
.ffAfwwddd
offfAfgwdd
sffFOAgwdd
.sFFOBAwdd
...s.Bdswd
....Bdgwdd
....Bdwwd.
...BddnndD
....w..w..
...gn..gn.
""",
    },
    {
        Size.SMALL: r"""
  o  ¦
8[@]\¦
 /║▓ ¦
""",
        Size.MIDDLE: r"""
  .--.  ¦
  (oo)  ¦
8=[@@]\ ¦
 \▓▓▓▓/ ¦
 /▓▓▓▓  ¦
  ║  ║  ¦
""",
        Size.LARGE: r"""
   .--.   ¦
  ((oo))  ¦
   (--)   ¦
8==[@@]\  ¦
  \▓:▓▓ | ¦
  /▓:▓▓/  ¦
 / ▓▓▓▓   ¦
  _║  ║_  ¦
""",
    },
)
"""A violinist in the owner's paint, as large as a dancer: 5x3, 8x6 and 10x8 cells."""

(SCONCE,) = figures(
    {
        Size.SMALL: """
z.z
w.w
ggg
.o.
""",
        Size.MIDDLE: """
z.Z.z
w.z.w
g.w.g
.ggg.
..G..
..o..
""",
        Size.LARGE: """
z..Z..z
Z..z..Z
w..w..w
g..w..g
.gGggg.
...g...
..gGo..
...e...
""",
    },
    {
        Size.SMALL: r"""
i i¦
\_/¦
""",
        Size.MIDDLE: r"""
i i i¦
|_|_|¦
  V  ¦
""",
        Size.LARGE: r"""
'  '  '¦
i  i  i¦
\__|__/¦
  (_)  ¦
""",
    },
)
"""A wall light: 3x2, 5x3 and 7x4 cells."""

(CHANDELIER,) = figures(
    {
        Size.SMALL: """
...g...
z..g..z
w.zgz.w
g.wgw.g
.gGggo.
..eoe..
""",
        Size.MIDDLE: """
.....g.....
.....g.....
z..Z.g.Z..z
w..w.G.w..w
gg.ggggg.go
.gG.gGo.go.
..eggggoe..
....eoe....
""",
        Size.LARGE: """
.......g.......
.......o.......
.......g.......
....Z..G..Z....
Z...z.gGo.z...Z
z...w..g..w...z
w...gggGgoo...w
g.e..g.g.o..e.g
ggg.gggGggo.goo
W.gGg.gGo.ggo.W
..W.ggggggo.W..
.....e.eoe.....
""",
    },
    {
        Size.SMALL: r"""
   |   ¦
i i|i i¦
'\_W_/'¦
""",
        Size.MIDDLE: r"""
     |     ¦
i  i | i  i¦
'\_|_|_|_/'¦
   '.V.'   ¦
""",
        Size.LARGE: r"""
       |       ¦
    i  |  i    ¦
i   \__|__/   i¦
|\    (_)    /|¦
'.\___/|\___/.'¦
   ' '.V.' '   ¦
""",
    },
)
"""7x3, 11x4 and 15x6 cells."""

_DARK, _LIT = figures(
    {
        Size.SMALL: """
.uU.¦.uU.
uNNU¦uVVU
uNNU¦uVVU
uNNU¦uVVU
uNNU¦uVVU
UUUU¦UUUU
""",
        Size.MIDDLE: """
..uU..¦..uU..
.uNNU.¦.uVVU.
uPNNNU¦uZVVVU
uNPNNU¦uZVVVU
uNNNNU¦uVVVVU
uuuUUU¦uuuUUU
uNNNNU¦uVVVVU
uNNNNU¦uVVVVU
uNNNNU¦uVVVVU
UUUUUU¦UUUUUU
""",
        Size.LARGE: """
..uuUU..¦..uuUU..
.uNNNNU.¦.uZVVVU.
uNNNNNNU¦uVVVVVVU
uTPNNNTU¦uTZVVVTU
uTNPNNTU¦uTVVVVTU
uTuuUUTU¦uTuuUUTU
uTNNNNTU¦uTVVVVTU
uTNNNNTU¦uTVVVVTU
ugNNNNgU¦ugVVVVgU
uTuuUUTU¦uTuuUUTU
uTNNNNTU¦uTVVVVTU
UUUUUUUU¦UUUUUUUU
""",
    },
    {
        Size.SMALL: r"""
.--.¦.--.¦
|  |¦|▒▒|¦
|__|¦|▒▒|¦
""",
        Size.MIDDLE: r"""
 .--. ¦ .--. ¦
/ || \¦/▒||▒\¦
|-++-|¦|▒++▒|¦
| || |¦|▒||▒|¦
'----'¦'----'¦
""",
        Size.LARGE: r"""
 .-__-. ¦ .-__-. ¦
/  ||  \¦/▒▒||▒▒\¦
|) || (|¦|)▒||▒(|¦
|)-++-(|¦|)-++-(|¦
|) || (|¦|)▒||▒(|¦
'------'¦'------'¦
""",
    },
)


def window(lit: bool = True) -> Figure:
    """Return a window, dark or lit: 4x3, 6x5 and 8x6 cells."""
    return _LIT if lit else _DARK
