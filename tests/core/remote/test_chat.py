"""The chat of a hosted game: who reads it, what is refused, and how it is kept."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.remote import messages as m
from rokoko_core.remote.chat import BURST, FOLDER, KEPT, PHRASES, Chat, open_chat
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Delay, HostOptions
from rokoko_core.remote.link import NotTaken
from rokoko_core.safe_text import CHAT_CHARACTERS, is_chat_line, shown
from tests.core.remote.hosted import HostedTable, hosted
from tests.core.remote.test_absence import Hands
from tests.core.remote.wiretap import played, setup_for, tapped

SETUP = Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)


async def until(table: HostedTable, condition: Callable[[], bool]) -> None:
    for _ in range(500):
        await table.settle()
        if condition():
            return
    raise AssertionError("it never happened")


async def why_not(game: RemoteGame, text: str = "", phrase: str = "") -> m.RefusalCode | None:
    try:
        await game.say(text, phrase)
    except NotTaken as refused:
        return refused.code
    return None


@pytest.mark.parametrize(
    "text",
    ["", "   ", "x" * (CHAT_CHARACTERS + 1), "a\nb", "\x1b[31m", "a\u202eb", "a\u200bb", "\x07", "e" + "\u0301" * 3],
)
async def test_what_could_harm_a_terminal_is_refused(text: str, tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        [ada] = await table.join_all((0,))
        assert await why_not(ada, text) is m.RefusalCode.BAD_CHAT
        assert await why_not(ada, phrase="nonsense") is m.RefusalCode.BAD_CHAT
        assert table.host.chat.lines == ()


async def test_no_line_waits_for_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host of many games has one event loop, which a slow disk would stop for all of them."""
    async with hosted(tmp_path, SETUP) as table:
        table.host.chat = open_chat(table.path)
        [ada] = await table.join_all((0,))
        await ada.say("hello")  # the folder is made
        with monkeypatch.context() as patch:
            patch.setattr("os.fsync", lambda descriptor: pytest.fail("a line of chat was synced to disk"))
            await ada.say("well played")
        assert [line.text for line in open_chat(table.path).lines] == ["hello", "well played"]


def test_random_characters_are_shown_as_they_are_or_refused() -> None:
    rng = Random(1)
    for _ in range(5000):
        text = "".join(
            chr(rng.choice((rng.randrange(0x300), rng.randrange(0x3000)))) for _ in range(rng.randrange(1, 9))
        )
        assert not is_chat_line(text) or (shown(text) == text and text.isprintable() and "\x1b" not in text)
    assert is_chat_line("Гарний хід! 2 + 2 = 4 · 5 €")


async def test_lines_are_kept_beside_the_save_and_sent_again(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        table.host.chat = open_chat(table.path)
        heard: list[m.ChatLine] = []
        ada, bo = await table.join_all((0, 1))
        bo.on_chat = heard.append
        await ada.say("Вітаю, Bo!")
        await ada.say(phrase="good-luck")
        await until(table, lambda: len(bo.chat) == 2)
        assert [(line.seat, line.text, line.phrase) for line in heard] == [(0, "Вітаю, Bo!", ""), (0, "", "good-luck")]
        content = table.path.read_bytes()
        assert "Вітаю".encode() not in content and not table.game.entries, "not in the log"
        kept = tmp_path / FOLDER / f"{table.path.name}.json"
        assert kept.stat().st_mode & 0o077 == 0
        assert open_chat(table.path).lines == table.host.chat.lines
        bo.close()
        table.clients.remove(bo)
        again = await table.join(1)
        again.on_chat = heard.append
        await until(table, lambda: len(again.chat) == 2)
        assert len(heard) == 2, "what was said before is no news"
        assert again.link is not bo.link
    kept.write_bytes(b"{damaged")
    assert open_chat(table.path).lines == ()


async def test_what_was_said_during_a_lost_connection_is_news(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        ada, bo = await table.join_all((0, 1))
        heard: list[str] = []
        bo.on_chat = lambda line: heard.append(line.text)
        await ada.say("before")
        await until(table, lambda: heard == ["before"])
        session = next(session for session in table.host.sessions if session.seat == 1)
        table.host.leave(session)
        await ada.say("meanwhile")
        session.end(m.FarewellCode.IDLE)
        async with asyncio.timeout(60):
            while len(heard) < 2:
                await asyncio.sleep(0.02)
        assert heard == ["before", "meanwhile"]


@pytest.mark.parametrize("reads", [False, True])
async def test_spectators_read_only_if_the_host_says_so_and_never_write(tmp_path: Path, reads: bool) -> None:
    options = HostOptions(spectators=Delay.NONE, shows_chat=reads)
    async with hosted(tmp_path, SETUP, options) as table:
        ada, bo = await table.join_all((0, 1))
        early = await table.join(None)
        await ada.say("a secret plan")
        await until(table, lambda: len(bo.chat) == 1)
        late = await table.join(None)
        for _ in range(20):
            await table.settle()
        assert [len(early.chat), len(late.chat)] == [int(reads)] * 2
        assert late.welcome.last_line == int(reads), "not even that there was something"
        assert await why_not(late, "hello") is m.RefusalCode.NOT_YOURS


async def test_no_line_of_the_chat_reaches_a_spectator_by_another_way() -> None:
    async with tapped(played(setup_for(3), 40, Random(2))) as table:
        for seat in (0, 1, 2):
            assert isinstance(await table.wires[seat].ask(m.Chat, "xyzzy"), m.Done)
        await table.connect(None, history=True)
        await table.settle()
        assert sum(b"xyzzy" in line for line in table.wires[0].lines) == 3
        assert not any(b"xyzzy" in line or b"chat-line" in line for line in table.wires[None].lines)


async def test_one_who_says_much_has_to_wait(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        clock = table.host.now = Hands()
        ada, bo = await table.join_all((0, 1))
        for _ in range(BURST):
            assert await why_not(ada, "la") is None
        assert await why_not(ada, "la") is m.RefusalCode.TOO_FAST
        assert await why_not(bo, "please stop") is None, "nobody else has to"
        clock.time += 3
        assert await why_not(ada, "la") is None
        assert await why_not(ada, "la") is m.RefusalCode.TOO_FAST
        clock.time -= 1_000_000
        assert await why_not(ada, "la") is m.RefusalCode.TOO_FAST


async def test_a_full_disk_refuses_a_line(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        [ada] = await table.join_all((0,))
        table.host.chat = Chat(tmp_path / "hosted.rokoko" / "no-folder" / "x.json")
        assert await why_not(ada, "la") is m.RefusalCode.NOT_WRITTEN
        assert table.host.chat.lines == ()


def test_only_the_last_lines_are_kept(tmp_path: Path) -> None:
    chat = open_chat(tmp_path / "game.rokoko")
    for n in range(KEPT + 3):
        chat.add(0, "", PHRASES[0], n)
    assert [chat.lines[0].number, len(chat.lines)] == [4, KEPT]
    assert open_chat(tmp_path / "game.rokoko").add(1, "x", "", 0).number == KEPT + 4


async def test_people_talk_after_the_end_and_after_conceding(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        ada, bo = await table.join_all((0, 1))
        await ada.concede(0)
        assert await why_not(ada, phrase="well-played") is None
        await until(table, lambda: [line.phrase for line in bo.chat] == ["well-played"])
