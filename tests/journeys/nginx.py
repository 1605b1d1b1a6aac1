"""A real nginx on this machine, without root."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.processes import wait_until

NGINX = shutil.which("nginx", path="/usr/sbin:/usr/bin:/usr/local/sbin:/usr/local/bin")


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def nginx(folder: Path, port: int, http: str) -> Iterator[None]:
    """Run nginx with the directives ``http``, with its files in ``folder``, until it answers at ``port``."""
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    user = "user root;" if os.geteuid() == 0 else ""  # files of the tests are for their owner only
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; {user} pid {folder}/pid; error_log stderr; events {{}} http {{ access_log off; {paths} {http} }}"
    )
    assert NGINX is not None
    with subprocess.Popen([NGINX, "-p", folder, "-c", config], stderr=subprocess.DEVNULL) as process:

        def answers() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        try:
            wait_until(answers, "nginx")
            yield
        finally:
            process.terminate()
