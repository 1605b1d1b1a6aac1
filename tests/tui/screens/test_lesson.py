"""The lesson: script, tasks, wrong choices, leaving and resuming, plain mode."""

import io
import re
import sys
from asyncio import Runner
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual.widgets import OptionList

from rokoko_core.actions import Action, Place
from rokoko_core.board_counts import halls_of
from rokoko_core.box import box_of
from rokoko_core.journal import read
from rokoko_core.play.set_selection import SetSelection, make_set_selection
from rokoko_core.scoring import final_scores, hall_points, projected_scores, terrace
from rokoko_core.state import NOBODY, State, state_digest
from rokoko_core.terms import ScoreRow
from rokoko_tui.app import RokokoApp
from rokoko_tui.art.canvas import LIT, WANTED
from rokoko_tui.art.symbols import mark_of
from rokoko_tui.cli import parser as cli
from rokoko_tui.cli.plain_lesson import PlainLesson
from rokoko_tui.games import Mode, Start
from rokoko_tui.lesson import LEARNER, SCRIPT_PATH, STEPS, LessonGame, describe_task, list_names, list_stops
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.settings import Settings, load_settings
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.modes.lesson import LessonMode
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import PSEUDO, Edition, find_language, shipped_languages
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.speech import SpokenWords
from rokoko_tui.widgets.drawing_view import Pane
from tests.tui.at_table import InProcessWorker, Player

SMALL = (80, 24)
NARROWEST_TITLE = 34
"""Cells of the title of the explanation at 100x30, where it is narrowest."""
EDITIONS: list[tuple[Edition, str]] = [
    *((edition, name) for name in shipped_languages() for edition in find_language(name).editions),
    ("classic", PSEUDO),
]
"""Every edition and language, and the longer pseudo language."""


@asynccontextmanager
async def lesson(
    folder: Path, size: tuple[int, int] = SMALL, mode: Mode = "learn", **settings: Any
) -> AsyncIterator[Player]:
    """Run the app in the lesson, at the step in the settings; another ``mode`` starts elsewhere."""
    all_settings = {"pace": "at-once", "round_page": False, "turn_summary": False, **settings}
    app = RokokoApp(Settings(saves=str(folder), **all_settings), Start(mode))
    app._bot_worker = InProcessWorker()
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await pilot.pause()
        await player.settle()
        yield player


def lesson_of(player: Player) -> LessonGame:
    screen = player.app.screen
    assert isinstance(screen, PlayScreen) and isinstance(screen.game, LessonGame)
    return screen.game


def guide_of(player: Player) -> LessonMode:
    kind = player.table.session.game_mode
    assert isinstance(kind, LessonMode)
    return kind


def read_text(player: Player) -> str:
    """Return the text of the lesson."""
    return player.app.screen.query_one(PreviewPane).items[0].text


def count_lines(player: Player) -> int:
    """Return the number of lines of that text."""
    return sum(1 for item, _, _ in player.app.screen.query_one(PreviewPane).folded.lines if item == 0)


def find_entry(player: Player, action: Action | None) -> int:
    return next(n for n, entry in enumerate(player.choices.entries) if entry.action == action)


@pytest.mark.slow
async def test_the_text_of_the_lesson_has_its_lines_before_the_cursor_moves(tmp_path: Path) -> None:
    async with lesson(tmp_path, (100, 30), lesson="silk") as player:
        place = player.app.screen.query_one(PreviewPane).region
        assert place.height >= 9
        await player.press("down")
        assert player.app.screen.query_one(PreviewPane).region == place


async def take(player: Player, number: int) -> None:
    """Take an entry by its key, or with the arrow keys and Enter."""
    choices = player.choices
    if choices.entries[number].key:
        await player.press(*choices.entries[number].key)
        return
    for _ in range(100):
        if choices.cursor == number:
            break
        await player.press("down" if choices.cursor < number else "up")
    assert choices.cursor == number
    await player.press("enter")


