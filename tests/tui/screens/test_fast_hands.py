"""Stale input: keys before a screen is mounted or after it was left, and a terminal that is too small."""

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest
from textual import events
from textual.geometry import Offset, Size
from textual.pilot import Pilot

from rokoko_core.actions import TakeTile
from rokoko_core.journal import create
from rokoko_core.pending import MainAction
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.panes.choices import Choices
from rokoko_tui.saves.folder import SaveInfo
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Answer, Question
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.text_modals import HandoverScreen
from rokoko_tui.widgets.list_view import LineList
from tests.tui.at_table import ALONE, TWO, InProcessWorker, Player, at_table, save_until
from tests.tui.scenes import READ, SCENES, on_screen

pytestmark = pytest.mark.slow

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", kind="bot")), seed=7, first_player=1)
NEEDED = "Rokoko needs 80×24"


async def resize(player: Player, columns: int, lines: int) -> None:
    await player.pilot.resize_terminal(columns, lines)
    await player.wait_until(lambda: player.app.size == (columns, lines))
    await player.pilot.pause(0.05)
    await player.settle()


def screen_types(player: Player) -> list[type]:
    """Return the types of the open screens without the blank one."""
    return [type(screen) for screen in player.app.screen_stack[1:]]


async def test_the_page_of_a_handover_follows_every_new_size(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.wait_until(lambda: screen_types(player) == [PlayScreen, HandoverScreen])
        for size in ((80, 24), (160, 50), (20, 5), (100, 30), (1, 1), (120, 40)):
            await resize(player, *size)
            if size >= (80, 24):
                page = player.app.screen.query_one("#handover").region
                view = cast("PlayScreen", player.app.screen_stack[1]).view
                secret = [region for id in ("hand", "choices") if (region := view.panes[id].region)]
                assert secret and all(map(page.contains_region, secret)), (size, page, secret)


# ---- too small


@pytest.mark.slow
@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5), (1, 1)])
async def test_a_question_waits_while_the_terminal_is_too_small(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.wait_until(lambda: screen_types(player) == [PlayScreen, HandoverScreen])
        await resize(player, *size)
        assert screen_types(player) == [PlayScreen, HandoverScreen]
        assert size < (20, 6) or NEEDED in player.seen()
        assert "Ada" not in player.seen()
        await player.press("enter", "u", "1", "ctrl+p", "question_mark", "f3", "escape")
        for kind in (events.MouseDown, events.MouseUp):
            player.app.post_message(kind(None, 0, 0, 0, 0, 1, False, False, False, 0, 0, None))
        await player.settle()
        assert screen_types(player) == [PlayScreen, HandoverScreen]
        await resize(player, 120, 40)
        assert NEEDED not in player.seen()
        assert "Ada" in player.seen()
        await player.press("enter")
        assert screen_types(player) == [PlayScreen]
        assert player.table.game.seated == 0


async def test_keys_typed_in_a_small_terminal_do_not_answer_a_question(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.press("escape")
        assert player.asking
        await resize(player, 60, 20)
        await player.press("y", "enter", "q")
        await resize(player, 80, 24)
        assert player.asking
        await player.press("y")
        assert screen_types(player) == [StartScreen]


async def test_a_bot_move_is_played_while_the_terminal_is_too_small(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    async with at_table(tmp_path, WITH_BOT, bot_worker=bot_worker) as player:
        await player.wait_until(lambda: player.table.session.driver.thought is not None)
        before = player.game.cursor
        await resize(player, 70, 20)
        bot_worker.hurry()
        await player.wait_until(lambda: player.game.cursor > before)
        await resize(player, 120, 40)
        assert screen_types(player) == [PlayScreen]
        assert player.choices.entries == player.table.session.mode.rows()


@pytest.mark.parametrize("name", ["about", "board", "final", "help", "new-game", "palette", "puzzles", "settings"])
async def test_every_kind_of_screen_outlives_a_terminal_without_columns(name: str, tmp_path: Path) -> None:
    scene = next(scene for scene in (*SCENES, *READ) if scene.name == name)
    async with on_screen(scene, tmp_path) as app:
        pilot = Pilot(app)
        for size in ((20, 60), (17, 9), (1, 1), (200, 3), scene.size):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert app.is_running and app.screen.size == size


async def test_the_app_can_be_left_in_a_small_terminal(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await resize(player, 30, 10)
        await player.press("ctrl+q")
        assert player.app._exit


@pytest.mark.slow
async def test_the_app_starts_in_a_small_terminal(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, (40, 12)) as player:
        assert NEEDED in player.seen()
        await resize(player, 80, 24)
        await player.wait_until(lambda: screen_types(player) == [PlayScreen, HandoverScreen])
        assert NEEDED not in player.seen()


# ---- repeated, early and late input


@pytest.mark.parametrize("key", ["y", "s"])
async def test_a_second_answer_is_ignored(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.press("escape")
        question = player.app.screen
        assert isinstance(question, Question)
        for _ in range(3):
            question.post_message(events.Key(key, None))
        await player.wait_until(lambda: not player.asking)
        await player.settle()
        assert screen_types(player) == [StartScreen if key == "y" else PlayScreen]


@pytest.mark.parametrize("elsewhere", [False, True])
async def test_continue_pressed_during_the_search_opens_the_game_once_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    """Unless the player went to another screen meanwhile."""
    save_until(tmp_path, ALONE, lambda game: game.length > 2)
    may_search = threading.Event()
    latest = SaveScanner.latest

    def search(scanner: SaveScanner, stop: Callable[[], bool]) -> Iterator[tuple[SaveInfo | None, bool]]:
        may_search.wait()
        yield from latest(scanner, stop)

    monkeypatch.setattr(SaveScanner, "latest", search)
    async with at_table(tmp_path, Start()) as player:
        try:
            start = player.app.screen
            assert isinstance(start, StartScreen)
            await player.press("c")
            assert screen_types(player) == [StartScreen] and not start.is_search_done
            if elsewhere:
                await player.press("a", "escape")
        finally:
            may_search.set()
        await player.wait_until(lambda: start.is_search_done)
        await player.settle()
        assert screen_types(player)[0] is (StartScreen if elsewhere else PlayScreen)


async def test_continue_need_not_wait_for_the_search_for_the_daily_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It reads the beginning of every save of today."""
    save_until(tmp_path, ALONE, lambda game: game.length > 2)
    may_search = threading.Event()
    with_seed = SaveScanner.with_seed

    def search(scanner: SaveScanner, seed: int, since: float, stop: Callable[[], bool]) -> Iterator[SaveInfo]:
        may_search.wait()
        yield from with_seed(scanner, seed, since, stop)

    monkeypatch.setattr(SaveScanner, "with_seed", search)
    async with at_table(tmp_path, Start()) as player:
        try:
            await player.wait_until(lambda: "round 1 · today" in player.seen())
        finally:
            may_search.set()


async def test_dismissing_a_covered_screen_does_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.wait_until(lambda: isinstance(player.app.screen, HandoverScreen))
        waiting = player.app.screen
        assert isinstance(waiting, HandoverScreen)
        await player.press("ctrl+p")
        waiting.dismiss("go")
        waiting.dismiss("undo")
        await player.settle()
        assert screen_types(player) == [PlayScreen, HandoverScreen, Palette]


@pytest.mark.slow
async def test_the_palette_opens_only_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.press("ctrl+p")
        await resize(player, 70, 20)
        await player.press("ctrl+p")
        await resize(player, 120, 40)
        for key in ("ctrl+p", "ctrl+p", "escape", "escape", "ctrl+p", "enter", "enter"):
            player.app.simulate_key(key)
        await player.settle()
        assert screen_types(player).count(Palette) <= 1
        assert screen_types(player)[0] is PlayScreen


async def test_messages_to_a_closed_table_are_dropped(tmp_path: Path) -> None:
    bot_worker = InProcessWorker(patient=True)
    async with at_table(tmp_path, WITH_BOT, bot_worker=bot_worker) as player:
        table, choices = player.table, player.table.query_one(Choices)
        player.app.show_start()
        for message in (events.Key("pagedown", None), LineList.Moved(choices, 0), LineList.Taken(choices, 0)):
            table.post_message(message)
        table.call_after_refresh(table.redraw)
        await player.app.run_action("move(1)", table)
        bot_worker.hurry()
        await player.settle()
        assert screen_types(player) == [StartScreen]
        assert player.app._exception is None


async def test_a_click_on_a_removed_widget_is_dropped(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE, size=(200, 60)) as player:
        choices = player.table.query_one(Choices)
        place, parent = choices.region.offset, choices.parent
        assert parent is not None
        choices._detach()
        assert player.table.get_widget_at(*place)[0] is choices, "it is visible until the next layout"
        await player.app.on_event(mouse_down_at(place))
        choices._attach(parent)
        assert player.app._exception is None


def mouse_down_at(place: Offset) -> events.MouseDown:
    """Return a mouse press at ``place``."""
    x, y = place
    return events.MouseDown(None, x, y, 0, 0, 1, False, False, False, x, y)


async def test_keys_before_the_table_is_mounted_are_dropped(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        player.app.games.begin(ALONE)
        await player.app.run_action("move_page(1)", player.app.screen)
        for key in ("down", "h", "u", "w", "escape"):
            player.app.simulate_key(key)
        await player.settle()
        assert player.app._exception is None


async def test_an_answer_reaches_only_the_screen_that_asked(tmp_path: Path) -> None:
    """The answer is dropped if the table was left before."""
    async with at_table(tmp_path, ALONE) as player:
        table = player.table
        answers: list[object] = []
        question = Question("?", [], (Answer("yes", "Yes", "y"),))
        table.ask(question, answers.append)
        await player.settle()
        question.dismiss("yes")
        player.app.show_start()
        await player.settle()
        assert answers == []


@pytest.mark.parametrize("depth", [0, 1])
async def test_quick_changes_of_size_settle(tmp_path: Path, depth: int) -> None:
    """A screen with an outdated size in its queue takes the terminal's size and stops."""
    async with at_table(tmp_path, TWO) as player:
        await player.wait_until(lambda: screen_types(player) == [PlayScreen, HandoverScreen])
        screen = player.app.screen_stack[depth]
        with player.app.batch_update():  # while screens change
            for size in (Size(213, 55), player.app.size):
                screen.post_message(events.Resize(size, size))
                screen.call_later(screen.refresh)
            for _ in range(200):
                await asyncio.sleep(0)
            assert screen._message_queue.empty()
        assert screen.size == player.app.size


# ---- lazy imports

LOADING = """
import asyncio, sys, threading
import subprocess
import sys
from pathlib import Path

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name.startswith("rokoko") and threading.current_thread() is not threading.main_thread():
            print(name)

sys.meta_path.insert(0, Watch())

from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.settings.settings import Settings

async def look():
    app = RokokoApp(Settings(saves=sys.argv[1]), Start())
    async with app.run_test() as pilot:
        while not app.screen.is_search_done:
            await pilot.pause()

asyncio.run(look())
"""


def test_only_one_thread_imports_modules(tmp_path: Path) -> None:
    """Otherwise the search for games and a key that opens a screen could deadlock in imports."""
    create(tmp_path / "game.rokoko", TWO).close()
    done = subprocess.run([sys.executable, "-c", LOADING, str(tmp_path)], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


async def test_a_choice_is_drawn_in_a_terminal_without_room_for_it(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: isinstance(game.state.pending[-1], MainAction))
    async with at_table(tmp_path, Start("load", path=path), size=(80, 24), handover=False) as player:
        await player.pilot.resize_terminal(1, 1)
        assert "choices" not in player.table.view.places_in(player.table.view.size)
        player.table.redraw()
        await player.settle()
        await player.pilot.resize_terminal(80, 24)
        assert isinstance(player.choices.entry.action, TakeTile)
