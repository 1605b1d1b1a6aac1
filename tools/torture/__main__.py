"""``python -m tools.torture [EVENTS]``: random hands until so many events are without a crash.

It goes on where it stopped: what was reached stands in ``build/torture``, and counts for the program as it is; once
that is changed the count begins anew. A crash is told with its seed and the shortest list of events that repeats it.
``SEED=7`` in the environment plays only that session, ``JOBS`` says how many are played at once.
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
    """How far it has come."""

    program: str
    """Digest of the program's source."""
    seed: int = 0
    """The next session."""
    pilot: int = 0
    terminal: int = 0
    """Events without a crash."""


def program() -> str:
    """The digest of all that is run."""
    digest = sha256()
    for package in ("rokoko_core", "rokoko_tui"):
        for path in sorted((ROOT / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def begun() -> State:
    """The state of this very program, or a fresh one."""
    fresh = State(program())
    try:
        state = msgspec.json.decode(STATE.read_bytes(), type=State)
    except (OSError, ValueError):
        return fresh
    return state if state.program == fresh.program else fresh


def main(wanted: int) -> int:
    """Play until ``wanted`` events are without a crash; 1 at the first crash."""
    if "SEED" in os.environ:
        told = session(int(os.environ["SEED"]))
        print(told or "no crash")
        return int(bool(told))
    state, since = begun(), monotonic()
    jobs = int(os.environ.get("JOBS", os.cpu_count() or 1))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), max_tasks_per_child=25) as pool:
        while state.pilot + state.terminal < wanted:
            seeds = range(state.seed, state.seed + 2 * jobs)
            crashes = [told for told in pool.map(session, seeds) if told]
            if crashes:
                print(*crashes, sep="\n")
                return 1
            state.seed = seeds.stop
            state.terminal += SESSION * sum(map(in_terminal, seeds))
            state.pilot += SESSION * (len(seeds) - sum(map(in_terminal, seeds)))
            STATE.parent.mkdir(parents=True, exist_ok=True)
            STATE.write_bytes(msgspec.json.encode(state))
            print(
                f"{state.pilot:,} by Pilot, {state.terminal:,} in a terminal, {monotonic() - since:.0f} s", flush=True
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
