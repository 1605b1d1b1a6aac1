"""Entry point of ``rokoko-tui`` and ``python -m rokoko_tui``.

If the installation is too broken to load the command line, it prints one line instead of a traceback.
"""

import os
import sys
from collections.abc import Sequence

from rokoko_tui.errors import INTERRUPTED

PROGRAM = "rokoko-tui"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default ``sys.argv``; return the exit code."""
    try:
        from rokoko_tui.cli import parser

        return parser.main(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if sys.stderr is not None:
            sys.stderr.write(f"{PROGRAM}: {_error_line(error)}\n")
        return 1


def _error_line(error: Exception) -> str:
    """Say what to do about a missing module; name the error itself if the messages cannot be loaded."""
    try:
        from rokoko_tui.text.languages import choose_language
        from rokoko_tui.text.message_catalog import get_vocabulary

        words = get_vocabulary("classic", choose_language("", os.environ))
        if isinstance(error, ModuleNotFoundError):
            python = f"{sys.version_info.major}.{sys.version_info.minor}"
            return words.say("refused.missing-module", name=str(error.name), version=python)
    except Exception as another:  # the messages may be what is broken
        error = another
    return " ".join(f"{type(error).__name__}: {error}".split()).encode("ascii", "backslashreplace").decode()


if __name__ == "__main__":
    sys.exit(main())
