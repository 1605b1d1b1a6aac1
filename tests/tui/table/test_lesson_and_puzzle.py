"""What is different at the table of the lesson and of a puzzle."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path

import pytest

from rokoko_core.actions import Action, Decline, EndTurn, MakeDress, PayTiles, TakeTile, UseBonus
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_tui.lesson import STEPS, LessonGame, ScriptStop, list_stops
from rokoko_tui.puzzles import HINTS, describe_hint, load_puzzles, load_solved, open_puzzle
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import CommandId, GoBackTo, MoveTo
from rokoko_tui.table.effects import Lasts
from rokoko_tui.table.modes import puzzle as puzzle_mode
from rokoko_tui.table.modes.lesson import LessonMode
from tests.tui.table.session_table import SessionTable

DEEP = next(number for number, puzzle in enumerate(load_puzzles(), start=1) if puzzle.turns > 1)
PAID = 186
"""The number of a puzzle whose solution chooses a way to pay."""

CHOICES = (EntryKind.THING, EntryKind.ACTION)
NAMES = {"who": "Ada (●)", "name": "Bo", "what": ""}


@contextmanager
def lesson(folder: Path, step: str = "") -> Iterator[tuple[SessionTable, LessonGame]]:
    game = LessonGame(step, ("Ada", "Bo"))
    yield SessionTable(game, folder), game


async def read_to_task(table: SessionTable, game: LessonGame) -> None:
    """Read on until something is to be done."""
    await table.open()
    while game.is_reading:
        await table.press("1")


def is_right(table: SessionTable, entry: MenuEntry) -> bool:
    assert isinstance(table.session.game_mode, LessonMode)
    return table.session.game_mode.is_right(entry)


# ---- the lesson


async def test_the_heading_of_a_text_has_the_keys_of_the_settings(tmp_path: Path) -> None:
    game = LessonGame("", ("Ada", "Bo"))
    table = SessionTable(game, tmp_path, keys={"table.undo": "r", "table.redo": "u"})
    await table.open()
    await table.press("1")
    assert table.rows[0].text == "Enter continue · r undo"


async def test_a_text_is_read_with_one_key_and_nothing_else_is_offered(tmp_path: Path) -> None:
    with lesson(tmp_path) as (table, game):
        await table.open()
        assert [entry.kind for entry in table.rows] == [EntryKind.HEADING, EntryKind.STEP]
        assert table.page.idle == {"hint", "reasons", "look", "undo", "seats", "finish", "chat", "concede"}
        await table.do(GoBackTo(0))
        assert len(table.notices) == 1 and table.asked == [], "no line of the log is gone back to"
        table.notices.clear()
        table.durations.clear()
        first, here, title = table.explanation, game.position, table.page.titles.longest
        await table.press("1")
        assert table.explanation != first and game.position == here
        task = table.page.details.task
        assert title.endswith("(1/4)") and table.page.titles.longest.endswith("(2/4)"), "beside the cursor too"
        assert task is not None and task[0].endswith("(2/4)")
        assert "undo" not in table.page.idle
        await table.do(CommandId.UNDO)
        assert table.explanation == first
        await table.do(CommandId.UNDO)
        assert (table.notices, table.durations) == (["Nothing to undo."], [Lasts.BRIEF])


async def test_only_what_the_lesson_asks_for_is_taken(tmp_path: Path) -> None:
    with lesson(tmp_path) as (table, game):
        await read_to_task(table, game)
        task, here = table.explanation, game.position
        wanted = table.page.cursor
        assert table.page.lit == game.lit_pieces and not table.page.wanted
        wrong = next(
            n
            for n, entry in enumerate(table.rows)
            if entry.kind in (EntryKind.THING, EntryKind.ACTION) and not is_right(table, entry)
        )
        await table.do(MoveTo(wrong))
        assert table.page.wanted == game.lit_pieces - table.page.lit, "they stay marked"
        await table.do(CommandId.TAKE)
        assert game.position == here and not any(entry.chosen for entry in table.rows)
        assert table.explanation[0] != task[0] and table.page.lit == game.lit_pieces
        await table.do(MoveTo(wanted))
        assert table.explanation[0] == task[0], "until the cursor moves"
        await table.do(MoveTo(wrong))
        await table.do(CommandId.HINT)
        assert table.page.cursor == wanted and "hint" not in table.work, "a hint goes back to it"
        assert table.notices == []
        await table.do(CommandId.HINT)
        assert len(table.notices) == 1, "and says so where it is there already"
        await table.do(MoveTo(wrong))
        await table.open()
        assert table.page.cursor == wanted and table.page.lit == game.lit_pieces, "so does a table drawn again"


@pytest.mark.parametrize("stop", [stop for stop in list_stops() if stop.task.does is not None], ids=lambda s: s.task.id)
async def test_each_task_takes_what_is_lit_under_the_cursor_and_nothing_else(tmp_path: Path, stop: ScriptStop) -> None:
    """Enter, pressed again and again, fulfils every task, and a hint leads back to it from anywhere."""
    with lesson(tmp_path, stop.task.id) as (table, game):
        await table.open()
        here, right = game.position, game.expected_action
        assert not game.is_reading and right is not None and table.page.task_pieces == game.lit_pieces
        for _ in range(9):
            wanted, chosen = table.page.cursor, [row.chosen for row in table.rows]
            assert is_right(table, table.entry) and table.entry.pieces <= game.lit_pieces
            assert table.entry.action in (None, right), "a piece of it, or all of it"
            wrong = [row for row in table.rows if row.kind in CHOICES and not row.chosen and not is_right(table, row)]
            for row in (*wrong[:1], *wrong[-1:]):
                await table.do(MoveTo(table.rows.index(row)))
                await table.do(CommandId.TAKE)
                assert (game.position, [row.chosen for row in table.rows]) == (here, chosen)
                assert table.page.details.task is not None
                assert table.page.details.task[1].startswith(table.words.say_of(f"learn.wrong.{stop.task.id}", NAMES))
                await table.do(CommandId.HINT)
                assert table.page.cursor == wanted and table.notices == []
            await table.do(CommandId.TAKE)
            if game.position != here:
                break
        assert game.recording.action_at(here) == right and game.stop is not stop


async def test_the_score_in_a_line_is_explained_at_the_first_lines_that_have_one(tmp_path: Path) -> None:
    """Of the lines for the task: those of other actions may be out of sight."""
    explained, shown = list[str](), list[str]()
    for step, tasks in (("silk", 6), ("dress", 2)):
        with lesson(tmp_path, step) as (table, game):
            await table.open()
            for _ in range(tasks):
                name, task, wanted = game.stop.task.id, table.page.details.task, type(table.entry.action)
                explained += [name] if task is not None and "★ in a line" in task[1] else []
                rows = [entry for entry in table.rows if isinstance(entry.action, wanted)]
                shown += [name] if any(entry.gain.longest for entry in rows) else []
                await table.press_keys("enter")
    assert explained == shown[:1]


async def test_a_step_that_begins_is_saved_once(tmp_path: Path) -> None:
    with lesson(tmp_path) as (table, _):
        await table.open()
        assert table.steps == []
        second = STEPS[1].id
    with lesson(tmp_path, second) as (table, _):
        await table.open()
        await table.open()
        assert table.steps == ["save-settings"] and table.settings.lesson == second


async def test_the_end_of_the_lesson_offers_the_count_a_game_and_leaving(tmp_path: Path) -> None:
    for key, step in (("1", "final, counted"), ("2", "new-game"), ("3", "show-start")):
        with lesson(tmp_path, list_stops()[-1].task.id) as (table, game):
            assert game.is_finished
            await table.open()
            table.steps.clear()
            await table.press(key)
            assert table.steps[-1] == step


@pytest.mark.parametrize(("step", "notices"), [(STEPS[0].id, 0), (STEPS[2].id, 1), (STEPS[-1].tasks[-1].id, 0)])
async def test_escape_leaves_the_lesson_and_says_that_it_resumes(tmp_path: Path, step: str, notices: int) -> None:
    """No question is asked. The first step begins again, and after the last the lesson does."""
    with lesson(tmp_path, step) as (table, _):
        await table.open()
        table.steps.clear()
        await table.do(CommandId.BACK)
        assert (table.steps[-1], table.asked) == ("show-start", [])
        assert table.notices == notices * ["The lesson resumes here next time."]


async def test_what_ends_the_turn_too_early_is_explained(tmp_path: Path) -> None:
    stop = next(stop for stop in list_stops() if stop.task.does in (TakeTile, MakeDress))
    with lesson(tmp_path, stop.task.id) as (table, game):
        await table.open()
        here, task = game.position, table.explanation
        await table.do(CommandId.END_TURN)
        assert game.position == here and table.explanation[0] != task[0] and table.notices == []


# ---- puzzles


@contextmanager
def puzzle(folder: Path, number: int = 1) -> Iterator[tuple[SessionTable, PuzzleGame]]:
    game = open_puzzle(number, Settings().words)
    yield SessionTable(game, folder), game


async def play_out(table: SessionTable, game: PuzzleGame, best: bool) -> None:
    """Play the turn of the puzzle, in the best way or by declining everything; the other player answers."""
    await table.open()
    while not game.recording.over:
        if game.to_move != game.seat:
            assert game.planned is not None
            await game.play(game.planned)
            continue
        offers = game.menu.actions
        idle = next((action for action in offers if isinstance(action, Decline | EndTurn)), offers[0])
        await table.play(game.next_step if best and game.next_step is not None else idle)


@pytest.mark.parametrize("best", [True, False])
async def test_the_end_of_a_puzzle_says_whether_it_is_solved_and_offers_what_is_next(
    tmp_path: Path, best: bool
) -> None:
    with puzzle(tmp_path) as (table, game):
        await play_out(table, game, best)
        asked = table.asked[-1]
        labels = [answer.value for answer in table.answers_to(asked)]
        assert asked.is_unexpected, "it opens once the other player has moved"
        if best:
            assert labels == ["next", "again", "leave"] and asked.lines
            assert load_solved(tmp_path) == {game.puzzle.digest}
        else:
            assert labels == ["again", "solution", "next", "leave"] and asked.lines == []
            assert load_solved(tmp_path) == frozenset()
            await table.answer("solution")
            assert [answer.value for answer in table.answers_to(table.asked[-1])] == ["next", "again", "leave"]
            assert any("Better:" in line for line in table.asked[-1].lines)
        assert [answer.letter for answer in table.answers_to(table.asked[-1])] == ["n", "a", "l"]


@pytest.mark.parametrize(
    ("answer", "then"), [("next", "puzzle 2"), ("leave", "show-start"), ("", "show-puzzles"), ("again", "")]
)
@pytest.mark.parametrize("best", [True, False])
async def test_each_answer_after_a_puzzle_goes_where_it_says(
    tmp_path: Path, best: bool, answer: str, then: str
) -> None:
    with puzzle(tmp_path) as (table, game):
        await play_out(table, game, best)
        table.steps.clear()
        await table.answer(answer)
        assert table.steps == ([then] if then else [])
        assert (game.position == game.start) == (answer == "again")


async def test_a_solved_puzzle_that_cannot_be_noted_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(ENOSPC, "full")

    monkeypatch.setattr(puzzle_mode, "add_solved", fail)
    with puzzle(tmp_path) as (table, game):
        await play_out(table, game, best=True)
        assert (table.durations, table.severities) == ([Lasts.USUAL], ["error"]) and "disk is full" in table.notices[0]
        assert [answer.value for answer in table.answers_to(table.asked[-1])] == ["next", "again", "leave"]


async def test_the_turn_of_a_puzzle_ends_when_the_player_ends_it(tmp_path: Path) -> None:
    game = open_puzzle(1, Settings().words)
    table = SessionTable(game, tmp_path, end_turns=3.0)
    await table.open()
    while not game.menu.only_end:
        await table.play(next((each for each in game.menu.actions if isinstance(each, Decline)), game.menu.actions[0]))
    assert (table.timers, table.session.ending.is_due) == ([], False)
    await table.press_keys("enter")
    assert game.to_move != game.seat


async def test_a_puzzle_is_played_again_from_its_start(tmp_path: Path) -> None:
    with puzzle(tmp_path) as (table, game):
        await play_out(table, game, best=False)
        await table.answer("again")
        assert game.position == game.start and table.session.driver.next() is not None
        await play_out(table, game, best=True)
        assert game.is_solved


async def test_nothing_before_a_puzzle_is_undone(tmp_path: Path) -> None:
    with puzzle(tmp_path) as (table, game):
        await table.open()
        assert table.page.idle == {"undo", "seats", "finish", "chat", "concede"}
        for command in (CommandId.UNDO, CommandId.UNDO_TURN):
            await table.do(command)
        assert (game.position, table.notices) == (game.start, 2 * ["Nothing to undo."])
        assert table.durations == 2 * [Lasts.BRIEF]
        await table.play(game.menu.actions[0])
        assert table.page.idle == {"seats", "finish", "chat", "concede"}
        await table.do(CommandId.UNDO)
        assert game.position == game.start


async def test_a_puzzle_shows_its_task_over_what_a_choice_means(tmp_path: Path) -> None:
    with puzzle(tmp_path, 3) as (table, _):
        await table.open()
        assert table.page.details.task is not None
        assert table.page.details.task[0].startswith("Puzzle 3: ")
        assert table.entry.text in table.explanation


async def test_a_puzzle_shows_no_score_and_the_cursor_begins_on_the_first_choice(tmp_path: Path) -> None:
    with puzzle(tmp_path, 3) as (table, game):
        await table.open()
        for action in game.solution:
            assert all(item.score_range is None for item in game.menu.items)
            assert not any(any(row.gain) for row in table.rows)
            assert not any("Score" in line for line in table.explanation), "nor what a choice changes at once"
            assert table.page.cursor == next(n for n, row in enumerate(table.rows) if row.is_selectable)
            await table.play(action)


async def test_a_way_to_pay_names_no_best_hall_in_a_puzzle(tmp_path: Path) -> None:
    with puzzle(tmp_path, PAID) as (table, game):
        await table.open()
        for action in game.solution:
            forecast = await game.forecast(action)
            assert forecast.score_range is None
            await table.play(action)
        assert any(isinstance(action, PayTiles) for action in game.solution)


@pytest.mark.parametrize(("only_wins", "less"), [(True, "does not win."), (False, "does not solve the puzzle.")])
async def test_the_task_of_a_puzzle_says_exactly_what_solves_it(tmp_path: Path, only_wins: bool, less: str) -> None:
    number = next(n for n, each in enumerate(load_puzzles(), start=1) if each.only_wins is only_wins)
    with puzzle(tmp_path, number) as (table, game):
        await table.open()
        assert table.page.details.task is not None
        goal = table.page.details.task[1]
        assert f"Lead by {game.puzzle.lead} at the end. Nobody can lead by more, and less " in goal
        assert goal.endswith(less)


async def test_escape_puts_the_hint_of_a_puzzle_away_before_it_leaves(tmp_path: Path) -> None:
    taken: dict[int, int] = {}
    with puzzle(tmp_path) as (table, _):
        table.session.services = replace(table.session.services, puzzle_hints=taken)
        await table.open()
        task = table.page.details.task
        for hint in ("Hint 1", "Hint 2"):
            await table.do(CommandId.HINT)
            assert table.page.details.task == task, "the hint is no part of the task"
            assert table.page.details.hint.startswith(hint) and table.notices == []
        await table.do(CommandId.BACK)
        assert (table.page.details.hint, table.steps) == ("", [])
        await table.do(CommandId.HINT)
        assert table.page.details.hint.startswith("Hint 2"), "the one that was put away"
        for _ in range(2):
            await table.do(CommandId.BACK)
        assert table.steps == ["show-puzzles"]
    with puzzle(tmp_path) as (table, _):
        table.session.services = replace(table.session.services, puzzle_hints=taken)
        await table.open()
        assert table.page.details.hint.startswith("Hint 2"), "opened again, it is there again"


async def test_hints_come_in_steps_and_the_last_goes_to_the_next_choice(tmp_path: Path) -> None:
    number = 1 + next(n for n, each in enumerate(load_puzzles()) if len(each.best) > 4)
    with puzzle(tmp_path, number) as (table, game):
        await table.open()
        if len(game.menu.items) == 1:
            await table.play(game.menu.actions[0])
        texts = []
        for _ in range(4):
            await table.do(CommandId.HINT)
            texts.append(table.page.details.hint.partition("Hint ")[2])
        assert [text[:6] for text in texts] == ["1 of 3", "2 of 3", "3 of 3", "3 of 3"]
        assert table.entry.action == game.next_step
        wrong = next(action for action in game.menu.actions if action != game.next_step)
        await table.play(wrong)
        assert "another way" in table.page.details.hint
        await table.do(CommandId.UNDO)
        assert table.entry.action == game.next_step


@pytest.mark.parametrize("last", [UseBonus(), Decline()], ids=str)
async def test_a_free_bonus_that_the_solution_declines_does_not_leave_it(last: Action) -> None:
    game = open_puzzle(1, Settings().words)
    for action in (*game.solution[:-2], last):
        await game.play(action)
    assert game.solution[-2:] == (Decline(), EndTurn()) and game.next_step == EndTurn()
    assert "End turn" in describe_hint(game, Settings().words, HINTS)


async def test_the_other_player_answers_as_well_as_possible(tmp_path: Path) -> None:
    with puzzle(tmp_path, DEEP) as (table, game):
        await table.open()
        assert game.planned is None and game.next_searcher is None
        for _ in range(3):
            await table.do(CommandId.HINT)
        await play_out(table, game, best=True)
        assert game.lead == game.puzzle.lead and game.is_solved
        assert table.page.details.task is not None and not table.page.details.hint
        await game.undo_to(game.start)
        await play_out(table, game, best=False)
        assert game.lead < game.puzzle.lead
        review = game.review()
        assert review.cost == game.puzzle.lead - game.lead
        assert all(action in game.solution for action in review.better)
