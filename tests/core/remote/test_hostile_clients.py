"""Clients that do what no client of ours does: nothing harms the game, the other seats or the host."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from rokoko_core import Expansion, Seat, Setup, legal_actions
from rokoko_core.concession import is_ended
from rokoko_core.journal import read
from rokoko_core.play.view import NotWritten
from rokoko_core.remote import connection as connections
from rokoko_core.remote import host as hosting
from rokoko_core.remote import messages as m
from rokoko_core.remote import session as sessions
from rokoko_core.remote.claims import open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.connection import LOOPBACK, StreamConnection
from rokoko_core.remote.host_options import Delay, HostOptions
from rokoko_core.remote.link import NotTaken, Unreachable
from rokoko_core.remote.server import listen_on_port, listen_on_socket
from tests.core.remote.hosted import HostedTable, hosted, token_of

TABLE = Setup((Seat("Ada"), Seat("Bo")), 7, frozenset(Expansion), first_player=0)
WITH_BOT = Setup((Seat("Ada"), Seat("Rob", "bot", "apprentice")), 7, first_player=0)
TOKEN = "a-token-that-is-long-enough"
Farewell = m.FarewellCode


class Listening:
    """A hosted game on a socket and a port, and the errors that reached its event loop."""

    def __init__(self, table: HostedTable, path: Path, port: int) -> None:
        self.table, self.path, self.port = table, path, port
        self.errors: list[dict[str, Any]] = []

    async def connect(self, *lines: bytes) -> StreamConnection:
        """Return a new connection, on which ``lines`` were sent."""
        client = StreamConnection(*await asyncio.open_unix_connection(str(self.path), limit=m.LONGEST_MESSAGE))
        for line in lines:
            await client.send(line)
        return client

    async def join(self, seat: int) -> RemoteGame:
        """Return a well-behaved client at ``seat``."""

        async def open_socket() -> StreamConnection:
            return await self.connect()

        code = self.table.host.claims.codes.get(seat, "")
        game = RemoteGame(open_socket, m.Hello(code=code, token=token_of(seat)))
        await game.connect()
        self.table.clients.append(game)
        return game


@asynccontextmanager
async def listening(
    folder: Path, setup: Setup = TABLE, options: HostOptions | None = None, actions: int = 0
) -> AsyncIterator[Listening]:
    """Host a new game after ``actions`` actions. In the end Ada must be able to play, and no error may be left."""
    async with hosted(folder, setup, options or HostOptions()) as table:
        for _ in range(actions):
            await table.host.game.play(legal_actions(table.game.state)[-1])
            table.host.moved()
        path = folder / "s"
        servers = [await listen_on_socket(table.host, path), await listen_on_port(table.host, 0)]
        here = Listening(table, path, servers[1].sockets[0].getsockname()[1])
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: here.errors.append(context))
        try:
            yield here
            await play_on(here)
        finally:
            for server in servers:
                server.close()
            table.host.close()
        assert here.errors == []
    assert read(table.path).damage is None


async def play_on(here: Listening) -> None:
    """Play one action with the client of the seat to move, which joins if it has not."""
    seat = here.table.host.game.to_move
    if seat is None or is_ended(here.table.host.game.recording):
        return
    clients = [client for client in here.table.clients if client.viewer == seat]
    client = clients[0] if clients else await here.join(seat)
    while client.position != here.table.game.cursor:
        await asyncio.sleep(0)
    await client.play(client.menu.actions[0])


async def last_message(client: StreamConnection) -> m.HostMessage | None:
    """Read to the farewell, or to the end of the connection; return the last message."""
    last = None
    while not isinstance(last, m.Farewell) and (line := await client.receive()) is not None:
        last = m.decode_host(line)
    return last


async def farewell(client: StreamConnection) -> m.FarewellCode | None:
    """Read to the farewell; return its code, None for a connection that ends without one."""
    last = await last_message(client)
    return last.code if isinstance(last, m.Farewell) else None


async def next_of(client: StreamConnection, kind: type[m.HostMessage]) -> m.HostMessage:
    """Return the next message of type ``kind``."""
    while (line := await client.receive()) is not None:
        message = m.decode_host(line)
        if isinstance(message, kind):
            return message
    raise AssertionError(f"the connection ended before a {kind}")


def open_files() -> int:
    """Return the number of open files of this process; 0 without ``/proc``."""
    folder = Path("/proc/self/fd")
    return len(list(folder.iterdir())) if folder.exists() else 0


@pytest.fixture
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the delays of the host so short that a test can wait for them."""
    monkeypatch.setattr(sessions, "WRONG_CODE_SECONDS", 0.0)
    monkeypatch.setattr(sessions, "HELLO_SECONDS", 0.05)
    monkeypatch.setattr(sessions, "SEND_SECONDS", 0.05)
    monkeypatch.setattr(sessions, "LINGER_SECONDS", 0.05)
    monkeypatch.setattr(sessions, "CLOSING_SECONDS", 0.05)
    monkeypatch.setattr(connections, "LINGER_SECONDS", 0.05)


