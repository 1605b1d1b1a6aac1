"""What the table does by itself: replaces bots that fail, plays forced cards, ends turns, and how keys stop that."""

from pathlib import Path
from typing import Any

import pytest

from rokoko_core.actions import Action, ClaimFavor, Decline, Depute, EndTurn, PlayCard, UseBonus
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.engine import apply, legal_actions
from rokoko_core.game import Game
from rokoko_core.play.choices import deputes_master_for_nothing
from rokoko_core.play.menu import forced_action, has_only_end
from rokoko_core.state import Seat, Setup
from rokoko_tui.table import key_guard
from rokoko_tui.table.commands import Click, CommandId, GoBackTo, Press
from rokoko_tui.table.effects import Request
from rokoko_tui.table.session import TableSession
from tests.tui.at_table import TWO, InProcessWorker
from tests.tui.table.session_table import SessionTable, play_until, sample_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


def is_bo_to_move(game: Game) -> bool:
    return game.state.turn is not None and game.state.pending[-1].seat == 1


def is_last_choice(game: Game) -> bool:
    """Whether Ada may end her turn with a card that is deputed."""
    if not game.state.pending or game.state.pending[-1].seat != 0:
        return False
    offers = [action for action in legal_actions(game.state) if isinstance(action, Depute)]
    return any(has_only_end(apply(game.state, action)) for action in offers)


