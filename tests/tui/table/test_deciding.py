"""Keys and commands at the table: what is taken, what is asked, and what a notice says where nothing is done."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rokoko_core.actions import ChooseHand, Decline, EndTurn, RevealBarry
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.journal import create
from rokoko_core.pending import BonusOf, MainAction
from rokoko_core.play.menu import has_only_end
from rokoko_core.state import Seat, Setup
from rokoko_tui.table import key_guard
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.commands import Answered, CommandId, MoveTo
from rokoko_tui.table.effects import Request
from tests.tui.at_table import TWO, InProcessWorker
from tests.tui.table.session_table import play_until, saved_table, session_table

SOLO = Setup((Seat("Ada"),), seed=7)
WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


def is_bonus(game: Game) -> bool:
    return isinstance(game.state.pending[-1], BonusOf) and game.state.pending[-1].seat == 0


def is_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


# ---- keys


async def test_the_key_of_a_choice_takes_it(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        entry = table.entry_of(Decline)
        here = table.game.position
        await table.press(entry.key)
        assert table.line[here] == entry.action


async def test_a_group_is_opened_by_its_letter_and_closed_by_escape(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        here, entry = table.game.position, next(e for e in table.rows if len(e.key) == 2)
        letter, figure = entry.key[0], entry.key[1]
        await table.press(letter)
        title = table.title
        assert title == f"{letter}: press the number, or another letter · Esc close", "the group has other letters too"
        assert table.entry.key.startswith(letter)
        await table.do(CommandId.BACK)
        assert table.title != title and table.steps == []
        await table.do(CommandId.BACK)
        assert table.steps == ["go-back"], "it leaves where no group is open"
        await table.press(letter)
        await table.press(figure)
        assert table.line[here] == entry.action


async def test_a_key_without_a_meaning_says_so(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        letter = next(entry.key for entry in table.rows if len(entry.key) == 2)[0]
        await table.press("%")
        await table.press(letter)
        await table.press("%")
        await table.press("f9")
        assert table.notices == ["% does nothing here.", f"{letter}% does nothing here."]


async def test_a_wrong_number_leaves_the_group_open_and_the_key_of_a_command_closes_it(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        title, here, entry = table.title, table.game.position, next(e for e in table.rows if len(e.key) == 2)
        letter, figure = entry.key[0], entry.key[1]
        await table.press_keys(letter, "%", "up")
        assert table.title == title, "the cursor left the group"
        await table.press_keys(letter, "%")
        assert table.title != title
        await table.press_keys(figure)
        assert table.line[here] == entry.action, "not what the number alone would choose"


# ---- the hand


async def test_a_card_is_selected_and_deselected_and_a_fourth_is_too_many(tmp_path: Path) -> None:
    with session_table(tmp_path, SOLO, confirm_hand=True) as table:
        await table.open()
        for key in "1231":
            await table.press(key)
        chosen = [entry.key for entry in table.rows if entry.chosen]
        assert chosen == ["2", "3"]
        await table.press("4")
        await table.press("5")
        assert table.notices == ["Too many: deselect one first."]
        assert [entry.key for entry in table.rows if entry.chosen] == ["2", "3", "4"]
        assert table.game.position == 0, "Enter would take them"


async def test_after_a_card_the_cursor_is_on_the_next_and_after_the_last_on_the_whole_hand(tmp_path: Path) -> None:
    with session_table(tmp_path, SOLO, confirm_hand=True) as table:
        await table.open()
        for key, then in (("2", "3"), ("5", "1")):
            await table.press(key)
            assert table.entry.key == then, "after the last the first"
        await table.press("1")
        assert isinstance(table.entry.action, ChooseHand)
        await table.do(CommandId.TAKE)
        assert isinstance(table.line[0], ChooseHand)


async def test_without_confirmation_the_last_card_takes_the_hand(tmp_path: Path) -> None:
    with session_table(tmp_path, SOLO, confirm_hand=False) as table:
        await table.open()
        for key in "123":
            await table.press(key)
        assert isinstance(table.line[0], ChooseHand)


async def test_the_selected_cards_of_a_hand_that_was_undone_are_selected_again(tmp_path: Path) -> None:
    with session_table(tmp_path, SOLO, confirm_hand=True) as table:
        await table.open()
        for key in "135":
            await table.press(key)
        assert table.session.hands.get(0) is not None
        assert [piece.kind for piece in table.page.chosen] == 3 * ["supply"]


# ---- what is taken by which key


async def test_what_was_selected_is_selected_again_after_leaving(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    create(path, TWO).close()
    with saved_table(path, handover=False) as table:
        await table.open()
        await table.press_keys("2", "3")
        kept, chosen = table.session.services.selections, table.session.moment.selection
        assert chosen is not None
    with saved_table(path, handover=False) as table:
        table.session.services.selections.update(kept)
        await table.open()
        assert table.session.moment.selection == chosen
        await table.press_keys("5", "enter")
        assert isinstance(table.line[0], ChooseHand)
        assert table.session.services.selections == {}, "of a set that was taken nothing is kept"


async def test_space_selects_a_piece_but_takes_no_action(tmp_path: Path) -> None:
    with session_table(tmp_path, SOLO, confirm_hand=True) as table:
        await table.open()
        await table.do(CommandId.CHOOSE)
        assert [entry.key for entry in table.rows if entry.chosen] == ["1"]
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        here = table.game.position
        await table.do(CommandId.CHOOSE)
        assert table.game.position == here
        await table.do(CommandId.TAKE)
        assert table.game.position > here


async def test_nothing_is_taken_under_another_screen(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        table.is_covered = True
        here = table.game.position
        await table.do(CommandId.TAKE)
        assert table.game.position == here


# ---- the end of a turn


async def test_a_bonus_that_is_left_is_skipped_by_the_second_press(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_bonus)
    with session_table(tmp_path, WITH_BOT, game) as table:
        await table.open()
        await table.do(CommandId.END_TURN)
        assert table.notices == ["You have a bonus left. Press the same key again to skip it and end the turn."]
        assert table.game.position == game.cursor
        await table.do(CommandId.END_TURN)
        assert table.line[game.cursor :] == [Decline(), EndTurn()]


# ---- bots and Madame du Barry


async def test_a_thinking_bot_is_hurried_and_without_one_a_notice_says_so(tmp_path: Path) -> None:
    worker = InProcessWorker(patient=True)
    with session_table(tmp_path, WITH_BOT, worker=worker) as table:
        await table.open()
        await table.do(CommandId.HURRY)
        assert table.notices == ["No bot is thinking."] and not worker.hurried.is_set()
    game = play_until(WITH_BOT, lambda game: game.state.pending[-1].seat == 1 and game.state.turn is not None)
    with session_table(tmp_path, WITH_BOT, game, worker=worker) as table:
        table.session.driver.begin_thought()
        await table.do(CommandId.HURRY)
        assert table.notices == [] and worker.hurried.is_set()


@pytest.mark.parametrize(
    ("setup", "absent"),
    [
        (WITH_BOT, {"seats", "chat", "finish"}),
        (TWO, {"seats", "chat", "finish", "hurry", "concede"}),
        (SOLO, {"seats", "chat", "hurry"}),
    ],
)
async def test_the_help_leaves_out_the_commands_that_a_game_never_has(
    tmp_path: Path, setup: Setup, absent: set[str]
) -> None:
    with session_table(tmp_path, setup) as table:
        await table.open()
        assert table.session.game_mode.absent_commands == absent


async def test_madame_du_barrys_turn_is_finished_by_one_key(tmp_path: Path) -> None:
    game = play_until(SOLO, lambda game: any(isinstance(action, RevealBarry) for action in legal_actions(game.state)))
    with session_table(tmp_path, SOLO, game) as table:
        await table.open()
        assert table.game.du_barry_to_move and "finish" not in table.page.idle
        await table.do(CommandId.FINISH)
        assert not table.game.du_barry_to_move and table.game.to_move == 0
        assert "finish" in table.page.idle, "there is nothing to finish"
        here = table.game.position
        await table.do(CommandId.FINISH)
        assert table.game.position == here, "it is not hers"


# ---- reasons


async def test_the_key_for_reasons_goes_to_them_and_back(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        first, kinds = table.page.cursor, [entry.kind for entry in table.rows]
        assert table.page.has_reasons
        await table.do(CommandId.REASONS)
        assert table.page.cursor == kinds.index(EntryKind.REFUSAL)
        assert table.explanation[0] == "Not now"
        await table.do(CommandId.REASONS)
        assert table.page.cursor == first and table.notices == []


# ---- too early


async def test_a_committing_key_right_after_a_playback_does_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_guard, "GUARD_SECONDS", 0.25)
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        table.time += 9
        table.session.playback.guard.begin(table.time)
        here = table.game.position
        effects = await table.press("enter", table.time + 0.1)
        assert Request.STOP_KEY in effects, "no binding takes it either"
        assert table.notices == ["Too early: press Enter again."] and table.game.position == here


async def test_what_is_selected_stays_when_the_table_is_drawn_again(tmp_path: Path) -> None:
    """Somebody who joins a hosted game, or a question that is cancelled, draws it again."""
    with session_table(tmp_path, SOLO, confirm_hand=True) as table:
        await table.open()
        await table.press("2")
        await table.open()
        assert [entry.key for entry in table.rows if entry.chosen] == ["2"]


@pytest.mark.parametrize("until", [is_main_action, is_bonus])
async def test_the_cursor_stays_on_its_row_when_the_table_is_drawn_again(
    tmp_path: Path, until: Callable[[Game], bool]
) -> None:
    """Enter, pressed while somebody joins a hosted game, would take another choice."""
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, until)) as table:
        await table.open()
        last = max(row for row, entry in enumerate(table.rows) if entry.is_selectable)
        await table.do(MoveTo(last))
        await table.open()
        assert table.page.cursor == last != table.session.mode.find_start(table.rows)
        here, action = table.game.position, table.entry.action
        await table.do(CommandId.TAKE)
        assert table.line[here] == action


# ---- a game that others continue


async def test_a_key_for_a_position_that_has_passed_takes_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        key = table.rows[table.page.cursor].key
        await table.game.play(Decline())
        here = table.game.position
        await table.press(key)
        await table.do(CommandId.TAKE)
        assert table.game.position == here, "the list of the new position has not been seen yet"
        await table.open()
        await table.do(CommandId.TAKE)
        assert table.game.position > here


async def test_an_answer_counts_only_at_the_position_it_was_asked_for(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_end)
    with session_table(tmp_path, WITH_BOT, game, turn_summary=True) as table:
        await table.open()
        await table.do(CommandId.END_TURN)
        late = table.asked[0]
        await table.game.undo_to(game.cursor - 1)
        await table.do(Answered(late, "end"))
        assert table.game.position == game.cursor - 1
        await table.game.redo_to(game.cursor)
        await table.do(Answered(late, "end"))
        assert table.game.position > game.cursor, "the question is still the right one"
