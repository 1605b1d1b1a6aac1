"""What the screens look like, as text. A changed screen has to be looked at and agreed to (``--snapshot-update``)."""

from pathlib import Path

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from tests.tui.scenes import READ, SCENES, Scene, on_screen, text_of


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.mark.parametrize("scene", (*SCENES, *READ), ids=lambda scene: scene.name)
async def test_screen(scene: Scene, tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    async with on_screen(scene, tmp_path) as app:
        text = text_of(app).replace(str(tmp_path), "FOLDER")
        assert max(cell_len(line) for line in text.splitlines()) <= scene.size[0]
        assert text == snapshot