async def do_task(player: Player) -> None:
    """Do the present task with the keys of the list."""
    here = lesson_of(player)
    if here.is_reading:
        await player.press("enter")
        return
    screen, expected = player.table, here.expected_action
    guide, session = guide_of(player), screen.session
    assert expected is not None
    start = here.position
    while here.position == start and (choice := session.moment.selection) and choice.action != expected:
        pieces = ((n, e) for n, e in enumerate(player.choices.entries) if e.kind is EntryKind.THING and not e.chosen)
        await take(player, next(n for n, e in pieces if guide.is_right(e)))
    if here.position == start:
        await take(player, find_entry(player, expected))
    await player.wait_until(lambda: not lesson_of(player).is_waiting)
    await player.settle()


async def test_the_guests_of_all_halls_are_named_alike(tmp_path: Path) -> None:
    async with lesson(tmp_path, (120, 40), lesson="guest") as player:
        while not isinstance(lesson_of(player).expected_action, Place):
            await do_task(player)
        short = player.choices.folded.shortened_items()
        shortened = [n for n, e in enumerate(player.choices.entries) if len(e.forms) > 1 and e.action is not None]
        assert shortened and short.issuperset(shortened)


def list_wrong_entries(player: Player) -> list[int]:
    """Return the entries that are not the expected action."""
    screen, guide = player.table, guide_of(player)
    selectable = [n for n, e in enumerate(screen.choices.entries) if e.kind in (EntryKind.ACTION, EntryKind.THING)]
    return [n for n in selectable if not guide.is_right(screen.choices.entries[n])]


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [SMALL, (120, 40)])
async def test_no_page_of_a_new_round_covers_the_text(tmp_path: Path, size: tuple[int, int]) -> None:
    """The page would hide what the lesson says about the income, and the hand to choose."""
    async with lesson(tmp_path, size, lesson="fund", round_page=True) as player:
        first = player.game.state.round
        for _ in range(10):
            await do_task(player)
            assert isinstance(player.app.screen, PlayScreen)
            if player.game.state.round > first:
                break
        assert player.game.state.round > first


# ---- the script


def test_the_script_replays_with_all_its_digests_and_its_component_set() -> None:
    reading = read(SCRIPT_PATH)
    assert reading.damage is None and reading.notice is None
    assert reading.header.components.digest
    assert reading.game.over


def test_every_task_expects_the_scripts_action() -> None:
    game = read(SCRIPT_PATH).game
    later, free = find_position("halls-later"), find_position("end-play")
    own = [n for n in range(free) if game.seat_of(n) == LEARNER and (game.at(n).round < 3 or n >= later)]
    tasks = [stop for stop in list_stops() if stop.task.does is not None]
    assert [stop.position for stop in tasks] == own
    for stop in tasks:
        assert isinstance(game.line[stop.position], stop.task.does or ())


def find_position(task: str) -> int:
    """Return the position of a task in the script."""
    return next(stop.position for stop in list_stops() if stop.task.id == task)


def around(task: str) -> tuple[State, State]:
    """Return the states before and after the action of a task."""
    game, position = read(SCRIPT_PATH).game, find_position(task)
    return game.at(position), game.at(position + 1)


def score(state: State, source: ScoreRow) -> int:
    """Return the learner's prestige from ``source`` if the game ended now."""
    return sum(row.points for row in projected_scores(state)[LEARNER].rows if row.source is source)


def test_the_late_steps_show_what_their_texts_say() -> None:
    before, after = around("halls-make")
    box, silk = box_of(before), [len(state.players[LEARNER].silk) for state in (before, after)]
    assert silk[0] - silk[1] == 2 and box.dress["yellow-3"].silk == (2, 1, 0, 0), "four bales for a dress of three"
    before, after = around("halls-place")
    assert len(halls_of(before, box_of(before), LEARNER)) == 4 and set(before.all_halls) == {NOBODY}
    assert score(after, ScoreRow.ALL_HALLS) == 5
    before, after = around("statue-fund")
    assert score(after, ScoreRow.STATUES) == 6
    before, after = around("musician-fund")
    assert hall_points(before, box_of(before), 3) == {LEARNER: 4, 1: 4}
    assert hall_points(after, box_of(after), 3) == {LEARNER: 4}
    before, after = around("terrace-fund")
    assert [dress.points for dress in terrace(after, box_of(after), LEARNER)] == [4]
    assert score(after, ScoreRow.FIREWORKS) == 6
    before, after = around("crown-hire")
    assert (before.players[LEARNER].yarn, before.players[LEARNER].lace) == (5, 5)
    assert score(after, ScoreRow.CROWN) == 15
    assert before.players[LEARNER].livre - after.players[LEARNER].livre == 3


