"""Learn to play: the lesson from its first step to its last, by keys; wrong moves; leaving and coming back; plain."""

import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import OptionList

from rokoko_core.actions import Action
from rokoko_core.journal import read
from rokoko_core.state import state_digest
from rokoko_tui.app import RokokoApp
from rokoko_tui.cli import parser as cli
from rokoko_tui.cli.plain_lesson import PlainLesson
from rokoko_tui.controllers.lesson_guide import LessonGuide
from rokoko_tui.lesson.script import GAME, LEARNER, STEPS, LessonGame, lesson_words, stops
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.play.choice_list import EntryKind
from rokoko_tui.play.set_selection import SetSelection, set_selection_for
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.launch import Mode, Start
from rokoko_tui.settings.settings import Settings, load_settings
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import PSEUDO, Edition, find_language, shipped_languages
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.speech import SpokenWords
from rokoko_tui.widgets.drawing_view import Pane
from tests.tui.at_table import HereAndNow, Player

SMALL = (80, 24)
SPOKEN: list[tuple[Edition, str]] = [
    *((edition, name) for name in shipped_languages() for edition in find_language(name).editions),
    ("classic", PSEUDO),
]
"""Every edition and language there is, and the one that is longer."""


@asynccontextmanager
async def lesson(
    folder: Path, size: tuple[int, int] = SMALL, mode: Mode = "learn", **settings: Any
) -> AsyncIterator[Player]:
    """The program in the lesson, which goes on where the settings say; in another ``mode`` elsewhere."""
    given = {"pace": "at-once", "round_page": False, "turn_summary": False, **settings}
    app = RokokoApp(Settings(saves=str(folder), **given), Start(mode))
    app._thinkers = HereAndNow()
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await pilot.pause()
        await player.settle()
        yield player


def learning(player: Player) -> LessonGame:
    screen = player.app.screen
    assert isinstance(screen, PlayScreen) and isinstance(screen.game, LessonGame)
    return screen.game


def guide_of(player: Player) -> LessonGuide:
    policy = player.table.policy
    assert isinstance(policy, LessonGuide)
    return policy


def said(player: Player) -> str:
    """What the lesson says now."""
    return player.app.screen.query_one(PreviewPane).items[0].text


def lines_said(player: Player) -> int:
    """The lines that takes."""
    return sum(1 for item, _, _ in player.app.screen.query_one(PreviewPane)._lines if item == 0)


def entry_of(player: Player, action: Action | None) -> int:
    return next(n for n, entry in enumerate(player.choices.entries) if entry.action == action)


async def take(player: Player, number: int) -> None:
    """Take an entry by its key, or go there with the arrow keys."""
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


async def do_what_is_meant(player: Player) -> None:
    """Do what is to be done, with the keys of the list."""
    here = learning(player)
    if here.reading:
        await player.press("enter")
        return
    screen, right = player.table, here.right
    guide, picker = guide_of(player), screen.picker
    assert right is not None
    while picker.selection is not None and picker.selection.complete != right:
        pieces = ((n, e) for n, e in enumerate(player.choices.entries) if e.kind is EntryKind.THING and not e.chosen)
        at = next(n for n, e in pieces if guide._is_right(e))
        await take(player, at)
    await take(player, entry_of(player, right))
    await player.wait_until(lambda: not learning(player).waiting)
    await player.settle()


def wrong_entries(player: Player) -> list[int]:
    """The entries of the list that are not what is to be done."""
    screen, guide = player.table, guide_of(player)
    takeable = [n for n, e in enumerate(screen.choices.entries) if e.kind in (EntryKind.ACTION, EntryKind.THING)]
    return [n for n in takeable if not guide._is_right(screen.choices.entries[n])]


# ---- the script


def test_the_script_replays_with_all_its_digests_and_its_component_set() -> None:
    reading = read(GAME)
    assert reading.damage is None and reading.notice is None
    assert reading.header.components.digest
    assert reading.game.over


def test_every_task_asks_for_what_the_script_does_there() -> None:
    game = read(GAME).game
    own = [n for n in range(game.length) if game.seat_of(n) == LEARNER and game.at(n).round < 3]
    tasks = [stop for stop in stops() if stop.task.does is not None]
    assert [stop.position for stop in tasks] == own
    for stop in tasks:
        assert isinstance(game.line[stop.position], stop.task.does or ())


def test_whoever_learns_wins_the_ball_that_is_shown() -> None:
    from rokoko_core.scoring import final_scores

    sheets = final_scores(read(GAME).game.state)
    assert [sheet.rank for sheet in sheets] == [1, 2]


# ---- from first to last


