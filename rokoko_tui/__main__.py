"""``rokoko-tui``, and ``python -m rokoko_tui``.

An installation too broken to load the command line, or its words, ends with one line in place of a traceback.
"""

import sys
from collections.abc import Sequence

from rokoko_tui.session.launch import INTERRUPTED

PROGRAM = "rokoko-tui"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line ``argv``, by default the program's own; return the exit code."""
    try:
        from rokoko_tui.command_line import parser

        return parser.main(argv)
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        line = " ".join(f"{type(error).__name__}: {error}".split())
        sys.stderr.write(f"{PROGRAM}: {line.encode('ascii', 'backslashreplace').decode()}\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
