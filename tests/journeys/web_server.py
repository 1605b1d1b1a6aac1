"""The installed program as a server of browser tabs."""

import asyncio
import os
import re
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import tomlkit

from tests.journeys.journey import FAST
from tests.journeys.terminal import PROGRAM, folders

LINK = re.compile(rb"(https?://\S+/)#(\S+)")
PATIENCE = 60
"""Seconds for the start and the end of the server."""


class WebProgram:
    """``rokoko-tui serve --web`` with its folders in ``home``."""

    def __init__(self, process: Process, home: Path) -> None:
        self.process, self.home = process, home
        self.url = ""

    async def link(self) -> str:
        """Return the next link that was printed."""
        assert self.process.stdout is not None
        line = await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)
        match = LINK.search(line)
        assert match is not None, f"no link: {line!r}"
        self.url = match[1].decode()
        return match[0].decode()

    async def stop(self) -> int:
        """End the server as a service manager does; return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self.process.wait(), PATIENCE)


@asynccontextmanager
async def web_program(
    home: Path, *options: str, settings: Mapping[str, object] | None = None, most_files: int = 0
) -> AsyncIterator[WebProgram]:
    """Start the program at a free port; at the end it must end without an error.

    With ``most_files`` it may open only so many files.
    """
    environment = {**os.environ, **folders(home), "LC_ALL": "C.UTF-8"}
    path = home / "config" / "rokoko" / "settings.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(tomlkit.dumps({**FAST, "language": "english", **(settings or {})}), encoding="utf-8")
    files = ("prlimit", f"--nofile={most_files}") if most_files else ()
    command = (*files, str(PROGRAM), "serve", "--web", "--port", "0", *options)
    process = await asyncio.create_subprocess_exec(*command, env=environment, stdout=PIPE, stderr=PIPE)
    try:
        yield WebProgram(process, home)
        if process.returncode is None:
            assert process.stderr is not None
            process.send_signal(signal.SIGTERM)
            errors = await asyncio.wait_for(process.stderr.read(), PATIENCE)
            assert (await process.wait(), errors.decode()) == (0, ""), errors.decode()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
