"""The pane of the garden alone."""

from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.panes.garden import draw_garden, garden_height
from rokoko_tui.panes.spec import DRAWN, PaneSpec

PRINTED = 11
"""Rows of a garden of unlimited height."""


def title(scene: Scene) -> str:
    return scene.words.say("panes.decorations.title")


def draw_decorations(scene: Scene, width: int, height: int | None) -> Drawing:
    canvas = Canvas(scene, width)
    draw_garden(canvas, 0, 0, width, garden_height(scene.box, width, height or PRINTED))
    return canvas.finish()


SPEC = PaneSpec(
    "decorations",
    letter="d",
    at=DRAWN,
    face=Face(draw_decorations, title),
    pieces=frozenset({"decoration", "all-halls"}),
)
