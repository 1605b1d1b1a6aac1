"""The index, the scan of large folders, and the trash."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.actions import EndTurn
from rokoko_core.journal import SaveFault, create
from rokoko_core.journal.given_names import claims_of
from rokoko_core.play.game_summary import Summary
from rokoko_core.remote.claims import open_claims
from rokoko_tui.saves import scan
from rokoko_tui.saves.folder import TRASH, Findings, discard, list_folder, look_into, rename, restore_latest
from rokoko_tui.saves.index import INDEX, Index
from rokoko_tui.saves.lock import SaveInUse, lock_save
from rokoko_tui.saves.scan import AT_ONCE, LARGE, SaveScanner
from tests.tui.saves.test_folder import ADA_AND_BO, SAMPLES, begun, latest_unfinished, played_at

MANY = 10_000

_opened: list[str] | None = None


def _record_opening(event: str, given: tuple[object, ...]) -> None:
    if _opened is not None and event == "open" and str(given[0]).endswith(".rokoko"):
        _opened.append(Path(str(given[0])).name)


sys.addaudithook(_record_opening)


@contextmanager
def opened() -> Iterator[list[str]]:
    """Collect the names of the saves opened in the block."""
    global _opened
    _opened = []
    try:
        yield _opened
    finally:
        _opened = None


def many(folder: Path, save: Path, count: int = MANY) -> None:
    """Fill ``folder`` with ``count`` links to one save."""
    folder.mkdir(exist_ok=True)
    first = Path(shutil.copy(save, folder / "00000.rokoko"))
    for number in range(1, count):
        os.link(first, folder / f"{number:05}.rokoko")


def indexed(folder: Path) -> dict[str, Findings | None]:
    return {info.name: info.findings for info in SaveScanner(folder).list_saves()}


def scan_all(folder: Path) -> dict[str, Findings]:
    scanner = SaveScanner(folder)
    saves = scanner.list_saves()
    return dict(scanner.rest(saves))


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder with an open and a finished game."""
    folder = tmp_path / "saves"
    folder.mkdir()
    played_at(begun(folder / "begun.rokoko"), 2000)
    played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", folder / "over.rokoko")), 1000)
    return folder


# ---- valid entries


def test_indexed_saves_are_not_opened_again(few: Path) -> None:
    found = scan_all(few)
    assert found == {name: look_into(few / name) for name in ("begun.rokoko", "over.rokoko")}
    with opened() as files:
        assert indexed(few) == found
        assert scan_all(few) == {}
        assert files == []
        game = latest_unfinished(few)
        assert game is not None
        assert (game.name, files) == ("begun.rokoko", [])


def test_secret_seeds_are_indexed_whole(tmp_path: Path) -> None:
    for seed in (1 << 64, (1 << 128) - 1, 5):
        create(tmp_path / f"{seed}.rokoko", replace(ADA_AND_BO, seed=seed, chance="blake2b")).close()
    found = scan_all(tmp_path)
    with opened() as files:
        assert indexed(tmp_path) == found
    assert files == []
    assert {info.name: f"{info.setup.seed}.rokoko" for info in SaveScanner(tmp_path).list_saves() if info.setup} == {
        name: name for name in found
    }


def test_nobody_else_reads_the_seeds_of_hosted_games_in_the_index(tmp_path: Path) -> None:
    create(tmp_path / "hosted.rokoko", ADA_AND_BO, private=True).close()
    index = tmp_path / INDEX
    index.write_bytes(b"")
    index.chmod(0o644)
    scan_all(tmp_path)
    assert index.stat().st_size and index.stat().st_mode & 0o777 == 0o600


def test_only_a_changed_save_is_read_again(few: Path) -> None:
    scan_all(few)
    path = few / "begun.rokoko"
    path.unlink()
    begun(path, actions=5)
    with opened() as files:
        summary = scan_all(few)["begun.rokoko"].summary
    assert summary is not None and summary.cursor == 5
    assert set(files) == {"begun.rokoko"}


