"""Draw the pictures that documents show: ``make screenshots``; with names of scenes as arguments, only those.

A picture that no document shows is drawn in build/screenshots.
"""

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
from tools.checks.documents import shown_pictures
from tools.pictures import cells_of, draw, encode_gif, picture_of

FOLDER, OTHERS = ROOT / "docs" / "screenshots", ROOT / "build" / "screenshots"
"""The folders of pictures that documents show, and of all others."""
MOST = 3_000_000
"""Maximum total size of the pictures in bytes."""
BROWSER = ("static-page.png", "browser.png", "browser-phone.png")
"""Pictures of browsers, which are not drawn here."""
MOVED, CHOSEN, LAST = 700, 1200, 3500
"""Duration in milliseconds of an animation frame after a cursor step, after a choice, and at the end."""
TERMINAL = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"}
"""The default terminal of a scene."""


@contextmanager
def scene_environment(scene: Scene, home: Path) -> Iterator[None]:
    """Set the environment of the scene's terminal, with folders below ``home``."""
    folders = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "XDG_DATA_HOME": str(home / "data")}
    with (
        patch.dict(os.environ, {**TERMINAL, **folders, **scene.terminal}),
        patch.object(terminal, "encoding", lambda: "utf-8"),
    ):
        if "NO_COLOR" not in scene.terminal:
            os.environ.pop("NO_COLOR", None)
        yield


async def picture(scene: Scene) -> bytes:
    """Return the PNG of ``scene``."""
    with tempfile.TemporaryDirectory() as folder, scene_environment(scene, Path(folder) / "home"):
        saves = Path(folder) / "saves"
        saves.mkdir()
        async with on_screen(scene, saves) as app:
            return picture_of(app)


async def moving_picture(scene: Scene, look: Callable[[RokokoApp], None] = lambda app: None) -> bytes:
    """Return the GIF of ``scene`` with a frame before its first key and after each key; call ``look`` at each frame."""
    frames: list[Image.Image] = []

    def add_frame(app: RokokoApp) -> None:
        frames.append(draw(cells_of(app)))
        look(app)

    with tempfile.TemporaryDirectory() as folder, scene_environment(scene, Path(folder) / "home"):
        saves = Path(folder) / "saves"
        saves.mkdir()
        async with on_screen(scene, saves, add_frame):
            pass
    pauses = [CHOSEN if key == "enter" else MOVED for key in scene.keys]
    return encode_gif(frames, [CHOSEN, *pauses[:-1], LAST])


async def main(names: list[str]) -> int:
    """Draw each scene and print the sizes; return 1 if the total is too large."""
    for folder in (FOLDER, OTHERS):
        folder.mkdir(parents=True, exist_ok=True)
    shown = shown_pictures()
    scenes = {scene.name: scene for scene in (*SCENES, *THOUGHTFUL, *SHOWN, *UKRAINIAN)}
    files = {**{name: f"{name}.png" for name in scenes}, TURN.name: f"{TURN.name}.gif"}
    for name in names or [name for name, file in files.items() if file in shown]:
        content = await (moving_picture(TURN) if name == TURN.name else picture(scenes[name]))
        ((FOLDER if files[name] in shown else OTHERS) / files[name]).write_bytes(content)
        print(f"{name:<24} {len(content):>9,}")
    for path in FOLDER.iterdir():
        if not names and path.name not in shown:
            path.unlink()
    total = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{'':<24} {total:>9,}")
    return 0 if total <= MOST else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
