"""An SSH server whose only program is an app: no shell, no commands, no files, no forwarding. Requires asyncssh."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import asyncssh

from rokoko_tui.doors.connection import Connection
from rokoko_tui.doors.ssh_keys import AuthorizedKeys, BadKeys, LeftOut, read_keys
from rokoko_tui.doors.strangers import Strangers
from rokoko_tui.text.languages import choose_language
from rokoko_tui.text.message_catalog import Vocabulary, get_vocabulary

Program = Callable[[str, Connection], Awaitable[int]]
"""Runs the app for the person with a key, by its fingerprint, at a connection; returns the exit code."""

LOGIN_SECONDS, KEEPALIVE_SECONDS = 30, 30
MOST_STRANGERS, STRANGERS_PER_ADDRESS = 60, 20
"""Connections that may be logging in at the same time, in all and from one address."""
MOST_OUTPUT = 4 * 1024 * 1024
"""Bytes of output that may wait for a slow client; then the connection ends."""
INPUT_RATE = 64 * 1024
"""Bytes of input a second; the rest waits, so that nobody else does."""
END_SECONDS = 10.0
"""Seconds an app has to exit at the end of its session or of the server."""


@dataclass(frozen=True)
class Limits:
    """What the server allows."""

    sessions: int = 20
    per_person: int = 4
    idle: float = 3600.0
    """Seconds without input after which a session ends."""


class SshDoor:
    """The server. ``run`` is called for each session; ``keys`` is an ``authorized_keys`` file, read at each login.

    ``words`` say why a session is refused before the language of its client is known. ``report`` gets the lines of
    ``keys`` that are left out, first at the start and then whenever others are.
    """

    def __init__(
        self,
        keys: Path,
        host_key: asyncssh.SSHKey,
        run: Program,
        words: Vocabulary,
        limits: Limits,
        report: Callable[[tuple[LeftOut, ...]], None] = lambda left_out: None,
    ) -> None:
        self.keys, self.run, self.words, self.limits = keys, run, words, limits
        self.strangers = Strangers[_Login](MOST_STRANGERS, STRANGERS_PER_ADDRESS, _Login.abort)
        self.channels: set[_Channel] = set()
        self._host_key = host_key
        self._report = report
        self._left_out: tuple[LeftOut, ...] = ()
        self._server: asyncssh.SSHAcceptor | None = None

    def read_keys(self) -> AuthorizedKeys:
        """Read the file of keys, and report the lines that are left out now. Raises OSError and ``BadKeys``."""
        keys = read_keys(self.keys)
        if keys.left_out != self._left_out:
            self._left_out = keys.left_out
            self._report(keys.left_out)
        return keys

    async def listen(self, address: str, port: int) -> int:
        """Listen and return the port; 0 chooses a free one. Raises OSError."""
        self._server = await asyncssh.create_server(
            lambda: _Login(self),
            address,
            port,
            server_host_keys=[self._host_key],
            server_version="rokoko",
            public_key_auth=True,
            password_auth=False,
            kbdint_auth=False,
            host_based_auth=False,
            gss_auth=False,
            gss_kex=False,
            agent_forwarding=False,
            x11_forwarding=False,
            allow_scp=False,
            sftp_factory=None,
            line_editor=False,
            encoding=None,
            compression_algs=None,
            login_timeout=LOGIN_SECONDS,
            keepalive_interval=KEEPALIVE_SECONDS,
            window=INPUT_RATE,
            config=None,
        )
        return int(self._server.get_port())

    async def close(self) -> None:
        """End all sessions, with their games saved, and stop listening."""
        if self._server is not None:
            self._server.close()
        channels = list(self.channels)
        for channel in channels:
            channel.leave("stopped")
        await asyncio.gather(*(channel.wait() for channel in channels))
        self.strangers.clear()

    def count(self, person: str) -> int:
        """Return the number of sessions of the person with the key ``person``."""
        return Counter(channel.person for channel in self.channels)[person]


class _Login(asyncssh.SSHServer):
    """One connection: it logs in with a key and has at most one session."""

    def __init__(self, door: SshDoor) -> None:
        self._door = door
        self._connection: asyncssh.SSHServerConnection | None = None
        self._person = ""
        """The fingerprint of the key that this connection may use."""
        self._has_session = False

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._door.strangers.add(self, self.address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.strangers.discard(self)

    @property
    def address(self) -> str:
        """The address of the client; empty if it has left already."""
        assert self._connection is not None
        peer = self._connection.get_extra_info("peername")
        return str(peer[0]) if peer else ""

    def abort(self) -> None:
        if self._connection is not None:
            self._connection.abort()

    def auth_completed(self) -> None:
        """Give the client as long again to open its session; until then it is one of the strangers."""
        asyncio.get_running_loop().call_later(LOGIN_SECONDS, self._end_without_session)

    def _end_without_session(self) -> None:
        if not self._has_session:
            self.abort()

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept an authorized key; then no other one in this connection, so that the session is that key's."""
        fingerprint = key.get_fingerprint()
        if self._person not in ("", fingerprint):
            return False
        try:
            if not self._door.read_keys().admits(key, self.address):
                return False
        except (BadKeys, OSError):
            return False
        self._person = fingerprint
        return True

    def session_requested(self) -> "_Channel":
        door, limits = self._door, self._door.limits
        if self._has_session:
            reason = door.words.say("server.one-session")
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, reason)
        if len(door.channels) >= limits.sessions or door.count(self._person) >= limits.per_person:
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, door.words.say("server.full"))
        self._has_session = True
        door.strangers.discard(self)
        return _Channel(door, self._person)


