"""The table of a hosted game on the full screen: waiting, playing, undo with consent, seats, and a lost host."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core.actions import ChooseHand
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.server import listen_on_socket
from rokoko_core.remote.tickets import Ticket, Tickets
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.hosting import hosted_games
from rokoko_tui.panes.turn_pages import TextPage
from rokoko_tui.screens.chat import ChatScreen
from rokoko_tui.screens.final import FinalScreen
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.screens.question import Question, TextQuestion
from rokoko_tui.screens.start import StartScreen
from rokoko_tui.screens.text_modals import RoundSummaryScreen
from rokoko_tui.settings.account import Account
from tests.core.remote.hosted import HostedTable, hosted, token_of
from tests.tui.at_table import TWO, Player, at_table

pytestmark = pytest.mark.local_only


@asynccontextmanager
async def seated(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    setup: Setup = TWO,
    seat: int = 0,
    unnamed: tuple[int, ...] = (),
    **settings: object,
) -> AsyncIterator[tuple[Player, HostedTable]]:
    """Run the app at ``seat`` of a hosted game."""
    tickets = Tickets(folder / "seats")
    monkeypatch.setattr(hosted_games, "open_tickets", lambda account: tickets)
    async with hosted(folder, setup, unnamed=unnamed) as table:
        path = folder / "host.sock"
        server = await listen_on_socket(table.host, path)
        ticket = Ticket(str(path), token_of(seat), table.host.claims.codes[seat])
        start = Start("join", ticket=ticket)
        try:
            async with at_table(folder, start, notices=True, **settings) as player:  # type: ignore[arg-type]
                await until(player, lambda: isinstance(player.app.screen, TextQuestion if unnamed else PlayScreen))
                yield player, table
        finally:
            server.close()


async def until(player: Player, condition: Callable[[], bool]) -> None:
    """Wait until ``condition`` holds."""
    await player.settle()
    await player.wait_until(condition)
    await player.settle()


def list_lines(player: Player) -> list[str]:
    """Return the entries of the list."""
    screen = player.app.screen
    assert isinstance(screen, PlayScreen)
    return [entry.text for entry in screen.choices.entries]


def game_of(player: Player) -> RemoteGame:
    screen = player.app.screen
    assert isinstance(screen, PlayScreen)
    game = screen.game
    assert isinstance(game, RemoteGame)
    return game


def shows(player: Player, text: str) -> Callable[[], bool]:
    """Whether the list has an entry with ``text``."""
    return lambda: isinstance(player.app.screen, PlayScreen) and any(text in line for line in list_lines(player))


def asks(player: Player) -> Callable[[], bool]:
    return lambda: isinstance(player.app.screen, Question)


async def choose_hand(game: RemoteGame) -> None:
    """Choose the first possible hand."""
    await game.play(next(action for action in game.menu.actions if isinstance(action, ChooseHand)))


async def test_the_others_moves_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(tmp_path, monkeypatch) as (player, table):
        bo = await table.join(1)
        await player.press("1", "2", "3", "enter")
        await until(player, lambda: bo.person_to_move == 1)
        await choose_hand(bo)
        await until(player, lambda: game_of(player).person_to_move == 0)
        await until(player, lambda: len(list_lines(player)) >= 3)
        assert "table.over" not in str(list_lines(player))


async def test_a_later_program_returns_to_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(tmp_path, monkeypatch) as (player, _):
        place = player.app.games.place
        player.app.show_start()
        await player.settle()
        assert player.app.games.place == ""
        async with at_table(tmp_path, Start(place=place)) as again:
            await until(again, lambda: isinstance(again.app.screen, PlayScreen))
            assert game_of(again).viewer == 0
        async with at_table(tmp_path, Start(place=f"{place}-gone")) as again:
            assert isinstance(again.app.screen, StartScreen)


async def test_the_table_behind_the_page_of_a_round_is_current(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(tmp_path, monkeypatch) as (player, table):
        bo = await table.join(1)
        await player.press("1", "2", "3", "enter")
        await until(player, lambda: "Bo is choosing cards" in player.seen() and bo.person_to_move == 1)
        screen = player.app.screen
        assert isinstance(screen, PlayScreen)
        page = TextPage("Round 2 of 7", (), "keys", "scroll")
        screen.ask(RoundSummaryScreen(lambda: page, partial(screen.view.region_beside, "choices")), lambda key: None)
        await until(player, lambda: "Round 2 of 7" in player.seen())
        await choose_hand(bo)
        await until(player, lambda: "Ada is choosing a card" in player.seen())
        assert "Waiting for Bo" not in player.seen()
        assert isinstance(player.app.screen, RoundSummaryScreen)
        await player.press("space")
        await until(player, lambda: player.app.screen is screen)
        assert "choose the card to play" in player.seen()


async def test_a_choice_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host tells of the change, then answers the request; drawing both is twice the work."""
    redraw, drawn = PlayScreen.redraw, list[int]()

    def note(screen: PlayScreen) -> None:
        drawn.append(screen.game.position)
        redraw(screen)

    monkeypatch.setattr(PlayScreen, "redraw", note)
    async with seated(tmp_path, monkeypatch) as (player, table):
        bo = await table.join(1)
        await player.press("1", "2", "3")
        await player.settle()
        drawn.clear()
        await player.press("enter")
        await until(player, lambda: game_of(player).position == 1)
        assert drawn == [1]
        await choose_hand(bo)
        await until(player, lambda: game_of(player).person_to_move == 0)
        assert drawn[1:], "what another does is drawn"


