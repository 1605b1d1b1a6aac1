"""Ladies in gowns: two poses of plain ones, then two of grand ones."""

from rokoko_tui.art.figures.shape import Size, figures

GOWNS = figures(
    {
        Size.SMALL: """
.hh..¦..hh.¦.gh.r¦..ghr
.hst.¦s.hst¦.hstr¦e.hst
.lwB.¦.lwB.¦.lgB.¦.lgB.
s.B.s¦..Bs.¦s.B.s¦..Bs.
.lpB.¦.lpBB¦.BgB.¦.BgBB
lBpBB¦lBpB.¦gBpBg¦gBpBg
""",
        Size.MIDDLE: """
...hh...¦....hh..¦.r.hh.e.¦..r.hh.e
..hhhi..¦...hhhi.¦.rhggie.¦..rhggie
..hssi..¦r..hssi.¦..hssi..¦rg.hssi.
..ist...¦gr.ist..¦.i.st.h.¦gr.ist.h
..lwwB..¦.slwwB..¦..gwwg..¦.sgwwg..
.lBwwBB.¦..BwwBB.¦.lBgBBB.¦..BgBBB.
.w.BB.w.¦...BB.w.¦.w.gB.w.¦...gB.w.
.s.pp.s.¦..lpB.s.¦.s.pg.s.¦..lpg.s.
..lpqB..¦.lpqBB..¦..gqqg..¦.lgqqg..
.lBpqBB.¦lBpqBBB.¦.lgqqgB.¦lBgqqgB.
lBppqqBB¦BppqqBBB¦lBgqqgBB¦Bgqpqgdd
wqwqqwqw¦wqwqqwqw¦gwgwwgwg¦gwgwgwgg
""",
        Size.LARGE: """
....hhh...¦.....hhh..¦..r.hh.e..¦...r.hh.e.
...hhrhi..¦....hhrhi.¦.rrhhhhee.¦..rrhhhhee
..hhhhhi..¦...hhhhhi.¦..hgrggi..¦r.rhgrggie
..hhsssi..¦r.rhhsssi.¦..hssssi..¦grghssssi.
..hEsEsi..¦grg.EsEsi.¦..hEsEsi..¦rgr.EsEsi.
..isRst...¦.grisRst..¦.i.sRst.h.¦.gr.sRst.h
..lwsswB..¦..slwsswB.¦..gwsswg..¦..sgwsswg.
.lBwrwwBd.¦..BBwrwwBd¦.lBgwwgBd.¦..BBgwwgBd
.lB.BBdBd.¦....BB.BBd¦.lB.rgdBd.¦....rgdBBd
.ww.lB.ww.¦....lB.www¦.ww.gB.ww.¦....gB.www
..s.pp.s..¦...lpqB.s.¦..s.gg.s..¦...lggB.s.
..lBpqBB..¦..lBpqBB..¦..lgqqgB..¦..lgqqgB..
.lBppqqBd.¦.lBppqqBB.¦.lBgqqgBd.¦.lBgqqgBB.
lLBpprqqBB¦lLpprqqBBd¦lLgqppqgBd¦lLgqppqgBd
lBqpqqqpBB¦BqpqqqpBBd¦lBgprrpgBB¦BgvvrrvgBd
wwqwwqwwqw¦wqwwqwwqww¦gwgwgwgwgg¦gwgwgwgwgg
""",
    },
    {
        Size.SMALL: r"""
  o  ¦ \o  ¦ *o* ¦\*o* ¦
 (@) ¦ (@)/¦ (@) ¦ (@)/¦
/▒▒▒\¦/▒▒▒\¦/▓▒▓\¦/▓▒▓\¦
""",
        Size.MIDDLE: r"""
  .--.  ¦   .--. ¦  .**.  ¦   .**. ¦
  (oo)  ¦   (oo) ¦  (oo)  ¦   (oo) ¦
  /@@\  ¦ \ /@@\ ¦  {@@}  ¦ \ {@@} ¦
  )▒▒(  ¦  \)▒▒(\¦ ({▒▒}) ¦  \{▒▒}\¦
 /▒▒▒▒\ ¦ /▒▒▒▒\ ¦ /▓▒▒▓\ ¦ /▓▒▒▓\ ¦
/▒▒▒▒▒▒\¦/▒▒▒▒▒▒\¦/▓▒▓▓▒▓\¦/▓▒▓▓▒▓\¦
""",
        Size.LARGE: r"""
   .--.   ¦    .--.  ¦   .**/   ¦    .**/  ¦
   (oo)   ¦\|/ (oo)  ¦   (oo)   ¦\|/ (oo)  ¦
   /@@\   ¦  \ /@@\  ¦   {@@}   ¦  \ {@@}  ¦
  (|@@|)  ¦   \|@@|) ¦  ({@@})  ¦   \{@@}) ¦
  ~/▒▒\~  ¦   /▒▒\ ~ ¦  ~/▒▓\~  ¦   /▒▓\ ~ ¦
  /▒▒▒▒\  ¦  /▒▒▒▒\  ¦  /▓▒▒▓\  ¦  /▓▒▒▓\  ¦
 /▒▒▒▒▒▒\ ¦ /▒▒▒▒▒▒\ ¦ /▒▓▒▒▓▒\ ¦ /▒▓▒▒▓▒\ ¦
/▒▒▒▒▒▒▒▒\¦/▒▒▒▒▒▒▒▒\¦/▓▓▓▓▓▓▓▓\¦/▓▓▓▓▓▓▓▓\¦
""",
    },
)
"""Four figures: 5x3, 8x6 and 10x8 cells."""
