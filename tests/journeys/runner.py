"""Runner of journeys: prepare the start conditions, take the steps, and check saves and processes afterwards."""

import re
import shlex
import subprocess
import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import copy
from typing import NamedTuple

import tomlkit

from rokoko_core import Expansion, Seat, Setup, legal_actions
from rokoko_core.journal import create, read
from rokoko_tui.text.message_catalog import get_vocabulary
from tests import ROOT
from tests.journeys.journey import FAST, RULES, Journey, Save, Step, Texts
from tests.journeys.terminal import PATIENCE, PROGRAM, Terminal, folders

HELD = 0.3
"""Seconds after which a key without effect is pressed again; keys during others' turns are ignored."""
MOST_PRESSES = 900
"""Maximum number of presses in a long game that follows rules."""
REFERENCE = re.compile(r"\{([a-z-]+(?:\.[a-z0-9_-]+)*)((?: [a-z]+=\w+)*)\}")
"""A folder, or a message with its arguments, in the texts of a journey."""


class Report(NamedTuple):
    """The effort of a journey."""

    presses: int
    clicks: int
    idle: int
    """The presses and clicks in long games that decided nothing."""
    seconds: float


def run(journey: Journey, home: Path) -> Report:
    """Run ``journey`` in the empty folder ``home``. Raises AssertionError at the first stop not reached."""
    start = time.monotonic()
    with ExitStack() as stack:
        runner = Runner(journey, home, stack)
        runner.go()
        presses = sum(terminal.presses for terminal in runner.terminals)
        clicks = sum(terminal.clicks for terminal in runner.terminals)
    check_saves(journey, home)
    assert not (home / "saves" / "reports").exists(), next((home / "saves" / "reports").iterdir()).read_text()
    check_processes(home)
    if journey.most_presses:
        effort = f"{runner.idle} of {presses + clicks} presses decided nothing"
        assert presses + clicks <= journey.most_presses and runner.idle <= journey.most_idle, effort
    return Report(presses, clicks, runner.idle, time.monotonic() - start)


