"""Bots at the table: plans, thinking time, loading, undo, and external bots."""

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.widgets import Static

from rokoko_core import Game, bots
from rokoko_core.actions import Action, Decline, EndTurn
from rokoko_core.bots import external_bot_process
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game as AnyGame
from rokoko_core.game import Replace
from rokoko_core.journal import create, read
from rokoko_core.observe import observe
from rokoko_core.pending import CardChoice, MainAction
from rokoko_core.play.local_game import LocalGame
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import SeatKind
from rokoko_tui.games import Start
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.help import HelpScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.start import StartScreen
from tests.tui.at_table import InProcessWorker, Player, at_table, is_adas_turn_over, save_until
from tests.visitors import BOTS, bots_installed

pytestmark = pytest.mark.slow


def with_bot(level: str = "journeyman") -> Setup:
    return Setup((Seat("Ada"), Seat("Bo", kind="bot", level=level)), seed=7, first_player=0)


def is_bo_in_mid_turn(game: AnyGame) -> bool:
    return bool(game.state.pending) and game.state.pending[-1] == MainAction(1)


def is_at_card_choice(player: Player) -> Callable[[], bool]:
    return lambda: player.game.state.pending[-1] == CardChoice(0)


# ---- plans


async def test_a_plan_is_carried_out_without_thinking_again(tmp_path: Path) -> None:
    bot_worker = InProcessWorker()
    path = save_until(tmp_path, with_bot(), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=bot_worker) as player:
        start = player.game.cursor + 1
        await player.press("e")
        await player.wait_until(is_at_card_choice(player))
        planned: list[Action] = [action for plan in bot_worker.plans for action in plan]
        assert player.game.line[start:] == planned
        assert max(len(plan) for plan in bot_worker.plans) > 1


async def test_an_outdated_plan_is_dropped(tmp_path: Path) -> None:
    path = save_until(tmp_path, with_bot(), is_bo_in_mid_turn)
    with create(tmp_path / "copy.rokoko", with_bot(), Game.load(path).entries) as journal:
        game = LocalGame(journal)
        main, other = legal_actions(game.recording.state)[0], Decline()
        game.set_plan((main, EndTurn()))
        assert game.planned == main
        await game.play(other)
        assert game.planned is None
        await game.undo_to(game.position - 1, cross=True)
        game.set_plan((main,))
        await game.undo_to(game.position - 1, cross=True)
        assert game.planned is None
        await game.redo_to(game.position + 1)
        game.set_plan((EndTurn(),))
        assert game.planned is None, "the turn cannot end yet"


