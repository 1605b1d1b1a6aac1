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
from rokoko_tui.widgets.notices import BRIEFLY
from tests.tui.controllers.headless_table import HeadlessTable, headless_table, play_until

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


def is_bo_to_move(game: Game) -> bool:
    return game.state.turn is not None and game.state.pending[-1].seat == 1


def is_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


async def open_hints(table: HeadlessTable) -> None:
    await table.open()
    table.action_hint()
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
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, until), **settings) as table:
        await table.open()
        table.action_hint()
        assert "hint" not in table.work and not table.hint_panel.is_open
        assert (table.notices, table.durations) == ([reason], [BRIEFLY])


async def test_hints_replace_the_choices_and_are_recorded_once(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), think=2.0) as table:
        await table.open()
        table.action_hint()
        assert str(table.choices.border_title) == "Ada: a hint"
        assert table.labels == ["Looking for the best choices · Esc cancel"]
        await table.run("hint")
        assert str(table.choices.border_title) == "Ada: the best choices now"
        assert [entry.kind for entry in table.choices.entries] == [EntryKind.HEADING, *3 * [EntryKind.HINT]]
        assert table.labels[0] == "Enter go to the choice · Esc back"
        assert table.explanation[0] == "Why, and what it brings"
        assert table.game.recording.hints == (1, 0), "of the two seats"
        assert table.choices.cursor == 1


async def test_a_hint_that_is_taken_puts_the_cursor_on_its_choice(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await open_hints(table)
        table.choices.move(1)
        entry, here = table.choices.entry, table.game.position
        assert entry is not None
        await table.do(table.action_take())
        assert not table.hint_panel.is_open and table.game.position == here, "Enter again takes it"
        assert table.choices.entry is not None
        assert (table.choices.entry.action, table.choices.entry.kind) == (entry.action, EntryKind.ACTION)
        await table.do(table.action_take())
        assert table.game.recording.line[here] == entry.action


@pytest.mark.parametrize("key", ["hint", "back"])
async def test_hints_close_with_the_same_key_or_escape_and_all_choices_are_back(tmp_path: Path, key: str) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        before = table.labels
        table.action_hint()
        await table.run("hint")
        assert table.labels != before
        getattr(table, f"action_{key}")()
        assert table.labels == before and not table.hint_panel.is_open and table.steps == []
        assert table.hint_panel.next_step() is None, "they were only read"


async def test_hints_of_another_position_are_dropped(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        table.action_hint()
        search = table.work.pop("hint")
        await table.do(table.game.play(Decline()))
        table.redraw()
        await search()
        await table.settle()
        assert not table.hint_panel.is_open
        assert not any(entry.kind is EntryKind.HINT for entry in table.choices.entries)
        assert table.game.recording.hints == (0, 0), "no hint was seen, so none counts"
