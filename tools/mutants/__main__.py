"""Draw random faults, run the tests on each, and print the share that was detected.

``make mutants`` draws 200 faults in the core outside the bots and 200 in the terminal side. Outcomes are stored under
build/mutants by part, seed and fault, so an interrupted run continues. A first run of all tests records which test
executes what; it is stored for each test file until that file or the program changes.
"""

import argparse
import hashlib
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random

from tools import ROOT
from tools.mutants.faults import PARTS, Fault, faults_of
from tools.mutants.trial import Outcome, copy_tree, outcomes
from tools.mutants.which import Selection, known_files, watch

GOALS = {"core": 0.9, "bots": 0.8, "tui": 0.8}
"""The minimum share of detected faults."""


def main() -> int:
    """Run the command; return 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", default=["core", "tui"], metavar="part", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--number", type=int, default=200, help="number of faults per part")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random sample")
    parser.add_argument("--jobs", type=int, default=2, help="number of parallel jobs")
    parser.add_argument("--most", type=float, default=40.0, help="seconds of tests per fault")
    parser.add_argument("--within", nargs="+", default=[""], help="only files whose path contains one of these")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants", help="folder for the outcomes")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="folders or files of tests to run")
    parser.add_argument("--slow", action="store_true", help="run the slow tests too")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="rokoko-mutants-") as folder:
        tree = copy_tree(ROOT, Path(folder) / "tree")  # a copy, so edits during the run do not matter
        selection = _select_tests(tree, options)
        reached = [_run_part(tree, part, selection, options) for part in options.parts]
    return 0 if all(reached) else 1


def _select_tests(tree: Path, options: argparse.Namespace) -> Selection:
    """Return which test executes what of ``tree``; run the test files for which that is not recorded."""
    files = {path.relative_to(tree).as_posix(): _digest(path) for path in _test_files(tree, options.tests)}
    every = (path for name in ("rokoko_core", "rokoko_tui", "tests", "tools") for path in (tree / name).rglob("*.py"))
    shared = (path for path in every if not path.name.startswith("test_") and path.parent.name != "mutants")
    folder = options.out / f"{'slow-' if options.slow else ''}parts-{_digest(*sorted(shared))}"
    if unknown := files.items() - known_files(folder):
        names = sorted(name for name, _ in unknown)
        print(f"recording what the tests of {len(names)} files execute ...", flush=True)
        watch(tree, folder, {name: files[name] for name in names}, options.jobs, options.slow)
    return Selection(tree, folder, files)


def _test_files(tree: Path, names: list[str]) -> list[Path]:
    """Return the test files in ``names``, which are folders or files of ``tree``."""
    paths = [tree / name for name in names]
    return sorted({file for path in paths for file in ([path] if path.is_file() else path.rglob("test_*.py"))})


def _digest(*paths: Path) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for path in paths:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _run_part(tree: Path, part: str, selection: Selection, options: argparse.Namespace) -> bool:
    """Try the faults of one part; return whether the goal was reached."""
    every = faults_of(tree, part, options.within)
    drawn = {_key(tree, fault): fault for fault in Random(options.seed).sample(every, min(options.number, len(every)))}
    path = options.out / f"{'slow-' if options.slow else ''}{part}-{options.seed}.jsonl"
    results = [outcome for key, outcome in _load_outcomes(path).items() if key in drawn]
    left = [fault for fault in drawn.values() if fault not in {result.fault for result in results}]
    print(f"{part}: {len(drawn)} of {len(every)} faults, seed {options.seed}; {len(results)} known already", flush=True)
    with path.open("a", encoding="utf-8") as out:
        for outcome in outcomes(tree, left, selection, options.jobs, options.most):
            results.append(outcome)
            out.write(json.dumps([_key(tree, outcome.fault), *outcome]) + "\n")
            out.flush()
            print(f"  {len(results)}/{len(drawn)} {outcome.how}: {_place(outcome.fault)} {outcome.by}", flush=True)
    _print_report(tree, part, results)
    return sum(result.noticed for result in results) >= GOALS[part] * len(results)


def _load_outcomes(path: Path) -> dict[str, Outcome]:
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {key: Outcome(Fault(*fault), *rest) for key, fault, *rest in rows}


def _key(tree: Path, fault: Fault) -> str:
    """Return a key for ``fault`` that changes with its file."""
    source = (tree / fault.path).read_bytes()
    return hashlib.blake2b(repr(fault).encode() + source, digest_size=8).hexdigest()


def _place(fault: Fault) -> str:
    return f"{fault.path}:{fault.line} {fault.kind}"


def _print_report(tree: Path, part: str, results: list[Outcome]) -> None:
    """Print the missed faults as diffs, then the shares by module."""
    missed = sorted((r for r in results if not r.noticed), key=lambda r: r.fault)
    for result in missed:
        print(f"\n{result.how}: {_place(result.fault)}")
        print(result.fault.shown((tree / result.fault.path).read_bytes()))
    every = Counter(result.fault.path for result in results)
    missed_in = Counter(result.fault.path for result in missed)
    print(f"\n| {part} | faults | missed |\n|---|---|---|")
    for path, number in sorted(every.items()):
        print(f"| {path} | {number} | {missed_in[path] or ''} |")
    noticed = len(results) - len(missed)
    share = noticed / max(1, len(results))
    verdict = "yes" if share >= GOALS[part] else "NO"
    print(f"\n{part}: {noticed} of {len(results)} noticed, {share:.1%} (at least {GOALS[part]:.0%}): {verdict}")


if __name__ == "__main__":
    sys.exit(main())
