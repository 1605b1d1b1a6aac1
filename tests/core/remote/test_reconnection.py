"""Clients that lose the connection, and hosts that are started again."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Expansion, Seat, Setup, legal_actions
from rokoko_core.journal import open_journal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote import client as client_module
from rokoko_core.remote import link
from rokoko_core.remote import messages as m
from rokoko_core.remote.claims import open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.connection import Connection
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.link import NotTaken
from rokoko_core.remote.seat_view import SeatView
from tests.core.remote.hosted import DEFAULT, HostedTable, Options, RandomThinker, hosted, token_of
from tests.core.remote.test_remote_game import agrees

SETUP = Setup((Seat("Ada"), Seat("Bo")), 11, frozenset({Expansion.JEWELRY_BOX}))


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let clients connect again at once."""
    monkeypatch.setattr(link, "FIRST_RETRY", 0)


class Breaking:
    """A connection that breaks at a request to play: before it is sent, or after."""

    def __init__(self, inner: Connection, sends: bool) -> None:
        self._inner, self._sends = inner, sends

    async def receive(self) -> bytes | None:
        return await self._inner.receive()

    async def send(self, line: bytes) -> None:
        if line.startswith(b'{"type":"play"'):
            if self._sends:
                await self._inner.send(line)
                for _ in range(20):
                    await asyncio.sleep(0)  # the host carries it out
            self._inner.close()
            raise ConnectionResetError
        await self._inner.send(line)

    def close(self) -> None:
        self._inner.close()


class Silent:
    """A connection whose requests reach the host; nothing of what it sends after the first of ``kind`` arrives."""

    def __init__(self, inner: Connection, kind: str = "play") -> None:
        self._inner, self._last = inner, b'{"type":"%s"' % kind.encode()
        self._is_silent, self._closed = False, asyncio.Event()

    async def receive(self) -> bytes | None:
        line = await self._inner.receive()
        if self._is_silent:
            await self._closed.wait()
            return None
        return line

    async def send(self, line: bytes) -> None:
        self._is_silent = self._is_silent or line.startswith(self._last)
        await self._inner.send(line)

    def close(self) -> None:
        self._closed.set()
        self._inner.close()


