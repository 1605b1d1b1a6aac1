"""Hosting and joining from the command line, without a screen."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rokoko_core.journal import read
from rokoko_tui.remote.host_thread import HostPlan, HostThread
from rokoko_tui.settings.settings import Settings
from tests.tui.at_table import TWO
from tests.tui.cli.shell import Run


@pytest.fixture
def hosting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HostThread:
    """A host of a new game of Ada and Bo; it stops with the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    host = HostThread(HostPlan(tmp_path / "game.rokoko", TWO, tmp_path / "s.sock", port=0), Settings())
    host.start()
    return host


def talk(host: HostThread, seat: int, *requests: dict[str, object]) -> list[dict[str, object]]:
    """Join at ``seat`` with the program, send ``requests``, and return the messages of the host."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "rokoko_tui",
            "join",
            str(host.addresses[0]),
            "--code",
            host.claims.codes[seat],
            "--json",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None and process.stdout is not None
    messages = []
    waiting = list(requests)
    for line in process.stdout:
        messages.append(json.loads(line))
        if messages[-1]["type"] in ("seats", "done", "refused", "forecast-answer"):
            if not waiting:
                break
            process.stdin.write(json.dumps(waiting.pop(0)).encode() + b"\n")
            process.stdin.flush()
    process.stdin.close()
    assert process.wait(30) == 0
    process.stdout.close()
    return messages


def test_a_script_plays_a_seat(hosting: HostThread, tmp_path: Path) -> None:
    hand = {"do": "choose-hand", "cards": list(hosting.host.game.recording.state.players[0].supply[:3])}
    try:
        messages = talk(hosting, 0, {"type": "play", "id": 1, "update": 0, "action": hand})
    finally:
        hosting.stop()
    kinds = [message["type"] for message in messages]
    assert kinds[0] == "welcome"
    assert kinds.index("step") < kinds.index("done"), "the answer follows the change it tells of"
    game = read(tmp_path / "game.rokoko").game
    assert game.cursor == 1
    assert game.seat_of(0) == 0


def test_the_save_and_the_claims_are_private(hosting: HostThread, tmp_path: Path) -> None:
    hosting.stop()
    private = (tmp_path / "game.rokoko", hosting.claims.path)
    assert {path.stat().st_mode & 0o777 for path in private} == {0o600}
    assert not (tmp_path / "s.sock").exists()


def test_a_code_works_once(run: Run, hosting: HostThread) -> None:
    code = hosting.claims.codes[1]
    try:
        talk(hosting, 1)
        again = run("join", str(hosting.addresses[0]), "--code", code, "--plain")
        assert hosting.claims.codes.keys() == {0}
    finally:
        hosting.stop()
    assert again.code == 1
    assert "does not know this code" in again.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("join",), "you have no seat there"),
        (("join", "127.0.0.1:99999"), "not an address"),
        (("join", "--code", "AAAA"), "name the address"),
        (("join", "/nowhere/at/all.sock", "--code", "AAAA", "--plain"), "there (no such file or folder)"),
        (("join", __file__, "--code", "AAAA", "--plain"), "No host answers there (no program listens there)"),
        (("join", "x" * 300, "--code", "AAAA", "--plain"), "(the name is too long)"),
        (("join", "x" * 300, "--language", "ukrainian"), "(назва задовга)"),
        (("host",), "name the players"),
        (("host", "--players", "Ada,Bo", "--group", "no-such-group"), "no group"),
        (("host", "--players", "Ada,Bo", "--headless", "--socket", "x" * 120), "cannot host"),
        (("host", "a.rokoko", "b.rokoko"), "several games"),
        (("host", "a.rokoko", "b.rokoko", "--headless", "--port", "0"), "several games"),
        (("play", "--json", "--players", "Ada", "--bots", "Cy", "--seat", "Cy"), "a bot plays Cy"),
    ],
)
def test_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], says: str
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    result = run(*arguments)
    assert result.code in (1, 2)
    assert says in " ".join(result.err.split())
    assert "Traceback" not in result.err