def hello(**fields: Any) -> bytes:
    return m.encode(m.Hello(**fields))


GARBAGE = (
    b"",
    b"{}",
    b"[]",
    b"null",
    b"GET / HTTP/1.1\r",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"\xff\xfe\x00",
    b'{"type":"hello"',
    b'{"type":"hello","token":"\\ud800"}',
    b'{"type":"hello","token":7}',
    b'{"type":"hello","code":"' + b"A" * 300 + b'"}',
    b'{"type":"hello","protocol":1e400}',
    b'{"type":"welcome"}',
    b'{"type":"ping","id":1}',
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"x" * (m.LONGEST_REQUEST + 1),
)


async def test_garbage_is_answered_with_a_farewell(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        for line in GARBAGE:
            assert await farewell(await here.connect(line)) is Farewell.BAD_MESSAGE, line[:40]


async def test_garbage_after_a_valid_start_ends_only_that_connection(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        other = await here.join(1)
        for line in (*GARBAGE[:-1], hello(token=token_of(0))):
            if line == b'{"type":"ping","id":1}':
                continue
            client = await here.connect(hello(code=here.table.host.claims.codes.get(0, ""), token=token_of(0)), line)
            assert await farewell(client) is Farewell.BAD_MESSAGE, line[:40]
        assert other.is_connected


async def test_a_line_without_end_is_cut_off(tmp_path: Path) -> None:
    """The host keeps no more of it than the longest request."""
    async with listening(tmp_path) as here:
        client = await here.connect()
        with pytest.raises(ConnectionError):
            for _ in range(1000):
                await client.send(b"x" * 10_000 + b" " * 90_000)
                await asyncio.sleep(0)


async def test_a_client_that_says_nothing_is_disconnected(tmp_path: Path, in_no_time: None) -> None:
    async with listening(tmp_path) as here:
        silent, half = await here.connect(), await here.connect()
        half._writer.write(b'{"type":"hello"')
        assert await farewell(silent) is Farewell.IDLE
        assert await farewell(half) is Farewell.IDLE


async def test_a_client_that_falls_silent_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(m, "IDLE_SECONDS", 0.05)
    async with listening(tmp_path, options=HostOptions(spectators=Delay.NONE)) as here:
        assert await farewell(await here.connect(hello())) is Farewell.IDLE
        monkeypatch.undo()


async def test_a_client_that_closes_its_half_leaves_its_seat(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        client = await here.connect(hello(code=here.table.host.claims.codes[1], token=TOKEN))
        await next_of(client, m.Seats)
        client._writer.write_eof()
        assert await farewell(client) is None
        assert not here.table.host.seats().seats[1].connected


async def test_a_client_that_reads_nothing_delays_nobody_and_is_disconnected(tmp_path: Path, in_no_time: None) -> None:
    async with listening(tmp_path, actions=150) as here:
        claims = here.table.host.claims
        other = await here.join(1)
        client = await here.connect()
        transport = client._writer.transport
        transport.pause_reading()  # type: ignore[attr-defined]
        await client.send(hello(code=claims.codes[0], token=TOKEN))
        while not other.seats[0].connected:
            await asyncio.sleep(0)
        while other.seats[0].connected:
            await asyncio.sleep(0.01)
        before = open_files()
        claims.new_code(0)
        await play_on(here)
        while before and open_files() > before:
            await asyncio.sleep(0.01)
        transport.abort()


async def test_a_thousand_silent_connections_keep_no_player_out(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        idle = [await here.connect() for _ in range(1000)]
        other = await here.join(1)
        await play_on(here)
        assert len(here.table.host.strangers) <= sessions.MOST_STRANGERS
        assert await farewell(idle[0]) is Farewell.FULL
        assert other.is_connected
        for client in idle:
            client.close()


async def test_the_connection_that_is_silent_longest_makes_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "MOST_STRANGERS", 2)
    async with listening(tmp_path) as here:
        strangers = here.table.host.strangers
        first, *others = [await here.connect() for _ in range(2)]
        while len(strangers) < 2:
            await asyncio.sleep(0.001)
        kept = list(strangers)[1]
        others.append(await here.connect())
        assert await farewell(first) is Farewell.FULL
        while len(strangers) < 2:
            await asyncio.sleep(0.001)
        assert kept in strangers, "only the first one"
        for client in others:
            client.close()


async def test_spectators_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "MOST_SPECTATORS", 3)
    async with listening(tmp_path, options=HostOptions(spectators=Delay.NONE)) as here:
        watching = [await here.connect(hello(history=False)) for _ in range(3)]
        for client in watching:
            await next_of(client, m.Seats)
        assert await farewell(await here.connect(hello())) is Farewell.FULL
        watching[0].close()
        while len(here.table.host.sessions) == 3:
            await asyncio.sleep(0)
        await next_of(await here.connect(hello()), m.Welcome)


async def test_spectators_come_only_where_they_may(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        assert await farewell(await here.connect(hello())) is Farewell.NO_SPECTATORS


# ---- codes


async def test_guessed_codes_and_tokens_claim_nothing(tmp_path: Path, in_no_time: None) -> None:
    async with listening(tmp_path) as here:
        claims, rng = here.table.host.claims, Random(1)
        codes = dict(claims.codes)
        digest = claims.path.read_bytes()
        guesses = ["", " ", codes[0][:-1], codes[0] + "A", codes[0].replace("-", ""), "ÄÖÜ", "\0", "*", "%"]
        guesses += ["".join(rng.choice("ABCDEFGH23456789-") for _ in range(14)) for _ in range(200)]
        for guess in guesses:
            assert await farewell(await here.connect(hello(code=guess, token=TOKEN))) is Farewell.WRONG_CODE, guess
        for token in ("", "short", "x" * 19):
            client = await here.connect(hello(code=codes[0], token=token))
            assert await farewell(client) is Farewell.WRONG_CODE, "a seat behind a token that is easily guessed"
        assert claims.codes == codes
        assert claims.path.read_bytes() == digest


async def test_the_answer_to_a_wrong_code_is_delayed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def note(seconds: float, result: object = None) -> object:
        waits.append(seconds)
        return await sleep(0, result)

    async with listening(tmp_path) as here:
        with monkeypatch.context() as patched:
            patched.setattr(asyncio, "sleep", note)
            await farewell(await here.connect(hello(code="AAAA-AAAA-AAAA", token=TOKEN)))
        assert sessions.WRONG_CODE_SECONDS in waits


async def test_two_clients_with_one_code_get_one_seat(tmp_path: Path, in_no_time: None) -> None:
    async with listening(tmp_path) as here:
        code = here.table.host.claims.codes[1]
        clients = [await here.connect(hello(code=code, token=f"{n}-{TOKEN}")) for n in range(10)]
        first = [m.decode_host(await client.receive() or b"") for client in clients]
        assert sum(isinstance(message, m.Welcome) for message in first) == 1
        refused = [message.code for message in first if isinstance(message, m.Farewell)]
        assert refused == [Farewell.WRONG_CODE] * 9


async def test_a_used_code_does_not_open_the_seat_again(tmp_path: Path, in_no_time: None) -> None:
    async with listening(tmp_path) as here:
        code = here.table.host.claims.codes[1]
        owner = await here.join(1)
        assert await farewell(await here.connect(hello(code=code, token=TOKEN))) is Farewell.WRONG_CODE
        assert owner.is_connected


async def connect_twice(here: Listening) -> tuple[StreamConnection, StreamConnection]:
    """Take a seat, then again with the same token, which ends the first connection; return both."""
    code = here.table.host.claims.codes[1]
    first = await here.connect(hello(code=code, token=TOKEN))
    await next_of(first, m.Seats)
    second = await here.connect(hello(code=code, token=TOKEN))
    await next_of(second, m.Seats)
    return first, second


async def test_a_second_connection_with_the_same_token_ends_the_first(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        first, second = await connect_twice(here)
        assert await farewell(first) is Farewell.ELSEWHERE
        await second.send(m.encode(m.Ping(3)))
        assert await next_of(second, m.Done) == m.Done(3)


async def test_a_farewell_reaches_a_client_that_sends_at_that_moment(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        first, _ = await connect_twice(here)
        with suppress(ConnectionError):
            for number in range(100):
                await first.send(m.encode(m.Ping(number)))
                await asyncio.sleep(0)
        assert await next_of(first, m.Farewell) == m.Farewell(Farewell.ELSEWHERE)
        first.close()


async def test_a_port_takes_nobody_without_its_token(tmp_path: Path, in_no_time: None) -> None:
    async with listening(tmp_path) as here:
        claims = here.table.host.claims
        code, token = claims.codes[0], claims.access
        assert open_claims(here.table.path, TABLE).access == token, "the same after a restart"
        for access in ("", token[:-1], token.swapcase(), "ключ"):
            client = StreamConnection(*await asyncio.open_connection(LOOPBACK, here.port))
            await client.send(hello(code=code, token=token_of(0), access=access))
            assert await farewell(client) is Farewell.WRONG_CODE, access
        assert claims.codes[0] == code
        client = StreamConnection(*await asyncio.open_connection(LOOPBACK, here.port, limit=m.LONGEST_MESSAGE))
        await client.send(hello(code=code, token=token_of(0), access=token))
        await next_of(client, m.Seats)
        await client.send(m.encode(m.Play(1, 0, legal_actions(here.table.game.state)[0])))
        assert await next_of(client, m.Done) == m.Done(1)


# ---- requests


def random_request(rng: Random, number: int, actions: list[Any]) -> bytes:
    """Return a request of any type with any values."""
    kinds = "play undo-to redo-to redo-turn ask-forecast take-hint answer-undo concede leave-to-bot take-back"
    kind = rng.choice([*kinds.split(), "get-recording", "ping"])
    values = {
        "type": kind,
        "id": rng.choice([number, 0, 2**53 - 1]),
        "update": rng.choice([number % 40, 0, 2**53 - 1]),
        "action": rng.choice(actions),
        "position": rng.choice([0, 1, number % 40, 2**53 - 1]),
        "ask": rng.random() < 0.5,
        "agrees": rng.random() < 0.5,
        "level": rng.choice(["", "nobody", "../../x", "apprentice"]),
        "more": {"of": ["everything"]},
    }
    return msgspec.json.encode(values)


@pytest.mark.quick(1)
@pytest.mark.parametrize("seed", range(5))
async def test_random_requests_get_an_answer_and_raise_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(sessions, "RATE", 1e9)
    rng = Random(seed)
    async with listening(tmp_path, options=HostOptions(spectators=Delay.NONE)) as here:
        codes = here.table.host.claims.codes
        seats = [
            await here.connect(hello(code=codes.get(seat, ""), token=token_of(seat) if seat < 2 else ""))
            for seat in range(3)
        ]
        for number in range(120):
            actions = [msgspec.to_builtins(action) for action in legal_actions(here.table.game.state)]
            client = rng.choice(seats)
            await client.send(random_request(rng, number, [*actions, {"type": "no-such-action"}, 7]))
            last = await next_of(client, m.Answer | m.Farewell)  # type: ignore[arg-type]
            if isinstance(last, m.Farewell):
                assert last.code is Farewell.BAD_MESSAGE
                seat = seats.index(client)
                seats[seat] = await here.connect(hello(token=token_of(seat) if seat < 2 else ""))
        for client in seats:
            client.close()
        for seat in range(2):
            here.table.host.claims.new_code(seat)
            person = await here.join(seat)
            with suppress(NotTaken):  # no bot plays for it, or the game is over
                await person.take_back()


async def test_nobody_plays_for_another_seat(tmp_path: Path) -> None:
    async with listening(tmp_path, options=HostOptions(spectators=Delay.NONE)) as here:
        ada = await here.join(0)
        codes = here.table.host.claims.codes
        for client in (await here.connect(hello()), await here.connect(hello(code=codes[1], token=token_of(1)))):
            for request in (
                m.Play(1, 0, ada.menu.actions[0]),
                m.AskForecast(2, 0, ada.menu.actions[0]),
                m.TakeHint(3, 0),
                m.RedoTo(4, 0, 1),
            ):
                await client.send(m.encode(request))
                answer = await next_of(client, m.Refused)
                assert isinstance(answer, m.Refused)
                assert answer.code in (m.RefusalCode.NOT_YOURS, m.RefusalCode.NOTHING), request
        assert here.table.game.cursor == 0


async def test_a_repeated_request_is_applied_once(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        client = await here.connect(hello(code=here.table.host.claims.codes[0], token=token_of(0)))
        play = m.encode(m.Play(5, 0, legal_actions(here.table.game.state)[0]))
        await client.send(play)
        await client.send(play)
        assert await next_of(client, m.Done) == m.Done(5)
        assert await next_of(client, m.Refused) == m.Refused(5, m.RefusalCode.STALE)
        assert here.table.game.cursor == 1


async def test_a_flood_of_requests_is_answered_slowly_and_delays_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "BURST", 5.0)
    monkeypatch.setattr(sessions, "RATE", 0.01)
    async with listening(tmp_path) as here:
        flood = await here.connect(hello(code=here.table.host.claims.codes[1], token=TOKEN))
        await next_of(flood, m.Seats)
        for number in range(2000):
            await flood.send(m.encode(m.Ping(number)))
        for _ in range(3):
            await play_on(here) if here.table.game.state.pending[-1].seat == 0 else None
        flood._writer.write_eof()
        answers = 0
        here.table.host.close()
        while (line := await flood.receive()) is not None:
            answers += isinstance(m.decode_host(line), m.Done)
        assert answers == 5
        here.table.clients.clear()
        here.table.host.claims.new_code(1)
        monkeypatch.undo()


# ---- the host's disk, versions and clock


def refuse_to_sync(descriptor: int) -> None:
    raise OSError(28, "No space left on device")


async def test_a_full_disk_refuses_changes_and_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with listening(tmp_path) as here:
        ada = await here.join(0)
        code = here.table.host.claims.codes[1]
        with monkeypatch.context() as full:
            full.setattr(os, "fsync", refuse_to_sync)
            for change in (ada.play(ada.menu.actions[0]), ada.hint(), ada.concede(0), ada.leave_to_bot("novice")):
                with pytest.raises(NotTaken) as refused:
                    await change
                assert refused.value.code is m.RefusalCode.NOT_WRITTEN
            client = await here.connect(hello(code=code, token=TOKEN))
            assert await farewell(client) is Farewell.NOT_WRITTEN
        assert (ada.position, here.table.game.cursor, here.table.game.entries) == (0, 0, [])
        assert here.table.host.claims.codes[1] == code
        await next_of(await here.connect(hello(code=code, token=TOKEN)), m.Seats)


async def test_a_bot_moves_once_the_disk_has_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "RETRY_SECONDS", 0.0)
    tried = asyncio.Event()
    sync = os.fsync

    async with listening(tmp_path, WITH_BOT) as here:
        ada = await here.join(0)

        def refuse_the_bot(descriptor: int) -> None:
            if here.table.game.cursor == 0:
                sync(descriptor)
            else:
                tried.set()
                refuse_to_sync(descriptor)

        with monkeypatch.context() as full:
            full.setattr(os, "fsync", refuse_the_bot)
            await ada.play(ada.menu.actions[0])
            await tried.wait()
            assert here.table.game.cursor == 1
        while ada.person_to_move is None:
            await asyncio.sleep(0)
        assert here.table.game.cursor == 2


async def test_other_versions_are_named_and_keep_their_code(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        code = here.table.host.claims.codes[1]
        for version in ({"protocol": m.PROTOCOL + 1}, {"protocol": 0}, {"rules": 999}):
            last = await last_message(await here.connect(hello(code=code, token=TOKEN, **version)))
            assert last == m.Farewell(Farewell.PROTOCOL)
        assert here.table.host.claims.codes[1] == code
        attempts = 0

        async def connect() -> StreamConnection:
            nonlocal attempts
            attempts += 1
            return await here.connect()

        game = RemoteGame(connect, m.Hello(rules=999, code=code, token=TOKEN))
        with pytest.raises(Unreachable) as lost:
            await game.connect()
        assert (lost.value.code, attempts) == (Farewell.PROTOCOL, 1)


async def test_a_clock_that_jumps_changes_nothing_but_the_time_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with listening(tmp_path) as here:
        clients = [await here.join(seat) for seat in range(2)]
        numbers = []
        for now in (2e9, 5.0, 0.0, 4e9, 1e9):
            with monkeypatch.context() as clock:
                clock.setattr(here.table.host, "now", lambda now=now: now)
                await play_on(here)
            while clients[0].position != here.table.game.cursor:
                await asyncio.sleep(0)
            assert clients[0].waiting_since == now
            numbers.append(clients[0]._update.number)
        assert numbers == sorted(set(numbers)), "updates are not numbered by the clock"
        assert all(client.is_connected for client in clients)


async def test_what_was_not_written_is_an_error_of_writing(tmp_path: Path) -> None:
    async with listening(tmp_path) as here:
        ada = await here.join(0)
        here.table.host.close()
        with pytest.raises(NotWritten):
            await ada.play(ada.menu.actions[0])
        await asyncio.sleep(0)
        while not ada.is_connected:
            await asyncio.sleep(0.01)
