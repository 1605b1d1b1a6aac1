"""Run all checks of this folder; print each problem in a line and exit with 1 if there is one."""

import sys

from tools.checks import documents, generated, links, markup, messages, phrases, project, workflows

CHECKS = (markup, phrases, messages, links, project, documents, generated, workflows)


def main() -> int:
    """Return the exit code."""
    problems = [problem for check in CHECKS for problem in check.problems()]
    print(*problems, f"{len(problems)} problems in the sources.", sep="\n")
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