def is_master_for_nothing(game: Game) -> bool:
    return any(deputes_master_for_nothing(action, game.state) for action in legal_actions(game.state))


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ignore keys that were meant for what was shown before, as the program does."""
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", 0.25)


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


async def play_to_end(table: SessionTable) -> int:
    """Open the table at the end of a turn, and make its last choice again; return the position."""
    await table.open()
    last = table.line[-1]
    await table.do(CommandId.UNDO)
    await table.play(last)
    return table.game.position


async def open_at_end(table: SessionTable) -> int:
    """Make the last choice of a turn, so that it is about to end; return the position."""
    here = await play_to_end(table)
    assert table.session.ending.is_due
    return here


async def test_a_game_opened_at_the_end_of_a_turn_waits_for_the_player(tmp_path: Path) -> None:
    for seconds in (3.0, 0.0):
        with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=seconds) as table:
            await table.open()
            assert (table.timers, table.session.ending.is_due) == ([], False)
            here = table.game.position
            await table.press_keys("enter")
            assert table.line[here] == EndTurn()


@pytest.mark.parametrize(("number", "waits"), [(0, True), (1, True), (-1, False)])
async def test_a_turn_is_taken_up_again_from_its_first_choice_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, waits: bool
) -> None:
    """One in which nothing was chosen is not: all of it was forced."""
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        start = table.game.turn_start(table.game.position)
        monkeypatch.setattr(type(table.session.driver), "last_decision", start + number)
        await table.open()
        assert (table.timers == [], table.session.ending.is_due) == (waits, not waits)


async def test_the_countdown_names_its_keys_and_what_the_turn_brought(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        await open_at_end(table)
        assert table.page.titles == (
            "The turn ends in 3 s · Enter now · u undo · Esc wait",
            "The turn ends in 3 s · Esc wait",
            "Ends in 3 s · Esc wait",
        )
        assert table.explanation[:2] == ["Enter ends the turn now, u undoes, Esc makes it wait.", "Your turn"]
        assert table.explanation[2].startswith("Ada plays ")
        assert isinstance(table.entry.action, EndTurn), "the choices stay"
        await table.open()
        assert len(table.timers) == 1, "the countdown continues"


@pytest.mark.parametrize(("seconds", "titles"), [(3.0, ["3 s", "2 s", "1 s"]), (0.5, ["1 s"]), (1.5, ["2 s", "1 s"])])
async def test_the_countdown_ends_the_turn(tmp_path: Path, seconds: float, titles: list[str]) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=seconds) as table:
        here, began, shown = await open_at_end(table), table.time, []
        while table.game.position == here:
            shown.append(table.title.removeprefix("The turn ends in ").partition(" ·")[0])
            await table.elapse()
        assert shown == titles
        assert (table.time - began, table.line[here]) == (seconds, EndTurn())


async def test_where_turns_are_ended_by_hand_there_is_no_countdown(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns="never") as table:
        await play_to_end(table)
        assert table.timers == [] and not table.session.ending.is_due


async def test_without_a_countdown_the_turn_ends_at_once(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_end)
    with session_table(tmp_path, WITH_BOT, game, end_turns=0.0) as table:
        await play_to_end(table)
        assert table.line[game.cursor] == EndTurn() and table.timers == []


@pytest.mark.parametrize("key", ["e", "enter"])
async def test_two_keys_end_the_turn_at_once(tmp_path: Path, key: str) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        here = await open_at_end(table)
        await table.press_keys(key)
        assert table.line[here] == EndTurn() and table.timers == []


@pytest.mark.parametrize("key", ["x", "down", "h", "tab", "question_mark", "ctrl+p"])
async def test_after_other_keys_the_countdown_begins_again(tmp_path: Path, key: str) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        here = await open_at_end(table)
        await table.elapse()
        assert table.title.startswith("The turn ends in 2 s")
        await table.press(key)
        assert table.title.startswith("The turn ends in 3 s")
        assert table.game.position == here and len(table.timers) == 1


async def test_a_key_from_before_the_countdown_is_dropped(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        here = await open_at_end(table)
        assert Request.STOP_KEY in await table.press("enter", table.time - 1)
        assert table.game.position == here and table.session.ending.is_due
        assert table.notices == ["Too early: press Enter again."]


async def test_the_notice_names_the_key_of_the_own_keyboard(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        await open_at_end(table)
        await table.do(Press("e", "e", table.time - 1, typed="у"))
        assert table.notices == ["Too early: press у again."]


async def test_escape_leaves_the_end_to_the_player(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        here = await open_at_end(table)
        await table.press_keys("escape")
        assert (table.game.position, table.timers, table.session.ending.is_due) == (here, [], False)
        assert "ends in" not in table.title
        await table.do(CommandId.PROCEED)
        assert table.timers == [], "for this turn"
        await table.do(CommandId.END_TURN)
        assert table.line[here] == EndTurn()


async def test_clicks_elsewhere_do_not_end_the_turn(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        await open_at_end(table)
        assert not await table.mouse(is_down=True) and table.session.ending.is_due


async def test_a_click_on_the_row_ends_the_turn(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        here = await open_at_end(table)
        await table.do(Click(table.time - 1, table.entry))
        assert table.game.position == here, "it was meant for the choice before"
        await table.take(table.entry)
        assert table.line[here] == EndTurn()


async def test_while_the_player_inspects_or_reads_the_countdown_waits(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=1.0) as table:
        here = await open_at_end(table)
        table.session.is_reading = True
        assert "ends in" not in table.title
        await table.elapse()
        await table.do(CommandId.PROCEED)
        assert table.game.position == here and not table.timers
        table.session.is_reading = False
        await table.do(CommandId.PROCEED)
        assert table.title.startswith("The turn ends in 1 s")


async def test_under_another_screen_the_countdown_begins_again_when_that_is_closed(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=1.0) as table:
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
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        here = await open_at_end(table)
        await table.do(CommandId.UNDO)
        assert table.timers == [] and table.game.position == here - 1


async def test_an_undo_that_is_not_confirmed_stops_the_countdown(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_end), end_turns=3.0) as table:
        here = await open_at_end(table)
        await table.do(GoBackTo(here - 1))
        await table.answer("stay")
        await table.do(CommandId.PROCEED)
        assert (table.game.position, table.timers, table.session.ending.is_due) == (here, [], False)


# ---- what was given up


async def end_with(table: SessionTable, action: Action) -> int:
    """Take the last choice of the turn; return the position before its end."""
    await table.open()
    await table.play(action)
    return table.game.position


def depute_at(table: SessionTable) -> Action:
    return next(action for action in table.game.menu.actions if isinstance(action, Depute))


@pytest.mark.usefixtures("guarded")
async def test_a_turn_that_gave_something_up_waits_for_enter(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_last_choice)
    for seconds in (3.0, 0.0):
        with session_table(tmp_path, WITH_BOT, game, end_turns=seconds) as table:
            here = await end_with(table, depute_at(table))
            assert table.session.ending.is_due and table.timers == []
            assert table.title == "You gave up a card · Enter ends the turn · u undo"
            assert table.explanation[0] == "You gave up a card. Enter ends the turn, u undoes."
            await table.press_keys("enter")
            assert table.game.position == here, "a key pressed twice is not meant"
            table.time += 9
            await table.press_keys("enter")
            assert table.line[here] == EndTurn() and table.asked == []


async def test_the_dialog_before_an_end_by_hand_says_what_was_given_up(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_last_choice)
    with session_table(tmp_path, WITH_BOT, game, end_turns=3.0, turn_summary=True) as table:
        await end_with(table, depute_at(table))
        await table.press_keys("escape", "e")
        assert table.asked[-1].lines[0] == "You gave up a card."


async def test_what_an_undone_choice_gave_up_is_forgotten(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_last_choice)
    with session_table(tmp_path, WITH_BOT, game, end_turns=3.0) as table:
        here = await end_with(table, depute_at(table))
        await table.do(CommandId.UNDO)
        await table.do(CommandId.REDO)
        assert table.game.position == here and table.timers == [], "the same choice"
        await table.do(CommandId.UNDO)
        favor = next(action for action in table.game.menu.actions if isinstance(action, ClaimFavor))
        await table.play(favor)
        assert table.session.ending.describe_loss() == ""


async def test_a_master_is_deputed_for_nothing_after_one_question_a_turn(tmp_path: Path) -> None:
    game = sample_until("everything-2", is_master_for_nothing)
    with session_table(tmp_path, game.setup, game, handover=False) as table:
        await table.open()
        table.game.sit_down()
        await table.open()
        action = next(a for a in table.game.menu.actions if deputes_master_for_nothing(a, game.state))
        here = table.game.position
        await table.take(next(row for row in table.rows if row.action == action))
        assert (table.game.position, table.asked[-1].title) == (here, "Depute the Master?")
        await table.answer("keep")
        assert table.game.position == here
        await table.take(next(row for row in table.rows if row.action == action))
        assert table.asked == [] and table.line[here] == action


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
    with session_table(tmp_path, TWO, game, end_turns=3.0, handover=False) as table:
        here = await open_at_end(table)
        await table.press_keys("enter")
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
