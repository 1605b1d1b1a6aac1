"""Joining over SSH."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journeys.hosted import CARD, HAND, HostedGame, choose_hand, choose_hand_plainly, leave
from tests.journeys.ssh_server import SshServer, SshTerminal, needs_ssh, ssh_server

pytestmark = [pytest.mark.slow, needs_ssh]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[SshServer]:
    with ssh_server(tmp_path / "sshd") as server:
        yield server


def test_a_seat_is_played_over_ssh(tmp_path: Path, server: SshServer) -> None:
    with HostedGame(tmp_path / "g") as game:
        game.start_host()
        ada = game.join("Ada", "--plain")
        bo_home = tmp_path / "g" / "Bo"
        join = ("join", game.socket, "--code", game.codes["Bo"])
        with SshTerminal(bo_home, *server.command(bo_home, *join, terminal=True)) as bo:
            choose_hand_plainly(ada)
            choose_hand(bo)
            ada.wait(CARD)
            bo.kill()
        with SshTerminal(bo_home, *server.command(bo_home, "join", terminal=True)) as bo:
            bo.wait("Waiting for Ada")
            ada.send("1\r")
            bo.wait("Ada plays")
            leave(bo)
        assert not ada.shows(HAND)


def test_a_script_speaks_the_protocol_over_ssh(tmp_path: Path, server: SshServer) -> None:
    with HostedGame(tmp_path / "g") as game:
        game.start_host()
        home = tmp_path / "g" / "Bo"
        home.mkdir()
        join = ("join", game.socket, "--code", game.codes["Bo"], "--json")
        with subprocess.Popen(
            server.command(home, *join, terminal=False), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as script:
            assert script.stdin is not None
            assert script.stdout is not None
            assert script.stdout.readline().startswith(b'{"type":"welcome"')
            script.stdin.write(b'{"type":"ping","id":7}\n')
            script.stdin.flush()
            answers = iter(script.stdout.readline, b"")
            assert b'{"type":"done","id":7}\n' in answers
            script.stdin.close()
            assert script.wait() == 0
