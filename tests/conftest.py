"""Fixtures of all tests: a terminal with every capability, and a garbage collector set as the program sets it."""

import gc
from collections import defaultdict
from pathlib import Path

import pytest

from rokoko_tui.theme import terminal_capabilities as terminal


def pytest_collection_finish() -> None:
    """Leave what collection created out of garbage collection, as the program does with what it imported.

    Rendering creates many short-lived objects; without this the collector took a fifth to a third of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even import a module that is slow as a whole when slow tests are left out."""
    module = collection_path.name.startswith("test_") and config.option.markexpr == "not slow"
    return True if module and "\npytestmark = pytest.mark.slow\n" in collection_path.read_text("utf-8") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark as slow all but some evenly spaced parameter sets of each test that says ``quick(number)``."""
    parameter_sets = defaultdict(list)
    for item in items:
        if item.get_closest_marker("quick"):
            parameter_sets[item.nodeid.partition("[")[0]].append(item)
    for sets in parameter_sets.values():
        quick = sets[0].get_closest_marker("quick")
        assert quick is not None
        step = max(1, len(sets) / quick.args[0])
        kept = {round(number * step) for number in range(quick.args[0])}
        for number, item in enumerate(sets):
            if number not in kept:
                item.add_marker("slow")


@pytest.fixture(autouse=True)
def able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Glyphs and colours do not depend on where the tests run."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(terminal, "encoding", lambda: "utf-8")
