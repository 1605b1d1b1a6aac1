"""The pictures of the panes as text, at sizes where they differ. A changed picture has to be looked at and agreed to.

Of colors and clickable spots there is a checksum only; the snapshots of whole screens show them.
"""

from hashlib import blake2b

import pytest
from syrupy.assertion import SnapshotAssertion

from rokoko_core.terms import Expansion
from rokoko_tui.art.scene import Drawing, Scene
from tests.tabletop import EVERYTHING
from tests.tui.panes.test_panes import PANES, WHOLE_TABLE
from tests.tui.panes.test_sizes import scene_at

TABLES: dict[str, tuple[int, tuple[Expansion, ...], int]] = {
    "three with everything": (3, tuple(EVERYTHING), 60),
    "five near the end": (5, (), 250),
    "alone against Madame du Barry": (1, tuple(EVERYTHING), 120),
}


def size_text(width: int, height: int | None) -> str:
    return f"{width} columns" if height is None else f"{width}x{height}"


def picture(drawing: Drawing) -> list[str]:
    """Return the lines, each with a mark at its end, and a checksum of their styles and spots."""
    styles = [(n, span.start, span.end, str(span.style)) for n, line in enumerate(drawing.lines) for span in line.spans]
    digest = blake2b(repr((styles, drawing.spots, drawing.notes)).encode(), digest_size=4).hexdigest()
    return [*(f"{line.plain}|" for line in drawing.lines), f"({digest})"]


def pictures(name: str, scene: Scene) -> list[str]:
    lines = []
    for width, height in (WHOLE_TABLE[name], (36, 8), (60, None), (100, 22)):
        lines += [size_text(width, height), *picture(PANES[name](scene, width, height))]
    return lines


@pytest.mark.parametrize("name", PANES)
def test_the_pictures_of_a_pane(name: str, snapshot: SnapshotAssertion) -> None:
    lines = []
    for table, setup in TABLES.items():
        lines += [f"{table}:", *pictures(name, scene_at(*setup))]
    assert "\n".join(lines) == snapshot