@pytest.mark.parametrize(
    ("stored", "task"), [("", "ball-aim"), ("unknown", "ball-aim"), ("income", "income-tell"), ("round", "halls-later")]
)
def test_steps_of_former_versions_resume_at_what_comes_next(stored: str, task: str) -> None:
    assert LessonGame(stored).stop.task.id == task


def test_there_are_at_most_sixteen_steps() -> None:
    assert len(STEPS) <= 16


def test_the_learner_wins_the_scripted_game() -> None:
    sheets = final_scores(read(SCRIPT_PATH).game.state)
    assert [sheet.rank for sheet in sheets] == [1, 2]


# ---- on the screen


async def test_a_line_of_the_log_says_that_it_is_only_read(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="silk") as player:
        await player.press("L", "enter")
        assert [notice.message for notice in player.app._notifications] == ["You can only read the log here."]


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.quick(1)
@pytest.mark.parametrize(("edition", "language"), EDITIONS)
async def test_the_lesson_is_finished_with_the_keyboard(tmp_path: Path, edition: Edition, language: str) -> None:
    async with lesson(tmp_path, edition=edition, language=language, motion="off") as player:
        seen = []
        while not lesson_of(player).is_free:
            stop = lesson_of(player).stop
            seen.append(stop.task.id)
            pane = player.app.screen.query_one(PreviewPane)
            assert read_text(player) == describe_task(lesson_of(player), get_words(edition, language))[1]
            assert 0 < count_lines(player) <= pane.content_size.height, read_text(player)
            assert language == PSEUDO or cell_len(pane.shown_title) <= NARROWEST_TITLE
            wanted = guide_of(player)._find_wanted(player.choices.entries)
            assert wanted < 0 or player.sees(wanted), player.seen()
            await do_task(player)
        assert seen == [stop.task.id for stop in list_stops()][:-2]
        here = lesson_of(player)
        while not here.is_finished:
            await player.wait_until(lambda: not here.is_waiting)
            await player.settle()
            if here.is_finished:
                break
            selectable = [
                n for n, e in enumerate(player.choices.entries) if e.kind in (EntryKind.ACTION, EntryKind.THING)
            ]
            await take(player, selectable[-1])
        await player.settle()
        assert load_settings().learned
        await player.press("1")
        final = player.app.screen
        assert isinstance(final, FinalScreen)
        offered = {binding.binding.action for binding in final.active_bindings.values()}
        assert "copy" in offered and not offered & {"rematch", "again", "compare", "replay", "review"}
        await player.press("escape")
        assert lesson_of(player).is_finished
        await player.press("3")
        assert isinstance(player.app.screen, StartScreen)
        menu = player.app.screen.query_one(OptionList)
        assert get_words(edition, language).say("start.learned") in str(menu.get_option("learn").prompt)
    assert list(tmp_path.glob("**/*.rokoko")) == []


@pytest.mark.slow
async def test_a_wrong_choice_at_every_step_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    words, tried = get_words("classic", "english"), set()
    async with lesson(tmp_path) as player:
        while not lesson_of(player).is_free:
            here, wrong = lesson_of(player), list_wrong_entries(player)
            before = state_digest(here.recording.state), here.stop, here.position
            for n in {*wrong[:1], *wrong[-1:]}:
                await take(player, n)
                assert (state_digest(here.recording.state), here.stop, here.position) == before
                assert read_text(player) == describe_task(here, words, wrong=here.expected_action)[1]
                assert read_text(player) != describe_task(here, words)[1]
                assert count_lines(player) <= player.app.screen.query_one(PreviewPane).content_size.height
                await player.press("down", "up")
                assert read_text(player) == describe_task(here, words)[1]
                tried.add(here.step)
            await do_task(player)
    assert tried == {step.id for step in STEPS} - {"ball", "end"}


