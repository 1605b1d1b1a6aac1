"""Draws the pictures of the documentation anew: ``make screenshots``; with names, only those."""

import asyncio
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from rokoko_tui.drawing import terminal
from tests.tui.scenes import SCENES, SHOWN, THOUGHTFUL, UKRAINIAN, Scene, on_screen
from tools import ROOT
from tools.pictures import picture_of

FOLDER = ROOT / "docs" / "screenshots"
MOST = 3_000_000
"""Bytes all pictures may take together."""
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


async def main(names: list[str]) -> int:
    """One picture per scene, and what they weigh; 1 if they are too heavy together."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    scenes = {scene.name: scene for scene in (*SCENES, *THOUGHTFUL, *SHOWN, *UKRAINIAN)}
    for name in names or scenes:
        found = await picture(scenes[name])
        (FOLDER / f"{name}.png").write_bytes(found)
        print(f"{name:<24} {len(found):>9,}")
    if not names:
        for path in FOLDER.iterdir():
            if path.stem not in scenes or path.suffix != ".png":
                path.unlink()
    weight = sum(path.stat().st_size for path in FOLDER.glob("*.png"))
    print(f"{'':<24} {weight:>9,}")
    return 0 if weight <= MOST else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
