"""``python -m tools.static_page build``, ``serve`` or ``measure``."""

import asyncio
import sys
from argparse import ArgumentParser
from statistics import median
from subprocess import CalledProcessError

from tools.static_page.build import PAGE, MissingTool, build
from tools.static_page.server import PORT, serve


def main() -> int:
    """Run the command; return the exit code."""
    parser = ArgumentParser(prog="tools.static_page", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("build")
    commands.add_parser("serve").add_argument("--port", type=int, default=PORT)
    commands.add_parser("measure").add_argument("--visits", type=int, default=4)
    options = parser.parse_args()
    if options.command == "serve":
        serve(PAGE, options.port)
        return 0
    if options.command == "measure":
        from tools.static_page.measure import STAGES, measure

        for number, visit in enumerate(asyncio.run(measure(PAGE, options.visits)), start=1):
            stages = ", ".join(f"{stage} {visit.stages[stage]:.1f} s" for stage in STAGES)
            keys = f"arrow key {1000 * median(visit.keys):.0f} ms, the slowest {1000 * max(visit.keys):.0f} ms"
            print(f"visit {number}: {stages}; {keys}")
        return 0
    try:
        page = build()
    except MissingTool as error:
        print(f"The page needs {error.args[0]}: install Node.js with npm.", file=sys.stderr)
        return 1
    except CalledProcessError as error:
        print(f"{error.cmd[0]} failed with exit code {error.returncode}.", file=sys.stderr)
        return 1
    size = sum(path.stat().st_size for path in page.rglob("*") if path.is_file())
    print(f"{page}: {size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