async def leave(player: Player) -> None:
    """Leave the lesson: Esc closes an open group first, and goes to the tab *Play*."""
    for _ in range(3):
        if isinstance(player.app.screen, StartScreen):
            return
        await player.press("escape")
    assert isinstance(player.app.screen, StartScreen)


@pytest.mark.slow
async def test_the_lesson_resumes_at_every_step(tmp_path: Path) -> None:
    async with lesson(tmp_path, mode="menu") as player:
        for step in STEPS:
            player.app.settings.lesson = step.id
            player.app.preferences.save()
            await player.press("t")
            first = lesson_of(player).stop
            assert (first.step, first.task) == (step, step.tasks[0])
            if lesson_of(player).is_reading:
                await player.press("enter")
            elif not lesson_of(player).is_free:
                await do_task(player)
            step_id = lesson_of(player).step
            await leave(player)
            assert load_settings().lesson == (step_id if step_id != "ball" else "")
            await player.press("t")
            assert lesson_of(player).step == step_id
            await leave(player)
    assert list(tmp_path.glob("**/*.rokoko")) == []


@pytest.mark.slow
async def test_undo_goes_back_task_by_task_to_the_beginning(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="hire") as player:
        seen = [lesson_of(player).stop]
        while not lesson_of(player).is_first:
            await player.press("u")
            seen.append(lesson_of(player).stop)
        assert seen == list(list_stops()[: len(seen)])[::-1]
        await player.press("u")
        assert lesson_of(player).is_first
        await player.press("enter")
        assert lesson_of(player).stop == list_stops()[1]


@pytest.mark.slow
async def test_the_footer_leaves_out_what_does_nothing_while_a_text_is_read(tmp_path: Path) -> None:
    async with lesson(tmp_path) as player:
        assert lesson_of(player).is_first
        assert not any(key in player.seen() for key in ("w Why", "h Hint", "x Inspect", "u Undo "))
        await player.press("x", "h", "w", "u")
        assert lesson_of(player).is_first and player.table.view.stop is None
        while lesson_of(player).is_reading:
            await player.press("enter")
        assert all(key in player.seen() for key in ("h Hint", "x Inspect", "u Undo"))
        while not lesson_of(player).menu.refusals:
            assert "w Why" not in player.seen(), "there is one choice, and nothing is refused"
            await do_task(player)
        assert "w Why" in player.seen()


async def test_two_clicks_take_only_the_highlighted_piece(tmp_path: Path) -> None:
    async with lesson(tmp_path, size=(120, 40), lesson="silk") as player:
        await do_task(player)
        here, warehouse = lesson_of(player), player.app.screen.query_one("#warehouse", Pane)
        [expected] = here.lit_pieces
        task = here.stop.task.id
        other = next(spot for spot in warehouse.drawing.spots if spot.piece.kind == "tile" and spot.piece != expected)
        for _ in range(2):
            await player.click(warehouse, other.x, other.y)
        assert (
            here.stop.task.id == task
            and read_text(player) == describe_task(here, player.table.words, here.expected_action)[1]
        )
        spot = next(spot for spot in warehouse.drawing.spots if spot.piece == expected)
        for _ in range(2):
            await player.click(warehouse, spot.x, spot.y)
        assert here.stop.task.id != task


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, (120, 40)])
async def test_the_pieces_of_a_task_are_visible_and_highlighted(tmp_path: Path, size: tuple[int, int]) -> None:
    async with lesson(tmp_path, size=size) as player:
        while not lesson_of(player).is_free:
            here, screen = lesson_of(player), player.table
            for piece in here.lit_pieces - {PieceRef("supply", "base-master")}:
                panes = [
                    pane
                    for pane in screen.view.panes.values()
                    if isinstance(pane, Pane) and pane.region and pane.scene is not None
                    if piece in pane.scene.lit and any(spot.piece == piece for spot in pane.drawing.spots)
                ]
                assert panes, (here.stop.task.id, piece)
            await do_task(player)


async def test_reading_on_to_later_rounds_shows_no_playback(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="income", pace="step") as player:
        while lesson_of(player).stop.task.id != "halls-later":
            await player.press("enter")
        assert player.table.session.playback.frame is None
        assert read_text(player) == describe_task(lesson_of(player), get_words("classic", "english"))[1]


