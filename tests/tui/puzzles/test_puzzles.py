"""Puzzles: the exact solver, the collection, what is recorded, the command and the table."""

import io
import json
import sys
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from rokoko_core.actions import Decline, EndTurn, PlayCard
from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable, lead_of, turns_left
from rokoko_core.components import newest
from rokoko_core.engine import apply, legal_actions, new_state, to_move
from rokoko_core.observe import observe
from rokoko_core.play.choices import group_equal
from rokoko_core.play.puzzle import Puzzle, identify
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion
from rokoko_tui import puzzles as collection
from rokoko_tui.games import Start
from rokoko_tui.puzzles import PuzzleProgress, describe_result, explain_turn, load_puzzles, number_of_day, open_puzzle
from rokoko_tui.screens.puzzle_list import PuzzleListScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.settings import daily_deal
from rokoko_tui.text import get_words
from tests.tui.at_table import Player, at_table
from tests.tui.cli.shell import Run, refused
from tools.puzzles import __main__ as making
from tools.puzzles import candidates
from tools.puzzles.candidates import is_only_win

PUZZLES = load_puzzles()
COUNT = len(PUZZLES)
DEEP = [number for number, puzzle in enumerate(PUZZLES, start=1) if puzzle.turns > 1]
"""The numbers of the puzzles with an answer of the other player."""
SOME = [*range(1, COUNT + 1, COUNT // 4), DEEP[0]]
"""Numbers of a sample."""
FEW = 900
"""Positions of a turn whose ways can be tried one by one."""


# ---- the solver


def lead_of_best_play(state: State, seat: int) -> int:
    """Return the lead that best play of both brings, by trying every sequence of actions."""
    if not state.pending:
        return lead_of(state, seat)
    leads = [lead_of_best_play(apply(state, action), seat) for action in legal_actions(state)]
    return max(leads) if to_move(state) == seat else min(leads)


@pytest.mark.quick(1)
@pytest.mark.parametrize("number", range(1, COUNT + 1, 25))
def test_the_solver_agrees_with_trying_all_ways_one_by_one(number: int) -> None:
    turn = ExactTurn(PUZZLES[number - 1].start().state)
    if turn.positions <= FEW:
        assert turn.lead == lead_of_best_play(turn.start, turn.seat)
    state = turn.start
    for action in turn.best:
        state = apply(state, action)
    assert turn.lead_from(state) == turn.lead


def test_two_turns_are_solved_like_all_ways_one_by_one() -> None:
    turn = min((ExactTurn(PUZZLES[n - 1].start().state) for n in DEEP[:8]), key=lambda turn: turn.positions)
    assert turns_left(turn.start) == 2
    assert turn.lead == lead_of_best_play(turn.start, turn.seat)
    leads = {turn.lead_from(end) for end in turn.ends()}
    assert max(leads) == turn.lead
    assert turn.next_lead(turn.ends()) == max(leads - {turn.lead})
    assert all(turn.can_reach(end, turn.lead) == (turn.lead_from(end) == turn.lead) for end in turn.ends())


def test_a_lead_out_of_reach_is_refused() -> None:
    state, lead = PUZZLES[0].start().state, PUZZLES[0].lead
    assert ExactTurn(state, least=lead).lead == lead
    with pytest.raises(NotSolvable, match="lead"):
        ExactTurn(state, least=lead + 1)


def test_only_last_turns_of_two_players_without_luck_are_solved() -> None:
    last = PUZZLES[0].start()
    for state in (
        last.at(0),
        last.at(last.cursor - 1),
        new_state(Setup((Seat("A"), Seat("B"), Seat("C")), 1)),
        new_state(Setup((Seat("A"),), 1)),
    ):
        with pytest.raises(NotSolvable):
            ExactTurn(state)
    with pytest.raises(NotSolvable):
        ExactTurn(last.state, most=3)


# ---- the collection


def test_the_collection_has_different_puzzles_those_of_the_base_game_first() -> None:
    assert COUNT == len({puzzle.digest for puzzle in PUZZLES}) == len({puzzle.title for puzzle in PUZZLES})
    order = ["easy", "medium", "hard"]
    places = [(len(puzzle.expansions), order.index(puzzle.difficulty)) for puzzle in PUZZLES]
    assert places == sorted(places)
    assert {level for _, level in places} == {0, 1, 2}
    assert {kind for kind, _ in places} == {0, 1, len(Expansion)}


def test_every_puzzle_is_won_by_the_best_play() -> None:
    assert all(puzzle.lead > 0 for puzzle in PUZZLES)


def check(puzzle: Puzzle) -> None:
    """Check position, best lead, solution, whether another result wins, and that no answer depends on luck."""
    state = puzzle.start().state
    assert (identify(state), turns_left(state)) == (puzzle.digest, puzzle.turns)
    turn = ExactTurn(state)
    ends = turn.ends()
    assert turn.lead == puzzle.lead
    for action in puzzle.solution(state):
        state = apply(state, action)
    assert to_move(state) != turn.seat
    assert turn.lead_from(state) == puzzle.lead
    assert is_only_win(turn, ends) == puzzle.only_wins
    for end in ends if puzzle.turns > 1 else ():
        assert ExactTurn(end, making.MOST_SOLVED).best, "as the game answers, with a margin to its limit"


@pytest.mark.quick(2)
@pytest.mark.parametrize("number", SOME)
def test_some_puzzles_are_sound(number: int) -> None:
    check(PUZZLES[number - 1])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, COUNT + 1))
