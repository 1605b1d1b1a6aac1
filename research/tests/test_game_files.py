"""research.game_files: files of games that are continued after a kill."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest
from msgspec.json import Decoder

from research import game_files
from research.game_files import append_games, read_records
from research.tuning.games import Record


def test_a_killed_run_continues_with_the_missing_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_files, "start_workers", lambda jobs: ThreadPoolExecutor(1))
    played: list[int] = []

    def play(seed: int) -> Record:
        played.append(seed)
        return Record(seed, ())

    path = tmp_path / "games"
    append_games(play, range(3), path, 3)
    path.write_bytes(path.read_bytes()[:-5])
    append_games(play, range(5), path, 3)
    assert played == [0, 1, 2, 2, 3, 4]
    assert list(read_records(path, Decoder(Record))) == [Record(seed, ()) for seed in range(5)]


def test_a_file_that_ends_with_a_complete_line_is_not_shortened(tmp_path: Path) -> None:
    path = tmp_path / "games"
    assert list(read_records(path, Decoder(Record))) == [], "a file that does not exist has no games"
    path.write_bytes(msgspec.json.encode(Record(1, ())) + b"\n")
    before = path.read_bytes()
    game_files.remove_torn_line(path)
    assert path.read_bytes() == before