async def test_the_wanted_piece_stays_marked_while_the_cursor_moves(tmp_path: Path) -> None:
    async with lesson(tmp_path, size=(120, 40), lesson="hand") as player:
        here, pane = lesson_of(player), player.app.screen.query_one("#hand", Pane)
        await player.press("down")
        entry = player.choices.entry
        assert entry is not None and entry.pieces and pane.scene is not None
        assert pane.scene.lit == entry.pieces
        assert pane.scene.wanted == here.lit_pieces - entry.pieces
        drawn = "\n".join(map(str, pane.drawing.lines))
        assert WANTED in drawn and LIT in drawn, "their signs differ"


@pytest.mark.slow
async def test_the_end_of_the_game_allows_everything(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="end") as player:
        start = lesson_of(player).position
        await take(player, next(n for n, e in enumerate(player.choices.entries) if e.action is not None))
        assert lesson_of(player).position == start + 1
        await player.press("u")
        assert lesson_of(player).is_free and lesson_of(player).position == start
        await player.press("u")
        assert lesson_of(player).step == "crown"


@pytest.mark.slow
async def test_e_ends_a_turn_only_when_expected(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="silk") as player:
        here, words = lesson_of(player), get_words("classic", "english")
        await player.press("e")
        assert here.stop.task.id == "silk-card"
        for _ in range(3):
            await do_task(player)
        await player.press("e", "e")
        assert here.stop.task.id == "silk-more"
        assert read_text(player) == describe_task(here, words, wrong=here.expected_action)[1]
        for _ in range(2):
            await do_task(player)
        await player.press("e")
        await player.wait_until(lambda: not here.is_waiting)
        assert here.stop.task.id == "dress-card"


async def test_the_sheet_of_the_lesson_counts_no_hints() -> None:
    here = LessonGame("end")
    await here.hint()
    assert not any(here.hints)


async def test_only_the_expected_action_changes_the_game() -> None:
    here = LessonGame("silk")
    for action in here.menu.actions:
        if action != here.expected_action:
            await here.play(action)
    assert here.position == here.stop.position and here.stop.task.id == "silk-card"


async def test_h_moves_to_the_expected_action(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="dress") as player:
        await player.press("h", "enter", "h")
        entry = player.choices.entry
        assert entry is not None and entry.action == lesson_of(player).expected_action
        assert not any(lesson_of(player).hints)


@pytest.mark.parametrize("task", ["hand-choose", "terrace-hand", "depute-card", "musician-bonus", "terrace-bonus"])
def test_a_refused_choice_names_the_right_one_once(task: str) -> None:
    """The sentence after it names the right choice."""
    reason = get_words("classic", "english").say(f"learn.wrong.{task}")
    assert not any(verb in reason for verb in ("Choose", "Play", "Take", "take ", "need "))


def test_a_refused_choice_is_not_described() -> None:
    """The same sentence answers every other choice, so it says only what holds for the right one."""
    words = get_words("classic", "english")
    for task in (stop.task for stop in list_stops() if stop.task.does is not None):
        assert not re.search(r"\b(That (?!card)|You can do that|this dress)", words.say(f"learn.wrong.{task.id}"))


def test_the_lesson_names_the_mark_of_the_learner() -> None:
    lesson = LessonGame()
    for language in shipped_languages():
        assert mark_of(lesson.setup, LEARNER) in describe_task(lesson, get_words("classic", language))[1]


async def test_the_lesson_is_on_the_start_screen_and_in_the_palette(tmp_path: Path) -> None:
    async with lesson(tmp_path, mode="menu") as player:
        assert player.app.screen.query_one(OptionList).get_option("learn")
        await player.press("ctrl+p", *"tutorial", "enter")
        await player.wait_until(lambda: isinstance(player.app.screen, PlayScreen))


# ---- plain mode


