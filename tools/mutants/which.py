"""Which tests pass a line, found out by one run of all of them."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from itertools import zip_longest
from pathlib import Path

from coverage import CoverageData

from tools.mutants.faults import Fault


class Which:
    """The tests to run for a fault."""

    def __init__(self, folder: Path, files: dict[str, str]):
        """Read what the runs kept in ``folder`` found out about ``files`` of tests, which are given by digest."""
        self.seconds: dict[str, float] = defaultdict(float)
        self._lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        self._files: dict[str, set[str]] = defaultdict(set)
        for run, seen in _runs(folder):
            wanted = {name for name, digest in seen.items() if files.get(name) == digest}
            self._add(run, self._passed(run, wanted))

    def _passed(self, run: Path, files: set[str]) -> set[str]:
        """The tests of ``files`` that passed in that run; their seconds are noted."""
        sound: dict[str, bool] = defaultdict(lambda: True)
        for line in (run / "tests.jsonl").read_text(encoding="utf-8").splitlines():
            test, seconds, outcome = json.loads(line)
            if test.partition("::")[0] in files:
                self.seconds[test] += seconds
                sound[test] &= outcome == "passed"
        return {test for test, passed in sound.items() if passed}

    def _add(self, run: Path, passed: set[str]) -> None:
        root = Path((run / "root").read_text(encoding="utf-8"))
        for part in run.glob("lines.*"):
            data = CoverageData(str(part))
            data.read()
            for file in data.measured_files():
                name = Path(file).relative_to(root).as_posix()
                for number, contexts in data.contexts_by_lineno(file).items():
                    tests = passed.intersection(contexts)
                    self._lines[name, number] |= tests
                    self._files[name] |= tests

    def tests(self, fault: Fault, most: float) -> list[str]:
        """The tests that may notice ``fault``: first those that pass its line, then those that pass anything else of
        its module, for what is reckoned once and kept passes in the first test alone. Each file of tests has its turn,
        as those of one file look for the same. Together ``most`` seconds.
        """
        near, all_near = self._lines[fault.path, fault.line], self._files[fault.path]
        chosen: list[str] = []
        for test in (*self._in_turns(near), *self._in_turns(all_near - near)):
            if self.seconds[test] <= most:
                most -= self.seconds[test]
                chosen.append(test)
        return chosen

    def _in_turns(self, tests: set[str]) -> list[str]:
        """The quickest of each file, then the next of each, and so on."""
        files: defaultdict[str, list[str]] = defaultdict(list)
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            files[test.partition("::")[0]].append(test)
        return [test for turn in zip_longest(*files.values()) for test in turn if test is not None]


def _runs(folder: Path) -> list[tuple[Path, dict[str, str]]]:
    """Each finished run kept in ``folder``, with the files of tests that were run and their digests."""
    return [(told.parent, json.loads(told.read_text(encoding="utf-8"))) for told in sorted(folder.glob("*/files.json"))]


def known_files(folder: Path) -> set[tuple[str, str]]:
    """The files of tests, with their digests, that the runs kept in ``folder`` know of."""
    return {known for _, files in _runs(folder) for known in files.items()}


def watch(root: Path, folder: Path, files: dict[str, str], jobs: int) -> None:
    """Run ``files`` of tests, given by digest, of the tree at ``root`` and leave in ``folder`` what they pass."""
    run = folder / str(len(list(folder.glob("*"))))
    run.mkdir(parents=True)
    environment = {**os.environ, "PYTHONPATH": str(root), "WATCHED": str(run)}
    options = ["-q", "--no-header", "-n", str(jobs), "-p", "tools.mutants.watching"]
    command = [sys.executable, "-m", "pytest", *options, *files]
    subprocess.run(command, cwd=root, env=environment, check=False, stdout=subprocess.DEVNULL)
    if not (run / "tests.jsonl").exists():
        raise SystemExit("the tests could not be run; try them by themselves first")
    (run / "root").write_text(str(root), encoding="utf-8")
    (run / "files.json").write_text(json.dumps(files), encoding="utf-8")
