"""The name of a daily game at its table."""

from pathlib import Path

import pytest

from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.state import Seat, Setup
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Mode, Start
from rokoko_tui.settings.daily_deal import daily_setup
from rokoko_tui.settings.settings import Settings
from tests.tui.analysis.daily_games import DAY, SETTINGS, save_game
from tests.tui.at_table import InProcessWorker, Player

SLOW = ((80, 50), (100, 30), (120, 40), (160, 50))
SIZES = [(80, 24), *(pytest.param(size, marks=pytest.mark.slow) for size in SLOW)]
DAILY = daily_setup(DAY, SETTINGS, SETTINGS.words)
OTHER = Setup((Seat("Ada"), Seat("Bo")), DAILY.seed, first_player=0)


async def table_at(path: Path, setup: Setup, mode: Mode, size: tuple[int, int], language: str = "english") -> str:
    """Return the first two lines of the table of a begun game."""
    game = Game.new(setup)
    for _ in range(3):
        game.play(legal_actions(game.state)[0])
    save_game(path, game)
    app = RokokoApp(Settings(motion="off", language=language), Start(mode, path=path))
    app._bot_worker = InProcessWorker()
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await player.wait_until(lambda: " 7 " in player.seen())
        await player.settle()
        return "\n".join(player.seen().splitlines()[:2])


@pytest.mark.local_only  # a game on another machine does not show its seed
@pytest.mark.parametrize("mode", ["load", "replay"])
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_table_names_the_day_once(tmp_path: Path, mode: Mode, size: tuple[int, int]) -> None:
    for language, name in (("english", "Daily"), ("ukrainian", "Гра дня")):
        top = await table_at(tmp_path / f"{language}.rokoko", DAILY, mode, size, language)
        assert top.count(name) == 1
        assert top.count(f" {DAY}") == 1


async def test_another_game_with_the_same_seed_names_no_day(tmp_path: Path) -> None:
    assert str(DAY) not in await table_at(tmp_path / "other.rokoko", OTHER, "load", (80, 24))
