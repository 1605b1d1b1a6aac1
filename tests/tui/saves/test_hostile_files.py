"""Pipes, devices, folders and other odd files in place of saves, settings and locks are refused with a message."""

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup, legal_actions
from rokoko_core.journal import InUse, create, open_journal
from rokoko_tui.games.open_game import OpenGame
from rokoko_tui.saves.folder import list_folder, look_into, saves_folder
from rokoko_tui.saves.lock import LOCKS, SaveInUse, lock_save
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings.settings import BadSettings, Settings, SettingsNotSaved, load_settings, save_settings
from rokoko_tui.text.message_catalog import get_vocabulary
from tests.core.test_files import ODD
from tests.tui.cli.shell import Run, refused
from tests.tui.saves.test_folder import latest_unfinished

WORDS = get_vocabulary("classic", "english")
SETUP = Setup((Seat("Ada"), Seat("Bo")), 5)
SENTENCES = {
    "pipe": "this is a pipe, not a file",
    "device": "this is a device, not a file",
    "folder": "this is a folder",
    "socket": "this is a socket, not a file",
    "circle": "its links form a loop",
    "nothing": "no such file or folder",
    "4 GB": "too large",
}


def odd(path: Path, kind: str) -> Path:
    ODD[kind][0](path)
    return path


def begun(path: Path) -> Path:
    with create(path, SETUP) as journal:
        journal.game.play(legal_actions(journal.game.state)[0])
    return path


# ---- saves


@pytest.mark.parametrize("command", ["show", "log", "verify", "load", "replay", "analyse", "plain"])
@pytest.mark.parametrize("kind", ODD)
def test_a_command_names_what_is_not_a_regular_file(run: Run, tmp_path: Path, command: str, kind: str) -> None:
    result = run(command, odd(tmp_path / "odd.rokoko", kind))
    assert (result.code, result.out) == (1, "")
    assert re.fullmatch(rf".*odd\.rokoko: .*{SENTENCES[kind]}.*\.\n", result.err), result.err


def test_a_folder_with_odd_files_is_listed(tmp_path: Path) -> None:
    for kind in ODD:
        odd(tmp_path / f"{kind}.rokoko", kind)
    (tmp_path / "deep.rokoko").write_bytes(b"[" * 200_000 + b"\n")
    (tmp_path / "deep inside.rokoko").write_bytes(begun(tmp_path / "first").read_bytes() + b"[" * 200_000 + b"\n")
    good = begun(tmp_path / "good.rokoko")
    findings_by_name = {info.path.stem: look_into(info.path) for info in list_folder(tmp_path)}
    assert set(findings_by_name) == {*ODD, "deep", "deep inside", "good"} - {"nothing"}
    assert {name for name, findings in findings_by_name.items() if findings.error is None} == {"good"}
    scan = SaveScanner(tmp_path)
    saves = scan.list_saves()
    assert {name for name, _ in scan.rest(saves)} == {f"{name}.rokoko" for name in set(findings_by_name) - {"4 GB"}}
    latest = latest_unfinished(tmp_path)
    assert latest is not None
    assert latest.path == good


def test_what_is_not_a_folder_has_no_saves(tmp_path: Path) -> None:
    for folder in (*(odd(tmp_path / kind, kind) for kind in ODD), tmp_path / "a\0b"):
        assert list_folder(folder) == []


@pytest.mark.parametrize("kind", [kind for kind in ODD if kind not in ("folder", "nothing")])
def test_a_game_is_not_started_without_a_save_folder(tmp_path: Path, kind: str) -> None:
    game = OpenGame()
    with pytest.raises(OSError):
        game.begin(odd(tmp_path / "saves", kind), SETUP)
    assert game.table is None


def test_a_game_that_could_not_be_created_leaves_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    game = OpenGame()
    with monkeypatch.context() as broken:
        broken.setattr(os, "link", full)
        with pytest.raises(OSError, match="No space left"):
            game.begin(tmp_path, SETUP)
    assert list(tmp_path.glob("*.rokoko")) == []
    assert list((tmp_path / LOCKS).glob("*.holder")) == []
    game.begin(tmp_path, SETUP)
    game.close()


# ---- locks


@pytest.mark.parametrize("kind", ODD)
def test_an_odd_holder_note_does_not_prevent_the_lock(tmp_path: Path, kind: str) -> None:
    path = begun(tmp_path / "game.rokoko")
    (tmp_path / LOCKS).mkdir()
    odd(tmp_path / LOCKS / "game.rokoko.holder", kind)
    with lock_save(path), pytest.raises(SaveInUse), lock_save(path):
        pass