class Runner:
    """A running journey."""

    def __init__(self, journey: Journey, home: Path, stack: ExitStack) -> None:
        self.journey, self.home, self._stack = journey, home, stack
        self._vocabulary = get_vocabulary(journey.edition, journey.language)
        self._open: dict[str, Terminal] = {}
        self.terminals: list[Terminal] = []
        self.idle = 0
        """Number of presses and clicks in long games that decided nothing."""

    def go(self) -> None:
        """Take all steps, then exit the programs that still run with Ctrl+Q."""
        prepare(self.journey, self.home)
        if self.journey.terminal:
            self._start("", self.journey.argv)
        for number, step in enumerate(self.journey.steps, 1):
            try:
                self._take(step)
            except AssertionError as error:
                raise AssertionError(f"step {number} of {self.journey.name}, {step}:\n{error}") from error
        for at in list(self._open):
            self._leave(at)

    # ---- one step

    def _take(self, step: Step) -> None:
        if step.language or step.edition:
            before = self._vocabulary
            self._vocabulary = get_vocabulary(step.edition or before.edition, step.language or before.language.name)
        for word in step.each:
            for inner in step.steps:
                self._take(inner.with_word(word))
        if step.each:
            return
        if step.run is not None:
            self._run(step)
            return
        if step.start is not None:
            self._start(step.at, step.start)
        terminal = self._open[step.at]
        for _ in range(step.times):
            self._do(step, terminal)
        if step.play:
            self._play(step, terminal)
        if step.exit is not None:
            del self._open[step.at]
            self._check_end(terminal, step.exit)
        if step.kill:
            self._open.pop(step.at).kill()

    def _do(self, step: Step, terminal: Terminal) -> None:
        """Press, type, click or resize, and wait for the stop."""
        if step.resize:
            terminal.resize(*_size(step.resize))
        elif step.paste:
            terminal.presses += 1
            terminal.send(f"\x1b[200~{self._text(step.paste)}\x1b[201~")
        elif step.type:
            text = self._text(step.type)
            terminal.presses += len(text)
            terminal.send(text)
        elif step.click:
            self._insist(terminal, step, lambda: terminal.click(self._text(step.click), step.nth))
            self._click_again(terminal, step)
        elif step.press:
            self._insist(terminal, step, lambda: terminal.press(*step.press.split()))
        self._wait(terminal, step)

    def _wait(self, terminal: Terminal, stop: Step) -> None:
        see, gone = self._texts(stop.see), self._texts(stop.gone)
        if see or gone:
            terminal.until(lambda: _reached(terminal, see, gone), _describe(see, gone))

    def _insist(self, terminal: Terminal, stop: Step, act: Callable[[], None]) -> None:
        """Press or click, again while the screen does not change and the stop is not reached."""
        see, gone = self._texts(stop.see), self._texts(stop.gone)
        terminal.settle()
        if see or gone:
            _repeat(terminal, act, lambda: _reached(terminal, see, gone), f"{stop.press}{stop.click}", self._too_early)
        else:
            act()
            terminal.settle()

    @property
    def _too_early(self) -> str:
        """How the answer to a key or click begins that came too soon after a page or a playback."""
        return self._vocabulary.say("table.notice.too-early-click").partition(":")[0]

    def _click_again(self, terminal: Terminal, stop: Step) -> None:
        """Repeat a click that was ignored while the screen changed for another reason."""
        see, gone, text = self._texts(stop.see), self._texts(stop.gone), self._text(stop.click)
        deadline = time.monotonic() + PATIENCE
        while (see or gone) and not _reached(terminal, see, gone) and terminal.shows(text):
            if time.monotonic() > deadline:
                return
            before = terminal.text
            terminal.quiet()
            if terminal.text == before:
                terminal.click(text, stop.nth)
                terminal.clicks -= 1

    def _play(self, step: Step, terminal: Terminal) -> None:
        """Follow the rules until the stop is reached."""
        until, rules = self._texts(step.until), RULES[step.play]
        before = terminal.presses + terminal.clicks
        terminal.settle()
        while not terminal.shows(*until):
            taken = terminal.presses + terminal.clicks - before
            assert taken < MOST_PRESSES, f"{MOST_PRESSES} presses did not lead to {until}:\n{terminal.text}"
            rule = next(r for r in rules if _reached(terminal, self._texts(r.see), self._texts(r.gone)))
            act = partial(terminal.press, *rule.press.split())
            if rule.click:
                act = partial(terminal.click, self._text(rule.click))
            _repeat(terminal, act, lambda: terminal.ended, f"{rule}", self._too_early)
            self.idle += 0 if rule.decides else terminal.presses + terminal.clicks - before - taken
            assert not terminal.ended, f"the program ended before {until}; output:\n{terminal.text}"
            terminal.settle()

    # ---- programs

    def _start(self, at: str, arguments: str) -> None:
        assert at not in self._open, f"there is a program in terminal {at!r} already"
        terminal = Terminal(
            self.home, *self._arguments(arguments), size=_size(self.journey.size), environment=self.journey.environment
        )
        self._open[at] = self._stack.enter_context(terminal)
        self.terminals.append(terminal)

    def _leave(self, at: str) -> None:
        terminal = self._open.pop(at)
        terminal.settle()
        terminal.press("ctrl+q")
        self._check_end(terminal, 0)

    def _check_end(self, terminal: Terminal, code: int) -> None:
        actual = terminal.wait_for_exit()
        assert actual == code, f"exit code {actual} instead of {code}; output:\n{terminal.text}"
        assert b"Traceback" not in terminal.written, terminal.written.decode()

    def _run(self, step: Step) -> None:
        """Run a command without a terminal and check its output."""
        environment = {**_environment(self.home), **self.journey.environment}
        done = subprocess.run(
            [PROGRAM, *self._arguments(step.run or "")],
            input=step.input * step.times,
            capture_output=True,
            env=environment,
            cwd=self.home,
            check=False,
            encoding="utf-8",
            timeout=6 * PATIENCE,
        )
        output = done.stdout + done.stderr
        assert done.returncode == step.code, f"exit code {done.returncode} instead of {step.code}:\n{output}"
        assert "Traceback" not in output, output
        for text in self._texts(step.see):
            assert text in output, f"{text!r} is not in:\n{output}"
        for text in self._texts(step.gone):
            assert text not in output, f"{text!r} is in:\n{output}"
        if step.one_line:
            assert (done.stdout, done.stderr.count("\n")) == ("", 1), f"not one line on stderr:\n{output}"

    # ---- texts

    def _arguments(self, text: str) -> list[str]:
        return [self._text(word) for word in shlex.split(text)]

    def _texts(self, texts: Texts) -> list[str]:
        return [self._text(text) for text in ([texts] if isinstance(texts, str) else texts)]

    def _text(self, text: str) -> str:
        """Replace folders and messages such as ``{saves}``, ``{new.title}``, ``{table.list.chosen n=1}``."""
        folders_by_name = {"home": self.home, "saves": self.home / "saves", "samples": ROOT / "saves"}

        def expand(match: re.Match[str]) -> str:
            name, arguments = match[1], (argument.split("=") for argument in match[2].split())
            if name in folders_by_name:
                return str(folders_by_name[name])
            values = {key: int(value) if value.isdigit() else value for key, value in arguments}
            return self._vocabulary.say_of(name, values)

        return REFERENCE.sub(expand, text)


