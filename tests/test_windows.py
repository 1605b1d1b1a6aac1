"""The program without what Windows lacks, in processes of their own (``tests/windows.py``)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rokoko_core.journal import read
from tests import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="imitates Windows on other systems")
IMITATE = "from tests.windows import imitate_windows; imitate_windows(); "
COMMAND = f"{IMITATE}import sys; from rokoko_tui.__main__ import main; sys.exit(main())"
LESSON = f"{IMITATE}import asyncio; from tools.newest_python import play_headless as play; asyncio.run(play({{!r}}))"
COMMANDS = (("doctor",), ("show", "saves/base-2.rokoko"), ("record",), ("components", "--json"))


def run(home: Path, code: str, *argv: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python code; its streams have the encoding of a Western Windows."""
    places = {"HOME": home, "ROKOKO_SAVES": home / "saves", "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
    environment = {**os.environ, **{name: str(place) for name, place in places.items()}}
    environment |= {"PYTHONIOENCODING": "cp1252", "LC_ALL": "C.UTF-8"}
    command = [sys.executable, "-X", "warn_default_encoding", "-c", code, *map(str, argv)]
    return subprocess.run(
        command, cwd=ROOT, env=environment, input=typed, capture_output=True, encoding="cp1252", check=False
    )


def test_the_program_starts_without_what_windows_lacks(tmp_path: Path) -> None:
    done = run(tmp_path, COMMAND, "verify", "saves/base-4.rokoko")
    assert (done.returncode, "459 actions" in done.stdout) == (0, True), done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_commands_run_without_what_windows_lacks(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = run(tmp_path, COMMAND, *command)
    assert (done.returncode, done.stderr.count("error")) == (0, 0), done.stderr
    assert len(done.stdout) > 20


@pytest.mark.slow
def test_hosting_is_refused_in_a_sentence_without_what_windows_lacks(tmp_path: Path) -> None:
    done = run(tmp_path, COMMAND, "host", "--players", "Ada,Bo", "--headless")
    assert (done.returncode, "this system has no Unix sockets" in done.stderr) == (1, True), done.stderr


@pytest.mark.slow
def test_a_plain_game_is_saved_and_continued_without_what_windows_lacks(tmp_path: Path) -> None:
    began = run(tmp_path, COMMAND, "plain", "--players", "Zoë,Bo", typed="\n1 2 3\nq\n")
    assert (began.returncode, "Zoë" in began.stdout) == (0, True), began.stderr
    [path] = (tmp_path / "saves").glob("*.rokoko")
    continued = run(tmp_path, COMMAND, "plain", path, typed="\n1 2 3\nq\n")
    assert (continued.returncode, read(path).game.length) == (0, 2), continued.stderr


@pytest.mark.slow
def test_the_lesson_is_played_without_what_windows_lacks(tmp_path: Path) -> None:
    done = run(tmp_path, LESSON.format(str(tmp_path / "saves")))
    assert (done.returncode, "The lesson is played" in done.stdout) == (0, True), done.stderr
