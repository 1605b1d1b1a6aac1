"""Running processes of sessions."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

PATIENCE = 20.0
"""Timeout in seconds."""
GLANCE = 0.01

needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")


def living(*sessions: int) -> set[int]:
    """Return the running processes of ``sessions``, without zombies."""
    return {pid for pid, state, session in _processes() if session in sessions and state not in "ZX"}


def sessions_with(variable: str, value: str) -> set[int]:
    """Return the sessions of all processes started with ``variable`` set to ``value``."""
    mark, sessions = f"{variable}={value}".encode(), set()
    for pid, state, session in _processes():
        try:
            if state not in "ZX" and mark in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
                sessions.add(session)
        except OSError:  # ended, or owned by another user
            continue
    return sessions


def _processes() -> list[tuple[int, str, int]]:
    """Return (process, state, session) of every process."""
    processes = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        processes.append((int(path.parent.name), fields[0], int(fields[3])))
    return processes


def wait_until(true: Callable[[], bool], what: str) -> None:
    """Wait for ``true()``. Raises AssertionError after a timeout."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline, f"waited {PATIENCE:.0f} s for {what}"
        time.sleep(GLANCE)
