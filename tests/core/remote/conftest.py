"""Fixtures of games by mail."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from rokoko_core.remote.mailbox import sealing
from tests.core.remote.mailbox_table import SETUP, MailTable, SyncTool, fast_key


async def call_at_once(function: Callable[..., object], *values: object) -> object:
    """Call ``function`` without a thread."""
    return function(*values)


@pytest.fixture
def quick_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make keys in no time, and write without waiting for the disk."""
    monkeypatch.setattr(sealing, "_key_function", fast_key)
    monkeypatch.setattr("os.fsync", lambda descriptor: None)
    monkeypatch.setattr("asyncio.to_thread", call_at_once)


@pytest.fixture
async def table(tmp_path: Path, quick_mail: None) -> AsyncIterator[MailTable]:
    """A game of two people whose folders are synced well."""
    table = MailTable(tmp_path, SETUP, SyncTool())
    yield table
    await table.close()
