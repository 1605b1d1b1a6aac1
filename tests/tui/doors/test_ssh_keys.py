"""The file of keys for ``serve --ssh``: how it may be saved, who may change it, and which lines are left out."""

import codecs
from pathlib import Path

import pytest

pytest.importorskip("asyncssh", reason="needs the extra ssh")

import asyncssh

from rokoko_tui.doors import ssh
from rokoko_tui.doors.ssh_keys import BadKeys, LeftOut, open_host_key, read_keys
from rokoko_tui.text.message_catalog import get_vocabulary
from tests.tui.cli.shell import Run

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"
ADA = asyncssh.import_public_key(KEY)
HERE = "127.0.0.1"
OTHERS_WRITE = [0o602, 0o620, 0o622, 0o666, 0o777, 0o646]
ONLY_READ = [0o600, 0o400, 0o644, 0o604, 0o640, 0o700, 0o755]
SAVED = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16, as PowerShell and Notepad": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16, the other way round": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
}


def write(folder: Path, text: str | bytes, mode: int = 0o600) -> Path:
    path = folder / "keys"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(mode)
    return path


@pytest.mark.parametrize("saved", SAVED)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_file_is_read_as_tools_save_it(tmp_path: Path, saved: str, end: str) -> None:
    text = f"{KEY} José{end}{end}# others{end}"
    keys = read_keys(write(tmp_path, SAVED[saved](text)))
    assert keys.admits(ADA, HERE)
    assert keys.left_out == ()


@pytest.mark.parametrize("mode", OTHERS_WRITE)
def test_a_file_that_others_may_write_is_not_used(run: Run, tmp_path: Path, mode: int) -> None:
    path = write(tmp_path, KEY, mode)
    with pytest.raises(BadKeys) as bad:
        read_keys(path)
    assert (bad.value.code, bad.value.path) == ("open", path)
    result = run("serve", "--ssh", "--keys", path)
    assert result.code == 1 and "give only its owner access" in result.err


@pytest.mark.parametrize("mode", ONLY_READ)
def test_others_may_read_the_public_keys(tmp_path: Path, mode: int) -> None:
    assert read_keys(write(tmp_path, KEY, mode)).admits(ADA, HERE)


@pytest.mark.parametrize("mode", [0o601, 0o602, 0o604, 0o610, 0o620, 0o640, 0o644, 0o666])
def test_a_key_of_the_server_that_others_may_use_is_not_used(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "host_key"
    open_host_key(path)
    path.chmod(mode)
    with pytest.raises(BadKeys) as bad:
        open_host_key(path)
    assert bad.value.code == "open"


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o700])
def test_the_key_of_the_server_stays_the_same(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "host_key"
    key = open_host_key(path)
    path.write_bytes(codecs.BOM_UTF8 + path.read_bytes())
    path.chmod(mode)
    assert open_host_key(path).get_fingerprint() == key.get_fingerprint()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("rubbish", "key"),
        (KEY[:-6], "key"),
        (KEY.replace("ssh-", "shh-"), "key"),
        (KEY.partition(" ")[2], "key"),
        ("-----BEGIN OPENSSH PRIVATE KEY-----", "key"),
        ("\ufffd\x00", "key"),
        (f'expiry-time="20300101" {KEY}', "option"),
        (f"cert-authority {KEY}", "option"),
        (f"restrict,tunnel=1 {KEY}", "option"),
        (f'permitopen="nowhere" {KEY}', "option"),
    ],
)
def test_a_line_that_lets_nobody_in_is_named(tmp_path: Path, line: str, reason: str) -> None:
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode().strip()
    keys = read_keys(write(tmp_path, f"# people\n{other}\n{line}\n"))
    assert keys.left_out == (LeftOut(3, 3, "option" if reason == "option" else "key"),)
    assert not keys.admits(ADA, HERE)
    assert keys.admits(asyncssh.import_public_key(other), HERE), "one wrong line keeps nobody else out"


def test_options_that_are_known(tmp_path: Path) -> None:
    keys = read_keys(write(tmp_path, f'restrict,pty,command="ls ssh-rsa",from="10.0.0.1,127.0.0.*" {KEY} ada\n'))
    assert keys.left_out == ()
    assert keys.admits(ADA, HERE)
    assert not keys.admits(ADA, "192.0.2.1")


@pytest.mark.parametrize("sign", ["\v", "\f", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])
def test_a_comment_ends_with_its_line(tmp_path: Path, sign: str) -> None:
    other = asyncssh.generate_private_key("ssh-ed25519").export_public_key().decode().strip()
    keys = read_keys(write(tmp_path, f"# revoked{sign}{KEY}\n{other} Bo{sign}\nnonsense\n"))
    assert not keys.admits(ADA, HERE)
    assert keys.left_out == (LeftOut(3, 3, "key"),)


def test_lines_in_a_row_are_named_together(tmp_path: Path) -> None:
    keys = read_keys(write(tmp_path, f"a\nb\n{KEY}\nc\n\nd\ntunnel=1 {KEY}\n"))
    assert [(left.lines, left.reason) for left in keys.left_out] == [
        ("1-2", "key"),
        ("4", "key"),
        ("6", "key"),
        ("7", "option"),
    ]


def test_a_file_without_any_key(tmp_path: Path) -> None:
    for text in ("", "# nobody\n", "rubbish\n", f"tunnel=1 {KEY}"):
        with pytest.raises(BadKeys) as bad:
            read_keys(write(tmp_path, text))
        assert bad.value.code == "empty"


def test_the_server_says_once_which_lines_are_left_out(tmp_path: Path) -> None:
    reports: list[tuple[LeftOut, ...]] = []

    async def play(person: str, connection: object) -> int:
        return 0

    path = write(tmp_path, f"{KEY}\nrubbish\n")
    door = ssh.SshDoor(path, ADA, play, get_vocabulary("classic"), ssh.Limits(), reports.append)
    for _ in range(3):
        door.read_keys()
    write(tmp_path, f"{KEY}\n")
    door.read_keys()
    write(tmp_path, f"{KEY}\ntunnel=1 {KEY}\n")
    door.read_keys()
    assert reports == [(LeftOut(2, 2, "key"),), (), (LeftOut(2, 2, "option"),)]


@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_the_command_names_the_line_and_no_key(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    async def wait() -> None:
        return None

    monkeypatch.setattr("rokoko_tui.cli.serve.wait_for_signal", wait)
    path = write(tmp_path, f"{KEY}\n{KEY[:-8]}\ntunnel=1 {KEY}\n")
    result = run("serve", "--ssh", "--keys", path, "--port", "0", "--language", language)
    first, second = result.err.splitlines()
    assert result.code == 0
    line = {"english": "line", "ukrainian": "рядок"}[language]
    assert first.startswith(f"{path}, {line} 2: ") and second.startswith(f"{path}, {line} 3: ")
    assert "AAAA" not in result.err
