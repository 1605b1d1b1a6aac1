"""Draws the pictures of the documentation anew: ``make screenshots``."""

import asyncio
import re
import tempfile
from pathlib import Path

from tests.tui.scenes import SCENES, THOUGHTFUL, on_screen

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"


def self_contained(svg: str) -> str:
    """The picture without the fonts it would fetch from elsewhere, and with the same names at every drawing."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg)


async def main() -> None:
    """One picture per scene."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scene in (*SCENES, *THOUGHTFUL):
        with tempfile.TemporaryDirectory() as folder:
            async with on_screen(scene, Path(folder)) as app:
                svg = self_contained(app.export_screenshot(title="Rokoko"))
        (FOLDER / f"{scene.name}.svg").write_text(svg, encoding="utf-8")
        print(scene.name)


if __name__ == "__main__":
    asyncio.run(main())