def test_a_file_with_another_time_is_read_again(few: Path) -> None:
    scan_all(few)
    size = (few / "begun.rokoko").stat().st_size
    (few / "begun.rokoko").write_bytes(b"x" * size)
    played_at(few / "begun.rokoko", 2001)
    error = scan_all(few)["begun.rokoko"].error
    assert error is not None and error.code is SaveFault.NOT_A_SAVE
    assert latest_unfinished(few) is None


def test_damaged_saves_are_not_indexed(few: Path) -> None:
    (few / "bad.rokoko").write_bytes(b"no game\n")
    os.mkfifo(few / "pipe.rokoko")
    (few / "folder.rokoko").mkdir()
    (few / "nowhere.rokoko").symlink_to(few / "gone")
    for _ in range(2):
        found = scan_all(few)
        faults = {name: error.code for name, (_, error) in found.items() if error is not None}
        assert faults.pop("bad.rokoko") is SaveFault.NOT_A_SAVE
        assert set(faults) == {"pipe.rokoko", "folder.rokoko", "nowhere.rokoko"}
        assert set(faults.values()) == {SaveFault.UNREADABLE}
    assert len(Index(few)) == 2


def test_a_link_to_nothing_has_its_own_date(tmp_path: Path) -> None:
    (link := tmp_path / "nowhere.rokoko").symlink_to(tmp_path / "gone")
    os.utime(link, (1e9, 1e9), follow_symlinks=False)
    assert [info.moment.year for info in list_folder(tmp_path)] == [2001]


def test_names_that_are_not_utf8_are_listed(tmp_path: Path) -> None:
    odd = os.fsdecode(b"\xff\xfe.rokoko")
    begun(tmp_path / odd)
    begun(tmp_path / "plain.rokoko")
    assert {name for name, (_, error) in scan_all(tmp_path).items() if error is None} == {odd, "plain.rokoko"}
    assert indexed(tmp_path)["plain.rokoko"] is not None


def test_entries_of_deleted_files_are_dropped(few: Path) -> None:
    scan_all(few)
    (few / "over.rokoko").unlink()
    begun(few / "new.rokoko")
    scan_all(few)
    assert len(Index(few)) == 2


def test_a_file_too_large_for_a_game_is_not_scanned(few: Path) -> None:
    with (few / "huge.rokoko").open("wb") as file:
        file.truncate(LARGE + 1)
    with opened() as files:
        assert "huge.rokoko" not in scan_all(few)
        assert latest_unfinished(few) is not None
    assert "huge.rokoko" not in files


# ---- invalid index files


def older(content: bytes) -> bytes:
    version, entries = msgspec.msgpack.decode(content)
    return msgspec.msgpack.encode(["0", entries]) if version else b""


BROKEN: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "text": lambda content: b"no index",
    "cut": lambda content: content[:-1],
    "longer": lambda content: content + b"\x00",
    "deep": lambda content: b"\x91" * 100_000,
    "of another version": older,
    "round 99": lambda content: content.replace(b"\x01\x03\xc2", b"\x63\x03\xc2"),
}


@pytest.mark.parametrize("how", BROKEN)
def test_a_broken_index_is_ignored_and_rebuilt(few: Path, how: str) -> None:
    scan_all(few)
    index = few / INDEX
    sound = index.read_bytes()
    index.write_bytes(BROKEN[how](sound))
    assert index.read_bytes() != sound
    assert indexed(few) == {"begun.rokoko": None, "over.rokoko": None}
    scan_all(few)
    assert index.read_bytes() == sound


@pytest.mark.parametrize("kind", ["pipe", "folder", "circle"])
def test_an_index_that_is_not_a_regular_file_is_ignored(few: Path, kind: str) -> None:
    index = few / INDEX
    if kind == "pipe":
        os.mkfifo(index)
    elif kind == "folder":
        index.mkdir()
    else:
        index.symlink_to(index)
    assert len(scan_all(few)) == 2
    game = latest_unfinished(few)
    assert game is not None and game.name == "begun.rokoko"


