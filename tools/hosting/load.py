"""Measure a host of ten games with four seats and two spectators each: the time from a key to the screen, and memory.

``python -m tools.hosting.load`` plays one seat on the full screen, in turn at a table of its own and at one of the
host. The others are connected, chat, and play the other nine games at random. The person measured has muted the chat:
its notices come at any time, and would count as answers to a key.
"""

import asyncio
import multiprocessing
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random

from rokoko_core.journal import read
from rokoko_core.remote.claims import open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.link import NotTaken
from rokoko_core.remote.tickets import Ticket, Tickets
from tools import ROOT
from tools.bench.results import Result, limited, ratio
from tools.bench.screen import Screen
from tools.bench.terminal_budgets import PROGRAM, new_game, open_table, temporary_home, write_settings
from tools.hosting.figures import print_figures, read_megabytes

GAMES, SEATS, SPECTATORS = 10, 4, 2
"""Games, and people at each of them."""
ROUNDS = 25
PAUSE = 0.5
"""Seconds between two actions of each of the other games."""
TALK = 4.0
"""Seconds between two lines of chat of each person."""
SLOWEST = 200.0
"""Milliseconds within which 95 % of the keys are answered."""
PEOPLE = GAMES * (SEATS + SPECTATORS)
KEYS = {"arrow key": "down", "committed action": "enter", "undo": "u"}
MUTE = ("/", "\x14", "escape")
"""Keys that open the chat, mute it and close it."""
NOTICE_SECONDS = 4.0
"""Silence after which the notice of that is gone."""
SIZE = (120, 40)


class Hosted:
    """One program that hosts all games."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.saves = [new_game(home / "saves" / f"{number}.rokoko") for number in range(GAMES)]
        folders = {"HOME": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, *PROGRAM, "host", *map(str, self.saves), "--headless", "--seed-is-known"]
        command += ["--spectators", "live", "--spectators-read-chat"]
        self._host = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **folders}, text=True)
        assert self._host.stdout is not None
        for line in self._host.stdout:
            if line.count("--code") and f"/{GAMES - 1}.sock" in line:
                break
        self._seated = Tickets(home / "tickets")

    def ticket(self, game: int, seat: int) -> Ticket:
        """Return a ticket for a seat that was not claimed."""
        save = self.saves[game]
        return self._seated.new(self._address(save), open_claims(save, read(save).game.setup).codes[seat])

    def spectator_ticket(self, game: int) -> Ticket:
        """Return a ticket without a seat."""
        return Ticket(self._address(self.saves[game]), token="")

    @staticmethod
    def _address(save: Path) -> str:
        return str(save.parent / ".sockets" / f"{save.stem}.sock")

    @property
    def megabytes(self) -> float:
        """The memory of the host."""
        return read_megabytes(self._host.pid)

    def close(self) -> None:
        self._host.kill()
        self._host.wait()


@contextmanager
def _others(tables: Sequence[Sequence[Ticket]], spectators: Sequence[Ticket]) -> Iterator[None]:
    """Run clients of many seats and spectators in another process, whose work does not delay the measurements."""
    processes = multiprocessing.get_context("spawn")
    are_there = processes.Event()
    others = processes.Process(target=_run_others, args=(tables, spectators, are_there), daemon=True)
    others.start()
    try:
        assert are_there.wait(60), "the others did not connect"
        yield
    finally:
        others.kill()
        others.join()


def _run_others(tables: Sequence[Sequence[Ticket]], spectators: Sequence[Ticket], are_there: Event) -> None:
    asyncio.run(_connect(tables, spectators, are_there))


async def _connect(tables: Sequence[Sequence[Ticket]], spectators: Sequence[Ticket], are_there: Event) -> None:
    """Connect everybody; let all players chat, and those of complete tables play, one action after each pause."""
    games = [[await _join(ticket) for ticket in table] for table in (*tables, spectators)]
    are_there.set()
    playing = (_play(table) for table in games if len(table) == SEATS)
    talking = (_talk(game) for game in chain(*games) if game.viewer is not None)
    await asyncio.gather(*playing, *talking)


async def _talk(game: RemoteGame) -> None:
    await asyncio.sleep(Random(id(game)).uniform(0, TALK))
    while True:
        with suppress(NotTaken):
            await game.say("A line of chat, about as long as people write.")
        await asyncio.sleep(TALK)


async def _join(ticket: Ticket) -> RemoteGame:
    game = RemoteGame(ticket.open, ticket.hello())
    await game.connect()
    return game


async def _play(table: list[RemoteGame]) -> None:
    rng = Random(1)
    while True:
        await asyncio.sleep(PAUSE)
        for game in table:
            if game.person_to_move is not None:
                with suppress(NotTaken):
                    await game.play(rng.choice(game.menu.actions))
                break


@contextmanager
def _remote_table(home: Path, ticket: Ticket) -> Iterator[Screen]:
    """Run the program at the seat of ``ticket``."""
    write_settings(home, 'end_turns = "never"')
    with Screen((*PROGRAM, "join", ticket.address, "--code", ticket.code), home, SIZE) as table:
        table.shown("main action")
        table.still(0.5)
        for key in MUTE:
            table.answer(key)
        table.still(NOTICE_SECONDS)
        yield table


def measure() -> Iterator[Result]:
    """Measure everything."""
    with temporary_home() as home, temporary_home() as far, temporary_home() as near:
        hosted = Hosted(home)
        mover = read(hosted.saves[0]).game.state.pending[-1].seat
        ticket = hosted.ticket(0, mover)
        try:
            with _remote_table(far, ticket) as remote, open_table(near, SIZE) as local:
                first = hosted.megabytes
                rest = [hosted.ticket(0, seat) for seat in range(SEATS) if seat != mover]
                tables = [rest, *([hosted.ticket(n, s) for s in range(SEATS)] for n in range(1, GAMES))]
                spectators = [hosted.spectator_ticket(n) for n in range(GAMES) for _ in range(SPECTATORS)]
                pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in KEYS}
                with _others(tables, spectators):
                    for number in range(ROUNDS):
                        for name, key in KEYS.items():
                            pair = remote.answer(key).seconds, local.answer(key).seconds
                            if number:
                                pairs[name].append(pair)
                    all_people = hosted.megabytes
        finally:
            hosted.close()
        for name, values in pairs.items():
            columns = [[seconds * 1000 for seconds in column] for column in zip(*values, strict=True)]
            there, here = map(statistics.median, columns)
            slow, slow_here = (statistics.quantiles(column, n=20)[-1] for column in columns)
            yield ratio(f"key to screen, {name}", f"{there:.0f} ms", f"local: {here:.0f} ms", there / here, 3)
            yield limited(f"95 % of the answers, {name} (local: {slow_here:.0f} ms)", slow, SLOWEST, "ms", 0)
        yield limited(
            f"memory a person beyond the first ({first:.0f} MB)", (all_people - first) / (PEOPLE - 1), 20, "MB"
        )


if __name__ == "__main__":
    sys.exit(print_figures(measure()))
