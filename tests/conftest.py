"""Settings of all tests: suites, a capable terminal, the garbage collector of the program, no limits of time."""

import gc
import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rokoko_tui.theme import terminal_capabilities as terminal
from tests.rotation import VARIABLE, has_turn, how_to_repeat, rotation, sample

QUICK = "not slow and not release"
"""The marker expression of ``make test``."""
JSON_TURNS = 8
"""A test with the game through JSON runs at one of so many commits."""
MANY, TURNS = 3, 4
"""Of so many slow parameter sets or more, each runs at one of so many commits."""
DRIVEN = ("tests/journeys/", "tests/page/", "tests/tui/doors/web/test_page_in_browser.py")
"""The tests that drive a terminal or a browser, which may be too slow beside others: the beginnings of their names."""
ROTATING = pytest.StashKey[bool]()
"""Whether a test is one of a set of which only a sample runs."""

settings.register_profile(
    "rokoko",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rokoko")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the samples of slow tests once, for all workers; collect them without garbage collection."""
    try:
        os.environ[VARIABLE] = str(rotation())
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    gc.disable()


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the number that chooses the samples, unless only quick tests run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and session.config.option.markexpr != QUICK:
        reporter.write_line(f"{VARIABLE}={rotation()} chooses the samples of slow tests.")


def pytest_collection_finish() -> None:
    """Exclude objects created by collection from garbage collection, as the program does after its imports.

    Rendering creates many short-lived objects; otherwise the collector takes a fifth to a third of the time.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(50_000, 20, 100)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip modules that are completely slow when slow tests are deselected."""
    module = collection_path.name.startswith("test_") and config.option.markexpr == QUICK
    return True if module and "\npytestmark = pytest.mark.slow\n" in collection_path.read_text("utf-8") else None


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Assign each parameter set to its suite, before pytest deselects; then start the longest tests first."""
    mark_slow(items)
    mark_release(items)
    limit_reruns(config, items)
    yield
    items[:] = longest_first(items, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def mark_slow(items: list[pytest.Item]) -> None:
    """Mark all but ``number`` evenly spaced parameter sets of tests with ``quick(number)`` as slow."""
    marked = [item for item in items if item.get_closest_marker("quick") and not item.get_closest_marker("slow")]
    for sets in parameter_sets(marked):
        [size] = number_of(sets[0], "quick")
        step = max(1, len(sets) / size)
        quick_numbers = {round(number * step) for number in range(size)}
        for number, item in enumerate(sets):
            if number not in quick_numbers:
                item.add_marker("slow")


def mark_release(items: list[pytest.Item]) -> None:
    """Leave only a sample of the slow parameter sets to ``make test-slow``; the others are for a release.

    The sample of tests with ``sample(number)`` has that size, of others with ``MANY`` sets or more a share. Of the
    tests at a table with the game through JSON one set runs at some commits: what is wrong in JSON depends on the
    screen, hardly on its size, language or test. Frames do depend on the size.
    """
    slow = [item for item in items if item.get_closest_marker("slow") and not item.get_closest_marker("release")]
    through_json = [item for item in slow if is_through_json(item) and not item.get_closest_marker("draws")]
    others = [item for item in slow if not is_through_json(item)]
    sampled = [item for item in others if item.get_closest_marker("sample")]
    chosen_of: list[tuple[list[pytest.Item], set[int]]] = []
    for sets in parameter_sets(through_json):
        has_its_turn = has_turn(sets[0].nodeid.partition("[")[0], JSON_TURNS)
        chosen_of.append((sets, sample(len(sets), 1) if has_its_turn else set()))
    chosen_of += [(sets, sample(len(sets), *number_of(sets[0], "sample"))) for sets in parameter_sets(sampled)]
    for sets in parameter_sets([item for item in others if not item.get_closest_marker("sample")]):
        if len(sets) >= MANY:
            chosen_of.append((sets, sample(len(sets), -(-len(sets) // TURNS))))
    for sets, chosen in chosen_of:
        for number, item in enumerate(sets):
            item.stash[ROTATING] = len(chosen) < len(sets)
            if number not in chosen:
                item.add_marker("release")


def limit_reruns(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let ``--reruns`` count for slow tests and those of ``DRIVEN`` alone.

    In a worker each test that may run again waits up to 40 ms for the plugin's socket, longer than most quick tests
    take.
    """
    reruns, config.option.reruns = config.getoption("reruns", None), None
    for item in items if reruns is not None else ():
        if item.nodeid.startswith(DRIVEN) or item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.flaky(reruns=reruns))


def parameter_sets(items: list[pytest.Item]) -> list[list[pytest.Item]]:
    """Return the items of each test function."""
    sets = defaultdict(list)
    for item in items:
        sets[item.nodeid.partition("[")[0]].append(item)
    return list(sets.values())


def number_of(item: pytest.Item, name: str) -> tuple[int]:
    """Return the argument of a marker that the test has."""
    marker = item.get_closest_marker(name)
    assert marker is not None
    return marker.args


def is_through_json(item: pytest.Item) -> bool:
    """Return whether the screens of this test see the game through JSON."""
    return (
        isinstance(item, pytest.Function) and hasattr(item, "callspec") and item.callspec.params.get("view") == "json"
    )


def longest_first(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests with those marked ``long`` first, divided among the workers.

    A test of a minute that begins last leaves the other processors idle. xdist gives each worker a part of the list.
    """
    long = [item for item in items if item.get_closest_marker("long")]
    others = [item for item in items if not item.get_closest_marker("long")]
    if workers < 2 or not long:
        return [*long, *others]
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        own = long[worker::workers]
        end = len(items) * (worker + 1) // workers
        count = max(0, end - len(ordered) - len(own))
        ordered += [*own, *others[:count]]
        del others[:count]
    return [*ordered, *others]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Say how to repeat the failure of a test that another commit may not run."""
    report = yield
    if report.failed and item.stash.get(ROTATING, False):
        report.sections.append(("rotation", how_to_repeat()))
    return report


@pytest.fixture(autouse=True)
def able_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make glyphs and colours independent of the test environment."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.setattr(terminal, "encoding", lambda: "utf-8")
