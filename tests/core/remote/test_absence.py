"""Absent people: a bot takes a seat, and its person returns to it; the clock warns before it does."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.bots import LEVELS
from rokoko_core.game import StandIn
from rokoko_core.journal import open_journal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host import GameHost, Turn
from rokoko_core.remote.host_options import Absence, Delay, HostOptions
from rokoko_core.remote.link import NotTaken
from tests.core.remote.hosted import HostedTable, Options, RandomThinker, hosted, token_of

SETUP = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), 5, first_player=0)
ADA, BO, CY = range(3)
DAY = 24 * 3600.0


@dataclass
class Hands:
    """A clock that stands until it is set."""

    time: float = 1_000_000.0

    def __call__(self) -> float:
        return self.time


def with_clock(table: HostedTable, **terms: object) -> Hands:
    """Give the host a clock, and other terms."""
    clock = Hands()
    table.host.now = clock
    absence = Absence(**terms)  # type: ignore[arg-type]
    table.host.options = HostOptions(absence=absence)
    table.host.absences.terms = absence
    table.host.absences.away = dict.fromkeys(table.host.absences.away, clock.time)
    table.host._public.since = int(clock.time)
    return clock


async def until(table: HostedTable, condition: Callable[[], bool]) -> None:
    """Wait until ``condition`` holds."""
    for _ in range(2000):
        await table.settle()
        if condition():
            return
    raise AssertionError("it never happened")


async def why_not(game: RemoteGame, seat: int, level: str = "novice") -> m.RefusalCode | None:
    """Want a bot at ``seat``; return why it is refused."""
    try:
        await game.fill_seat(seat, level)
    except NotTaken as refused:
        return refused.code
    return None


async def drop(table: HostedTable, game: RemoteGame) -> None:
    """End the connection of ``game``."""
    game.close()
    table.clients.remove(game)
    await until(table, lambda: game.viewer in table.host.absences.away)


async def test_all_present_give_a_seat_together_after_the_time_named_at_the_start(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        clock = with_clock(table, seconds=600)
        ada, bo, cy = await table.join_all((ADA, BO, CY))
        assert ada.seats[BO].away_since == 0
        assert await why_not(ada, BO) is m.RefusalCode.NOT_NOW, "Bo is here"
        await drop(table, bo)
        await until(table, lambda: ada.seats[BO].away_since == int(clock.time))
        clock.time += 599
        assert await why_not(ada, BO) is m.RefusalCode.TOO_EARLY
        clock.time += 1
        assert await why_not(ada, BO, "nobody") is m.RefusalCode.NO_LEVEL
        assert await why_not(ada, BO, "apprentice") is None
        await until(table, lambda: cy.seats[BO].wanted_by == (ADA,))
        assert cy.seats[BO].wanted == "apprentice" and not table.game.entries
        assert await why_not(cy, BO, "master") is None
        assert table.game.entries[0] == StandIn(BO, "apprentice"), "as it was first wanted"
        await until(table, lambda: ada.is_bot(BO))
        assert (cy.seats[BO].wanted, table.host.claims.given) == ("", (BO,))
        again = await table.join(BO)
        assert not again.is_bot(BO), "the person returns by the connection alone"
        assert table.host.claims.given == ()


async def test_one_who_leaves_is_not_waited_for(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        clock = with_clock(table, seconds=600)
        ada, bo, cy = await table.join_all((ADA, BO, CY))
        await drop(table, bo)
        clock.time += 600
        assert await why_not(ada, BO) is None
        await drop(table, cy)
        await until(table, lambda: table.game.entries == [StandIn(BO, "novice")])


async def test_who_comes_back_is_not_replaced(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        with_clock(table, seconds=0)
        ada, bo, cy = await table.join_all((ADA, BO, CY))
        await drop(table, bo)
        assert await why_not(ada, BO) is None
        again = await table.join(BO)
        await until(table, lambda: not ada.seats[BO].wanted)
        assert await why_not(cy, BO) is m.RefusalCode.NOT_NOW
        assert again.person_to_move is None and not table.game.entries


async def test_the_owner_needs_neither_time_nor_others(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        with_clock(table, seconds=600, owner=CY)
        ada, cy = await table.join_all((ADA, CY))
        assert await why_not(ada, BO) is m.RefusalCode.TOO_EARLY, "Bo never came"
        assert await why_not(cy, BO, "master") is None
        assert table.game.entries[0] == StandIn(BO, "master")
        assert await why_not(cy, BO) is m.RefusalCode.NOT_NOW, "a bot plays already"


async def test_who_left_the_seat_to_a_bot_takes_it_back_alone(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        ada, bo = await table.join_all((ADA, BO))
        await bo.leave_to_bot("novice")
        await drop(table, bo)
        again = await table.join(BO)
        await until(table, lambda: ada.is_bot(BO))
        assert again.is_bot(BO), "it was the person's own choice"


async def test_bots_that_play_for_everybody_wait_until_somebody_is_there(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        clock = with_clock(table, turn=int(DAY), level="novice")
        ada, bo, cy = await table.join_all((ADA, BO, CY))
        for game in (bo, cy):
            await game.leave_to_bot("novice")
        for game in (ada, bo, cy):
            await drop(table, game)
        for _ in range(2):  # the warning, then the bot
            clock.time += DAY
            await table.host.tick()
        assert table.game.entries == [StandIn(BO, "novice"), StandIn(CY, "novice"), StandIn(ADA, "novice")]
        for _ in range(200):
            await asyncio.sleep(0)
        assert table.game.cursor == 0
        bo = await table.join(BO)
        assert not bo.is_bot(BO), "the game waited for anybody"
        await until(table, lambda: bo.person_to_move is not None)
        assert table.game.cursor > 0, "the bot of Ada has played"
        ada = await table.join(ADA)
        assert not ada.is_bot(ADA) and ada.is_bot(CY)
    async with hosted(tmp_path, SETUP) as table:
        assert not (await table.join(CY)).is_bot(CY), "also after a restart of the host"


async def test_a_player_who_left_the_last_seat_to_a_bot_can_return_in_time(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        table.host.driver.options = Options(think=3600)
        ada, bo, cy = await table.join_all((ADA, BO, CY))
        for game in (cy, bo, ada):
            await game.leave_to_bot("novice")
        await until(table, lambda: ada.to_move == BO)
        await ada.take_back()
        assert not ada.is_bot(ADA) and ada.position == 1, "one choice of a hand"


async def test_bots_play_on_for_a_spectator(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP, HostOptions(spectators=Delay.NONE)) as table:
        table.host.driver.options = Options(think=0)
        for seat in (ADA, BO, CY):
            await table.host.game.stand_in(seat, "novice")
        table.host.changed()
        for _ in range(200):
            await asyncio.sleep(0)
        assert table.game.cursor == 0
        watcher = await table.join(None)
        await until(table, lambda: watcher.position > 3)


async def test_the_clock_warns_and_then_a_bot_takes_the_seat_for_a_while(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        clock = with_clock(table, turn=int(3 * DAY), level="novice")
        told: list[Turn] = []
        table.host.on_turn = told.append
        ada, bo = await table.join_all((ADA, BO))
        start = clock.time
        await table.host.tick()
        await until(table, lambda: bo.seats[ADA].until == int(start + 3 * DAY))
        told.clear()
        clock.time = start + 3 * DAY * 3 / 4 - 1
        await table.host.tick()
        assert not table.host.seats().seats[ADA].warned and not told
        clock.time += 1
        await table.host.tick()
        await until(table, lambda: bo.seats[ADA].warned)
        assert told == [Turn(ADA, 0)], "the command that tells the person runs again"
        clock.time = start + 3 * DAY - 1
        await table.host.tick()
        assert not table.game.entries
        clock.time += 1
        await table.host.tick()
        assert table.game.entries[0] == StandIn(ADA, "novice")
        assert ada.conceding_seat == ADA, "nobody has lost"
        await until(table, lambda: table.game.cursor == 1)
        await until(table, lambda: bo.seats[BO].until == int(clock.time + 3 * DAY))
        await ada.take_back()
        assert not ada.is_bot(ADA) and table.host.claims.given == ()


async def test_a_person_who_takes_the_seat_back_has_the_whole_time(tmp_path: Path) -> None:
    async with hosted(tmp_path, Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)) as table:
        clock = with_clock(table, turn=1800)
        [ada] = await table.join_all((ADA,))
        table.tasks[0].cancel()  # no bot moves, so it stays the same turn
        for _ in range(2):
            await table.host.tick()
            clock.time += 1350
            await table.host.tick()
            clock.time += 450
            await table.host.tick()
            assert table.host.game.is_bot(ADA)
            await ada.take_back()
            await table.host.tick()
            assert table.host.seats().seats[ADA].until == int(clock.time + 1800)


async def test_a_host_that_was_away_warns_first(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP) as table:
        with_clock(table, turn=1800)
        [ada] = await table.join_all((ADA,))
        await ada.play(ada.menu.actions[0])
    journal = open_journal(tmp_path / "hosted.rokoko")
    options = HostOptions(absence=Absence(turn=1800))
    host = GameHost(LocalGame(journal, people=()), table.host.claims, options, Options(), RandomThinker())
    clock = host.now = Hands(journal.times[0] + 30 * DAY)
    await host.tick()
    status = host.seats().seats[BO]
    assert (status.warned, status.until) == (True, int(clock.time + 450)), "a quarter of the time is left"
    assert not host.game.is_bot(BO)
    clock.time += 450
    await host.tick()
    assert host.game.is_bot(BO)
    journal.close()


@pytest.mark.parametrize("seed", range(10))
async def test_a_seat_has_its_person_whenever_that_is_connected(seed: int, tmp_path: Path) -> None:
    """Whatever people do: a bot plays for somebody who is away, or for nobody without a wish, and all agree on it."""
    rng = Random(seed)
    levels = [name for name, level in LEVELS.items() if level.for_people and not level.searches]
    async with hosted(tmp_path, SETUP) as table:
        clock = with_clock(table, seconds=300)
        clients: dict[int, RemoteGame] = dict(enumerate(await table.join_all((ADA, BO, CY))))
        for _ in range(25):
            clock.time += rng.choice((0, 100, 400))
            seat, target = rng.randrange(3), rng.randrange(3)
            if seat not in clients:
                clients[seat] = await table.join(seat)
                assert not table.host.game.is_bot(seat), "back at once"
            elif rng.random() < 0.4 and len(clients) > 1:
                await drop(table, clients.pop(seat))
            else:
                await why_not(clients[seat], target, rng.choice(levels))
            await until(table, lambda: all(game.seats == table.host.seats().seats for game in clients.values()))
            assert all(not table.host.game.is_bot(present) for present in clients)
        assert token_of(ADA) not in str(table.host.seats())
