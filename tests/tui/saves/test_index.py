"""Many saves: the index beside them, what is looked into behind it, and the trash."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.actions import EndTurn
from rokoko_core.journal import SaveFault, create
from rokoko_tui.saves import scan as survey
from rokoko_tui.saves.index import INDEX, Index, Summary
from rokoko_tui.saves.library import Findings, look_into, saves_in
from rokoko_tui.saves.lock import Held, hold
from rokoko_tui.saves.scan import AT_ONCE, LARGE, Survey, latest_unfinished
from rokoko_tui.saves.trash import TRASH, discard, restore_latest
from tests.tui.saves.test_library import ADA_AND_BO, SAMPLES, begun, played_at

MANY = 10_000

_opened: list[str] | None = None


def _note_opening(event: str, given: tuple[object, ...]) -> None:
    if _opened is not None and event == "open" and str(given[0]).endswith(".rokoko"):
        _opened.append(Path(str(given[0])).name)


sys.addaudithook(_note_opening)


@contextmanager
def opened() -> Iterator[list[str]]:
    """The names of the saves opened meanwhile, by whatever means."""
    global _opened
    _opened = []
    try:
        yield _opened
    finally:
        _opened = None


def many(folder: Path, save: Path, count: int = MANY) -> None:
    """So many saves of one game."""
    folder.mkdir(exist_ok=True)
    first = Path(shutil.copy(save, folder / "00000.rokoko"))
    for number in range(1, count):
        os.link(first, folder / f"{number:05}.rokoko")


def known(folder: Path) -> dict[str, Findings | None]:
    return {info.name: info.findings for info in Survey(folder).look_around()}


def surveyed(folder: Path) -> dict[str, Findings]:
    looking = Survey(folder)
    saves = looking.look_around()
    return dict(looking.rest(saves))


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A folder with a begun game and a finished one."""
    folder = tmp_path / "saves"
    folder.mkdir()
    played_at(begun(folder / "begun.rokoko"), 2000)
    played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", folder / "over.rokoko")), 1000)
    return folder


# ---- what it knows, and for how long


def test_what_was_looked_into_once_is_known_without_opening_it(few: Path) -> None:
    found = surveyed(few)
    assert found == {name: look_into(few / name) for name in ("begun.rokoko", "over.rokoko")}
    with opened() as files:
        assert known(few) == found
        assert surveyed(few) == {}
        assert files == []
        game = latest_unfinished(few)
        assert game is not None
        assert (game.name, files) == ("begun.rokoko", [])


def test_a_save_that_was_played_on_is_looked_into_again_and_only_that_one(few: Path) -> None:
    surveyed(few)
    path = few / "begun.rokoko"
    path.unlink()
    begun(path, actions=5)
    with opened() as files:
        assert surveyed(few)["begun.rokoko"].summary == Summary(ADA_AND_BO, 1, 5, False)
    assert set(files) == {"begun.rokoko"}


def test_the_same_size_at_another_time_is_another_file(few: Path) -> None:
    surveyed(few)
    size = (few / "begun.rokoko").stat().st_size
    (few / "begun.rokoko").write_bytes(b"x" * size)
    played_at(few / "begun.rokoko", 2001)
    error = surveyed(few)["begun.rokoko"].error
    assert error is not None and error.code is SaveFault.NOT_A_SAVE
    assert latest_unfinished(few) is None


def test_faulty_saves_are_looked_into_every_time(few: Path) -> None:
    (few / "bad.rokoko").write_bytes(b"no game\n")
    os.mkfifo(few / "pipe.rokoko")
    (few / "folder.rokoko").mkdir()
    (few / "nowhere.rokoko").symlink_to(few / "gone")
    for _ in range(2):
        found = surveyed(few)
        faults = {name: error.code for name, (_, error) in found.items() if error is not None}
        assert faults.pop("bad.rokoko") is SaveFault.NOT_A_SAVE
        assert set(faults) == {"pipe.rokoko", "folder.rokoko", "nowhere.rokoko"}
        assert set(faults.values()) == {SaveFault.UNREADABLE}
    assert len(Index(few)) == 2


