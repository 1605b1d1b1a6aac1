"""Hints at the table: when there are any, what they replace, and where the cursor is after them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rokoko_core.actions import Decline
from rokoko_core.game import Game
from rokoko_core.pending import MainAction
from rokoko_core.play.menu import has_only_end
from rokoko_core.state import Seat, Setup
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.commands import Answered, MoveTo, Order
from rokoko_tui.table.effects import Lasts
from tests.tui.table.session_table import SessionTable, play_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


def is_bo_to_move(game: Game) -> bool:
    return game.state.turn is not None and game.state.pending[-1].seat == 1


def is_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


async def open_hints(table: SessionTable) -> None:
    await table.open()
    await table.do(Order.HINT)
    await table.run("hint")


@pytest.mark.parametrize(
    ("settings", "until", "reason"),
    [
        ({"hints": False}, is_main_action, "Hints are switched off in the settings."),
        ({}, is_end, "There is only one choice."),
        ({}, is_bo_to_move, "Only the player to move can take a hint."),
    ],
    ids=["switched off", "only choice", "a bot moves"],
)
async def test_a_notice_says_why_there_are_no_hints(
    tmp_path: Path, settings: dict[str, Any], until: Callable[[Game], bool], reason: str
) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, until), **settings) as table:
        await table.open()
        await table.do(Order.HINT)
        assert "hint" not in table.work and table.session.moment.hints is None
        assert (table.notices, table.durations) == ([reason], [Lasts.BRIEF])


async def test_hints_replace_the_choices_and_are_recorded_once(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), think=2.0) as table:
        await table.open()
        await table.do(Order.HINT)
        assert table.title == "Ada: a hint"
        assert table.labels == ["Looking for the best choices · Esc cancel"]
        await table.run("hint")
        assert table.title == "Ada: the best choices now"
        assert [entry.kind for entry in table.rows] == [EntryKind.HEADING, *3 * [EntryKind.HINT]]
        assert table.labels[0] == "Enter go to the choice · Esc back"
        assert table.explanation[0] == "Why, and what it brings"
        assert table.game.recording.hints == (1, 0), "of the two seats"
        assert table.page.cursor == 1


async def test_a_hint_that_is_taken_puts_the_cursor_on_its_choice(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await open_hints(table)
        await table.do(MoveTo(table.page.cursor + 1))
        entry, here = table.entry, table.game.position
        assert entry is not None
        await table.do(Order.TAKE)
        assert table.session.moment.hints is None and table.game.position == here, "Enter again takes it"
        assert (table.entry.action, table.entry.kind) == (entry.action, EntryKind.ACTION)
        await table.do(Order.TAKE)
        assert table.line[here] == entry.action


@pytest.mark.parametrize("key", ["hint", "back"])
async def test_hints_close_with_the_same_key_or_escape_and_all_choices_are_back(tmp_path: Path, key: str) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        before = table.labels
        await table.do(Order.HINT)
        await table.run("hint")
        assert table.labels != before
        await table.do(Order(key))
        assert table.labels == before and table.session.moment.hints is None and table.steps == []
        assert table.session.hints.next_step() is None, "they were only read"


async def test_hints_of_another_position_are_dropped(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        await table.do(Order.HINT)
        search = table.work.pop("hint")
        await table.game.play(Decline())
        await table.open()
        await table.do(Answered(search, await search.work()))
        assert table.session.moment.hints is None
        assert not any(entry.kind is EntryKind.HINT for entry in table.rows)
        assert table.game.recording.hints == (0, 0), "no hint was seen, so none counts"
