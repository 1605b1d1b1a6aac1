"""The seats of a hosted game in browsers: a link claims its seat once, and its browser comes back."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar

from rokoko_core.remote.claims import load_claims
from rokoko_core.remote.host_options import Absence, HostOptions, WebHosting
from rokoko_tui.cli.host import choose_own_ticket
from rokoko_tui.cli.web_door import GUESTS, WebDoor, open_door
from rokoko_tui.errors import CommandError
from rokoko_tui.games import Start
from rokoko_tui.hosting.host_thread import HostPlan, HostThread, plan_again
from rokoko_tui.hosting.hosted_text import describe_invitation
from rokoko_tui.hosting.own_hosts import invite
from rokoko_tui.screens.invitations import InvitationScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.game_text import get_words
from tests.tui.at_table import TWO, at_table
from tests.tui.hosting.test_hosted_table import until

pytestmark = pytest.mark.local_only

WORDS = get_words("classic")
FREE_PORT = WebHosting(port=0)


class WebTable:
    """A hosted game of Ada, who has the host's screen, and Bo, with its door for browsers."""

    def __init__(self, folder: Path) -> None:
        self.save = folder / "ada-bo.rokoko"
        self.host: HostThread

    def open(self, plan: HostPlan | None = None, owner: int | None = 0) -> None:
        """Host the game, at first a new one."""
        options = HostOptions(absence=Absence(owner=owner))
        plan = plan or HostPlan(self.save, TWO, self.save.with_suffix(".sock"), options=options, web=FREE_PORT)
        self.host = HostThread(plan, Settings())
        self.host.start()
        open_door(self.host, Settings())

    def restart(self, plan: HostPlan | None = None) -> None:
        """End the host and host the game again, by default as it was."""
        self.host.stop()
        self.open(plan or plan_again(self.save))

    @property
    def door(self) -> WebDoor:
        assert self.host.door is not None
        return self.host.door

    async def enter(self, client: ClientSession, link: str) -> int:
        """Follow ``link``; return the status."""
        url, _, token = link.partition("/#")
        headers = {"Origin": url}
        async with client.post(f"{url}/enter", json={"token": token}, headers=headers) as answer:
            return answer.status

    async def returns(self, client: ClientSession) -> bool:
        """Whether the browser is admitted without a link."""
        async with client.get(f"{self.door.url}/enter") as answer:
            return answer.status == 204

    async def see(self, client: ClientSession, text: str, *keys: str) -> bytes:
        """Open a tab, press ``keys`` and wait until it shows ``text``; return all that it showed."""
        socket = client.ws_connect(f"{self.door.url}/terminal", headers={"Origin": self.door.url})
        async with socket as tab:
            await tab.send_json({"session": "", "size": [120, 40]})
            assert "session" in json.loads(await tab.receive_str(timeout=20))
            seen = b""
            while text.encode() not in seen:
                seen += await tab.receive_bytes(timeout=20)
                if keys and b"Waiting" in seen:
                    await tab.send_bytes(keys[0].encode())
                    keys = keys[1:]
        return seen


@pytest.fixture
def table(tmp_path: Path) -> Iterator[WebTable]:
    table = WebTable(tmp_path)
    table.open()
    yield table
    table.host.stop()


@asynccontextmanager
async def browser() -> AsyncIterator[ClientSession]:
    async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as client:  # cookies of an address without a name
        yield client


async def test_a_link_claims_its_seat_once_and_its_browser_comes_back(table: WebTable) -> None:
    [(name, link)] = table.door.links.items()
    assert name == "Bo", "Ada plays at the screen of the host"
    table.restart()
    assert table.door.links == {"Bo": link}, "it is valid as long as it was not used"
    async with browser() as own, browser() as other:
        assert await table.enter(own, link) == 204
        assert table.door.links == {}, "no link follows"
        await table.see(own, "Ada")
        assert load_claims(table.save).codes.keys() == {0}, "the seat is taken"
        assert await table.enter(other, link) == 401
        table.restart()
        assert table.door.links == {}
        assert await table.returns(own) and not await table.returns(other)
        await table.see(own, "Ada")


@pytest.mark.slow
async def test_a_player_whose_tab_stays_closed_is_away(table: WebTable) -> None:
    sessions = table.door._server.sessions
    sessions.limits = replace(sessions.limits, left=0.05)
    async with browser() as own:
        assert await table.enter(own, table.door.links["Bo"]) == 204
        for _ in range(2):
            await table.see(own, "Ada")
            async with asyncio.timeout(20):
                while 1 not in table.host.host.absences.away:
                    await asyncio.sleep(0.01)
    assert table.host.host.game.recording.level_of(1) is None


@pytest.mark.slow
async def test_another_device_comes_with_a_new_link_that_its_player_makes(table: WebTable) -> None:
    async with browser() as computer, browser() as phone, browser() as late:
        assert await table.enter(computer, table.door.links["Bo"]) == 204
        await table.see(computer, "Ada")
        first = table.door.make_link("Bo")
        second = table.door.make_link("Bo")
        assert table.door.links == {"Bo": second}
        assert await table.enter(late, first) == 401, "only the latest link is valid"
        assert await table.enter(phone, second) == 204
        await table.see(phone, "Ada")
        assert await table.returns(computer), "the first device stays admitted"


@pytest.mark.slow
async def test_a_player_makes_a_link_for_another_device_in_the_palette(table: WebTable) -> None:
    async with browser() as computer, browser() as phone:
        assert await table.enter(computer, table.door.links["Bo"]) == 204
        seen = await table.see(computer, "/#", "\x10", *"new link", "\r")
        assert b"New link" in seen
        assert await table.enter(phone, table.door.links["Bo"]) == 204
        await table.see(phone, "Ada")


