"""``python -m tools.torture [EVENTS]``: send random input until so many events passed without a crash.

The progress is stored in ``build/torture``; a later run continues unless the program has changed. A crash is reported
with its seed and the shortest list of events that repeats it. ``SEED=7`` in the environment runs one session, ``JOBS``
sets the number of parallel sessions.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from time import monotonic

import msgspec

from tools import ROOT
from tools.torture.sessions import SESSION, in_terminal, session

STATE = ROOT / "build" / "torture" / "state.json"


class State(msgspec.Struct):
    """The progress."""

    program_digest: str
    """Digest of the source of the program."""
    seed: int = 0
    """The next session."""
    pilot: int = 0
    terminal: int = 0
    """Events without a crash."""


def program_digest() -> str:
    """Return the digest of the source."""
    digest = sha256()
    for package in ("rokoko_core", "rokoko_tui"):
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def load_state() -> State:
    """Return the stored progress if the program is unchanged, else a new one."""
    fresh = State(program_digest())
    try:
        state = msgspec.json.decode(STATE.read_bytes(), type=State)
    except (OSError, ValueError):
        return fresh
    return state if state.program_digest == fresh.program_digest else fresh


def main(wanted: int) -> int:
    """Run sessions until ``wanted`` events passed without a crash. Return 1 at the first crash."""
    if "SEED" in os.environ:
        report = session(int(os.environ["SEED"]))
        print(report or "no crash")
        return int(bool(report))
    state, start = load_state(), monotonic()
    jobs = int(os.environ.get("JOBS", os.cpu_count() or 1))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=25) as pool:
        while state.pilot + state.terminal < wanted:
            seeds = range(state.seed, state.seed + 2 * jobs)
            crashes = [report for report in pool.map(session, seeds) if report]
            if crashes:
                print(*crashes, sep="\n")
                return 1
            state.seed = seeds.stop
            state.terminal += SESSION * sum(map(in_terminal, seeds))
            state.pilot += SESSION * (len(seeds) - sum(map(in_terminal, seeds)))
            STATE.parent.mkdir(parents=True, exist_ok=True)
            STATE.write_bytes(msgspec.json.encode(state))
            print(
                f"{state.pilot:,} by Pilot, {state.terminal:,} in a terminal, {monotonic() - start:.0f} s", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
