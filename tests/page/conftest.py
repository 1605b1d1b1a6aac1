"""The built page, a server of it under a sub-path, and a browser; tests are skipped where one of them is missing."""

import os
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from threading import Thread

import pytest
import pytest_asyncio
from filelock import FileLock

from tests.journeys.browser import PROGRAM, Browser, chromium
from tests.page.player import PATIENCE
from tools.static_page.build import PAGE, MissingTool, build
from tools.static_page.server import make_server

SUB_PATH = "games/rokoko"


@pytest.fixture(scope="session")
def built_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the page, built once for all processes of the test run."""
    if not PROGRAM:
        pytest.skip("Chromium is not installed")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    PAGE.parent.mkdir(exist_ok=True)
    mark = PAGE.parent / "page-work" / "test-run"
    with FileLock(PAGE.parent / "page.lock"):
        if not mark.exists() or mark.read_text() != run:
            try:
                build()
            except (MissingTool, subprocess.CalledProcessError) as error:
                pytest.skip(f"the page cannot be built: {error}")
            mark.write_text(run)
    return PAGE


@pytest.fixture
def url(built_page: Path, tmp_path: Path) -> Iterator[str]:
    """Return the address of the page on a host that serves files and nothing else."""
    place = tmp_path / "site" / SUB_PATH
    place.parent.mkdir(parents=True)
    place.symlink_to(built_page)
    with make_server(tmp_path / "site", 0) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{SUB_PATH}/"
        server.shutdown()


@pytest_asyncio.fixture
async def browser(built_page: Path, tmp_path: Path) -> AsyncIterator[Browser]:
    """Return a browser with a new profile."""
    async with chromium(tmp_path / "profile", PATIENCE) as browser:
        yield browser
        assert not browser.problems