def test_every_puzzle_is_sound(number: int) -> None:
    check(PUZZLES[number - 1])


def test_the_puzzle_of_a_day_is_of_the_base_game_and_changes_daily() -> None:
    days = [date(2027, 1, 1) + timedelta(days=n) for n in range(COUNT)]
    numbers = [number_of_day(day) for day in days]
    base = [number for number, puzzle in enumerate(PUZZLES, start=1) if not puzzle.expansions]
    assert sorted(numbers[: len(base)]) == base


def test_the_one_to_move_is_you() -> None:
    words = get_words("classic")
    for number in (1, 2, 3, DEEP[0]):
        game = open_puzzle(number, words)
        assert game.setup.players[game.seat].name == "You"


def test_both_cards_are_open_where_the_other_player_answers() -> None:
    hidden = 0
    for number in DEEP:
        game = open_puzzle(number, get_words("classic"))
        state, rival = game.recording.state, 1 - game.seat
        assert game.observation().table.players[rival].hand == state.players[rival].hand
        hidden += observe(state, game.seat).table.players[rival].hand != state.players[rival].hand
    assert hidden, "at a usual table some would be face down"


@pytest.mark.slow
def test_the_tool_continues_where_it_was_interrupted_and_ships_sound_puzzles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(candidates, "CONTINUATIONS", 4)
    path = tmp_path / "found.jsonl"
    making.find(path, 300_011, 2, newest())
    first = path.read_bytes()
    making.find(path, 300_011, 4, newest())
    assert path.read_bytes().startswith(first) and len(path.read_bytes().splitlines()) == 4
    puzzles = making.choose(path, COUNT + 2)
    assert set(PUZZLES) <= set(puzzles)
    for puzzle in set(puzzles) - set(PUZZLES):
        check(puzzle)