@pytest.mark.quick(1)
@pytest.mark.parametrize(("edition", "language"), SPOKEN)
async def test_the_lesson_is_played_by_keys_to_its_end(tmp_path: Path, edition: Edition, language: str) -> None:
    async with lesson(tmp_path, edition=edition, language=language) as player:
        seen = []
        while not learning(player).free:
            stop = learning(player).stop
            seen.append(stop.task.id)
            pane = player.app.screen.query_one(PreviewPane)
            assert said(player) == lesson_words(learning(player), get_words(edition, language))[1]
            assert 0 < lines_said(player) <= pane.content_size.height, said(player)
            await do_what_is_meant(player)
        assert seen == [stop.task.id for stop in stops()][:-2]
        here = learning(player)
        while not here.finished:
            await player.wait_until(lambda: not here.waiting)
            await player.settle()
            if here.finished:
                break
            takeable = [
                n for n, e in enumerate(player.choices.entries) if e.kind in (EntryKind.ACTION, EntryKind.THING)
            ]
            await take(player, takeable[-1])
        await player.settle()
        assert load_settings().learned
        await player.press("2")
        assert isinstance(player.app.screen, StartScreen)
        menu = player.app.screen.query_one(OptionList)
        assert get_words(edition, language).say("start.learned") in str(menu.get_option("learn").prompt)
    assert list(tmp_path.glob("**/*.rokoko")) == []


@pytest.mark.slow
async def test_a_wrong_choice_at_every_step_is_explained_and_changes_nothing(tmp_path: Path) -> None:
    words, tried = get_words("classic", "english"), set()
    async with lesson(tmp_path) as player:
        while not learning(player).free:
            here, wrong = learning(player), wrong_entries(player)
            before = state_digest(here.recording.state), here.stop, here.position
            for n in {*wrong[:1], *wrong[-1:]}:
                await take(player, n)
                assert (state_digest(here.recording.state), here.stop, here.position) == before
                assert said(player) == lesson_words(here, words, wrong=here.right)[1]
                assert said(player) != lesson_words(here, words)[1]
                assert lines_said(player) <= player.app.screen.query_one(PreviewPane).content_size.height
                await player.press("down", "up")
                assert said(player) == lesson_words(here, words)[1]
                tried.add(here.step)
            await do_what_is_meant(player)
    assert tried == {step.id for step in STEPS} - {"ball", "income", "round"}


@pytest.mark.slow
async def test_one_leaves_at_any_step_and_comes_back_to_it(tmp_path: Path) -> None:
    async with lesson(tmp_path, mode="menu") as player:
        for step in STEPS:
            player.app.settings.lesson = step.id
            player.app.remember()
            await player.press("t")
            first = learning(player).stop
            assert (first.step, first.task) == (step, step.tasks[0])
            if learning(player).reading:
                await player.press("enter")
            elif not learning(player).free:
                await do_what_is_meant(player)
            reached = learning(player).step
            await player.press("escape")
            assert isinstance(player.app.screen, StartScreen)
            assert load_settings().lesson == (reached if reached != "ball" else "")
            await player.press("t")
            assert learning(player).step == reached
            await player.press("escape")
    assert list(tmp_path.glob("**/*.rokoko")) == []


@pytest.mark.slow
async def test_one_goes_back_task_by_task_to_the_beginning(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="hire") as player:
        seen = [learning(player).stop]
        while not learning(player).first:
            await player.press("u")
            seen.append(learning(player).stop)
        assert seen == list(stops()[: len(seen)])[::-1]
        await player.press("u")
        assert learning(player).first
        await player.press("enter")
        assert learning(player).stop == stops()[1]


