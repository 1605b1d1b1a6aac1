"""Which tests draw frames."""

from pathlib import Path

import pytest
from textual.app import App
from textual.screen import Screen

from rokoko_tui.panes.choices import Choices
from tests.tui import at_table as tables


@pytest.mark.parametrize("are_drawn", [pytest.param(True, marks=pytest.mark.draws), False])
async def test_frames_are_drawn_only_in_tests_that_need_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, are_drawn: bool
) -> None:
    frames: list[object] = []

    def display(app: App[None], screen: Screen[None], frame: object) -> None:
        if frame is not None:
            frames.append(frame)

    monkeypatch.setattr(App, "_display", display)
    async with tables.at_table(tmp_path, tables.TWO) as player:
        await player.press("space", "down")
    assert bool(frames) == are_drawn


async def test_an_error_in_drawing_is_found_without_frames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(choices: Choices, y: int) -> None:
        raise ZeroDivisionError("an error in drawing")

    with pytest.raises(ZeroDivisionError):
        async with tables.at_table(tmp_path, tables.TWO) as player:
            await player.press("space")
            monkeypatch.setattr(Choices, "render_line", fail)
            player.choices.refresh()
            await player.settle()
