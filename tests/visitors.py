"""A package with external bots: a folder on the import path with a module and metadata."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rokoko_core.bots import external_bot_process, external_levels


@contextmanager
def bots_installed(folder: Path, code: str, *entries: str) -> Iterator[None]:
    """Install a package with ``write_package`` for the duration of the block."""
    write_package(folder, code, *entries)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        external_levels.cache_clear()
        yield
        external_bot_process.stop_external_bots()
    external_levels.cache_clear()


def write_package(folder: Path, code: str, *entries: str) -> None:
    """Write a module with ``code``; its package declares the bots ``entries``, each ``name = module:object``."""
    records = folder / "visitors-1.5.dist-info"
    records.mkdir(parents=True)
    (folder / "visiting_bots.py").write_text(code, encoding="utf-8")
    (records / "METADATA").write_text("Metadata-Version: 2.1\nName: visitors\nVersion: 1.5\n", encoding="utf-8")
    (records / "entry_points.txt").write_text("\n".join(("[rokoko.bots]", *entries, "")), encoding="utf-8")


BOTS = """
import os
import time
import sys


def first(view, rng, clock):
    print("this must reach nobody")
    return view.actions[0]


def drawn(view, rng, clock):
    return rng.choice(view.actions)


def wise(view, rng, clock):
    assert view.table.rng == view.table.setup.seed == 0
    return view.actions[-1]


def raises(view, rng, clock):
    raise RuntimeError("I do not know")


def leaves(view, rng, clock):
    sys.exit(3)


def ends(view, rng, clock):
    os._exit(3)


def sleeps(view, rng, clock):
    time.sleep(3600)


def turns(view, rng, clock):
    while True:
        pass


def patient(view, rng, clock):
    while not clock.over:
        time.sleep(0.01)
    return view.actions[0]


def talks(view, rng, clock):
    return "the first, please"


def elsewhere(view, rng, clock):
    from rokoko_core.actions import Hire
    return Hire("nobody")


no_bot = 7
"""
_ALIKE = (
    "first",
    "drawn",
    "wise",
    "raises",
    "leaves",
    "ends",
    "sleeps",
    "turns",
    "patient",
    "talks",
    "elsewhere",
    "no_bot",
)
EVERY = (
    *(f"{name} = visiting_bots:{name}" for name in _ALIKE),
    "not-there = visiting_bots:nobody",
    "gone = no_such_module_at_all:choose",
)
