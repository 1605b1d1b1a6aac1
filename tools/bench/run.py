"""Measure all budgets and write ``docs/benchmarks.md`` (``make bench``); an unexpected miss gives exit code 1.

Times depend on the machine and its load. A peer is measured alternately with ours, so that both are affected alike.
"""

import sys

from tools import ROOT
from tools.bench import adapter_budgets, core_budgets, page_budgets, terminal_budgets
from tools.bench.results import EXPECTED, Result

MEASUREMENTS = (
    *core_budgets.MEASUREMENTS,
    *adapter_budgets.MEASUREMENTS,
    *terminal_budgets.MEASUREMENTS,
    *page_budgets.MEASUREMENTS,
)


def main() -> int:
    """Measure all budgets and write the page, or only the measurements named on the command line."""
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
            print(f"{result.what} is met: remove it from the expected misses")
    return 1 if any(result.verdict == "NO" for result in results) else 0


def page(results: list[Result]) -> str:
    missed = [result for result in results if result.verdict == "expected"]
    lines = [
        "# Benchmarks",
        "",
        "Written by `make bench`; one run on one machine. A peer is measured alternately with our program. Bytes",
        "and times of the terminal program are measured in a real pseudo-terminal, to the last byte. The bytes of",
        "the changed cells are a cursor movement for each run of them, a style sequence for each change of style,",
        "and the text.",
        "",
        "| what | measured | peer or budget | share | kept |",
        "|---|---|---|---|---|",
        *(f"| {r.what} | {r.measured} | {r.against} | {r.share} | {r.verdict} |" for r in results),
    ]
    if missed:
        lines += ["", "Known misses:", ""]
        lines += [f"- {result.what}: {EXPECTED[result.what]}" for result in missed]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
