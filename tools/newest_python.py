"""Run the core's tests on the newest Python, that of Pyodide, with Node.js: ``make newest-python``.

It has no processes, threads, sockets and locks, and no numpy here, so tests that need one of them are left out.
"""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from zipfile import ZipFile

from tools import ROOT
from tools.static_page.build import PLATFORM, WORK, MissingTool, install_packages

SCRIPT = Path(__file__).with_suffix(".mjs")
REQUIREMENTS = ("msgspec", "platformdirs", "filelock", "tomlkit", "rich", "textual", "pyte", "hypothesis", "syrupy")
PYTEST = ("pytest", "pytest-asyncio")
IGNORED = (
    *("tests/core/adapters", "tests/core/remote", "tests/core/play"),
    *("tests/core/test_files.py", "tests/core/test_system.py", "tests/core/journal/test_journal_files.py"),
    *(f"tests/core/bots/test_{name}.py" for name in ("arena", "external_bots", "hostile_bots", "ratings")),
    *(f"tests/core/bots/test_{name}.py" for name in ("search_cache", "worker_process")),
)
DESELECTED = (
    "tests/core/components/test_components.py::test_shipped_tables_are_loaded_lazily_and_once",
    "tests/core/events/test_events.py::test_each_thread_has_its_own_record",
    "tests/core/journal/test_journal.py::test_a_killed_game_continues_from_the_last_confirmed_action",
    "tests/core/test_library.py::test_the_core_loads_without_the_terminal_side",
)
"""Tests of numpy, sockets, processes, threads, a second event loop, locks and special files."""
UNAVAILABLE = 3
"""Exit code if the tests could not run."""


def unpack() -> Path:
    """Download what the tests import; return a folder with all of it. Raises ``CalledProcessError``."""
    wheels, site = WORK / "test-wheels", WORK / "test-site"
    for folder in (wheels, site):
        shutil.rmtree(folder, ignore_errors=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", wheels]
    options = ["--constraint", ROOT / "constraints.txt", "--only-binary", ":all:", *PLATFORM]
    subprocess.run([*map(str, [*pip, *options, *REQUIREMENTS, *PYTEST])], check=True)
    for wheel in wheels.glob("*.whl"):
        with ZipFile(wheel) as archive:
            archive.extractall(site)
    return site


async def play_headless(saves: str = "/tmp/saves") -> None:
    """Start the app without a terminal, open the lesson, choose a hand and see the table; called in Pyodide."""
    from rokoko_tui.app import RokokoApp
    from rokoko_tui.games import Start
    from rokoko_tui.screens.play import PlayScreen
    from rokoko_tui.settings.settings import Settings

    app = RokokoApp(Settings(saves=saves, name="Ada", motion="off"), Start())
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, PlayScreen), screen
        for _ in range(12):
            await pilot.press("enter")
            await pilot.pause()
        assert screen.session.driver.game.position > 0, "Enter chose nothing"
    print(f"The lesson is played on {sys.version.split()[0]}.")


def main(arguments: Sequence[str]) -> int:
    """Run the tests, or pytest with ``arguments``; return the exit code."""
    try:
        node = shutil.which("node")
        if node is None:
            raise MissingTool("Node.js")
        pyodide, site = install_packages() / "pyodide", unpack()
    except (MissingTool, OSError, subprocess.CalledProcessError) as error:
        print(f"Not available: {error}.", file=sys.stderr)
        return UNAVAILABLE
    left_out = [*(f"--ignore={path}" for path in IGNORED), *(f"--deselect={name}" for name in DESELECTED)]
    tests = arguments or ["tests/core", "tests/saves", *left_out]
    command = [node, SCRIPT, pyodide, site, ROOT, "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run([*map(str, command)], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
