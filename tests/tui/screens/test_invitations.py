"""New game > Play with others: the form hosts the game, and a page has the invitation of each player."""

import sys
from collections.abc import Callable
from copy import copy
from errno import EADDRINUSE, ENOSPC
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import segno

from rokoko_core.journal import read
from rokoko_core.remote.claims import load_claims
from rokoko_core.remote.host_options import Absence, Hosting, HostOptions, WebHosting
from rokoko_tui.errors import CommandError
from rokoko_tui.extras import install_command
from rokoko_tui.games import Start
from rokoko_tui.hosting import web_address
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_games import default_socket
from rokoko_tui.hosting.hosted_text import describe_invitation
from rokoko_tui.hosting.own_hosts import Invitation
from rokoko_tui.screens import invitations
from rokoko_tui.screens.base_screen import BaseScreen
from rokoko_tui.screens.invitations import BLOCKS, QUIET, SWAPPED, InvitationScreen, draw_qr_code, list_texts
from rokoko_tui.screens.new_game import NewGameScreen
from rokoko_tui.screens.palette import list_entries
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.text_modals import ModalLines
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.game_text import get_words
from rokoko_tui.widgets.line_widget import Picture
from tests.tui.at_table import TWO, Player, at_table
from tests.tui.hosting.test_hosted_table import game_of, until

LINK = "http://192.168.1.5:8160/#0123456789abcdefghijklmnopqrstuv"
BO = Invitation("g", {"Bo": "join"}, {"Bo": "ssh join"}, links={"Bo": LINK}, browsers=("Bo",))


def test_the_code_has_the_modules_of_its_text_and_a_quiet_edge() -> None:
    matrix = segno.make_qr(LINK).matrix
    lines = draw_qr_code(LINK)
    modules = {character: pair for pair, character in BLOCKS.items()}
    rows = [[modules[character][half] for character in line] for line in lines for half in (0, 1)]
    inner = [row[QUIET:-QUIET] for row in rows[QUIET:]]
    assert [bytes(row) for row in inner[: len(matrix)]] == [bytes(row) for row in matrix]
    assert not any(map(any, [*rows[:QUIET], *inner[len(matrix) :]]))
    assert not any(row[:QUIET] + row[-QUIET:] != [0] * 2 * QUIET for row in rows)


def test_without_the_extra_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "segno", None)
    assert draw_qr_code(LINK) == []


def test_each_text_has_its_key() -> None:
    assert list_texts(BO, "Bo") == {"y": "join", "s": "ssh join", "l": LINK}
    assert list_texts(BO, "Cy") == {}
    assert BO._replace(links={"Cy": LINK}, browsers=("Di", "Bo")).names == ("Bo", "Cy", "Di")


@pytest.mark.local_only
async def test_the_page_shows_the_code_where_it_fits_and_its_keys_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def make_link(name: str) -> str:
        if name in made:
            raise OSError(ENOSPC, "")
        made.append(name)
        return LINK

    invitation = BO._replace(make_link=make_link, browsers=("Bo", "Cy"))
    copied: list[str] = []
    async with at_table(tmp_path, Start(), size=(100, 34)) as player:
        monkeypatch.setattr(player.app, "copy_to_clipboard", copied.append)
        player.app.push_screen(InvitationScreen(lambda: invitation))
        await player.settle()
        page = player.app.screen
        assert isinstance(page, InvitationScreen)
        named = page.keys()
        assert "c QR code" not in named
        for line in draw_qr_code(LINK):
            assert line in player.seen()
        await player.press("l", "y", "s")
        assert copied == list(list_texts(BO, "Bo").values())
        await player.pilot.resize_terminal(80, 24)
        await player.settle()
        assert not page.query_one(Picture).display
        named = page.keys()
        assert "c QR code" in named and LINK in player.seen()
        await player.press("c")
        for line in draw_qr_code(LINK):
            assert line in player.seen(), "in place of the texts"
        assert LINK not in player.seen()
        await player.press("right")
        assert "Invitation for Cy (2 of 2)" in player.seen() and "Cy has joined." in player.seen()
        await player.press("n", "right", "n")
        assert made == ["Cy", "Bo"]
        await player.press("n")
        assert "the disk is full" in player.seen()
        await player.press("escape")
        assert player.app.screen is not page


