"""``python -m rokoko_tui`` is ``rokoko-tui``."""

import sys

from rokoko_tui.command_line.parser import main

if __name__ == "__main__":
    sys.exit(main())
