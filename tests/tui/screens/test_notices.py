"""Notices: where they are shown, and that they replace each other."""

from pathlib import Path
from shutil import copyfile

import pytest
from textual._compositor import Compositor
from textual.geometry import Region
from textual.widgets import Footer, OptionList
from textual.widgets._toast import Toast

from rokoko_core.actions import PlayCard
from rokoko_tui.games import Start
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.load import LoadScreen
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.puzzle_list import PuzzleListScreen
from rokoko_tui.screens.question import Question
from rokoko_tui.screens.settings import SettingsScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.statistics import StatisticsScreen
from rokoko_tui.screens.text_modals import HandoverScreen
from rokoko_tui.widgets.list_view import LineList
from rokoko_tui.widgets.virtual_table import VirtualTable
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, Player, at_table, save_until


def messages(player: Player) -> list[str]:
    return [notice.message for notice in player.app._notifications]


def read_screen(player: Player) -> list[str]:
    return [strip.text for strip in player.app.screen._compositor.render_strips()]


def visible_toasts(player: Player) -> list[Toast]:
    return [toast for toast in player.app.screen.query(Toast) if toast.region.area]


async def wait_for(player: Player, *shown: str) -> None:
    """Wait until these notices and no others are on the screen."""
    expected = list(shown)
    await player.wait_until(lambda: [str(toast.render()) for toast in visible_toasts(player)] == expected)


async def test_a_notice_replaces_the_one_before_but_no_warning(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), notices=True) as player:
        for severity, message, shown in (
            ("information", "one", ["one"]),
            ("information", "two", ["two"]),
            ("warning", "three", ["three"]),
            ("information", "four", ["three", "four"]),
            ("information", "five", ["three", "five"]),
            ("error", "six", ["six"]),
        ):
            player.app.notify(message, severity=severity)  # type: ignore[arg-type]
            await player.settle()
            assert messages(player) == shown
            await wait_for(player, *shown)


@pytest.mark.draws
async def test_the_cells_of_a_notice_are_drawn_again_when_it_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual forgets them if it computed all regions again after a hidden widget was refreshed."""
    async with at_table(tmp_path, Start(), notices=True) as player:
        player.app.notify("one", timeout=600)
        await player.wait_until(lambda: bool(visible_toasts(player)))
        [toast] = visible_toasts(player)
        place, drawn = toast.region, set[Region]()
        compositor = player.app.screen._compositor
        update = type(compositor).render_partial_update

        def note_regions(self: Compositor) -> object:
            drawn.update(self._dirty_regions)
            return update(self)

        monkeypatch.setattr(Compositor, "render_partial_update", note_regions)
        compositor._full_map_invalidated = True
        toast._expire()
        await player.wait_until(lambda: not player.app.screen.query(Toast))
        await player.settle()
        assert any(region.contains_region(place) for region in drawn)


@pytest.mark.quick(2)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)], ids=str)
async def test_a_notice_covers_neither_keys_nor_choices_nor_the_cost(tmp_path: Path, size: tuple[int, int]) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path), notices=True, size=size, handover=False) as player:
        text = "You have a bonus left. Press the same key again to skip it and end the turn."
        player.app.notify(text)
        await player.wait_until(lambda: bool(visible_toasts(player)))
        await player.settle()
        [toast] = visible_toasts(player)
        footer, preview = player.app.screen.query_one(Footer), player.table.query_one(PreviewPane)
        for covered in (footer.region, preview.content_region, player.choices.region):
            assert not toast.region.overlaps(covered)
        assert player.app.screen.region.contains_region(toast.region)
        assert toast.region.y >= size[1] // 3, "the header is far away"


async def test_no_place_is_looked_for_once_a_notice_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That took a sixth of the time of each action after it."""
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path), notices=True, handover=False) as player:
        player.app.notify("one", timeout=600)
        await player.wait_until(lambda: bool(visible_toasts(player)))
        visible_toasts(player)[0]._expire()
        await player.wait_until(lambda: not player.app.screen.query(Toast))
        monkeypatch.setattr(TableView, "_read_rows", None)
        player.table.view._arrange()
        await player.settle()


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (160, 50), (200, 60)], ids=str)
@pytest.mark.parametrize("text", ["8 does nothing here.", "Too early: press 1 again."])
async def test_a_notice_covers_no_figure(tmp_path: Path, size: tuple[int, int], text: str) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    starts = [Start("puzzle", at=1), Start("load", path=path)]
    for start in starts:
        async with at_table(tmp_path, start, notices=True, size=size, handover=False) as player:
            await player.wait_until(lambda player=player: bool(player.choices.items))  # type: ignore[misc]
            before = read_screen(player)
            player.app.notify(text)
            await wait_for(player, text)
            await player.settle()
            place = visible_toasts(player)[0].region
            covered = "".join(row[place.x : place.right] for row in before[place.y : place.bottom])
            assert not any(sign.isdigit() or sign == "★" for sign in covered), covered