async def test_all_thoughts_of_a_turn_share_one_budget(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    path = save_until(tmp_path, with_bot("random"), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=bot_worker, think=5.0) as player:
        await player.press("e")
        while not is_at_card_choice(player)():
            bot_worker.hurry()
            await player.settle()
        assert bot_worker.budgets[0] == 5.0
        assert len(bot_worker.budgets) > 1, "playing at random, Bo plans a step at a time"
        assert bot_worker.budgets == sorted(bot_worker.budgets, reverse=True)
        assert bot_worker.budgets[1] < 5.0


# ---- thinking


@pytest.mark.parametrize("kind", ["bot", "human"])
async def test_the_bot_process_starts_early_in_games_with_bots(tmp_path: Path, kind: SeatKind) -> None:
    bot_worker = InProcessWorker()
    setup = Setup((Seat("Ada"), Seat("Bo", kind)), seed=7, first_player=0)
    async with at_table(tmp_path, setup, bot_worker=bot_worker):
        assert bot_worker.warmed == ([setup.components] if kind == "bot" else [])


async def test_a_key_makes_a_thinking_bot_move(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    path = save_until(tmp_path, with_bot(), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=bot_worker) as player:
        await player.press("e")
        before = player.game.cursor
        assert player.labels == ["Bo is thinking", "Move now"]
        assert player.choices.entries[1].key == "m"
        shown = [item.text for item in player.table.query_one(PreviewPane).items]
        assert shown == ["Move now", "The bot stops thinking and takes the best choice it has found."]
        thought = player.table.session.driver.thought
        assert thought is not None
        thought.since -= 3
        player.table.update_thinking_time()
        assert player.labels[0] == "Bo has been thinking for 3 s"
        await player.press("m")
        assert player.game.cursor > before
        assert player.game.line[before] == bot_worker.plans[0][0]


async def test_clicks_make_a_thinking_bot_move(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    path = save_until(tmp_path, with_bot(), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=bot_worker) as player:
        await player.press("e")
        before = player.game.cursor
        for _ in range(2):
            await player.click(player.choices, 6, 1)
        assert player.game.cursor > before


async def test_updating_the_thinking_time_keeps_the_first_click(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    path = save_until(tmp_path, with_bot(), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=bot_worker) as player:
        await player.press("e")
        before = player.game.cursor
        await player.click(player.choices, 6, 1)
        player.table.update_thinking_time()
        await player.click(player.choices, 6, 1)
        assert player.game.cursor > before, "the second click on the same line takes it"


async def test_the_screen_responds_while_a_bot_thinks(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    path = save_until(tmp_path, with_bot(), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=bot_worker) as player:
        await player.press("e")
        await player.press("question_mark", "4")
        assert isinstance(player.app.screen, HelpScreen)
        await player.press("escape", "f2")
        assert len(bot_worker.budgets) == 1, "the thought was not restarted"
        await player.press("h")
        assert any("Only the player to move" in note.message for note in player.app._notifications)
        await player.press("U")
        assert player.table.game.to_move == 0


async def test_move_now_without_a_thinking_bot_says_so(tmp_path: Path) -> None:
    path = save_until(tmp_path, with_bot(), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        await player.press("m")
        assert [note.message for note in player.app._notifications] == ["No bot is thinking."]


@pytest.mark.parametrize(("level", "ahead"), [("master", True), ("journeyman", False)])
async def test_a_bot_that_searches_thinks_ahead_while_a_person_decides(tmp_path: Path, level: str, ahead: bool) -> None:
    """While Ada chooses her hand, the bot thinks once, about its own observation."""
    bot_worker = InProcessWorker()
    async with at_table(tmp_path, with_bot(level), bot_worker=bot_worker) as player:
        await player.wait_until(lambda: bool(bot_worker.ahead) == ahead)
        state = player.game.state
        player.table.redraw()
        await player.settle()
        assert bot_worker.ahead == ([observe(state, 1)] if ahead else [])


# ---- loading, undoing


@pytest.mark.quick(1)
@pytest.mark.parametrize("level", ["apprentice", "journeyman", "page", "tailor"])
async def test_a_bot_of_any_level_moves_after_loading(tmp_path: Path, level: str) -> None:
    path = save_until(tmp_path, with_bot(level), is_bo_in_mid_turn)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        await player.wait_until(is_at_card_choice(player))
        assert read(path).game.line == player.game.line
        assert player.game.setup.players[1].level == level


async def test_a_bot_moves_after_loading_in_the_bot_process(tmp_path: Path) -> None:
    path = save_until(tmp_path, with_bot("master"), is_bo_in_mid_turn)
    async with at_table(tmp_path, Start("load", path=path), think=0.1) as player:
        await player.wait_until(is_at_card_choice(player))
        assert read(path).damage is None


@pytest.mark.slow
async def test_undo_and_redo_skip_the_moves_of_bots(tmp_path: Path) -> None:
    path = save_until(tmp_path, with_bot(), is_adas_turn_over)
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        before = player.game.cursor
        await player.press("e")
        await player.wait_until(is_at_card_choice(player))
        after = player.game.cursor
        await player.press("u")
        if player.asking:
            await player.press("y")
        assert (player.game.cursor, player.table.game.to_move) == (before, 0)
        await player.press("r")
        assert (player.game.cursor, player.table.game.to_move) == (after, 0)


# ---- external bots


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("bot", "notice"),
    [
        ("raises", "the bot “raises” raised an error (RuntimeError: I do not know"),
        ("talks", "the bot “talks” did not answer with a legal action ('the first, please')"),
        ("sleeps", "the bot “sleeps” did not answer in time"),
    ],
)
async def test_an_apprentice_replaces_a_bot_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str, notice: str
) -> None:
    monkeypatch.setattr(external_bot_process, "GRACE", 0.1)
    monkeypatch.setattr(bots, "EXTERNAL_BOT_SECONDS", 0.1 if bot == "sleeps" else 60.0)
    with bots_installed(tmp_path / "site", BOTS, f"{bot} = visiting_bots:{bot}"):
        path = save_until(tmp_path, with_bot(bot), is_bo_in_mid_turn)
        async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
            await player.wait_until(is_at_card_choice(player))
            (note,) = [note.message for note in player.app._notifications]
            assert note.startswith(notice)
            assert note.endswith('; a bot of level "easy" takes over for Bo.')
            reading = read(path)
            assert reading.damage is None
            code = {"raises": "raised", "talks": "nonsense", "sleeps": "stalled"}[bot]
            assert [entry for entry in reading.game.entries if isinstance(entry, Replace)] == [
                Replace(1, "apprentice", code)
            ]
            assert reading.game.level_of(1) == "apprentice"
            assert reading.game.setup.players[1].level == bot


async def test_an_external_bot_plays_in_its_own_process(tmp_path: Path) -> None:
    """The bot process starts it, as at any table."""
    with bots_installed(tmp_path / "site", BOTS, "drawn = visiting_bots:drawn"):
        path = save_until(tmp_path, with_bot("drawn"), is_bo_in_mid_turn)
        async with at_table(tmp_path, Start("load", path=path)) as player:
            await player.wait_until(is_at_card_choice(player))
            assert not [entry for entry in player.game.entries if isinstance(entry, Replace)]


@pytest.mark.slow
async def test_loading_offers_to_replace_a_missing_bot(tmp_path: Path) -> None:
    path = save_until(tmp_path, with_bot("queen"), is_bo_in_mid_turn)
    before = path.read_bytes()
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        assert isinstance(player.app.screen, Question)
        assert "Bo: the bot “queen” is not installed." in read_statics(player)
        await player.press("n")
        assert isinstance(player.app.screen, StartScreen)
        assert path.read_bytes() == before
        player.app.games.resume(path)
        await player.settle()
        await player.press("r")
        await player.wait_until(is_at_card_choice(player))
        assert player.game.entries.count(Replace(1, "apprentice", "missing")) == 1
    async with at_table(tmp_path, Start("load", path=path), bot_worker=InProcessWorker()) as player:
        assert isinstance(player.app.screen, PlayScreen), "the answer is stored"


def read_statics(player: Player) -> str:
    return "\n".join(str(line.render()) for line in player.app.screen.query(Static))