def test_a_full_disk_does_not_prevent_the_scan(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rokoko_tui.saves.index.write_whole", full)
    assert len(scan_all(few)) == 2
    assert not (few / INDEX).exists()


def test_two_programs_keep_each_others_entries(few: Path) -> None:
    one, other = Index(few), Index(few)
    summaries = {"a": Summary(ADA_AND_BO, 1, 1, False), "b": Summary(ADA_AND_BO, 2, 2, False)}
    one.note("a", 1, 1, summaries["a"])
    other.note("b", 2, 2, summaries["b"])
    one.write({"a", "b"})
    other.write({"a", "b"})
    both = Index(few)
    assert (both.find("a", 1, 1), both.find("b", 2, 2)) == (summaries["a"], summaries["b"])


def test_concurrent_writers_never_leave_a_partial_index(few: Path) -> None:
    names = [f"{number}.rokoko" for number in range(50)]

    def write(number: int) -> None:
        index = Index(few)
        index.note(names[number], number, number, Summary(ADA_AND_BO, 1, number, False))
        index.write(names)

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(write, number) for number in range(50)]:
            done.result()
            assert len(Index(few)) > 0
    assert [path.name for path in few.iterdir() if path.name.endswith(".new")] == []


# ---- scanning large folders


def test_listing_many_saves_opens_none(tmp_path: Path) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"))
    with opened() as files:
        assert len(SaveScanner(tmp_path / "saves").list_saves()) == MANY
        assert files == []
        game = latest_unfinished(tmp_path / "saves")
    assert game is not None and game.unfinished
    assert len(files) == 1


def test_an_open_game_behind_many_finished_ones_is_found_by_last_lines(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    many(folder, played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path / "over")), 3000), 400)
    for path in folder.iterdir():
        played_at(path, 3000)
    played_at(begun(folder / "open.rokoko"), 1000)
    scanner = SaveScanner(folder)
    read: list[Path] = []
    answers = scanner.latest()

    def record_and_look(path: Path) -> Findings:
        read.append(path)
        return look_into(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scan, "look_into", record_and_look)
        game, certain = next(answers)
    assert game is not None
    assert (game.name, certain, len(read)) == ("open.rokoko", False, AT_ONCE + 1)
    answers.close()


def save_left_after_a_turn(path: Path) -> Path:
    """Create a save whose last line ends a turn, long before the end of the game."""
    with create(path, ADA_AND_BO) as journal:
        game = journal.game
        while not game.actions or not isinstance(game.actions[-1], EndTurn):
            game.play(legal_actions(game.state)[-1])
    return path


def test_a_game_left_at_the_end_of_a_turn_is_found_in_the_second_pass(tmp_path: Path) -> None:
    for number in range(AT_ONCE):
        played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path / f"{number}.rokoko")), 4000)
    played_at(save_left_after_a_turn(tmp_path / "left.rokoko"), 3000)
    played_at(begun(tmp_path / "open.rokoko"), 2000)
    answers = [(game.name, certain) for game, certain in SaveScanner(tmp_path).latest() if game is not None]
    assert answers == [("open.rokoko", False), ("left.rokoko", True)]


def test_a_cancelled_scan_reads_no_further_file(tmp_path: Path) -> None:
    many(tmp_path / "saves", Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path / "over")), 20)
    seen: list[str] = []
    scanner = SaveScanner(tmp_path / "saves")
    saves = scanner.list_saves()
    for name, _ in scanner.rest(saves, lambda: len(seen) == 3):
        seen.append(name)
    assert seen == ["00000.rokoko", "00001.rokoko", "00002.rokoko"]
    assert list(scanner.latest(lambda: True)) == []


def test_a_scan_yields_saves_that_others_have_read_meanwhile(tmp_path: Path) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"), 3)
    scanner = SaveScanner(tmp_path / "saves")
    saves = scanner.list_saves()
    assert [found for found, _ in scanner.latest() if found is not None]
    assert list(scanner.latest_saves())
    assert all(info.findings is None for info in saves)
    assert {name for name, _ in scanner.rest(saves)} == {info.name for info in saves}


