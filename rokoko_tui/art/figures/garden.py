"""Statue, fountain and fireworks."""

from rokoko_tui.art.figures.shape import Figure, Size, figures

(STATUE,) = figures(
    {
        Size.SMALL: """
.uu.
.uU.
uuuU
.uU.
.uU.
BBdd
""",
        Size.MIDDLE: """
..uu..
..uU..
u..U..
.uuuU.
..uuUU
..uU.U
..uU..
..uuU.
.uyYU.
BBBddd
""",
        Size.LARGE: """
....gg..
...guo..
u..uuU..
u...U...
.uuuuUU.
..uuuUuU
...uU..U
...uU..U
..uuUU..
..uuuUU.
.uuuUUU.
..yyYy..
.BBBddd.
BBBBdddd
""",
    },
    {
        Size.SMALL: r"""
 () ¦
/██\¦
▄██▄¦
""",
        Size.MIDDLE: r"""
  ()  ¦
\_██_ ¦
  ██ \¦
 /██\ ¦
▄████▄¦
""",
        Size.LARGE: r"""
   __   ¦
|  ()   ¦
\_████_ ¦
  ████ \¦
  /██\ |¦
 /████\ ¦
▄██████▄¦
""",
    },
)
"""4x3, 6x5 and 8x7 cells."""

_UPPER, _LOWER = figures(
    {
        Size.SMALL: """
..WW..¦......
.m..m.¦.W..W.
m.WW.m¦m.mm.m
.uuuU.¦m.WW.m
..uU..¦uWmmWU
umWWmU¦.uuUU.
""",
        Size.MIDDLE: """
....WW....¦..........
..m.WW.m..¦..........
.m.mWWm.m.¦..W....W..
.m..WW..m.¦.m.m..m.m.
...uuuU...¦m..m..m..m
.m..uU..m.¦m...WW...m
W.m.uU.m.W¦u...WW...U
.uuuuuuUU.¦ummWmmWmmU
.uWmMmWmU.¦uMmmmmmmMU
uuuuuUUUUU¦.uuuuUUUU.
""",
        Size.LARGE: """
.......WW.......¦................
.....m.WW.m.....¦................
....m.mWWm.m....¦................
...m..mWWm..m...¦................
...m.m.WW.m.m...¦....W......W....
..m..m.WW.m..m..¦..mm.m....m.mm..
.......go.......¦.m....m..m....m.
.....uuuuUU.....¦m.....m..m.....m
.m....uuUU....m.¦m..hh..WW..hh..m
m.m....uU....m.m¦W...h..WW..h...W
m..m..uuUU..m..m¦..rhh.m..m.hhr..
W...uuuuUUUU...W¦u...hhh..hhh...U
.....muuUUm.....¦umWmhhhmmhhhmWmU
.gggggggooooooo.¦ummWmmWmmWmmWmmU
uWmWmmWmmWmmWmMU¦uMmmmMmmmmMmmmMU
.uuuuuuUUUUUUUU.¦.uuuuuuUUUUUUUU.
""",
    },
    {
        Size.SMALL: r"""
 .||. ¦      ¦
( || )¦( '' )¦
▀▄▄▄▄▀¦\~~~~/¦
""",
        Size.MIDDLE: r"""
  .||.    ¦          ¦
 ( || )   ¦  .-..-.  ¦
(  ▀▀  )  ¦ /  ||  \ ¦
' ▄██▄  ' ¦█   ||   █¦
\~~~~~~~~/¦\~~~~~~~~/¦
""",
        Size.LARGE: r"""
      .||.      ¦                ¦
    .' || '.    ¦                ¦
   /  .||.  \   ¦                ¦
  (   ▀██▀   )  ¦  .---.  .---.  ¦
 .'.   ██   .'. ¦ /     ''     \ ¦
/   ▀██████▀   \¦|   2_ || _2   |¦
█~~~~~~██~~~~~~█¦█~~~(_)~~(_)~~~█¦
▀██████████████▀¦▀██████████████▀¦
""",
    },
)


