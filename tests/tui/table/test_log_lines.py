"""The lines of the log at a table: whose they are, where a round began, and what a page after the turn repeats."""

from collections.abc import Callable
from pathlib import Path

import pytest

from rokoko_core import Game as SavedGame
from rokoko_core.actions import EndTurn
from rokoko_core.engine import apply
from rokoko_core.game import Concession, Game
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.play.menu import has_only_end
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Seat, Setup
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.log_lines import (
    LogLines,
    describe_action,
    describe_concessions,
    describe_round_change,
    describe_turn_so_far,
    find_round_start,
    is_followed_by_summary,
    list_round_sections,
)
from rokoko_tui.text import get_words
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import ALONE, TWO
from tests.tui.table.session_table import play_until

WORDS = get_words("classic")
WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def local(game: Game) -> LocalGame:
    view = LocalGame(MemoryBook(game, Path("none")))
    view.sit_down()
    return view


def is_first_end(game: Game) -> bool:
    return has_only_end(game.state) and game.state.pending[-1].seat == 0


def is_last_end(game: Game) -> bool:
    is_late = has_only_end(game.state) and game.state.round == LAST_ROUND
    return is_late and not apply(game.state, EndTurn()).pending


@pytest.mark.parametrize(
    ("setup", "until", "handover", "is_followed"),
    [
        (TWO, is_first_end, True, True),
        (TWO, is_first_end, False, False),
        (WITH_BOT, is_first_end, True, False),
        (ALONE, is_first_end, True, False),
        (TWO, is_last_end, False, True),
        (TWO, lambda game: game.cursor == 2, True, False),
    ],
    ids=["another person", "without hand-overs", "a bot", "Madame du Barry", "the end of the game", "no end of a turn"],
)
def test_a_hand_over_and_the_end_of_the_game_sum_the_turn_up(
    setup: Setup, until: Callable[[Game], bool], handover: bool, is_followed: bool
) -> None:
    view = local(play_until(setup, until))
    assert is_followed_by_summary(view, Settings(handover=handover)) == is_followed


def test_the_start_of_a_round_is_found_among_any_actions() -> None:
    game = SavedGame.load(FOLDER / "base-3.rokoko")
    view = ReplayGame(game, Viewer(0))
    began = [n for n in range(game.length) if game.at(n).round != game.at(n + 1).round]
    assert len(began) == LAST_ROUND - 1
    for start in range(0, game.length, 7):
        for stop in range(start, game.length, 23):
            within = [n for n in began if start <= n < stop]
            assert find_round_start(view, range(start, stop)) == (within[-1] if within else None)


def test_a_round_begins_with_incomes_the_first_player_the_new_pieces_and_the_standings() -> None:
    game = SavedGame.load(FOLDER / "base-3.rokoko")
    view = ReplayGame(game, Viewer(0))
    number = find_round_start(view, range(game.length // 2))
    assert number is not None
    lines, sections = describe_round_change(view, number, WORDS), list_round_sections(view, number, WORDS)
    assert {line.kind for line in sections["income"]} == {"round", "income"}
    start = [*sections["income"], *sections.get("starts", ()), *sections.get("hands", ())]
    assert lines[: len(start)] == start and lines[len(start)].kind == "refill"
    refills = [line.text for line in describe_action(view, number, WORDS) if line.kind == "refill"]
    assert refills[-1] in lines[len(start)].text
    assert lines[len(start) + 1 :] == WORDS.standings(view.observation(number + 1))


def test_the_lines_of_a_turn_so_far_begin_with_its_card() -> None:
    view = local(play_until(WITH_BOT, is_first_end))
    start = view.turn_start(view.position)
    lines = [line.text for n in range(start, view.position) for line in describe_action(view, n, WORDS)]
    assert describe_turn_so_far(view, WORDS) == lines and lines[0].startswith("Ada plays ")


async def test_lines_are_kept_for_each_viewer_until_the_steps_are_replaced() -> None:
    game = play_until(TWO, lambda game: game.cursor == 4)
    view = local(game)
    log = LogLines(view)
    whole = log.list_lines(WORDS, range(4))
    assert [number for number, _ in whole] == sorted(number for number, _ in whole)
    assert [line for _, line in whole] == [line for n in range(4) for line in describe_action(view, n, WORDS)]
    other = get_words("deluxe")
    assert [line for _, line in log.list_lines(other, range(2))] == [
        line for n in range(2) for line in describe_action(view, n, other)
    ]
    hand = [line.text for number, line in whole if number == 0]
    view.seated = 1
    assert view.viewer is None and [line.text for _, line in log.list_lines(WORDS, range(1))] != hand
    view.sit_down()
    await view.undo_to(2, cross=True)
    view.sit_down()
    await view.play(view.menu.actions[-1])
    assert [line for _, line in log.list_lines(WORDS, range(3))] == [
        line for n in range(3) for line in describe_action(view, n, WORDS)
    ], "the step that replaced an undone one"


def test_a_concession_is_a_line_where_it_happened_and_never_after_the_present_position() -> None:
    game = play_until(TWO, lambda game: game.cursor == 3)
    game.concede(1)
    view = local(game)
    for position, seats in ((2, []), (3, [1]), (4, [])):
        assert [line.seat for line in describe_concessions(view, position, WORDS)] == seats
    assert [line.kind for number, line in LogLines(view).list_lines(WORDS, range(3)) if number == 2][-1] == "concede"
    game.undo_to(1, cross=True)
    assert [line.seat for line in describe_concessions(view, 1, WORDS)] == [1], "what was undone is not lost"
    game._conceded = [Concession(0, 0)]
    assert [line.kind for line in LogLines(view).list_setup_lines(WORDS)][-1] == "concede"
