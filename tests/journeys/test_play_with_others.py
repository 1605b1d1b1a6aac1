"""New game > Play with others: the invitation page, a second terminal that joins with its line, and a turn of both."""

import re
from pathlib import Path

import pytest
from aiohttp import ClientSession

from rokoko_core.actions import EndTurn
from rokoko_core.journal import read
from rokoko_core.remote.claims import load_claims
from tests.journeys.hosted import HostedGame, leave, open_table_for_browsers, say, take_choice
from tests.journeys.nginx import free_port
from tests.journeys.terminal import Terminal

PAGE = say("invitation.how.line")


def open_invitations(game: HostedGame, port: int) -> Terminal:
    """Open a table for browsers at ``port`` in the program; return Ada's terminal with the invitation page."""
    ada = game.start("Ada")
    ada.wait(say("start.new"))
    open_table_for_browsers(ada, port)
    ada.wait(PAGE)
    return ada


@pytest.mark.slow
async def test_a_table_for_others_is_opened_in_the_program_and_both_play(tmp_path: Path) -> None:
    port = free_port()
    with HostedGame(tmp_path) as game:
        ada = open_invitations(game, port)
        line = re.search(r"rokoko-tui (join \S+ --code \S+)", ada.text)
        link = re.search(rf"http://127\.0\.0\.1:{port}/#\S+", ada.text)
        assert line is not None and link is not None
        bo = game.start("Ada", *line[1].split())
        ada.press("escape")
        bo.wait(say("table.remote.name-asked"))
        bo.send("Bo")
        bo.press("enter")
        ada.wait(say("table.remote.named", name="Player 2", who="Bo"))
        [save] = (game.home / "Ada" / "saves").glob("*.rokoko")
        while sum(isinstance(action, EndTurn) for action in read(save).game.actions) < 2:
            take_choice(ada)
            take_choice(bo)
        assert load_claims(save).codes == {}
        origin, token = f"http://127.0.0.1:{port}", link[0].partition("#")[2]
        async with ClientSession() as client, client.get(f"{origin}/healthz") as answer:
            assert answer.status == 200
        for terminal in (ada, bo):
            assert token.encode() not in b"".join(re.findall(rb"\x1b\]2;[^\x07]*", terminal.written)), "no title"
        leave(bo)
        leave(ada)
