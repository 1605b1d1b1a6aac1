"""What differs between systems: locks, links and paths of open files, signals, and sessions of processes.

Linux and macOS have all of it. Windows has no ``flock``, only locks that exclude readers, and no sessions or limits of
processes. Pyodide has no hard links.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from errno import ENOSYS
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from subprocess import Popen

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

OPEN_FLAGS: int = (
    getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
)
"""Do not block, do not become the controlling terminal, and do not pass on to child processes."""
TERMINAL_SIGNALS = (signal.SIGINT,) if sys.platform == "win32" else (signal.SIGINT, signal.SIGHUP)
"""Signals that a terminal sends to all its processes."""
HAS_UNIX_SOCKETS = sys.platform != "win32"


# ---- files


def lock_descriptor(descriptor: int, shared: bool = False) -> None:
    """Lock an open file without waiting; nothing happens on Windows. Raises ``BlockingIOError`` and OSError."""
    if fcntl is not None:
        fcntl.flock(descriptor, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def unlock_descriptor(descriptor: int) -> None:
    """Release the lock, even if a child process has the file open. Raises OSError."""
    if fcntl is not None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def make_hard_link(existing: Path, path: Path) -> None:
    """Give the file ``existing`` a second name. Raises OSError."""
    if not hasattr(os, "link"):
        raise OSError(ENOSYS, os.strerror(ENOSYS))
    os.link(existing, path)


def path_of_descriptor(descriptor: int) -> Path:
    """Return the current path of an open file. Raises OSError where the system does not say it, as on Windows."""
    if hasattr(fcntl, "F_GETPATH"):  # macOS
        raw: bytes = fcntl.fcntl(descriptor, fcntl.F_GETPATH, bytes(1024))
        return Path(os.fsdecode(raw.rstrip(b"\0")))
    return Path(f"/proc/self/fd/{descriptor}").readlink()


# ---- processes


def end_session(process: "Popen[bytes]", grace: float) -> None:
    """End ``process``, the leader of a session, and its descendants: SIGTERM, then SIGKILL after ``grace`` seconds."""
    import subprocess  # takes 5 ms, and files import this module

    if sys.platform == "win32":
        tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        subprocess.run(tree, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        process.kill()
    else:
        with suppress(OSError):  # already ended
            os.killpg(process.pid, signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            process.wait(grace)
        with suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def guard_session() -> None:
    """Return in a child process; this one ends the whole session when the child or the starting process ends."""
    if sys.platform == "win32":
        return
    child = os.fork()
    if not child:
        return
    os.close(1)  # only the child may keep the pipe open
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the child may still clean up
    Thread(target=_kill_session_at_eof, daemon=True).start()
    os.waitpid(child, 0)
    os.killpg(0, signal.SIGKILL)


def limit_memory(most: int) -> None:
    """Let this process and its later children allocate at most ``most`` bytes each, and write no core dumps.

    On Linux only memory that is written counts, elsewhere the address space. Windows has no such limit.
    """
    if sys.platform == "win32":
        return
    import resource

    kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
    for limit, value in ((kind, most), (resource.RLIMIT_CORE, 0)):
        _, hard = resource.getrlimit(limit)
        least = value if hard == resource.RLIM_INFINITY else min(value, hard)
        with suppress(OSError, ValueError):  # macOS refuses limits below what is in use
            resource.setrlimit(limit, (least, least))


def _kill_session_at_eof() -> None:
    """Kill the session once stdin has no writer."""
    if sys.platform == "win32":
        return
    poll = select.poll()
    poll.register(0, 0)  # only the end of the pipe
    poll.poll()
    os.killpg(0, signal.SIGKILL)