def fountain(lower: bool = False) -> Figure:
    """Return the fountain of the upper or the lower row: 6x3, 10x5 and 16x8 cells."""
    return _LOWER if lower else _UPPER


_FIREWORKS = figures(
    {
        Size.SMALL: """
.....¦.....¦..l..¦l.B.l
.....¦.....¦.B.B.¦.L.L.
..w..¦..L..¦l.w.l¦B.w.B
..B..¦.LwL.¦.B.B.¦.L.L.
..z..¦..L..¦..l..¦l.B.l
..o..¦.....¦.....¦d...d
""",
        Size.MIDDLE: """
.........¦.........¦....l....¦l...B...l
.........¦.........¦.l..B..l.¦.B..l..B.
.........¦....l....¦..B.L.B..¦..l...l..
....w....¦...L.L...¦...LwL...¦B..LwL..B
...LBd...¦..L.w.L..¦lBLw.wLBl¦.l.wzw.l.
....B....¦.l.w.w.l.¦...LwL...¦B..LwL..B
....z....¦..L.w.L..¦..B.L.B..¦..l...l..
...z.....¦...L.L...¦.l..B..l.¦.B..l..B.
....o....¦....l....¦....l....¦d...B...d
.........¦.........¦.........¦.d..d..d.
""",
        Size.LARGE: """
.............¦.............¦.............¦......l......
.............¦.............¦......l......¦.l....B....l.
......w......¦.............¦...l..B..l...¦..B...l...B..
.....LBd.....¦......l......¦....B.L.B....¦...l..L..l...
.....LBd.....¦....l.L.l....¦.l..L...L..l.¦....L...L....
.....LBd.....¦.....L.L.....¦..B..Lw.L.B..¦.z....w....z.
....zLBdz....¦...lL.z.Ll...¦lBL.w.z.w.LBl¦lBlL.wzw.LlBl
......f......¦.....L.L.....¦..B..Lw.L.B..¦.z....w....z.
......f......¦....l.L.l....¦.l..L...L..l.¦....L...L....
......z......¦......l......¦....B.L.B....¦...l..L..l...
.....z.......¦.............¦...l..B..l...¦..B...l...B..
......z......¦.............¦......l......¦.d....B....d.
.......o.....¦.............¦.............¦.o....d....o.
.....o.......¦.............¦.............¦......o......
""",
    },
    {
        Size.SMALL: r"""
  .  ¦     ¦ \|/ ¦*\|/*¦
  @  ¦  *  ¦--@--¦--@--¦
  '  ¦     ¦ /|\ ¦*/|\*¦
""",
        Size.MIDDLE: r"""
         ¦         ¦    .    ¦*.  *  .*¦
    ^    ¦   \|/   ¦  \ | /  ¦ '\ | /' ¦
    @    ¦  --@--  ¦ - -@- - ¦*- -@- -*¦
    !    ¦   /|\   ¦  / | \  ¦ ./ | \. ¦
    :    ¦         ¦    '    ¦*'  *  '*¦
""",
        Size.LARGE: r"""
             ¦             ¦      .      ¦*.    *    .*¦
      ^      ¦             ¦   \  |  /   ¦  '.  |  .'  ¦
     |@|     ¦     \|/     ¦    \ | /    ¦ .  \ | /  . ¦
     /|\     ¦    --@--    ¦ - - -@- - - ¦*- - -@- - -*¦
      |      ¦     /|\     ¦    / | \    ¦ '  / | \  ' ¦
      :      ¦             ¦   /  |  \   ¦  .'  |  '.  ¦
      '      ¦             ¦      '      ¦*'    *    '*¦
""",
    },
)
STAGES = len(_FIREWORKS)


def firework(stage: int = STAGES - 1) -> Figure:
    """Return a rocket (stage 0) or its growing burst (1 to 3) in the owner's paint: 5x3, 9x5 and 13x7 cells."""
    return _FIREWORKS[stage]
