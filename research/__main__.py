"""``python -m research COMMAND``: play games between bots, fit weights to them, and write the pages of measurements."""

import sys
from importlib import import_module

from rokoko_tui.errors import CommandError
from rokoko_tui.text import get_words

COMMANDS = {
    "opponents": ("research.opponents.command", "strength and speed of the levels; writes docs/opponents.md"),
    "balance": ("research.balance.command", "component sets and turn order; writes docs/balance.md"),
    "progress": ("research.progress", "the levels against an earlier version; writes docs/progress.md"),
    "regret": ("research.regret", "last turns against their exact solution; writes docs/regret.md"),
    "review": ("research.review", "the costs of a review against turns played on; writes docs/look-back.md"),
    "hints": ("research.hints", "hints of the last rounds against turns played on"),
    "beginner": ("research.beginner", "a player that follows the lesson, against novices"),
    "tuning": ("research.tuning.command", "fits the weights of the evaluation"),
    "value_training": (
        "research.value_training.command",
        "trains the learned value and that of the ends of rounds",
    ),
}
"""By command: its module, which has a function ``main``, and what it does."""


def main(argv: list[str]) -> int:
    """Run the command that ``argv`` begins with; return the exit code."""
    if argv and argv[0] in COMMANDS:
        try:
            code: int = import_module(COMMANDS[argv[0]][0]).main(argv[1:])
        except CommandError as refused:
            print(refused.describe(get_words("classic")), file=sys.stderr)
            return refused.code
        return code
    asked = argv[:1] in (["-h"], ["--help"])
    lines = ["usage: python -m research COMMAND [--help] ...", ""]
    lines += [f"  {name:<16}{about}" for name, (_, about) in COMMANDS.items()]
    lines += ["", "research/README.md explains them."]
    print("\n".join(lines), file=sys.stdout if asked else sys.stderr)
    return 0 if asked else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