async def find_covered(player: Player, text: str) -> str:
    """Show a notice and return what it covers below the first line of the screen."""
    before = read_screen(player)
    player.app.notify(text)
    await wait_for(player, text)
    await player.settle()
    place = visible_toasts(player)[0].region
    return "".join(row[place.x : place.right] for row in before[max(1, place.y) : place.bottom])


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("name", "size"),
    [
        *(("everything-3", (80, 24)), ("everything-3", (100, 30)), ("everything-3", (120, 40))),
        *(("solo-base", (80, 24)), ("solo-base", (100, 30)), ("solo-base", (120, 40))),
        *(("jewelry-box-2", (120, 40)), ("jewelry-box-2", (80, 24)), ("jewelry-box-2", (100, 30))),
    ],
    ids=str,
)
async def test_a_notice_covers_no_figure_of_a_full_table(tmp_path: Path, size: tuple[int, int], name: str) -> None:
    copyfile(FOLDER / f"{name}.rokoko", path := tmp_path / f"{name}.rokoko")
    start = Start("replay", path=path, at=120)
    async with at_table(tmp_path, start, notices=True, size=size, language="ukrainian") as player:
        for tab in ("halls", "decor", "players", "log"):
            player.app.screen.query_one(TableView).tab = tab
            await player.settle()
            covered = await find_covered(player, f"Клавіша d тут нічого не робить, {tab}.")
            assert not any(sign.isdigit() or sign == "★" for sign in covered), (tab, covered)


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_a_notice_covers_no_figure_of_a_saved_game(tmp_path: Path, size: tuple[int, int]) -> None:
    for name in ("base-2", "everything-5", "solo-base"):
        copyfile(FOLDER / f"{name}.rokoko", tmp_path / f"{name}.rokoko")
    async with at_table(tmp_path, Start(), notices=True, size=size) as player:
        await player.press("l")
        await player.wait_until(lambda: "base-2" in player.seen())
        await player.settle()
        covered = await find_covered(player, "solo-base.rokoko is in the trash; u restores it.")
        assert not any(sign.isdigit() for sign in covered), covered
        await player.press("question_mark")
        await player.settle()
        covered = await find_covered(player, "Another one.")
        assert "Esc" not in covered, covered


async def test_a_small_notice_stays_below_a_full_screen(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), notices=True) as player:
        player.app.notify("A small notice.")
        player.app.notify("The disk is nearly full.", severity="warning")
        await player.press("comma")
        assert isinstance(player.app.screen, SettingsScreen) and messages(player) == ["The disk is nearly full."]


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=str)
async def test_a_choice_removes_the_notice_about_a_wrong_key(tmp_path: Path, size: tuple[int, int]) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path), notices=True, size=size, handover=False) as player:
        await player.press("8")
        await wait_for(player, "8 does nothing here.")
        position = player.game.cursor
        await player.press("1")
        assert player.game.cursor > position and messages(player) == []
        await wait_for(player)
        assert "8 does nothing" not in player.seen()


@pytest.mark.slow
async def test_a_question_leaves_the_answer_to_a_wrong_key_behind(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, notices=True, size=(80, 24)) as player:
        await player.press("space", "8")
        await wait_for(player, "8 does nothing here.")
        await player.press("escape")
        await player.wait_until(lambda: isinstance(player.app.screen, Question))
        await player.settle()
        assert messages(player) == [] and "does nothing" not in "".join(read_screen(player))


async def test_a_forced_step_of_a_puzzle_hides_nothing_of_its_text(tmp_path: Path) -> None:
    """The first puzzle begins with a card that is played automatically; the task needs more lines than a choice."""
    async with at_table(tmp_path, Start("puzzle", at=1), notices=True, size=(80, 24), forced_steps=True) as player:
        await player.wait_until(lambda: bool(player.choices.items))
        await player.settle()
        assert player.choices.items[0].text.startswith("Only choice: ") and not visible_toasts(player)


@pytest.mark.quick(1)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (110, 34)])
@pytest.mark.parametrize("start", [Start("puzzle", at=1), Start("learn")], ids=["puzzle", "lesson"])
async def test_a_notice_in_a_small_terminal_covers_no_line_of_the_explanation(
    tmp_path: Path, size: tuple[int, int], start: Start
) -> None:
    async with at_table(tmp_path, start, notices=True, size=size) as player:
        player.app.notify("Too many: deselect one first.")
        await player.wait_until(lambda: bool(visible_toasts(player)))
        await player.settle()
        [toast] = visible_toasts(player)
        assert not toast.region.overlaps(player.table.query_one(PreviewPane).content_region)
        assert not toast.region.overlaps(player.choices.region)


