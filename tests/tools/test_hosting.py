"""The measurement that kills hosts and clients: a short run, and that it notices what it looks for."""

import os
from pathlib import Path

import msgspec
import pytest

from rokoko_core import legal_actions, to_move
from rokoko_core.journal import open_journal
from tools.hosting.kills import NAMES, Note, Table, Tally, kill_programs

needs_sockets = pytest.mark.skipif(os.name == "nt", reason="hosts listen on Unix sockets")


@needs_sockets
@pytest.mark.slow
def test_kills_lose_no_acknowledged_action_and_repeat_none(tmp_path: Path) -> None:
    tally = kill_programs(20, 3, tmp_path)
    assert (tally.kills, tally.lost, tally.twice) == (20, 0, 0)
    assert tally.acknowledged > 0


def play_and_note(table: Table, actions: int) -> list[Note]:
    """Play ``actions`` actions, each noted by its client as acknowledged; return the notes."""
    notes = []
    with open_journal(table.save) as journal:
        game = journal.game
        for position in range(actions):
            action, name = legal_actions(game.state)[0], NAMES[to_move(game.state) or 0]
            notes += [Note(position, action, acknowledged=False), Note(position, action, acknowledged=True)]
            with table.notes(name).open("ab") as file:
                file.write(b"".join(msgspec.json.encode(note) + b"\n" for note in notes[-2:]))
            game.play(action)
    return notes


def test_a_lost_and_a_repeated_action_are_counted(tmp_path: Path) -> None:
    table, tally = Table(tmp_path, seed=4), Tally()
    notes = play_and_note(table, 6)
    table.check(tally)
    assert (tally.acknowledged, tally.lost, tally.twice, tally.unconfirmed) == (6, 0, 0, 0)

    lost = msgspec.structs.replace(notes[-1], position=6)
    with table.notes(NAMES[0]).open("ab") as file:
        file.write(msgspec.json.encode(lost) + b"\n" + b'{"position":7,"acti')
    with open_journal(table.save) as journal:
        unwanted = next(action for action in legal_actions(journal.game.state) if action != lost.action)
        journal.game.play(unwanted)
    tally = Tally()
    table.check(tally)
    assert (tally.acknowledged, tally.lost, tally.twice, tally.unconfirmed) == (7, 1, 1, 0)
