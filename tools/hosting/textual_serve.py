"""textual-serve with the demo of Textual, to compare with: each tab is a process."""

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from tests.processes import wait_until
from tools import ROOT
from tools.hosting.figures import read_megabytes

FOLDER = ROOT / "build" / "textual-serve"
"""The environment in which it is installed."""
PYTHON = FOLDER / "bin" / "python"
SERVE = "from textual_serve.server import Server; Server('{} -m textual', port={}).serve()"


def install() -> None:
    """Install textual-serve with the Textual that the program uses."""
    mark = FOLDER / "installed"
    if not mark.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", FOLDER], check=True)
        packages = ("--constraint", ROOT / "constraints.txt", "textual-serve")
        subprocess.run([PYTHON, "-m", "pip", "install", "--quiet", *packages], check=True)
        mark.touch()


def read_tree_megabytes(process: int) -> float:
    """Return the memory of a process and all processes that it started."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return read_megabytes(process) + sum(read_tree_megabytes(int(child)) for child in children)


@asynccontextmanager
async def serve_demo() -> AsyncIterator[tuple[str, Callable[[], float]]]:
    """Serve the demo; yield its address and a function that returns the memory in MB."""
    await asyncio.to_thread(install)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command: list[Path | str] = [PYTHON, "-c", SERVE.format(PYTHON, port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            await asyncio.to_thread(wait_until, lambda: _listens(port), "textual-serve")
            yield f"http://localhost:{port}/", lambda: read_tree_megabytes(process.pid)
        finally:
            process.terminate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
