"""Hands faster than the screen: keys for what is not there yet or any more, and a terminal too small meanwhile."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Offset, Size

from rokoko_core.journal import create
from rokoko_core.state import Seat, Setup
from rokoko_tui.panes.choices import Choices
from rokoko_tui.screens.handover import HandoverScreen
from rokoko_tui.screens.palette import Palette
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Answer, Question
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.launch import Start
from rokoko_tui.widgets.list_view import Listing
from tests.tui.at_table import ALONE, TWO, HereAndNow, Player, at_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", kind="bot")), seed=7, first_player=1)
NEEDED = "Rokoko needs 80×24"


async def resized(player: Player, columns: int, lines: int) -> None:
    await player.pilot.resize_terminal(columns, lines)
    await player.wait_until(lambda: player.app.size == (columns, lines))
    await player.pilot.pause(0.05)
    await player.settle()


def rooms(player: Player) -> list[type]:
    """The kinds of screens, the blank one underneath left out."""
    return [type(screen) for screen in player.app.screen_stack[1:]]


# ---- too small


@pytest.mark.slow
@pytest.mark.parametrize("size", [(79, 24), (80, 23), (20, 5), (1, 1)])
async def test_what_is_asked_waits_while_the_terminal_is_too_small(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.wait_until(lambda: rooms(player) == [PlayScreen, HandoverScreen])
        await resized(player, *size)
        assert rooms(player) == [PlayScreen, HandoverScreen]
        assert size < (20, 6) or NEEDED in player.seen()
        assert "Ada" not in player.seen()
        await player.press("enter", "u", "1", "ctrl+p", "question_mark", "f3", "escape")
        for kind in (events.MouseDown, events.MouseUp):
            player.app.post_message(kind(None, 0, 0, 0, 0, 1, False, False, False, 0, 0, None))
        await player.settle()
        assert rooms(player) == [PlayScreen, HandoverScreen]
        await resized(player, 120, 40)
        assert NEEDED not in player.seen()
        assert "Ada" in player.seen()
        await player.press("enter")
        assert rooms(player) == [PlayScreen]
        assert player.table.game.seated == 0


async def test_a_question_is_answered_by_nothing_that_was_typed_while_it_could_not_be_seen(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.press("escape")
        assert player.asking
        await resized(player, 60, 20)
        await player.press("y", "enter", "q")
        await resized(player, 80, 24)
        assert player.asking
        await player.press("y")
        assert rooms(player) == [StartScreen]


async def test_a_bot_that_answers_meanwhile_is_heard_and_nobody_else(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    async with at_table(tmp_path, WITH_BOT, thinkers=thinkers) as player:
        await player.wait_until(lambda: player.table.driver.thought is not None)
        before = player.game.cursor
        await resized(player, 70, 20)
        thinkers.hurry()
        await player.wait_until(lambda: player.game.cursor > before)
        await resized(player, 120, 40)
        assert rooms(player) == [PlayScreen]
        assert player.choices.entries == player.table.presenter.entries()


async def test_one_may_leave_a_terminal_too_small(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await resized(player, 30, 10)
        await player.press("ctrl+q")
        assert player.app._exit


@pytest.mark.slow
async def test_it_begins_in_a_terminal_too_small(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, (40, 12)) as player:
        assert NEEDED in player.seen()
        await resized(player, 80, 24)
        await player.wait_until(lambda: rooms(player) == [PlayScreen, HandoverScreen])
        assert NEEDED not in player.seen()


# ---- twice, too early, too late


@pytest.mark.parametrize("key", ["y", "s"])
async def test_an_answer_given_twice_counts_once(tmp_path: Path, key: str) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.press("escape")
        asked = player.app.screen
        assert isinstance(asked, Question)
        for _ in range(3):
            asked.post_message(events.Key(key, None))
        await player.wait_until(lambda: not player.asking)
        await player.settle()
        assert rooms(player) == [StartScreen if key == "y" else PlayScreen]


async def test_dismissing_what_is_not_on_top_does_nothing(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.wait_until(lambda: isinstance(player.app.screen, HandoverScreen))
        waiting = player.app.screen
        assert isinstance(waiting, HandoverScreen)
        await player.press("ctrl+p")
        waiting.dismiss("go")
        waiting.dismiss("undo")
        await player.settle()
        assert rooms(player) == [PlayScreen, HandoverScreen, Palette]


@pytest.mark.slow
async def test_there_is_one_palette_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE) as player:
        await player.press("ctrl+p")
        await resized(player, 70, 20)
        await player.press("ctrl+p")
        await resized(player, 120, 40)
        for key in ("ctrl+p", "ctrl+p", "escape", "escape", "ctrl+p", "enter", "enter"):
            player.app.simulate_key(key)
        await player.settle()
        assert rooms(player).count(Palette) <= 1
        assert rooms(player)[0] is PlayScreen


async def test_what_reaches_a_table_that_has_been_left_is_harmless(tmp_path: Path) -> None:
    thinkers = HereAndNow(patient=True)
    async with at_table(tmp_path, WITH_BOT, thinkers=thinkers) as player:
        table, choices = player.table, player.table.query_one(Choices)
        player.app.show_start()
        for message in (events.Key("pagedown", None), Listing.Moved(choices, 0), Listing.Taken(choices, 0)):
            table.post_message(message)
        table.call_after_refresh(table.redraw)
        await player.app.run_action("down", table)
        thinkers.hurry()
        await player.settle()
        assert rooms(player) == [StartScreen]
        assert player.app._exception is None


async def test_a_press_on_what_is_still_seen_but_has_gone_is_harmless(tmp_path: Path) -> None:
    async with at_table(tmp_path, ALONE, size=(200, 60)) as player:
        choices = player.table.query_one(Choices)
        place, parent = choices.region.offset, choices.parent
        assert parent is not None
        choices._detach()
        assert player.table.get_widget_at(*place)[0] is choices, "it is seen until the screen is laid out anew"
        await player.app.on_event(pressed_at(place))
        choices._attach(parent)
        assert player.app._exception is None


def pressed_at(place: Offset) -> events.MouseDown:
    """The mouse pressed somewhere on the screen."""
    x, y = place
    return events.MouseDown(None, x, y, 0, 0, 1, False, False, False, x, y)


async def test_keys_for_a_table_that_is_not_furnished_yet_are_harmless(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        player.app.begin(ALONE)
        await player.app.run_action("page_down", player.app.screen)
        for key in ("down", "h", "u", "w", "escape"):
            player.app.simulate_key(key)
        await player.settle()
        assert player.app._exception is None


async def test_the_answer_is_for_the_screen_that_asked(tmp_path: Path) -> None:
    """A question over a table that is left before it is answered is answered to nobody."""
    async with at_table(tmp_path, ALONE) as player:
        table = player.table
        heard: list[object] = []
        asked = Question("?", [], (Answer("yes", "Yes"),))
        table.ask(asked, heard.append)
        await player.settle()
        asked.dismiss("yes")
        player.app.show_start()
        await player.settle()
        assert heard == []


@pytest.mark.parametrize("depth", [0, 1])
async def test_sizes_that_follow_each_other_quickly_come_to_rest(tmp_path: Path, depth: int) -> None:
    """A room told of two sizes at once, one of them out of date, lays itself out by the terminal's and then rests."""
    async with at_table(tmp_path, TWO) as player:
        await player.wait_until(lambda: rooms(player) == [PlayScreen, HandoverScreen])
        room = player.app.screen_stack[depth]
        with player.app.batch_update():  # while screens change
            for size in (Size(213, 55), player.app.size):
                room.post_message(events.Resize(size, size))
                room.call_later(room.refresh)
            for _ in range(200):
                await asyncio.sleep(0)
            assert room._message_queue.empty()
        assert room.size == player.app.size


# ---- modules that are loaded when they are needed

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
from rokoko_tui.settings.launch import Start
from rokoko_tui.settings.settings import Settings

async def look():
    app = RokokoApp(Settings(saves=sys.argv[1]), Start())
    async with app.run_test() as pilot:
        while not app.screen.looked:
            await pilot.pause()

asyncio.run(look())
"""


def test_only_one_thread_loads_modules(tmp_path: Path) -> None:
    """Else one that looks for games meets a key that opens a screen: each waits for what the other is loading."""
    create(tmp_path / "game.rokoko", TWO).close()
    done = subprocess.run([sys.executable, "-c", LOADING, str(tmp_path)], capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
