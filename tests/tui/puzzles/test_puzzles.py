"""Puzzles: the exact solver, the collection, what is recorded, the command and the table."""

import json
from pathlib import Path
from random import Random

import pytest

from rokoko_core.actions import Decline, EndTurn, PlayCard
from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable, lead_of
from rokoko_core.bots.search import Search
from rokoko_core.bots.time_limit import counting_clock
from rokoko_core.components import newest
from rokoko_core.engine import apply, legal_actions, new_state, to_move
from rokoko_core.observe import observe
from rokoko_core.state import Seat, Setup, State
from rokoko_tui.puzzles import collection
from rokoko_tui.puzzles.collection import Puzzle, identify, load_puzzles
from rokoko_tui.puzzles.puzzle_game import PuzzleGame, explain
from rokoko_tui.screens.puzzle_list import PuzzleListScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.start_target import Start
from rokoko_tui.text import get_words
from tests.tui.at_table import Player, at_table
from tests.tui.cli.shell import Run, refused
from tools.puzzles import __main__ as making
from tools.puzzles.__main__ import make_puzzle

COUNT = 200
SOME = range(0, COUNT, 25)


# ---- the solver


def leads_of_all_ways(state: State, seat: int) -> set[int]:
    """Return the leads after every sequence of actions, one by one and without a table of positions."""
    if not state.pending:
        return {lead_of(state, seat)}
    return set().union(*(leads_of_all_ways(apply(state, action), seat) for action in legal_actions(state)))


@pytest.mark.parametrize("number", SOME)
def test_the_solver_agrees_with_trying_all_ways_one_by_one(number: int) -> None:
    turn = ExactTurn(load_puzzles()[number].start().state)
    assert turn.lead == max(leads_of_all_ways(turn.start, turn.seat))
    state = turn.start
    for action in turn.best:
        state = apply(state, action)
    assert (state.pending, lead_of(state, turn.seat)) == ((), turn.lead)


def test_only_last_turns_of_two_players_without_luck_are_solved() -> None:
    last = load_puzzles()[0].start()
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


def test_a_last_turn_that_can_draw_a_tile_makes_no_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(state: State) -> ExactTurn:
        raise NotSolvable("something hidden can be revealed")

    monkeypatch.setattr(making, "play_to_last_turn", lambda setup: (load_puzzles()[0].start().state, []))
    monkeypatch.setattr(making, "ExactTurn", refuse)
    assert make_puzzle(3, "reconstructed-2") == "not solvable"


# ---- the collection


def test_the_collection_has_different_puzzles_the_easiest_first() -> None:
    puzzles = load_puzzles()
    assert len(puzzles) == len({puzzle.digest for puzzle in puzzles}) == COUNT
    order = ["easy", "medium", "hard"]
    grades = [order.index(puzzle.difficulty) for puzzle in puzzles]
    assert grades == sorted(grades) and set(grades) == {0, 1, 2}
    assert all(any(puzzle.misses) for puzzle in puzzles)


def check(puzzle: Puzzle) -> None:
    """Check position, best lead, solution, and that the search finds the best lead too."""
    state = puzzle.start().state
    assert identify(state) == puzzle.digest
    assert ExactTurn(state).lead == puzzle.lead
    seat = to_move(state)
    assert seat is not None
    after = state
    for action in puzzle.solution(state):
        after = apply(after, action)
    assert (after.pending, lead_of(after, seat)) == ((), puzzle.lead)
    while state.pending:
        search = Search(observe(state, seat), Random(1))
        search.run(counting_clock(2000))
        state = apply(state, search.candidates()[0].line[0])
    assert lead_of(state, seat) == puzzle.lead


@pytest.mark.parametrize("number", SOME)
def test_some_puzzles_are_sound(number: int) -> None:
    check(load_puzzles()[number])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(COUNT))
def test_every_puzzle_is_sound(number: int) -> None:
    check(load_puzzles()[number])


def test_the_one_to_move_is_you() -> None:
    words = get_words("classic")
    for number in (1, 2, 3, 4):
        game = PuzzleGame(number, words)
        assert game.setup.players[game.seat].name == "You"


@pytest.mark.slow
def test_the_tool_makes_sound_puzzles_and_the_same_again() -> None:
    """The shipped puzzles come from games of earlier levels."""
    tried = ((seed, make_puzzle(seed, newest())) for seed in range(1, 100))
    seed, made = next((seed, puzzle) for seed, puzzle in tried if isinstance(puzzle, Puzzle))
    assert made == make_puzzle(seed, newest())
    state = made.start().state
    assert (identify(state), ExactTurn(state).lead) == (made.digest, made.lead)


