"""The registry of panes: composition, layout, help and letters; a new pane is one line."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual.geometry import Region, Size

from rokoko_core.state import Setup
from rokoko_tui.art.canvas import Canvas
from rokoko_tui.art.scene import Drawing, Face, Scene
from rokoko_tui.games import Start
from rokoko_tui.panes import At, PaneSpec, registry
from rokoko_tui.panes.layout import WHOLE_TABLE, Facts, tabs_at
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.screens.pane_jump import AGAIN, PaneJumpScreen
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import ENGLISH, find_language
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.terminal_sizes import SMALLEST, SMALLEST_UPRIGHT
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, Player, at_table

SIZES = (
    SMALLEST,
    (80, 50),
    (100, 30),
    (119, 39),
    (120, 39),
    WHOLE_TABLE,
    (160, 50),
    (200, 24),
    (200, 60),
    SMALLEST_UPRIGHT,
)
WORDS = get_words("classic")
ALL = FOLDER / "everything-5.rokoko"


@asynccontextmanager
async def replayed(folder: Path, size: tuple[int, int]) -> AsyncIterator[tuple[ReplayScreen, Player]]:
    """Replay a game with all expansions from its middle, with all hands visible."""
    async with at_table(folder, Start("replay", path=ALL, at=150), size) as player:
        screen = player.app.screen
        assert isinstance(screen, ReplayScreen)
        await player.press("v")
        yield screen, player


def in_sight(view: TableView) -> set[str]:
    """Return the visible panes."""
    return {id for id, pane in view.panes.items() if pane.region.area and pane.is_on_screen}


# ---- required content


@pytest.mark.parametrize("at", At)
def test_every_pane_has_a_title_a_help_text_and_a_unique_letter(at: At) -> None:
    panes = registry.panes_at(at)
    assert all(WORDS.knows(f"panes.{spec.id}.{what}") for spec in panes for what in ("title", "help"))
    letters = [spec.letter for spec in panes]
    assert all(len(letter) == 1 and letter.isalpha() and letter.islower() for letter in letters)
    assert len(set(letters)) == len(letters)
    assert not set(letters) & set(AGAIN)


@pytest.mark.parametrize("size", SIZES)
def test_the_layout_places_only_registered_panes_and_named_tabs(size: tuple[int, int]) -> None:
    for at in At:
        facts = Facts(at, 5, jewels=True)
        tabs = tabs_at(Size(*size), facts)
        assert all(WORDS.knows(f"panes.tab.{tab}") for tab in tabs)
        placed = {id for tab in tabs for id in registry.seen(Size(*size), tab, facts)}
        assert placed <= {"tabs", *(spec.id for spec in registry.panes_at(at))}
    assert len({spec.id for spec in registry.PANES}) == len(registry.PANES)


@given(
    width=st.integers(0, 400),
    height=st.integers(0, 120),
    at=st.sampled_from(At),
    seats=st.integers(1, 5),
    extra=st.tuples(st.booleans(), st.booleans(), st.booleans()),
)
def test_at_any_size_panes_are_on_the_table_and_do_not_overlap(
    width: int, height: int, at: At, seats: int, extra: tuple[bool, bool, bool]
) -> None:
    size, facts = Size(width, height), Facts(at, seats, *extra)
    for tab in tabs_at(size, facts):
        regions = list(registry.seen(size, tab, facts).values())
        assert all(size.region.contains_region(region) for region in regions)
        assert all(not a.overlaps(b) for n, a in enumerate(regions) for b in regions[n + 1 :])


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", SIZES)
async def test_at_every_size_each_pane_is_visible_in_some_tab_of_play(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, TWO, size) as player:
        await player.press("space")
        view, seen = player.table.view, set[str]()
        for tab in view.available_tabs:
            player.table.show_tab(tab)
            await player.settle()
            seen |= in_sight(view)
        assert seen == set(view.panes) - {"jeweler"}


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_at_every_size_each_pane_is_visible_in_some_tab_of_a_replay(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with replayed(tmp_path, size) as (screen, player):
        seen = set[str]()
        for tab in screen.view.available_tabs:
            screen.show_tab(tab)
            await player.settle()
            seen |= in_sight(screen.view)
        assert seen == set(screen.view.panes)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_no_pane_overlaps_another(tmp_path: Path, size: tuple[int, int]) -> None:
    async with replayed(tmp_path, size) as (screen, player):
        for tab in screen.view.available_tabs:
            screen.show_tab(tab)
            await player.settle()
            regions = [screen.view.panes[id].region for id in in_sight(screen.view)]
            assert all(not a.overlaps(b) for n, a in enumerate(regions) for b in regions[n + 1 :]), tab
            assert all(Region(0, 0, *size).contains_region(region) for region in regions)


async def test_the_wheel_to_a_side_turns_to_the_next_tab_once(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, SMALLEST_UPRIGHT) as player:
        await player.press("space")
        view, seen = player.table.view, list[str]()
        for kind, time in (
            (events.MouseScrollRight, 1.0),
            (events.MouseScrollRight, 1.1),  # of the same movement
            (events.MouseScrollLeft, 1.2),
            (events.MouseScrollLeft, 2.0),
        ):
            event = kind(view, 5, 5, 0, 0, 0, False, False, False, 5, 5, None)
            event.time = time
            view.panes["hand"].post_message(event)
            await player.settle()
            seen.append(view.tabs.current)
        assert seen == ["halls", "halls", "play", "log"]


async def test_an_empty_pane_is_not_placed(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start("replay", path=FOLDER / "base-4.rokoko", at=40)) as player:
        screen = player.app.screen
        assert isinstance(screen, ReplayScreen)
        assert {"jeweler", "hand"}.isdisjoint(in_sight(screen.view))
        await player.press("v")
        assert "hand" in in_sight(screen.view)


# ---- the letters


async def go(player: Player, letter: str) -> None:
    await player.press("g")
    assert isinstance(player.app.screen, PaneJumpScreen)
    await player.press(letter)
    assert not isinstance(player.app.screen, PaneJumpScreen)


@pytest.mark.slow
@pytest.mark.parametrize("size", [SMALLEST, SMALLEST_UPRIGHT, WHOLE_TABLE])
async def test_a_letter_jumps_to_its_pane(tmp_path: Path, size: tuple[int, int]) -> None:
    async with at_table(tmp_path, TWO, size) as player:
        await player.press("space")
        view = player.table.view
        for spec in view.specs:
            if spec.id != "jeweler":
                await go(player, spec.letter)
                assert spec.id in in_sight(view), spec.id
        await go(player, "l")
        assert player.app.focused is view.panes["log"]
        await go(player, "c")
        assert player.app.focused is None


async def test_letters_are_on_the_visible_panes_and_all_of_them_at_the_bottom(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, SMALLEST) as player:
        await player.press("space")
        hand = player.table.view.panes["hand"].region
        here = in_sight(player.table.view)
        await player.press("g")
        lines = player.seen().splitlines()
        assert lines[hand.y][hand.x : hand.right].strip() == "n Hand", "no title is covered in part"
        assert len(player.app.screen.query(".jump-letter")) == len(here)
        told = "\n".join(lines[-4:])
        titles = {spec.id: WORDS.say(f"panes.{spec.id}.title") for spec in player.table.view.specs}
        named = {spec.id for spec in player.table.view.specs if f"{spec.letter} {titles[spec.id]}" in told}
        assert named == titles.keys() - {"jeweler"}, "a game without the Jewelry Box has no Jeweler"
        assert player.app.screen.query_one("#jump-panes").content_size.height == 3, "lines are filled"
        await player.press("escape")
        assert player.app.screen is player.table


@pytest.mark.slow
async def test_a_click_on_a_pane_under_the_letters_jumps_to_it(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        await player.press("space")
        await player.press("f4", "escape", "f4")
        log = player.table.view.panes["log"]
        x, y = log.region.x + 5, log.region.y + 2
        await player.press("g")
        await player.pilot.click(offset=(x, y))
        await player.settle()
        assert player.app.focused is log


@pytest.mark.slow
async def test_keys_scroll_a_pane_that_does_not_fit_until_escape(tmp_path: Path) -> None:
    async with replayed(tmp_path, SMALLEST) as (screen, player):
        position = screen.position
        await go(player, "a")
        await player.press("down")
        assert screen.position > position, "all of the warehouse fits"
        position = screen.position
        for spec in screen.view.specs:
            pane = screen.view.panes[spec.id]
            await go(player, spec.letter)
            if isinstance(pane, Pane) and len(pane.drawing.lines) > pane.content_size.height:
                break
        assert isinstance(pane, Pane) and pane.has_focus
        await player.press("down")
        assert pane.top == 1, "there is a pane that does not fit"
        assert screen.position == position
        await player.press("escape")
        assert player.app.focused is None
        await player.press("down")
        assert screen.position != position


@pytest.mark.slow
async def test_in_a_replay_digits_on_the_jump_screen_are_a_step_number(tmp_path: Path) -> None:
    async with replayed(tmp_path, SMALLEST) as (screen, player):
        await player.press("g", "4", "2", "enter")
        assert screen.position == 42
        await player.press("g", "g", "7", "enter")
        assert screen.position == 7


@pytest.mark.slow
async def test_help_lists_every_pane(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        assert list(player.table.help_here().panes) == registry.help_lines(At.PLAY, WORDS)
        await player.press("space", "question_mark", "4", "end")
        assert "l   Log: what happened" in player.seen()


# ---- a worked example: a new pane


def draw_purse(scene: Scene, width: int, height: int | None) -> Drawing:
    """Draw the money of all players."""
    canvas = Canvas(scene, width)
    canvas.put(0, 0, f"{sum(player.livre for player in scene.view.table.players)} Livre in all purses")
    return canvas.finish()


PURSE = PaneSpec(
    "purse",
    letter="u",
    at={At.PLAY: None},
    face=Face(draw_purse, lambda scene: "Purse"),
    under="players",
    lines=2,
)


@pytest.fixture
def purse(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add a pane to the registry and its messages to the language."""
    messages = {"title": "Purse", "help": "the money of all players together"}
    monkeypatch.setitem(find_language(ENGLISH).table("panes"), "purse", messages)
    monkeypatch.setattr(registry, "PANES", (*registry.PANES[:9], PURSE, *registry.PANES[9:]))
    yield


@pytest.mark.quick(1)
@pytest.mark.usefixtures("purse")
@pytest.mark.parametrize("size", [SMALLEST, WHOLE_TABLE])
async def test_a_new_pane_is_in_its_tab_in_the_help_and_among_the_letters(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    setup: Setup = TWO
    async with at_table(tmp_path, setup, size) as player:
        await player.press("space")
        view = player.table.view
        player.table.show_tab("halls")
        await player.settle()
        assert ("purse" in in_sight(view)) is (size == WHOLE_TABLE)
        await player.press("g")
        assert "u Purse" in player.seen()
        await player.press("u")
        assert "purse" in in_sight(view)
        assert size == WHOLE_TABLE or view.tab == "play", "below the players, beside a short list"
        purses = sum(board.livre for board in player.game.state.players)
        assert f"{purses} Livre in all purses" in player.seen()
        assert "u   Purse: the money of all players together" in player.table.help_here().panes
