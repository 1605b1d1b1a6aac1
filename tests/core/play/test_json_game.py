"""The view through JSON shows what the local view shows, and no secret passes."""

import asyncio
from pathlib import Path

import pytest

from rokoko_core.actions import Decline, EndTurn
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.journal import create
from rokoko_core.play.forecast import NoForecast
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import GameControl
from rokoko_core.state import Seat, Setup
from tests.json_game import JsonGame, game_through_json

SEED = 987654321987
PEOPLE = Setup((Seat("Ada"), Seat("Bo")), seed=SEED, first_player=0)
WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "random")), seed=SEED, first_player=0)


@pytest.mark.parametrize("setup", [PEOPLE, WITH_BOT], ids=["people", "bot"])
async def test_both_views_show_the_same_and_the_seed_stays_with_the_host(tmp_path: Path, setup: Setup) -> None:
    host = LocalGame(create(tmp_path / "game.rokoko", setup))
    messages: list[bytes] = []
    view = JsonGame(host)
    view.on_message = messages.append
    game: GameControl = view
    while not host.recording.over and host.observation().table.round < 3:
        if game.handover is not None:
            game.sit_down()
        observation = game.observation()
        assert (observation, game.menu) == (host.observation(), host.menu)
        assert game.observation() is observation
        if host.bot_to_move is not None:
            await host.play(host.observation_of(1).actions[0])
            continue
        actions = game.menu.actions
        action = next((a for a in actions if isinstance(a, Decline | EndTurn)), actions[0])
        assert game.known_forecast(action) is None, "it takes a request"
        forecast = await game.forecast(action)
        assert forecast == host.known_forecast(action) == game.known_forecast(action)
        await game.play(action)
        assert game.events(game.position - 1) == host.events(host.position - 1)
        assert game.history.turns_of_others(game.position) == host.history.turns_of_others(host.position)
    assert game.setup.players == setup.players
    assert not any(str(SEED).encode() in message for message in messages)
    host.close()


def test_a_bot_without_a_level_is_a_bot(tmp_path: Path) -> None:
    """Setups of other programs may name no level; the default one plays then."""
    setup = Setup((Seat("Ada"), Seat("Bo", "bot")), seed=SEED, first_player=1)
    host = LocalGame(create(tmp_path / "game.rokoko", setup))
    assert host.bot_to_move == setup.players[1]
    assert [host.is_bot(0), host.is_bot(1)] == [False, True]
    host.close()


async def test_undo_and_redo_reach_the_host(tmp_path: Path) -> None:
    host = LocalGame(create(tmp_path / "game.rokoko", WITH_BOT))
    game = JsonGame(host)
    await game.play(game.menu.actions[0])
    await game.undo_to(0, cross=True)
    assert (game.position, game.length, game.can_redo) == (0, 1, True)
    await game.redo_to(1)
    assert (game.position, host.position, game.can_redo) == (1, 1, False)
    host.close()


async def test_a_forecast_that_arrives_too_late_is_refused(tmp_path: Path) -> None:
    host = LocalGame(create(tmp_path / "game.rokoko", WITH_BOT))
    game = JsonGame(host)
    request = asyncio.create_task(game.forecast(game.menu.actions[0]))
    await host.play(host.menu.actions[0])
    with pytest.raises(NoForecast):
        await request
    host.close()


def test_a_whole_game_is_the_same_after_json() -> None:
    game = Game.new(PEOPLE)
    while game.cursor < 20:
        game.play(legal_actions(game.state)[0])
    game.hint()
    game.undo(cross=True)
    copy = game_through_json(game)
    assert (copy.entries, copy.state, copy.hints) == (game.entries, game.state, game.hints)