def _environment(home: Path) -> dict[str, str]:
    return {**folders(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


def _size(text: str) -> tuple[int, int]:
    columns, _, lines = text.partition("x")
    return int(columns), int(lines)


def _repeat(terminal: Terminal, act: Callable[[], None], done: Callable[[], bool], what: str, too_early: str) -> None:
    """Act until the screen changes or ``done()``, and once more if the program says ``too_early``; count it once."""
    before = terminal.text
    deadline = time.monotonic() + PATIENCE
    act()
    counted = terminal.presses, terminal.clicks
    while True:
        terminal.settle()
        has_changed = terminal.changes(before, HELD)
        if too_early and terminal.shows(too_early) and not done():  # the notice may be that of a click before
            too_early = ""
            terminal.quiet()
            if done():
                return
        elif has_changed or done():
            return
        assert time.monotonic() < deadline, f"{what} had no effect; the screen:\n{before}"
        act()
        terminal.presses, terminal.clicks = counted


def _reached(terminal: Terminal, see: list[str], gone: list[str]) -> bool:
    return terminal.shows(*see) and not any(text in terminal.text for text in gone)


def _describe(see: list[str], gone: list[str]) -> str:
    return f"{see}, without {gone}" if gone else f"{see}"


# ---- before and after


def prepare(journey: Journey, home: Path) -> None:
    """Write the settings and the saves of ``journey`` into ``home``."""
    (home / "saves").mkdir(parents=True)
    if journey.settings != "default":
        fields = {**FAST, "language": journey.language, "edition": journey.edition, **journey.settings}
        folder = Path(folders(home)["XDG_CONFIG_HOME"]) / "rokoko"
        folder.mkdir(parents=True)
        (folder / "settings.toml").write_text(tomlkit.dumps(fields), encoding="utf-8")
    for save in journey.saves:
        make_save(save, home / "saves" / f"{save.name}.rokoko")


def make_save(save: Save, path: Path) -> None:
    """Write ``save`` to ``path``."""
    if save.copy:
        copy(ROOT / save.copy, path)
    else:
        expansions = frozenset(Expansion) if save.expansions else frozenset()
        with create(path, Setup(_seats(save.players), save.seed, expansions, first_player=0)) as journal:
            for _ in range(save.actions):
                journal.game.play(legal_actions(journal.game.state)[-1])
    if save.damage is not None:
        lines = path.read_bytes().splitlines(keepends=True)
        lines[save.damage] = b"{" + lines[save.damage][:-2] + b"\n"
        path.write_bytes(b"".join(lines))


def _seats(text: str) -> tuple[Seat, ...]:
    parted = (name.partition(":") for name in text.split(","))
    return tuple(Seat(name, "bot", level) if level else Seat(name) for name, _, level in parted)


def check_saves(journey: Journey, home: Path) -> None:
    """Check that every save verifies except those damaged on purpose."""
    damaged = {save.name for save in journey.saves if save.damage is not None}
    for path in home.rglob("*.rokoko"):
        if path.stem not in damaged:
            assert read(path).damage is None, f"{path.name}: {read(path).damage}"


def check_processes(home: Path) -> None:
    """Check that no process of ``home`` is running, if the system has ``/proc``."""
    mark = f"ROKOKO_SAVES={home / 'saves'}".encode()
    deadline = time.monotonic() + PATIENCE
    while running := [name for name in Path("/proc").glob("[0-9]*/environ") if mark in _content(name)]:
        assert time.monotonic() < deadline, [_content(name.with_name("cmdline")) for name in running]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:  # of another user, or ended
        return b""
