"""The SSH server with a program that only notes what it gets."""

import asyncio
import socket
import stat
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

pytest.importorskip("asyncssh", reason="needs the extra ssh")

import asyncssh

from rokoko_tui.doors import ssh, ssh_keys
from rokoko_tui.doors.connection import Connection, StreamDriver
from rokoko_tui.text.message_catalog import get_vocabulary

PATIENCE = 60.0


@dataclass
class Program:
    """Shows the size of its terminal, and notes its input until it is left."""

    people: list[str] = field(default_factory=list)
    connections: list[Connection] = field(default_factory=list)
    received: bytes = b""
    left: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self, person: str, connection: Connection) -> int:
        self.people.append(person)
        self.connections.append(connection)
        connection.attach(cast("StreamDriver", self))
        self.resize(*connection.size)
        await self.left.wait()
        connection.write("restored\r\n")
        return 0

    def feed(self, data: bytes) -> None:
        self.received += data

    def resize(self, columns: int, lines: int) -> None:
        self.connections[-1].write(f"{columns}x{lines}\r\n")

    def hang_up(self) -> None:
        self.left.set()


@dataclass
class Server:
    door: ssh.SshDoor
    port: int
    program: Program
    folder: Path

    @asynccontextmanager
    async def client(self, key: "asyncssh.SSHKey") -> AsyncIterator["asyncssh.SSHClientConnection"]:
        connection = await asyncssh.connect(
            "127.0.0.1", self.port, client_keys=[key], known_hosts=None, username="x", config=None, agent_path=None
        )
        async with connection:
            yield connection


def write_keys(path: Path, *lines: str) -> None:
    path.write_text("".join(f"{line}\n" for line in lines))
    path.chmod(0o600)


def public(key: "asyncssh.SSHKey") -> str:
    return str(key.export_public_key().decode().strip())


@pytest.fixture
def ada() -> "asyncssh.SSHKey":
    return asyncssh.generate_private_key("ssh-ed25519")


@asynccontextmanager
async def serving(folder: Path, *keys: str, **limits: float) -> AsyncIterator[Server]:
    write_keys(folder / "keys", *keys)
    program = Program()
    allowed = ssh.Limits(**limits)  # type: ignore[arg-type]
    host_key = ssh_keys.open_host_key(folder / "host_key")
    door = ssh.SshDoor(folder / "keys", host_key, program.run, get_vocabulary("classic"), allowed)
    port = await door.listen("127.0.0.1", 0)
    try:
        yield Server(door, port, program, folder)
    finally:
        await door.close()


async def open_terminal(
    connection: "asyncssh.SSHClientConnection", size: tuple[int, int] = (100, 30), **environment: str
) -> "asyncssh.SSHClientProcess[bytes]":
    return await connection.create_process(
        term_type="xterm-256color", term_size=size, env=environment, encoding=None, stderr=asyncssh.STDOUT
    )


