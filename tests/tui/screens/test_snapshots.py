"""What the screens look like, as text. A changed screen has to be looked at and agreed to (``--snapshot-update``)."""

import shutil
from itertools import groupby
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.style import Style
from syrupy.assertion import SnapshotAssertion
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Input

from rokoko_tui.app import RokokoApp
from rokoko_tui.theme.styles import styles_of
from rokoko_tui.widgets.line_widget import cells_of
from tests.tui.at_table import show_through_json
from tests.tui.scenes import READ, SCENES, Scene, on_screen, text_of

SIZES_AND_THEMES = {
    *("table-large", "table-light", "deluxe", "deluxe-small", "solo", "final-small", "around-small", "jump-small"),
    *("board", "low", "replay-small", "score-small", "puzzles-small", "settings-large", "table-mono", "upright-low"),
    *("help-signs", "help-keys", "help-rules", "palette-found", "around", "jump", "lines", "log", "to-come"),
    *("compact", "largest", "start-large", "start-low", "final-large", "ending", "tall", "wide-lines", "lines-small"),
}
"""Slow scenes: screens of other scenes with other panes, pages and pictures; drawings and words have quick tests."""


@pytest.mark.draws
@pytest.mark.parametrize(
    "scene",
    [
        pytest.param(scene, id=scene.name, marks=pytest.mark.slow if scene.name in SIZES_AND_THEMES else ())
        for scene in (*SCENES, *READ)
    ],
)
async def test_screen(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)  # scroll bars depend on the length of paths
    async with on_screen(scene, Path()) as app:
        text = text_of(app).replace(str(tmp_path), "FOLDER")
        assert max(cell_len(line) for line in text.splitlines()) <= scene.size[0]
        assert text == snapshot
        assert looks_of(app) == snapshot(name="looks")


@pytest.mark.sample(12)
@pytest.mark.slow
@pytest.mark.parametrize("scene", (*SCENES, *READ), ids=lambda scene: scene.name)
async def test_a_game_seen_through_json_looks_the_same(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []
    for view in ("local", "json"):
        folder = tmp_path / "games"  # the same for both, as screens show the end of its path
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        if view == "json":
            show_through_json(monkeypatch)
        async with on_screen(scene, folder) as app:
            looks.append((text_of(app).replace(str(folder), "FOLDER"), looks_of(app)))
    assert looks[0] == looks[1]


def looks_of(app: RokokoApp) -> str:
    """Return for each named part of the screen its text styles, each with the first text that has it, and how many
    colours its pixels have.
    """
    names = _colour_names(app)
    strips = app.screen._compositor.render_strips()
    parts = [part for part in app.screen.query("*") if part.id and part.region.area and not part.children]
    regions = {part.id: part.region for part in parts if not isinstance(part, Input)}  # whose cursor blinks
    return "\n".join(f"{id}: {_styles(strips, region, names)}" for id, region in sorted(regions.items()))


def _styles(strips: list[Strip], region: Region, names: dict[str, str]) -> str:
    runs: dict[str, str] = {}
    pixels = set()
    for strip in strips[region.y : region.bottom]:
        cells = cells_of(strip.crop(region.x, region.right))
        for picture, run in groupby(cells, lambda cell: cell[0] in "▀▄█"):
            if picture:
                pixels |= {colour for _, style in run if style for colour in (style.color, style.bgcolor)}
                continue
            for look, part in groupby(run, lambda cell: _look(cell[1], names)):
                if text := " ".join("".join(sign for sign, _ in part).split()):
                    runs.setdefault(look, text)
    shown = [f"{look} “{text[:12]}”" for look, text in runs.items()]
    return ", ".join([*shown, f"pixels in {len(pixels)} colours"] if pixels else shown)


def _look(style: Style | None, names: dict[str, str]) -> str:
    """Return the names of the colours and the attributes of a cell."""
    if style is None:
        return "plain"
    colours = [names.get(colour.get_truecolor().hex, "·") if colour else "" for colour in (style.color, style.bgcolor)]
    attributes = [name for name in ("bold", "dim", "italic", "underline", "reverse") if getattr(style, name)]
    return " ".join([" on ".join(filter(None, colours)) or "plain", *attributes])


def _colour_names(app: RokokoApp) -> dict[str, str]:
    """Return a name for each colour of the theme, by its hexadecimal code."""
    variables = ("foreground", "background", "surface", "panel", "primary", "secondary", "accent", "warning", "error")
    names = {}
    for name in reversed(variables):
        names[getattr(app.current_theme, name).lower()] = name
    for role, style in styles_of(app.current_theme)._roles.items():
        if style.color is not None and "." not in role and role != "qr-code":
            names.setdefault(style.color.get_truecolor().hex, role)
    return names
