"""A real sshd on this machine, with keys made for the test."""

import getpass
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import ROOT
from tests.journeys.terminal import PROGRAM, Terminal, folders
from tests.processes import wait_until

SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
needs_ssh = pytest.mark.skipif(SSHD is None or shutil.which("ssh") is None, reason="needs the programs sshd and ssh")


class SshTerminal(Terminal):
    """A terminal in which ``ssh`` runs ``rokoko-tui`` on the other side."""

    @property
    def program(self) -> list[str]:
        return ["-c", "import os, sys; os.execvp(sys.argv[1], sys.argv[1:])"]


class SshServer:
    """An sshd that accepts one key."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700)
        self.key = folder / "key"
        for key in (self.key, folder / "host_key"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        config = folder / "sshd_config"
        config.write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {folder}/host_key\nPidFile none\n"
            f"AuthorizedKeysFile {self.key}.pub\nStrictModes no\nUsePAM no\nPasswordAuthentication no\n"
        )
        assert SSHD is not None
        Path("/run/sshd").mkdir(exist_ok=True)
        self._log = (folder / "log").open("wb")
        self._process = subprocess.Popen([SSHD, "-D", "-e", "-f", config], stderr=self._log)
        wait_until(self._answers, "sshd")

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def command(self, home: Path, *argv: object, terminal: bool) -> list[str]:
        """Return the ssh command that runs ``rokoko-tui argv`` on the other side, with its folders in ``home``."""
        variables = [f"{name}={value}" for name, value in folders(home).items()]
        options = ["-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-q"]
        there = ["env", "LC_ALL=C.UTF-8", f"PYTHONPATH={ROOT}", *variables, str(PROGRAM), *map(str, argv)]
        who = ["-i", str(self.key), "-p", str(self.port), f"{getpass.getuser()}@127.0.0.1"]
        return ["ssh", *options, *who, "-tt" if terminal else "-T", *there]

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._log.close()


@contextmanager
def ssh_server(folder: Path) -> Iterator[SshServer]:
    """Run an SSH server; skip the test where that is not allowed."""
    try:
        server = SshServer(folder)
    except PermissionError as error:
        pytest.skip(f"sshd cannot run here: {error}")
    try:
        yield server
    finally:
        server.close()
