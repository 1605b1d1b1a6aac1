"""Levels of an earlier version, played by its own code: a folder of its sources, in another process.

So they stay as they were when code, inputs and weights of the present levels change.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

from msgspec.json import Decoder, encode

from rokoko_core.actions import Action
from rokoko_core.bots import LEVELS, Level
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.observe import Observation

SERVER = """
import sys
from pathlib import Path
from random import Random
from time import thread_time
import msgspec
import rokoko_core
from rokoko_core.bots import plan
from rokoko_core.observe import Observation
assert Path(rokoko_core.__file__).is_relative_to(sys.argv[1]), rokoko_core.__file__
decoder = msgspec.json.Decoder(tuple[str, int, float, Observation])
for line in sys.stdin.buffer:
    level, seed, seconds, view = decoder.decode(line)
    answer = plan(view, level, Random(seed), seconds, now=thread_time)
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\\n")
    sys.stdout.buffer.flush()
"""
"""Answers questions on stdin until it closes, with the sources in the folder ``sys.argv[1]``."""

_decoder = Decoder(tuple[Action, ...])


class EarlierLevel(Level, frozen=True):
    """The level ``module`` as it was in the sources of ``folder``."""

    folder: str = ""

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        """Return its plan. Raises ``RuntimeError`` if the process of the earlier version ended."""
        server = _server(self.folder)
        assert server.stdin is not None and server.stdout is not None
        server.stdin.write(encode((self.module, rng.getrandbits(64), clock.left, view)) + b"\n")
        server.stdin.flush()
        answer = server.stdout.readline()
        if not answer:
            raise RuntimeError(f"the sources in {self.folder} gave no answer")
        return _decoder.decode(answer)


def add_earlier_levels(version: str, folder: Path) -> None:
    """Add the levels journeyman and master of the sources in ``folder`` to this process, named after ``version``."""
    for name in ("journeyman", "master"):
        LEVELS[earlier(name, version)] = EarlierLevel(
            name, LEVELS[name].seconds, LEVELS[name].searches, for_people=False, folder=str(folder.resolve())
        )


def earlier(level: str, version: str) -> str:
    """Return the name of ``level`` as it was in ``version``."""
    return f"{level}-{version}"


@cache
def _server(folder: str) -> "subprocess.Popen[bytes]":
    """Return the process for the sources in ``folder``. It ends with this one, which closes its stdin."""
    return subprocess.Popen(
        [sys.executable, "-P", "-c", SERVER, folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": folder},
    )
