"""Asking hosts whose turn it is."""

from pathlib import Path
from shutil import copy

import pytest

from rokoko_tui.hosting.host_thread import HostPlan, HostThread
from rokoko_tui.hosting.hosted_games import HostedGame, ask_hosts, open_tickets
from rokoko_tui.settings.settings import Settings
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


async def test_a_host_that_does_not_answer_is_listed_without_a_round(tmp_path: Path) -> None:
    host = HostThread(HostPlan(tmp_path / "game.rokoko", TWO, tmp_path / "s"), Settings())
    host.start()
    ticket = open_tickets().new(str(tmp_path / "s"), host.claims.codes[1])
    assert await ask_hosts([ticket], open_tickets()) == [HostedGame(ticket, to_move=host.host.game.to_move, round=1)]
    host.stop()
    assert await ask_hosts([ticket], open_tickets()) == [HostedGame(ticket)]
