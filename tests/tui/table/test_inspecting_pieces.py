"""The inspection cursor on the pieces of a table."""

from pathlib import Path

import pytest

from rokoko_core.actions import Fund, TakeTile
from rokoko_core.game import Game
from rokoko_core.pending import MainAction
from rokoko_core.state import Seat, Setup
from rokoko_tui.panes.inspectable_table import PieceStop
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.notices import BRIEFLY
from tests.tui.table.headless_table import HeadlessTable, headless_table
from tests.tui.table.session_table import play_until

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
SOLO = Setup((Seat("Ada"),), seed=7)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


async def inspect(table: HeadlessTable, piece: PieceRef) -> None:
    """Put the inspection cursor on ``piece``."""
    table.view.stop = next(stop for stop in table.view.stops() if stop.piece == piece)
    table.inspection_moved()
    await table.settle()


async def test_inspection_begins_with_the_piece_of_the_choice_under_the_cursor(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        entry = table.choices.entry
        assert entry is not None and entry.pieces
        table.action_look()
        assert table.view.inspected_piece in entry.pieces
        assert table.cursor_list is table.view.panes["preview"]


async def test_arrows_reach_every_piece_in_sight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        stops = table.view.stops()
        assert len(stops) > 60
        monkeypatch.setattr(table.view, "stops", lambda: stops)
        reached, todo = set[PieceStop](), [next(iter(stops))]
        while todo:
            stop = todo.pop()
            if stop not in reached:
                reached.add(stop)
                for arrow in ("left", "right", "up", "down"):
                    table.view.stop = stop
                    table.view.action_step(arrow)
                    assert table.view.stop is not None
                    todo.append(table.view.stop)
        assert reached == set(stops)


async def test_an_inspected_piece_moves_the_list_and_says_what_enter_does(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        before = table.choices.cursor
        piece = next(iter(table.entry_of(TakeTile).pieces))
        await inspect(table, piece)
        entry = table.choices.entry
        assert entry is not None and piece in entry.pieces
        assert any("Enter" in line and entry.text in line for line in table.explanation)
        assert table.view.scene is not None and table.view.scene.looked == piece
        assert table.keys_not_in_footer == {"o"}, "nobody is missing"
        table.on_inspectable_table_closed()
        table.choices.restore_cursor()
        assert table.choices.cursor == before


@pytest.mark.parametrize("kind", ["player", "hall"])
async def test_enter_on_another_piece_opens_a_board_or_says_that_nothing_is_chosen(tmp_path: Path, kind: str) -> None:
    with headless_table(tmp_path, SOLO, laid_out=True) as table:
        await table.open()
        piece = PieceRef("player", 0) if kind == "player" else PieceRef("hall", 2)
        await inspect(table, piece)
        assert ("enter" in table.keys_not_in_footer) == (kind == "hall")
        await table.finish(table.take_piece(piece))
        if kind == "player":
            assert table.steps == ["board of 0"] and table.notices == []
        else:
            assert table.steps == [] and len(table.notices) == 1 and table.durations == [BRIEFLY]


async def test_boards_are_those_of_the_inspected_player_or_of_who_is_to_move(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        table.action_boards()
        await inspect(table, PieceRef("player", 1))
        table.action_boards()
        assert table.steps == ["board of 0", "board of 1"]


async def test_what_is_asked_for_keeps_the_inspection_going(tmp_path: Path) -> None:
    """After a choice the cursor goes to a piece of the next one."""
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        entry = table.entry_of(Fund)
        await inspect(table, next(iter(entry.pieces)))
        assert table.inspects
        await table.take_piece(next(iter(entry.pieces)))
        assert table.view.stop is None or table.view.inspected_piece is not None
