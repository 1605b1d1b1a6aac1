"""Where a host listens: a Unix socket of its account or group, or a port of this machine. Nothing listens elsewhere."""

import asyncio
import os
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from errno import EACCES, EADDRINUSE, EAFNOSUPPORT, EEXIST, EISDIR, ENAMETOOLONG
from pathlib import Path
from stat import S_ISDIR, S_ISSOCK

from rokoko_core.remote.connection import LOOPBACK, StreamConnection
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.messages import LONGEST_REQUEST
from rokoko_core.system import HAS_UNIX_SOCKETS

LONGEST_SOCKET_NAME = 100
"""Bytes of the longest path of a Unix socket; systems allow 103 to 107."""
OWNER_ONLY, OWNER_AND_GROUP = 0o600, 0o660


async def listen_on_socket(host: GameHost, path: Path, group: int | None = None) -> asyncio.Server:
    """Listen on a Unix socket at ``path``, for the owner or for ``group`` (its number) too.

    A socket left by a host that was killed is replaced. Raises OSError, EADDRINUSE while another host listens there,
    and EAFNOSUPPORT on Windows.
    """
    if not HAS_UNIX_SOCKETS:
        raise OSError(EAFNOSUPPORT, os.strerror(EAFNOSUPPORT), str(path))
    if len(os.fsencode(path)) > LONGEST_SOCKET_NAME:
        raise OSError(ENAMETOOLONG, os.strerror(ENAMETOOLONG), str(path))
    if not path.parent.exists():
        path.parent.mkdir(mode=0o700, parents=True)
        if group is not None:
            os.chown(path.parent, -1, group)
            path.parent.chmod(0o710)
    if path.parent.stat().st_uid not in (os.getuid(), 0):  # another account could put its own socket there
        raise OSError(EACCES, os.strerror(EACCES), str(path))
    _remove_unused(path)
    listening = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)  # never open to others, not even for a moment
    try:
        listening.bind(str(path))
    except OSError:
        listening.close()
        raise
    finally:
        os.umask(before)
    if group is not None:
        os.chown(path, -1, group)
        path.chmod(OWNER_AND_GROUP)
    return await asyncio.start_unix_server(_serving(host), sock=listening, limit=LONGEST_REQUEST)


async def listen_on_port(host: GameHost, port: int) -> asyncio.Server:
    """Listen on ``port`` of this machine's loopback address, for those who name the token of the claims.

    0 chooses a free port. Raises OSError.
    """
    return await asyncio.start_server(_serving(host, host.claims.access), LOOPBACK, port, limit=LONGEST_REQUEST)


def remove_socket(path: Path) -> None:
    """Remove the socket at ``path``, if there is one."""
    with suppress(OSError):
        path.unlink()


def _remove_unused(path: Path) -> None:
    """Remove a socket at which nobody listens. Raises OSError if somebody does, or if ``path`` is no socket."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not S_ISSOCK(mode):
        code = EISDIR if S_ISDIR(mode) else EEXIST
        raise OSError(code, os.strerror(code), str(path))
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        try:
            probe.connect(str(path))
        except (ConnectionRefusedError, FileNotFoundError):
            remove_socket(path)
            return
    raise OSError(EADDRINUSE, os.strerror(EADDRINUSE), str(path))


def _serving(host: GameHost, access: str = "") -> Callable[[StreamReader, StreamWriter], Awaitable[None]]:
    async def serve(reader: StreamReader, writer: StreamWriter) -> None:
        await host.serve(StreamConnection(reader, writer), access)

    return serve
