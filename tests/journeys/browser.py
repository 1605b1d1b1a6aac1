"""A headless Chromium, driven with its devtools protocol."""

import asyncio
import base64
import itertools
import json
import shutil
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), "")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-extensions"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
    *("--remote-debugging-port=0", "--remote-allow-origins=*", "--hide-scrollbars", "--force-color-profile=srgb"),
    "--lang=en-US",
)
PATIENCE = 60
"""Seconds for one wait."""
SPARE = 30
"""Seconds for an answer of the browser beyond those of the wait."""
PROFILE = ""
"""The person whose files are in the folder of the browser, and stay there."""
WORKERS = {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": True}
"""Report web workers."""
KEYS = {
    "enter": ("Enter", 13, "\r"),
    "escape": ("Escape", 27, ""),
    "left": ("ArrowLeft", 37, ""),
    "up": ("ArrowUp", 38, ""),
    "right": ("ArrowRight", 39, ""),
    "down": ("ArrowDown", 40, ""),
    "tab": ("Tab", 9, ""),
    "space": (" ", 32, " "),
}
"""For a name the key, its code and its text."""

needs_chromium = pytest.mark.skipif(not PROGRAM, reason="Chromium is not installed")

SCREEN = "[...document.querySelectorAll('.xterm-rows > div')].map((row) => row.textContent.replaceAll('\\u00a0', ' '))"
"""The lines of the terminal, in JavaScript."""
TEXT = f"{SCREEN}.join('\\n')"
SOFT_KEY = """{
  const field = document.activeElement;
  const key = { key: "Unidentified", keyCode: 229, bubbles: true, cancelable: true, composed: true };
  field.dispatchEvent(new KeyboardEvent("keydown", key));
  document.execCommand(%s);
  field.dispatchEvent(new KeyboardEvent("keyup", key));
}"""
"""What a soft keyboard does: a key without a name, and the edit that it stands for."""
WAIT = """new Promise((resolve) => {
  const done = () => { try { return Boolean(%s); } catch { return false; } };
  const end = (result) => {
    clearTimeout(timeout);
    clearInterval(interval);
    observer.disconnect();
    resolve(result);
  };
  const look = () => done() && end(true);
  const timeout = setTimeout(() => end(done()), %d);
  const interval = setInterval(look, 500);
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  look();
})"""
"""Look at the condition whenever the page changes, and now and then."""


class Tab:
    """A tab of the browser. Texts are looked for on the screen of its terminal."""

    def __init__(self, browser: "Browser", session: str, target: str) -> None:
        self.browser, self._session, self._target = browser, session, target
        self.requests: list[str] = []
        """Addresses that the page asked for."""
        self.problems: list[str] = []
        """Exceptions of the page and its workers, and what the policy of the page refused."""
        self.failures: list[str] = []
        """Other errors that the browser reported, such as a file that was not found."""

    async def call(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command of the protocol; return its result. Raises RuntimeError."""
        return await self.browser.call(method, self._session, **parameters)

    def receive(self, method: str, parameters: dict[str, Any]) -> None:
        """Note an event of the protocol."""
        if method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Network.webSocketCreated":
            self.requests.append(parameters["url"])
        elif method == "Runtime.exceptionThrown":
            self.problems.append(json.dumps(parameters["exceptionDetails"]))
        elif method == "Log.entryAdded":
            entry = parameters["entry"]
            if entry["source"] in ("security", "javascript"):
                self.problems.append(entry["text"])
            elif entry["level"] == "error":
                self.failures.append(entry["text"])

    async def start(self) -> None:
        """Begin to note events."""
        for domain in ("Page", "Runtime", "Network", "Log"):
            await self.call(f"{domain}.enable")
        await self.call("Target.setAutoAttach", **WORKERS)

    async def go(self, url: str) -> None:
        await self.call("Page.navigate", url=url)

    async def emulate(self, width: int, height: int, scale: float = 1, touch: bool = False) -> None:
        """Set the size of the page in CSS pixels; with ``touch``, that of a phone."""
        await self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=touch
        )
        await self.call("Emulation.setTouchEmulationEnabled", enabled=touch, maxTouchPoints=5 if touch else 1)

    async def evaluate(self, expression: str) -> Any:
        """Return the value of ``expression``, awaited. Raises AssertionError for an exception."""
        answer = await self.call("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]["exception"].get("description")
        return answer["result"].get("value")

    async def screen(self) -> str:
        """Return the text of the terminal."""
        return "\n".join(await self.evaluate(SCREEN))

    async def comes(self, condition: str, milliseconds: float) -> bool:
        """Wait for the JavaScript ``condition``; return whether it came."""
        result: bool = await self.evaluate(WAIT % (condition, milliseconds))
        return result

    async def wait(self, condition: str, seconds: float = 0) -> None:
        """Wait until the JavaScript ``condition`` is true, by default as long as the browser waits."""
        came = await self.comes(condition, 1000 * (seconds or self.browser.patience))
        notice = "document.querySelector('#status, #notice')?.textContent ?? ''"
        assert came, f"never: {condition}\n{await self.screen()}\n{await self.evaluate(notice)}"

    async def see(self, *texts: str) -> None:
        """Wait until all ``texts`` are on the screen."""
        await self.wait(f"((all) => {json.dumps(texts)}.every((text) => all.includes(text)))({TEXT})")

    async def gone(self, text: str) -> None:
        """Wait until ``text`` is not on the screen."""
        await self.wait(f"!{TEXT}.includes({json.dumps(text)})")

    async def returns(self, before: str, lines: int | None = None) -> None:
        """Wait until the screen is as ``before``, or its first ``lines`` are."""
        expected = "\n".join(before.split("\n")[:lines])
        await self.wait(f"{SCREEN}.slice(0, {lines or 'undefined'}).join('\\n') === {json.dumps(expected)}")

    async def changes(self, before: str, milliseconds: float) -> bool:
        """Wait for a screen other than ``before``."""
        return await self.comes(f"{TEXT} !== {json.dumps(before)}", milliseconds)

    async def shows(self, text: str, milliseconds: float, gone: str = "") -> bool:
        """Wait for ``text``, and until ``gone`` is not on the screen."""
        condition = f"all.includes({json.dumps(text)})"
        if gone:
            condition += f" && !all.includes({json.dumps(gone)})"
        return await self.comes(f"((all) => {condition})({TEXT})", milliseconds)

    async def settled(self, milliseconds: float = 300) -> str:
        """Return the screen once it has not changed for so long."""
        screen = await self.screen()
        while await self.changes(screen, milliseconds):
            screen = await self.screen()
        return screen

    async def press(self, *names: str) -> None:
        """Press keys: names of ``KEYS`` or characters."""
        for name in names:
            key, code, text = KEYS.get(name, (name, ord(name[0].upper()), name))
            event = {"key": key, "code": key, "windowsVirtualKeyCode": code}
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **event)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    async def type_softly(self, text: str) -> None:
        """Type on a soft keyboard; without text, delete a letter."""
        for letter in text or [""]:
            command = f"'insertText', false, {json.dumps(letter)}" if letter else "'delete'"
            await self.evaluate(SOFT_KEY % command)

    async def compose(self, *stages: str) -> None:
        """Compose a text with an input method: show each of ``stages``, and enter the last one."""
        for text in stages:
            await self.call("Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text))
        await self.call("Input.insertText", text=stages[-1])

    async def place(self, text: str) -> tuple[float, float]:
        """Wait for ``text`` and return its place, as ``find``."""
        while True:
            await self.see(text)
            if (place := await self.find(text)) is not None:
                return place

    async def find(self, text: str) -> tuple[float, float] | None:
        """Return the middle of the first letters of ``text``, in CSS pixels; None if it is not on the screen."""
        lines = await self.evaluate(SCREEN)
        line = next((number for number, content in enumerate(lines) if text in content), None)
        if line is None:
            return None
        left, top, right, bottom = await self.box(".xterm-screen")
        column = lines[line].index(text) + min(len(text), 3) / 2
        columns = max(map(len, lines))
        return left + column * (right - left) / columns, top + (line + 0.5) * (bottom - top) / len(lines)

    async def box(self, selector: str) -> tuple[float, float, float, float]:
        """Return left, top, right and bottom of the first element for ``selector``, in CSS pixels."""
        sides = "(({left, top, right, bottom}) => [left, top, right, bottom])"
        left, top, right, bottom = await self.evaluate(
            f"{sides}(document.querySelector({json.dumps(selector)}).getBoundingClientRect())"
        )
        return left, top, right, bottom

    async def size(self) -> tuple[int, int]:
        """Return the columns and lines of the terminal."""
        lines = await self.evaluate(SCREEN)
        return max(map(len, lines)), len(lines)

    async def point(self, x: float, y: float) -> None:
        """Move the mouse."""
        await self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    async def click(self, text: str) -> None:
        """Click on ``text``."""
        await self.click_at(*await self.place(text))

    async def click_at(self, x: float, y: float) -> None:
        """Move the mouse and click."""
        await self.point(x, y)
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def tap(self, text: str) -> None:
        """Touch ``text`` with a finger."""
        await self.touch(*await self.place(text))

    async def touch(self, x: float, y: float, *path: tuple[float, float]) -> None:
        """Put a finger down, move it along ``path`` and lift it."""
        await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for x, y in path:
            await self.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x, "y": y}])
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def pinch(self, x: float, y: float, *spreads: float) -> None:
        """Put two fingers down and move them apart; ``spreads`` are the distances of each from ``x``."""
        for kind, spread in (("touchStart", spreads[0]), *(("touchMove", spread) for spread in spreads)):
            fingers = [{"x": x + side * spread, "y": y, "id": number} for number, side in enumerate((-1, 1))]
            if kind == "touchStart":
                await self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers[:1])
            await self.call("Input.dispatchTouchEvent", type=kind, touchPoints=fingers)
        await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def tap_button(self, name: str) -> None:
        """Touch the button of the page with the label ``name``."""
        selector = f"button[aria-label={json.dumps(name)}]"
        await self.wait(f"document.querySelector({json.dumps(selector)})?.offsetWidth")
        left, top, right, bottom = await self.box(selector)
        await self.touch((left + right) / 2, (top + bottom) / 2)

    async def reload(self) -> None:
        await self.call("Page.reload")

    async def picture(self, path: Path) -> None:
        """Write a PNG of the page."""
        answer = await self.call("Page.captureScreenshot", format="png")
        path.write_bytes(base64.b64decode(answer["data"]))

    async def close(self) -> None:
        await self.browser.call("Target.closeTarget", targetId=self._target)


class Browser:
    """The browser. ``call`` without a session speaks to the browser itself."""

    def __init__(self, process: Process, socket: ClientWebSocketResponse, patience: float) -> None:
        self.process, self._socket, self.patience = process, socket, patience
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._tabs: dict[str, Tab] = {}
        self._reader = asyncio.create_task(self._read())
        self._background: set[asyncio.Task[object]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._reader.cancel()

    async def _read(self) -> None:
        async for message in self._socket:
            event = json.loads(message.data)
            if "id" in event:
                self._answers.pop(event["id"]).set_result(event)
            else:
                self.receive(event)
        for waiting in self._answers.values():
            waiting.cancel()

    def receive(self, event: dict[str, Any]) -> None:
        """Give an event to its tab."""
        if tab := self._tabs.get(event.get("sessionId", "")):
            if event["method"] == "Target.attachedToTarget":
                self._watch_worker(tab, event["params"]["sessionId"])
            tab.receive(event["method"], event["params"])

    def _watch_worker(self, tab: Tab, session: str) -> None:
        """Report errors of a new web worker of ``tab``, and of those that it starts."""
        self._tabs[session] = tab
        for method, parameters in (("Runtime.enable", {}), ("Target.setAutoAttach", WORKERS)):
            self._background.add(asyncio.create_task(self.call(method, session, **parameters)))

    @property
    def problems(self) -> list[str]:
        """All problems and failures of its tabs."""
        return [problem for tab in set(self._tabs.values()) for problem in (*tab.problems, *tab.failures)]

    async def kill(self) -> None:
        """End the browser at once, like a crash."""
        self.process.kill()
        await self.process.wait()

    async def call(self, method: str, session: str = "", **parameters: Any) -> dict[str, Any]:
        """Send a command; return its result. Raises RuntimeError."""
        number = next(self._numbers)
        waiting = self._answers[number] = asyncio.get_running_loop().create_future()
        command = {"id": number, "method": method, "params": parameters} | ({"sessionId": session} if session else {})
        await self._socket.send_str(json.dumps(command))
        answer = await asyncio.wait_for(waiting, self.patience + SPARE)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}, {answer.get('message', '')}")
        result: dict[str, Any] = answer["result"]
        return result

    async def person(self) -> str:
        """Return a new profile: cookies and storage of its own."""
        context: str = (await self.call("Target.createBrowserContext"))["browserContextId"]
        return context

    async def tab(self, url: str, person: str | None = None, size: tuple[int, int] = (1280, 800)) -> Tab:
        """Open ``url`` in a tab of ``person``, by default of a new one."""
        person = await self.person() if person is None else person
        context = {} if person == PROFILE else {"browserContextId": person}
        target = (await self.call("Target.createTarget", url="about:blank", **context))["targetId"]
        session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        tab = self._tabs[session] = Tab(self, session, target)
        await tab.start()
        await tab.emulate(*size)
        await tab.go(url)
        return tab


@asynccontextmanager
async def start_browser(*command: str, announcement: str) -> AsyncIterator[tuple[Process, str]]:
    """Start a browser; yield its process and the address that follows ``announcement`` in its standard error."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        address = ""
        while not address:
            line = (await asyncio.wait_for(process.stderr.readline(), 2 * PATIENCE)).decode(errors="replace")
            assert line, "the browser ended"
            address = line.partition(announcement)[2].strip()
        drain = asyncio.create_task(process.stderr.read())
        yield process, address
        await asyncio.wait_for(drain, PATIENCE)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


@asynccontextmanager
async def chromium(profile: Path, patience: float = PATIENCE) -> AsyncIterator[Browser]:
    """Start a browser with the folder ``profile``; each of its waits takes at most ``patience`` seconds."""
    command = (PROGRAM, *FLAGS, f"--user-data-dir={profile}", "about:blank")
    async with (
        start_browser(*command, announcement="DevTools listening on ") as (process, address),
        ClientSession() as client,
        client.ws_connect(address, max_msg_size=0) as socket,
        Browser(process, socket, patience) as browser,
    ):
        yield browser
        if process.returncode is None:
            await browser.call("Browser.close")