@pytest.mark.parametrize("settings", [{}, {"theme": "rokoko-mono"}, {"pictures": "off"}], ids=str)
async def test_the_code_is_no_picture_that_settings_hide(tmp_path: Path, settings: dict[str, Any]) -> None:
    async with at_table(tmp_path, Start(), size=(100, 44), **settings) as player:
        player.app.push_screen(InvitationScreen(lambda: BO))
        await player.settle()
        assert all(line in player.seen() for line in draw_qr_code(LINK))
        assert "c QR code" not in player.seen() and "swaps" not in player.seen()


@pytest.mark.parametrize(("size", "texts_after"), [((100, 44), [True, True]), ((80, 24), [False, True])])
async def test_without_colors_a_key_swaps_light_and_dark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], texts_after: list[bool]
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    code = draw_qr_code(LINK)
    async with at_table(tmp_path, Start(), size=size) as player:
        player.app.push_screen(InvitationScreen(lambda: BO))
        await player.settle()
        assert "press c: it swaps light and dark" in player.seen()
        if size[1] == 24:
            await player.press("c")
        assert all(line in player.seen() for line in code)
        for is_swapped, has_texts in zip((True, False), texts_after, strict=True):
            await player.press("c")
            assert (LINK in player.seen()) is has_texts
            assert all(line.translate(SWAPPED).strip() in player.seen() for line in code) is is_swapped
        assert all(line in player.seen() for line in code) is (size[1] > 24)


async def test_without_blocks_the_page_says_why_there_is_no_code(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), size=(100, 44), signs="ascii") as player:
        player.app.push_screen(InvitationScreen(lambda: BO))
        await player.settle()
        assert "No QR code: your terminal shows ASCII only." in player.seen()
        assert not player.app.screen.query_one(Picture).display


async def test_the_box_fits_a_line_of_any_length(tmp_path: Path) -> None:
    lines = {f"Player {length}": "j" * length for length in range(70, 79)}
    async with at_table(tmp_path, Start(), size=(80, 24)) as player:
        player.app.push_screen(InvitationScreen(lambda: Invitation("g", lines)))
        await player.settle()
        for name in lines:
            assert f"Invitation for {name}" in player.seen()
            assert player.app.screen.query_one(ModalLines).fits, name
            await player.press("right")


async def test_the_page_stays_when_everybody_has_joined(tmp_path: Path) -> None:
    pages = [Invitation("g", {"Bo": "join"}, make_link=lambda name: LINK)]
    async with at_table(tmp_path, Start(), size=(100, 34)) as player:
        player.app.push_screen(InvitationScreen(lambda: pages[-1]))
        await player.settle()
        pages.append(Invitation("g", {}, make_link=lambda name: LINK))
        await player.press("n", "right")
        assert "Bo has joined." in player.seen() and "Invitation for Bo" in player.seen()
        await player.pilot.resize_terminal(80, 24)
        await player.press("escape")
        assert not isinstance(player.app.screen, InvitationScreen)


async def test_a_player_is_called_by_the_name_given(tmp_path: Path) -> None:
    invitation = Invitation("g", {}, browsers=("Player 2",), links={"Player 2": LINK}, given={"Player 2": "Bo"})
    assert f"Bo: {LINK}" in describe_invitation(invitation, get_words("classic"))
    async with at_table(tmp_path, Start(), size=(100, 44)) as player:
        player.app.push_screen(InvitationScreen(lambda: invitation))
        await player.settle()
        assert "Invitation for Bo" in player.seen()
        player.app.pop_screen()
        player.app.push_screen(InvitationScreen(lambda: invitation._replace(links={})))
        await player.settle()
        assert "Bo has joined." in player.seen()


