"""Odd values of variables that libraries read: they do not reach the libraries, or a sentence names the variable."""

import os
import pwd
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from rokoko_tui.cli import environment
from rokoko_tui.text import get_vocabulary
from tests.tui.cli.shell import Run, refused

say = get_vocabulary("classic").say
SITE_PACKAGES = Path(pytest.__file__).parents[1]
NEVER = (
    *("TEXTUAL", "TEXTUAL_DRIVER", "TEXTUAL_FILTERS", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_LOG", "TEXTUAL_PRESS"),
    *("TEXTUAL_DEBUG", "TEXTUAL_THEME", "TEXTUAL_FPS", "TEXTUAL_SCREENSHOT", "TEXTUAL_ALLOW_SIGNALS"),
    *("PYTHONASYNCIODEBUG", "SSLKEYLOGFILE"),
)
"""Variables that no library sees."""
UNDERSTOOD = {
    "COLUMNS": (["0", "-1", "", "many", "٨٠", "80 ", "99999"], ["80", "9999"]),
    "LINES": (["0", "-1", "", "many", "٢٤", "99999"], ["24"]),
    "ESCDELAY": (["0", "-1", "", "soon", "٩", "999999999"], ["25", "1000"]),
    "FORCE_COLOR": ([""], ["0", "1", "odd"]),
    "TEXTUAL_ANIMATIONS": ([], ["none", "basic", "odd", ""]),
    "NO_COLOR": ([], ["", "1"]),
    "TERM": ([], ["", "dumb", "odd\x07"]),
    "TERMINAL_TEXTUAL_X": ([], ["kept"]),
}
"""For each variable values that are removed, and values that reach the libraries."""


@pytest.mark.parametrize("name", NEVER)
def test_a_variable_of_a_library_is_removed(name: str) -> None:
    variables = {name: "odd", "HOME": "/home/ada"}
    environment.prepare(variables, None)
    assert variables == {"HOME": "/home/ada"}


@pytest.mark.parametrize("name", UNDERSTOOD)
def test_only_values_that_are_understood_reach_the_libraries(name: str) -> None:
    removed, kept = UNDERSTOOD[name]
    for value in (*removed, *kept):
        variables = {name: value}
        environment.prepare(variables, None)
        assert variables == ({name: value} if value in kept else {}), value


def test_every_variable_that_textual_reads_is_considered() -> None:
    """A new version of Textual may read more: those that begin with its name are removed, the rest is known here."""
    pattern = re.compile(r"""(?:environ|getenv)\w*(?:\.get|\.pop)?[(\[]\s*\n?\s*["']([A-Z_]+)["']""")
    sources = (SITE_PACKAGES / "textual").rglob("*.py")
    found = {name for path in sources for name in pattern.findall(path.read_text("utf-8"))}
    assert "TEXTUAL_DRIVER" in found
    kept = {name for name in found if environment.reaches_libraries(name, "1")}
    assert kept == {
        *("TEXTUAL_ANIMATIONS", "COLUMNS", "ESCDELAY", "NO_COLOR"),
        *("LC_TERMINAL", "TERM_PROGRAM"),  # compared with names of terminals only
        "ROWS",  # only by the driver for textual-serve
    }


@pytest.mark.slow
def test_the_program_with_odd_variables_prints_what_it_always_prints(save: Path) -> None:
    """One process with the odd values that stopped commands or changed their output."""
    odd = {
        **dict.fromkeys(NEVER, "/nonexistent/x"),
        "COLUMNS": "0",
        "LINES": "0",
        "ESCDELAY": "x",
        "UNICODE_VERSION": "-5",
        "PYTHONWARNINGS": "error",
        "TMPDIR": "/nonexistent",
        "LANGUAGE": "../../x",
        "COLORTERM": "odd",
        "TTY_INTERACTIVE": "odd",
    }
    usual = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    # The command of the program, then an import that opens the file of SSLKEYLOGFILE.
    code = "import sys; from rokoko_tui.cli import parser; code = parser.main(); import aiohttp; sys.exit(code)"
    plain, changed = (
        subprocess.run(
            [sys.executable, "-c", code, "show", str(save)], env=variables, capture_output=True, text=True, check=False
        )
        for variables in (usual, usual | odd)
    )
    assert (changed.stdout, changed.stderr, changed.returncode) == (plain.stdout, "", 0)
    assert plain.stdout


def test_warnings_of_libraries_are_neither_printed_nor_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    monkeypatch.setattr(sys, "warnoptions", ["error"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        environment.silence_warnings()
        warnings.warn("old", UserWarning, stacklevel=1)
    assert sys.warnoptions == [] and "PYTHONWARNINGS" not in os.environ


# ---- the size of the terminal


def test_the_size_of_the_terminal_wins() -> None:
    """Printed tables use ``COLUMNS`` only where the output is no terminal, or one that does not know its size."""
    import fcntl
    import struct
    import termios

    leader, follower = os.openpty()
    try:
        for size, kept in (((0, 0), True), ((50, 160), False)):
            fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
            variables = {"COLUMNS": "80", "LINES": "24"}
            environment.prepare(variables, follower)
            assert bool(variables) is kept, size
    finally:
        os.close(leader)
        os.close(follower)
    variables = {"COLUMNS": "80", "LINES": "24"}
    environment.prepare(variables, os.open(os.devnull, os.O_RDONLY))
    assert variables


# ---- folders


@pytest.mark.parametrize("home", [None, "relative"])
@pytest.mark.parametrize("argv", [("record",), ("doctor",), ("plain", "--players", "Ada,Bo")])
def test_an_unknown_home_is_said_with_its_variable(
    run: Run, monkeypatch: pytest.MonkeyPatch, argv: tuple[str, ...], home: str | None
) -> None:
    """A user without an entry in the password file and without ``HOME``, as in a container."""

    def unknown(user: int) -> pwd.struct_passwd:
        raise KeyError(user)

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "ROKOKO_SAVES"):
        monkeypatch.delenv(name, raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    refused(run(*argv), 1, "HOME")
    assert run("--version").code == 0


@pytest.mark.parametrize("inner", ["", "deeper", "deeper/still"])
@pytest.mark.parametrize("argv", [("record",), ("doctor",), ("plain", "--players", "Ada,Bo"), ("host", "--solo")])
def test_saves_in_a_plain_file_are_said_with_the_variable(
    run: Run, monkeypatch: pytest.MonkeyPatch, save: Path, argv: tuple[str, ...], inner: str
) -> None:
    folder = save / inner
    monkeypatch.setenv("ROKOKO_SAVES", str(folder))
    content = save.read_bytes()
    refused(run(*argv), 1, f"ROKOKO_SAVES names {folder}, which is not a folder")
    monkeypatch.delenv("ROKOKO_SAVES")
    refused(run(*argv, "--saves", folder), 1, f"{folder}: this is not a folder")
    assert save.read_bytes() == content


def test_a_save_is_shown_without_a_place_for_own_games(run: Run, monkeypatch: pytest.MonkeyPatch, save: Path) -> None:
    monkeypatch.delenv("ROKOKO_SAVES")
    monkeypatch.setenv("XDG_DATA_HOME", "/dev/null")
    assert run("show", save).code == 0
