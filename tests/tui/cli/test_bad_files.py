"""Test commands with unusable files: one sentence, the exit code, and an unchanged file."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rokoko_core.journal import LARGEST
from rokoko_core.journal.entries import FORMAT_VERSION
from tests.chained import chained
from tests.tui.cli.shell import Run, illegal, lines_of, refused


def _newer(lines: list[bytes]) -> list[bytes]:
    version = b'"version":%d'
    return [lines[0].replace(version % FORMAT_VERSION, version % (FORMAT_VERSION + 1)), *lines[1:]]


def _newer_rules(lines: list[bytes]) -> list[bytes]:
    return [lines[0].replace(b'"rules":1', b'"rules":9'), *lines[1:]]


def _six_players(lines: list[bytes]) -> list[bytes]:
    more = b",".join(b'{"name":"P%d"}' % number for number in range(6))
    return chained([lines[0].replace(b'"players":[', b'"players":[' + more + b","), *lines[1:]])


def _other_components(lines: list[bytes]) -> list[bytes]:
    header = lines[0].replace(b'"name":"reconstructed-1"', b'"name":"attic"')
    return chained([header.replace(b'"seed":5,"first_player":0', b'"seed":5,"first_player":0,"components":"attic"')])


UNREADABLE: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "empty": (lambda lines: [], "empty"),
    "binary": (lambda lines: [bytes(range(256)) * 10], "not a saved game"),
    "cut in its header": (lambda lines: [lines[0][:40]], "not a saved game"),
    "other json": (lambda lines: [b"[1, 2, 3]\n"], "not a saved game"),
    "newer format": (_newer, "newer format"),
    "newer rules": (_newer_rules, "newer rules"),
    "eight players": (_six_players, "8"),
    "unknown components": (_other_components, "attic"),
    "nested deeply": (lambda lines: [b'{"format":' + b"[" * 100_000 + b"\n", *lines], "not a saved game"),
    "another header": (lambda lines: [lines[0].replace(b'"seed":5', b'"seed":6'), *lines[1:]], "ine 1"),
    "too large": (lambda lines: [*lines, b" " * LARGEST], "too large"),
}
DAMAGED: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "an illegal action": (illegal, "ine 4"),
    "a line missing": (lambda lines: [*lines[:2], *lines[3:]], "ine 3"),
    "rubbish inside": (lambda lines: [*lines[:4], b"\x00\xff\n", *lines[4:]], "ine 5"),
    "another digest": (lambda lines: chained(map(_forged, lines)), "ine 3"),
    "another checksum": (lambda lines: [*lines[:4], lines[4].replace(b'"t":1', b'"t":2'), *lines[5:]], "ine 5"),
    "two fields of one name": (
        lambda lines: [*lines[:4], lines[4].replace(b'"t":', b'"t":0,"t":'), *lines[5:]],
        "ine 5",
    ),
    "nested deeply": (lambda lines: [*lines[:4], b"[" * 100_000 + b"\n", *lines[4:]], "ine 5"),
}


def _forged(line: bytes) -> bytes:
    return line.replace(b'"digest":"', b'"digest":"0') if b'"entry"' in line else line


@pytest.mark.quick(33)
@pytest.mark.parametrize("command", ["show", "log", "verify", "load", "replay", "plain"])
@pytest.mark.parametrize("kind", UNREADABLE)
def test_an_unreadable_file_is_reported_and_unchanged(run: Run, save: Path, command: str, kind: str) -> None:
    spoil, word = UNREADABLE[kind]
    save.write_bytes(b"".join(spoil(lines_of(save))))
    before = save.read_bytes()
    result = run(command, save)
    assert (result.code, result.out) == (1, "")
    assert result.err.count("\n") == 1
    assert save.name in result.err
    assert word in result.err
    assert save.read_bytes() == before
    assert [path.name for path in save.parent.iterdir()] == [save.name], "no file is created"


@pytest.mark.parametrize("command", ["show", "log", "verify", "load", "plain"])
@pytest.mark.parametrize("kind", DAMAGED)
def test_damage_is_reported_by_line_and_the_file_unchanged(run: Run, save: Path, command: str, kind: str) -> None:
    spoil, word = DAMAGED[kind]
    save.write_bytes(b"".join(spoil(lines_of(save))))
    before = save.read_bytes()
    result = run(command, save)
    assert result.code == 1
    assert result.err.count("\n") == 1
    assert save.name in result.err
    assert word in result.err
    assert (result.out != "") == (command in ("show", "log")), "the sound part is shown"
    assert save.read_bytes() == before


@pytest.mark.parametrize("command", ["show", "log", "verify", "load", "replay", "plain"])
def test_missing_files_and_folders_are_refused(run: Run, tmp_path: Path, command: str) -> None:
    missing = tmp_path / "missing.rokoko"
    assert run(command, missing).code == 1
    assert not missing.exists()
    result = run(command, tmp_path)
    assert result.code == 1
    assert str(tmp_path) in result.err
    assert result.out == ""


def test_a_file_without_permission_is_refused(run: Run, save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(path: Path, *_: object) -> int:
        raise PermissionError(13, "permission denied")

    monkeypatch.setattr(os, "open", forbidden)
    refused(run("show", save), 1, "permission denied", save.name)
