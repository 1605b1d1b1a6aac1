"""Draw the pictures that documents show: ``make screenshots``; with names of scenes as arguments, only those.

A picture that no document shows is drawn in build/screenshots. ``film`` is the moving picture, and the same frames as a
recording of asciinema, which the site plays.
"""

import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from rokoko_tui.app import RokokoApp
from rokoko_tui.theme import terminal_capabilities as terminal
from tests.tui.scenes import FILM, SCENES, SHOWN, THOUGHTFUL, UKRAINIAN, Scene, on_screen
from tools import ROOT
from tools.checks.documents import shown_pictures
from tools.film import Rows, encode_cast
from tools.pictures import cells_of, draw, encode_gif, picture_of

FOLDER, OTHERS = ROOT / "docs" / "screenshots", ROOT / "build" / "screenshots"
"""The folders of pictures that documents show, and of all others."""
RECORDING = ROOT / "docs" / "film" / "film.cast"
"""The film as a recording."""
MOST = 3_000_000
"""Maximum total size of the pictures in bytes."""
BROWSER = ("static-page.png", "browser.png", "browser-phone.png")
"""Pictures of browsers, which are not drawn here."""
STEPS = ("up", "down", "left", "right")
MOVED, CHOSEN, READ = 700, 1500, 3500
"""Milliseconds of a frame of the film: after a cursor step, after a choice, and with a text to read."""
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


async def frames_of(scene: Scene, look: Callable[[RokokoApp], None] = lambda app: None) -> list[Rows]:
    """Return the cells before the first key of ``scene`` and after each key; call ``look`` at each frame."""
    frames: list[Rows] = []

    def add_frame(app: RokokoApp) -> None:
        frames.append(cells_of(app))
        look(app)

    with tempfile.TemporaryDirectory() as folder, scene_environment(scene, Path(folder) / "home"):
        saves = Path(folder) / "saves"
        saves.mkdir()
        async with on_screen(scene, saves, add_frame):
            pass
    return frames


def durations_of(scene: Scene) -> list[int]:
    """Return the milliseconds of each frame. Screens without a game, first screens and last screens are read."""
    chosen = CHOSEN if scene.game else READ
    pauses = [READ, *(MOVED if key in STEPS else chosen for key in scene.keys)]
    return [*pauses[:-1], READ]


async def film() -> tuple[bytes, bytes]:
    """Return the film as a GIF and as a recording."""
    frames = [frame for scene in FILM for frame in await frames_of(scene)]
    durations = [duration for scene in FILM for duration in durations_of(scene)]
    pictures = [draw(frame) for frame in frames]
    return encode_gif(pictures, durations), encode_cast(frames, durations).encode()


async def main(names: list[str]) -> int:
    """Draw each scene and print the sizes; return 1 if the total is too large."""
    for folder in (FOLDER, OTHERS):
        folder.mkdir(parents=True, exist_ok=True)
    shown = shown_pictures()
    scenes = {scene.name: scene for scene in (*SCENES, *THOUGHTFUL, *SHOWN, *UKRAINIAN)}
    for name in names or [*(name for name in scenes if f"{name}.png" in shown), "film"]:
        if name == "film":
            content, recording = await film()
            RECORDING.write_bytes(recording)
            print(f"{'the recording':<24} {len(recording):>9,}")
        else:
            content = await picture(scenes[name])
        file = f"{name}.gif" if name == "film" else f"{name}.png"
        ((FOLDER if file in shown else OTHERS) / file).write_bytes(content)
        print(f"{name:<24} {len(content):>9,}")
    for path in FOLDER.iterdir():
        if not names and path.name not in shown:
            path.unlink()
    total = sum(path.stat().st_size for path in FOLDER.iterdir())
    print(f"{'':<24} {total:>9,}")
    return 0 if total <= MOST else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
