"""Files of results, one JSON line for each."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.json import Decoder

Record = TypeVar("Record")


def append_games(play: Callable[[int], msgspec.Struct], seeds: Iterable[int], path: Path, jobs: int) -> None:
    """Play a game for each of ``seeds``, ``jobs`` at a time, and append them to the file at ``path``."""
    with ProcessPoolExecutor(jobs) as pool:
        for record in pool.map(play, seeds):
            append(record, path)


def append(record: msgspec.Struct, path: Path) -> None:
    """Append ``record`` to the file at ``path``."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(record) + b"\n")


def read_records(path: Path, decoder: Decoder[Record]) -> Iterator[Record]:
    """Yield the records in the file at ``path``, which need not exist."""
    if path.exists():
        with path.open("rb") as file:
            yield from map(decoder.decode, file)
