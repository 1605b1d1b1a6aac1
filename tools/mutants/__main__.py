"""Draw faults, try the tests on them, tell the share noticed.

``make mutants`` draws 200 for the core outside the bots and 200 for the terminal side. A run that was broken off goes
on where it was: the outcomes are kept by part, seed and fault under build/mutants. Which test passes which line is
found out first, by one run of the tests, and kept for each file of tests as long as neither it nor the product changes.
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
from tools.mutants.trial import Outcome, copied, outcomes
from tools.mutants.which import Which, known_files, watch

GOALS = {"core": 0.9, "bots": 0.8, "tui": 0.8}
"""The least share of faults that must be noticed."""


def main() -> int:
    """The command; 1 when a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", default=["core", "tui"], metavar="part", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--number", type=int, default=200, help="how many faults of each part")
    parser.add_argument("--seed", type=int, default=1, help="which faults are drawn")
    parser.add_argument("--jobs", type=int, default=2, help="how many are tried at once")
    parser.add_argument("--most", type=float, default=40.0, help="seconds of tests that a fault has to get past")
    parser.add_argument("--within", default="", help="only files whose path contains this")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "mutants", help="where the outcomes are kept")
    parser.add_argument("--tests", nargs="+", default=["tests"], help="folders or files of tests that are to notice")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="rokoko-mutants-") as folder:
        tree = copied(ROOT, Path(folder) / "tree")  # so that nobody who works on meanwhile changes what is tried
        which = _which(tree, options)
        met = [_part(tree, part, which, options) for part in options.parts]
    return 0 if all(met) else 1


def _which(tree: Path, options: argparse.Namespace) -> Which:
    """Which test passes which line of ``tree``: what is not known yet is found out now, by whole files."""
    files = {path.relative_to(tree).as_posix(): _digest(path) for path in _files_of_tests(tree, options.tests)}
    every = (path for name in ("rokoko_core", "rokoko_tui", "tests", "tools") for path in (tree / name).rglob("*.py"))
    shared = (path for path in every if not path.name.startswith("test_") and path.parent.name != "mutants")
    folder = options.out / f"lines-{_digest(*sorted(shared))}"
    if unknown := files.items() - known_files(folder):
        names = sorted(name for name, _ in unknown)
        print(f"finding out which test of {len(names)} files passes which line ...", flush=True)
        watch(tree, folder, {name: files[name] for name in names}, options.jobs)
    return Which(folder, files)


def _files_of_tests(tree: Path, chosen: list[str]) -> list[Path]:
    """The files of tests at ``chosen``, which are folders or files of ``tree``."""
    places = [tree / name for name in chosen]
    return sorted({path for at in places for path in ([at] if at.is_file() else at.rglob("test_*.py"))})


def _digest(*paths: Path) -> str:
    digest = hashlib.blake2b(digest_size=6)
    for path in paths:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _part(tree: Path, part: str, which: Which, options: argparse.Namespace) -> bool:
    """Try the faults of one part; True when the goal is met."""
    every = faults_of(tree, part, options.within)
    drawn = {_key(tree, fault): fault for fault in Random(options.seed).sample(every, min(options.number, len(every)))}
    kept = options.out / f"{part}-{options.seed}.jsonl"
    results = [outcome for key, outcome in _kept(kept).items() if key in drawn]
    left = [fault for fault in drawn.values() if fault not in {result.fault for result in results}]
    print(f"{part}: {len(drawn)} of {len(every)} faults, seed {options.seed}; {len(results)} known already", flush=True)
    with kept.open("a", encoding="utf-8") as out:
        for outcome in outcomes(tree, left, which, options.jobs, options.most):
            results.append(outcome)
            out.write(json.dumps([_key(tree, outcome.fault), *outcome]) + "\n")
            out.flush()
            print(f"  {len(results)}/{len(drawn)} {outcome.how}: {_place(outcome.fault)} {outcome.by}", flush=True)
    _tell(tree, part, results)
    return sum(result.noticed for result in results) >= GOALS[part] * len(results)


def _kept(path: Path) -> dict[str, Outcome]:
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {key: Outcome(Fault(*fault), *rest) for key, fault, *rest in rows}


def _key(tree: Path, fault: Fault) -> str:
    """A name for ``fault`` that changes with the file it is put into."""
    source = (tree / fault.path).read_bytes()
    return hashlib.blake2b(repr(fault).encode() + source, digest_size=8).hexdigest()


def _place(fault: Fault) -> str:
    return f"{fault.path}:{fault.line} {fault.kind}"


def _tell(tree: Path, part: str, results: list[Outcome]) -> None:
    """The faults missed, with the lines before and after, then the shares by module."""
    missed = sorted((r for r in results if not r.noticed), key=lambda r: r.fault)
    for result in missed:
        print(f"\n{result.how}: {_place(result.fault)}")
        print(result.fault.shown((tree / result.fault.path).read_bytes()))
    every = Counter(result.fault.path for result in results)
    let_pass = Counter(result.fault.path for result in missed)
    print(f"\n| {part} | faults | missed |\n|---|---|---|")
    for path, number in sorted(every.items()):
        print(f"| {path} | {number} | {let_pass[path] or ''} |")
    noticed = len(results) - len(missed)
    share = noticed / max(1, len(results))
    verdict = "yes" if share >= GOALS[part] else "NO"
    print(f"\n{part}: {noticed} of {len(results)} noticed, {share:.1%} (at least {GOALS[part]:.0%}): {verdict}")


if __name__ == "__main__":
    sys.exit(main())
