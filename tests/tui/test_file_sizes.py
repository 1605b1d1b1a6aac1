"""The largest file that each reader of the terminal side accepts. ``tests/core/test_file_sizes.py`` has the core's."""

import os
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import rokoko_tui
from rokoko_core import Seat, Setup
from rokoko_core.journal import BadSave, SaveFault, create, read
from rokoko_core.play.game_summary import summary_of
from rokoko_tui.arena.results import read_lines
from rokoko_tui.data_files import read_limited
from rokoko_tui.doors.ssh_keys import open_host_key, read_keys
from rokoko_tui.doors.web.admission import Browser, read_browsers
from rokoko_tui.errors import CommandError
from rokoko_tui.puzzles import DAYS, FILE, load_days, load_solved
from rokoko_tui.saves import lock
from rokoko_tui.saves.folder import TERMS, add_save, read_terms, write_terms
from rokoko_tui.saves.index import _VERSION as INDEX_VERSION
from rokoko_tui.saves.index import INDEX, Index
from rokoko_tui.saves.scan import SaveScanner
from tests.core.test_file_sizes import KIB, MIB, Reader, check_limit, readers_in

SETUP = Setup((Seat("Ada"), Seat("Bo")), 7, first_player=0)


def file_of(name: str, content: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        path = folder / name
        path.write_bytes(content)
        path.chmod(0o600)
        return path

    return write


def write_save(folder: Path) -> Path:
    create(folder / "game.rokoko", SETUP).close()
    return folder / "game.rokoko"


def write_game_terms(folder: Path) -> Path:
    write_terms(write_save(folder), "deluxe")
    return folder / TERMS


def write_host_key(folder: Path) -> Path:
    open_host_key(folder / "key")
    return folder / "key"


def write_public_key(folder: Path) -> Path:
    key = open_host_key(folder / "key")
    return file_of("keys", key.export_public_key())(folder)


def has_findings(path: Path) -> bool:
    return [info.findings is not None for info in SaveScanner(path.parent).latest_saves()] == [True]


def is_found_by_seed(path: Path) -> bool:
    return [info.path for info in SaveScanner(path.parent).with_seed(SETUP.seed, 0.0)] == [path]


BROWSERS = msgspec.json.encode([Browser("server", "Ada", "0" * 64, 1.0)])
READERS = {
    "browsers": Reader(MIB, file_of("browsers", BROWSERS), read_browsers),
    "keys": Reader(MIB, write_public_key, lambda path: read_keys(path).entries),
    "key of the server": Reader(MIB, write_host_key, open_host_key),
    "settings": Reader(100_000, file_of("settings.toml", b"number = 1"), read_limited),
    "solved puzzles": Reader(1_000_000, file_of(FILE, b'["ab"]'), lambda path: load_solved(path.parent)),
    "days of puzzles": Reader(1_000_000, file_of(DAYS, b'["2026-11-28"]'), lambda path: load_days(path.parent)),
    "holder of a lock": Reader(4 * KIB, file_of("note", b'{"pid":1,"host":"here","since":1}'), lock._read_holder),
    "terms": Reader(4 * MIB, write_game_terms, lambda path: read_terms(path.parent / "game.rokoko")),
    "save of which little is known": Reader(512 * KIB, write_save, has_findings),
    "save of a seed": Reader(512 * KIB, write_save, is_found_by_seed),
}


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
def test_a_file_of_the_largest_size_is_read_and_no_larger_one(tmp_path: Path, reader: Reader) -> None:
    check_limit(reader, tmp_path)


@pytest.mark.parametrize(("size", "is_read"), [(64 * MIB, True), (64 * MIB + 1, False)])
def test_an_index_has_at_most_sixty_four_mebibytes(tmp_path: Path, size: int, is_read: bool) -> None:
    summary = summary_of(read(write_save(tmp_path)))
    small = Index(tmp_path)
    small.note("game", 1, 2, summary)
    small.write({"game"})
    path = tmp_path / INDEX
    _, entries = msgspec.msgpack.decode(path.read_bytes())
    content = msgspec.msgpack.encode([INDEX_VERSION, entries, b""]).removesuffix(b"\xc4\0")
    path.write_bytes(content + b"\xc6" + (size - len(content) - 5).to_bytes(4))  # a third item, which is ignored
    os.truncate(path, size)
    assert (Index(tmp_path).find("game", 1, 2) is not None) == is_read


@pytest.mark.parametrize(("size", "fault"), [(16 * MIB, SaveFault.NOT_A_SAVE), (16 * MIB + 1, SaveFault.TOO_LARGE)])
def test_a_save_of_somebody_else_has_at_most_sixteen_mebibytes(tmp_path: Path, size: int, fault: SaveFault) -> None:
    with pytest.raises(BadSave) as refused:
        add_save(tmp_path, "game", bytes(size))
    assert refused.value.code is fault and list(tmp_path.iterdir()) == []


def test_results_have_at_most_a_gibibyte(tmp_path: Path) -> None:
    path = tmp_path / "results"
    path.touch()
    os.truncate(path, (1 << 30) + 1)  # it takes no space
    with pytest.raises(CommandError) as refused:
        read_lines(path)
    assert refused.value.key == "refused.unreadable"


def test_every_reader_of_the_terminal_side_is_tested_here() -> None:
    elsewhere = {"app_server", "hosted_games"}  # secrets of a fixed length
    assert readers_in(rokoko_tui) - elsewhere == {
        "admission", "data_files", "folder", "index", "lock", "puzzles", "results", "scan", "ssh_keys",
    }  # fmt: skip