def test_the_last_setup_is_that_of_a_game_from_a_new_deal(tmp_path: Path) -> None:
    """Neither games from elsewhere nor many unwanted ones hide it; unknown saves are read only a few at a time."""
    chosen = Setup((Seat("Zoe"), Seat("Manon", "bot", "apprentice")), 5)
    played_at(begun(tmp_path / "chosen.rokoko", setup=chosen), 1000)
    for number in range(scan.LAST_FEW + 1):
        played_at(begun(tmp_path / f"{number}.rokoko"), 2000)
    create(tmp_path / "fork.rokoko", Setup((Seat("Cy"), Seat("Di")), 6), origin="fork").close()
    scanner = SaveScanner(tmp_path)

    def is_wanted(setup: Setup) -> bool:
        return setup != ADA_AND_BO

    assert scanner.last_setup() == ADA_AND_BO
    assert scanner.last_setup(is_wanted) is None, "it is unknown yet"
    assert scanner.last_setup(is_wanted) == chosen


def test_wanted_saves_are_read_first(tmp_path: Path) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"), 10)
    scanner = SaveScanner(tmp_path / "saves")
    saves = scanner.list_saves()
    order = [name for name, _ in scanner.rest(saves, wanted=lambda: ("00007.rokoko", "00003.rokoko"))]
    assert order[:3] == ["00007.rokoko", "00003.rokoko", "00000.rokoko"]
    assert len(order) == 10


# ---- the trash


def test_a_deleted_save_is_restored_under_its_name(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    content = path.read_bytes()
    discard(path)
    assert list_folder(tmp_path) == []
    (kept,) = (tmp_path / TRASH).glob("*/*")
    assert (kept.name, kept.read_bytes()) == ("game.rokoko", content)
    assert restore_latest(tmp_path) == path
    assert path.read_bytes() == content
    assert restore_latest(tmp_path) is None
    assert list((tmp_path / TRASH).iterdir()) == []


def test_the_latest_deleted_save_is_restored_first_and_replaces_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    contents = []
    for actions in (1, 3, 5):
        contents.append(begun(path, actions).read_bytes())
        discard(path)
    begun(path, 7)
    back = [restore_latest(tmp_path) for _ in range(3)]
    assert [path.name for path in back if path] == ["game-2.rokoko", "game-3.rokoko", "game-4.rokoko"]
    assert [path.read_bytes() for path in back if path] == contents[::-1]


def test_a_locked_save_is_not_deleted(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    with lock_save(path), pytest.raises(SaveInUse):
        discard(path)
    assert path.exists()
    assert list((tmp_path / TRASH).iterdir()) == []


def test_foreign_files_in_the_trash_are_not_touched(tmp_path: Path) -> None:
    trash = tmp_path / TRASH
    (trash / "99999999999999999999").mkdir(parents=True)
    (trash / "notes").mkdir()
    (trash / "notes" / "game.rokoko").write_text("mine")
    os.mkfifo(trash / "88888888888888888888")
    assert restore_latest(tmp_path) is None
    assert len(list(trash.iterdir())) == 3


def test_players_and_levels_are_indexed(tmp_path: Path) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "master")), 5)
    begun(tmp_path / "game.rokoko", setup=setup)
    scan_all(tmp_path)
    found = indexed(tmp_path)["game.rokoko"]
    assert found is not None and found.summary is not None
    assert found.summary.setup == setup


def test_a_list_has_the_names_that_guests_gave_since_it_was_indexed(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko", setup=Setup((Seat("Ada"), Seat("Player 2")), 3))
    claims = open_claims(path, Setup((Seat("Ada"), Seat("Player 2")), 3))

    def names_in_list() -> list[str]:
        scanner = SaveScanner(tmp_path)
        with opened() as files:
            [info] = scanner.latest_saves()
        scanner.write()
        [again] = indexed(tmp_path).values()
        assert again == info.findings and files in ([], [info.name])
        assert info.setup is not None
        return [player.name for player in info.setup.players]

    assert names_in_list() == ["Ada", "Player 2"]
    claims.note_name(1, "Bo")
    played_at(claims.path, int(path.stat().st_mtime) + 1)
    assert names_in_list() == ["Ada", "Bo"], "the save is as old as before"
    renamed = rename(path, "other")
    assert names_in_list() == ["Ada", "Bo"]
    discard(renamed)
    assert restore_latest(tmp_path) == renamed
    assert names_in_list() == ["Ada", "Bo"]
    claims_of(renamed).unlink()
    assert names_in_list() == ["Ada", "Player 2"]
