"""Undo and redo at the table: how far they go, and what is asked before."""

from pathlib import Path

import pytest

from rokoko_core.actions import Decline, EndTurn
from rokoko_core.game import Game
from rokoko_core.play.menu import has_only_end
from rokoko_core.state import Seat, Setup
from rokoko_tui.table.commands import CommandId, GoBackTo
from rokoko_tui.table.log_lines import describe_undo
from tests.tui.at_table import ALONE, TWO
from tests.tui.table.session_table import play_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_adas_turn_at_its_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


def is_adas_second_turn(game: Game) -> bool:
    ends = sum(isinstance(action, EndTurn) for action in game.line)
    return ends == 2 and game.state.pending[-1].seat == 0


async def test_undo_and_redo_go_step_by_step_and_turn_by_turn(tmp_path: Path) -> None:
    """Ada's turn: a card, no action, no bonus."""
    game = play_until(TWO, is_adas_turn_at_its_end)
    with session_table(tmp_path, TWO, game) as table:
        await table.open()
        await table.answer_hand_over()
        end, begin = game.cursor, table.game.turn_start(game.cursor)
        assert end - begin == 3
        positions = []
        for command in ("undo", "undo", "redo", "undo-turn", "redo-turn"):
            await table.do(CommandId(command))
            positions.append(table.game.position)
        assert positions == [end - 1, end - 2, end - 1, begin, end]
        assert table.asked == [] and table.notices == [], "it is free within a turn"


@pytest.mark.parametrize(("answer", "position"), [("cross", 0), ("stay", 1)])
async def test_undoing_the_choice_of_the_person_before_asks_first(tmp_path: Path, answer: str, position: int) -> None:
    with session_table(tmp_path, TWO, play_until(TWO, lambda game: game.cursor == 1)) as table:
        await table.open()
        await table.answer_hand_over()
        assert table.game.seated == 1, "Bo looks at his own cards"
        await table.do(CommandId.UNDO)
        (asked,) = table.asked
        assert asked.lines == ["Ada has chosen a hand."]
        await table.answer(answer)
        assert table.game.position == position


async def test_a_line_of_the_log_is_gone_back_to_after_a_question(tmp_path: Path) -> None:
    game = play_until(WITH_BOT, is_adas_second_turn)
    with session_table(tmp_path, WITH_BOT, game) as table:
        await table.open()
        for number in (None, game.cursor, game.cursor + 1):
            await table.do(GoBackTo(number))
        assert table.asked == [], "there is nothing after it"
        number = next(n for n, action in enumerate(game.line) if isinstance(action, Decline))
        await table.do(GoBackTo(number))
        (asked,) = table.asked
        assert asked.title == "Go back to this point?"
        assert asked.lines == ["Ada takes no main action.", "4 steps of Bo are undone too."]
        answers = [(a.value, a.label, a.letter) for a in table.answers_to(asked)]
        assert answers == [("stay", "Cancel", "n"), ("back", "Go back", "y")]
        await table.answer("back")
        assert table.game.position == number


async def test_the_first_line_of_the_log_can_be_gone_back_to(tmp_path: Path) -> None:
    game = play_until(ALONE, lambda game: game.cursor == 2)
    with session_table(tmp_path, ALONE, game) as table:
        await table.open()
        await table.do(GoBackTo(0))
        await table.answer("back")
        assert table.game.position == 0


async def test_who_would_lose_steps_is_named_once_each(tmp_path: Path) -> None:
    three = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice"), Seat("Cy", "bot", "apprentice")), 7, first_player=0)
    game = play_until(three, lambda game: sum(isinstance(action, EndTurn) for action in game.line) == 4)
    others = sum(game.at(n).pending[-1].seat != 0 for n in range(game.cursor))
    with session_table(tmp_path, three, game) as table:
        assert describe_undo(table.game, 0, table.words) == [f"{others} steps of Bo and Cy are undone too."]
        assert describe_undo(table.game, game.cursor - 1, table.words) == []
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, lambda game: game.cursor == 2)) as table:
        assert describe_undo(table.game, 0, table.words) == ["One step of Bo is undone too."]


async def test_between_people_the_question_says_that_the_log_shows_the_undo(tmp_path: Path) -> None:
    game = play_until(TWO, is_adas_second_turn)
    with session_table(tmp_path, TWO, game) as table:
        table.game.sit_down()
        own = next(n for n in range(game.cursor) if isinstance(game.line[n], EndTurn))
        assert describe_undo(table.game, own, table.words) == [
            "4 steps of Bo are undone too.",
            "The log will show that you undid it.",
        ]
        assert describe_undo(table.game, game.cursor - 1, table.words) == [], "nobody acted since"


async def test_steps_of_others_that_are_undone_already_are_told_as_such(tmp_path: Path) -> None:
    """Bo's hand was undone; to undo Ada's crosses a fence, as Bo may play it again."""
    game = play_until(TWO, lambda game: game.cursor == 2)
    game.undo_to(1)
    with session_table(tmp_path, TWO, game) as table:
        assert describe_undo(table.game, 0, table.words) == [
            "Others acted after this. Their steps are undone already, but everyone has seen them.",
            "The log will show that you undid it.",
        ]


async def test_what_was_seen_since_is_named(tmp_path: Path) -> None:
    """Ada ended round 1; nobody has moved since."""
    three = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), seed=7, first_player=1)
    game = play_until(three, lambda game: game.state.round == 2)
    with session_table(tmp_path, three, game) as table:
        assert describe_undo(table.game, game.cursor - 1, table.words) == [
            "A new round was set up and new pieces were revealed.",
            "The log will show that you undid it.",
        ]