@pytest.mark.slow
async def test_the_host_with_a_screen_sees_the_invitations_first(table: WebTable, tmp_path: Path) -> None:
    start = Start("join", ticket=choose_own_ticket(table.host, 0), invitation=partial(invite, table.host))
    async with at_table(tmp_path / "saves", start) as player:
        await until(player, lambda: isinstance(player.app.screen, InvitationScreen))
        assert table.door.links["Bo"] in player.seen()


@pytest.mark.slow
async def test_a_new_link_for_a_free_seat_makes_the_invitation_of_before_void(table: WebTable) -> None:
    link, code = table.door.links["Bo"], table.host.claims.codes[1]
    new = table.door.make_link("Bo")
    assert load_claims(table.save).codes[1] != code, "the line has another code, too"
    table.restart()
    assert table.door.links == {"Bo": new}
    async with browser() as client:
        assert await table.enter(client, link) == 401
        assert await table.enter(client, new) == 204


@pytest.mark.slow
async def test_browsers_come_back_in_a_rematch_with_the_seats_rotated(table: WebTable) -> None:
    async with browser() as client:
        assert await table.enter(client, table.door.links["Bo"]) == 204
        await table.see(client, "Ada")
        rematch = table.host._plan_rematch(table.host.host.game.recording)
        table.host.stop()
        table.open(rematch)
        assert [player.name for player in table.host.host.game.setup.players] == ["Bo", "Ada"]
        assert table.door.names == ("Bo",) and table.door.links == {}
        assert await table.returns(client)
        await table.see(client, "Round 1 of 7")


@pytest.mark.slow
async def test_a_new_code_closes_the_seat_for_its_browsers(table: WebTable) -> None:
    async with browser() as lost, browser() as found:
        assert await table.enter(lost, table.door.links["Bo"]) == 204
        await table.see(lost, "Ada")
        table.restart(HostPlan(**{**vars(plan_again(table.save)), "new_codes": (1,)}))
        assert not await table.returns(lost)
        assert await table.enter(found, table.door.links["Bo"]) == 204
        await table.see(found, "Ada")


async def test_a_seat_taken_with_its_code_has_no_link_any_more(table: WebTable) -> None:
    link = table.door.links["Bo"]
    assert any(link in line for line in describe_invitation(invite(table.host), WORDS))
    table.host.claims.claim(table.host.claims.codes[1], "a-secret-of-somebody-else")
    assert table.door.links == {}
    async with browser() as client:
        assert await table.enter(client, link) == 204
        await table.see(client, "Somebody took this seat")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "ends"),
    [
        (
            lambda path: path.write_bytes(b"["),
            ["is not used (the file is damaged). Browsers that were admitted before need a new link."],
        ),
        (Path.unlink, []),
    ],
    ids=["damaged", "missing"],
)
async def test_without_the_file_of_browsers_a_seat_has_a_new_link(
    table: WebTable, spoil: Callable[[Path], object], ends: list[str]
) -> None:
    async with browser() as client:
        assert await table.enter(client, table.door.links["Bo"]) == 204
        await table.see(client, "Ada")
        table.host.stop()
        [path] = (table.save.parent / GUESTS).glob("*/.browsers")
        spoil(path)
        table.open(plan_again(table.save))
        notes = invite(table.host).notes
        assert all(note.endswith(end) for note, end in zip(notes, ends, strict=True))
        assert table.door.links.keys() == {"Bo"}
        assert await table.enter(client, table.door.links["Bo"]) == 204
        await table.see(client, "Ada")


@pytest.mark.slow
async def test_neither_links_nor_cookies_nor_codes_are_kept_but_as_digests(table: WebTable) -> None:
    link = table.door.links["Bo"]
    token, code = link.partition("#")[2], table.host.claims.codes[1]
    async with browser() as client:
        assert await table.enter(client, link) == 204
        table.host.claims.new_code(0)
        seen = await table.see(client, "Who sits where", "o")
        assert b"--code" not in seen and token.encode() not in seen, "only the host sees invitations"
        assert table.save.parent.name.encode() not in seen, "no path of the host's machine"
        cookies = [cookie.value for cookie in client.cookie_jar]
    table.host.stop()
    secrets = [token, code, *cookies]
    files = [path for path in table.save.parent.rglob("*") if path.is_file()]
    assert any(path.name == ".browsers" for path in files) and cookies
    for path in files:
        assert not any(secret.encode() in path.read_bytes() for secret in secrets), path
    assert (table.save.parent / GUESTS).stat().st_mode & 0o077 == 0


def test_a_headless_host_invites_all_people(tmp_path: Path) -> None:
    table = WebTable(tmp_path)
    table.open(owner=None)
    try:
        assert table.door.links.keys() == {"Ada", "Bo"}
        assert plan_again(table.save).web == table.door.web, "it listens there again"
        assert table.door.web.port
    finally:
        table.host.stop()


def test_a_port_that_is_taken_is_one_sentence(table: WebTable, tmp_path: Path) -> None:
    other = tmp_path / "other.rokoko"
    host = HostThread(HostPlan(other, TWO, tmp_path / "other.sock", web=table.door.web), Settings())
    host.start()
    try:
        with pytest.raises(CommandError) as refusal:
            open_door(host, Settings())
        said = refusal.value.describe(WORDS)
        assert said == f"cannot host at 127.0.0.1:{table.door.web.port} (another program uses this address)."
    finally:
        host.discard()
    assert not other.exists()


def test_the_standard_streams_are_those_of_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, streams = WebTable(tmp_path), (sys.stdout, sys.stderr)
    table.open()
    monkeypatch.setattr(sys, "stdout", None)
    table.host.stop()
    assert (sys.stdout, sys.stderr) == streams
