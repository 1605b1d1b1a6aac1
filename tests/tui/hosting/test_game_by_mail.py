"""A game by mail: the table while the host is away, and the commands."""

import asyncio
import sys
from datetime import datetime, timedelta
from errno import ENOSPC
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from rokoko_core.journal import read
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.mailbox import host_mailbox, sealing, seat_mailbox
from rokoko_core.remote.mailbox.host_mailbox import HostMailbox
from rokoko_core.remote.messages import Hello
from rokoko_core.remote.tickets import Tickets
from rokoko_tui.cli.plain_table import StopPlaying
from rokoko_tui.extras import install_command
from rokoko_tui.games import Start
from rokoko_tui.hosting import hosted_games
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_text import describe_door_problems, describe_waiting, format_moment
from rokoko_tui.hosting.own_hosts import invite
from rokoko_tui.screens.play import PlayScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text import get_words
from tests.core.remote.hosted import hosted
from tests.core.remote.mailbox_table import fast_key
from tests.tui.at_table import TWO, at_table
from tests.tui.cli.shell import Run
from tests.tui.hosting.test_hosted_table import game_of, shows, until

pytestmark = pytest.mark.local_only

SOON = 0.01
WORDS = get_words("classic")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Make keys in no time, and look into the folder often."""
    monkeypatch.setattr(sealing, "_key_function", fast_key)
    for module, name in (
        (seat_mailbox, "POLL"),
        (host_mailbox, "POLL"),
        (host_mailbox, "GATHER"),
        (hosted_games, "PATIENCE"),
    ):
        monkeypatch.setattr(module, f"{name}_SECONDS", SOON)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


async def test_a_choice_waits_for_the_host_and_the_table_stays_usable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tickets = Tickets(tmp_path / "tickets")
    monkeypatch.setattr(hosted_games, "open_tickets", lambda account: tickets)
    async with hosted(tmp_path, TWO) as table:
        mailbox = HostMailbox(table.host, table.path, tmp_path / "shared")
        await mailbox.open()
        ticket = tickets.new_by_mail(tmp_path / "shared", table.host.claims.codes[0])
        running = asyncio.create_task(mailbox.run())
        async with at_table(tmp_path, Start("join", ticket=ticket), notices=True) as player:
            await until(player, lambda: isinstance(player.app.screen, PlayScreen))
            running.cancel()
            await asyncio.wait([running])
            await player.press("1", "2", "3", "enter")
            await until(player, shows(player, "Your choice is in the mailbox"))
            await player.press("question_mark")
            await until(player, lambda: not isinstance(player.app.screen, PlayScreen))
            await player.press("escape")
            assert table.game.cursor == 0
            running = asyncio.create_task(mailbox.run())
            await until(player, shows(player, "Waiting for Bo since"))
            assert (table.game.cursor, game_of(player).position) == (1, 1)
            await player.press("o")
            await until(player, lambda: "Ada: plays by mail" in player.seen())
        running.cancel()
        await asyncio.wait([running])
        await mailbox.close()


@pytest.fixture
def hosting(tmp_path: Path) -> HostThread:
    """A host with a mailbox."""
    shared = tmp_path / "shared"
    plan = HostPlan(tmp_path / "game.rokoko", TWO, tmp_path / "s.sock", mailbox=shared)
    host = HostThread(plan, Settings())
    host.start()
    return host


def test_a_choice_in_plain_mode_reaches_a_host_that_starts_later(
    run: Run, hosting: HostThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = hosting.claims.codes[0].lower()
    monkeypatch.setattr("sys.stdin", StringIO())
    first = run("join", str(tmp_path / "shared"), "--code", code, "--plain")
    hosting.stop()
    monkeypatch.setattr("sys.stdin", StringIO("1 2 3\n"))
    monkeypatch.setattr("rokoko_tui.cli.plain_remote.LineReader.read_ahead", stop_waiting)
    second = run("join", str(tmp_path / "shared"), "--plain")
    assert (first.code, second.code) == (0, 0)
    for result in (first, second):
        assert "Ada: choose 3 cards for the hand" in result.out
    assert second.out.count("Your choice is in the mailbox, waiting for the host.") == 1
    assert read(tmp_path / "game.rokoko").game.cursor == 0

    host = HostThread(HostPlan(tmp_path / "game.rokoko", None, None, mailbox=tmp_path / "shared"), Settings())
    host.start()
    for _ in range(500):
        if host.host.game.position or host.wait(SOON):
            break
    host.stop()
    assert read(tmp_path / "game.rokoko").game.cursor == 1


async def stop_waiting(*arguments: object) -> str:
    """End the program in place of waiting."""
    raise StopPlaying


def test_a_host_continues_its_mailbox_and_refuses_that_of_another_game(
    run: Run, hosting: HostThread, tmp_path: Path
) -> None:
    hosting.stop()
    for _ in range(2):
        again = HostThread(HostPlan(tmp_path / "game.rokoko", None, None, mailbox=tmp_path / "shared"), Settings())
        again.start()
        again.stop()
        assert again.error is None
    refused = run("host", "--players", "Cy,Di", "--headless", "--mailbox", str(tmp_path / "shared"))
    assert refused.code == 1
    assert "name an empty folder" in refused.err


def fault_lines(folder: Path, code: str) -> list[str]:
    return [WORDS.say("table.remote.mailbox-fault", path=str(folder), reason=WORDS.say(f"faults.system.{code}"))]


def test_the_host_says_which_folder_cannot_be_used(tmp_path: Path) -> None:
    folder = tmp_path / "shared" / "seat-2"
    folder.parent.mkdir()
    folder.write_bytes(b"no folder")
    host = HostThread(HostPlan(tmp_path / "game.rokoko", TWO, None, mailbox=folder.parent), Settings())
    host.start()
    for _ in range(500):
        if describe_door_problems(invite(host), WORDS) or host.wait(SOON):
            break
    assert describe_door_problems(invite(host), WORDS) == fault_lines(folder, "ENOTDIR")
    host.stop()


def test_a_player_reads_why_moves_wait(tmp_path: Path) -> None:
    game = RemoteGame(partial(anext, None), Hello())
    game.is_waiting = lambda: True
    game.exchange_fault = lambda: (tmp_path, OSError(ENOSPC, ""))
    assert describe_waiting(game, WORDS) == fault_lines(tmp_path, "ENOSPC")


@pytest.mark.parametrize(
    ("days", "text"),
    [(0, "{t}"), (-1, "{t} yesterday"), (1, "{t} tomorrow"), (-2, "{t} on {d}"), (2, "{t} on {d}")],
)
def test_a_time_has_its_day_where_that_is_not_today(days: int, text: str) -> None:
    moment = datetime.now().replace(hour=12) + timedelta(days=days)
    told = text.format(t=f"{moment:%H:%M}", d=f"{moment:%Y-%m-%d}")
    assert format_moment(int(moment.timestamp()), WORDS) == told


@pytest.mark.parametrize("seconds", [-(2**53), 2**40, 2**53, 2**80])
def test_a_host_may_send_any_time(seconds: int) -> None:
    assert format_moment(seconds, WORDS) == "00:00 on 1970-01-01"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("join", "{}", "--code", "AAAA-BBBB-CCCC"), "no seat of this mailbox has this code"),
        (("join", "{}", "--watch"), "nobody can watch by mail"),
        (("join", "{}"), "you have no seat there"),
        (("join", "{}/seat-1", "--code", "AAAA-BBBB-CCCC"), "no mailbox of this version"),
    ],
)
def test_refused(run: Run, hosting: HostThread, tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    hosting.stop()
    result = run(*(argument.format(tmp_path / "shared") for argument in arguments))
    assert result.code in (1, 2)
    assert says in " ".join(result.err.split())


def test_without_the_extra_one_sentence_says_so(
    run: Run, hosting: HostThread, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hosting.stop()
    monkeypatch.setitem(sys.modules, "nacl.secret", None)
    for arguments in (
        ("join", str(tmp_path / "shared"), "--code", "AAAA-BBBB-CCCC"),
        ("host", "--players", "Cy,Di", "--headless", "--mailbox", str(tmp_path / "other")),
    ):
        result = run(*arguments)
        assert result.code == 1
        assert f'a mailbox requires the extra "mailbox": run {install_command("mailbox")} in a terminal.' in " ".join(
            result.err.split()
        )
