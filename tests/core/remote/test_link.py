"""The link to a host: when it is opened again, how often, and why there is no connection meanwhile."""

import asyncio
from typing import Any, NamedTuple

import pytest

from rokoko_core.remote import link
from rokoko_core.remote import messages as m
from rokoko_core.remote.link import HostLink, Unreachable

Code = m.FarewellCode


class Clock:
    """The module ``asyncio`` with a ``sleep`` that returns at once and notes the seconds."""

    def __init__(self, most: int = 0) -> None:
        self.now, self.pauses = 1000.0, list[float]()
        self._most = most

    def __getattr__(self, name: str) -> object:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        if not seconds:
            return await asyncio.sleep(0)
        self.pauses.append(seconds)
        self.now += seconds
        if len(self.pauses) == self._most:
            raise asyncio.CancelledError
        return None


class Attempt(NamedTuple):
    """An attempt to connect: the host is ``found``, sends the game if ``ready``, and then says ``farewell``."""

    found: bool = False
    ready: bool = False
    farewell: Code | None = None


REFUSED, PLAYED = Attempt(), Attempt(True, True)
"""Nobody listens; the game was there, and the connection broke."""


class Host:
    """Answers the ``attempts`` one by one."""

    def __init__(self, attempts: list[Attempt]) -> None:
        self.losses = list[tuple[Code | None, str]]()
        """Code and reason at each loss."""
        self.pauses = list[float]()
        self._attempts = attempts
        self._attempt, self._told = REFUSED, False
        self.link = HostLink(self.open, m.Hello(), self.take_in, self.note)

    async def open(self) -> Any:
        self._attempt, self._told = self._attempts.pop(0), False
        if not self._attempt.found:
            raise ConnectionRefusedError
        return self

    async def take_in(self, line: bytes) -> None:
        if self._attempt.ready:
            self.link.set_ready()
        if self._attempt.farewell is not None:
            raise Unreachable(self._attempt.farewell)

    async def send(self, line: bytes) -> None:
        """Ignore what the client says."""

    async def receive(self) -> bytes | None:
        if self._told:
            return None
        self._told = True
        return b"line"

    def close(self) -> None:
        """Nothing is open."""

    def note(self) -> None:
        lost = self.link.lost
        assert lost is not None and not self.link.is_ready
        self.losses.append((lost.code, type(lost.reason).__name__ if lost.reason is not None else ""))

    async def run(self, monkeypatch: pytest.MonkeyPatch) -> bool:
        """Let the client connect until the attempts are used up; return whether it gave up itself."""
        clock = Clock(len(self._attempts))
        monkeypatch.setattr(link, "asyncio", clock)
        try:
            await self.link._stay_connected()
        except asyncio.CancelledError:
            return False
        finally:
            self.pauses = clock.pauses
        return True


NOBODY, BROKEN = (None, "ConnectionRefusedError"), (None, "")


@pytest.mark.parametrize(
    ("attempts", "losses", "gives_up"),
    [
        ([REFUSED], [NOBODY], True),
        ([Attempt(True)], [BROKEN], True),
        ([Attempt(True, False, Code.FULL)], [(Code.FULL, "")], True),
        ([PLAYED, REFUSED, REFUSED], [BROKEN] * 3, False),
        ([PLAYED._replace(farewell=Code.CLOSING), REFUSED], [(Code.CLOSING, "")] * 2, False),
        ([PLAYED._replace(farewell=Code.CLOSING), Attempt(True, False, Code.FULL)], [(Code.CLOSING, "")] * 2, False),
        (
            [PLAYED._replace(farewell=Code.CLOSING), REFUSED, Attempt(True, False, Code.WRONG_CODE)],
            [(Code.CLOSING, ""), (Code.CLOSING, ""), (Code.WRONG_CODE, "")],
            True,
        ),
        (
            [PLAYED._replace(farewell=Code.CLOSING), PLAYED._replace(farewell=Code.IDLE)],
            [(Code.CLOSING, ""), (Code.IDLE, "")],
            False,
        ),
        *(([PLAYED._replace(farewell=code)], [(code, "")], code in link.FINAL) for code in Code),
    ],
)
async def test_why_there_is_no_connection_and_whether_it_is_opened_again(
    monkeypatch: pytest.MonkeyPatch,
    attempts: list[Attempt],
    losses: list[tuple[Code | None, str]],
    gives_up: bool,
) -> None:
    """What ended a connection says more than why it cannot be opened again, unless that is final."""
    host = Host(list(attempts))
    assert await host.run(monkeypatch) == gives_up
    assert host.losses == losses


async def test_pauses_grow_until_the_game_is_there_again(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host([PLAYED, *[REFUSED] * 8, PLAYED, Attempt(True), REFUSED])
    assert not await host.run(monkeypatch)
    assert host.pauses == [0.25, 0.5, 1, 2, 4, 8, 15, 15, 15, 0.25, 0.5, 1]


async def test_a_connection_is_tested_every_twenty_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, asked = Clock(3), list[tuple[type[m.Request], float | None]]()
    monkeypatch.setattr(link, "asyncio", clock)

    async def answer(request: m.Request, patience: float | None = None) -> m.Answer:
        asked.append((type(request), patience))
        return m.Done(request.id)

    nothing: Any = None
    host_link = HostLink(nothing, m.Hello(), nothing, lambda: None)
    monkeypatch.setattr(host_link, "request", answer)
    with pytest.raises(asyncio.CancelledError):
        await host_link._ping()
    assert (clock.pauses, asked) == ([20.0] * 3, [(m.Ping, 8.0)] * 2)