@pytest.mark.parametrize(
    ("screen", "kind", "size"),
    [
        (PuzzleListScreen, LineList, (120, 40)),
        (StatisticsScreen, LineList, (80, 24)),
        pytest.param(SettingsScreen, LineList, (80, 24), marks=pytest.mark.slow),
        pytest.param(LoadScreen, VirtualTable, (80, 24), marks=pytest.mark.slow),
    ],
)
async def test_a_notice_covers_no_row_of_a_list(
    tmp_path: Path, screen: type[BaseScreen[None]], kind: type[LineList | VirtualTable], size: tuple[int, int]
) -> None:
    for number in range(30):
        copyfile(FOLDER / "solo-base.rokoko", tmp_path / f"{number}.rokoko")
    async with at_table(tmp_path, Start(), notices=True, size=size) as player:
        player.app.push_screen(screen())
        await player.settle()
        lines = player.app.screen.query(kind).first()
        await player.wait_until(lambda: lines.rows_in_sight.height > 10)
        player.app.notify("Q does nothing here.")
        await player.wait_until(lambda: bool(visible_toasts(player)))
        await player.settle()
        [toast] = visible_toasts(player)
        assert not toast.region.overlaps(lines.rows_in_sight)


async def test_a_notice_covers_no_item_of_the_menu_nor_the_row_of_the_focus(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), notices=True, size=(80, 24)) as player:
        player.app.notify("Q does nothing here.", timeout=600)
        await player.wait_until(lambda: bool(visible_toasts(player)))
        assert not visible_toasts(player)[0].region.overlaps(player.app.screen.query_one(OptionList).region)
        player.app.push_screen(NewGameScreen())
        await player.settle()
        player.app.notify("R does nothing here.", timeout=600)
        await player.wait_until(lambda: bool(visible_toasts(player)))
        for field in player.app.screen.query("#components, #edition, #start"):
            field.focus()
            await player.settle()
            [toast] = visible_toasts(player)
            assert not toast.region.y <= field.region.y < toast.region.bottom


async def test_a_page_between_two_people_is_covered_by_no_notice(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path), notices=True) as player:
        assert isinstance(player.app.screen, HandoverScreen)
        player.app.notify("The disk is nearly full.", severity="warning")
        await player.wait_until(lambda: bool(player.app.screen.query(Toast)))
        await player.settle()
        assert visible_toasts(player) == []
        await player.press("enter")
        await wait_for(player, "The disk is nearly full.")


async def test_a_page_between_two_people_answers_what_comes_too_early(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path)) as player:
        page = player.app.screen
        assert isinstance(page, HandoverScreen)
        page.guard.begin(page.guard.remaining(0) + 1e9)
        await player.press("enter")
        assert "Too early: press Enter again." in player.seen().splitlines()[-1]
        await player.click(page, 1, 1)
        assert "Too early: click again." in player.seen().splitlines()[-1]
        assert player.app.screen is page


@pytest.mark.slow
async def test_the_list_of_panes_is_covered_by_no_notice(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, notices=True) as player:
        await player.press("space")
        player.app.notify("Ada plays Master.")
        await wait_for(player, "Ada plays Master.")
        await player.press("g")
        await player.settle()
        assert visible_toasts(player) == [], "one key later all letters count"
        await player.press("escape")
        await wait_for(player, "Ada plays Master.")


@pytest.mark.slow
async def test_a_small_notice_is_not_passed_on_to_the_next_person(tmp_path: Path) -> None:
    path = save_until(tmp_path, TWO, lambda game: game.cursor == 2)
    async with at_table(tmp_path, Start("load", path=path), notices=True) as player:
        await player.press("enter")
        await player.play_first(PlayCard)
        for _ in range(20):
            if isinstance(player.app.screen, HandoverScreen):
                break
            player.app.notify("Only for Ada.")
            await player.press("enter")
        assert isinstance(player.app.screen, HandoverScreen) and messages(player) == []


@pytest.mark.slow
async def test_a_small_notice_stays_at_the_table_that_is_left(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, notices=True) as player:
        await player.press("space", "r")
        assert messages(player) == ["Nothing to redo."]
        player.app.notify("The disk is nearly full.", severity="warning")
        await player.press("escape", "y")
        assert isinstance(player.app.screen, StartScreen) and messages(player) == ["The disk is nearly full."]


async def test_a_notice_as_wide_as_the_screen_is_not_cut(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), notices=True, size=(80, 24)) as player:
        for length in range(74, 82):
            text = "x" * 40 + " " + "y" * (length - 41)
            player.app.notify(text)
            await wait_for(player, text)
            assert visible_toasts(player)[0].region.bottom <= 23, (length, "the footer is below the last line")
