"""The question before an undo in plain mode: it is answered while another is to move, and withdrawn by its asker."""

import asyncio
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.play.view import NotWritten
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Absence, HostOptions
from rokoko_tui.cli.plain_remote import LineReader, PlainRemoteTable
from rokoko_tui.cli.plain_table import StopPlaying
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.speech import SpokenWords
from tests.core.remote.hosted import HostedTable

UMA, VIC, WES = range(3)


class PlainHosted:
    """A hosted game of three people after their hand choices; Uma is to move."""

    def __init__(self, folder: Path, unnamed: Collection[int] = ()) -> None:
        self.loop = asyncio.new_event_loop()
        self.table, self.clients = self.loop.run_until_complete(self._begin(folder, unnamed))

    async def _begin(self, folder: Path, unnamed: Collection[int]) -> tuple[HostedTable, list[RemoteGame]]:
        setup = Setup((Seat("Uma"), Seat("Vic"), Seat("Wes")), 3, first_player=0)
        table = HostedTable(folder, setup, HostOptions(), unnamed)
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


def test_the_result_is_said_to_a_player_who_was_choosing(
    hosted: PlainHosted, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def concede() -> None:
        await wait_until(lambda: "choose the card" in capsys.readouterr().out)
        for seat in (VIC, WES):
            await hosted.clients[seat].concede(seat)

    line: asyncio.Future[str] = hosted.loop.create_future()
    monkeypatch.setattr(LineReader, "_begin", lambda self: line)
    hosted.loop.call_later(5, line.set_result, "stop")  # which a player need not enter
    conceding = hosted.loop.create_task(concede())
    hosted.plain(UMA).play()
    out = capsys.readouterr().out
    assert conceding.done() and out.index("Wes concedes the game.\nThe game is over.") < out.index("Place 1: Uma")


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


def test_a_player_who_waits_leaves_the_seat_to_a_bot_and_takes_it_back(
    hosted: PlainHosted, capsys: pytest.CaptureFixture[str]
) -> None:
    vic = hosted.plain(VIC)
    for has_bot, said in (
        (True, "A bot plays for you from now on.\nType bot to play again yourself."),
        (False, "You play again."),
    ):
        vic._answer_while_waiting("bot")
        hosted.loop.run_until_complete(hosted.table.settle())
        assert hosted.table.host.game.is_bot(VIC) is has_bot
        assert said in capsys.readouterr().out


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


def test_who_was_not_named_gives_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hosted = PlainHosted(tmp_path, unnamed=(WES,))
    wes, uma = hosted.plain(WES), hosted.plain(UMA)
    assert "You are Wes here. To give your own name, type name and the name." in capsys.readouterr().out
    for line, answer in (
        ("name uma", "Another player has this name."),
        ("name", "A name has up to 20"),
        ("name Wera", "The others know you as Wera now."),
        ("name Wilma", "That is not possible now."),
    ):
        wes._answer_while_waiting(line)
        assert answer in capsys.readouterr().out
    uma._answer("seats")
    assert "Wera: connected" in capsys.readouterr().out
    hosted.loop.run_until_complete(hosted.table.close())
    hosted.loop.close()


async def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(2000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never happened")


class Typist:
    """A terminal, or the pipe of a script, whose lines come one by one."""

    def __init__(self, *lines: str, is_terminal: bool = True) -> None:
        self.lines, self._is_terminal = list(lines), is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def readline(self) -> str:
        return f"{self.lines.pop(0)}\n" if self.lines else ""


def wait_with(hosted: PlainHosted, monkeypatch: pytest.MonkeyPatch, typist: Typist) -> PlainRemoteTable:
    """Return plain mode of Wes, who waits until all lines of ``typist`` but the last are read."""
    monkeypatch.setattr("sys.stdin", typist)
    monkeypatch.setattr("rokoko_tui.cli.plain_remote.WAIT", 0.01)
    wes = hosted.plain(WES)
    for _ in range(100):
        if not typist.lines:
            break
        wes._let_others_act()
    return wes


def test_commands_are_run_while_another_is_to_move(
    hosted: PlainHosted, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    typist = Typist("seats", "1", "undo", "dance", "say Who is there?", "stop")
    with pytest.raises(StopPlaying):
        for _ in range(100):
            wait_with(hosted, monkeypatch, typist)._let_others_act()
    out = capsys.readouterr().out
    assert "While you wait, you can type help, say, seats, replace, table or stop." in out
    assert "Uma: connected" in out
    assert out.count("It is not your turn.") == 2, "an answer, and a command for the own turn"
    assert "“dance” is not a command." in out
    assert [line.text for line in hosted.clients[WES].chat] == ["Who is there?"]


def test_of_a_script_an_answer_waits_for_its_question(
    hosted: PlainHosted, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    wes = wait_with(hosted, monkeypatch, Typist("say Who is there?", "1 2 3", is_terminal=False))
    for _ in range(3):
        wes._let_others_act()
    assert [line.text for line in hosted.clients[WES].chat] == ["Who is there?"]
    assert "not your turn" not in capsys.readouterr().out
    assert wes.read_answer() == "1 2 3"


def test_agreeing_without_a_question_agrees_to_the_bot_that_others_want(
    hosted: PlainHosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    wes = hosted.plain(WES)
    wishes: list[tuple[int, str]] = []
    seats = (
        m.SeatStatus(True),
        m.SeatStatus(False, away_since=1, wanted="journeyman", wanted_by=(UMA,)),
        m.SeatStatus(True),
    )

    async def fill(seat: int, level: str) -> None:
        wishes.append((seat, level))

    monkeypatch.setattr(wes.game, "seats", seats)
    monkeypatch.setattr(wes.game, "fill_seat", fill)
    wes._answer("agree")
    assert wishes == [(VIC, "journeyman")]
