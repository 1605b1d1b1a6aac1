"""``rokoko-tui``, and ``python -m rokoko_tui``.

An installation too broken to load the command line, or its words, ends with one line in place of a traceback.
"""

import os
import sys
from collections.abc import Sequence

from rokoko_tui.settings.launch import INTERRUPTED

PROGRAM = "rokoko-tui"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default the program's own; return the exit code."""
    try:
        from rokoko_tui.cli import parser

        return parser.main(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        sys.stderr.write(f"{PROGRAM}: {_line_about(error)}\n")
        return 1


def _line_about(error: Exception) -> str:
    """What to do where a module is missing; the error itself where not even the words can be loaded."""
    try:
        from rokoko_tui.text.languages import language_spoken
        from rokoko_tui.text.message_catalog import vocabulary_of

        words = vocabulary_of("classic", language_spoken("", os.environ))
        if isinstance(error, ModuleNotFoundError):
            running = f"{sys.version_info.major}.{sys.version_info.minor}"
            return words.say("refused.missing-module", name=str(error.name), version=running)
    except Exception as another:  # the words may be what is broken
        error = another
    return " ".join(f"{type(error).__name__}: {error}".split()).encode("ascii", "backslashreplace").decode()


if __name__ == "__main__":
    sys.exit(main())
