"""A hosted game within one test: the host, and clients at chosen seats."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from rokoko_core.actions import Action
from rokoko_core.game import Game
from rokoko_core.journal import create, open_journal
from rokoko_core.observe import Observation
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote import messages as m
from rokoko_core.remote.claims import open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.connection import Connection, local_pair
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.host_options import HostOptions
from rokoko_core.state import Setup

DEFAULT = HostOptions()


@dataclass(frozen=True)
class Options:
    """Settings of the host: nothing is automatic except bots."""

    handover: bool = False
    forced_steps: bool = False
    ends_turns: bool = False
    think: float = 0.05


class RandomThinker:
    """Lets bots choose at random."""

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> tuple[Action, ...]:
        return (rng.choice(view.actions),)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        pass


def token_of(seat: int) -> str:
    """Return the token that the client of ``seat`` uses in tests."""
    return f"token-of-the-client-at-{seat}"


class HostedTable:
    """A host with its clients."""

    def __init__(self, folder: Path, setup: Setup, options: HostOptions, unnamed: Collection[int] = ()) -> None:
        self.path = folder / "hosted.rokoko"
        journal = open_journal(self.path) if self.path.exists() else create(self.path, setup)
        game = LocalGame(journal, people=())
        self.host = GameHost(game, open_claims(self.path, setup, unnamed), options, Options(), RandomThinker())
        self.tasks = [asyncio.create_task(self.host.run())]
        self.clients: list[RemoteGame] = []

    @property
    def game(self) -> Game:
        """The host's game."""
        return self.host.game.recording

    async def open(self) -> Connection:
        """Open a connection to the host."""
        here, there = local_pair()
        self.tasks.append(asyncio.create_task(self.host.serve(there)))
        return here

    async def join(self, seat: int | None) -> RemoteGame:
        """Return a connected client at ``seat``, or a spectator."""
        code = self.host.claims.codes.get(seat, "") if seat is not None else ""
        hello = m.Hello(code=code, token=token_of(seat) if seat is not None else "")
        client = RemoteGame(self.open, hello)
        await client.connect()
        self.clients.append(client)
        return client

    async def join_all(self, seats: Sequence[int]) -> list[RemoteGame]:
        """Return clients at ``seats``."""
        return [await self.join(seat) for seat in seats]

    async def settle(self) -> None:
        """Wait until every client knows the position of the host that it may know."""
        for _ in range(2000):
            await asyncio.sleep(0)
            if all(client.position == view_position(self, client) for client in self.clients if client.is_connected):
                return
        raise AssertionError("a client does not learn of the position")

    async def close(self) -> None:
        for client in self.clients:
            client.close()
        self.host.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.host.game.close()


def view_position(table: HostedTable, client: RemoteGame) -> int:
    """Return the position that ``client`` may know."""
    sessions = [session for session in table.host.sessions if session.seat == client.viewer]
    return sessions[0].view.position if sessions else client.position


@asynccontextmanager
async def hosted(
    folder: Path, setup: Setup, options: HostOptions = DEFAULT, unnamed: Collection[int] = ()
) -> AsyncIterator[HostedTable]:
    """Host the game in ``folder``, by default a new one of ``setup``, while the block runs."""
    table = HostedTable(folder, setup, options, unnamed)
    try:
        yield table
    finally:
        await table.close()
