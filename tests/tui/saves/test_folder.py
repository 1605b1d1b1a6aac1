"""The save folder: listing, summaries, names, and one writer at a time."""

import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core import BadSave, Expansion, Seat, Setup, legal_actions
from rokoko_core.journal import SaveFault, create, read
from rokoko_core.play.game_summary import Summary
from rokoko_core.remote.claims import open_claims, was_hosted
from rokoko_core.scoring import final_scores
from rokoko_tui.saves.folder import (
    SaveInfo,
    is_valid_name,
    list_folder,
    look_into,
    new_path,
    rename,
    saves_folder,
    to_moment,
)
from rokoko_tui.saves.lock import SaveInUse, lock_save
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings.account import LOCAL
from rokoko_tui.text.message_catalog import get_vocabulary
from tests import ROOT
from tests.hostile import has_bytes

SAMPLES = ROOT / "saves"
WORDS = get_vocabulary("classic", "english")
ADA_AND_BO = Setup((Seat("Ada"), Seat("Bo")), 5)


def begun(path: Path, actions: int = 3, setup: Setup = ADA_AND_BO) -> Path:
    """Create a save with a few actions."""
    with create(path, setup) as journal:
        for _ in range(actions):
            journal.game.play(legal_actions(journal.game.state)[0])
    return path


def played_at(path: Path, seconds: int) -> Path:
    """Set the file's modification time."""
    os.utime(path, (seconds, seconds))
    return path


def latest_unfinished(folder: Path) -> SaveInfo | None:
    """Return the latest sound, unfinished game in ``folder``."""
    *_, (info, _) = SaveScanner(folder).latest()
    return info


def test_the_folder_comes_from_option_variable_or_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", "by-variable")
    assert saves_folder("by-option") == Path("by-option")
    assert saves_folder() == Path("by-variable")
    assert LOCAL.tickets == Path("by-variable") / "seats", "seats of other games are not listed beside these"
    monkeypatch.delenv("ROKOKO_SAVES")
    assert saves_folder().name == "rokoko"


def test_saves_are_listed_latest_first(tmp_path: Path) -> None:
    played_at(begun(tmp_path / "old.rokoko"), 1000)
    played_at(begun(tmp_path / "new.rokoko", actions=5), 3000)
    played_at(Path(shutil.copy(SAMPLES / "solo-base.rokoko", tmp_path)), 2000)
    (tmp_path / "notes.txt").write_text("no save")
    (tmp_path / ".hidden.rokoko").write_text("no save")
    saves = list_folder(tmp_path)
    assert [info.path.name for info in saves] == ["new.rokoko", "solo-base.rokoko", "old.rokoko"]
    assert [info.moment.timestamp() for info in saves] == [3000, 2000, 1000]
    assert all(info.findings is None and info.size == info.path.stat().st_size for info in saves)


def test_look_into_returns_the_summary(tmp_path: Path) -> None:
    sound, error = look_into(begun(tmp_path / "new.rokoko", actions=5))
    assert sound is not None and replace(sound, identity="") == Summary(ADA_AND_BO, 1, 5, False)
    assert error is None
    over, error = look_into(SAMPLES / "solo-base.rokoko")
    assert over is not None and error is None
    sheets = final_scores(read(SAMPLES / "solo-base.rokoko").game.state)
    assert (over.finished, over.round) == (True, 7)
    assert over.totals == tuple(sheet.total for sheet in sheets)
    assert [over.ranks.index(place) for place in (1, 2)] == [s.seat for s in sorted(sheets, key=lambda s: -s.total)]


def test_a_missing_folder_has_no_saves(tmp_path: Path) -> None:
    assert list_folder(tmp_path / "nowhere") == []
    assert list_folder(Path("zero\0")) == []
    assert latest_unfinished(tmp_path / "nowhere") is None


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", SaveFault.EMPTY),
        (b"\x00\xff\x00", SaveFault.NOT_A_SAVE),
        (b'{"format":"rokoko-save","version":99,"rules":1}\n', SaveFault.NEWER_FORMAT),
    ],
)
def test_an_unreadable_file_is_reported_by_its_fault(tmp_path: Path, content: bytes, fault: SaveFault) -> None:
    path = tmp_path / "bad.rokoko"
    path.write_bytes(content)
    summary, error = look_into(path)
    assert error is not None
    assert (summary, error.code) == (None, fault)


