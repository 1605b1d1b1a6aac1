"""Which tests pass a line, found out by one run of all of them."""

import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

from coverage import CoverageData

from tests.mutants.faults import Fault


class Which:
    """The tests to run for a fault, the quickest first."""

    def __init__(self, folder: Path, root: Path):
        """Read what a run of all tests in ``root`` left in ``folder``."""
        self.seconds: dict[str, float] = defaultdict(float)
        sound: dict[str, bool] = defaultdict(lambda: True)
        for line in (folder / "tests.jsonl").read_text(encoding="utf-8").splitlines():
            test, seconds, outcome = json.loads(line)
            self.seconds[test] += seconds
            sound[test] &= outcome == "passed"
        self._sound = {test for test, passed in sound.items() if passed}
        self._lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        self._files: dict[str, set[str]] = defaultdict(set)
        for part in folder.glob("lines.*"):
            self._add(CoverageData(str(part)), root)

    def _add(self, data: CoverageData, root: Path) -> None:
        data.read()
        for file in data.measured_files():
            name = Path(file).relative_to(root).as_posix()
            for number, contexts in data.contexts_by_lineno(file).items():
                tests = self._sound.intersection(contexts)
                self._lines[name, number] |= tests
                self._files[name] |= tests

    def tests(self, fault: Fault, most: float) -> list[str]:
        """The tests that may notice ``fault``: first those that pass its line, then those that pass anything else of
        its module, for what is reckoned once and kept passes in the first test alone. Together ``most`` seconds.
        """
        near, all_near = self._lines[fault.path, fault.line], self._files[fault.path]
        chosen: list[str] = []
        for test in (*self._quickest(near), *self._quickest(all_near - near)):
            most -= self.seconds[test]
            if most < 0:
                break
            chosen.append(test)
        return chosen

    def _quickest(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds[test], test))


def watch(root: Path, folder: Path, tests: list[str], jobs: int) -> None:
    """Run ``tests`` of the tree at ``root`` and leave in ``folder`` which test passes which lines."""
    folder.mkdir(parents=True)
    environment = {**os.environ, "PYTHONPATH": str(root), "WATCHED": str(folder)}
    options = ["-q", "--no-header", "-n", str(jobs), "-p", "tests.mutants.watching"]
    command = [sys.executable, "-m", "pytest", *options, *tests]
    subprocess.run(command, cwd=root, env=environment, check=False, stdout=subprocess.DEVNULL)
    if not (folder / "tests.jsonl").exists():
        raise SystemExit("the tests could not be run; try them by themselves first")
