"""People on cards: one portrait for each rank, and Madame du Barry."""

from rokoko_core.terms import Rank
from rokoko_tui.drawing.figures.shape import Figure, Size, rows

_LINES = {
    Rank.MASTER: rows("""
▄██▄
(oo)
"""),
    Rank.JOURNEYMAN: rows("""
.--.
(oo)
"""),
    Rank.APPRENTICE: rows("""
 ,,
(oo)
"""),
}

PORTRAITS: dict[Rank, Figure] = {
    Rank.MASTER: Figure(
        {
            Size.SMALL: rows("""
.gkkg.
gkkkkg
.hssh.
.isti.
oowwoo
ogwwgo
"""),
            Size.MIDDLE: rows("""
..gkkg..
.kkkkkk.
.ihsshi.
.iistii.
.oowwoo.
ooggwooo
"""),
            Size.LARGE: rows("""
..gkkg..
.kkkkkk.
.ihsshi.
.iistii.
.oowwoo.
ooggwooo
"""),
        },
        dict.fromkeys(Size, _LINES[Rank.MASTER]),
    ),
    Rank.JOURNEYMAN: Figure(
        {
            Size.SMALL: rows("""
..hh..
.hhhh.
.hssi.
.hsti.
jjwwjJ
jjwwJJ
"""),
            Size.MIDDLE: rows("""
..hhhh..
.hhhhhi.
.hhssii.
.histii.
..jwwj..
.jjwwJJ.
"""),
            Size.LARGE: rows("""
..hhhh..
.hhhhhi.
.hhssii.
.histii.
..jwwj..
.jjwwJJ.
"""),
        },
        dict.fromkeys(Size, _LINES[Rank.JOURNEYMAN]),
    ),
    Rank.APPRENTICE: Figure(
        {
            Size.SMALL: rows("""
..ccc.
.ccccC
.cssC.
..st..
.ippi.
iippii
"""),
            Size.MIDDLE: rows("""
..cccc..
.ccccCC.
.ccssCC.
...sts..
..ippi..
.iippii.
"""),
            Size.LARGE: rows("""
..cccc..
.ccccCC.
.ccssCC.
...sts..
..ippi..
.iippii.
"""),
        },
        dict.fromkeys(Size, _LINES[Rank.APPRENTICE]),
    ),
}
"""The portrait of every rank: 6x3 cells, and 8x3."""
