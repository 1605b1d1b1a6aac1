"""Kill the host and the clients of hosted games at random moments; count actions lost and applied twice.

``python -m tools.hosting.kills 500`` kills 500 times. Each client is a program that plays at random and notes, before
it sends an action, that it wants it, and after the answer of the host that it was acknowledged. At the end of each
game the notes are compared with the save.
"""

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import msgspec

from rokoko_core import Expansion, Seat, Setup
from rokoko_core.actions import Action
from rokoko_core.game import Game
from rokoko_core.journal import create, open_journal
from rokoko_core.remote.claims import open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.link import NotTaken
from rokoko_core.remote.seat_view import SeatView
from rokoko_core.remote.tickets import Ticket, Tickets
from tools import ROOT

NAMES = ("Ada", "Bo", "Cy")
MOST_WAIT = 0.5
"""Seconds between the moment when play continues and the next kill, at most."""
PLAYING = 0.8
"""Share of the kills that wait until play continues."""
GLANCE = 0.02
PATIENCE = 60.0
"""Seconds within which the game has to continue after a kill."""


class Note(msgspec.Struct, frozen=True):
    """A line of a client's notes."""

    position: int
    action: Action
    acknowledged: bool


@dataclass
class Tally:
    """What happened."""

    kills: int = 0
    host_kills: int = 0
    games: int = 0
    acknowledged: int = 0
    """Actions that were acknowledged to a client."""
    lost: int = 0
    """Those that are not in the save."""
    twice: int = 0
    """Actions in the save that no client wanted there."""
    unconfirmed: int = 0
    """Actions in the save whose acknowledgement never arrived."""

    def __str__(self) -> str:
        return (
            f"{self.kills} kills ({self.host_kills} of the host) in {self.games} games: "
            f"{self.acknowledged} acknowledged actions, {self.lost} lost, {self.twice} applied twice; "
            f"{self.unconfirmed} saved without an acknowledgement"
        )


# ---- a client


async def play(ticket: Ticket, notes: Path, seed: int) -> None:
    """Play the seat of ``ticket`` at random until the game is over."""
    rng = Random(seed)
    game = RemoteGame(ticket.open, ticket.hello())
    changed = asyncio.Event()
    game.on_update = changed.set
    await game.connect()
    descriptor = os.open(notes, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def note(position: int, action: Action, acknowledged: bool) -> None:
        os.write(descriptor, msgspec.json.encode(Note(position, action, acknowledged)) + b"\n")

    while game.to_move is not None:
        if game.is_connected and game.person_to_move is not None:
            position, action = game.position, rng.choice(game.menu.actions)
            note(position, action, acknowledged=False)
            try:
                await game.play(action)
            except NotTaken:
                continue
            note(position, action, acknowledged=True)
        else:
            changed.clear()
            await changed.wait()


# ---- the games


@dataclass
class Table:
    """A game with a host and a client at each seat, all of them programs."""

    folder: Path
    seed: int
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.save = self.folder / "game.rokoko"
        setup = Setup(tuple(map(Seat, NAMES)), self.seed, frozenset(Expansion))
        create(self.save, setup).close()
        claims = open_claims(self.save, setup)
        tickets = Tickets(self.folder / "tickets")
        self.tickets = [tickets.new(str(self.folder / "s"), claims.codes[seat]) for seat in range(len(NAMES))]

    @property
    def names(self) -> list[str]:
        """The names of all programs."""
        return ["host", *NAMES]

    def start(self, name: str) -> None:
        """Start the host, or the client called ``name``."""
        if name == "host":
            command = ["-m", "rokoko_tui", "host", str(self.save), "--headless", "--socket", str(self.folder / "s")]
            command.append("--seed-is-known")
        else:
            ticket = self.folder / f"{name}.ticket"
            ticket.write_bytes(msgspec.json.encode(self.tickets[NAMES.index(name)]))
            command = ["-m", "tools.hosting.kills", "--play", str(ticket), str(self.notes(name)), str(self.seed)]
        home = str(self.folder)
        folders = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home, "ROKOKO_SAVES": home}
        with (self.folder / f"{name}.errors").open("ab") as errors:
            self.processes[name] = subprocess.Popen(
                [sys.executable, *command],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                cwd=ROOT,
                env={**os.environ, **folders},
            )

    def notes(self, name: str) -> Path:
        """Return the file with the notes of the client called ``name``."""
        return self.folder / f"{name}.notes"

    def kill(self, name: str) -> None:
        """Kill the program called ``name`` with SIGKILL."""
        process = self.processes[name]
        process.send_signal(signal.SIGKILL)
        process.wait()

    def wait_for_play(self) -> bool:
        """Wait until the game continues; return False once it is over. Raises AssertionError if neither happens."""
        before, deadline = self.save.stat().st_size, time.monotonic() + PATIENCE
        while self.save.stat().st_size <= before:
            assert time.monotonic() < deadline, f"the game in {self.folder} does not continue"
            time.sleep(GLANCE)
            if all(self.processes[name].poll() == 0 for name in NAMES):
                return False
            for name in self.names:
                if self.processes[name].poll():  # a client that found no host
                    self.start(name)
        return True

    def close(self) -> None:
        """Kill all programs."""
        for process in self.processes.values():
            process.kill()
            process.wait()

    def check(self, tally: Tally) -> bool:
        """Compare the notes with the save; return whether the game is over."""
        with open_journal(self.save) as journal:
            game = journal.game
        tally.games += 1
        wanted: dict[int, list[Note]] = {}
        acknowledged: set[int] = set()
        for seat, name in enumerate(NAMES):
            view = SeatView(game, seat)
            for note in read_notes(self.notes(name)):
                note = msgspec.structs.replace(note, position=_place_of(view, note.position))
                wanted.setdefault(note.position, []).append(note)
                if note.acknowledged:
                    acknowledged.add(note.position)
                    tally.acknowledged += 1
                    tally.lost += not _is_at(game, note, seat)
        for position, action in enumerate(game.line):
            tally.twice += not any(note.action == action for note in wanted.get(position, ()))
            tally.unconfirmed += position not in acknowledged
        return game.over


