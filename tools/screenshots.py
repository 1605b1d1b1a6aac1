"""Draws the pictures of the documentation anew: ``make screenshots``; with names, only those."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from PIL import Image

from rokoko_tui.app import RokokoApp
from rokoko_tui.theme import terminal_capabilities as terminal
from tests.tui.scenes import SCENES, SHOWN, THOUGHTFUL, TURN, UKRAINIAN, Scene, on_screen
from tools import ROOT
from tools.pictures import animated, cells_of, drawn, picture_of

FOLDER = ROOT / "docs" / "screenshots"
MOST = 3_000_000
"""Bytes all pictures may take together."""
MOVED, CHOSEN, LAST = 700, 1200, 3500
"""Milliseconds that a moving picture stands still after a step of the cursor, after a choice, and at its end."""
ABLE = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
"""The terminal the program believes to be on, where a scene names no other."""


@contextmanager
def standing_in(scene: Scene, home: Path) -> Iterator[None]:
    """The environment of the scene's terminal; nothing of whoever draws is read or written."""
    folders = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data")}
    with (
        patch.dict(os.environ, {**ABLE, **folders, **scene.terminal}),
        patch.object(terminal, "encoding", lambda: "utf-8"),
    ):
        if "NO_COLOR" not in scene.terminal:
            os.environ.pop("NO_COLOR", None)
        yield


async def picture(scene: Scene) -> bytes:
    """The PNG of ``scene``."""
    with tempfile.TemporaryDirectory() as folder, standing_in(scene, Path(folder) / "home"):
        saves = Path(folder) / "saves"
        saves.mkdir()
        async with on_screen(scene, saves) as app:
            return picture_of(app)


async def moving_picture(scene: Scene, look: Callable[[RokokoApp], None] = lambda app: None) -> bytes:
    """Return the GIF of ``scene``: a frame before its first key and after each, at which ``look`` is called as well."""
    frames: list[Image.Image] = []

    def add_frame(app: RokokoApp) -> None:
        frames.append(drawn(cells_of(app)))
        look(app)

    with tempfile.TemporaryDirectory() as folder, standing_in(scene, Path(folder) / "home"):
        saves = Path(folder) / "saves"
        saves.mkdir()
        async with on_screen(scene, saves, add_frame):
            pass
    pauses = [CHOSEN if key == "enter" else MOVED for key in scene.keys]
    return animated(frames, [CHOSEN, *pauses[:-1], LAST])


async def main(names: list[str]) -> int:
    """One picture per scene, and what they weigh; 1 if they are too heavy together."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    scenes = {scene.name: scene for scene in (*SCENES, *THOUGHTFUL, *SHOWN, *UKRAINIAN)}
    files = {**{name: f"{name}.png" for name in scenes}, TURN.name: f"{TURN.name}.gif"}
    for name in names or files:
        found = await (moving_picture(TURN) if name == TURN.name else picture(scenes[name]))
        (FOLDER / files[name]).write_bytes(found)
        print(f"{name:<24} {len(found):>9,}")
    for path in FOLDER.iterdir():
        if not names and path.name not in files.values():
            path.unlink()
    weight = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{'':<24} {weight:>9,}")
    return 0 if weight <= MOST else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
