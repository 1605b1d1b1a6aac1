"""Saves of earlier versions, kept byte for byte: they open, replay with all digests, and can be continued."""

import json
from hashlib import sha256
from pathlib import Path
from shutil import copyfile
from typing import get_args

import pytest

from rokoko_core import Seat, Setup, legal_actions, state_digest
from rokoko_core.game import Entry, Game, Play, StandIn, Undo
from rokoko_core.journal import Notice, create, open_journal, read
from rokoko_core.journal.entries import FIRST_CHECKED, FORMAT_VERSION

KEPT = {
    "0.2.0": "819041a63a86ffa707bfa16d24e6592c",
    "0.3.0": "593f130e88561f7f3c0cdd7b01893420",
    "0.4.0": "117645f8134cbefcd5da5a8444ae409d",
    "0.5.0": "14f8bddde931c2b71c4f4e7e91715ead",
    "0.6.0": "31c487bde8d5101798bd2e6952508725",
    "format-6": "2dbac1aba3f7879b626fce21ddf6f9aa",
    "0.7.0": "ca694c3916fffd49dd3cf8ff053333dc",
    "rules-4": "3d06d0e9e3e5d7650f316875d1757d82",
}
"""Folder of each version, or of a format or rules before their release, and the first half of the hash of the names and
contents of its files.
"""
HERE = Path(__file__).parent
FILES = [path for version in KEPT for path in sorted((HERE / version).glob("*.rokoko"))]


