"""Which processes live: those of a session, and those a test has to see end."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 20.0
"""Seconds within which something has to become true."""
GLANCE = 0.01

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


def living(*sessions: int) -> set[int]:
    """The processes of ``sessions`` that have not ended; zombies have."""
    return {pid for pid, state, session in _processes() if session in sessions and state not in "ZX"}


def sessions_with(variable: str, value: str) -> set[int]:
    """The sessions of all processes that were started with ``variable`` set to ``value``."""
    mark, found = f"{variable}={value}".encode(), set()
    for pid, state, session in _processes():
        try:
            if state not in "ZX" and mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                found.add(session)
        except OSError:  # it has ended, or belongs to somebody else
            continue
    return found


def _processes() -> list[tuple[int, str, int]]:
    """(process, state, session) of every process."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        found.append((int(path.parent.name), fields[0], int(fields[3])))
    return found


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Wait for ``true()``. Raises AssertionError when that takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, f"waited {PATIENCE:.0f} s for {what}"
        time.sleep(GLANCE)
