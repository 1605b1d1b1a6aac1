"""Settings of all tests: a capable terminal, the garbage collector of the program, no limits of time."""

import gc
from collections import defaultdict
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rokoko_tui.theme import terminal_capabilities as terminal

settings.register_profile(
    "rokoko",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rokoko")


def pytest_collection_finish() -> None:
    """Exclude objects created by collection from garbage collection, as the program does after its imports.

    Rendering creates many short-lived objects; otherwise the collector takes a fifth to a third of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules that are completely slow when slow tests are deselected."""
    module = collection_path.name.startswith("test_") and config.option.markexpr == "not slow"
    return True if module and "\npytestmark = pytest.mark.slow\n" in collection_path.read_text("utf-8") else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all but ``number`` evenly spaced parameter sets of tests with ``quick(number)`` as slow."""
    parameter_sets = defaultdict(list)
    for item in items:
        if item.get_closest_marker("quick") and not item.get_closest_marker("slow"):
            parameter_sets[item.nodeid.partition("[")[0]].append(item)
    for sets in parameter_sets.values():
        quick = sets[0].get_closest_marker("quick")
        assert quick is not None
        step = max(1, len(sets) / quick.args[0])
        quick_numbers = {round(number * step) for number in range(quick.args[0])}
        for number, item in enumerate(sets):
            if number not in quick_numbers:
                item.add_marker("slow")


@pytest.fixture(autouse=True)
def able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make glyphs and colours independent of the test environment."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(terminal, "encoding", lambda: "utf-8")