async def test_the_page_says_at_once_that_the_player_has_joined(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "FOLLOW_SECONDS", 0.05)
    pages = [BO]
    async with at_table(tmp_path, Start(), size=(100, 44)) as player:
        player.app.push_screen(InvitationScreen(lambda: pages[-1]))
        await player.settle()
        assert "It works once." in player.seen()
        pages.append(BO._replace(commands={}, over_ssh={}, links={}))
        await player.wait_until(lambda: "Bo has joined." in player.seen())
        assert LINK not in player.seen()


def form_of(player: Player) -> NewGameScreen:
    assert isinstance(player.app.screen, NewGameScreen)
    return player.app.screen


async def open_form(player: Player, open_door: Callable[[HostThread, object], None]) -> NewGameScreen:
    """Open the form for people with terminals of their own."""
    player.app.games.seats.start = Start(open_door=open_door)
    player.app.push_screen(NewGameScreen("terminals"))
    await player.settle()
    return form_of(player)


@pytest.mark.local_only
async def test_a_game_begins_for_people_at_their_own_screens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path))
    async with at_table(tmp_path, Start(), name="Ada", notices=True) as player:
        form = await open_form(player, lambda host, settings: None)
        assert form.option("where").value == "terminals"
        assert [form.option(f"who-{n}").value for n in (0, 1)] == ["human", "human"]
        await player.press("ctrl+s")
        await until(player, lambda: isinstance(player.app.screen, InvitationScreen))
        [save] = tmp_path.glob("*.rokoko")
        code = load_claims(save).codes[1]
        assert [seat.mark for seat in read(save).game.setup.players] == ["disc", "square"], "kept in a rematch"
        assert f" --code {code}" in player.seen()
        options = HostOptions(absence=Absence(owner=0))
        assert load_claims(save).hosting == Hosting(options, str(default_socket(save))), "no other way to the game"
        await player.press("escape")
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        assert game_of(player).viewer == 0, "who opens the table plays at once"
        assert code not in player.app.window.text
        await player.press("o")
        await until(player, lambda: "(i)" in player.seen())
        await player.press("i")
        await until(player, lambda: isinstance(player.app.screen, InvitationScreen))


@pytest.mark.slow
@pytest.mark.local_only
async def test_a_port_that_is_taken_leaves_the_form_and_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path))

    def refuse(host: HostThread, settings: object) -> None:
        assert host.plan.web == WebHosting(8161)
        raise CommandError("refused.no-listening", path="127.0.0.1:8161", reason=OSError(EADDRINUSE, ""))

    async with at_table(tmp_path, Start(), name="Ada", notices=True) as player:
        form = await open_form(player, refuse)
        form.option("where").value = "browsers"
        form.field("address").value = "localhost:8161"
        await player.press("ctrl+s")
        assert form_of(player) is form
        await until(player, lambda: "Cannot host at 127.0.0.1:8161" in player.seen())
        assert player.app.settings.web_address == "", "no game started"
        assert not list(tmp_path.glob("*.rokoko"))


@pytest.mark.slow
@pytest.mark.local_only
@pytest.mark.parametrize("fails", [False, True])
async def test_a_game_hosted_again_lets_browsers_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: bool
) -> None:
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path))
    save, opened = tmp_path / "ada-bo.rokoko", []
    host = HostThread(HostPlan(save, TWO, default_socket(save), web=WebHosting(8161)), Settings())
    host.start()
    host.stop()

    def open_door(host: HostThread, settings: Settings) -> None:
        opened.append(host.plan.web)
        if fails:
            raise CommandError("refused.no-listening", path="127.0.0.1:8161", reason=OSError(EADDRINUSE, ""))

    async with at_table(tmp_path, Start(), name="Ada", notices=True) as player:
        player.app.games.seats.start = Start(open_door=open_door)
        player.app.games.resume(save)
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        assert opened == [WebHosting(8161)]
        said = any(notice.message.startswith("Cannot host at 127.0.0.1:8161") for notice in player.app.notices)
        assert said is fails, "the game continues without browsers"