def test_a_damaged_save_keeps_the_summary_of_its_sound_part(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((*lines[:3], b"{}\n", *lines[3:])))
    summary, error = look_into(path)
    assert isinstance(error, BadSave) and summary is not None
    assert (error.code, error.line) == (SaveFault.SYNTAX, 4)
    assert summary.cursor == 2


def test_the_latest_unfinished_game_is_sound_and_not_over(tmp_path: Path) -> None:
    played_at(begun(tmp_path / "old.rokoko"), 1000)
    played_at(begun(tmp_path / "this.rokoko"), 2000)
    played_at(Path(shutil.copy(SAMPLES / "base-2.rokoko", tmp_path)), 3000)
    (tmp_path / "broken.rokoko").write_bytes(b"")
    latest = latest_unfinished(tmp_path)
    assert latest is not None
    assert latest.path.name == "this.rokoko"


@pytest.mark.parametrize("seconds", [-(2**40), 2**40, 2**33])
def test_a_file_with_any_timestamp_is_listed(tmp_path: Path, seconds: int) -> None:
    path = begun(tmp_path / "game.rokoko")
    with suppress(OSError, OverflowError):
        played_at(path, seconds)
    assert list_folder(tmp_path)[0].moment.year < 10_000


@pytest.mark.parametrize(
    "seconds", [-(2.0**80), -(2**53), -1, 0, 2**33, 2**40, 2**53, 2**80, float("inf"), float("nan")]
)
def test_a_time_out_of_range_is_the_first_day(seconds: float) -> None:
    assert (to_moment(seconds).year > 1970) == (seconds == 2**33)


# ---- names


@pytest.mark.parametrize(
    "name", ["", " ", " x", ".x", "a/b", "a\\b", "..", "a\nb", "a\x1b[2J", "x" * 200, "c:", "\u202e"]
)
def test_paths_and_unprintable_names_are_rejected(name: str) -> None:
    assert not is_valid_name(name)


@pytest.mark.parametrize("name", ["final", "Ada & Bo [2]", "Übung", "日本"])
def test_usual_names_are_accepted(tmp_path: Path, name: str) -> None:
    assert is_valid_name(name) is has_bytes(name)
    if not is_valid_name(name):
        return
    path = begun(tmp_path / "game.rokoko")
    content = path.read_bytes()
    assert rename(path, name) == tmp_path / f"{name}.rokoko"
    assert (tmp_path / f"{name}.rokoko").read_bytes() == content
    assert not path.exists()


def test_rename_never_replaces_a_file_and_refuses_a_locked_save(tmp_path: Path) -> None:
    path, other = begun(tmp_path / "game.rokoko"), begun(tmp_path / "other.rokoko", 5)
    content = other.read_bytes()
    with pytest.raises(FileExistsError):
        rename(path, "other")
    with lock_save(path), pytest.raises(SaveInUse):
        rename(path, "new")
    assert rename(path, "game") == path
    assert (path.exists(), other.read_bytes()) == (True, content)


def test_a_renamed_hosted_game_keeps_its_seats_and_takes_no_others(tmp_path: Path) -> None:
    path = begun(tmp_path / "game [1].rokoko")
    codes = open_claims(path, ADA_AND_BO).codes
    (tmp_path / ".seats" / f"{path.name}.mailbox.json").write_text("{}")
    renamed = rename(path, "other")
    assert open_claims(renamed, ADA_AND_BO).codes == codes and not was_hosted(path)
    assert (tmp_path / ".seats" / "other.rokoko.mailbox.json").exists()
    renamed.unlink()
    with pytest.raises(FileExistsError):
        rename(begun(path), "other")


def test_new_saves_are_named_by_date_and_players(tmp_path: Path) -> None:
    today = time.strftime("%Y-%m-%d")
    folder = tmp_path / "not" / "there"
    path = new_path(folder, Setup((Seat("Ada"), Seat("Bo von B."), Seat("Zoë")), 1))
    assert path == folder / f"{today}-ada-bo-von-b-zoe.rokoko"


