"""Gentlemen in coats: two poses of plain ones, then two of grand ones."""

from rokoko_tui.art.figures.shape import Size, figures

COATS = figures(
    {
        Size.SMALL: """
InnnI¦InnnI¦gnngr¦gnngr
.hsi.¦.hsis¦.hsi.¦.hsis
lBwBB¦lBwBB¦gBwBg¦gBwBg
sBvBs¦sBvB.¦sBgBs¦sBgB.
.BvB.¦.BvBB¦.BgB.¦.BgBB
.w.w.¦w...w¦.w.w.¦w...w
""",
        Size.MIDDLE: """
..nnnn..¦..nnnn..¦..nnnn.r¦..nnnn.r
.InkknI.¦.InkknI.¦.ggggggr¦.ggggggr
..hssi..¦..hssi..¦..hssi..¦..hssi..
..hst...¦..hst..s¦..hst...¦..hst..s
..lwwB..¦..lwwB.w¦..gwwg..¦..gwwg.g
.lBwwBB.¦.lBwwBBB¦.gBwwBg.¦.gBwwgBB
lBgvvgBB¦lBgvvBB.¦lBgrvgBB¦lBgrvgB.
w.gvvg.w¦w.gvvB..¦g.gvrg.g¦g.gvrg..
s.BvvB.s¦s.BvvB..¦s.BrvB.s¦s.BrvB..
..BvvB..¦..BvvBB.¦..BvvB..¦..BvvBB.
.lBnnBB.¦.lBnnnB.¦.lgnngB.¦.lgnnngB
..w..w..¦.w....w.¦..w..w..¦.w....w.
""",
        Size.LARGE: """
...nnnn...¦..nnnn....¦...nnnnre.¦..nnnnre..
.InnkkknI.¦InnkkknI..¦.gnnkkkrrg¦gnnkkkrrg.
..IIIIII..¦.IIIIII...¦..gggggg..¦.gggggg...
..hEsEsi..¦.hEsEsi..s¦..hEsEsi..¦.hEsEsi..s
..hsRsti..¦.hsRsti.ww¦..hsRsti..¦.hsRsti.gg
...swwx...¦..swwx.BB.¦...swwx...¦..swwx.BB.
..lwwwBB..¦.lwwwBBB..¦..gwwwgB..¦.gwwwgBB..
.lBgwvgBd.¦lBgwvgB...¦.lBrwvgBd.¦lBrwvgB...
lB.gvvg.Bd¦lBgvvgB...¦lB.Brvg.Bd¦lBBrvgB...
ww.gvvg.ww¦ww.vvgB...¦gw.Bvrg.wg¦gw.BrgB...
s.lBvvBd.s¦s.lBvvBd..¦s.lBvrBd.s¦s.lBvrBd..
..lBvvBd..¦..lBvvBBd.¦..lBvvBd..¦..lBvvBBd.
.lBBnnBBd.¦.lBBnnBBd.¦.lBgnngBd.¦.lBgnngBd.
.lB.nn.Bd.¦.lnnn.nnd.¦.gg.nn.gg.¦.gnnn.nng.
...w..w...¦..w....w..¦...w..w...¦..w....w..
..gn..gn..¦.gn....gn.¦..gn..gn..¦.gn....gn.
""",
    },
    {
        Size.SMALL: r"""
 _o_ ¦ _o_/¦ *o* ¦ *o*/¦
/[@]\¦/[@] ¦/{@}\¦/{@} ¦
 ▓║▓ ¦ ▓/\ ¦ ▓║▓ ¦ ▓/\ ¦
""",
        Size.MIDDLE: r"""
  ▄██▄  ¦  ▄██▄  ¦  ▄██▄* ¦  ▄██▄* ¦
  (oo)  ¦  (oo) /¦  (oo)  ¦  (oo) /¦
 /[@@]\ ¦ /[@@]/ ¦ /{@@}\ ¦ /{@@}/ ¦
/ ▓▓▓▓ \¦ \▓▓▓▓  ¦/ ▓▒▒▓ \¦ \▓▒▒▓  ¦
  ▓▓▓▓  ¦  ▓▓▓▓  ¦  ▓▒▒▓  ¦  ▓▒▒▓  ¦
  ║  ║  ¦  /  \  ¦  ║  ║  ¦  /  \  ¦
""",
        Size.LARGE: r"""
  _▄██▄_  ¦ _▄██▄_   ¦  _▄██▄*  ¦ _▄██▄*   ¦
   (oo)   ¦  (oo)  / ¦   (oo)   ¦  (oo)  / ¦
  /[@@]\  ¦ /[@@]\/  ¦  /{@@}\  ¦ /{@@}\/  ¦
 / ▓:▓▓ \ ¦/ ▓:▓▓    ¦ / ▓:*▓ \ ¦/ ▓:*▓    ¦
/  ▓:▓▓  \¦\ ▓:▓▓    ¦/  ▓:*▓  \¦\ ▓:*▓    ¦
   ▓▓▓▓   ¦  ▓▓▓▓▓   ¦  {▓▓▓▓}  ¦ {▓▓▓▓▓}  ¦
   ║  ║   ¦  /  \    ¦   ║  ║   ¦  /  \    ¦
  _▀  ▀_  ¦ _▀  ▀_   ¦  _▀  ▀_  ¦ _▀  ▀_   ¦
""",
    },
)
"""Four figures: 5x3, 8x6 and 10x8 cells."""