class _Channel(asyncssh.SSHServerSession[bytes]):
    """One session: a terminal and its app."""

    def __init__(self, door: SshDoor, person: str) -> None:
        self._door, self.person = door, person
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._level = self._level_at = 0.0
        """Bytes of input of about the last second, and when they were counted."""
        self._reason = ""
        """The message ``served.<reason>`` shown at the end; empty for none."""

    # ---- from asyncssh

    def connection_made(self, chan: "asyncssh.SSHServerChannel[bytes]") -> None:
        self._channel = chan
        self._door.channels.add(self)
        self._idle = asyncio.get_running_loop().call_later(LOGIN_SECONDS, chan.abort)

    def pty_requested(
        self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]
    ) -> bool:
        return True

    def shell_requested(self) -> bool:
        """Accept the request for a shell: the app is started in its place."""
        return True

    def exec_requested(self, command: str) -> bool:
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        if self._connection is not None and datatype is None:
            self._restart_clock()
            self._connection.feed(data)
            self._slow_down(len(data))

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        if self._connection is not None:
            self._connection.resize(width, height)

    def eof_received(self) -> bool:
        if self._connection is not None:
            self._connection.leave()
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._door.channels.discard(self)
        if self._idle is not None:
            self._idle.cancel()
        if self._connection is not None:
            self._connection.close()
        if self._channel is not None:  # no other session may follow, so the connection is of no use
            self._channel.get_extra_info("connection").close()

    # ---- the app

    def leave(self, reason: str) -> None:
        """Let the app exit, and say why."""
        if self._connection is not None:
            self._reason = self._reason or reason
            self._connection.leave()
        elif self._channel is not None:
            self._channel.abort()

    async def wait(self) -> None:
        """Wait for the end of the session; an app that does not exit in time is cancelled."""
        if self._task is not None:
            await asyncio.wait([self._task], timeout=END_SECONDS)
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        channel = self._channel
        assert channel is not None
        environment = _environment(channel)
        words = get_vocabulary("classic", choose_language("", environment))
        code = 2
        if channel.get_terminal_type() is None:
            self._say(words, "no-terminal")
        else:
            columns, lines, *_ = channel.get_terminal_size()
            connection = self._connection = Connection(self._send, environment, (columns, lines))
            if connection.is_dumb:
                self._say(words, "dumb")
            else:
                self._restart_clock()
                code = await self._run_app(connection, words)
        if not channel.is_closing():
            channel.exit(code)

    async def _run_app(self, connection: Connection, words: Vocabulary) -> int:
        try:
            code = await self._door.run(self.person, connection)
        except Exception as error:
            # Prints it for the person who runs the server.
            asyncio.get_running_loop().call_exception_handler({"exception": error})
            self._say(words, "failed", name=type(error).__name__)
            return 1
        if self._reason:
            self._say(words, self._reason)
        return code

    def _slow_down(self, size: int) -> None:
        """Read nothing for a while after more than ``INPUT_RATE`` bytes in a second."""
        channel, loop = self._channel, asyncio.get_running_loop()
        assert channel is not None
        now = loop.time()
        self._level = max(0.0, self._level - (now - self._level_at) * INPUT_RATE) + size
        self._level_at = now
        if self._level > INPUT_RATE:
            channel.pause_reading()
            loop.call_later(self._level / INPUT_RATE - 1, self._read_again)

    def _read_again(self) -> None:
        if self._channel is not None and not self._channel.is_closing():
            self._channel.resume_reading()

    def _restart_clock(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(self._door.limits.idle, self.leave, "idle")

    def _say(self, words: Vocabulary, key: str, **figures: object) -> None:
        encoding = self._connection.encoding if self._connection is not None else "utf-8"
        self._send(f"{words.say(f'server.{key}', **figures)}\r\n".encode(encoding, "replace"))

    def _send(self, data: bytes) -> None:
        """Send output. A client that reads nothing for long is disconnected; its game is saved already."""
        channel = self._channel
        assert channel is not None
        if channel.is_closing():
            return
        with suppress(BrokenPipeError):
            channel.write(data)
        if channel.get_write_buffer_size() > MOST_OUTPUT:
            channel.abort()


def _environment(channel: "asyncssh.SSHServerChannel[bytes]") -> dict[str, str]:
    """Return what the client says about its terminal."""
    environment = {**channel.get_environment(), "SSH_CONNECTION": "ssh"}
    if kind := channel.get_terminal_type():
        environment["TERM"] = kind
    return environment