@pytest.mark.parametrize(
    ("name", "latin"),
    [
        ("Оля", "olia"),
        ("Мар’яна Ґудзь", "mariana-gudz"),
        ("Юрій Щербак", "yurii-shcherbak"),
        ("Їжак Ян", "yizhak-yan"),
        ("И\u0306о\u0301сип", "yosyp"),
    ],
)
def test_cyrillic_names_of_players_are_transliterated(tmp_path: Path, name: str, latin: str) -> None:
    path = new_path(tmp_path, Setup((Seat(name), Seat("Bo")), 1))
    assert path.name == f"{time.strftime('%Y-%m-%d')}-{latin}-bo.rokoko"


def test_a_new_save_has_not_the_name_of_a_deleted_hosted_game(tmp_path: Path) -> None:
    """Its codes and the people who have joined it would open the seats of the new game."""
    path = new_path(tmp_path, ADA_AND_BO)
    open_claims(path, ADA_AND_BO)
    assert new_path(tmp_path, ADA_AND_BO).stem == f"{path.stem}-2"


def test_new_saves_get_unused_names(tmp_path: Path) -> None:
    names = [begun(new_path(tmp_path, ADA_AND_BO), 0).name for _ in range(3)]
    stem = f"{time.strftime('%Y-%m-%d')}-ada-bo"
    assert names == [f"{stem}.rokoko", f"{stem}-2.rokoko", f"{stem}-3.rokoko"]


@pytest.mark.parametrize("name", ["../../etc/passwd", "con:aux", "日本", "a" * 500, "a\x00b\n", ". ."])
def test_any_player_name_gives_a_file_in_the_folder(tmp_path: Path, name: str) -> None:
    path = new_path(tmp_path, Setup((Seat(name), Seat("Bo")), 1, frozenset({Expansion.FANCY})))
    assert path.parent == tmp_path
    assert begun(path, 0).is_file()
    assert len(path.name) < 80


def test_a_second_writer_is_refused_and_told_the_holder(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    before = path.read_bytes()
    with lock_save(path) as lock:
        with pytest.raises(SaveInUse) as error, lock_save(path):
            pass
        assert error.value.holder == lock.holder
        assert lock.holder.pid == os.getpid()
        sentence = error.value.describe(WORDS)
        assert sentence.startswith(f"game.rokoko is open in another program (process {os.getpid()} on ")
        with lock_save(tmp_path / "other.rokoko"):
            pass
    with lock_save(path):
        pass
    assert path.read_bytes() == before
    assert [info.path for info in list_folder(tmp_path)] == [path], "lock files are not saves"


def test_a_relative_path_is_the_same_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = begun(tmp_path / "game.rokoko")
    monkeypatch.chdir(tmp_path)
    with lock_save(path), pytest.raises(SaveInUse), lock_save(Path("game.rokoko")):
        pass


def test_a_broken_holder_note_does_not_release_the_lock(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    with lock_save(path):
        (tmp_path / ".locks" / "game.rokoko.holder").write_bytes(b"\xff")
        with pytest.raises(SaveInUse) as error, lock_save(path):
            pass
    assert error.value.holder is None
    assert error.value.describe(WORDS) == "game.rokoko is open in another program"


HOLDING = """
import sys, time
from pathlib import Path
from rokoko_tui.saves.lock import lock_save
with lock_save(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_the_lock_of_a_killed_program_is_released(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    other = subprocess.Popen([sys.executable, "-c", HOLDING, str(path)], stdout=subprocess.PIPE, cwd=ROOT)
    assert other.stdout is not None
    with other, other.stdout:
        assert other.stdout.readline().strip() == b"held"
        with pytest.raises(SaveInUse) as error, lock_save(path):
            pass
        assert error.value.holder is not None
        assert error.value.holder.pid == other.pid
        other.kill()
        other.wait()
    with lock_save(path) as lock:
        assert lock.holder.pid == os.getpid()
