"""Measures every budget of the design and writes ``docs/benchmarks.md``: ``make bench``. A miss that nobody expects
is told by NO and ends with exit code 1.

Single figures drift with the machine; where there is a peer, ours and the peer's are measured alternately, so that both
see the same weather.
"""

import sys

from tools import ROOT
from tools.bench import adapter_budgets, core_budgets, terminal_budgets
from tools.bench.results import EXPECTED, Result

MEASUREMENTS = (*core_budgets.MEASUREMENTS, *adapter_budgets.MEASUREMENTS, *terminal_budgets.MEASUREMENTS)


def main() -> int:
    """Measure all budgets, or those whose measurement is named; print the table, and write it down when it is whole."""
    chosen = [m for m in MEASUREMENTS if m.__name__ in sys.argv[1:]] or list(MEASUREMENTS)
    results: list[Result] = []
    for measurement in chosen:
        for result in measurement():
            print(f"{result.verdict:8} {result.what}: {result.measured}; {result.against}; {result.share}", flush=True)
            results.append(result)
    if len(chosen) == len(MEASUREMENTS):
        (ROOT / "docs" / "benchmarks.md").write_text(page(results), encoding="utf-8")
    for result in results:
        if result.met and result.what in EXPECTED:
            print(f"{result.what} is kept now: take it off the list of expected misses")
    return 1 if any(result.verdict == "NO" for result in results) else 0


def page(results: list[Result]) -> str:
    """The page in words."""
    missed = [result for result in results if result.verdict == "expected"]
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`; one run on one machine. Where there is a peer, it is measured alternately with ours.",
        "What the terminal side writes and how long it takes is measured in a real pseudo-terminal, to the last byte.",
        "The bytes of the changed cells are those of a painter who moves to each run of them, sets a look where it",
        "changes, and writes the text.",
        "",
        "| what | measured | peer or budget | share | kept |",
        "|---|---|---|---|---|",
        *(f"| {r.what} | {r.measured} | {r.against} | {r.share} | {r.verdict} |" for r in results),
    ]
    if missed:
        lines += ["", "Not kept yet, and known:", ""]
        lines += [f"- {result.what}: {EXPECTED[result.what]}" for result in missed]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