async def test_a_question_that_was_withdrawn_or_has_lapsed_closes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with seated(tmp_path, monkeypatch, seat=1) as (player, table):
        ada = await table.join(0)
        await choose_hand(ada)
        await until(player, lambda: game_of(player).person_to_move == 1)
        await player.press("1", "2", "3", "enter")
        await until(player, lambda: ada.person_to_move == 0)
        await ada.undo_to(0, cross=True)
        await until(player, asks(player))
        await ada.withdraw_undo()
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        assert "Answer the question" not in list_lines(player)
        await ada.undo_to(0, cross=True)
        await until(player, asks(player))
        await ada.play(ada.menu.actions[0])
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))


async def test_conceding_shows_the_result_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(tmp_path, monkeypatch) as (player, table):
        bo = await table.join(1)
        await player.press("escape")
        await player.press("g")
        assert "Everybody is told." in " ".join(player.seen().split())
        await player.press("y")
        await until(player, lambda: isinstance(player.app.screen, FinalScreen))
        assert "Bo wins" in player.seen() and "Ada conceded" in player.seen()
        assert (bo.to_move, table.game.conceded) == (None, (0,))
        assert player.app.screen.check_action("review", ()) is False, "that needs final scores"


async def test_a_lost_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(tmp_path, monkeypatch) as (player, table):
        socket = (tmp_path / "host.sock").rename(tmp_path / "away.sock")  # so that nobody can connect meanwhile
        table.host.close()
        await until(player, shows(player, "Trying again"))
        socket.rename(tmp_path / "host.sock")
        await until(player, lambda: game_of(player).is_connected)
        await until(player, lambda: len(list_lines(player)) >= 3)
        assert "/ Chat" in player.seen().splitlines()[-1], "also on the own turn"
        await player.press("1", "2", "3", "enter")
        await until(player, shows(player, "Waiting for Bo"))
        footer = player.seen().splitlines()[-1]
        assert "/ Chat" in footer and "Hint" not in footer, "there is nothing to hint"


async def test_a_guest_without_a_name_gives_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with seated(tmp_path, monkeypatch, seat=1, unnamed=(1,), name="Ada") as (player, table):
        assert "Round 1 of 7" in player.seen(), "the table is below it"
        ada = await table.join(0)
        await player.press(*"ada", "enter")
        await until(player, lambda: "Another player has this name." in player.seen())
        await player.press("backspace", "backspace", "backspace", *"Zoe", "enter")
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        await until(player, lambda: ada.setup.players[1].name == "Zoe")
        assert "Zoe" in player.seen() and player.app.settings.name == "Ada"


async def test_a_name_is_kept_as_a_setting_once_the_host_took_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = replace(TWO, players=(*TWO.players, Seat("Player 3")))
    async with seated(tmp_path, monkeypatch, setup, 1, unnamed=(1, 2)) as (player, table):
        await player.press(*"Zoe")
        table.host.claims.note_name(2, "zoe")  # meanwhile: the question does not know it
        await player.press("enter")
        await until(player, lambda: "Another player has this name." in player.seen())
        assert isinstance(player.app.screen, TextQuestion) and player.app.settings.name == ""
        await player.press("1", "enter")
        await until(player, lambda: isinstance(player.app.screen, PlayScreen) and not game_of(player).is_unnamed)
        await until(player, lambda: player.app.settings.name != "")
        assert game_of(player).setup.players[1].name == player.app.settings.name


async def test_continue_opens_the_only_hosted_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Account, "tickets", tmp_path / "seats")
    monkeypatch.setenv("ROKOKO_SAVES", str(tmp_path))
    async with seated(tmp_path, monkeypatch) as (player, table):
        await table.join(1)
        player.app.show_start()
        await until(player, lambda: bool(getattr(player.app.screen, "hosted", None)))
        start = player.app.screen
        assert isinstance(start, StartScreen)
        await until(player, lambda: start.is_search_done)
        await player.press("c")  # one game asks for no choice
        await until(player, lambda: isinstance(player.app.screen, PlayScreen))
        assert game_of(player).viewer == 0


@pytest.mark.quick(1)
@pytest.mark.parametrize("language", ["english", "ukrainian"])
async def test_people_talk_in_lines_and_phrases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    async with seated(tmp_path, monkeypatch, language=language) as (player, table):
        words = player.app.words
        bo = await table.join(1)
        heard: list[str] = []
        bo.on_chat = lambda line: heard.append(line.text or line.phrase)
        await player.press("slash")
        assert isinstance(player.app.screen, ChatScreen)
        assert words.say("table.automatic.turn") in player.seen(), "the table behind it waits for the viewer"
        await player.press("down", "down", "enter")
        await until(player, lambda: heard == ["good-luck"])
        await player.press(*"Hi!", "enter")
        await until(player, lambda: heard == ["good-luck", "Hi!"])
        await bo.say(phrase="thanks")
        await until(player, lambda: words.say("chat.phrase.thanks") in player.seen())
        assert words.say("chat.phrase.good-luck") in player.seen()
        await player.press("escape")
        await bo.say("[bold]really[/]")
        await until(player, lambda: "[bold]really[/]" in player.seen())
        await player.press("slash", "ctrl+t", "escape")
        assert game_of(player).is_muted
        await bo.say("quiet now")
        await until(player, lambda: len(game_of(player).chat) == 5)
        assert "quiet now" not in player.seen()
