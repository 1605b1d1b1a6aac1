"""Portraits of the ranks and of Madame du Barry."""

from rokoko_core.terms import Rank
from rokoko_tui.art.figures.shape import Figure, Size, figures

_MASTER, _JOURNEYMAN, _APPRENTICE, BARRY = figures(
    {
        Size.SMALL: """
.TggT.¦.hhhh.¦.OOOQ.¦.hhrh.
TTTTTT¦hhhhhh¦OOOOOQ¦hhhhhi
hEssEi¦hEssEi¦cEssEC¦hEssEi
isRRti¦hsssti¦cssstC¦isssti
.hhhh.¦.sRRt.¦.sRRt.¦isrrti
ogwwgo¦jjwwJJ¦ffwAFF¦wsggsw
""",
        Size.MIDDLE: """
..TggT..¦..hhhh..¦..OOOQ..¦..hhrh..
.TTTTTT.¦.hhhhhi.¦.OOOOOQ.¦.hhhhhi.
.hEssEi.¦.hEssEi.¦.cEssEC.¦hhEssEii
.isRRti.¦hhssstii¦..ssst..¦hiRsstii
..hwwi..¦i.sRRt.i¦..sRRt..¦i.srrt.i
oGgwwgGo¦jgjwwJgJ¦fgfwAFgF¦wrsggsrw
""",
        Size.LARGE: """
...TTTTr..¦...hhhh...¦...OOOO...¦..rhhhh...
..TTTTTTr.¦..hhhhhi..¦..OOOOOQ..¦..hhhhrh..
.gggggggo.¦.hhssshhi.¦.OOOOOOOQ.¦.hhhsshhi.
.hhsssshi.¦.hssssssi.¦.cccsssCC.¦.hhsssshi.
.hsEssEsi.¦hhsEssEsii¦.csEssEsC.¦hhsEssEsii
.isRssRti.¦hhsssttsii¦..sRstRt..¦hhRssttRii
..hhtthi..¦.issttssi.¦..ssttst..¦.isssssti.
..hhRRhi..¦.i.sRRt.i.¦...sRRt...¦.i.srrt.i.
.ooghhgoo.¦.jjwwwwJJ.¦..fawaAF..¦.hwssssAh.
ooogwwgooo¦jjgjAAJgJJ¦.ffgwwgFF.¦wwrsggsrww
""",
    },
    {
        Size.SMALL: r"""
 ▄▄▄▄ ¦ .--. ¦ ,,,, ¦ .*-. ¦
 {oo} ¦ (oo) ¦ |oo| ¦((oo))¦
 /##\ ¦ /][\ ¦ /--\ ¦ (**) ¦
""",
        Size.MIDDLE: r"""
  ▄▄▄▄  ¦  .--.  ¦  ,,,,  ¦  .*-.  ¦
  {oo}  ¦ ((oo)) ¦  |oo|  ¦ ((oo)) ¦
 /=##=\ ¦ /=][=\ ¦ /=--=\ ¦ /(**)\ ¦
""",
        Size.LARGE: r"""
   ▄██▄   ¦   .--.   ¦   ,,,,   ¦   .*-.   ¦
  ▀▀▀▀▀▀  ¦  (    )  ¦  /    \  ¦  (    )  ¦
  { oo }  ¦ (( oo )) ¦  | oo |  ¦ (( oo )) ¦
  {\==/}  ¦ (( -- )) ¦   \--/   ¦ (( <> )) ¦
 /==##==\ ¦ /==][==\ ¦ /=[  ]=\ ¦ /=(**)=\ ¦
""",
    },
)
PORTRAITS: dict[Rank, Figure] = {
    Rank.MASTER: _MASTER,
    Rank.JOURNEYMAN: _JOURNEYMAN,
    Rank.APPRENTICE: _APPRENTICE,
}
"""The portrait of every rank: 6x3, 8x3 and 10x5 cells, as that of Madame du Barry."""
