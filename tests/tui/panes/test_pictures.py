"""The pictures of the panes as text, and the sizes where their forms change. A change has to be agreed to.

Of colors and clickable spots there is a checksum only; the snapshots of whole screens show them.
"""

import re
from collections.abc import Iterable, Iterator
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


def digest_of(content: object) -> str:
    return blake2b(repr(content).encode(), digest_size=4).hexdigest()


def picture(drawing: Drawing) -> list[str]:
    """Return the lines, each with a mark at its end, and a checksum of their styles and spots."""
    styles = [(n, span.start, span.end, str(span.style)) for n, line in enumerate(drawing.lines) for span in line.spans]
    return [*(f"{line.plain}|" for line in drawing.lines), f"({digest_of((styles, drawing.spots, drawing.notes))})"]


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


def changes(drawn: Iterable[tuple[int, Drawing]]) -> Iterator[str]:
    """Yield each size from which on the pane has other words or signs, whatever the space between them."""
    before: list[str] = []
    for size, drawing in drawn:
        form = [re.sub("[ ▀─]+", " ", line.plain) for line in drawing.lines]
        if form != before:
            yield f"  {size}: {len(form)} lines {digest_of(form)}"
        before = form


@pytest.mark.parametrize("name", [name for name in PANES if name not in ("status", "halls")])
def test_the_sizes_where_a_pane_changes_its_form(name: str, snapshot: SnapshotAssertion) -> None:
    """The halls have tests of their own, as they are slow to draw; the status has no height."""
    scene, draw, step = scene_at(3, tuple(EVERYTHING), 60), PANES[name], {"hand": 4, "decorations": 2}.get(name, 1)
    lines = ["columns:", *changes((width, draw(scene, width, None)) for width in range(30, 121, step))]
    lines += ["lines of 72 columns:", *changes((height, draw(scene, 72, height)) for height in range(3, 21))]
    assert "\n".join(lines) == snapshot
