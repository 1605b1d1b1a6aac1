"""Garments and whoever wears them: gowns and coats, plain and grand, in two poses."""

from functools import cache

from rokoko_tui.drawing.figures.shape import Figure, Rows, Size, rows

_GOWN = {
    Size.SMALL: rows("""
.hhh.
.hsi.
.lwd.
..B..
.lpd.
lBpBD
"""),
    Size.MIDDLE: rows("""
...hh...
..hhhi..
..hssi..
...st...
..lwwd..
.lBwwBd.
.w.pp.w.
.s.pp.s.
..lppd..
.lBppBd.
lBqppqBD
wqwppwqw
"""),
    Size.LARGE: rows("""
....rh....
...hhhh...
...hhhi...
...hssi...
....st....
..lwsswd..
.lBwwwBdd.
.lB.ww.dD.
.ww.Bd.ww.
.s.lrpd.s.
..lBppBd..
.lBBppBBd.
lLBBppBBdD
lBBpqppBdD
lBqppppqdD
lwqqpqqqwD
"""),
}
_GRAND_GOWN = {
    Size.SMALL: rows("""
.ghg.
.hsi.
.lgd.
..g..
.gpo.
lgpgo
"""),
    Size.MIDDLE: rows("""
..ghhg..
..hhhig.
.rhssi..
...st...
..lwwd..
.lgwwgd.
.w.gg.w.
.s.gg.s.
.glprdg.
glBppBdg
lgrppgBo
gwgwgwgo
"""),
    Size.LARGE: rows("""
...grh.g..
...hhhhg..
..hhhhhi..
...hssi...
....st....
..lwsswd..
.lBgwwgdd.
.lB.gg.dD.
.ww.Bd.ww.
.s.lgpd.s.
.glBrpBdg.
glBBppBBdg
LBBgrppgdD
lBgppppgBD
lgqqrpqqgD
gwgwgwgwgo
"""),
}
_COAT = {
    Size.SMALL: rows("""
.nkn.
.hsi.
lBwBd
lBvBD
sBvDs
.w.w.
"""),
    Size.MIDDLE: rows("""
..nkkn..
.nkkkkn.
..hssi..
...st...
..lwwd..
.lBwwBd.
lBgvvgBd
lBgvvgdD
w.BvvD.w
s.BvvD.s
.lBkkdD.
..ww.ww.
"""),
    Size.LARGE: rows("""
..n.kk.n..
..nkkkkn..
...hssi...
...hsti...
....ww....
..lBwwBd..
.lBgwwgBd.
.lBgvvgdD.
lB.gvvg.dD
wl.BvvB.Dw
s.lBvvBd.s
.lBBvvBdD.
.lBdkkDdD.
.lD.kk.DD.
...ww.ww..
...kk.kk..
"""),
}
_GRAND_COAT = {
    Size.SMALL: rows("""
.gkgr
.hsi.
gBwBg
lgvgD
sBvDs
.w.w.
"""),
    Size.MIDDLE: rows("""
..gkkgr.
.gkkkkgr
..hssir.
...st...
..lwwd..
glgwwgdg
lBgvvgBd
lgvrvvgD
g.gvvg.g
s.BvvD.s
.gBkkdg.
..ww.ww.
"""),
    Size.LARGE: rows("""
..ngkkgnr.
..nkkkknrr
...hssi.r.
...hsti...
.g..ww..g.
.glBwwBdg.
.lBgwwgBd.
.lBgrvgdD.
lB.gvrg.dD
gl.BvvB.Dg
s.lBvvBd.s
.lgBvvBgD.
.lgdkkDgD.
.gD.kk.Dg.
...ww.ww..
...kk.kk..
"""),
}
_GOWN_LINES = {
    Size.SMALL: rows("""
  o
 (@)
/▒▒▒\\
"""),
    Size.MIDDLE: rows("""
   __
  (oo)
  /@@\\
 /▒▒▒▒\\
/▒▒▒▒▒▒\\
▔▔▔▔▔▔▔▔
"""),
    Size.LARGE: rows("""
   .--.
   (oo)
   /@@\\
  (|@@|)
  /▒▒▒▒\\
 /▒▒▒▒▒▒\\
/▒▒▒▒▒▒▒▒\\
▔▔▔▔▔▔▔▔▔▔
"""),
}
_COAT_LINES = {
    Size.SMALL: rows("""
 _o_
/[@]\\
 ▓║▓
"""),
    Size.MIDDLE: rows("""
  ▄██▄
  (oo)
 /[@@]\\
/ ▓▓▓▓ \\
  ▓▓▓▓
  ║  ║
"""),
    Size.LARGE: rows("""
   ▄██▄
   (oo)
  /[@@]\\
 / ▓▓▓▓ \\
/  ▓▓▓▓  \\
   ▓▓▓▓
   ║  ║
   ▀  ▀
"""),
}


@cache
def garment(ladies: bool, grand: bool = False, pose: int = 0) -> Figure:
    """A ladies' dress or a coat on whoever wears it; ``grand`` for those of the expansions. There are two poses."""
    pixels = (_GRAND_GOWN if grand else _GOWN) if ladies else (_GRAND_COAT if grand else _COAT)
    lines = _GOWN_LINES if ladies else _COAT_LINES
    return Figure({size: _posed(picture, pose) for size, picture in pixels.items()}, lines)


def _posed(picture: Rows, pose: int) -> Rows:
    return tuple(line[::-1] for line in picture) if pose % 2 else picture
