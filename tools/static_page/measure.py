"""Measure how long the static page takes to its first screen: ``python -m tools.static_page measure``."""

from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.page.browser import Browser, run_browser
from tools.static_page.server import make_server

STAGES = ("loading-python", "loading-game", "starting", "painted")
"""Marks that the page sets, in order."""


async def measure(page: Path, visits: int) -> list[dict[str, float]]:
    """Return the seconds to each stage, for each of ``visits`` in a new browser; from the second on it has a cache."""
    with make_server(page, 0) as server, TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            async with run_browser(Path(folder) / "profile") as browser:
                address = f"http://127.0.0.1:{server.server_port}/"
                return [await _visit(browser, address) for _ in range(visits)]
        finally:
            server.shutdown()


async def _visit(browser: Browser, url: str) -> dict[str, float]:
    tab = await browser.open(url)
    await tab.wait_for("performance.getEntriesByName('painted').length")
    marks = await tab.evaluate("performance.getEntriesByType('mark').map(({name, startTime}) => [name, startTime])")
    await browser.call("Target.closeTarget", targetId=tab.target)
    return {name: milliseconds / 1000 for name, milliseconds in marks}
