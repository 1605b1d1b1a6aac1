"""Fixtures of all tests: a terminal with every capability, and a garbage collector set as the program sets it."""

import gc

import pytest

from rokoko_tui.drawing import terminal


def pytest_collection_finish() -> None:
    """Leave what collection created out of garbage collection, as the program does with what it imported.

    Rendering creates many short-lived objects; without this the collector took a fifth to a third of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Glyphs and colours do not depend on where the tests run."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(terminal, "encoding", lambda: "utf-8")
