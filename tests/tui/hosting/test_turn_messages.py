"""The script in ``docs/hosting.md`` that tells players of their turn: by mail, ntfy and Matrix."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from textwrap import dedent
from threading import Thread

import pytest

from tools import ROOT

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="needs curl")

DOCUMENT = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
NAME = 'Zoë "$(id)" \\n%s\';'
"""A valid name that would do harm if a shell or a format read it."""
TEXT = f"It is your turn, {NAME}."


def script() -> str:
    """Return the script of the document."""
    match = re.search(r"^    #!/bin/sh\n    # \S*/your-turn\n(?:    .*\n)+", DOCUMENT, re.M)
    assert match is not None
    return dedent(match[0])


@contextmanager
def message_server() -> Iterator[tuple[str, list[tuple[str, str, dict[str, str], bytes]]]]:
    """Serve at a free port; yield the address and the requests: method, path, headers and body."""
    requests: list[tuple[str, str, dict[str, str], bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def note(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            requests.append((self.command, self.path, dict(self.headers), body))
            self.send_response(200)
            self.end_headers()

        do_POST = do_PUT = note  # noqa: N815  (the names that the handler looks for)

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", requests
        server.shutdown()


def run_script(home: Path, *players: str, person: str = "") -> None:
    """Run the script for the turn of ``NAME``, whom ``person`` plays at ``serve``.

    A program called sendmail writes what it gets to a file.
    """
    command, programs, config = home / "your-turn", home / "bin", home / ".config"
    programs.mkdir()
    config.mkdir()
    command.write_text(script(), encoding="utf-8")
    (programs / "sendmail").write_text(f'#!/bin/sh\necho "$@" > {home}/mail\ncat >> {home}/mail\n', encoding="utf-8")
    for path in (command, programs / "sendmail"):
        path.chmod(0o700)
    (config / "rokoko-players").write_text("".join(f"{line}\n" for line in players), encoding="utf-8")
    (config / "rokoko-matrix").write_text("Authorization: Bearer token\n", encoding="utf-8")
    environment: dict[str, str | bytes] = {
        "HOME": str(home),
        "PATH": f"{programs}:{os.environ['PATH']}",
        "ROKOKO_NAME": NAME.encode(),
        "ROKOKO_PERSON": person,
    }
    subprocess.run([command], check=True, env=environment, timeout=30)


def test_by_mail(tmp_path: Path) -> None:
    players = ("mail bo@example.org Bo", "mail cy@example.org", "mail zoe@example.org SHA256:a/b")
    run_script(tmp_path, *players, person="SHA256:a/b")
    options, *headers, empty, body = (tmp_path / "mail").read_text(encoding="utf-8").splitlines()
    assert (options, headers[0], empty, body) == ("-t", "To: zoe@example.org", "", TEXT)
    assert "Content-Type: text/plain; charset=utf-8" in headers


def test_by_ntfy(tmp_path: Path) -> None:
    with message_server() as (url, requests):
        run_script(tmp_path, f"ntfy {url}/topic {NAME}")
    [(method, path, headers, body)] = requests
    assert (method, path, headers["Title"], body.decode()) == ("POST", "/topic", "Rokoko", TEXT)


def test_by_matrix(tmp_path: Path) -> None:
    room = "/_matrix/client/v3/rooms/!room:example.org"
    with message_server() as (url, requests):
        run_script(tmp_path, f"matrix {url}{room} {NAME}")
    [(method, path, headers, body)] = requests
    assert method == "PUT" and re.fullmatch(re.escape(f"{room}/send/m.room.message/") + r"\d+-\d+", path)
    assert headers["Authorization"] == "Bearer token"
    assert json.loads(body) == {"msgtype": "m.text", "body": "It is your turn."}
