"""The list of saves: search, open, rename, delete, restore, and reading in the background."""

import re
import shutil
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Event

import pytest
from textual import events
from textual.widgets import Input
from textual.worker import WorkerCancelled

from rokoko_core import Expansion, Seat, Setup
from rokoko_core.journal import read
from rokoko_core.play.game_summary import Summary
from rokoko_core.scoring import final_scores
from rokoko_tui.app import RokokoApp
from rokoko_tui.games import Start
from rokoko_tui.saves import scan
from rokoko_tui.saves.folder import Findings, look_into
from rokoko_tui.saves.index import Index
from rokoko_tui.saves.lock import lock_save
from rokoko_tui.screens.load import WIDE, LoadScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.replay import ReplayScreen
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.languages import ENGLISH, PSEUDO, shipped_languages
from rokoko_tui.widgets.virtual_table import Cell, VirtualTable
from tests.tui.at_table import Player
from tests.tui.saves.test_folder import SAMPLES, begun, played_at
from tests.tui.saves.test_index import many, opened, scan_all
from tests.tui.screens.test_screens import notes
from tests.tui.text.test_no_plain_english import plain_words

CY_AND_DEE = Setup((Seat("Cy"), Seat("Dee")), 5, frozenset({Expansion.JEWELRY_BOX}))


@asynccontextmanager
async def at_list(
    folder: Path, *keys: str, size: tuple[int, int] = (80, 24), language: str = ENGLISH
) -> AsyncIterator[Player]:
    """Open the list of the saves in ``folder`` and press ``keys``."""
    app = RokokoApp(Settings(saves=str(folder), language=language), Start())
    async with app.run_test(size=size) as pilot:
        player = Player(app, pilot)
        await player.settle()
        await player.press("l")
        await done(player)
        await player.press(*keys)
        await done(player)
        yield player


async def done(player: Player) -> None:
    """Wait for all workers, including those started meanwhile."""
    while not all(worker.is_finished for worker in player.app.workers):
        with suppress(WorkerCancelled):  # replaced by a newer search
            await player.app.workers.wait_for_complete()
        await player.settle()
    await player.settle()


def listed(player: Player) -> list[str]:
    """Return the names in the list."""
    assert isinstance(player.app.screen, LoadScreen)
    return [info.name for info in player.app.screen.cursor_list.shown]


