"""The suites: each test runs in one of ``make test``, ``make test-slow`` and ``make test-release``, samples in turn."""

import re
import shlex
import tomllib
from functools import cache
from itertools import combinations

import pytest
import yaml
from _pytest.mark.expression import Expression

from tests import ROOT, conftest, rotation
from tests.conftest import QUICK, longest_first, mark_release, mark_slow

pytest_plugins = "pytester"

SETS = """
    import pytest

    @pytest.mark.slow
    @pytest.mark.sample(2)
    @pytest.mark.parametrize("number", range(5))
    def test_sampled(number): pass

    @pytest.mark.parametrize("view", ["local", pytest.param("json", marks=pytest.mark.slow)])
    @pytest.mark.parametrize("size", range(3))
    def test_at_a_table(size, view): pass

    @pytest.mark.quick(2)
    @pytest.mark.sample(1)
    @pytest.mark.parametrize("size", range(4))
    def test_quick_in_part(size): pass

    @pytest.mark.slow
    @pytest.mark.parametrize("number", range(4))
    def test_many(number): pass

    @pytest.mark.slow
    @pytest.mark.parametrize("number", range(2))
    def test_few(number): pass

    @pytest.mark.release
    def test_whole(): pass
"""


@cache
def suites() -> dict[str, str]:
    """Return the marker expression of each suite by its target in the Makefile."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["pytest"]["ini_options"]["addopts"]
    words = shlex.split(options)
    targets = re.findall(
        r"^(test[a-z-]*):.*\n\t\$\(PYTEST\)(.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    return {name: shlex.split(own or f"-m {shlex.quote(words[words.index('-m') + 1])}")[1] for name, own in targets}


def suite_of(marks: set[str]) -> str:
    """Return the only suite of a test with these marks."""

    def has_mark(name: str, /, **arguments: object) -> bool:
        return name in marks

    [name] = [name for name, expression in suites().items() if Expression.compile(expression).evaluate(has_mark)]
    return name


def items_of(pytester: pytest.Pytester, source: str) -> list[pytest.Item]:
    """Return the tests of a module."""
    items, _ = pytester.inline_genitems(pytester.makepyfile(source), "-p", "no:syrupy", "-p", "no:asyncio")
    return items


def sort(items: list[pytest.Item]) -> dict[str, set[str]]:
    """Return the names of the tests of each suite."""
    mark_slow(items)
    mark_release(items)
    names: dict[str, set[str]] = {name: set() for name in suites()}
    for item in items:
        names[suite_of({mark.name for mark in item.iter_markers()})].add(item.name)
    return names


def test_every_combination_of_marks_is_in_one_suite() -> None:
    assert suites()["test"] == QUICK, "modules are skipped for this expression"
    assert set(suites()) == {"test", "test-slow", "test-release"}
    marks = ("slow", "release", "smoke", "long", "draws")
    for size in range(len(marks) + 1):
        for some in combinations(marks, size):
            expected = "test-release" if "release" in some else "test-slow" if "slow" in some else "test"
            assert suite_of(set(some)) == expected


def test_every_suite_is_run_by_ci_or_at_night() -> None:
    commands = set(re.findall(r"make ([a-z-]+)", (ROOT / ".ci" / "run").read_text("utf-8")))
    for path in (ROOT / ".github" / "workflows").glob("*.yml"):
        workflow = yaml.safe_load(path.read_text("utf-8"))
        if "schedule" in workflow[True]:  # YAML reads "on" as a truth value
            steps = [step.get("run", "") for job in workflow["jobs"].values() for step in job["steps"]]
            commands.update(re.findall(r"make ([a-z-]+)", "\n".join(steps)))
    assert commands >= set(suites())


def test_parameter_sets_are_in_their_suites(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rotation, "rotation", lambda: 0)
    monkeypatch.setattr(conftest, "JSON_TURNS", 1)
    monkeypatch.setattr(conftest, "TURNS", 2)
    assert sort(items_of(pytester, SETS)) == {
        "test": {
            *(f"test_at_a_table[{size}-local]" for size in range(3)),
            *(f"test_quick_in_part[{n}]" for n in (0, 2)),
        },
        "test-slow": {
            *("test_sampled[0]", "test_sampled[2]", "test_at_a_table[0-json]", "test_quick_in_part[1]"),
            *("test_many[0]", "test_many[2]", *(f"test_few[{number}]" for number in range(2))),
        },
        "test-release": {
            *(f"test_sampled[{number}]" for number in (1, 3, 4)),
            *(f"test_at_a_table[{size}-json]" for size in (1, 2)),
            *("test_quick_in_part[3]", "test_many[1]", "test_many[3]", "test_whole"),
        },
    }


@pytest.mark.parametrize(("count", "size"), [(1, 1), (3, 1), (7, 3), (10, 10), (2, 5)])
def test_every_member_of_a_sample_has_its_turn(count: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = []
    for number in range(12345, 12345 + count):
        monkeypatch.setattr(rotation, "rotation", lambda number=number: number)
        chosen.append(rotation.sample(count, size))
    assert {len(each) for each in chosen} == {min(count, size)}
    assert set().union(*chosen) == set(range(count))


def test_every_name_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = []
    for number in range(7, 10):
        monkeypatch.setattr(rotation, "rotation", lambda number=number: number)
        turns.append([rotation.has_turn(name, 3) for name in ("one", "two", "three", "four")])
    assert all(sum(each) == 1 for each in zip(*turns, strict=True))


def test_the_number_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    number = rotation.rotation.__wrapped__
    monkeypatch.setenv(rotation.VARIABLE, "42")
    assert number() == 42
    monkeypatch.setenv(rotation.VARIABLE, "forty-two")
    with pytest.raises(ValueError, match="ROTATION must be a whole number, not 'forty-two'"):
        number()
    monkeypatch.delenv(rotation.VARIABLE)
    assert number() == number() >= 0


def test_only_what_drives_a_terminal_or_browser_runs_again(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(
        """
        from tests.conftest import limit_reruns

        def pytest_collection_modifyitems(config, items):
            limit_reruns(config, items)
        """
    )
    source = "runs = []\ndef test_some():\n    runs.append(1)\n    assert len(runs) > 1\n"
    for folder in ("tests/core", "tests/journeys"):
        (pytester.path / folder).mkdir(parents=True)
        (pytester.path / folder / f"test_in_{folder[6:]}.py").write_text(source, "utf-8")
    done = pytester.runpytest_inprocess("-p", "no:syrupy", "-p", "no:asyncio", "--reruns", "1")
    done.assert_outcomes(failed=1, passed=1)
    done.stdout.fnmatch_lines(["FAILED tests/core/test_in_core.py::test_some*", "*1 failed, 1 passed, 1 rerun in*"])


def test_what_may_run_again_is_still_there() -> None:
    assert [name for name in conftest.DRIVEN if not (ROOT / name).exists()] == []


@pytest.mark.slow
def test_a_failure_of_a_sample_says_how_to_repeat_it(pytester: pytest.Pytester) -> None:
    pytester.makepyprojecttoml('[tool.pytest.ini_options]\nmarkers = ["slow", "release", "sample(number)"]')
    pytester.makeconftest("from tests.conftest import *")
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.slow
        @pytest.mark.sample(1)
        @pytest.mark.parametrize("number", range(3))
        def test_fails(number): assert number < 0
        """
    )
    done = pytester.runpytest_subprocess("-q", "-m", "slow and not release", f"--rootdir={pytester.path}")
    done.assert_outcomes(failed=1, deselected=2)
    done.stdout.fnmatch_lines(["ROTATION=* chooses the samples of slow tests.", "*: ROTATION=* repeats it."])


def test_the_longest_tests_start_first_in_every_worker(pytester: pytest.Pytester) -> None:
    items = items_of(
        pytester,
        """
        import pytest

        @pytest.mark.parametrize(
            "number", [pytest.param(n, marks=pytest.mark.long if n > 17 else ()) for n in range(23)]
        )
        def test_some(number): pass
        """,
    )
    for workers in (1, 2, 3, 4):
        ordered = longest_first(items, workers)
        assert sorted(ordered, key=items.index) == items
        starts = [len(items) * worker // workers for worker in range(workers)]
        parts = [ordered[start:end] for start, end in zip(starts, [*starts[1:], len(items)], strict=True)]
        for part in parts:
            marks = [item.get_closest_marker("long") is not None for item in part]
            assert marks == sorted(marks, reverse=True) and marks[0], "xdist gives each worker such a part"