@pytest.mark.slow
@pytest.mark.local_only
async def test_what_cannot_be_hosted_is_said_in_the_form(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), name="Ada", size=(80, 24)) as player:
        form = await open_form(player, lambda host, settings: None)
        assert "New game" in player.seen(), "the whole form is on the smallest screen"
        form.option("where").value = "browsers"
        form.field("address").value = "no address"
        await player.press("ctrl+s")
        assert "▲ Not an address." in player.seen()
        form.field("address").value = ""
        for seed in ("7", "0"):
            form.field("seed").value = seed
            await player.press("ctrl+s")
            assert "▲ A typed seed is no secret" in player.seen()
        form.field("seed").value = ""
        form.option("who-1").value = "apprentice"
        await player.press("ctrl+s")
        assert "▲ Too few people." in player.seen()
        assert not list(tmp_path.glob("*.rokoko"))


async def test_who_can_open_the_address_is_said_and_the_last_one_is_offered_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_address, "find_network_address", lambda: "192.168.1.5")
    async with at_table(tmp_path, Start(), name="Ada") as player:
        form = await open_form(player, lambda host, settings: None)
        await player.press("right")
        assert form.option("where").value == "browsers"
        assert form.field("address").value == "192.168.1.5:8160"
        assert "your network" in player.seen()
        form.field("address").value = ""
        await player.settle()
        assert "this computer" in player.seen()
        monkeypatch.setattr(player.app.games.seats, "host_new", lambda *arguments: True)
        form.field("address").value = "https://rokoko.example.org"
        await player.press("ctrl+s")
        player.app.push_screen(NewGameScreen("terminals"))
        await player.settle()
        await player.press("right")
        assert form_of(player).field("address").value == "https://rokoko.example.org"
        assert any("phones and computers in the same network" in line for line in form_of(player).help_here().lines)


async def test_tab_behind_the_key_that_chooses_browsers_leads_to_the_address(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(), name="Ada") as player:
        form = await open_form(player, lambda host, settings: None)
        await player.press_at_once("right", "tab")
        assert form.option("where").value == "browsers" and form.focused is form.field("address")


async def test_without_the_extra_the_command_is_said_as_soon_as_browsers_are_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "aiohttp", None)
    async with at_table(tmp_path, Start(), name="Ada", notices=True) as player:
        form = await open_form(player, lambda host, settings: None)
        await player.press("right")
        assert install_command("web") in [notice.message for notice in player.app.notices][-1]
        assert "▲ Extra" in player.seen() and not form.field("address").display
        await player.press("ctrl+s")
        assert form_of(player) is form, "nothing is hosted"


async def test_a_link_for_this_computer_only_has_a_warning_and_no_code(tmp_path: Path) -> None:
    local = BO._replace(links={"Bo": LINK.replace("192.168.1.5", "127.0.0.1")})
    async with at_table(tmp_path, Start(), size=(100, 44)) as player:
        for invitation, is_local in ((BO, False), (local, True)):
            shown = partial(copy, invitation)
            player.app.push_screen(InvitationScreen(shown))
            await player.settle()
            assert ("Only browsers on this computer" in player.seen()) is is_local
            assert player.app.screen.query_one(Picture).display is not is_local
            await player.press("escape")


@pytest.mark.slow
@pytest.mark.local_only
async def test_a_player_with_a_browser_makes_links_for_other_devices_and_hosts_no_games(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start(make_link=lambda: LINK), name="Ada") as player:
        await player.press("n")
        assert not form_of(player).option("where").parent.display
        await player.press("escape")
        entries = {entry.words: entry for entry in list_entries(top_screen(player), {})}
        assert "Play with others: a new game" not in entries
        entries["New link for this seat, for another device"].run()
        await player.settle()
        assert "Invitation for your other device" in player.seen() and LINK in player.seen()


def top_screen(player: Player) -> BaseScreen[object]:
    assert isinstance(player.app.screen, BaseScreen)
    return player.app.screen
