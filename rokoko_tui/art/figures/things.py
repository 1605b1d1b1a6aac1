"""Gifts of guest spaces, jewels, the crown and the hourglass."""

from rokoko_tui.art.figures.shape import Figure, Size, figures

_LIVRE, _YARN, _LACE, _TILE = figures(
    {
        Size.SMALL: """
.gg.¦.ea.¦e.e.¦ffff
gGog¦eaba¦.e.e¦GgyY
goGo¦aeab¦e.e.¦ggyY
.oo.¦.abb¦.e.e¦FFFF
""",
        Size.MIDDLE: """
.gggo.¦.eaabf¦..ee..¦.GgyY.
gwGGgo¦eabaab¦.eHHe.¦fggyYF
gGoogo¦aeabab¦eHeeHe¦fggyYF
gGoogo¦abeabb¦eHeeHe¦.ggyY.
ggggoo¦.abebb¦.eHHe.¦..oyY.
.oooo.¦...bbb¦..ee..¦...YY.
""",
        Size.LARGE: """
..gggo..¦g......g¦..e..e..¦.GggyyY.
.gwGGgo.¦.feaabf.¦.eHeeHe.¦fGggyyYF
gGGooGgo¦.eabaab.¦eHe..eHe¦fgggyyYF
gGooooGo¦eabaabab¦.e.rr.e.¦.gggyyY.
gGGooGgo¦abaababb¦.e.rr.e.¦.ooRRrr.
gGoooogf¦aabaeabb¦eHe..eHe¦fRRRrrRF
.ggGggf.¦.abeabb.¦.eHeeHe.¦.RRrrRT.
..offf..¦..bbb.aa¦..e..e..¦..RrrT..
""",
    },
    {
        Size.SMALL: r"""
    ¦    ¦    ¦    ¦
($) ¦(≈) ¦### ¦[▒] ¦
""",
        Size.MIDDLE: r"""
 .--. ¦ .--. ¦ .##. ¦ .--. ¦
( $$ )¦(≈≈≈≈)¦ #  # ¦[|▒▒|]¦
 '--' ¦ '--'~¦ '##' ¦ '▒▒' ¦
""",
        Size.LARGE: r"""
  .--.  ¦\ .--. /¦ .#--#. ¦ .----. ¦
 / $$ \ ¦ \≈≈≈≈/ ¦ # ** # ¦[|▒▒▒▒|]¦
 \ $$ / ¦ (≈≈≈≈) ¦ # ** # ¦ |▒▒▒▒| ¦
  '--'  ¦  '--'~~¦ '#--#' ¦ '-▒▒-' ¦
""",
    },
)
GIFTS: dict[str, Figure] = {"livre": _LIVRE, "yarn": _YARN, "lace": _LACE, "tile": _TILE}
"""Gifts of guest spaces: 4x2, 6x3 and 8x4 cells."""

_RING, _NECKLACE = figures(
    {
        Size.SMALL: """
..LBw.¦g....o
..Bd..¦.g..o.
.gggo.¦..go..
.g..o.¦..LBw.
.g..o.¦..Bd..
..oo..¦......
""",
        Size.MIDDLE: """
.....w..¦g......o
..LlBww.¦g......o
..LBBdw.¦.g....o.
...Bd...¦..G..o..
..gggo..¦...go.w.
.g....o.¦..LLBww.
.g....o.¦..LBBdw.
..gooo..¦...Bd...
""",
        Size.LARGE: """
...gLg.w..¦e........e
..gLLBwww.¦G........o
..LLBBdw..¦.e......e.
..gBBdo...¦.g......o.
...gdo....¦..e....e..
..gGggo...¦...Ggoo.w.
.gg...oo..¦...gLgwww.
.g.....o..¦..glLBow..
.gg...oo..¦..gBBdo...
..ggooo...¦...gdo....
""",
    },
    {
        Size.SMALL: r"""
  @*  ¦\   / ¦
 /-\  ¦ \ /  ¦
 \_/  ¦  @*  ¦
""",
        Size.MIDDLE: r"""
   @@*  ¦\      /¦
  .-.   ¦ \    / ¦
 (   )  ¦  \__/  ¦
  '-'   ¦   @@*  ¦
""",
        Size.LARGE: r"""
   <@@>*  ¦o        o¦
   .--.   ¦ o      o ¦
  /    \  ¦  o    o  ¦
  \    /  ¦   o__o   ¦
   '--'   ¦   <@@>*  ¦
""",
    },
)


def jewel(necklace: bool) -> Figure:
    """Return a ring or a necklace with a stone in its dye: 6x3, 8x4 and 10x5 cells."""
    return _NECKLACE if necklace else _RING


(CROWN,) = figures(
    {
        Size.SMALL: """
g.g.g
gGgGg
gRgRo
ooooo
""",
        Size.MIDDLE: """
w..w..w
g..G..g
gg.G.gg
gGgGggo
grgegro
ooooooo
""",
        Size.LARGE: """
.....w.....
w....G....w
g...gGg...g
gg..gGg..gg
Ggg.gGg.ggo
GgggGGgggoo
GGTTgGgTTgo
gggTTrTTggo
grgegrgegro
ooooooooooo
""",
    },
    {
        Size.SMALL: r"""
\|V|/
[=*=]
""",
        Size.MIDDLE: r"""
*  *  *
|\/ \/|
[==*==]
""",
        Size.LARGE: r"""
*    *    *
|\  / \  /|
| \/ * \/ |
|▒▒▒▒▒▒▒▒▒|
[==*=*=*==]
""",
    },
)
"""The winner's crown: 5x2, 7x3 and 11x5 cells."""

(HOURGLASS,) = figures(
    {
        Size.SMALL: """
fff
gGg
.g.
.g.
HgH
fFF
""",
        Size.MIDDLE: """
fffFF
e...H
HgGgH
.HgH.
..g..
..g..
.H.H.
H.g.H
egGgH
fffFF
""",
        Size.LARGE: """
.fffFF.
fffffFF
cH...HC
ceGgGHC
ceggHHC
c.HgH.C
c..g..C
c..g..C
c.H.H.C
ce.g.HC
ce.g.HC
cegGgHC
fffffFF
.fffFF.
""",
    },
    {
        Size.SMALL: r"""
\▀/¦
 X ¦
/▄\¦
""",
        Size.MIDDLE: r"""
=====¦
\▒▒▒/¦
 \▒/ ¦
 /▒\ ¦
=▒▒▒=¦
""",
        Size.LARGE: r"""
.=====.¦
 \   / ¦
 \▒▒▒/ ¦
  )▒(  ¦
 / : \ ¦
 /▒▒▒\ ¦
'====='¦
""",
    },
)
"""3x3, 5x5 and 7x7 cells."""
