"""Files of games, one JSON line for each."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

GameRecord = TypeVar("GameRecord", bound=msgspec.Struct)


def append_games(play: Callable[[int], GameRecord], seeds: Iterable[int], path: Path, jobs: int) -> None:
    """Play a game for each of ``seeds``, ``jobs`` at a time, and append them to the file at ``path``."""
    with ProcessPoolExecutor(jobs) as pool, path.open("ab") as file:
        for record in pool.map(play, seeds):
            file.write(msgspec.json.encode(record) + b"\n")
            file.flush()


def read_games(path: Path, kind: type[GameRecord]) -> Iterator[GameRecord]:
    """Yield the games in the file at ``path``, which need not exist."""
    if path.exists():
        with path.open("rb") as file:
            yield from (msgspec.json.decode(line, type=kind) for line in file)