def test_names_and_players_of_any_kind_are_listed(tmp_path: Path) -> None:
    odd = os.fsdecode(b"\xff\xfe.rokoko")
    begun(tmp_path / odd)
    begun(tmp_path / "plain.rokoko")
    assert {name for name, (_, error) in surveyed(tmp_path).items() if error is None} == {odd, "plain.rokoko"}
    assert known(tmp_path)["plain.rokoko"] is not None


def test_entries_of_files_that_are_gone_are_dropped(few: Path) -> None:
    surveyed(few)
    (few / "over.rokoko").unlink()
    begun(few / "new.rokoko")
    surveyed(few)
    assert len(Index(few)) == 2


def test_a_file_too_large_for_a_game_is_read_only_when_it_is_opened(few: Path) -> None:
    with (few / "huge.rokoko").open("wb") as file:
        file.truncate(LARGE + 1)
    with opened() as files:
        assert "huge.rokoko" not in surveyed(few)
        assert latest_unfinished(few) is not None
    assert "huge.rokoko" not in files


# ---- an index that is none


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
def test_a_broken_index_is_ignored_and_made_anew(few: Path, how: str) -> None:
    surveyed(few)
    index = few / INDEX
    sound = index.read_bytes()
    index.write_bytes(BROKEN[how](sound))
    assert index.read_bytes() != sound
    assert known(few) == {"begun.rokoko": None, "over.rokoko": None}
    surveyed(few)
    assert index.read_bytes() == sound


@pytest.mark.parametrize("kind", ["pipe", "folder", "circle"])
def test_what_is_no_file_is_no_index(few: Path, kind: str) -> None:
    index = few / INDEX
    if kind == "pipe":
        os.mkfifo(index)
    elif kind == "folder":
        index.mkdir()
    else:
        index.symlink_to(index)
    assert len(surveyed(few)) == 2
    game = latest_unfinished(few)
    assert game is not None and game.name == "begun.rokoko"


def test_an_index_that_cannot_be_written_is_done_without(few: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("rokoko_tui.saves.index.write_whole", full)
    assert len(surveyed(few)) == 2
    assert not (few / INDEX).exists()


def test_two_programs_keep_what_the_other_noted(few: Path) -> None:
    one, other = Index(few), Index(few)
    here = {"a": Summary(ADA_AND_BO, 1, 1, False), "b": Summary(ADA_AND_BO, 2, 2, False)}
    one.note("a", 1, 1, here["a"])
    other.note("b", 2, 2, here["b"])
    one.write({"a", "b"})
    other.write({"a", "b"})
    both = Index(few)
    assert (both.find("a", 1, 1), both.find("b", 2, 2)) == (here["a"], here["b"])


def test_whoever_reads_while_others_write_finds_a_whole_index(few: Path) -> None:
    names = [f"{number}.rokoko" for number in range(50)]

    def write(each: int) -> None:
        index = Index(few)
        index.note(names[each], each, each, Summary(ADA_AND_BO, 1, each, False))
        index.write(names)

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(write, each) for each in range(50)]:
            done.result()
            assert len(Index(few)) > 0
    assert [path.name for path in few.iterdir() if path.name.endswith(".new")] == []


# ---- many of them


def test_a_list_of_many_saves_opens_none_of_them(tmp_path: Path) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"))
    with opened() as files:
        assert len(Survey(tmp_path / "saves").look_around()) == MANY
        assert files == []
        game = latest_unfinished(tmp_path / "saves")
    assert game is not None and game.unfinished
    assert len(files) == 1


