"""Test the single-file program without the sources on the path: screens, data and bots."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rokoko_core import __version__, to_move
from rokoko_core.bots.external_bots import BotFault
from rokoko_core.journal import read
from rokoko_tui.arena.results import read_lines
from tests import ROOT
from tests.hostile_bots import HOSTILE, NAMES
from tests.journeys.terminal import Terminal, folders
from tests.processes import living, needs_proc, sessions_with, wait_until
from tests.visitors import write_package
from tools import app

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the file."""
    path = tmp_path_factory.mktemp("app") / "rokoko-tui.pyz"
    app.build(path)
    return path


class App(Terminal):
    """The single-file program in a terminal, with nothing else on the path."""

    def __init__(self, home: Path, file: Path, *argv: object) -> None:
        self.file = file
        super().__init__(home, *argv, environment={"PYTHONPATH": "", "SHIV_ROOT": str(file.parent / "unpacked")})

    @property
    def program(self) -> list[str]:
        return [str(self.file)]


def run(file: Path, home: Path, *argv: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command of the single-file program with these environment variables."""
    home.mkdir(exist_ok=True)
    environment = {**folders(home), "PATH": "", "SHIV_ROOT": str(file.parent / "unpacked"), "PYTHONUTF8": "1"}
    environment |= variables
    command = [sys.executable, str(file), *map(str, argv)]
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)


def test_the_file_is_small(file: Path) -> None:
    assert file.stat().st_size < 8_000_000


def test_the_file_draws_screens_and_runs_bots(file: Path, tmp_path: Path) -> None:
    with App(tmp_path, file) as terminal:
        terminal.wait("New game", seconds=60)
        terminal.press("q")
        assert terminal.wait_for_exit() == 0
    argv = ("new", "--players", "Ada", "--bots", "apprentice", "--seed", "7", "--pace", "at-once")
    with App(tmp_path, file, *argv) as terminal:
        terminal.wait("choose 3 cards for the hand")
        [path] = (tmp_path / "saves").glob("*.rokoko")
        terminal.quiet()
        terminal.press("1", "2", "3")
        terminal.insist(["enter"], lambda: has_acted(path, 1), "the bot to act")


def has_acted(path: Path, seat: int) -> bool:
    """Return whether the save contains an action of ``seat``."""
    game = read(path).game
    return any(to_move(game.at(n)) == seat for n in range(game.cursor))


def test_the_file_contains_its_data(file: Path, tmp_path: Path) -> None:
    assert run(file, tmp_path, "--version").stdout == f"rokoko-tui {__version__}\n"
    verified = run(file, tmp_path, "verify", *sorted((ROOT / "saves").glob("*.rokoko")))
    assert (verified.returncode, verified.stderr) == (0, "")
    assert "українська" in run(file, tmp_path, "--language", "ukrainian", "doctor").stdout.lower()
    lesson = run(file, tmp_path, "learn", "--plain")
    assert lesson.stdout and "Traceback" not in lesson.stderr


@pytest.mark.parametrize(
    ("locale", "words"), [("C.UTF-8", "could not unpack"), ("uk_UA.UTF-8", "не вдалося розпакувати")]
)
def test_a_file_that_cannot_be_unpacked_names_the_variable(file: Path, tmp_path: Path, locale: str, words: str) -> None:
    """As for a user without a home folder, or with one that cannot be written."""
    (tmp_path / "home").write_text("in the way")
    for variables in ({"SHIV_ROOT": "", "HOME": str(tmp_path / "home")}, {"SHIV_ROOT": str(tmp_path / "home")}):
        done = run(file, tmp_path, "--version", LC_ALL=locale, **variables)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert words in done.stderr and "SHIV_ROOT" in done.stderr


def test_the_arena_runs_in_processes(file: Path, tmp_path: Path) -> None:
    done = run(file, tmp_path, "arena", "apprentice", "novice", "--games", "2", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.sample(3)
@needs_proc
@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("pool", {None, BotFault.STALLED, BotFault.RAISED}),
        ("leaves_children", {None, BotFault.STALLED}),
        ("allocates_300_mb", {BotFault.STALLED, BotFault.RAISED}),
        ("allocates_everything", {BotFault.STALLED, BotFault.RAISED}),
        ("dies", {BotFault.GONE}),
        ("holds_the_lock", {BotFault.STALLED}),
        ("writes_a_half_line", {BotFault.STALLED}),
        ("floods_in_lines", {BotFault.NONSENSE}),
        ("floods_the_streams", {None, BotFault.STALLED}),
    ],
)
def test_a_hostile_bot_is_replaced_and_leaves_no_process(
    file: Path, tmp_path: Path, name: str, codes: set[BotFault | None]
) -> None:
    """A bot that needs much time or memory is replaced for one or the other; None if it never is."""
    write_package(tmp_path / "site", HOSTILE, *(f"{each} = visiting_bots:{each}" for each in NAMES))
    results, mark = tmp_path / "results", f"{os.getpid()}-{name}"
    argv = ("arena", name, "random", "--games", "1", "--jobs", "1", "--results", results)
    done = run(file, tmp_path, *argv, PYTHONPATH=str(tmp_path / "site"), HOSTILE_TEST=mark)
    assert done.returncode == 0 and "Traceback" not in done.stderr
    [line], _ = read_lines(results)
    replaced = line.result.replaced
    assert len(replaced) <= 1 and (replaced[0].code if replaced else None) in codes
    wait_until(lambda: not living(*sessions_with("HOSTILE_TEST", mark)), f"the processes of {name} to end")
