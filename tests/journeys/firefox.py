"""A headless Firefox, driven with WebDriver BiDi; the tests use the part of ``Tab`` that needs keys and a mouse."""

import base64
import json
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession

from tests.journeys.browser import PATIENCE, PROFILE, Browser, Tab, start_browser

PROGRAM = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), "")
KEYS = {
    "enter": "\ue007",
    "escape": "\ue00c",
    "tab": "\ue004",
    "space": " ",
    "left": "\ue012",
    "up": "\ue013",
    "right": "\ue014",
    "down": "\ue015",
}
"""For a name, the key as WebDriver writes it."""

needs_firefox = pytest.mark.skipif(not PROGRAM, reason="Firefox is not installed")


class FirefoxTab(Tab):
    """A tab of Firefox. It has no touch, and no commands of the devtools protocol."""

    browser: "Firefox"

    def receive(self, method: str, parameters: dict[str, Any]) -> None:
        if method == "log.entryAdded" and parameters["level"] == "error":
            self.problems.append(parameters["text"])

    async def start(self) -> None:
        await self.browser.call("session.subscribe", events=["log.entryAdded"])

    async def go(self, url: str) -> None:
        await self.browser.call("browsingContext.navigate", context=self._target, url=url, wait="complete")

    async def reload(self) -> None:
        await self.browser.call("browsingContext.reload", context=self._target, wait="complete")

    async def emulate(self, width: int, height: int, scale: float = 1, touch: bool = False) -> None:
        assert not touch
        viewport = {"width": width, "height": height}
        await self.browser.call("browsingContext.setViewport", context=self._target, viewport=viewport)

    async def evaluate(self, expression: str) -> Any:
        target = {"context": self._target}
        text = f"(async () => JSON.stringify(await ({expression})) ?? 'null')()"
        answer = await self.browser.call("script.evaluate", expression=text, target=target, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]["text"]
        return json.loads(answer["result"]["value"])

    async def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        sources = [{"type": kind, "id": kind, "actions": actions}]
        await self.browser.call("input.performActions", context=self._target, actions=sources)

    async def press(self, *names: str) -> None:
        values = [KEYS.get(name, name) for name in names]
        await self._act("key", [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")])

    async def click_at(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        buttons = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        await self._act("pointer", [move, *buttons])

    async def picture(self, path: Path) -> None:
        answer = await self.browser.call("browsingContext.captureScreenshot", context=self._target)
        path.write_bytes(base64.b64decode(answer["data"]))


class Firefox(Browser):
    """The browser; its people are user contexts."""

    def receive(self, event: dict[str, Any]) -> None:
        source = event["params"].get("source") or event["params"]
        if (tab := self._tabs.get(source.get("context", ""))) is not None:
            tab.receive(event["method"], event["params"])

    async def person(self) -> str:
        context: str = (await self.call("browser.createUserContext"))["userContext"]
        return context

    async def tab(self, url: str, person: str | None = None, size: tuple[int, int] = (1280, 800)) -> Tab:
        person = await self.person() if person is None else person
        context = {} if person == PROFILE else {"userContext": person}
        target = (await self.call("browsingContext.create", type="tab", **context))["context"]
        tab = self._tabs[target] = FirefoxTab(self, "", target)
        await tab.start()
        await tab.emulate(*size)
        await tab.go(url)
        return tab


@asynccontextmanager
async def firefox(profile: Path, patience: float = PATIENCE) -> AsyncIterator[Firefox]:
    """Start a browser with the folder ``profile``; each of its waits takes at most ``patience`` seconds."""
    profile.mkdir()
    command = (PROGRAM, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0")
    async with (
        start_browser(*command, announcement="WebDriver BiDi listening on ") as (process, address),
        ClientSession() as client,
        client.ws_connect(f"{address}/session", max_msg_size=0) as socket,
        Firefox(process, socket, patience) as browser,
    ):
        await browser.call("session.new", capabilities={})
        yield browser
        await browser.call("browser.close")
