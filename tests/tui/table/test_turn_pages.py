"""What the pages between two people and two rounds say, and when there is one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rokoko_core import Game as SavedGame
from rokoko_core.actions import EndTurn
from rokoko_core.game import Game
from rokoko_core.play.menu import has_only_end
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import ScoreVisibility
from rokoko_tui.art.symbols import mark_of
from rokoko_tui.table.commands import CommandId
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import ALONE, TWO
from tests.tui.table.session_table import SessionTable, play_until, session_table

HEADINGS = ("Undone", "Round 2 of 7", "Removed", "New", "Since your last turn", "Standings")


def is_turn_over(round_number: int, turns: int) -> Callable[[Game], bool]:
    """Whether so many turns of a round are over."""

    def is_over(game: Game) -> bool:
        start = dict(game.round_starts).get(round_number)
        return start is not None and sum(isinstance(a, EndTurn) for a in game.line[start:]) == turns

    return is_over


def headings(table: SessionTable) -> list[str]:
    return [line for line in table.text_lines if line in HEADINGS]


async def open_undone(table: SessionTable, steps: int) -> SessionTable:
    """Open the table after an undo of so many steps, at the page for the player to move."""
    if steps:
        await table.game.undo_to(table.game.position - steps, cross=True)
    await table.open()
    return table


# ---- between two people


@pytest.mark.parametrize(
    ("turns", "undone", "expected"),
    [
        (0, 0, ["Removed", "New", "Since your last turn", "Standings"]),
        (1, 0, []),
        (1, 6, ["Undone", "Round 2 of 7", "Removed", "New", "Since your last turn", "Standings"]),
        (3, 4, ["Undone", "Since your last turn"]),
        (3, 0, []),
        (0, 1, ["Undone", "Since your last turn"]),
        (0, 5, ["Undone", "Since your last turn"]),
    ],
    ids=[
        *("new round", "second player of it", "new round, turn undone", "turn undone", "later turn"),
        *("round undone", "round and turn undone"),
    ],
)
async def test_what_was_undone_is_apart_from_the_new_round_and_the_turns(
    tmp_path: Path, turns: int, undone: int, expected: list[str]
) -> None:
    game = play_until(TWO, is_turn_over(2, turns))
    with session_table(tmp_path, TWO, game, round_page=True) as table:
        await open_undone(table, undone)
        assert headings(table) == expected
        assert table.text is not None
        dim = [item.text for item in table.text.lines if item.style == "dim"]
        assert len(dim) == undone, "a line for each step"
        assert dim == table.text_lines[1 : 1 + undone]


async def test_without_pages_of_rounds_the_round_is_one_line_of_the_turns(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO, play_until(TWO, is_turn_over(2, 0))) as table:
        await table.open()
        assert headings(table) == []
        assert table.text_lines.count("Round 2 of 7 begins.") == 1
        assert not any("Since your last turn" in line for line in table.text_lines)


async def test_at_a_new_round_the_own_income_is_first_and_said_once(tmp_path: Path) -> None:
    three = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), seed=7, first_player=2)
    with session_table(tmp_path, three, play_until(three, is_turn_over(2, 0)), round_page=True) as table:
        await table.open()
        assert table.text is not None and table.text.title == "Cy, choose your cards"
        assert table.text_lines[:3] == [
            "Cy: +5 Livre",
            "Ada: +5 Livre, Bo: +5 Livre",
            "Nobody held the Favor card: Cy starts again.",
        ]
        assert [line.partition(":")[0] for line in table.text_lines[-3:]] == ["Ada", "Bo", "Cy"]
        assert all("if the game ended now" in line for line in table.text_lines[-3:])
        assert sum("Livre" in line and line.startswith(("Ada:", "Bo:", "Cy:")) for line in table.text_lines) == 2


async def test_the_title_says_what_the_next_player_does(tmp_path: Path) -> None:
    for game, title in (
        (Game(TWO), "Pass the screen to Ada"),
        (play_until(TWO, lambda game: game.cursor == 1), "Pass the screen to Bo"),
        (play_until(TWO, is_turn_over(2, 0)), "Ada, choose your cards"),
        (play_until(TWO, is_turn_over(1, 1)), "Bo, it is your turn"),
    ):
        with session_table(tmp_path, TWO, game) as table:
            await table.open()
            assert table.text is not None and table.text.title == title


async def test_the_first_page_says_that_the_game_begins(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO) as table:
        await table.open()
        assert table.text_lines == ["The game begins. You choose first."]
        assert table.text is not None and table.text.lines[0].indent == 0
        assert table.text.keys == "Enter continue · Tab panes · Esc leave"


async def test_the_keys_of_a_page_name_only_what_there_is(tmp_path: Path) -> None:
    for game, keys in (
        (play_until(TWO, lambda game: game.cursor == 1), ["u undo"]),
        (play_until(TWO, is_turn_over(1, 1)), ["v show", "u undo"]),
    ):
        with session_table(tmp_path, TWO, game) as table:
            await table.open()
            assert table.text is not None
            assert table.text.keys.split(" · ") == ["Enter continue", "Tab panes", *keys, "Esc leave"]
            assert table.text.scroll_key == "↑↓ scroll"


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(
    ("name", "position", "visibility", "text"),
    [
        ("base-2", 37, "all", "You lose the fireworks majority · you would end ★6 → 0"),
        ("base-2", 37, "owner", "You lose the fireworks majority"),
        ("jewelry-box-5", 280, "all", "You lose the majority in the King's Hall · you would end ★17 → 15"),
        ("base-2", 25, "all", ""),
    ],
)
async def test_the_page_begins_with_what_the_others_took(
    tmp_path: Path, name: str, position: int, visibility: ScoreVisibility, text: str
) -> None:
    sample = SavedGame.load(FOLDER / f"{name}.rokoko")
    seats = tuple(Seat(seat.name) for seat in sample.setup.players)
    game = Game(replace(sample.setup, players=seats, open_scores=visibility))
    for action in sample.line[:position]:
        game.play(action)
    with session_table(tmp_path, game.setup, game) as table:
        await table.open()
        assert table.text is not None and table.game.to_move is not None
        first, *others = table.text.lines
        if text:
            assert (first.text, first.style, first.indent) == (text, "strong", 0)
            assert first.mark == mark_of(game.setup, table.game.to_move)
        assert not any("You lose" in item.text for item in (others if text else table.text.lines))
        assert all(item.indent == 0 for item in table.text.lines)


# ---- between two rounds


async def begin_round(table: SessionTable, game: Game) -> list[str]:
    """Open the table before the last action of ``game``, which begins a round, and take that; return the steps."""
    await table.open()
    await table.game.play(game.line[-1])
    await table.open()
    return table.steps


def is_round_two(game: Game) -> bool:
    return game.state.round == 2


async def test_a_round_of_one_person_begins_with_its_page(tmp_path: Path) -> None:
    game = play_until(ALONE, is_round_two)
    with session_table(tmp_path, ALONE, game.fork(game.cursor - 1), round_page=True) as table:
        assert await begin_round(table, game) == ["round, choosing"]
        assert table.text is not None
        assert (table.text.title, table.text.keys) == ("Round 2 of 7", "Enter close, or choose")
        assert table.text.scroll_key == "PgDn scroll"
        shown = [item.text for item in table.text.lines if item.style == "heading"]
        assert shown == ["Income", "Start", "Standings"]


@pytest.mark.parametrize("turn_summary", [True, False])
async def test_the_page_of_a_round_does_not_repeat_the_turn_that_ended_the_last_one(
    tmp_path: Path, turn_summary: bool
) -> None:
    """Ada plays last in round 1 and ends it, if the bot began."""
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=1)
    game = play_until(setup, is_round_two)
    before = game.fork(game.cursor - 1)
    with session_table(tmp_path, setup, before, round_page=True, turn_summary=turn_summary) as table:
        assert table.session.sums_up_turn is turn_summary
        await begin_round(table, game)
        while "bot" in table.work:
            await table.run("bot")
        assert len(table.steps) == 1
        assert "Your turn" not in table.text_lines


async def test_a_page_waits_for_bots(tmp_path: Path) -> None:
    """The key that closes it makes the next choice."""
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=1)
    game = play_until(setup, is_round_two)
    with session_table(tmp_path, setup, game.fork(game.cursor - 1), round_page=True) as table:
        assert await begin_round(table, game) == []
        assert table.game.to_move == 1 and not table.session.is_round_due
        while "bot" in table.work:
            await table.run("bot")
        assert table.steps == ["round, choosing"] and table.game.to_move == 0


async def test_the_page_of_a_round_that_was_undone_is_shown_again(tmp_path: Path) -> None:
    game = play_until(ALONE, is_round_two)
    with session_table(tmp_path, ALONE, game.fork(game.cursor - 1), round_page=True) as table:
        await begin_round(table, game)
        await table.game.undo_to(game.cursor - 1, cross=True)
        await table.open()
        assert len(table.steps) == 1
        await table.game.redo_to(game.cursor)
        await table.open()
        assert table.steps == 2 * ["round, choosing"]


@pytest.mark.parametrize(
    ("settings", "sums_up"),
    [
        ({"turn_summary": True}, True),
        ({"turn_summary": False}, False),
    ],
)
async def test_a_turn_is_summed_up_at_its_end_if_the_settings_say_so(
    tmp_path: Path, settings: dict[str, Any], sums_up: bool
) -> None:
    game = play_until(ALONE, lambda game: has_only_end(game.state))
    with session_table(tmp_path, ALONE, game, **settings) as table:
        await table.open()
        assert table.session.sums_up_turn == sums_up
        await table.do(CommandId.END_TURN)
        assert [asked.title for asked in table.asked] == (["Your turn"] if sums_up else [])
        assert (table.game.position == game.cursor) == sums_up
