"""``rokoko-tui serve``: what is refused before anybody is served."""

import sys
from pathlib import Path

import pytest

from rokoko_tui.extras import install_command
from tests.tui.cli.shell import Run

pytest.importorskip("asyncssh", reason="needs the extra ssh")

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ada"


def keys(folder: Path, text: str = KEY, mode: int = 0o600) -> Path:
    path = folder / "keys"
    path.write_text(text + "\n")
    path.chmod(mode)
    return path


def test_how_people_connect_and_who_may(run: Run) -> None:
    nothing, nobody = run("serve"), run("serve", "--ssh")
    assert (nothing.code, nobody.code) == (2, 2)
    assert "serve --ssh" in nothing.err and "--keys FILE" in nobody.err


@pytest.mark.parametrize(
    ("text", "mode", "message"),
    [
        ("# nobody", 0o600, "there is no key in this file"),
        ("", 0o600, "there is no key in this file"),
        (KEY, 0o622, "give only its owner access"),
    ],
)
def test_a_file_of_keys_that_cannot_be_used(run: Run, tmp_path: Path, text: str, mode: int, message: str) -> None:
    result = run("serve", "--ssh", "--keys", keys(tmp_path, text, mode))
    assert result.code == 1 and message in result.err and result.out == ""


def test_missing_files_and_folders(run: Run, tmp_path: Path) -> None:
    result = run("serve", "--ssh", "--keys", tmp_path / "none")
    assert result.code == 1 and str(tmp_path / "none") in result.err
    blocked = tmp_path / "file"
    blocked.write_text("")
    result = run("serve", "--ssh", "--keys", keys(tmp_path), "--people", blocked / "people")
    assert result.code == 1 and str(blocked) in result.err


def test_a_host_key_that_others_can_read(run: Run, tmp_path: Path) -> None:
    people = tmp_path / "people"
    from rokoko_tui.doors.ssh_keys import open_host_key

    open_host_key(people / "ssh_host_key")
    (people / "ssh_host_key").chmod(0o644)
    result = run("serve", "--ssh", "--keys", keys(tmp_path), "--people", people)
    assert result.code == 1 and "ssh_host_key" in result.err and "chmod 600" in result.err


def test_an_address_that_cannot_be_used(run: Run, tmp_path: Path) -> None:
    result = run("serve", "--ssh", "--keys", keys(tmp_path), "--listen", "203.0.113.1")
    assert result.code == 1 and "203.0.113.1:8022" in result.err


def test_the_extra_is_missing(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    result = run("serve", "--ssh", "--keys", keys(tmp_path))
    assert result.code == 1 and install_command("ssh") in " ".join(result.err.split())