def _name(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("version", KEPT)
def test_the_files_are_unchanged(version: str) -> None:
    whole = sha256()
    for path in FILES:
        if path.parent.name == version:
            whole.update(path.name.encode() + path.read_bytes())
    assert whole.hexdigest()[:32] == KEPT[version]


def test_the_files_are_of_every_format_and_have_every_set_and_kind_of_entry() -> None:
    headers = [json.loads(path.open("rb").readline()) for path in FILES]
    assert {header["version"] for header in headers} == set(range(1, FORMAT_VERSION + 1))
    assert {header["rules"] for header in headers} == {1, 2, 3, 4}
    assert {header["components"]["name"] for header in headers} == {f"reconstructed-{n}" for n in (1, 2, 3)}
    present = [path for path in FILES if path.parent.name == "format-6"]
    entries = [entry for path in present for entry in read(path).game.entries]
    assert {type(entry) for entry in entries} == set(get_args(Entry))
    assert any(isinstance(entry, Undo) and entry.crossed is not None for entry in entries), "by consent"
    assert {entry.level for entry in entries if isinstance(entry, StandIn)} == {"novice", ""}


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_an_old_save_replays_digest_for_digest(path: Path) -> None:
    reading = read(path)
    is_checked = reading.header.version >= FIRST_CHECKED
    assert reading.notice is (None if is_checked else Notice.UNCHECKED)
    assert (reading.damage, reading.size) == (None, path.stat().st_size)
    assert reading.game.over
    stored = [line for line in path.read_bytes().splitlines() if b'"digest"' in line][1:]
    entries = [entry for entry in reading.game.entries if isinstance(entry, Play) and entry.digest]
    assert len(entries) == len(stored) > 20
    assert all(f'"digest":"{entry.digest}"'.encode() in line for entry, line in zip(entries, stored, strict=True))


@pytest.mark.parametrize("path", FILES, ids=_name)
def test_an_old_save_continues(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / path.name
    copyfile(path, copy)
    with open_journal(copy) as journal:
        journal.game.undo_to(journal.game.length // 2, cross=True)
        for _ in range(12):
            journal.game.play(legal_actions(journal.game.state)[-1])
    assert copy.read_bytes().startswith(path.read_bytes())
    again = read(copy)
    assert (again.damage, again.notice) == (None, None)
    assert again.game.line == journal.game.line


def test_an_old_save_continues_with_digests_that_its_own_version_computes(tmp_path: Path) -> None:
    """Its header spells out that there are no expansions, and its digests include that; new digests do not."""
    whole, path = HERE / "0.6.0" / "base-2.rokoko", tmp_path / "game.rokoko"
    lines = whole.read_bytes().splitlines(keepends=True)
    assert b'"expansions":[]' in lines[0]
    path.write_bytes(b"".join(lines[:100]))
    expected = read(whole).game.entries
    with open_journal(path) as journal:
        forks = [journal.game.fork(journal.game.cursor), Game.like(journal.game)]
        for game in (journal.game, *forks):
            for entry in expected[99:]:
                game.repeat(entry)
        assert journal.game.entries == expected == forks[1].entries
    assert read(path).damage is None
    fork, digest = forks[0], forks[0].entries[-1]
    assert isinstance(digest, Play) and digest.digest == state_digest(fork.state) == state_digest(journal.game.state)
    assert digest != expected[-1], "a fork is a new save"


@pytest.mark.parametrize("path", [path for path in FILES if path.parent.name == "0.2.0"][:3], ids=_name)
def test_a_fork_of_a_save_without_checksums_has_them(path: Path, tmp_path: Path) -> None:
    """Then no line can be left out, which the old file does not notice."""
    old, copy = read(path), tmp_path / "copy.rokoko"
    with create(copy, old.game.setup, old.game.fork(old.game.length).entries, "fork"):
        pass
    again = read(copy)
    assert (again.header.version, again.damage, again.notice) == (FORMAT_VERSION, None, None)
    assert again.game.line == old.game.line
    lines = copy.read_bytes().splitlines(keepends=True)
    assert all(b'"c":"' in line for line in lines)
    copy.write_bytes(b"".join(lines[:5] + lines[6:]))
    assert read(copy).damage is not None


def test_a_save_that_names_the_first_set_keeps_its_digests(tmp_path: Path) -> None:
    """0.2.0 wrote the set's name into setups that had one, and hashed it too."""
    path = tmp_path / "named.rokoko"
    lines = [
        '{"format":"rokoko-save","version":2,"rules":1,"program":"0.2.0","setup":{"players":[{"name":"A"},{"name":"B"}],'
        '"seed":1,"components":"reconstructed-1"},'
        '"components":{"name":"reconstructed-1","digest":"3ce09aa5c5efd40d"},"created":1795235837}',
        '{"n":1,"t":0,"e":{"entry":"play","action":{"do":"choose-hand","cards":["base-apprentice-acquire","base-apprentice-livre","base-journeyman"]}}}',
        '{"n":2,"t":0,"e":{"entry":"play","action":{"do":"choose-hand","cards":["base-apprentice-acquire","base-apprentice-livre","base-journeyman"]},"digest":"0343fdec111fecb8"}}',
        '{"n":3,"t":0,"e":{"entry":"play","action":{"do":"play-card","card":"base-apprentice-acquire"}}}',
        '{"n":4,"t":0,"e":{"entry":"play","action":{"do":"take-tile","space":0}}}',
        '{"n":5,"t":0,"e":{"entry":"play","action":{"do":"keep-tile"}}}',
        '{"n":6,"t":0,"e":{"entry":"play","action":{"do":"take-tile","space":1}}}',
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert read(path).damage is None


def test_values_equal_to_a_default_are_omitted(tmp_path: Path) -> None:
    path = tmp_path / "game.rokoko"
    setup = Setup(
        (Seat("Ada", "".join(["hu", "man"])), Seat("Bo")),  # type: ignore[arg-type]
        1,
        open_scores="".join(["a", "ll"]),  # type: ignore[arg-type]
        components="".join(["reconstructed", "-1"]),
    )
    with create(path, setup) as journal:
        for _ in range(12):
            journal.game.play(legal_actions(journal.game.state)[0])
    assert b'"setup":{"players":[{"name":"Ada"},{"name":"Bo"}],"seed":1}' in path.read_bytes()
    assert read(path).damage is None
