"""People on cards: one portrait for each rank, and Madame du Barry."""

from rokoko_core.terms import Rank
from rokoko_tui.drawing.figures.shape import Figure, Rows, Size, gallery

_PIXELS = {
    Size.SMALL: gallery("""
.TggT.¦.hhhh.¦.OOOQ.¦.hhrh.
TTTTTT¦hhhhhh¦OOOOOQ¦hhhhhi
hEssEi¦hEssEi¦cEssEC¦hEssEi
isRRti¦hsssti¦cssstC¦isssti
.hhhh.¦.sRRt.¦.sRRt.¦isrrti
ogwwgo¦jjwwJJ¦ffwAFF¦wsggsw
"""),
    Size.MIDDLE: gallery("""
..TggT..¦..hhhh..¦..OOOQ..¦..hhrh..
.TTTTTT.¦.hhhhhi.¦.OOOOOQ.¦.hhhhhi.
.hEssEi.¦.hEssEi.¦.cEssEC.¦hhEssEii
.isRRti.¦hhssstii¦..ssst..¦hissstii
..hwwi..¦i.sRRt.i¦..sRRt..¦i.srrt.i
oogwwgoo¦jjjwwJJJ¦fffwAFFF¦wrsggsrw
"""),
    Size.LARGE: gallery("""
...TTTTr..¦...hhhh...¦...OOOO...¦..rhhhh...
..TTTTTTr.¦..hhhhhi..¦..OOOOOQ..¦..hhhhrh..
.gggggggo.¦.hhssshhi.¦.OOOOOOOQ.¦.hhhsshhi.
.hhsssshi.¦.hssssssi.¦.cccsssCC.¦.hhsssshi.
.hsEssEsi.¦hhsEssEsii¦.csEssEsC.¦hhsEssEsii
.isRssRti.¦hhsssttsii¦..sRstRt..¦hhRssEtRii
..hhtthi..¦.issttssi.¦..ssttst..¦.isssssti.
..hhRRhi..¦.i.sRRt.i.¦...sRRt...¦.i.srrt.i.
.ooghhgoo.¦.jjwwwwJJ.¦..fwwwAF..¦.hwssssAh.
ooogwwgooo¦jjgjwwJgJJ¦.fffwAFFF.¦wwrsggsrww
"""),
}
_LINES = {
    Size.SMALL: gallery(r"""
 ▄▄▄▄ ¦ .--. ¦ ,,,, ¦ .*-. ¦
 {oo} ¦ (oo) ¦ |oo| ¦((oo))¦
 /##\ ¦ /][\ ¦ /--\ ¦ (**) ¦
"""),
    Size.MIDDLE: gallery(r"""
  ▄▄▄▄  ¦  .--.  ¦  ,,,,  ¦  .*-.  ¦
  {oo}  ¦ ((oo)) ¦  |oo|  ¦ ((oo)) ¦
 /=##=\ ¦ /=][=\ ¦ /=--=\ ¦ /(**)\ ¦
"""),
    Size.LARGE: gallery(r"""
   ▄██▄   ¦   .--.   ¦   ,,,,   ¦   .*-.   ¦
  ▀▀▀▀▀▀  ¦  (    )  ¦  /    \  ¦  (    )  ¦
  { oo }  ¦ (( oo )) ¦  | oo |  ¦ (( oo )) ¦
  {\==/}  ¦ (( -- )) ¦   \--/   ¦ (( <> )) ¦
 /==##==\ ¦ /==][==\ ¦ /=[  ]=\ ¦ /=(**)=\ ¦
"""),
}


def _portrait(at: int) -> Figure:
    def hung(galleries: dict[Size, tuple[Rows, ...]]) -> dict[Size, Rows]:
        return {size: pictures[at] for size, pictures in galleries.items()}

    return Figure(hung(_PIXELS), hung(_LINES))


_ORDER = (Rank.MASTER, Rank.JOURNEYMAN, Rank.APPRENTICE)
PORTRAITS: dict[Rank, Figure] = {rank: _portrait(at) for at, rank in enumerate(_ORDER)}
"""The portrait of every rank: 6x3 cells, 8x3 and 10x5."""
BARRY = _portrait(len(_ORDER))
"""The portrait of Madame du Barry, in the same sizes."""
