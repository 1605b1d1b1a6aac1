"""The number that chooses the samples of slow tests, so that every commit runs other ones."""

import os
import subprocess
from functools import cache
from pathlib import Path
from zlib import crc32

VARIABLE = "ROTATION"
"""The environment variable that sets the number, to repeat a failure."""


@cache
def rotation() -> int:
    """Return the number set in the environment, or the first digits of the commit; 0 outside a repository.

    Raises ValueError if the environment has no whole number.
    """
    number = os.environ.get(VARIABLE, "")
    if number:
        if not number.isdecimal():
            raise ValueError(f"{VARIABLE} must be a whole number, not {number!r}.")
        return int(number)
    command = ["git", "rev-parse", "--verify", "HEAD"]
    try:
        done = subprocess.run(command, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.SubprocessError):
        return 0
    return int(done.stdout[:6], 16)


def sample(count: int, size: int) -> set[int]:
    """Return the evenly spaced ``size`` of ``count`` numbers whose turn it is."""
    size = min(size, count)
    return {(rotation() + number * count // size) % count for number in range(size)}


def has_turn(name: str, turns: int) -> bool:
    """Return whether it is the turn of ``name``, which comes once in so many numbers."""
    return (rotation() + crc32(name.encode())) % turns == 0


def how_to_repeat() -> str:
    """Return the sentence for a failure of a test that depends on the number."""
    return f"The sample depends on the commit: {VARIABLE}={rotation()} repeats it."
