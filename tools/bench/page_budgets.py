"""Budgets of the static page in headless Chromium; none are measured where the page cannot be built or shown."""

import asyncio
import shutil
from collections.abc import Callable, Iterator

from tests.journeys.browser import PROGRAM
from tools.bench.results import Result, limited
from tools.static_page.build import build
from tools.static_page.measure import measure

VISITS = 6
FIRST_SCREEN = 5.0
"""Seconds from the request to the first screen, with a cache."""


def static_page() -> Iterator[Result]:
    """Measure visits of the page; the first one fills the cache."""
    if shutil.which("npm") is None or not PROGRAM:
        return
    _, *visits = asyncio.run(measure(build(), VISITS))
    slowest = max(visit.stages["painted"] for visit in visits)
    yield limited(f"static page, first screen from the cache (slowest of {len(visits)})", slowest, FIRST_SCREEN, "s")


MEASUREMENTS: tuple[Callable[[], Iterator[Result]], ...] = (static_page,)
