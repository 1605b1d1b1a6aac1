"""Learn to play: the lesson from its first step to its last, by keys; wrong moves; leaving and coming back; plain."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from rokoko_core.actions import Action
from rokoko_core.journal import read
from rokoko_core.state import state_digest
from rokoko_tui.app import RokokoApp
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.learn import LearnScreen
from rokoko_tui.screens.round_page import RoundScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.session.choice_list import Entry, Kind
from rokoko_tui.session.launch import Start
from rokoko_tui.session.lesson import GAME, LEARNER, STEPS, Learning, lesson_words, stops
from rokoko_tui.session.settings import Settings, load_settings
from rokoko_tui.words import words_of
from rokoko_tui.words.languages import EDITIONS, PSEUDO, Edition
from tests.tui.at_table import HereAndNow, Player, own_settings

__all__ = ["own_settings"]

SMALL = (80, 24)
SPOKEN: list[tuple[Edition, str]] = [*((edition, "english") for edition in EDITIONS), ("classic", PSEUDO)]
"""Every edition and language there is, and the one that is longer."""


@asynccontextmanager
async def lesson(
    folder: Path, size: tuple[int, int] = SMALL, start: Start = Start("learn"), **settings: Any
) -> AsyncIterator[Player]:
    """The program in the lesson, which goes on where the settings say."""
    given = {"pace": "at-once", "round_page": False, "turn_summary": False, **settings}
    app = RokokoApp(Settings(saves=str(folder), **given), start)
    app._thinkers = HereAndNow()
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await pilot.pause()
        await player.settle()
        yield player


def learning(player: Player) -> Learning:
    screen = player.app.screen
    assert isinstance(screen, LearnScreen)
    return screen.learning


def said(player: Player) -> str:
    """What the lesson says now."""
    return player.app.screen.query_one(PreviewPane).items[0].text


def entry_of(player: Player, action: Action | None) -> int:
    return next(n for n, entry in enumerate(player.choices.entries) if entry.action == action)


async def take(player: Player, number: int) -> None:
    """Go to an entry with the arrow keys, and take it."""
    choices = player.choices
    for _ in range(200):
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
    assert isinstance(screen, LearnScreen) and right is not None
    while screen.set_choice is not None and screen.set_choice.complete != right:
        at = next(n for n, e in enumerate(player.choices.entries) if screen._next(e))
        await take(player, at)
    await take(player, entry_of(player, right))
    await player.wait_until(lambda: not learning(player).waiting)
    await player.settle()


def wrong_entries(player: Player) -> list[Entry]:
    screen = player.table
    assert isinstance(screen, LearnScreen)
    found = [e for e in screen.choices.entries if e.kind in (Kind.ACTION, Kind.THING)]
    return [e for e in found if not screen._meant(e)]


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


@pytest.mark.parametrize(("edition", "language"), SPOKEN)
def test_every_sentence_can_be_told(edition: Edition, language: str) -> None:
    words, told = words_of(edition, language), set()
    for step in STEPS:
        here = Learning(step.id)
        for _ in step.tasks:
            place, sentence = lesson_words(here, words)
            told.add((place, sentence))
            if here.right is not None:
                told.add(lesson_words(here, words, wrong=here.right))
            break
    assert len(told) >= len(STEPS)


# ---- from first to last


@pytest.mark.parametrize(("edition", "language"), SPOKEN)
async def test_the_lesson_is_played_by_keys_to_its_end(tmp_path: Path, edition: Edition, language: str) -> None:
    async with lesson(tmp_path, edition=edition, language=language) as player:
        seen = []
        while not learning(player).free:
            stop = learning(player).stop
            seen.append(stop.task.id)
            pane = player.app.screen.query_one(PreviewPane)
            assert said(player) == lesson_words(learning(player), words_of(edition, language))[1]
            if language != PSEUDO:
                lines = sum(1 for item, _, _ in pane._lines if item == 0)
                assert lines <= pane.content_size.height, (stop.task.id, said(player))
            await do_what_is_meant(player)
        assert seen == [stop.task.id for stop in stops()][:-2]
        here = learning(player)
        while not here.finished:
            await player.wait_until(lambda: not here.waiting)
            await player.settle()
            takeable = [n for n, e in enumerate(player.choices.entries) if e.kind in (Kind.ACTION, Kind.THING)]
            await take(player, takeable[-1])
        await player.settle()
        assert load_settings().learned
        await player.press("2")
        assert isinstance(player.app.screen, StartScreen)
        assert "learn" not in [line for line, _ in player.app.screen._menu()]
    assert list(tmp_path.glob("**/*.rokoko")) == []
