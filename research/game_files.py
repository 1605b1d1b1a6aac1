"""Files of results, one JSON line for each."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.json import Decoder

from rokoko_core.bots.worker_process import follow_parent

Record = TypeVar("Record")


class _Played(msgspec.Struct):
    """What all games in files have."""

    seed: int


def append_games(play: Callable[[int], msgspec.Struct], seeds: Iterable[int], path: Path, jobs: int) -> None:
    """Play a game for each of ``seeds`` that is not in the file at ``path``, ``jobs`` at a time, and append it.

    A line that was not written to its end, because a run was killed, is removed first.
    """
    remove_torn_line(path)
    played = {game.seed for game in read_records(path, Decoder(_Played))}
    with start_workers(jobs) as pool:
        for record in pool.map(play, (seed for seed in seeds if seed not in played)):
            append(record, path)


def start_workers(jobs: int) -> ProcessPoolExecutor:
    """Return ``jobs`` worker processes, which end with this one."""
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=follow_parent)


def remove_torn_line(path: Path) -> None:
    """Shorten the file at ``path``, which need not exist, to its complete lines."""
    if path.exists():
        with path.open("r+b") as file:
            file.truncate(sum(len(line) for line in file if line.endswith(b"\n")))


def append(record: msgspec.Struct, path: Path) -> None:
    """Append ``record`` to the file at ``path``."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(record) + b"\n")


def read_records(path: Path, decoder: Decoder[Record]) -> Iterator[Record]:
    """Yield the records in the file at ``path``, which need not exist."""
    if path.exists():
        with path.open("rb") as file:
            yield from map(decoder.decode, file)
