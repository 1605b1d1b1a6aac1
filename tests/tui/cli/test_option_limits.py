"""Every option of every command with values at the limits: a sentence and an exit code, never a report.

The options are those of the parser, so a new one is tested without an entry here.
"""

import argparse
import asyncio
import io
import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from rokoko_tui.arena import command as arena_command
from rokoko_tui.arena.executors import executor as real_executor
from rokoko_tui.cli import full_screen, serve
from rokoko_tui.cli import host as host_command
from rokoko_tui.cli.arguments import Parser, bot_level, end_delay, file_path, port, seconds, small_number, whole_number
from rokoko_tui.cli.full_screen import parse_day, parse_puzzle_number
from rokoko_tui.cli.parser import COMMANDS, add_command_options, parser
from rokoko_tui.games import Start
from rokoko_tui.text import get_vocabulary
from tests.tui.cli.shell import Run

FOLDERS = ("saves", "components")
WORDS = get_vocabulary("classic")
BIG = "1" + "0" * 400
NUMBERS = ["", "0", "-1", "1", "٣", "²", "1e309", "nan", "inf", "0x10", "65535", "65536", BIG]
NUMBERS += [str((1 << bits) + more) for bits in (31, 32, 63, 64) for more in (-1, 0)]
SECONDS = [*NUMBERS, "-inf", "0.05", "600", "600.0001", "1e-400"]
DAYS = [
    "",
    *["0001-01-01", "9999-12-31", "10000-01-01", "0000-01-01", "2026-02-30", "99991231", "9999-W53-7", "0001-W01-1"],
]
DAYS += ["2026-11-23T23:59:59+14:00", "-1", BIG, "nan"]
TEXTS = [
    "",
    " ",
    ",",
    ":",
    "a:",
    ":a",
    "\0",
    "a\0b",
    "\udcff",
    "\ud800",
    "x" * 5000,
    "\n",
    "\x1b[2J",
    "~nobody-here",
    "%s",
]
PATHS = [*TEXTS, "x/" * 3000]
PATHS += ["/", ".", "..", "missing", "missing/deep/er", "/dev/null", "/dev/full", "/proc/self/mem"]
TEXTS += ["/", f"127.0.0.1:{BIG * 20}/x", BIG, "-1", "nan", "65536"]


def _commands() -> Iterator[tuple[str, argparse.Action]]:
    """Yield every option of every command, and those of all commands with one that is cheap."""
    top = parser(WORDS)
    yield from (("record", action) for action in top._actions if action.nargs != 0 and action.option_strings)
    for name in COMMANDS:
        command = Parser(prog=name, add_help=False)
        add_command_options(name, command)
        yield from ((name, action) for action in command._actions if action.nargs != 0)


def _parameters() -> Iterator[object]:
    """Yield the parameters of the test. Options of a new game are quick with ``new``, and slow with other commands."""
    pairs = list(_commands())
    of_new = {action.dest for command, action in pairs if command == "new"}
    for command, action in pairs:
        name = (action.option_strings or [action.dest])[0]
        repeated = command != "new" and action.dest in of_new
        slow = [pytest.mark.slow] if repeated or name in ("--mailbox", "--scheduler") else []
        yield pytest.param(command, action, id=f"{command} {name}", marks=slow)


def values_of(action: argparse.Action) -> Sequence[str]:
    known: dict[object, Sequence[str]] = {
        whole_number: NUMBERS,
        small_number: NUMBERS,
        parse_puzzle_number: NUMBERS,
        port: NUMBERS,
        seconds: SECONDS,
        end_delay: [*SECONDS, "never", "NEVER"],
        parse_day: DAYS,
        file_path: PATHS,
    }
    if action.type not in (None, bot_level, *known):
        raise AssertionError(f"add values at the limits of {action.type}")
    return known.get(action.type, PATHS if action.dest in FOLDERS else TEXTS)


@pytest.fixture(autouse=True)
def nothing_lasts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let screens, hosts, servers and tournaments end at once; everything before that is real."""

    def show(settings: object, start: Start) -> int:
        return 0

    async def wait() -> None:
        await asyncio.sleep(0)

    @contextmanager
    def executor(scheduler: str | None, jobs: int) -> Iterator[tuple[Executor, int]]:
        with real_executor(scheduler, 1) if scheduler else nullcontext((ThreadPoolExecutor(1), jobs)) as pool:
            yield pool

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(full_screen, "run_full_screen", show)
    monkeypatch.setattr(serve, "wait_for_signal", wait)
    monkeypatch.setattr(host_command, "_wait", lambda hosts, words: 0)
    monkeypatch.setattr(host_command, "relay", lambda ticket: 0)
    monkeypatch.setattr(arena_command, "_play", lambda *arguments: None)
    monkeypatch.setattr(arena_command, "INTERRUPTED", 0)
    monkeypatch.setattr(arena_command, "executor", executor)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def _line(command: str, action: argparse.Action, value: str, save: Path) -> list[str]:
    """Return a command line that is correct but for ``value``."""
    given = [f"{action.option_strings[0]}={value}"] if action.option_strings else ["--", value]
    if command == "serve":
        return [command, "--ssh" if action.dest == "keys" else "--web", "--port=0", *given]
    needed = {
        "new": ["--players=Ada,Bo"],
        "plain": ["--players=Ada,Bo"],
        "host": ["--players=Ada,Bo", "--headless"],
        "play": ["--players=Ada,Bo", "--json"],
        "arena": ["easy", "easy"],
        "compare": [str(save), str(save)],
        "join": ["--plain"],
    }
    files = ("load", "replay", "show", "log", "analyse", "verify")
    others = needed.get(command, [str(save)] if command in files and action.option_strings else [])
    if not action.option_strings:
        others = [word for word in others if word.startswith("--") and "players" not in word]
    return [command, *others, *given]


@pytest.mark.quick(24)
@pytest.mark.parametrize(("command", "action"), list(_parameters()))
def test_every_value_ends_in_a_sentence(run: Run, save: Path, command: str, action: argparse.Action) -> None:
    before = save.read_bytes()
    wrong: list[tuple[list[str], object]] = []
    for value in values_of(action):
        line = _line(command, action, value, save)
        try:
            result = run(*line)
        except Exception as error:
            wrong.append((line, error))
            continue
        is_sentence = result.code == 0 or re.fullmatch(r"[^\n]+\.\n", result.err)
        if result.code not in (0, 1, 2) or not is_sentence or "an error stopped" in result.err:
            wrong.append((line, result))
    assert not wrong, "\n".join(f"{line!r:.200} {result!r:.300}" for line, result in wrong)
    assert save.read_bytes() == before
    assert not list(save.parent.glob("home/**/reports/*")), "a report of a fault of the program"


@pytest.mark.parametrize("parse", [whole_number, small_number, port, parse_puzzle_number])
def test_zeros_before_a_number_change_nothing(parse: Callable[[str], int]) -> None:
    parser(WORDS)
    assert parse("0" * 5000 + "7") == 7
    if parse is not whole_number:
        with pytest.raises(argparse.ArgumentTypeError):
            parse("0" * 39 + "99999")