def test_behind_many_finished_games_the_open_one_is_found_by_last_lines(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    many(folder, played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path / "over")), 3000), 400)
    for path in folder.iterdir():
        played_at(path, 3000)
    played_at(begun(folder / "open.rokoko"), 1000)
    looking = Survey(folder)
    read: list[Path] = []
    answers = looking.latest()

    def look_and_note(path: Path) -> Findings:
        read.append(path)
        return look_into(path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(survey, "look_into", look_and_note)
        game, certain = next(answers)
    assert game is not None
    assert (game.name, certain, len(read)) == ("open.rokoko", False, AT_ONCE + 1)
    answers.close()


def left_after_a_turn(path: Path) -> Path:
    """A save whose last line ends a turn, long before the end of the game."""
    with create(path, ADA_AND_BO) as journal:
        game = journal.game
        while not game.actions or not isinstance(game.actions[-1], EndTurn):
            game.play(legal_actions(game.state)[-1])
    return path


def test_a_game_left_at_the_end_of_a_turn_is_the_better_answer(tmp_path: Path) -> None:
    for number in range(AT_ONCE):
        played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path / f"{number}.rokoko")), 4000)
    played_at(left_after_a_turn(tmp_path / "left.rokoko"), 3000)
    played_at(begun(tmp_path / "open.rokoko"), 2000)
    answers = [(game.name, certain) for game, certain in Survey(tmp_path).latest() if game is not None]
    assert answers == [("open.rokoko", False), ("left.rokoko", True)]


def test_nobody_looks_on_once_it_is_stopped(tmp_path: Path) -> None:
    many(tmp_path / "saves", Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path / "over")), 20)
    seen: list[str] = []
    looking = Survey(tmp_path / "saves")
    saves = looking.look_around()
    for name, _ in looking.rest(saves, lambda: len(seen) == 3):
        seen.append(name)
    assert seen == ["00000.rokoko", "00001.rokoko", "00002.rokoko"]
    assert list(looking.latest(lambda: True)) == []


def test_who_lists_the_saves_is_told_of_each_though_others_look_into_them_meanwhile(tmp_path: Path) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"), 3)
    looking = Survey(tmp_path / "saves")
    saves = looking.look_around()
    assert [found for found, _ in looking.latest() if found is not None]
    assert list(looking.latest_saves())
    assert all(info.findings is None for info in saves)
    assert {name for name, _ in looking.rest(saves)} == {info.name for info in saves}


def test_what_is_in_sight_is_looked_into_first(tmp_path: Path) -> None:
    many(tmp_path / "saves", begun(tmp_path / "game"), 10)
    looking = Survey(tmp_path / "saves")
    saves = looking.look_around()
    order = [name for name, _ in looking.rest(saves, wanted=lambda: ("00007.rokoko", "00003.rokoko"))]
    assert order[:3] == ["00007.rokoko", "00003.rokoko", "00000.rokoko"]
    assert len(order) == 10


# ---- the trash


def test_a_deleted_save_keeps_its_name_and_comes_back(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    content = path.read_bytes()
    discard(path)
    assert saves_in(tmp_path) == []
    (kept,) = (tmp_path / TRASH).glob("*/*")
    assert (kept.name, kept.read_bytes()) == ("game.rokoko", content)
    assert restore_latest(tmp_path) == path
    assert path.read_bytes() == content
    assert restore_latest(tmp_path) is None
    assert list((tmp_path / TRASH).iterdir()) == []


def test_what_was_deleted_last_comes_back_first_and_takes_nobodys_name(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    contents = []
    for actions in (1, 3, 5):
        contents.append(begun(path, actions).read_bytes())
        discard(path)
    begun(path, 7)
    back = [restore_latest(tmp_path) for _ in range(3)]
    assert [each.name for each in back if each] == ["game-2.rokoko", "game-3.rokoko", "game-4.rokoko"]
    assert [each.read_bytes() for each in back if each] == contents[::-1]


def test_what_somebody_plays_is_not_deleted(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    with hold(path), pytest.raises(Held):
        discard(path)
    assert path.exists()
    assert list((tmp_path / TRASH).iterdir()) == []


def test_strange_things_in_the_trash_are_let_be(tmp_path: Path) -> None:
    trash = tmp_path / TRASH
    (trash / "99999999999999999999").mkdir(parents=True)
    (trash / "notes").mkdir()
    (trash / "notes" / "game.rokoko").write_text("mine")
    os.mkfifo(trash / "88888888888888888888")
    assert restore_latest(tmp_path) is None
    assert len(list(trash.iterdir())) == 3


def test_many_players_and_levels_are_kept_for_later(tmp_path: Path) -> None:
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "master")), 5)
    begun(tmp_path / "game.rokoko", setup=setup)
    surveyed(tmp_path)
    found = known(tmp_path)["game.rokoko"]
    assert found is not None and found.summary is not None
    assert found.summary.setup == setup