async def test_a_session_has_the_terminal_and_the_key_of_its_client(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    async with serving(tmp_path, public(ada)) as server, server.client(ada) as connection:
        process = await open_terminal(connection, LANG="uk_UA.UTF-8", PATH="/bin", COLORTERM="truecolor")
        assert await process.stdout.readline() == b"100x30\r\n"
        assert server.program.people == [ada.get_fingerprint()]
        assert server.program.connections[0].environment == {
            "TERM": "xterm-256color",
            "LANG": "uk_UA.UTF-8",
            "COLORTERM": "truecolor",
            "SSH_CONNECTION": "ssh",
        }
        process.change_terminal_size(90, 25)
        assert await process.stdout.readline() == b"90x25\r\n"
        process.stdin.write(b"q\xff")
        process.stdin.write_eof()
        assert await process.stdout.readline() == b"restored\r\n", "the program was left and could say so"
        assert (await process.wait()).exit_status == 0
        assert server.program.received == b"q\xff"
    assert not server.door.channels


async def test_a_lost_connection_leaves_the_program(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    async with serving(tmp_path, public(ada)) as server:
        async with server.client(ada) as connection:
            process = await open_terminal(connection)
            await process.stdout.readline()
            connection.abort()
        await asyncio.wait_for(server.program.left.wait(), PATIENCE)
        assert server.program.connections[0].closed


async def test_keys_are_checked(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    bo, eve = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    lines = (public(ada), f'from="10.0.0.0/8" {public(bo)}', f"cert-authority {public(eve)}")
    async with serving(tmp_path, *lines) as server:
        for key in (bo, eve):
            with pytest.raises(asyncssh.PermissionDenied):
                async with server.client(key):
                    pass
        write_keys(server.folder / "keys", f'restrict,pty,command="/bin/sh" {public(bo)}')
        with pytest.raises(asyncssh.PermissionDenied):  # the file is read at each login
            async with server.client(ada):
                pass
        async with server.client(bo) as connection:
            process = await open_terminal(connection)
            assert await process.stdout.readline() == b"100x30\r\n", "no command, the program"
        (server.folder / "keys").chmod(0o666)
        with pytest.raises(asyncssh.PermissionDenied):
            async with server.client(bo):
                pass
    assert server.program.people == [bo.get_fingerprint()]


async def test_a_connection_cannot_change_to_another_key(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    bo = asyncssh.generate_private_key("ssh-ed25519")
    async with serving(tmp_path, public(ada), public(bo)) as server:
        login = ssh._Login(server.door)

        class Peer:
            def get_extra_info(self, name: str) -> tuple[str, int]:
                return "127.0.0.1", 1

        login._connection = Peer()  # type: ignore[assignment]
        assert login.validate_public_key("x", bo.convert_to_public())
        assert not login.validate_public_key("x", ada.convert_to_public())
        assert login.validate_public_key("x", bo.convert_to_public())


async def test_nothing_but_the_program(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    async with serving(tmp_path, public(ada)) as server:
        async with server.client(ada) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_connection("127.0.0.1", server.port)
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", server.port)
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_unix_connection(str(tmp_path / "s"))
        for request in ({"command": "id"}, {"subsystem": "sftp"}):
            async with server.client(ada) as connection:
                with pytest.raises(asyncssh.ChannelOpenError):
                    await connection.create_process(**request, term_type="xterm")
    assert server.program.people == []


async def test_sessions_are_limited(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    async with serving(tmp_path, public(ada), per_person=1) as server, server.client(ada) as connection:
        process = await open_terminal(connection)
        await process.stdout.readline()
        with pytest.raises(asyncssh.ChannelOpenError, match="One session per connection"):
            await open_terminal(connection)
        async with server.client(ada) as second:
            with pytest.raises(asyncssh.ChannelOpenError, match="Too many sessions"):
                await open_terminal(second)


def leave_silent(port: int, count: int, address: str) -> ExitStack:
    """Open ``count`` connections from ``address`` that say nothing."""
    silent = ExitStack()
    for _ in range(count):
        client = silent.enter_context(socket.socket())
        client.setblocking(False)
        client.bind((address, 0))
        client.connect_ex(("127.0.0.1", port))
    return silent


@pytest.mark.parametrize("count", [40, 120])
async def test_silent_connections_keep_no_key_out(tmp_path: Path, ada: "asyncssh.SSHKey", count: int) -> None:
    async with serving(tmp_path, public(ada)) as server:
        with leave_silent(server.port, count, "127.0.0.1"):
            async with asyncio.timeout(PATIENCE), server.client(ada) as connection:
                process = await open_terminal(connection)
                assert await process.stdout.readline() == b"100x30\r\n"
                assert len(server.door.strangers) <= ssh.MOST_STRANGERS


async def test_a_key_without_a_session_is_a_stranger(
    tmp_path: Path, ada: "asyncssh.SSHKey", monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path, public(ada)) as server:
        monkeypatch.setattr(ssh, "LOGIN_SECONDS", 0.05)
        async with server.client(ada) as connection:
            assert len(server.door.strangers) == 1
            await asyncio.wait_for(connection.wait_closed(), PATIENCE)


async def test_the_connection_ends_with_its_session(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    async with serving(tmp_path, public(ada)) as server, server.client(ada) as connection:
        process = await open_terminal(connection)
        process.stdin.write_eof()
        assert (await process.wait()).exit_status == 0
        await asyncio.wait_for(connection.wait_closed(), PATIENCE)


async def test_an_idle_session_ends_in_words(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    async with serving(tmp_path, public(ada), idle=0.2) as server, server.client(ada) as connection:
        process = await open_terminal(connection)
        output = await asyncio.wait_for(process.stdout.read(), PATIENCE)
        assert b"restored\r\nThe session ended" in output


async def test_a_failure_is_told_to_both(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    reported: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context))
    async with serving(tmp_path, public(ada)) as server, server.client(ada) as connection:

        async def fail(person: str, connection: Connection) -> int:
            raise FileNotFoundError(person)

        server.door.run = fail
        process = await open_terminal(connection)
        output = await asyncio.wait_for(process.stdout.read(), PATIENCE)
        assert b"could not start (FileNotFoundError)" in output
        assert (await process.wait()).exit_status == 1
    assert [type(context["exception"]) for context in reported] == [FileNotFoundError]


async def test_a_flood_of_input_waits(tmp_path: Path, ada: "asyncssh.SSHKey", monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []
    resumed = asyncio.Event()

    class Channel:
        def pause_reading(self) -> None:
            calls.append("pause")

        def is_closing(self) -> bool:
            return False

        def resume_reading(self) -> None:
            resumed.set()

    monkeypatch.setattr(ssh, "INPUT_RATE", 10_000)
    async with serving(tmp_path, public(ada)) as server:
        session = ssh._Channel(server.door, "")
        session._channel = Channel()  # type: ignore[assignment]
        session._slow_down(9_999)
        assert not calls
        session._slow_down(300)
        assert calls == ["pause"]
        await asyncio.wait_for(resumed.wait(), PATIENCE)


async def test_who_reads_nothing_is_disconnected(tmp_path: Path, ada: "asyncssh.SSHKey") -> None:
    async with serving(tmp_path, public(ada)) as server, server.client(ada) as connection:
        process = await open_terminal(connection)
        await process.stdout.readline()
        process.stdout.channel.pause_reading()
        for _ in range(8):
            server.program.connections[0].write("z" * 2**20)
        await asyncio.wait_for(server.program.left.wait(), PATIENCE)
        assert server.program.connections[0].closed


def test_the_host_key_is_kept_and_private(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "host_key"
    key = ssh_keys.open_host_key(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert ssh_keys.open_host_key(path).get_fingerprint() == key.get_fingerprint()
    path.chmod(0o640)
    with pytest.raises(ssh_keys.BadKeys) as bad:
        ssh_keys.open_host_key(path)
    assert bad.value.code == "open"
    write_keys(path, "no key")
    with pytest.raises(ssh_keys.BadKeys) as bad:
        ssh_keys.open_host_key(path)
    assert bad.value.code == "empty"


def test_a_fingerprint_names_one_folder(ada: "asyncssh.SSHKey") -> None:
    assert ssh_keys.folder_name("SHA256:a/b+c/d") == "SHA256-a_b+c_d"
    assert "/" not in ssh_keys.folder_name(ada.get_fingerprint())
