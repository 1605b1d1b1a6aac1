"""What the table does by itself: replaces bots that fail, plays forced cards, ends turns, and how keys stop that."""

from pathlib import Path
from typing import Any

import pytest

from rokoko_core.actions import Action, Decline, EndTurn, PlayCard, UseBonus
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.game import Game
from rokoko_core.play.menu import forced_action, has_only_end
from rokoko_core.state import Seat, Setup
from rokoko_tui.table.commands import CommandId, Press
from rokoko_tui.table.session import TableSession
from tests.tui.at_table import TWO, InProcessWorker
from tests.tui.table.session_table import SessionTable, play_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


def is_bo_to_move(game: Game) -> bool:
    return game.state.turn is not None and game.state.pending[-1].seat == 1


class FailingWorker(InProcessWorker):
    """A worker whose bot is not installed."""

    async def plan(self, *arguments: Any) -> tuple[Action, ...]:
        raise BadBot(BotFault.MISSING, "nowhere")


# ---- bots


async def test_a_bot_that_fails_is_replaced_and_the_game_continues(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_bo_to_move)
    with session_table(tmp_path, WITH_BOT, game, FailingWorker()) as table:
        await table.open()
        await table.run("bot")
        assert table.notices == ['the bot “nowhere” is not installed; a bot of level "easy" takes over for Bo.']
        assert table.game.position == game.cursor and "bot" in table.work, "the new one is to move"


async def test_a_bot_that_is_undone_while_it_fails_stays(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_bo_to_move)
    with session_table(tmp_path, WITH_BOT, game, FailingWorker()) as table:
        await table.open()
        await table.game.undo_to(game.cursor - 2, cross=True)
        here = table.game.position
        await table.run("bot")
        assert table.notices == [] and table.game.position == here


# ---- the end of a turn


async def open_at_end(table: SessionTable) -> int:
    """Open the table where the turn is about to end; return the position."""
    await table.open()
    assert table.session.ending.is_due
    return table.game.position


async def test_the_delay_is_announced_with_what_the_turn_brought(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        await open_at_end(table)
        assert table.page.titles == ("The turn ends in a moment · Esc wait", "The turn ends · Esc wait")
        assert table.explanation[:2] == ["The turn ends in a moment · Esc wait", "Your turn"]
        assert table.explanation[2].startswith("Ada plays ")
        assert isinstance(table.entry.action, EndTurn), "the choices stay"
        assert [wait.seconds for wait in table.timers] == [1.5]
        await table.open()
        assert len(table.timers) == 1, "the delay goes on"


@pytest.mark.parametrize("key", ["e", "x", "enter"])
async def test_any_key_ends_the_turn_at_once(tmp_path: Path, key: str) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        here = await open_at_end(table)
        await table.press(key)
        assert table.line[here] == EndTurn() and table.timers == []


async def test_a_key_from_before_the_delay_is_dropped(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        here = await open_at_end(table)
        await table.press("x", table.time - 1)
        assert table.game.position == here and table.session.ending.is_due and table.notices == []


async def test_escape_leaves_the_end_to_the_player(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        here = await open_at_end(table)
        await table.press("escape")
        assert (table.game.position, table.timers, table.session.ending.is_due) == (here, [], False)
        assert "in a moment" not in table.title
        await table.do(CommandId.PROCEED)
        assert table.timers == [], "for this turn"
        await table.do(CommandId.END_TURN)
        assert table.line[here] == EndTurn()


@pytest.mark.parametrize("key", ["u", "U", "tab", "question_mark", "ctrl+p"])
async def test_keys_that_undo_or_work_everywhere_do_not_end_the_turn(tmp_path: Path, key: str) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        await open_at_end(table)
        assert not table.session.captures(Press(key, key, table.time)) and table.session.ending.is_due


async def test_clicks_do_not_end_the_turn(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        await open_at_end(table)
        assert not await table.mouse(is_down=True) and table.session.ending.is_due


async def test_under_another_screen_the_delay_begins_again_when_that_is_closed(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        here = await open_at_end(table)
        table.is_covered = True
        await table.elapse()
        assert table.game.position == here and not table.session.ending.is_due
        table.is_covered = False
        await table.do(CommandId.PROCEED)
        assert len(table.timers) == 1
        await table.elapse()
        assert table.line[here] == EndTurn()


async def test_after_an_undo_the_timer_ends_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=True) as table:
        here = await open_at_end(table)
        await table.do(CommandId.UNDO)
        await table.elapse()
        assert table.game.position == here - 1


# ---- forced actions


async def test_a_bonus_that_only_gains_is_automatic_and_no_only_choice(tmp_path: Path) -> None:
    game = play_until(TWO, lambda game: forced_action(game.state) == UseBonus())
    with session_table(tmp_path, TWO, game, forced_steps=True, handover=False) as table:
        await table.open()
        assert table.line[game.cursor] == UseBonus()
        assert table.labels[0].startswith("Automatic: ")


async def test_what_was_forced_is_said_until_the_next_choice(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, lambda game: isinstance(forced_action(game.state), PlayCard))
    with session_table(tmp_path, WITH_BOT, game, forced_steps=True, handover=False) as table:
        await table.open()
        assert table.labels[0] == "Only choice: Journeyman"
        await table.play(table.entry_of(Decline).action or Decline())
        assert not any("Only choice" in label for label in table.labels)


async def test_a_forced_card_is_undone_with_its_cause(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, lambda game: isinstance(forced_action(game.state), PlayCard))
    with session_table(tmp_path, WITH_BOT, game, forced_steps=True) as table:
        await table.open()
        assert table.game.position == game.cursor + 1 and table.notices == [], "a notice would cover the list"
        await table.do(CommandId.UNDO)
        if table.asked:
            await table.answer("cross")
        assert table.game.position < game.cursor


async def test_an_automatic_end_is_undone_with_its_cause(tmp_path: Path) -> None:
    game = play_until(TWO, lambda game: has_only_end(game.state))
    with session_table(tmp_path, TWO, game, end_turns=True, handover=False) as table:
        here = await open_at_end(table)
        await table.press("x")
        await table.do(CommandId.UNDO)
        if table.asked:
            await table.answer("cross")
        assert table.game.position == here - 1


async def test_a_forced_step_of_several_lines_is_told_line_by_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = TableSession.lines
    monkeypatch.setattr(TableSession, "lines", lambda self, numbers: 2 * lines(self, numbers))
    game = play_until(WITH_BOT, lambda game: isinstance(forced_action(game.state), PlayCard))
    with session_table(tmp_path, WITH_BOT, game, forced_steps=True) as table:
        await table.open()
        first, second = table.labels[:2]
        assert first == "Only choice: Journeyman" and second.startswith("Ada plays "), "the line of the log"