# ---- solved puzzles


def test_solved_puzzles_are_kept_and_the_next_one_is_found(tmp_path: Path) -> None:
    puzzles = load_puzzles()
    assert (collection.next_number(tmp_path), collection.count_solved(tmp_path)) == (1, (0, COUNT))
    for number in (1, 2, 2):
        collection.add_solved(tmp_path / "new", puzzles[number - 1])
    folder = tmp_path / "new"
    assert collection.count_solved(folder) == (2, COUNT)
    assert [collection.next_number(folder, after) for after in (0, 1, 3, COUNT)] == [3, 3, 4, 3]
    for content in ("no json", "[1]", "[" * 100_000):
        (folder / collection.FILE).write_text(content)
        assert collection.load_solved(folder) == frozenset()
    (folder / collection.FILE).write_text(json.dumps([puzzle.digest for puzzle in puzzles]))
    assert collection.next_number(folder, 5) == 6


def test_the_command_refuses_other_numbers_and_lists_the_puzzles(run: Run, tmp_path: Path) -> None:
    refused(run("puzzle", "0"), 2, "1", str(COUNT))
    refused(run("puzzle", COUNT + 1), 2, str(COUNT))
    assert run("puzzle", "one").code == run("puzzle", "7").code == 2, "no number; no terminal"
    collection.add_solved(tmp_path, load_puzzles()[1])
    lines = run("puzzle", "--list", "--saves", tmp_path).out.splitlines()
    assert len(lines) == COUNT
    assert [line.split() for line in lines[:2]] == [["1", "easy"], ["2", "easy", "solved"]]
    assert f"1 of {COUNT} puzzles solved" in run("record", "--saves", tmp_path).out
    assert json.loads(run("record", "--json", "--saves", tmp_path).out)["puzzles"] == {"solved": 1, "all": COUNT}


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
    for number, puzzle in enumerate(load_puzzles(), start=1):
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
        assert f"Puzzle {number} of {COUNT}" in player.seen()
        start = game.position
        await player.press("u", "U")
        assert (game.position, game.start) == (start, start), "no undo before the puzzle"
        await player.press("h")
        assert "h does nothing here" in player.seen() and "h Hint" not in player.seen(), "there are no hints in puzzles"
        await play_turn(player, best=False)
        assert "The best is" in player.seen()
        assert collection.load_solved(tmp_path) == frozenset()
        await player.press("s")
        assert "Better:" in player.seen()
        last = explain(game, player.app.words)[-1]
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
        assert isinstance(player.app.screen, StartScreen)
    assert list(tmp_path.glob("*.rokoko")) == [], "no game is recorded"


async def test_the_list_of_puzzles_begins_at_the_next_one_and_goes_to_typed_numbers(tmp_path: Path) -> None:
    puzzles = load_puzzles()
    collection.add_solved(tmp_path, puzzles[0])
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        await player.press("z")
        screen = player.app.screen
        assert isinstance(screen, PuzzleListScreen)
        lines = screen.cursor_list
        assert len(lines.items) == COUNT and lines.cursor == 1
        assert f"1 of {COUNT} puzzles solved" in player.seen()
        assert [(item.key, item.right) for item in lines.items[:2]] == [("1", "solved"), ("2", "")]
        for keys, number in (("150", 150), ("7", 7), ("down", 8), ("3", 3), ("000", 1)):
            await player.press(*([keys] if keys == "down" else keys))
            assert lines.cursor == number - 1, keys
        await player.press("enter")
        game = player.session
        assert isinstance(game, PuzzleGame) and game.number == 1


@pytest.mark.local_only
async def test_undo_in_a_puzzle_is_free_and_ends_at_its_start(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(120, 40)) as player:
        await player.press("z", "enter")
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
        assert isinstance(player.app.screen, StartScreen), "Esc leaves the puzzle"


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
    for puzzle in [load_puzzles()[number] for number in (1, *SOME)]:
        turn = ExactTurn(puzzle.start().state)
        shown, best = puzzle.solution(turn.start), turn.best
        idle = PlayCard | Decline | EndTurn
        assert sum(not isinstance(a, idle) for a in shown) == sum(not isinstance(a, idle) for a in best)