def current(player: Player) -> str:
    assert isinstance(player.app.screen, LoadScreen)
    return player.app.screen.current.name if player.app.screen.current else ""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three saves: two open games and an older finished one."""
    folder = tmp_path / "saves"
    folder.mkdir()
    played_at(begun(folder / "2026-02-02-ada-bo.rokoko"), 1_770_000_000)
    played_at(begun(folder / "2026-01-01-cy-dee.rokoko", setup=CY_AND_DEE), 1_767_200_000)
    played_at(Path(shutil.copy(SAMPLES / "base-3.rokoko", folder / "over.rokoko")), 1_700_000_000)
    return folder


ALL = ["2026-02-02-ada-bo.rokoko", "2026-01-01-cy-dee.rokoko", "over.rokoko"]


# ---- the list


async def test_the_latest_game_is_on_top(folder: Path) -> None:
    async with at_list(folder) as player:
        assert listed(player) == ALL
        assert "Load a game · 3 games" in player.seen()
        assert "Cy and Dee" in player.seen()
        assert "over: Ada, Bo and Cy" in player.seen()
        sheets = final_scores(read(folder / "over.rokoko").game.state)
        (won,) = (sheet for sheet in sheets if sheet.rank == 1)
        assert f"♛ {('Ada', 'Bo', 'Cy')[won.seat]} {won.total}" in player.seen()


async def test_a_key_before_the_list_is_there_does_no_harm(folder: Path) -> None:
    async with at_list(folder) as player:
        player.app.push_screen(LoadScreen())
        key = events.Key("d", "d")
        assert player.app.input_filter.filter(key) is key
        await player.settle()


@pytest.mark.slow
async def test_a_replay_from_the_list_returns_to_it(folder: Path) -> None:
    async with at_list(folder) as player:
        await player.press("down", "r")
        assert isinstance(player.app.screen, ReplayScreen)
        await player.press("escape")
        assert current(player) == ALL[1]


@pytest.mark.sample(3)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("dee", [ALL[1]]),
        ("FINISHED", [ALL[2]]),
        ("jewelry", [ALL[1]]),
        ("2026-02", [ALL[0]]),
        ("round 1", ALL[:2]),
        ("ada ROUND", [ALL[0]]),
        ("nobody", []),
        ("over", [ALL[2]]),
    ],
)
async def test_typing_a_search_narrows_the_list(folder: Path, typed: str, found: list[str]) -> None:
    async with at_list(folder, "slash") as player:
        for letter in typed:
            await player.pilot.press("space" if letter == " " else letter)
        await done(player)
        assert listed(player) == found
        assert ("No game matches your search." in player.seen()) is not found
        await player.press("escape")
        assert listed(player) == ALL
        assert isinstance(player.app.screen, LoadScreen)
        await player.press("escape")
        assert isinstance(player.app.screen, StartScreen)


async def test_a_search_result_is_opened_with_enter_from_the_list(folder: Path) -> None:
    async with at_list(folder, "slash", "r", "o", "u", "n", "d", "down") as player:
        assert current(player) == ALL[1]
        await player.press("enter")
        assert isinstance(player.app.screen, LoadScreen), "the first Enter focuses the list"
        await player.press("enter")
        await player.settle()
        assert player.session.path.name == ALL[1]


@pytest.mark.slow
async def test_a_click_moves_the_cursor_and_a_second_opens(folder: Path) -> None:
    async with at_list(folder) as player:
        table = player.app.screen.query_one(VirtualTable)
        await player.click(table, 5, 2)
        assert (current(player), table.cursor) == (ALL[1], 1)
        assert isinstance(player.app.screen, LoadScreen)
        await player.click(table, 5, 2)
        await player.settle()
        assert any(isinstance(screen, PlayScreen) for screen in player.app.screen_stack)


@pytest.mark.slow
async def test_only_visible_lines_are_rendered(tmp_path: Path) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"), 2000)
    scan_all(tmp_path / "saves")
    with opened() as files:
        async with at_list(tmp_path / "saves") as player:
            table, made = player.app.screen.query_one(VirtualTable), list[int]()
            line = table._line

            def make_and_note(number: int) -> Sequence[Cell]:
                made.append(number)
                return line(number)

            table._line = make_and_note
            await player.press("end")
            assert current(player) == "01999.rokoko"
            assert set(made) <= {0, *table.in_sight}
            made.clear()
            await player.press("up")
            assert set(made) == {1998, 1999}
            assert len(made) <= 6
    assert files == []


# ---- reading in the background


class SlowDisk:
    """Reads saves only after ``resumes`` is set."""

    def __init__(self) -> None:
        self.is_used, self.resumes, self.files = Event(), Event(), list[Path]()

    def read(self, path: Path) -> Findings:
        self.files.append(path)
        self.is_used.set()
        self.resumes.wait()
        return look_into(path)


async def test_quitting_waits_only_for_the_current_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"), 300)
    disk = SlowDisk()
    app = RokokoApp(Settings(saves=str(tmp_path / "saves")), Start())
    async with app.run_test() as pilot:
        player = Player(app, pilot)
        await player.settle()
        with suppress(WorkerCancelled):  # replaced by a newer search
            await app.workers.wait_for_complete()
        monkeypatch.setattr(scan, "look_into", disk.read)
        await player.press("l")
        await player.wait_until(disk.is_used.is_set)
        await player.press("ctrl+q")
        before_quit = list(disk.files)
        disk.resumes.set()
    assert disk.files == before_quit


async def test_leaving_the_start_screen_ends_its_search(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many(tmp_path / "saves", Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path / "over")), 50)
    disk = SlowDisk()
    monkeypatch.setattr(scan, "look_into", disk.read)
    app = RokokoApp(Settings(saves=str(tmp_path / "saves")), Start())
    async with app.run_test() as pilot:
        player = Player(app, pilot)
        await player.wait_until(disk.is_used.is_set)
        await player.press("c")
        assert "still being read" in notes(app)
        await player.press("a")
        disk.resumes.set()
        with suppress(WorkerCancelled):  # replaced by a newer search
            await app.workers.wait_for_complete()
    assert len(disk.files) == 1


@pytest.mark.slow
async def test_a_wrong_index_entry_does_not_affect_the_opened_game(folder: Path) -> None:
    index = Index(folder)
    path = folder / ALL[0]
    stat = path.stat()
    lie = Summary(Setup((Seat("Eve"), Seat("Zed")), 1), 6, 99, False)
    index.note(path.name, stat.st_size, stat.st_mtime_ns, lie)
    index.write({path.name})
    async with at_list(folder) as player:
        assert "Eve and Zed" in player.seen()
        await player.press("enter")
        await player.settle()
        assert player.session.setup == read(path).header.setup
        assert player.session.position == 3


async def test_index_entries_with_odd_setups_are_shown(folder: Path) -> None:
    index = Index(folder)
    setups = (Setup((), 1), Setup(tuple(Seat("x" * 1000, "bot", "[/]") for _ in range(50)), -1, components="?"))
    for name, setup in zip(ALL, setups, strict=False):
        stat = (folder / name).stat()
        index.note(name, stat.st_size, stat.st_mtime_ns, Summary(setup, 7, 2**31 - 1, False))
    index.write(ALL)
    async with at_list(folder, "down", "up", "slash", "x") as player:
        assert "xxx" in player.seen()
        assert listed(player) == [ALL[1]]


@pytest.mark.slow
async def test_every_text_of_the_list_is_translated(folder: Path) -> None:
    (folder / "2026-01-01-bad.rokoko").write_text("no game")
    app = RokokoApp(Settings(saves=str(folder), language=PSEUDO, name="Ada"), Start())
    async with app.run_test(size=(80, 24)) as pilot:
        player = Player(app, pilot)
        await player.press("l")
        await done(player)
        for keys in ((), ("end",), ("slash", "é"), ("escape", "escape", "l", "n")):
            await player.press(*keys)
            shown = player.seen()
            for path in folder.iterdir():  # may be cut into two lines
                shown = re.sub(r"\s*".join(map(re.escape, str(path))), "", shown)
            assert not plain_words(shown, "Cy", "Dee", "over", "bad", "ada"), shown


# ---- renaming and the trash


async def test_a_save_is_renamed(folder: Path) -> None:
    async with at_list(folder, "down", "n") as player:
        name = player.app.screen.query_one("#load-path", Input)
        assert name.value == "2026-01-01-cy-dee"
        name.value = "Finale [1]"
        await player.press("enter")
        await done(player)
        assert (folder / "Finale [1].rokoko").exists()
        assert current(player) == "Finale [1].rokoko"
        assert "Finale [1]: Cy and Dee" in player.seen()


@pytest.mark.slow
async def test_a_second_enter_after_renaming_does_nothing(folder: Path) -> None:
    async with at_list(folder, "down", "n") as player:
        line = player.app.screen.query_one("#load-path", Input)
        for _ in range(2):
            line.post_message(Input.Submitted(line, "Finale"))
        await player.wait_until(lambda: current(player) == "Finale.rokoko")
        await done(player)
        assert notes(player.app) == ""


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["over", "../over", "", "over.rokoko"])
async def test_a_taken_or_invalid_name_is_refused(folder: Path, name: str) -> None:
    before = {path.name: path.read_bytes() for path in folder.glob("*.rokoko")}
    async with at_list(folder, "n") as player:
        player.app.screen.query_one("#load-path", Input).value = name
        await player.press("enter")
        await done(player)
        assert ("named over already" in notes(player.app)) is name.startswith("over")
        assert ("Invalid name" in notes(player.app)) is not name.startswith("over")
    assert {path.name: path.read_bytes() for path in folder.glob("*.rokoko")} == before


def footer(player: Player) -> str:
    return player.seen().splitlines()[-1].strip()


async def test_the_footer_has_the_keys_that_work_now(folder: Path) -> None:
    async with at_list(folder) as player:
        assert footer(player).startswith("Enter Open r Replay / Search n Rename d Delete Esc Back")
        for key, enter, back in (("n", "Rename", "Back"), ("slash", "List", "All games"), ("o", "Open", "Back")):
            await player.press(key)
            assert footer(player) == f"Enter {enter} Esc {back} F1 Help ^p Menu", key
            await player.press("escape")
        await player.press("d")
        assert "n Rename d Delete u Restore" in footer(player)
        await player.press("u")
        await done(player)
        assert "u Restore" not in footer(player)
    async with at_list(folder, size=(120, 40)) as player:
        assert all(name in footer(player) for name in ("a Review", "g Play again", "c Compare", "o Other file"))


@pytest.mark.quick(1)
@pytest.mark.parametrize("columns", [80, WIDE])
@pytest.mark.parametrize("language", shipped_languages())
async def test_the_footer_fits_before_and_after_a_deletion(folder: Path, language: str, columns: int) -> None:
    async with at_list(folder, size=(columns, 24), language=language) as player:
        for key in ("down", "d"):
            await player.press(key)
            await done(player)
            assert footer(player).endswith(player.app.words.say("keys.footer.app.command-palette")), key
            assert columns < 80 or player.app.words.say("keys.footer.load.rename") in footer(player), key


async def test_a_deleted_save_is_restored(folder: Path) -> None:
    async with at_list(folder, "down", "d") as player:
        assert listed(player) == [ALL[0], ALL[2]]
        assert current(player) == ALL[2]
        assert "2026-01-01-cy-dee.rokoko is in the trash; u restores it." in notes(player.app)
        await player.press("d")
        assert listed(player) == [ALL[0]]
        await player.press("u")
        await done(player)
        assert (listed(player), current(player)) == ([ALL[0], ALL[2]], ALL[2])
        await player.press("u")
        await done(player)
        assert listed(player) == ALL
        await player.press("u")
        assert "The trash is empty." in notes(player.app)


@pytest.mark.slow
async def test_deleting_the_last_save_leaves_an_empty_list(tmp_path: Path) -> None:
    begun(tmp_path / "game.rokoko")
    async with at_list(tmp_path, "d") as player:
        assert "There are no games in" in player.seen()
        await player.press("d", "enter", "n", "slash", "up", "u")
        await done(player)
        assert listed(player) == ["game.rokoko"]


@pytest.mark.slow
async def test_a_locked_save_cannot_be_deleted_or_renamed(folder: Path) -> None:
    with lock_save(folder / ALL[0]):
        async with at_list(folder, "d") as player:
            assert "open in another program" in notes(player.app) and "The game was not deleted." in notes(player.app)
            await player.press("n")
            player.app.screen.query_one("#load-path", Input).value = "mine"
            await player.press("enter")
            assert "open in another program" in notes(player.app) and "The game was not renamed." in notes(player.app)
            assert listed(player) == ALL


# ---- keys faster than the screen


@pytest.mark.parametrize(("keys", "text"), [("/dar", "dar"), ("/bx", "bx"), ("/Jo u", "Jo u")])
async def test_letters_typed_with_the_key_that_opens_the_search_are_searched(
    tmp_path: Path, keys: str, text: str
) -> None:
    begun(tmp_path / "Ada-Bo.rokoko")
    async with at_list(tmp_path) as player:
        await player.press_at_once(*keys)
        assert player.app.screen.query_one("#load-filter", Input).value == text
        await player.press_at_once("backspace", "d")
        assert player.app.screen.query_one("#load-filter", Input).value == f"{text[:-1]}d"
        assert [path.name for path in tmp_path.glob("*.rokoko")] == ["Ada-Bo.rokoko"]


def test_a_letter_that_arrives_after_the_last_screen_is_dropped() -> None:
    app = RokokoApp(Settings(), Start())
    assert app.screen_stack == [] and not app.type_late(events.Key("x", "x"))