@pytest.mark.parametrize("kind", [*(kind for kind in ODD if kind != "nothing"), "link", "hard link"])
def test_an_odd_file_in_place_of_the_lock_is_not_changed(tmp_path: Path, kind: str) -> None:
    path, other = begun(tmp_path / "game.rokoko"), begun(tmp_path / "other.rokoko")
    before = other.read_bytes()
    place = tmp_path / LOCKS / "game.rokoko.lock"
    place.parent.mkdir()
    if kind in ODD:
        odd(place, kind)
    elif kind == "link":
        place.symlink_to(other)
    else:
        place.hardlink_to(other)
    with pytest.raises(OSError, match="lock"), lock_save(path):
        pass
    assert other.read_bytes() == before


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"[" * 100_000,
        b'{"pid":1,"host":"x","since":1,"more":' + b"[" * 4000,
        b'{"pid":1,"host":"x","since":99999999999999999999}',
        b'{"pid":-1,"host":"x","since":0}',
        b'{"pid":1,"host":"x","since":-99999999999}',
        b'{"pid":1,"host":"' + b"x" * 100_000 + b'","since":0}',
    ],
)
def test_an_invalid_holder_note_is_ignored(tmp_path: Path, note: bytes) -> None:
    path = begun(tmp_path / "game.rokoko")
    with lock_save(path):
        (tmp_path / LOCKS / "game.rokoko.holder").write_bytes(note)
        with pytest.raises(SaveInUse) as held, lock_save(path):
            pass
    assert held.value.describe(WORDS) == "game.rokoko is open in another program"


def test_a_holder_note_is_shown_without_control_characters(tmp_path: Path) -> None:
    path = begun(tmp_path / "game.rokoko")
    with lock_save(path):
        note = b'{"pid":1,"host":"\\u001b]52;c;aGk=\\u0007\\u202e","since":5}'
        (tmp_path / LOCKS / "game.rokoko.holder").write_bytes(note)
        with pytest.raises(SaveInUse) as held, lock_save(path):
            pass
    assert held.value.describe(WORDS).isprintable()


@pytest.mark.parametrize(
    "rename",
    [
        lambda path: path.rename(path.with_name("renamed.rokoko")),
        lambda path: path.with_name("link.rokoko").hardlink_to(path) or path.with_name("link.rokoko"),
        lambda path: path.with_name("link.rokoko").symlink_to(path) or path.with_name("link.rokoko"),
    ],
)
def test_a_save_is_locked_under_every_name(tmp_path: Path, rename: Callable[[Path], Path]) -> None:
    path = begun(tmp_path / "game.rokoko")
    playing = OpenGame()
    playing.resume(path)
    other = rename(path)
    with pytest.raises(SaveInUse):
        OpenGame().resume(other)
    with pytest.raises(InUse):
        open_journal(other)
    playing.close()
    second = OpenGame()
    second.resume(other)
    second.close()


def test_an_impossible_name_cannot_be_locked(tmp_path: Path) -> None:
    with pytest.raises(OSError), lock_save(tmp_path / "a\0b"):
        pass


# ---- settings


@pytest.mark.parametrize("kind", [kind for kind in ODD if kind != "nothing"])
def test_settings_that_are_not_a_regular_file_are_reported_and_not_changed(tmp_path: Path, kind: str) -> None:
    path = odd(tmp_path / "settings.toml", kind)
    with pytest.raises(BadSettings) as bad:
        load_settings(path)
    assert bad.value.describe(WORDS) in (
        f"Could not read the settings file {path} ({SENTENCES[kind]}).",
        f"Could not read the settings file {path} (the file is {SENTENCES[kind]}).",
    )
    before = path.lstat()
    with pytest.raises(SettingsNotSaved):
        save_settings(Settings(), path)
    assert path.lstat().st_ino == before.st_ino


@pytest.mark.parametrize("folder", [r"a\u0000b", "~nobody-is-called-so/saves"])
@pytest.mark.parametrize("field", ["saves", "components"])
def test_an_impossible_folder_in_the_settings_is_reported_by_field(tmp_path: Path, field: str, folder: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(f'{field} = "{folder}"\n', encoding="utf-8")
    with pytest.raises(BadSettings) as bad:
        load_settings(path)
    assert bad.value.describe(WORDS) == f'The settings file {path} is not used: the value of "{field}" is invalid.'


def test_the_home_of_an_unknown_user_is_refused(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(run("doctor", "--saves", "~nobody-is-called-so"), 1, "~nobody-is-called-so")
    monkeypatch.setenv("ROKOKO_SAVES", "~nobody-is-called-so/x")
    refused(run("doctor"), 1, "~nobody-is-called-so/x")
    assert saves_folder("~nobody-is-called-so") == Path("~nobody-is-called-so")


def test_settings_are_unchanged_if_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    save_settings(Settings(edition="deluxe"), path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            save_settings(Settings(), path)
    assert load_settings(path).edition == "deluxe"
    assert list(tmp_path.iterdir()) == [path]
