"""The work that one key at the table sets off."""

from pathlib import Path

import pytest

from tools.key_cost import measure

pytestmark = pytest.mark.slow


async def test_a_cursor_step_plays_its_action_once_and_enter_builds_one_menu(tmp_path: Path) -> None:
    profiles = await measure(tmp_path)
    arrow, enter = profiles["arrow"], profiles["Enter"]
    assert arrow.count("rokoko_core.play.forecast", "forecast_of") == 1
    assert arrow.count("rokoko_core.engine", "certain_outcome") == 1
    assert arrow.count("rokoko_core.play.menu", "menu_of") == 0
    assert enter.count("rokoko_core.play.menu", "menu_of") == 1
    assert enter.count("rokoko_core.game", "play") == 1