async def until(condition: object) -> None:
    """Let all tasks run until ``condition()`` is true."""
    assert callable(condition)
    for _ in range(5000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it does not happen")


async def play(table: HostedTable, clients: list[RemoteGame], actions: int, rng: Random) -> None:
    """Let the clients play ``actions`` random actions."""
    for _ in range(actions):
        await table.settle()
        mover = next(client for client in clients if client.person_to_move is not None)
        await mover.play(rng.choice(mover.menu.actions))
    await table.settle()


async def test_a_client_returns_to_the_same_position(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        ada, bo = clients = await table.join_all((0, 1))
        rng = Random(1)
        await play(table, clients, 25, rng)
        before = bo.observation()
        bo.link.drop()
        await until(lambda: not bo.is_connected)
        assert bo.lost is not None
        while ada.person_to_move is not None and ada.can_redo is False and ada.position < 40:
            await ada.play(rng.choice(ada.menu.actions))
        await until(lambda: bo.is_connected and bo.position == ada.position)
        assert bo.lost is None
        agrees(bo, SeatView(table.game, 1))
        assert bo.observation() == before or bo.position > 25
        await play(table, clients, 20, rng)
        for client in clients:
            agrees(client, SeatView(table.game, client.viewer))


async def test_steps_undone_while_away_are_gone_after_the_return(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        _, bo = clients = await table.join_all((0, 1))
        rng = Random(2)
        await play(table, clients, 12, rng)
        while not (table.game.cursor and table.game.can_undo() is None):
            await play(table, clients, 1, rng)
        bo.link.drop()
        await until(lambda: not bo.is_connected)
        table.game.undo()
        table.host.moved()
        action = table.game.line[table.game.cursor]
        other = next(choice for choice in legal_actions(table.game.state) if choice != action)
        table.host.game.cuts.append(table.game.cursor)
        table.game.play(other)
        table.host.moved()
        await until(lambda: bo.is_connected)
        await table.settle()
        for client in clients:
            agrees(client, SeatView(table.game, client.viewer))


async def test_a_seat_is_taken_back_from_another_screen(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        here = await table.join(0)
        there = await table.join(0)  # with the same token
        await until(lambda: here.is_elsewhere)
        await there.play(there.menu.actions[0])
        assert (here.position, there.position) == (0, 1)
        here.return_to_seat()
        here.return_to_seat()  # as with two taps
        await until(lambda: here.is_connected and there.is_elsewhere)
        assert here.position == 1
        here.return_to_seat()
        assert here.is_connected, "nothing to take back"


async def test_a_seat_is_taken_back_once_the_host_is_there_again(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        refusals = [OSError(), OSError()]

        async def open_connection() -> Connection:
            if here.is_elsewhere or (here.lost is not None and refusals):
                raise refusals.pop()
            return await table.open()

        here = RemoteGame(open_connection, m.Hello(code=table.host.claims.codes[0], token=token_of(0)))
        await here.connect()
        table.clients.append(here)
        await table.join(0)
        await until(lambda: here.is_elsewhere)
        here.return_to_seat()
        await until(lambda: here.is_connected)
        assert not refusals


async def test_a_silent_host_is_given_up_and_its_answer_is_told_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client_module, "ANSWER_SECONDS", 0.05)
    async with hosted(tmp_path, SETUP) as table:
        connections = [Silent(await table.open()), await table.open()]

        async def open_connection() -> Connection:
            return connections.pop(0)

        first = table.game.state.pending[-1].seat
        client = RemoteGame(open_connection, m.Hello(code=table.host.claims.codes[first], token=token_of(first)))
        await client.connect()
        table.clients.append(client)
        told: list[bool] = []
        client.on_confirmed = told.append
        with pytest.raises(NotTaken):
            await client.play(client.menu.actions[0])
        await until(lambda: told)
        assert told == [True]
        assert client.position == table.game.cursor == 1


async def test_a_host_that_has_stopped_without_a_word_is_noticed_while_one_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(m, "PING_SECONDS", 0.01)
    monkeypatch.setattr(link, "ANSWER_SECONDS", 0.05)
    async with hosted(tmp_path, SETUP) as table:
        silent = Silent(await table.open(), "ping")

        async def open_connection() -> Connection:
            if client.is_connected or client.lost is None:
                return silent
            raise ConnectionRefusedError

        client = RemoteGame(open_connection, m.Hello(code=table.host.claims.codes[0], token=token_of(0)))
        await client.connect()
        table.clients.append(client)
        lost = asyncio.Event()
        client.on_update = lambda: lost.set() if client.lost is not None else None
        async with asyncio.timeout(10):
            await lost.wait()


async def test_a_request_that_waits_ends_with_the_game(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        first = table.game.state.pending[-1].seat
        connection = Silent(await table.open())

        async def open_connection() -> Connection:
            return connection

        client = RemoteGame(open_connection, m.Hello(code=table.host.claims.codes[first], token=token_of(first)))
        await client.connect()
        playing = asyncio.create_task(client.play(client.menu.actions[0]))
        await until(lambda: table.game.cursor == 1)
        client.close()
        with pytest.raises(NotTaken):
            await playing


@pytest.mark.parametrize("taken", [True, False])
async def test_a_client_learns_whether_its_last_action_was_taken(taken: bool, tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        breaks = True

        async def open_connection() -> Connection:
            nonlocal breaks
            connection = await table.open()
            breaks, now = False, breaks
            return Breaking(connection, sends=taken) if now else connection

        first = table.game.state.pending[-1].seat
        code = table.host.claims.codes[first]
        client = RemoteGame(open_connection, m.Hello(code=code, token=token_of(first)))
        await client.connect()
        table.clients.append(client)
        told: list[bool] = []
        client.on_confirmed = told.append
        with pytest.raises(NotTaken) as lost:
            await client.play(client.menu.actions[0])
        assert lost.value.code is None, "not known yet"
        await until(lambda: told)
        assert told == [taken]
        assert (client.position, table.game.cursor) == (taken, taken)
        agrees(client, SeatView(table.game, first))


async def test_numbers_grow_on_and_clients_return_after_a_restart_of_the_host(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        clients = await table.join_all((0, 1))
        rng = Random(3)
        await play(table, clients, 30, rng)
        numbers = [client._update.number for client in clients]
        observations = [client.observation() for client in clients]
        for client in clients:
            client.close()
        table.host.close()
        table.host.game.close()

        game = LocalGame(open_journal(table.path), people=())
        table.host = GameHost(game, open_claims(table.path, SETUP), DEFAULT, Options(), RandomThinker())
        table.tasks.append(asyncio.create_task(table.host.run()))
        assert table.host.claims.codes == {}
        table.clients.clear()
        again = await table.join_all((0, 1))
        assert [client._update.number for client in again] == numbers
        assert [client.observation() for client in again] == observations
        await play(table, again, 1, rng)
        after = [client._update.number for client in again]
        assert all(new >= old for new, old in zip(after, numbers, strict=True)) and after != numbers
