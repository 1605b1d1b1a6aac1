"""What the commands print about sample games. A changed output has to be read and agreed to (``--snapshot-update``)."""

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rokoko_core import legal_actions
from rokoko_core.bots.external_bots import BotFault
from rokoko_core.journal import create
from rokoko_core.state import Seat, Setup
from tests.saves.sample_games import FOLDER
from tests.tui.cli.shell import Run

COMMANDS = (
    ("show", "base-3", "--at", "150"),
    ("show", "everything-2", "--at", "250", "--seat", "Bo"),
    ("show", "solo-everything"),
    ("show", "base-2", "--edition", "deluxe"),
    ("show", "base-3", "--language", "ukrainian", "--at", "90"),
    ("log", "base-2", "--all"),
    ("log", "jewelry-box-2", "--seat", "Ada"),
    ("verify", "base-2"),
    ("components",),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_output_of_a_command(command: tuple[str, ...], run: Run, snapshot: SnapshotAssertion) -> None:
    words = [str(FOLDER / f"{word}.rokoko") if (FOLDER / f"{word}.rokoko").exists() else word for word in command]
    result = run(*words)
    notices = 1 if command[0] in ("show", "log") else 0
    assert (result.code, result.err.count("\n")) == (0, notices), "sample games have no checksums"
    assert result.out.replace(str(FOLDER), "saves") == snapshot


def test_the_log_of_undone_and_conceded_turns_hints_and_a_replaced_bot(
    run: Run, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    path = tmp_path / "game.rokoko"
    setup = Setup((Seat("Ada"), Seat("Bo", "bot", "mine")), 5, first_player=0)
    with create(path, setup) as journal:
        game = journal.game
        for _ in range(6):
            game.play(legal_actions(game.state)[0])
        game.undo(cross=True)
        game.redo()
        game.undo_to(3, cross=True)
        game.hint()
        game.replace(1, "apprentice", BotFault.STALLED)
        game.play(legal_actions(game.state)[-1])
        game.concede(0)
    result = run("log", path)
    assert result.code == 0
    assert result.out == snapshot


def test_the_tables_of_a_tournament(run: Run, snapshot: SnapshotAssertion) -> None:
    result = run("arena", "random", "random", "--games", 3, "--jobs", 1, "--seed", 5)
    assert result.code == 0
    times = re.compile(r"  (ms a turn|longest|95% take)")
    assert "\n".join(line.rstrip() for line in result.out.splitlines() if not times.match(line)) == snapshot
