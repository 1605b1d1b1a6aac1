"""Start of the full-screen program from the command line."""

import os
import sys
from typing import TYPE_CHECKING

from rokoko_tui.errors import UsageError
from rokoko_tui.start_target import Start

if TYPE_CHECKING:
    from rokoko_tui.settings.settings import Settings


def run_full_screen(settings: "Settings", start: Start) -> int:
    """Run the full-screen program from ``start`` and return its exit code. Raises ``UsageError``."""
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        raise UsageError("refused.no-terminal")
    if os.environ.get("TERM") == "dumb":
        raise UsageError("refused.dumb-terminal")
    from rokoko_tui.app import RokokoApp

    app = RokokoApp(settings, start)
    try:
        app.run()
    finally:
        app.end_thinking()
    return app.return_code or 0
