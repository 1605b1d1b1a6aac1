"""An open question before an undo waits only for people who play: whoever leaves the table is waited for no longer."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from tests.core.remote.hosted import HostedTable, hosted

LEAVE: dict[str, Callable[[HostedTable, RemoteGame], Awaitable[object]]] = {
    "concedes": lambda table, game: game.concede(2),
    "leaves the seat to a bot": lambda table, game: game.leave_to_bot("novice"),
    "gives the seat back": lambda table, game: game.give_back(),
    "is late": lambda table, game: table.host._give_seat(2, "novice"),
}


@pytest.mark.parametrize("agreed", [True, False], ids=["the other agreed", "the other decides later"])
@pytest.mark.parametrize("way", LEAVE)
async def test_who_leaves_is_waited_for_no_longer(tmp_path: Path, way: str, agreed: bool) -> None:
    async with hosted(tmp_path, Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), 3, first_player=0)) as table:
        ada, bo, cy = await table.join_all((0, 1, 2))
        decided: list[m.UndoDecided] = []
        bo.on_undo_decided = decided.append
        for client in (ada, bo, cy):
            await client.play(client.menu.actions[0])
            await table.settle()
        await ada.undo_to(0, cross=True)
        await table.settle()
        if agreed:
            await bo.answer_undo(True)
        await LEAVE[way](table, cy)
        await quiet(table)
        if not agreed:
            assert table.game.cursor == 3 and not decided
            assert bo.undo_asked is not None and bo.undo_asked.waits_for == (1,)
            await bo.answer_undo(True)
            await quiet(table)
        assert decided == [m.UndoDecided(0, undone=True)]
        assert (table.game.cursor, bo.undo_asked, table.host.question) == (0, None, None)


async def quiet(table: HostedTable) -> None:
    """Let everybody react."""
    for _ in range(50):
        await asyncio.sleep(0)
