"""Names that people give at seats for which nobody was named."""

import asyncio
from pathlib import Path

import pytest

from rokoko_core import Seat, Setup
from rokoko_core.remote import messages as m
from rokoko_core.remote.claims import open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host_options import Hosting
from rokoko_core.remote.link import NotTaken
from tests.core.remote.hosted import HostedTable, hosted, token_of

SETUP = Setup((Seat("Ada"), Seat("Player 2"), Seat("Player 3")), 3, first_player=0)
UNNAMED = (1, 2)


def names_of(game: RemoteGame) -> list[str]:
    """Return the names that the viewer of ``game`` reads, which are those at the table too."""
    names = [player.name for player in game.setup.players]
    assert [player.name for player in game.observation().table.setup.players] == names
    return names


async def is_refused(game: RemoteGame, name: str) -> m.RefusalCode | None:
    """Return why ``name`` is refused; None if it is taken."""
    try:
        await game.give_name(name)
    except NotTaken as refused:
        return refused.code
    return None


async def until_named(table: HostedTable, game: RemoteGame, name: str) -> None:
    async with asyncio.timeout(10):
        while name not in names_of(game):
            await asyncio.sleep(0)


async def test_a_name_is_given_once_and_everybody_reads_it_also_later(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP, unnamed=UNNAMED) as table:
        ada, bo = await table.join_all((0, 1))
        told: list[list[str]] = []
        ada.on_named = lambda: told.append(names_of(ada))
        assert (ada.is_unnamed, bo.is_unnamed) == (False, True)
        assert ada.seats[2].is_free and not ada.seats[1].is_free
        await bo.give_name(" Bo ")
        for game in (ada, bo):
            await until_named(table, game, "Bo")
            assert names_of(game) == ["Ada", "Bo", "Player 3"]
        assert told == [["Ada", "Bo", "Player 3"]]
        assert not bo.is_unnamed
        assert await is_refused(bo, "Robert") is m.RefusalCode.NOT_NOW, "once"
        assert await is_refused(ada, "Eve") is m.RefusalCode.NOT_NOW, "Ada was named"
        await ada.play(ada.menu.actions[0])
        assert names_of(ada)[1] == "Bo"
    async with hosted(tmp_path, SETUP) as table:
        assert names_of(await table.join(1)) == ["Ada", "Bo", "Player 3"], "after a restart of the host"
        table.host.claims.new_code(1)
        assert table.host.claims.names == {}, "somebody else comes"
        assert table.game.setup.players == SETUP.players, "the save keeps the seat"


async def test_who_comes_before_the_first_action_reads_the_names(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP, unnamed=UNNAMED) as table:
        table.host.claims.note_name(1, "Bo")
        for seat in (0, 1):
            assert names_of(await table.join(seat)) == ["Ada", "Bo", "Player 3"]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ADA", m.RefusalCode.NAME_TAKEN),
        ("player 3", m.RefusalCode.NAME_TAKEN),
        ("Zoe\N{COMBINING DIAERESIS}", m.RefusalCode.NAME_TAKEN),
        ("", m.RefusalCode.BAD_NAME),
        ("B\x1b[2J", m.RefusalCode.BAD_NAME),
        ("B" * 21, m.RefusalCode.BAD_NAME),
        ("\N{RIGHT-TO-LEFT OVERRIDE}Bo", m.RefusalCode.BAD_NAME),
    ],
)
async def test_a_name_that_is_taken_or_no_name_is_refused(tmp_path: Path, name: str, code: m.RefusalCode) -> None:
    async with hosted(tmp_path, SETUP, unnamed=UNNAMED) as table:
        bo, cy = await table.join_all((1, 2))
        await cy.give_name("Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}")
        assert await is_refused(bo, name) is code
        assert await is_refused(bo, "Bo") is None, "another one is possible"


async def test_the_end_of_the_game_has_the_names(tmp_path: Path) -> None:
    async with hosted(tmp_path, SETUP, unnamed=UNNAMED) as table:
        ada, bo, _ = games = await table.join_all((0, 1, 2))
        await bo.give_name("Bo")
        for game in games[1:]:
            await game.concede(game.viewer or 0)
        async with asyncio.timeout(10):
            while ada.to_move is not None:
                await asyncio.sleep(0)
        assert [player.name for player in ada.recording.setup.players] == ["Ada", "Bo", "Player 3"]


def test_the_next_game_of_the_same_people_has_the_names(tmp_path: Path) -> None:
    claims, save = open_claims(tmp_path / "game.rokoko", SETUP, UNNAMED), tmp_path / "next.rokoko"
    assert claims.unnamed == [], "nobody has come"
    for seat in UNNAMED:
        claims.claim(claims.codes[seat], token_of(seat))
    assert claims.unnamed == [1, 2]
    claims.note_name(1, "Bo")
    claims.carry_over(save, {0: 2, 1: 0, 2: 1}, Hosting())
    following = open_claims(save, Setup((*SETUP.players[1:], SETUP.players[0]), 4))
    assert (following.names, following.unnamed) == ({0: "Bo"}, [1])
