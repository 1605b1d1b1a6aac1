"""A week of a correspondence game in fast motion: people look when told, one is away, the host is restarted."""

from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.game import StandIn
from rokoko_core.journal import writer
from rokoko_core.remote import host
from rokoko_core.remote.host import Turn
from rokoko_core.remote.host_options import Absence, HostOptions
from tests.core.remote.hosted import HostedTable, hosted
from tests.core.remote.test_absence import DAY, Hands, drop, until

SETUP = Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)
ADA, BO = range(2)
HOUR = 3600.0
LEFT, RETURNED = 30, 60
"""The hours between which Bo does not look."""
RESTART = 70
"""The hour at which the host is restarted."""


@dataclass
class Week:
    """What happened so far; all times are in hours."""

    clock: Hands = field(default_factory=Hands)
    hour: int = 0
    told: list[tuple[int, Turn]] = field(default_factory=list)
    """When the command of the host ran, and for which turn."""
    visits: dict[int, int] = field(default_factory=dict)
    """By seat, when that person will look."""

    def open_host(self, table: HostedTable) -> None:
        """Let the host tell people of their turns, as with ``--on-turn``."""
        table.host.on_turn = self._tell
        table.host.changed()

    def _tell(self, turn: Turn) -> None:
        self.told.append((self.hour, turn))
        self.visits.setdefault(turn.seat, self.hour + Random(self.hour).randint(1, 4))

    async def pass_hours(self, table: HostedTable, end: int) -> None:
        """Let time pass until ``end`` or the end of the game; people who were told play, and leave again."""
        while self.hour < end and not table.host.is_ended:
            self.hour += 1
            self.clock.time += HOUR
            await table.host.tick()
            await table.settle()
            due = [seat for seat, hour in self.visits.items() if hour <= self.hour]
            for seat in due:
                if seat != BO or not LEFT <= self.hour < RETURNED:
                    del self.visits[seat]
                    await visit(table, seat)
            await until(table, lambda: table.host.is_ended or table.host.game.bot_to_move is None)


async def visit(table: HostedTable, seat: int) -> None:
    """Connect, play one turn if it is that of ``seat``, and leave."""
    game, turn = await table.join(seat), table.host._public_turn()
    while game.person_to_move is not None and table.host._public_turn() == turn:
        await game.play(Random(game.position).choice(game.menu.actions))
        await table.settle()
    await drop(table, game)


@pytest.mark.slow
async def test_a_week_with_reminders_an_absence_and_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options = HostOptions(absence=Absence(turn=int(DAY), level="novice"))
    week = Week()
    monkeypatch.setattr(host, "time", week.clock)
    monkeypatch.setattr(writer, "time", SimpleNamespace(time=week.clock))
    async with hosted(tmp_path, SETUP, options) as table:
        week.open_host(table)
        await week.pass_hours(table, RESTART)
        stand_ins = [entry for entry in table.game.entries if isinstance(entry, StandIn)]
        assert stand_ins == [StandIn(BO, "novice"), StandIn(BO, "")], "a bot plays until Bo is back"
        [(first, again)] = [
            (hour, later) for (hour, turn), (later, same) in pairwise(week.told) if (turn, turn.seat) == (same, BO)
        ]
        assert again - first == 18, "a reminder in the last quarter of the day"
        before = table.game.cursor
    told = len(week.told)
    async with hosted(tmp_path, SETUP, options) as table:
        assert table.game.cursor == before
        week.open_host(table)
        await until(table, lambda: len(week.told) == told + 1)
        assert week.told[-1][1] == week.told[-2][1], "the open turn is told again"
        await week.pass_hours(table, 7 * 24)
        assert table.host.is_ended, "within the week"
        assert [entry for entry in table.game.entries if isinstance(entry, StandIn)] == stand_ins
        told = len(week.told)
        game = await table.join(ADA)
        await table.host.tick()
        assert (game.to_move, game.recording.over, len(week.told)) == (None, True, told)
