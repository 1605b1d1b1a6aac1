"""Selection of the tests for a fault from the recorded parts of the program that each test executes."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path

from tools.mutants.faults import Fault
from tools.mutants.parts import first_lines

QUICK, ALL = "not slow and not release", "not release"
"""The mark expressions for the quick tests, and for these and the slow ones."""
CHEAP = 0.2
"""Most CPU seconds of a cheap test."""


class Selection:
    """Selects the tests to run for a fault."""

    def __init__(self, root: Path, folder: Path, files: dict[str, str]):
        """Read the records in ``folder`` for the tree at ``root`` and test ``files``, a mapping of names to digests."""
        self._root = root
        self.seconds: dict[str, float] = defaultdict(float)
        self._lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        self._files: dict[str, set[str]] = defaultdict(set)
        self._passed: set[str] = set()
        for run, recorded in _runs(folder):
            current = {name for name, digest in recorded.items() if files.get(name) == digest}
            self._add(run, self._passed_tests(run, current))

    def _passed_tests(self, run: Path, files: set[str]) -> set[str]:
        """Return the tests of ``files`` that passed in the run, and record their CPU time."""
        root = (run / "root").read_text(encoding="utf-8")
        sound: dict[str, bool] = defaultdict(lambda: True)
        for line in (run / "tests.jsonl").read_text(encoding="utf-8").splitlines():
            test, seconds, outcome = json.loads(line)
            if test.partition("::")[0] in files and root not in test:  # the id differs in every copy
                self.seconds[test] += seconds
                sound[test] &= outcome == "passed"
        return {test for test, passed in sound.items() if passed}

    def _add(self, run: Path, passed: set[str]) -> None:
        self._passed |= passed
        for record in run.glob("lines-*.jsonl"):
            for row in record.read_text(encoding="utf-8").splitlines():
                test, lines = json.loads(row)
                for name, numbers in lines.items() if test in passed else ():
                    self._files[name].add(test)
                    for number in numbers:
                        self._lines[name, number].add(test)

    def tests(self, fault: Fault, most: float) -> list[str]:
        """Return the tests that may detect ``fault``, at most ``most`` seconds in total.

        Tests that execute its part of a function come first, then those that execute other parts of its module: a
        cached value is computed only in the first test. Within both, cheap tests precede the others, as many of them
        fit, and those in the file or folder for the module precede the rest; they are all that can detect a fault in a
        module of tables.
        Tests of different files alternate, as tests of one file check similar things.
        """
        first = first_lines((self._root / fault.path).read_bytes()).get(fault.line, 0)
        near, all_near = self._lines[fault.path, first], self._files[fault.path]
        folder, _, module = fault.path.removeprefix("rokoko_").removesuffix(".py").rpartition("/")
        own = {test for test in self._passed if test.startswith(f"tests/{folder}/")}
        named = {test for test in own if test.partition("::")[0].endswith(f"/test_{module}.py")}
        order: list[str] = []
        for group in (near, all_near - near) if all_near else (own,):
            ordered = [
                test for part in (group & named, group & own - named, group - own) for test in self._in_turns(part)
            ]
            order += sorted(ordered, key=lambda test: self.seconds[test] > CHEAP)
        chosen: list[str] = []
        for test in order:
            if self.seconds[test] <= most:
                most -= self.seconds[test]
                chosen.append(test)
        return chosen

    def _in_turns(self, tests: set[str]) -> list[str]:
        """Return the fastest test of each file, then the second fastest of each, and so on."""
        files: defaultdict[str, list[str]] = defaultdict(list)
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            files[test.partition("::")[0]].append(test)
        return [test for turn in zip_longest(*files.values()) for test in turn if test is not None]


def _runs(folder: Path) -> list[tuple[Path, dict[str, str]]]:
    """Return each finished run in ``folder`` with the digests of its test files."""
    return [(path.parent, json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.glob("*/files.json"))]


def known_files(folder: Path) -> set[tuple[str, str]]:
    """Return the recorded test files with their digests."""
    return {item for _, files in _runs(folder) for item in files.items()}


def watch(root: Path, folder: Path, files: dict[str, str], jobs: int, slow: bool) -> None:
    """Run test ``files`` of the tree at ``root`` and record in ``folder`` what each test executes.

    Slow tests are left out unless ``slow``.
    """
    run = folder / str(len(list(folder.glob("*"))))
    run.mkdir(parents=True)
    environment = {**os.environ, "PYTHONPATH": str(root), "WATCHED": str(run)}
    options = ["-q", "--no-header", "-n", str(jobs), "-p", "tools.mutants.watching"]
    command = [sys.executable, "-m", "pytest", *options, "-m", ALL if slow else QUICK, *files]
    subprocess.run(command, cwd=root, env=environment, check=False, stdout=subprocess.DEVNULL)
    if not (run / "tests.jsonl").exists():
        raise SystemExit("the tests could not be run; try pytest alone first")
    (run / "root").write_text(str(root), encoding="utf-8")
    (run / "files.json").write_text(json.dumps(files), encoding="utf-8")
