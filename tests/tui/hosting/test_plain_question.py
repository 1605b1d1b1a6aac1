"""The question before an undo in plain mode: it is answered while another is to move, and withdrawn by its asker."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.play.view import NotWritten
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Absence, HostOptions
from rokoko_tui.cli.plain_remote import PlainRemoteTable
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.speech import SpokenWords
from tests.core.remote.hosted import HostedTable

UMA, VIC, WES = range(3)


class PlainHosted:
    """A hosted game of three people after their hand choices; Uma is to move."""

    def __init__(self, folder: Path) -> None:
        self.loop = asyncio.new_event_loop()
        self.table, self.clients = self.loop.run_until_complete(self._begin(folder))

    async def _begin(self, folder: Path) -> tuple[HostedTable, list[RemoteGame]]:
        table = HostedTable(folder, Setup((Seat("Uma"), Seat("Vic"), Seat("Wes")), 3, first_player=0), HostOptions())
        clients = await table.join_all((UMA, VIC, WES))
        for client in clients:
            await table.settle()
            await client.play(client.menu.actions[0])
        await table.settle()
        return table, clients

    def plain(self, seat: int) -> PlainRemoteTable:
        """Return plain mode at ``seat``."""
        words = Settings().words
        return PlainRemoteTable(self.clients[seat], SpokenWords(words.language, words.edition), Settings(), self.loop)

    def ask(self) -> None:
        """Let Uma ask to undo all hand choices."""
        self.loop.run_until_complete(self.clients[UMA].undo_to(0, cross=True))
        self.loop.run_until_complete(self.table.settle())

    def type(self, plain: PlainRemoteTable, line: str) -> None:
        """Enter ``line`` while another is to move."""
        plain.read = lambda prompt: line
        plain._let_others_act()
        self.loop.run_until_complete(self.table.settle())


@pytest.fixture
def hosted(tmp_path: Path) -> Iterator[PlainHosted]:
    hosted = PlainHosted(tmp_path)
    yield hosted
    hosted.loop.run_until_complete(hosted.table.close())
    hosted.loop.close()


def test_each_question_is_said_and_answered_while_another_is_to_move(
    hosted: PlainHosted, capsys: pytest.CaptureFixture[str]
) -> None:
    wes = hosted.plain(WES)
    for _ in range(2):
        hosted.ask()
        assert "Uma would like to undo: type agree or refuse." in capsys.readouterr().out
        hosted.type(wes, "refuse")
        assert hosted.table.host.question is None
        assert "Wes" not in capsys.readouterr().out, "who refuses knows it"
    hosted.ask()
    hosted.type(wes, "1")
    assert "“1” is not a command." in capsys.readouterr().out
    hosted.type(wes, "agree")
    hosted.loop.run_until_complete(hosted.clients[VIC].answer_undo(agrees=True))
    assert hosted.table.game.cursor == 0


def test_the_asker_withdraws_a_question(hosted: PlainHosted, capsys: pytest.CaptureFixture[str]) -> None:
    uma = hosted.plain(UMA)
    uma.read = lambda prompt: "yes"
    uma._undo(0)
    assert "You may continue to play, or type withdraw." in capsys.readouterr().out
    uma._undo(0)
    assert "You have already asked to undo. Type withdraw first." in capsys.readouterr().out
    uma._answer("withdraw")
    assert hosted.table.host.question is None
    assert "The question is closed: nothing was undone." in capsys.readouterr().out
    uma._answer("withdraw")
    assert "Nobody has asked to undo." in capsys.readouterr().out


def test_conceding_is_asked_once_more_and_said_at_every_seat(
    hosted: PlainHosted, capsys: pytest.CaptureFixture[str]
) -> None:
    vic, wes = hosted.plain(VIC), hosted.plain(WES)
    answers = iter(("no", "yes"))
    vic.read = lambda prompt: next(answers)
    for _ in range(2):
        vic._answer("concede")
    hosted.loop.run_until_complete(hosted.table.settle())
    out = capsys.readouterr().out
    assert "It counts as lost" in out
    assert out.count("Vic concedes the game.\nA bot plays on in that seat.") == 1, "at the seat of Wes"
    assert out.count("You conceded. The game counts as lost.\nA bot plays for you.") == 1
    assert hosted.table.game.conceded == (VIC,)
    vic._answer("concede")
    assert "That is not possible now." in capsys.readouterr().out
    wes.print_log("3")
    assert "Vic concedes the game." in capsys.readouterr().out
    hosted.loop.run_until_complete(hosted.clients[UMA].concede(UMA))
    hosted.loop.run_until_complete(hosted.table.settle())
    wes.play()
    end = capsys.readouterr().out
    assert ("The game is over." in end and "1." in end) or "Wes" in end


def test_a_bot_is_wanted_for_an_absent_player(hosted: PlainHosted, capsys: pytest.CaptureFixture[str]) -> None:
    hosted.table.host.absences.terms = Absence(seconds=0)
    uma, wes = hosted.plain(UMA), hosted.plain(WES)
    for argument in ("", "nobody", "novice"):
        uma._answer(f"replace {argument}".strip())
        assert "Say for whom, such as replace Bo." in capsys.readouterr().out
    with pytest.raises(NotWritten):
        uma._answer("replace Vic")  # who is here
    hosted.clients[VIC].close()
    hosted.loop.run_until_complete(wait_until(lambda: bool(hosted.clients[UMA].seats[VIC].away_since)))
    uma._print_seats("")
    out = capsys.readouterr().out
    assert "Vic: away since" in out and "After 10 minutes of absence" in out
    uma._answer("replace Vic beginner")
    hosted.loop.run_until_complete(wait_until(lambda: hosted.clients[WES].seats[VIC].wanted == "novice"))
    assert "A bot (beginner) should play for Vic: asked by Uma." in capsys.readouterr().out
    wes._answer("replace vic")
    hosted.loop.run_until_complete(wait_until(lambda: hosted.table.host.game.is_bot(VIC)))
    hosted.loop.run_until_complete(hosted.table.settle())
    assert "A bot plays for Vic from now on." in capsys.readouterr().out


def test_people_talk_line_by_line(hosted: PlainHosted, capsys: pytest.CaptureFixture[str]) -> None:
    uma, wes = hosted.plain(UMA), hosted.plain(WES)
    for line in ("say Hello there", "say 8", "say Well played!", "say 99"):
        uma._answer(line)
    hosted.loop.run_until_complete(wait_until(lambda: len(hosted.clients[WES].chat) == 4))
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line.startswith("Uma:")] == [
        "Uma: Hello there",
        "Uma: Are you still there?",
        "Uma: Well played!",
        "Uma: 99",
    ]
    assert [line.phrase for line in hosted.clients[WES].chat] == ["", "are-you-there", "well-played", ""]
    wes._answer("mute")
    uma._answer("say more")
    hosted.loop.run_until_complete(wait_until(lambda: len(hosted.clients[WES].chat) == 5))
    assert "more" not in capsys.readouterr().out
    wes._answer("say")
    out = capsys.readouterr().out
    assert "9: Well played!" in out and "Uma: more" in out


async def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never happened")