@pytest.mark.slow
def test_a_candidate_with_too_many_positions_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its shortest solution needs more positions than its best lead."""
    puzzle = PUZZLES[DEEP[0] - 1]
    turn = ExactTurn(puzzle.start().state)
    needed = turn.positions
    assert turn.best and turn.positions > needed + 1
    assert making.is_soon_solved(puzzle)
    monkeypatch.setattr(making, "MOST_SOLVED", needed + 1)
    assert not making.is_soon_solved(puzzle)


# ---- what is recorded


def test_solved_puzzles_are_kept_and_the_next_one_is_found(tmp_path: Path) -> None:
    assert collection.next_number(tmp_path) == 1
    assert collection.measure_progress(tmp_path) == PuzzleProgress(0, COUNT, 0, 0, 0)
    folder = tmp_path / "new"
    for number in (1, 2, 2):
        collection.add_solved(folder, PUZZLES[number - 1])
    assert collection.measure_progress(folder).solved == 2
    assert [collection.next_number(folder, after) for after in (0, 1, 3, COUNT)] == [3, 3, 4, 3]
    for content in ("no json", "[1]", "[" * 100_000):
        (folder / collection.FILE).write_text(content)
        (folder / collection.DAYS).write_text(content)
        assert (collection.load_solved(folder), collection.load_days(folder)) == (frozenset(), frozenset())
    (folder / collection.FILE).write_text(json.dumps([puzzle.digest for puzzle in PUZZLES]))
    assert collection.next_number(folder, 5) == 6


def test_puzzles_of_other_versions_stay_solved_and_are_counted_apart(tmp_path: Path) -> None:
    gone = "420b8e18d69b34bb"
    (tmp_path / collection.FILE).write_text(json.dumps([gone, PUZZLES[3].digest]))
    collection.add_solved(tmp_path, PUZZLES[5])
    assert collection.load_solved(tmp_path) == {gone, PUZZLES[3].digest, PUZZLES[5].digest}
    assert collection.measure_progress(tmp_path) == PuzzleProgress(2, COUNT, 1, 0, 0)


def test_the_puzzle_of_the_day_continues_a_streak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = date(2027, 3, 1)
    for n in (0, 1, 2, 4):
        day = first + timedelta(days=n)
        monkeypatch.setattr(daily_deal, "today", lambda day=day: day)
        collection.add_solved(tmp_path, PUZZLES[number_of_day(day + timedelta(days=1)) - 1])
        assert day not in collection.load_days(tmp_path), "the puzzle of another day"
        for _ in range(2):
            collection.add_solved(tmp_path, PUZZLES[number_of_day(day) - 1])
        assert day in collection.load_days(tmp_path)
    for n, streak in ((4, 1), (5, 1), (6, 0)):
        monkeypatch.setattr(daily_deal, "today", lambda n=n: first + timedelta(days=n))
        record = collection.measure_progress(tmp_path)
        assert (record.streak, record.longest_streak) == (streak, 3)


def test_the_command_refuses_other_numbers_and_lists_the_puzzles(run: Run, tmp_path: Path) -> None:
    refused(run("puzzle", "0"), 2, "1", str(COUNT))
    refused(run("puzzle", COUNT + 1), 2, str(COUNT))
    assert run("puzzle", "one").code == run("puzzle", "7").code == 2, "no number; no terminal"
    collection.add_solved(tmp_path, PUZZLES[1])
    lines = run("puzzle", "--list", "--saves", tmp_path).out.splitlines()
    assert len(lines) == COUNT
    assert lines[0].startswith("   1  ") and lines[0].endswith(", easy")
    assert lines[1].endswith(", easy, solved") and "base game, " in lines[1]
    assert f"1 of {COUNT} puzzles solved" in run("record", "--saves", tmp_path).out
    assert json.loads(run("record", "--json", "--saves", tmp_path).out)["puzzles"]["solved"] == 1


@pytest.mark.parametrize(
    ("lead", "is_solved", "english", "ukrainian"),
    [
        (1, True, "Solved: you lead by 1, and nobody could lead by more.", "Розв’язано: ви попереду на 1 очко,"),
        (2, False, "You lead by 2. The best play leads by ", "Ви попереду на 2 очки. Найкращий хід"),
        (0, False, "The scores are equal. ", "Рахунок рівний. "),
        (-12, False, "You are 12 behind. ", "Ви позаду на 12 очок. "),
    ],
)
def test_a_result_says_how_far_one_is_ahead_or_behind(lead: int, is_solved: bool, english: str, ukrainian: str) -> None:
    game = cast(PuzzleGame, SimpleNamespace(lead=lead, is_solved=is_solved, puzzle=PUZZLES[0]))
    for language, start in (("english", english), ("ukrainian", ukrainian)):
        result = describe_result(game, get_words("deluxe", language))
        assert result.replace("\N{NO-BREAK SPACE}", " ").startswith(start)


def test_plain_mode_gives_hints_offers_another_try_and_records(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = 1 + next(n for n, puzzle in enumerate(PUZZLES) if len(puzzle.best) == 4 and puzzle.turns == 1)
    puzzle = PUZZLES[number - 1]
    typed = ["h", "h", "h", *plain_answers(puzzle, best=False), "y", *plain_answers(puzzle, best=True)]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*typed, ""])))
    out = run("puzzle", number, "--plain", "--saves", tmp_path).out
    assert f"Puzzle {number}: " in out and "Hint 3 of 3: " in out
    assert out.index("The best play leads by") < out.index("Try again?") < out.index("Solved: ")
    assert collection.load_solved(tmp_path) == {puzzle.digest}


def plain_answers(puzzle: Puzzle, best: bool) -> list[str]:
    """Return the numbers to type in plain mode that play the turn as well as possible, or the last choice each time."""
    state, answers = puzzle.start().state, []
    line = list(puzzle.solution(state))
    while state.pending:
        action = line.pop(0) if best else legal_actions(state)[-1]
        groups = group_equal(legal_actions(state), state)
        answers.append(str(1 + next(n for n, group in enumerate(groups) if action in group)))
        state = apply(state, action)
    return answers


# ---- at the table


async def play_turn(player: Player, best: bool) -> None:
    """Play the turn of a puzzle to its end, as well as possible or with the last choice each time."""
    game = player.session
    assert isinstance(game, PuzzleGame)
    solution = game.puzzle.solution(game.recording.at(game.start))[game.position - game.start :]
    while not game.recording.over:
        offers = legal_actions(game.recording.state)
        await game.play(solution[0] if best else offers[-1])
        solution = solution[1:]
    player.table.redraw()
    await player.wait_until(lambda: isinstance(player.app.screen, Question))
    await player.settle()


def missed_by_passing() -> int:
    """Return the number of a puzzle that is missed when the last choice is taken each time."""
    for number, puzzle in enumerate(PUZZLES, start=1):
        state = puzzle.start().state
        seat = to_move(state)
        while state.pending:
            state = apply(state, legal_actions(state)[-1])
        if seat is not None and lead_of(state, seat) < puzzle.lead:
            return number
    raise AssertionError("every puzzle is solved by passing")


@pytest.mark.local_only
async def test_a_missed_puzzle_is_tried_again_explained_and_solved(tmp_path: Path) -> None:
    number = missed_by_passing()
    async with at_table(tmp_path, Start("puzzle", at=number), size=(80, 24), notices=True) as player:
        game = player.session
        assert isinstance(game, PuzzleGame)
        assert f"Puzzle {number}: " in player.seen()
        start = game.position
        await player.press("u", "U")
        assert (game.position, game.start) == (start, start), "no undo before the puzzle"
        await play_turn(player, best=False)
        assert "The best play leads by" in player.seen()
        assert collection.load_solved(tmp_path) == frozenset()
        await player.press("s")
        assert "Better:" in player.seen()
        last = explain_turn(game, player.app.words)[-1]
        assert "Expected" not in last and f"The lead changes by +{game.puzzle.lead - game.lead}." in last
        await player.press("a")
        assert (game.position, player.asking) == (start, False)
        await play_turn(player, best=True)
        assert "Solved" in player.seen() and "Played:" in player.seen()
        assert collection.load_solved(tmp_path) == {game.puzzle.digest}
        await player.press("n")
        following = player.session
        assert isinstance(following, PuzzleGame) and following.number == number + 1
        await player.press("escape")
        assert isinstance(player.app.screen, PuzzleListScreen)
    assert list(tmp_path.glob("*.rokoko")) == [], "no game is recorded"


@pytest.mark.local_only
async def test_the_list_begins_with_the_puzzle_of_the_day_and_goes_to_typed_numbers(tmp_path: Path) -> None:
    collection.add_solved(tmp_path, PUZZLES[0])
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("z")
        screen = player.app.screen
        assert isinstance(screen, PuzzleListScreen)
        lines, day = screen.cursor_list, number_of_day(daily_deal.today())

        def number() -> int:
            return int(lines.items[lines.cursor].key)

        assert [item.key for item in lines.items[:4]] == ["", str(day), "", "1"]
        assert number() == day and f"1 of {COUNT} puzzles solved" in player.seen()
        assert ["✓" in lines.items[n].figures.longest for n in (3, 4)] == [True, False]
        for keys, there in (("50", 50), ("7", 7), ("down", 8), ("3", 3), ("000", 1)):
            await player.press(*([keys] if keys == "down" else keys))
            assert number() == there, keys
        await player.press("tab")
        assert PUZZLES[number() - 1].expansions and not PUZZLES[number() - 2].expansions
        await player.press("home")
        assert number() == day
        await player.press("enter")
        game = player.session
        assert isinstance(game, PuzzleGame) and game.number == day
        player.app.games.play_puzzle(50)
        await player.settle()
        await player.press("escape")
        screen = player.app.screen
        assert isinstance(screen, PuzzleListScreen)
        lines = screen.cursor_list
        assert number() == 50, "the puzzle that was left"
        collection.add_solved(tmp_path, PUZZLES[day - 1])
        await player.press("escape", "z")
        screen = player.app.screen
        assert isinstance(screen, PuzzleListScreen)
        lines = screen.cursor_list
        assert number() == 2, "the next one, as that of the day is solved"


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_list_says_what_is_to_be_reached_in_the_puzzle_under_the_cursor(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with at_table(tmp_path, Start(), size=size) as player:
        await player.press("z", *str(DEEP[0]))
        assert "with the card" in player.seen() and "If the game ended now" in player.seen()
        assert ("King's" in player.seen()) == (size[0] > 80)


@pytest.mark.local_only
async def test_undo_in_a_puzzle_is_free_and_ends_at_its_start(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(120, 40)) as player:
        await player.press("z", "1", "enter")
        game = player.session
        assert isinstance(game, PuzzleGame) and game.number == 1
        await player.press("enter", "enter")
        assert game.position > game.start
        await player.press("U")
        assert (game.position, player.asking) == (game.start, False)
        await play_turn(player, best=True)
        await player.press("a")
        assert game.position == game.start
        await play_turn(player, best=True)
        await player.press("escape")
        assert isinstance(player.app.screen, PuzzleListScreen), "Esc goes back to the list"


@pytest.mark.slow
@pytest.mark.local_only
async def test_the_first_decision_of_a_puzzle_offers_no_undo(tmp_path: Path) -> None:
    """Also where the card was played automatically: the decisions before it belong to the game."""
    async with at_table(tmp_path, Start("puzzle", at=2), size=(80, 24), notices=True, forced_steps=True) as player:
        game = player.session
        assert isinstance(game, PuzzleGame) and game.position > game.start
        assert "u Undo" not in player.seen()
        await player.press("u", "U")
        assert not player.asking
        await player.press("enter")
        assert "u Undo" in player.seen()
        await player.press("u")
        assert "u Undo" not in player.seen()


def test_the_shown_solutions_spend_nothing_that_gains_nothing() -> None:
    """Of equally good ways, that with the fewest actions besides passing and ending is shown."""
    for puzzle in [PUZZLES[number - 1] for number in SOME]:
        turn = ExactTurn(puzzle.start().state)
        shown, best = puzzle.solution(turn.start), turn.best
        idle = PlayCard | Decline | EndTurn
        assert sum(not isinstance(a, idle) for a in shown) == sum(not isinstance(a, idle) for a in best)
