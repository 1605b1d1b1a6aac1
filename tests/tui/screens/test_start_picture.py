"""The palace on the start screen: size, text, signs, and that it needs no rules."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from rokoko_core import Game, Seat, Setup, observe
from rokoko_core.scoring import final_scores
from rokoko_tui.app import RokokoApp
from rokoko_tui.art import palace
from rokoko_tui.art.final_count import LAST, STILL, Caption, Tally, draw_count
from rokoko_tui.art.palace import draw_start_picture
from rokoko_tui.art.scene import Scene
from rokoko_tui.games import Start
from rokoko_tui.screens import start
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_words
from rokoko_tui.theme.paints import contrast
from tests import ROOT
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import at_table, save_until
from tests.tui.shipped_themes import NAMES, styles_named

MOTTO = "dress the guests, win prestige"
SIZES = [(80, 16), (80, 20), (100, 22), (119, 31), (120, 31), (160, 41), (200, 51), (72, 16), (300, 80)]
LIGHT = """
import sys
import rokoko_tui.screens.start
sys.exit("rokoko_core.engine" in sys.modules)
"""


def low_contrast_characters(lines: list[Text], theme: str) -> list[str]:
    """Return the characters with a contrast below 4.5 to their background."""
    styles, found = styles_named(theme), []
    for line in lines:
        for span in line.spans:
            signs, style = line.plain[span.start : span.end].strip(" ▀▄"), styles.of(str(span.style))
            if signs and style.color and style.bgcolor and style.color.triplet and style.bgcolor.triplet:
                found += [signs] if contrast(style.color.triplet, style.bgcolor.triplet) < 4.5 else []
    return found


@pytest.mark.parametrize("pictures", [True, False])
def test_the_title_is_above_the_palace_where_the_menu_is_high(pictures: bool) -> None:
    """At 80x24 the lines of the menu leave 11: the ground floor is cut, not the roof."""
    cut, whole = (draw_start_picture(80, height, MOTTO, pictures) for height in (11, 12))
    assert [line.plain for line in cut] == [line.plain for line in whole[:11]]


@pytest.mark.parametrize("height", range(11, 20))
def test_the_motto_is_left_out_where_the_roofs_would_cover_it(height: int) -> None:
    """The half blocks of the palace begin below the line of the motto."""
    lines = [line.plain for line in draw_start_picture(100, height, MOTTO, pictures=True)]
    if MOTTO in "\n".join(lines):
        row = next(n for n, line in enumerate(lines) if MOTTO in line)
        assert row < height - palace.HEIGHT, "the spire is above the first line of the palace"


@pytest.mark.parametrize("pictures", [True, False])
@pytest.mark.parametrize("size", SIZES)
def test_the_picture_fills_its_area_with_readable_text(size: tuple[int, int], pictures: bool) -> None:
    lines = draw_start_picture(*size, MOTTO, pictures)
    assert [line.cell_len for line in lines] == [size[0]] * size[1]
    text = "\n".join(line.plain for line in lines)
    assert "┣━┳╯  ┃    ┃  ┣┻╮   ┃" in text
    assert MOTTO in text
    for theme in NAMES:
        assert low_contrast_characters(lines, theme) == []


@pytest.mark.parametrize(("size", "scale"), [((119, 31), 1), ((120, 30), 2), ((120, 29), 1), ((80, 16), 1)])
def test_a_larger_screen_has_a_larger_palace(size: tuple[int, int], scale: int) -> None:
    glass = sum(
        span.end - span.start
        for line in draw_start_picture(*size, MOTTO, pictures=True)
        for span in line.spans
        if "_flame" in str(span.style)
    )
    small = sum(len(window) for window in palace.WINDOWS) / 2
    assert small * scale**2 * 0.5 < glass < small * scale**2 * 1.2


def test_without_pictures_there_are_no_half_blocks() -> None:
    lines = [line.plain for line in draw_start_picture(80, 16, MOTTO, pictures=False)]
    assert "▀" not in "".join(lines) and "▄" not in "".join(lines)
    assert [line.strip() for line in lines[-palace.HEIGHT :]][-1].startswith("/=^==^")


def test_wide_characters_are_never_cut() -> None:
    lines = draw_start_picture(80, 16, "七轮皇家舞会", pictures=True)
    assert [line.cell_len for line in lines] == [80] * 16
    assert any("七轮皇家舞会" in line.plain for line in lines)


def test_the_picture_needs_no_game_modules() -> None:
    done = subprocess.run([sys.executable, "-c", LIGHT], cwd=ROOT, check=False)
    assert done.returncode == 0


@pytest.mark.draws
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_first_frame_is_drawn_once(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[tuple[int, int]] = []

    def counted(width: int, height: int, motto: str, pictures: bool) -> list[Text]:
        drawn.append((width, height))
        return draw_start_picture(width, height, motto, pictures)

    monkeypatch.setattr(start, "draw_start_picture", counted)
    app = RokokoApp(Settings(saves=str(tmp_path)), Start())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert drawn == [app.screen.query_one("#start-night").size]


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["base-5", "solo-base"])
def test_text_around_the_count_is_readable_in_every_theme(name: str) -> None:
    game, words = Game.load(FOLDER / f"{name}.rokoko"), get_words("classic")
    scene, tally = Scene(observe(game.state, None), words), Tally(final_scores(game.state))
    names = tuple(words.seat(game.setup, sheet.seat) for sheet in tally.sheets)
    for frame in (30, STILL, LAST):
        lines = draw_count(scene, tally, tally.moment(frame), Caption("Statues", names, "any key"), 80, 24).lines
        for theme in NAMES:
            assert low_contrast_characters(lines, theme) == []


@given(width=st.integers(1, 250), height=st.integers(1, 80), pictures=st.booleans())
def test_the_picture_fills_any_size(width: int, height: int, pictures: bool) -> None:
    """It is laid out even where the terminal is too small to show it."""
    lines = draw_start_picture(width, height, MOTTO, pictures)
    assert len(lines) == height
    assert all(line.cell_len == width for line in lines)


@pytest.mark.parametrize(("size", "is_whole"), [((80, 24), False), ((120, 40), True)])
async def test_the_note_of_continue_takes_the_space_of_a_wide_terminal(
    tmp_path: Path, size: tuple[int, int], is_whole: bool
) -> None:
    save_until(
        tmp_path, Setup((Seat("Rosalie"), Seat("Antoinette"), Seat("Genevieve")), 1), lambda game: game.length > 2
    )
    async with at_table(tmp_path, Start(), size=size) as player:
        await player.wait_until(lambda: "Rosalie" in player.seen())
        assert ("Rosalie, Antoinette and Genevieve · round 1" in player.seen()) is is_whole


@pytest.mark.quick(2)
@pytest.mark.parametrize("size", [(80, 24), (80, 29), (100, 30), (160, 50)])
async def test_the_first_page_says_once_what_one_does_in_the_game(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, Start(), size=size) as player:
        assert player.seen().count(MOTTO) == 1


async def test_the_line_under_the_cursor_has_a_sign_that_is_seen_without_colors(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        for name in ("Learn", "Daily game"):
            (marked,) = (line for line in player.seen().splitlines() if "▸" in line)
            assert name in marked
            await player.press("down")
