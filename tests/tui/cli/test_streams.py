"""Closed and full standard streams: one sentence and an exit code, never a report."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryFile
from typing import TextIO

import pytest

from rokoko_tui.cli import parser as cli
from rokoko_tui.cli import streams
from rokoko_tui.saves.crash_report import report_crash
from rokoko_tui.text import get_vocabulary
from tests.tui.cli.shell import CommandResult

say = get_vocabulary("classic").say
pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device /dev/full")


def closed() -> None:
    """Return no stream, as Python has it for a stream that was closed."""


def empty() -> TextIO:
    return Path(os.devnull).open(encoding="utf-8")


def full() -> TextIO:
    """Return a stream on a full disk."""
    return Path("/dev/full").open("w", encoding="utf-8")


def unread() -> TextIO:
    """Return the end of a pipe whose reader has closed it."""
    reader, writer = os.pipe()
    os.close(reader)
    return os.fdopen(writer, "w", encoding="utf-8")


@pytest.mark.parametrize(
    ("is_terminal", "lines"),
    [
        (True, ["one two", "three four", "/a/path/of/a/save"]),
        (False, ["one two three four /a/path/of/a/save"]),
    ],
)
def test_lines_of_plain_mode_break_at_words_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_terminal: bool, lines: list[str]
) -> None:
    monkeypatch.setattr(streams, "output_descriptor", lambda: 1)
    monkeypatch.setattr(os, "isatty", lambda descriptor: is_terminal)
    monkeypatch.setenv("COLUMNS", "12")
    streams.say_wrapped("one two three four /a/path/of/a/save")
    assert capsys.readouterr().out.splitlines() == lines


Broken = Callable[[], TextIO | None]
STREAMS = ("stdin", "stdout", "stderr")


def run_with(name: str, make: Broken, argv: tuple[object, ...]) -> CommandResult:
    """Run a command as the program does whose standard stream ``name`` is the one that ``make`` returns."""
    with ExitStack() as resources:
        standard = {each: resources.enter_context(TemporaryFile("w+", encoding="utf-8")) for each in STREAMS}
        for each, file in standard.items():
            resources.callback(setattr, sys, each, getattr(sys, each))
            setattr(sys, each, file)
        if (stream := make()) is not None:
            resources.callback(stream.close)
        setattr(sys, name, stream)
        streams.prepare()
        code = cli.main([str(word) for word in argv])
        for file in standard.values():
            file.seek(0)
        return CommandResult(code, standard["stdout"].read(), standard["stderr"].read())


PRINTING = {
    "show": ("FILE",),
    "log": ("FILE", "--json"),
    "record": (),
    "doctor": (),
    "verify": ("FILE",),
    "components": (),
    "analyse": ("FILE",),
    "plain": ("FILE",),
    "learn": ("--plain",),
}
"""Arguments with which commands print; of the others the help is printed."""


@pytest.mark.parametrize(
    ("stream", "reason"), [(closed, "EBADF"), (full, "ENOSPC"), (unread, "")], ids=["closed", "full", "unread"]
)
@pytest.mark.parametrize("command", cli.COMMANDS)
def test_output_that_cannot_be_written(save: Path, stream: Broken, reason: str, command: str) -> None:
    """No command blames itself; a reader who closes the pipe has read enough, which is no error."""
    content = save.read_bytes()
    words = [save if word == "FILE" else word for word in PRINTING.get(command, ("--help",))]
    result = run_with("stdout", stream, (command, *words))
    sentence = say("refused.output", reason=say(f"faults.system.{reason}")) if reason else ""
    assert (result.code, result.err) == ((1, f"rokoko-tui: {sentence}\n") if reason else (0, ""))
    assert save.read_bytes() == content
    assert not (Path(os.environ["ROKOKO_SAVES"]) / "reports").exists()


@pytest.mark.parametrize("stream", [closed, full, unread])
@pytest.mark.parametrize(("argv", "code"), [(("show", "no-such-file"), 1), (("show", "--no-such-option"), 2)])
def test_a_refusal_that_nobody_can_read_keeps_its_exit_code(stream: Broken, argv: tuple[str, ...], code: int) -> None:
    assert run_with("stderr", stream, argv).code == code


@pytest.mark.parametrize("argv", [("plain", "FILE"), ("learn", "--plain"), ("plain", "--players", "Ada,Bo")])
def test_closed_input_is_said_where_it_would_be_read(save: Path, argv: tuple[str, ...]) -> None:
    result = run_with("stdin", closed, tuple(save if word == "FILE" else word for word in argv))
    assert result.code == 1
    assert result.err == f"rokoko-tui: {say('refused.input', reason=say('faults.system.EBADF'))}\n"


def test_a_script_may_have_no_input(save: Path) -> None:
    """The null device ends the seat protocol, as an empty pipe does."""
    result = run_with("stdin", empty, ("play", save, "--json", "--seed-is-known"))
    assert (result.code, result.err) == (0, f"{say('printed.seed-guessed')}\n")


def test_closed_input_of_a_script_is_said(save: Path) -> None:
    result = run_with("stdin", closed, ("play", save, "--json", "--seed-is-known"))
    assert result.code == 1
    assert result.err.endswith(f"\nrokoko-tui: {say('refused.input', reason=say('faults.system.EBADF'))}\n")


@pytest.mark.parametrize(
    ("command", "sentences"),
    [("--version >/dev/full", 1), pytest.param("plain FILE >&- 2>&- <&-", 0, marks=pytest.mark.slow)],
)
def test_the_program_with_the_streams_of_a_shell(save: Path, command: str, sentences: int) -> None:
    """The exit code holds until Python has exited, and no file that the program opens takes the place of a stream."""
    content, program = save.read_bytes(), Path(sys.executable).with_name("rokoko-tui")
    line = f"{program} {command.replace('FILE', str(save))}"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", sentences)
    assert save.read_bytes() == content


# ---- errors of the environment elsewhere


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(28, "?"), say("start.app.system", reason=say("faults.system.ENOSPC"))),
        (OSError(24, "?"), say("start.app.system", reason=say("faults.system.EMFILE"))),
        (
            PermissionError(13, "?", "/games"),
            say("start.app.system-path", path="/games", reason=say("faults.system.EACCES")),
        ),
    ],
)
def test_the_full_screen_does_not_blame_itself_for_the_system(tmp_path: Path, error: OSError, sentence: str) -> None:
    report, lines = report_crash(error, tmp_path, None, get_vocabulary("classic"))
    assert report is None and not list(tmp_path.iterdir())
    assert lines == [sentence, say("start.app.restart")]


def test_an_error_of_the_program_is_reported(tmp_path: Path) -> None:
    report, lines = report_crash(TimeoutError(), tmp_path, None, get_vocabulary("classic"))
    assert report is not None and say("start.app.unexpected", name="TimeoutError") in lines


@pytest.mark.parametrize("error", [OSError(28, "?"), PermissionError(13, "?", "/games")])
def test_a_command_does_not_blame_itself_for_the_system(
    save: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("rokoko_tui.cli.printed_game.table_lines", fail)
    assert cli.main(["show", str(save)]) == 1
    err = capsys.readouterr().err
    assert (
        err.count("\n") == 1
        and "report" not in err
        and say(f"faults.system.{'EACCES' if error.filename else 'ENOSPC'}") in err
    )