async def test_a_click_on_the_piece_lit_and_another_take_it_and_no_other(tmp_path: Path) -> None:
    async with lesson(tmp_path, size=(120, 40), lesson="silk") as player:
        await do_what_is_meant(player)
        here, warehouse = learning(player), player.app.screen.query_one("#warehouse", Pane)
        [meant] = here.lit
        task = here.stop.task.id
        other = next(spot for spot in warehouse.drawing.spots if spot.piece.kind == "tile" and spot.piece != meant)
        for _ in range(2):
            await player.click(warehouse, other.x, other.y)
        assert here.stop.task.id == task and said(player) == lesson_words(here, player.table.words, here.right)[1]
        spot = next(spot for spot in warehouse.drawing.spots if spot.piece == meant)
        for _ in range(2):
            await player.click(warehouse, spot.x, spot.y)
        assert here.stop.task.id != task


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALL, (120, 40)])
async def test_what_is_spoken_of_is_in_sight_and_lit_and_not_hidden_by_the_words(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with lesson(tmp_path, size=size) as player:
        while not learning(player).free:
            here, screen = learning(player), player.table
            for piece in here.lit - {PieceRef("supply", "base-master")}:
                shown = [
                    pane
                    for pane in screen.view.panes.values()
                    if isinstance(pane, Pane) and pane.region and pane.scene is not None
                    if piece in pane.scene.lit and any(spot.piece == piece for spot in pane.drawing.spots)
                ]
                assert shown, (here.stop.task.id, piece)
            await do_what_is_meant(player)


async def test_the_round_of_ones_own_is_an_ordinary_one(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="round") as player:
        start = learning(player).position
        await take(player, next(n for n, e in enumerate(player.choices.entries) if e.action is not None))
        assert learning(player).position == start + 1
        await player.press("u")
        assert learning(player).free and learning(player).position == start
        await player.press("u")
        assert learning(player).step == "income"


async def test_e_ends_no_turn_before_its_time(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="silk") as player:
        here, words = learning(player), get_words("classic", "english")
        await player.press("e")
        assert here.stop.task.id == "silk-card"
        for _ in range(3):
            await do_what_is_meant(player)
        await player.press("e", "e")
        assert here.stop.task.id == "silk-more"
        assert said(player) == lesson_words(here, words, wrong=here.right)[1]
        for _ in range(2):
            await do_what_is_meant(player)
        await player.press("e")
        await player.wait_until(lambda: not here.waiting)
        assert here.stop.task.id == "dress-card"


async def test_nothing_but_what_is_meant_changes_the_game() -> None:
    here = LessonGame("silk")
    for action in here.menu.actions:
        if action != here.right:
            await here.play(action)
    assert here.position == here.stop.position and here.stop.task.id == "silk-card"


async def test_h_shows_what_is_to_be_done(tmp_path: Path) -> None:
    async with lesson(tmp_path, lesson="dress") as player:
        await player.press("h", "enter", "h")
        entry = player.choices.entry
        assert entry is not None and entry.action == learning(player).right
        assert not any(learning(player).hints)


async def test_the_lesson_is_offered_at_the_start_and_found_in_the_palette(tmp_path: Path) -> None:
    async with lesson(tmp_path, mode="menu") as player:
        assert player.app.screen.query_one(OptionList).get_option("learn")
        await player.press("ctrl+p", *"tutorial", "enter")
        await player.wait_until(lambda: isinstance(player.app.screen, PlayScreen))


# ---- line by line


class Pupil(io.StringIO):
    """Somebody at stdin who first tries something else, and then does what is to be done."""

    def __init__(self, words: SpokenWords, out: io.StringIO) -> None:
        super().__init__()
        self.words, self.out = words, out
        self.table: PlainLesson | None = None
        self.tried: set[str] = set()

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]  # as in typeshed's own StringIO
        here = self.here()
        if here.reading:
            return "\n"
        if here.free:
            return "1\n" if self.choice(here) is None else "1 2 3\n"
        choice, right = self.choice(here), here.right
        assert right is not None
        if choice is not None:
            return " ".join(str(n + 1) for n in choice.choosing(right).chosen) + "\n"
        offers = here.menu.actions
        other = next((n for n, action in enumerate(offers) if action != right), None)
        if other is not None and here.stop.task.id not in self.tried:
            self.tried.add(here.stop.task.id)
            return f"{other + 1}\n"
        if here.stop.task.id in self.tried:
            assert lesson_words(here, self.words, wrong=right)[1] in self.out.getvalue()
        return f"{offers.index(right) + 1}\n"

    def here(self) -> LessonGame:
        assert self.table is not None
        return self.table.learning

    @staticmethod
    def choice(here: LessonGame) -> SetSelection | None:
        return set_selection_for(here.observation())


@pytest.mark.parametrize(("edition", "language"), SPOKEN)
def test_the_lesson_is_played_line_by_line(monkeypatch: pytest.MonkeyPatch, edition: Edition, language: str) -> None:
    out, kept = io.StringIO(), []
    settings = Settings(edition=edition, language=language)
    words = SpokenWords(settings.words.language, edition)
    pupil = Pupil(words, out)
    pupil.table = PlainLesson(LessonGame(), words, settings, lambda: kept.append(settings.lesson))
    monkeypatch.setattr(sys, "stdin", pupil)
    monkeypatch.setattr(sys, "stdout", out)
    pupil.table.play()
    assert kept == [step.id for step in STEPS[1:]] + [""]
    assert settings.learned
    for stop in stops():
        here = LessonGame(stop.step.id)
        if stop.task is stop.step.tasks[0]:
            assert lesson_words(here, words)[1] in out.getvalue()
    assert len(pupil.tried) > 12


def test_line_by_line_one_stops_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    for typed, step in (("\n\n\n\nq\n", "hand"), ("1 3 4\nq\n", "silk"), ("", "silk")):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        assert cli.main(["learn", "--plain"]) == 0
        assert load_settings().lesson == step
