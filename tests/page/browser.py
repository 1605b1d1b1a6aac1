"""A headless Chromium, driven over its devtools protocol."""

import asyncio
import base64
import json
import shutil
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.journeys.browser import KEYS, SCREEN

CHROMIUM = "chromium"
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--remote-debugging-port=0", "--hide-scrollbars", "--force-device-scale-factor=1", "--lang=en-US"),
)
ATTACH: dict[str, object] = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
"""Report web workers."""
START_SECONDS = 60.0
ANSWER_SECONDS = 240.0
TEXT = f"{SCREEN}.join('\\n')"
"""JavaScript for the text of the terminal."""


class Browser:
    """A running browser with one profile."""

    def __init__(self, process: subprocess.Popen[bytes], socket: WebSocketClientConnection) -> None:
        self.process, self._socket = process, socket
        self._number = 0
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._tasks = asyncio.create_task(self._read())
        self._background: set[asyncio.Task[object]] = set()
        self.problems: list[str] = []
        """Errors that the pages and their workers reported."""

    async def _read(self) -> None:
        while (text := await self._socket.read_message()) is not None:
            message = json.loads(text)
            if "id" in message:
                self._answers.pop(message["id"]).set_result(message)
            elif message["method"] == "Target.attachedToTarget":  # a web worker
                self._attach(message["params"]["sessionId"])
            elif message["method"] == "Runtime.exceptionThrown":
                self.problems.append(json.dumps(message["params"]["exceptionDetails"])[:2000])
            elif message["method"] == "Log.entryAdded" and message["params"]["entry"]["level"] == "error":
                self.problems.append(message["params"]["entry"]["text"])
        for answer in self._answers.values():
            answer.cancel()

    def _attach(self, session: str) -> None:
        """Report errors of a new web worker, and of those that it starts."""
        for method, parameters in (("Runtime.enable", {}), ("Target.setAutoAttach", ATTACH)):
            self._background.add(asyncio.create_task(self.call(method, session, **parameters)))

    async def call(self, method: str, session: str | None = None, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol; return its result. Raises RuntimeError if it is refused."""
        self._number = number = self._number + 1
        request: dict[str, object] = {"id": number, "method": method, "params": parameters}
        if session is not None:
            request["sessionId"] = session
        waiting = self._answers[number] = asyncio.get_running_loop().create_future()
        await self._socket.write_message(json.dumps(request))
        answer = await asyncio.wait_for(waiting, ANSWER_SECONDS)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        result: dict[str, Any] = answer["result"]
        return result

    async def open(self, url: str, width: int = 1200, height: int = 800) -> "Page":
        """Open ``url`` in a new tab of ``width`` and ``height`` pixels."""
        target = (await self.call("Target.createTarget", url="about:blank"))["targetId"]
        session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        page = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log"):
            await page.call(f"{domain}.enable")
        await page.call("Target.setAutoAttach", **ATTACH)
        await page.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        await page.call("Page.navigate", url=url)
        return page

    def kill(self) -> None:
        """End the browser at once, like a crash."""
        self.process.kill()
        self.process.wait()

    async def close(self) -> None:
        """End the browser in order."""
        if self.process.poll() is None:
            await self.call("Browser.close")
            await asyncio.to_thread(self.process.wait)
        await self._tasks


class Page:
    """One tab with the static page."""

    def __init__(self, browser: Browser, session: str, target: str) -> None:
        self.browser, self._session, self.target = browser, session, target

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method of the protocol for this tab."""
        return await self.browser.call(method, self._session, **parameters)

    async def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression; a promise is awaited."""
        result = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    async def wait_for(self, condition: str, seconds: float = 180, must: bool = True) -> None:
        """Wait until the JavaScript expression ``condition`` is true.

        Raises AssertionError after ``seconds``, if it ``must`` become true.
        """
        value = await self.evaluate(
            f"""new Promise((resolve) => {{
                const end = performance.now() + {1000 * seconds};
                (function look() {{
                    const value = (() => {{ try {{ return Boolean({condition}); }} catch {{ return false; }} }})();
                    if (value || performance.now() > end) resolve(value);
                    else setTimeout(look, 20);
                }})();
            }})"""
        )
        assert value or not must, f"{condition} is still false on:\n{await self.screen()}\n{await self.status()}"

    async def status(self) -> str:
        """Return the line below the terminal."""
        return str(await self.evaluate("document.getElementById('status')?.textContent ?? ''"))

    # ---- the terminal

    async def lines(self) -> list[str]:
        """Return the lines of the terminal."""
        lines: list[str] = await self.evaluate(SCREEN)
        return lines

    async def screen(self) -> str:
        """Return the text of the terminal."""
        return "\n".join(await self.lines())

    async def see(self, text: str, seconds: float = 180) -> None:
        """Wait until the terminal shows ``text``. Raises AssertionError."""
        await self.wait_for(f"{TEXT}.includes({json.dumps(text)})", seconds)

    async def press(self, *names: str) -> None:
        """Press keys: names of ``KEYS``, or characters."""
        for name in names:
            key, code, text = KEYS.get(name, (name, ord(name[0].upper()), name))
            event = {"key": key, "code": key, "windowsVirtualKeyCode": code}
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    async def _place(self, text: str) -> tuple[float, float]:
        """Return the pixel in the middle of ``text`` in the terminal. Raises AssertionError."""
        await self.see(text)
        lines = await self.lines()
        row = next(number for number, line in enumerate(lines) if text in line)
        column = lines[row].index(text) + len(text) / 2
        box = await self.evaluate(
            "(({x, y, width, height}) => [x, y, width, height])"
            "(document.querySelector('.xterm-screen').getBoundingClientRect())"
        )
        columns = max(map(len, lines))
        return box[0] + box[2] * column / columns, box[1] + box[3] * (row + 0.5) / len(lines)

    async def click(self, text: str) -> None:
        """Click ``text`` in the terminal."""
        x, y = await self._place(text)
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def tap(self, text: str) -> None:
        """Tap ``text`` in the terminal with a finger."""
        x, y = await self._place(text)
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    # ---- the page

    async def reload(self) -> None:
        """Load the page again."""
        await self.call("Page.reload")

    async def picture(self, path: Path) -> None:
        """Store a screenshot at ``path``."""
        data = (await self.call("Page.captureScreenshot", format="png"))["data"]
        path.write_bytes(base64.b64decode(data))


@asynccontextmanager
async def run_browser(profile: Path) -> AsyncIterator[Browser]:
    """Run Chromium with the folder ``profile`` until the end of the block."""
    program = shutil.which(CHROMIUM)
    assert program is not None, "the fixture skips the test without Chromium"
    port_file = profile / "DevToolsActivePort"
    port_file.unlink(missing_ok=True)
    log = (profile.parent / f"{profile.name}.log").open("wb")
    process = subprocess.Popen([program, *FLAGS, f"--user-data-dir={profile}", "about:blank"], stdout=log, stderr=log)
    browser = None
    try:
        async with asyncio.timeout(START_SECONDS):
            while not (port_file.exists() and port_file.read_text().count("\n")):
                await asyncio.sleep(0.05)
        port, path = port_file.read_text().split()
        socket = await websocket_connect(f"ws://127.0.0.1:{port}{path}", max_message_size=2**26)
        browser = Browser(process, socket)
        yield browser
        await browser.close()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        log.close()
