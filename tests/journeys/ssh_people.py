"""``rokoko-tui serve --ssh`` and people with keys who reach it with the program ``ssh``."""

import re
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest
import tomlkit

from tests.journeys.hosted import leave
from tests.journeys.journey import FAST
from tests.journeys.ssh_server import SshTerminal
from tests.journeys.terminal import Terminal, folders

PROGRAMS = ("ssh", "sftp", "ssh-keygen")
needs_ssh_client = pytest.mark.skipif(
    not all(map(shutil.which, PROGRAMS)), reason="needs the programs ssh, sftp and ssh-keygen"
)
LISTENING = re.compile(r"ssh -p (\d+) 127\.0\.0\.1")
OPTIONS = (
    *("-F", "none", "-q", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"),
    *("-o", "BatchMode=yes", "-o", "IdentitiesOnly=yes", "-o", "IdentityAgent=none"),
)


class SshPeople:
    """A server in the folders of ``home/server``, and people with a key each."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.keys = home / "authorized_keys"
        self.keys.touch(mode=0o600)
        self.port = ""
        self.server: Terminal
        self.stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.stack.close()
        if kind is None:
            assert not list(self.home.rglob("reports"))

    @property
    def people(self) -> Path:
        """The folder with the folders of the people."""
        return Path(folders(self.home / "server")["ROKOKO_SAVES"]) / "people"

    def add(self, name: str, authorize: bool = True, line: str = "") -> None:
        """Make a key for ``name``, and quick settings; ``line`` are options of the key."""
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.home / name], check=True)
        public = (self.home / f"{name}.pub").read_text()
        if authorize:
            with self.keys.open("a") as file:
                file.write(f"{line} {public}" if line else public)
            folder = self.folder(name)
            folder.mkdir(parents=True)
            (folder / "settings.toml").write_text(tomlkit.dumps({**FAST, "name": name}), encoding="utf-8")

    def folder(self, name: str) -> Path:
        """Return the folder of ``name`` on the server."""
        shown = subprocess.run(
            ["ssh-keygen", "-l", "-f", self.home / f"{name}.pub"], capture_output=True, text=True, check=True
        ).stdout
        return self.people / shown.split()[1].replace(":", "-").replace("/", "_")

    def serve(self, *options: object) -> Terminal:
        """Start the server."""
        self.server = self.stack.enter_context(
            Terminal(self.home / "server", "serve", "--ssh", "--port", 0, "--keys", self.keys, *options, size=(200, 24))
        )
        self.server.until(lambda: LISTENING.search(self.server.text) is not None, "the server to listen")
        found = LISTENING.search(self.server.text)
        assert found is not None
        self.port = found[1]
        return self.server

    def command(self, name: str, *more: str, program: str = "ssh") -> list[str]:
        """Return the command with which ``name`` connects; ``more`` options come first."""
        port = "-P" if program == "sftp" else "-p"
        return [program, *OPTIONS, *more, "-i", str(self.home / name), port, self.port, "anybody@127.0.0.1"]

    def run(self, name: str, *argv: str, more: tuple[str, ...] = (), program: str = "ssh") -> tuple[int, str]:
        """Run a command of ``name`` without a terminal; return its exit code and output."""
        done = subprocess.run(
            [part for part in self.command(name, *more, program=program) if part != "-q"] + list(argv),
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        return done.returncode, done.stdout + done.stderr

    def connect(
        self, name: str, *more: str, size: tuple[int, int] = (120, 40), environment: Mapping[str, str] | None = None
    ) -> SshTerminal:
        """Open a session of ``name`` in a terminal."""
        send = ("-o", "SendEnv=COLORTERM LANG LC_ALL NO_COLOR")
        terminal = SshTerminal(
            self.home / f"{name}-home",
            *self.command(name, "-tt", *send, *more),
            size=size,
            environment=environment,
        )
        return self.stack.enter_context(terminal)

    def leave(self, terminal: Terminal) -> None:
        """Leave the app."""
        leave(terminal)
