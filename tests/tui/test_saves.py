"""The folder of the saves: found, listed without replaying, never written over, one writer at a time."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rokoko_core import BadSave, Expansion, Seat, Setup, legal_actions
from rokoko_core.journal import SaveFault, create
from rokoko_tui.session import saves
from rokoko_tui.session.lock import Held, hold
from rokoko_tui.session.saves import latest_unfinished, list_saves, new_path, saves_folder
from rokoko_tui.words.vocabulary import vocabulary_of

SAMPLES = Path(__file__).parents[2] / "saves"
WORDS = vocabulary_of("classic", "english")
ADA_AND_BO = Setup((Seat("Ada"), Seat("Bo")), 5)


def begun(path: Path, actions: int = 3, setup: Setup = ADA_AND_BO) -> Path:
    """A save of a game just begun."""
    with create(path, setup) as journal:
        for _ in range(actions):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def played_at(path: Path, seconds: int) -> Path:
    """The same save, as if played last at this time."""
    os.utime(path, (seconds, seconds))
    return path


def test_the_folder_is_the_option_else_the_variable_else_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", "by-variable")
    assert saves_folder("by-option") == Path("by-option")
    assert saves_folder() == Path("by-variable")
    monkeypatch.delenv("ROKOKO_SAVES")
    assert saves_folder().name == "rokoko"


def test_saves_are_listed_by_the_time_they_were_played(tmp_path: Path) -> None:
    played_at(begun(tmp_path / "old.rokoko"), 1000)
    played_at(begun(tmp_path / "new.rokoko", actions=5), 3000)
    played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path)), 2000)
    (tmp_path / "notes.txt").write_text("no save")
    found = list_saves(tmp_path)
    assert [info.path.name for info in found] == ["new.rokoko", "solo-base.rokoko", "old.rokoko"]
    assert [info.modified for info in found] == [3000, 2000, 1000]
    assert [info.finished for info in found] == [False, True, False]
    assert [info.round for info in found] == [1, 7, 1]
    assert (found[0].cursor, found[2].cursor) == (5, 3)
    assert found[0].setup == ADA_AND_BO
    assert all(info.error is None for info in found)


def test_listing_replays_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(100):
        shutil.copy(SAMPLES / "base-5.rokoko", tmp_path / f"{number}.rokoko")
    monkeypatch.setattr(saves, "read", lambda path: pytest.fail(f"{path} was replayed"))
    found = list_saves(tmp_path)
    assert len(found) == 100
    assert all(info.setup is not None and len(info.setup.players) == 5 for info in found)


def test_no_folder_holds_no_saves(tmp_path: Path) -> None:
    assert list_saves(tmp_path / "nowhere") == []
    assert latest_unfinished(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", SaveFault.EMPTY),
        (b"\x00\xff\x00", SaveFault.NOT_A_SAVE),
        (b'{"format":"rokoko-save","version":99,"rules":1}\n', SaveFault.NEWER_FORMAT),
    ],
)
def test_a_bad_file_is_listed_with_what_is_wrong(tmp_path: Path, content: bytes, fault: SaveFault) -> None:
    (tmp_path / "bad.rokoko").write_bytes(content)
    [info] = list_saves(tmp_path)
    assert info.error is not None
    assert info.error.code is fault
    assert (info.setup, info.finished, info.round) == (None, False, 0)


def test_a_folder_named_like_a_save_is_listed_as_unreadable(tmp_path: Path) -> None:
    (tmp_path / "odd.rokoko").mkdir()
    [info] = list_saves(tmp_path)
    assert info.error is not None
    assert info.error.code is SaveFault.UNREADABLE


def test_damage_inside_is_told_with_how_far_the_game_is_sound(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((*lines[:3], b"{}\n", *lines[3:])))
    [info] = list_saves(tmp_path)
    assert isinstance(info.error, BadSave)
    assert (info.error.code, info.error.line) == (SaveFault.SYNTAX, 4)
    assert info.cursor == 2


def test_the_latest_unfinished_is_sound_and_not_over(tmp_path: Path) -> None:
    played_at(begun(tmp_path / "old.rokoko"), 1000)
    played_at(begun(tmp_path / "this.rokoko"), 2000)
    played_at(Path(shutil.copy(SAMPLES / "base-2.rokoko", tmp_path)), 3000)
    (tmp_path / "broken.rokoko").write_bytes(b"")
    found = latest_unfinished(tmp_path)
    assert found is not None
    assert found.path.name == "this.rokoko"


def test_new_files_are_named_after_day_and_players(tmp_path: Path) -> None:
    today = time.strftime("%Y-%m-%d")
    folder = tmp_path / "not" / "there"
    path = new_path(folder, Setup((Seat("Ada"), Seat("Bo von B."), Seat("Zoë")), 1))
    assert path == folder / f"{today}-ada-bo-von-b-zoe.rokoko"


def test_no_new_file_takes_the_name_of_another(tmp_path: Path) -> None:
    names = [begun(new_path(tmp_path, ADA_AND_BO), 0).name for _ in range(3)]
    stem = f"{time.strftime('%Y-%m-%d')}-ada-bo"
    assert names == [f"{stem}.rokoko", f"{stem}-2.rokoko", f"{stem}-3.rokoko"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "con:aux", "日本", "a" * 500, "a\x00b\n", ". ."])
def test_any_player_name_makes_a_file_name_inside_the_folder(tmp_path: Path, name: str) -> None:
    path = new_path(tmp_path, Setup((Seat(name), Seat("Bo")), 1, frozenset({Expansion.FANCY})))
    assert path.parent == tmp_path
    assert begun(path, 0).is_file()
    assert len(path.name) < 80


def test_one_writer_at_a_time_and_the_next_is_told_who_it_is(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    before = path.read_bytes()
    with hold(path) as lock:
        with pytest.raises(Held) as told, hold(path):
            pass
        assert told.value.holder == lock.holder
        assert lock.holder.pid == os.getpid()
        sentence = told.value.told(WORDS)
        assert sentence.startswith(f"game.rokoko is being played by another program (process {os.getpid()} on ")
        with hold(tmp_path / "other.rokoko"):
            pass
    with hold(path):
        pass
    assert path.read_bytes() == before
    assert list_saves(tmp_path)[0].path == path, "the locks are no saves"


def test_another_spelling_of_the_path_is_the_same_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun(tmp_path / "game.rokoko")
    monkeypatch.chdir(tmp_path)
    with hold(path), pytest.raises(Held), hold(Path("game.rokoko")):
        pass


def test_a_broken_note_still_holds(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    with hold(path):
        (tmp_path / ".locks" / "game.rokoko.holder").write_bytes(b"\xff")
        with pytest.raises(Held) as told, hold(path):
            pass
    assert told.value.holder is None
    assert told.value.told(WORDS) == "game.rokoko is being played by another program"


HOLDING = """
import sys, time
from pathlib import Path
from rokoko_tui.session.lock import hold
with hold(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_killed_program_holds_nothing(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    other = subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(path)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2]
    )
    assert other.stdout is not None
    with other, other.stdout:
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(Held) as told, hold(path):
            pass
        assert told.value.holder is not None
        assert told.value.holder.pid == other.pid
        other.kill()
        other.wait()
    with hold(path) as lock:
        assert lock.holder.pid == os.getpid()
