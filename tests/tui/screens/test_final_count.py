"""The final count: its steps, how it ends, when it is skipped, and that nothing is cut off."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot

from rokoko_core import Game, observe
from rokoko_core.box import box_of
from rokoko_core.journal import create
from rokoko_core.score_sheet import sources
from rokoko_core.scoring import final_scores
from rokoko_tui.app import RokokoApp
from rokoko_tui.art.final_count import FRAMES_A_SECOND, LAST, STILL, Caption, draw_count, draw_counted_sheet
from rokoko_tui.art.scene import Scene
from rokoko_tui.games import Start
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.widgets.score_chart import ScoreGraph
from tests.tui import at_table
from tests.tui.art.test_final_tally import ALL_COUNTED, WORDS, game, tally
from tests.tui.at_table import TWO, save_until

pytestmark = pytest.mark.slow

# ---- what is seen


@pytest.mark.quick(16)
@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("size", [(80, 24), (78, 40), (120, 40), (200, 60), (1, 1), (30, 5)])
@pytest.mark.parametrize("name", ["base-2", "everything-5", "solo-everything"])
def test_the_count_fills_its_area_and_shows_every_name_and_total(
    name: str, size: tuple[int, int], pictures: bool
) -> None:
    width, height = size
    count, setup = tally(name), game(name).setup
    scene = Scene(observe(game(name).state, None), WORDS, pictures=pictures)
    names = tuple(WORDS.seat(setup, seat) for seat in range(len(count.sheets)))
    for frame in (0, ALL_COUNTED - 7, ALL_COUNTED + 5, STILL, LAST):
        for grand in (False, True):
            lines = draw_count(scene, count, count.moment(frame), Caption("?", names, "!"), *size, grand=grand).lines
            assert [line.cell_len for line in lines] == [width] * height
        counted = draw_counted_sheet(scene, count, count.moment(frame), *size).lines
        assert [line.cell_len for line in counted] == [width] * height
    if width >= 78:
        text = "\n".join(line.plain for line in lines)
        for seat, sheet in enumerate(count.sheets):
            assert names[seat] in text and f"{sheet.total}" in text
        assert "…" not in text


# ---- under the fingers


@asynccontextmanager
async def counted(
    folder: Path, finished: Game | None = None, size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Pilot[None]]:
    """The app at the first frame of the count, with the clock stopped."""
    app = RokokoApp(Settings(saves=str(folder), motion="on"), Start())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.show_final(finished or game("base-2"), count=True)
        await pilot.pause()
        final_of(pilot).clock.pause()
        yield pilot


def final_of(pilot: Pilot[None]) -> FinalScreen:
    assert isinstance(pilot.app.screen, FinalScreen)
    return pilot.app.screen


def seen(pilot: Pilot[None]) -> str:
    screen = pilot.app.screen
    return "\n".join("".join(part.text for part in row) for row in screen._compositor.render_strips())


@pytest.mark.sample(3)
@pytest.mark.quick(3)
@pytest.mark.parametrize(
    "key", ["space", "b", "n", "r", "a", "escape", "q", "f2", "f3", "question_mark", "ctrl+p", "up"]
)
async def test_any_key_ends_the_count_and_does_nothing_else(tmp_path: Path, key: str) -> None:
    async with counted(tmp_path) as pilot:
        screen, rooms = final_of(pilot), list(pilot.app.screen_stack)
        before = (pilot.app.theme, screen.app.edition)
        assert screen.counting
        await pilot.press(key)
        await pilot.pause()
        assert not screen.counting
        assert list(pilot.app.screen_stack) == rooms
        assert (pilot.app.theme, screen.app.edition) == before
        await pilot.press("b")
        await pilot.pause()
        assert isinstance(pilot.app.screen, StartScreen)


async def test_a_click_ends_the_count_without_clicking_the_footer(tmp_path: Path) -> None:
    async with counted(tmp_path) as pilot:
        screen, rooms = final_of(pilot), list(pilot.app.screen_stack)
        for kind, after in ((events.MouseMove, True), (events.MouseDown, True), (events.MouseUp, False)):
            pilot.app.post_message(kind(None, 3, 23, 0, 0, 1, False, False, False, 3, 23))
            await pilot.pause()
            assert screen.counting is after
        assert list(pilot.app.screen_stack) == rooms


async def test_the_app_can_be_left_during_the_count(tmp_path: Path) -> None:
    async with counted(tmp_path) as pilot:
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert final_of(pilot).app.leaving


@pytest.mark.sample(1)
@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_last_frame_is_followed_by_the_sheet(tmp_path: Path, size: tuple[int, int]) -> None:
    async with counted(tmp_path, size=size) as pilot:
        screen = final_of(pilot)
        assert "wins with" not in seen(pilot) and WORDS.say("final.skip") in seen(pilot)
        for _ in range(LAST - (screen.frame or 0)):
            screen.advance()
        await pilot.pause()
        assert screen.counting and "wins with" in seen(pilot)
        screen.advance()
        await pilot.pause()
        assert not screen.counting
        assert seen(pilot).count("wins with") == 1
        assert WORDS.say("final.skip") not in seen(pilot) and WORDS.say("final.total") in seen(pilot)
        screen.advance()
        assert not screen.counting
        assert (screen.query_one(ScoreGraph).curve is not None) == (size[0] >= 120)
        assert (WORDS.wording("final.chart").shortest in seen(pilot)) == (size[0] == 120)


async def test_a_slow_terminal_skips_frames_and_a_pause_skips_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with counted(tmp_path) as pilot:
        screen = final_of(pilot)
        screen.frame, now = 10, screen._started_at + 20.4 / FRAMES_A_SECOND
        monkeypatch.setattr("rokoko_tui.screens.final.current_time", lambda: now)
        screen._keep_pace()
        assert screen.frame == 20
        now += 3600
        screen._keep_pace()
        assert screen.frame == 21
        now += 2 / FRAMES_A_SECOND
        screen._keep_pace()
        assert screen.frame == 23


async def test_without_motion_or_for_an_old_game_the_count_is_skipped(tmp_path: Path) -> None:
    app = RokokoApp(Settings(saves=str(tmp_path), motion="off"), Start())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.show_final(game("base-2"), count=True)
        await pilot.pause()
        assert not final_of(pilot).counting and WORDS.say("final.total") in seen(pilot)
        app.settings.motion = "on"
        app.pop_screen()
        app.show_final(game("base-2"))
        await pilot.pause()
        assert not final_of(pilot).counting


async def test_keys_before_the_count_is_mounted_are_ignored(tmp_path: Path) -> None:
    app = RokokoApp(Settings(saves=str(tmp_path), motion="on"), Start())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        app.show_final(game("base-2"), count=True)
        for key in ("space", "down"):
            app.simulate_key(key)
        await pilot.pause()
        assert app._exception is None
        assert isinstance(app.screen, FinalScreen)


@pytest.mark.slow
async def test_a_game_is_counted_when_it_ends_but_not_when_reopened(tmp_path: Path) -> None:
    whole, path = game("base-2"), tmp_path / "ending.rokoko"
    create(path, whole.setup, whole.fork(whole.length - 1).entries).close()
    async with at_table.at_table(tmp_path, Start("load", path=path), (80, 24), handover=False, motion="on") as player:
        for _ in range(4):
            if isinstance(player.app.screen, FinalScreen):
                break
            await player.press("e")
        assert isinstance(player.app.screen, FinalScreen) and player.app.screen.counting
        written = path.read_bytes()
        await player.press("space")
        assert not player.app.screen.counting
        assert path.read_bytes() == written
    async with at_table.at_table(tmp_path, Start("load", path=path), (80, 24), handover=False, motion="on") as player:
        assert isinstance(player.app.screen, FinalScreen) and not player.app.screen.counting


@pytest.mark.rule("HIDDEN-2")
async def test_hidden_scores_are_shown_in_the_final_count(tmp_path: Path) -> None:
    path = save_until(tmp_path, replace(TWO, open_scores="owner"), lambda g: g.over)
    played = Game.load(path)
    assert not any(observe(played.at(played.length - 1), None).prestige_known)
    async with counted(tmp_path, played) as pilot:
        final_of(pilot).frame = LAST
        await pilot.pause()
        for sheet in final_scores(played.state):
            assert f" {sheet.total} " in seen(pilot)


@pytest.mark.parametrize("name", ["base-2", "everything-3"])
@pytest.mark.parametrize("size", [(80, 24), (80, 30)])
async def test_every_source_is_visible_on_a_low_screen(tmp_path: Path, name: str, size: tuple[int, int]) -> None:
    async with counted(tmp_path, game(name), size) as pilot:
        await pilot.press("space")
        await pilot.pause()
        shown = seen(pilot)
        for source in sources(final_scores(game(name).state)):
            assert WORDS.score_row(source.row, box_of(game(name).state)) in shown
        assert WORDS.say("final.rank") in shown