def _place_of(view: SeatView, position: int) -> int:
    """Return the position in the save of what the client of ``view`` counts as ``position``."""
    return view.place(position) if position <= view.length else view.recording.length


def _is_at(game: Game, note: Note, seat: int) -> bool:
    if note.position >= game.cursor:
        return False
    return (game.line[note.position], game.seat_of(note.position)) == (note.action, seat)


def read_notes(path: Path) -> list[Note]:
    """Return the notes in ``path``; a last line that was not finished is left out."""
    if not path.exists():
        return []
    lines = path.read_bytes().split(b"\n")[:-1]
    return [msgspec.json.decode(line, type=Note) for line in lines]


def kill_programs(kills: int, seed: int, folder: Path) -> Tally:
    """Kill programs ``kills`` times, in as many games as that takes. Raises AssertionError where play stops."""
    rng, tally, number = Random(seed), Tally(), 0
    while tally.kills < kills:
        number += 1
        home = folder / str(number)
        home.mkdir()
        table = Table(home, seed=rng.randrange(1 << 32))
        for name in table.names:
            table.start(name)
        try:
            _kill_in_one_game(table, kills, rng, tally)
        finally:
            table.close()
        table.check(tally)
    return tally


def _kill_in_one_game(table: Table, kills: int, rng: Random, tally: Tally) -> None:
    """Kill programs until the game is over, or ``tally`` is full and the game has continued."""
    while True:
        # Some programs are killed while they start or connect, most of them while they play.
        is_over = rng.random() < PLAYING and not table.wait_for_play()
        time.sleep(rng.uniform(0, MOST_WAIT))
        if is_over or tally.kills == kills:
            return
        name = rng.choice(table.names)
        table.kill(name)
        table.start(name)
        tally.kills += 1
        tally.host_kills += name == "host"


def main(argv: Sequence[str] | None = None) -> int:
    """Kill programs, or be one of the clients."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int, nargs="?", default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", nargs=3, metavar=("TICKET", "NOTES", "SEED"), help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.play:
        ticket, notes, seed = options.play
        chosen = msgspec.json.decode(Path(ticket).read_bytes(), type=Ticket)
        asyncio.run(play(chosen, Path(notes), int(seed) ^ os.getpid()))
        return 0
    with tempfile.TemporaryDirectory(prefix="rk") as folder:
        tally = kill_programs(options.kills, options.seed, Path(folder))
    print(tally)
    return 1 if tally.lost or tally.twice else 0


if __name__ == "__main__":
    sys.exit(main())
