"""Four seats at one hosted game with every expansion: full screen, plain mode, a script, and through SSH.

Each client and the host are killed and started again in the middle.
"""

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
import tomlkit

from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.journal import read
from rokoko_core.observe import observe
from rokoko_core.play.set_selection import make_set_selection
from rokoko_core.remote import messages as m
from tests.journeys.hosted import say, take_choice
from tests.journeys.journey import FAST
from tests.journeys.ssh_server import SshServer, SshTerminal, needs_ssh, ssh_server
from tests.journeys.terminal import LOOK, PROGRAM, Terminal, folders

NAMES = ("Ada", "Bo", "Cy", "Di")
ROUNDS = 7
STUCK = 60.0
"""Seconds within which somebody has to act, on a loaded machine."""
QUESTION = say("plain.question", what="").strip()
"""The end of a question in plain mode, such as the one before a Master is deputed for nothing."""


class Script:
    """A program that plays by the seat protocol, on the standard streams of ``join --json``."""

    def __init__(self, home: Path, arguments: list[str]) -> None:
        environment = {**os.environ, **folders(home)}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._process = subprocess.Popen(
            [sys.executable, PROGRAM, "join", *arguments, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            cwd=home,
        )
        self._rng, self._unread, self.update = Random(3), b"", None
        assert self._process.stdout is not None
        os.set_blocking(self._process.stdout.fileno(), False)

    def act(self) -> None:
        """Read what the host sent, and take a random choice if there is one."""
        assert self._process.stdin is not None and self._process.stdout is not None
        *lines, self._unread = (self._unread + (self._process.stdout.read() or b"")).split(b"\n")
        updates = [message for message in map(m.decode_host, lines) if isinstance(message, m.Update)]
        if updates and updates[-1].menu.items:
            action = self._rng.choice(updates[-1].menu.actions)
            self._process.stdin.write(m.encode(m.Play(1, updates[-1].number, action)) + b"\n")
            self._process.stdin.flush()

    def kill(self) -> None:
        self._process.kill()
        self._process.communicate()


class Table:
    """The host and its four clients."""

    def __init__(self, home: Path, ssh: SshServer) -> None:
        self.home, self._ssh, self._rng = home, ssh, Random(5)
        self.transcript: list[str] = []
        """What happened besides play."""
        self.save = home / "four.rokoko"
        self.socket = home / "s.sock"
        for name in ("host", *NAMES):
            folder = Path(folders(home / name)["XDG_CONFIG_HOME"]) / "rokoko"
            folder.mkdir(parents=True)
            (folder / "settings.toml").write_text(tomlkit.dumps({**FAST, "round_page": False, "pace": "at-once"}))
        self.host = self._start_host()
        self.codes = {name: self._code_of(name) for name in NAMES}
        self.ada = self.bo = self.di = Terminal.__new__(Terminal)
        for name in NAMES:
            self.start(name)

    def _start_host(self) -> Terminal:
        if not self.save.exists():
            new = (
                "--players",
                ",".join(NAMES),
                "--expansions",
                "all",
                "--seed",
                11,
                "--seed-is-known",
                "--saves",
                self.home,
            )
            host = Terminal(self.home / "host", "host", "--headless", *new, "--socket", self.socket, size=(400, 30))
            host.wait("Di: ")
            [made] = self.home.glob("*.rokoko")
            self.save = made
            return host
        host = Terminal(self.home / "host", "host", "--headless", self.save, "--socket", self.socket, size=(400, 30))
        host.wait("Ctrl+C")
        return host

    def _code_of(self, name: str) -> str:
        line = next(line for line in self.host.lines if line.startswith(f"{name}: "))
        return line.rpartition(" ")[2]

    def arguments(self, name: str) -> list[str]:
        """Return the arguments of ``join``: the code the first time, then the ticket is enough."""
        code = self.codes.pop(name, None)
        return [str(self.socket), *(("--code", code) if code else ())]

    def start(self, name: str) -> None:
        """Start the client of ``name``."""
        home, arguments = self.home / name, self.arguments(name)
        if name == "Ada":
            self.ada = Terminal(home, "join", *arguments)
        elif name == "Bo":
            self.bo = Terminal(home, "join", *arguments, "--plain")
        elif name == "Cy":
            self.cy = Script(home, arguments)
        else:
            self.di = SshTerminal(home, *self._ssh.command(home, "join", *arguments, terminal=True), size=(100, 30))

    def clients(self) -> dict[str, "Terminal | Script"]:
        return {"Ada": self.ada, "Bo": self.bo, "Cy": self.cy, "Di": self.di}

    def restart(self, name: str) -> None:
        """Kill the client of ``name`` and start it again; its ticket brings it back to its seat."""
        self.clients()[name].kill()
        self.start(name)
        self.transcript.append(f"Action {self.game().cursor}: {name}'s client is killed and started again.")

    def restart_host(self) -> None:
        """Kill the host and start it again; the clients come back by themselves, but for the script."""
        self.host.kill()
        self.host = self._start_host()
        self.transcript.append(f"Action {self.game().cursor}: the host is killed and started again.")
        self.restart("Cy")

    def game(self) -> Game:
        """Return the game as it is on disk."""
        return read(self.save).game

    def act(self, name: str) -> None:
        """Let the client of ``name`` take a choice, if it shows that it is to move."""
        client = self.clients()[name]
        if isinstance(client, Script):
            client.act()
            time.sleep(0.05)
        elif name == "Bo":
            client.settle()
            if client.text.rstrip().endswith(">"):
                client.send(self._answer() + "\r")
            elif client.text.rstrip().endswith(QUESTION):
                client.send("y\r")
            client.changes(client.text, LOOK)
        else:
            take_choice(client)

    def _answer(self) -> str:
        """Return the numbers of a random choice in plain mode."""
        view = observe(self.game().state, NAMES.index("Bo"))
        action = self._rng.choice(view.actions)
        selection = make_set_selection(view)
        chosen = (view.actions.index(action),) if selection is None else selection.select(action).chosen
        return " ".join(str(n + 1) for n in chosen)

    def report(self) -> str:
        """Return what happened, and the screens."""
        terminals = {"Ada": self.ada, "Bo": self.bo, "Di": self.di, "host": self.host}
        screens = [f"{name}, ended: {at.ended}\n{at.text.strip()}" for name, at in terminals.items()]
        return "\n".join((*self.transcript, *screens))

    def close(self) -> None:
        for client in (*self.clients().values(), self.host):
            client.kill()


@pytest.mark.slow
@pytest.mark.long
@needs_ssh
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.release)])
def test_four_seats_play_although_each_is_killed(tmp_path: Path, whole: bool) -> None:
    """Play to the end of the round after the last kill, or of the ``whole`` game."""
    with ExitStack() as stack:
        table = Table(tmp_path, stack.enter_context(ssh_server(tmp_path / "ssh")))
        stack.callback(table.close)
        stops = {40: "Bo", 80: "host", 120: "Ada", 160: "Di", 200: "host", 240: "Cy"}
        last, last_action, last_round = -1, time.monotonic(), ROUNDS
        while (seat := to_move((game := table.game()).state)) is not None and game.state.round <= last_round:
            if game.length != last:
                last, last_action = game.length, time.monotonic()
            assert time.monotonic() - last_action < STUCK, f"{NAMES[seat]} does not act\n{table.report()}"
            due = [number for number in stops if number <= game.cursor]
            for number in due:
                name = stops.pop(number)
                table.restart_host() if name == "host" else table.restart(name)
                if not stops and not whole:
                    last_round = game.state.round + 1
            table.act(NAMES[seat])
        assert not stops, "everybody was killed once, and the host twice"
        final = table.game()
        assert final.over or (not whole and final.state.round == last_round + 1)
        for terminal in (table.ada, table.di):
            if final.over:
                terminal.insist(["enter"], partial(terminal.shows, "Ada", "Di", "Total"), "the score sheet")
            else:
                terminal.wait(f"Round {final.state.round} of {ROUNDS}")
        assert not [entry for entry in final.entries if msgspec.json.encode(entry).startswith(b'{"entry":"undo"')]