class Learner(io.StringIO):
    """A learner at stdin, who first tries a wrong choice and then the right one."""

    def __init__(self, words: SpokenWords, out: io.StringIO) -> None:
        super().__init__()
        self.words, self.out = words, out
        self.table: PlainLesson | None = None
        self.tried: set[str] = set()

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as in typeshed's own StringIO
        here = self.here()
        if here.is_reading:
            return "\n"
        if here.is_free:
            return "1\n" if self.choice(here) is None else "1 2 3\n"
        choice, expected = self.choice(here), here.expected_action
        assert expected is not None
        if choice is not None:
            return " ".join(str(n + 1) for n in choice.select(expected).chosen) + "\n"
        actions = here.menu.actions
        other = next((n for n, action in enumerate(actions) if action != expected), None)
        if other is not None and here.stop.task.id not in self.tried:
            self.tried.add(here.stop.task.id)
            return f"{other + 1}\n"
        if here.stop.task.id in self.tried:
            assert self.heard(describe_task(here, self.words, wrong=expected)[1])
        return f"{actions.index(expected) + 1}\n"

    def heard(self, text: str) -> bool:
        return self.words.spoken(text).replace(NO_BREAK_SPACE, " ") in self.out.getvalue()

    def here(self) -> LessonGame:
        assert self.table is not None
        return self.table.lesson

    @staticmethod
    def choice(here: LessonGame) -> SetSelection | None:
        return make_set_selection(here.observation())


def test_the_players_of_the_lesson_have_names_of_the_language() -> None:
    words = get_words("deluxe", "ukrainian")
    lesson = LessonGame("favor", list_names(words))
    assert [seat.name for seat in lesson.observation().table.setup.players] == ["Ада", "Богдан"]
    assert lesson.position == LessonGame("favor").position


@pytest.mark.quick(1)
@pytest.mark.parametrize(("edition", "language"), EDITIONS)
def test_the_lesson_is_finished_in_plain_mode(monkeypatch: pytest.MonkeyPatch, edition: Edition, language: str) -> None:
    out, stored_steps = io.StringIO(), []
    settings = Settings(edition=edition, language=language)
    words = SpokenWords(settings.words.language, edition)
    learner = Learner(words, out)
    monkeypatch.setattr(sys, "stdin", learner)
    monkeypatch.setattr(sys, "stdout", out)
    with Runner() as runner:
        loop, lesson = runner.get_loop(), LessonGame()
        learner.table = PlainLesson(lesson, words, settings, loop, lambda: stored_steps.append(settings.lesson))
        learner.table.play()
    assert stored_steps == [step.id for step in STEPS[1:]] + [""]
    assert settings.learned
    for stop in list_stops():
        here = LessonGame(stop.step.id)
        if stop.task is stop.step.tasks[0]:
            assert learner.heard(describe_task(here, words)[1])
    assert len(learner.tried) > 12
    totals = [sheet.total for sheet in final_scores(learner.here().recording.state)]
    assert str(totals[LEARNER]) in out.getvalue().splitlines()[-4]


def test_the_plain_lesson_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed, step in (("\n\n\n\nq\n", "hand"), ("1 3 4\nq\n", "silk"), ("", "silk")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert cli.main(["learn", "--plain"]) == 0
        assert load_settings().lesson == step


@pytest.mark.parametrize("typed", ["q", "й", "стоп"])
def test_a_text_of_the_plain_lesson_is_left_in_every_layout_and_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"\n?\n{typed}\n\n\n\n"))
    assert cli.main(["--language", "ukrainian", "learn", "--plain"]) == 0
    words = get_words("classic", "ukrainian")
    out = capsys.readouterr().out
    assert out.count(words.say("learn.read-on")) == 3, "help is no reading on, and the lesson was left at the same text"
    assert words.say("learn.stopped") in out


async def test_enter_alone_chooses_the_wanted_hand(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="hand") as player:
        start = lesson_of(player).position
        await player.press("enter", "enter", "enter")
        assert lesson_of(player).position > start


def test_the_first_texts_name_every_source_of_prestige() -> None:
    words = get_words("classic", "english")
    said = " ".join(words.say_of(f"learn.say.{task.id}", {"who": "Ada"}) for task in STEPS[0].tasks)
    for source in ("dress", "hall", "Decorations", "Statues", "fireworks", "Livre", "♛", "Favor card"):
        assert source in said, source
