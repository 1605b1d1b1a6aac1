"""``python -m tools.crawler``: press every key on every screen, and print what was not reached and what crashed."""

import argparse
import sys
from time import monotonic

from tools.conditions import CONDITIONS, condition_named
from tools.crawler.crawl import DEPTH, Report, crawl
from tools.crawler.report import format_report, gaps


def main() -> int:
    """Run the crawl; return 1 after a crash or if a pair is missing without a reason."""
    parser = argparse.ArgumentParser(prog="python -m tools.crawler", description="Press every key on every screen.")
    names = [condition.name for condition in CONDITIONS]
    parser.add_argument("--condition", choices=names, action="append", help="a start condition; default: all of them")
    parser.add_argument("--depth", type=int, help=f"changes of the state; default: {DEPTH} from the first page")
    parser.add_argument("--once", action="store_true", help="visit each pair of screen and command once only")
    options = parser.parse_args()
    total, start = Report(), monotonic()
    for name in options.condition or names:
        report = crawl(condition_named(name), options.depth, options.once)
        total.add(report)
        print(
            f"{name}: {len(report.visited)} pairs, {len(report.states)} states, {report.presses:,} keys, "
            f"{len(report.crashes)} crashes, {monotonic() - start:.0f} s",
            flush=True,
        )
    print(*format_report(total), sep="\n")
    everything = set(options.condition or names) == set(names) and options.depth is None
    return int(bool(total.crashes or (everything and gaps(total))))


if __name__ == "__main__":
    sys.exit(main())
