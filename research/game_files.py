"""Files of results, one JSON line for each."""

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec.json import Decoder

from rokoko_core.bots.worker_process import follow_parent

Record = TypeVar("Record", bound=msgspec.Struct)


class _Played(msgspec.Struct):
    """What all games in files have."""

    seed: int


def run_games(
    command: str, description: str, argv: Sequence[str] | None, play: Callable[[int], Record], kind: type[Record]
) -> list[Record]:
    """Play the games that the command line ``argv`` of ``command`` asks for; return all in its file of results."""
    parser = argparse.ArgumentParser(prog=f"python -m research {command}", description=description)
    parser.add_argument("results", type=Path, help="file of the games, one line of JSON each")
    parser.add_argument("--games", type=int, default=0, help="games, from --seed on")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    options = parser.parse_args(argv)
    options.results.parent.mkdir(parents=True, exist_ok=True)
    append_games(play, range(options.seed, options.seed + options.games), options.results, options.jobs)
    return list(read_records(options.results, Decoder(kind)))


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
