"""Asking hosts whose turn it is."""

from pathlib import Path
from shutil import copy

import pytest

from rokoko_core import Seat, Setup
from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_games import HostedGame, ask_hosts, join_game, open_tickets
from rokoko_tui.hosting.hosted_text import describe_seats
from rokoko_tui.saves.scan import SaveScanner
from rokoko_tui.settings.settings import Settings
from rokoko_tui.text.game_text import get_words
from tests import ROOT
from tests.tui.at_table import TWO


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


async def test_a_game_that_is_over_is_not_offered_again(tmp_path: Path) -> None:
    save = Path(copy(ROOT / "saves" / "base-2.rokoko", tmp_path / "over.rokoko"))
    host = HostThread(HostPlan(save, None, tmp_path / "s"), Settings())
    host.start()
    try:
        ticket = open_tickets().new(str(tmp_path / "s"), next(iter(host.claims.codes.values())))
        assert await ask_hosts([ticket], open_tickets()) == []
    finally:
        host.stop()
    assert [kept.over for kept in open_tickets().list()] == [True]


@pytest.mark.parametrize("loser", [0, 1])
async def test_continue_offers_no_turn_after_somebody_conceded(tmp_path: Path, loser: int) -> None:
    host = HostThread(HostPlan(tmp_path / "game.rokoko", TWO, tmp_path / "s"), Settings())
    host.start()
    try:
        tickets = open_tickets()
        seats = [tickets.new(str(tmp_path / "s"), code) for _, code in sorted(host.claims.codes.items())]
        games = [await join_game(ticket, tickets) for ticket in seats]
        await games[loser].concede(loser)
        for game in games:
            game.close()
        assert await ask_hosts(tickets.list(), tickets) == []
        assert [kept.over for kept in tickets.list()] == [True, True]
    finally:
        host.stop()
    assert [*SaveScanner(tmp_path).latest(lambda: False)][-1] == (None, True), "nor on the machine of the host"


async def test_of_three_only_who_conceded_is_not_offered_the_game(tmp_path: Path) -> None:
    three = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), 7, first_player=1)
    host = HostThread(HostPlan(tmp_path / "game.rokoko", three, tmp_path / "s"), Settings())
    host.start()
    try:
        tickets = open_tickets()
        codes = host.claims.codes
        ada, bo = [await join_game(tickets.new(str(tmp_path / "s"), codes[seat]), tickets) for seat in (0, 1)]
        await bo.concede(1)
        assert describe_seats(bo, get_words("classic"))[1] == "Bo: conceded"
        for game in (ada, bo):
            game.close()
        assert [game.ticket.seat for game in await ask_hosts(tickets.list(), tickets)] == [0]
    finally:
        host.stop()


async def test_a_host_that_does_not_answer_is_listed_without_a_round(tmp_path: Path) -> None:
    host = HostThread(HostPlan(tmp_path / "game.rokoko", TWO, tmp_path / "s"), Settings())
    host.start()
    ticket = open_tickets().new(str(tmp_path / "s"), host.claims.codes[1])
    assert await ask_hosts([ticket], open_tickets()) == [HostedGame(ticket, to_move=host.host.game.to_move, round=1)]
    host.stop()
    assert await ask_hosts([ticket], open_tickets()) == [HostedGame(ticket)]
