"""What the screens look like, as text. A changed screen has to be looked at and agreed to (``--snapshot-update``)."""

from hashlib import blake2b
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Input

from rokoko_tui.app import RokokoApp
from rokoko_tui.panes.lines import cells_of
from tests.tui.scenes import READ, SCENES, Scene, on_screen, text_of


@pytest.mark.parametrize("scene", (*SCENES, *READ), ids=lambda scene: scene.name)
async def test_screen(scene: Scene, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    async with on_screen(scene, tmp_path) as app:
        text = text_of(app).replace(str(tmp_path), "FOLDER")
        assert max(cell_len(line) for line in text.splitlines()) <= scene.size[0]
        assert text == snapshot
        assert looks_of(app) == snapshot(name="looks")


def looks_of(app: RokokoApp) -> str:
    """For each part of the screen that has a name, some digits that follow from every colour in it. Where they change,
    ``make screenshots`` shows what did.
    """
    strips = app.screen._compositor.render_strips()
    parts = [part for part in app.screen.query("*") if part.id and part.region.area and not part.children]
    seen = {part.id: part.region for part in parts if not isinstance(part, Input)}  # whose cursor blinks
    return "\n".join(f"{id} {_digits(strips, region)}" for id, region in sorted(seen.items()))


def _digits(strips: list[Strip], region: Region) -> str:
    rows = [strip.crop(region.x, region.right) for strip in strips[region.y : region.bottom]]
    told = [[(sign, _look(style)) for strip in rows for sign, style in cells_of(strip)]]
    return blake2b(repr(told).encode(), digest_size=4).hexdigest()


def _look(style: Style | None) -> tuple[object, ...]:
    """What a cell shows besides its sign."""
    if style is None:
        return ()
    colours = (colour and colour.get_truecolor().hex for colour in (style.color, style.bgcolor))
    return (*colours, bool(style.bold), bool(style.dim), bool(style.reverse))
