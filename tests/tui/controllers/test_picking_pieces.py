"""Pieces of the table that are clicked or inspected: which choice that is, and what is said where there is none."""

from pathlib import Path

import pytest

from rokoko_core.actions import Fund, TakeTile
from rokoko_core.game import Game
from rokoko_core.pending import MainAction, Placement
from rokoko_core.state import Seat, Setup
from rokoko_tui.panes.inspectable_table import PieceStop
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.notices import BRIEFLY
from tests.tui.controllers.headless_table import HeadlessTable, headless_table, play_until, sample_until

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
SOLO = Setup((Seat("Ada"),), seed=7)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


def is_placement(game: Game) -> bool:
    return isinstance(game.state.pending[-1], Placement)


def pieces_of(table: HeadlessTable, kind: EntryKind, least: int, most: int) -> list[PieceRef]:
    """Return the pieces in sight that so many entries are about, all of a kind."""
    return [
        stop.piece
        for stop in table.view.stops()
        if least <= len(about := table.choices.entries_about(stop.piece)) <= most
        and {table.choices.entries[n].kind for n in about} == {kind}
    ]


# ---- clicks


async def test_the_second_click_on_a_piece_takes_its_choice(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        here = table.game.position
        first, second, *_ = pieces_of(table, EntryKind.ACTION, 1, 1)
        for piece in (first, second, first):
            assert table.picker.click(piece) is None
            assert table.choices.cursor == table.choices.entries_about(piece)[0]
        table.choices.move_end(-1)
        assert table.choices.cursor != table.choices.entries_about(first)[0]
        assert table.picker.click(first) is None, "the cursor was elsewhere"
        entry = table.picker.click(first)
        assert entry is not None and first in entry.pieces
        await table.do(table.taker.take(entry))
        assert table.game.recording.line[here] == entry.action and table.notices == []


async def test_clicks_on_a_piece_of_several_choices_go_round_and_take_none(tmp_path: Path) -> None:
    game = sample_until("base-2", is_placement)
    with headless_table(tmp_path, game.setup, game, laid_out=True) as table:
        table.game.sit_down()
        await table.open()
        piece = pieces_of(table, EntryKind.ACTION, 2, 99)[0]
        about = table.choices.entries_about(piece)
        table.choices.move_end(1)
        seen = []
        for _ in range(len(about) + 1):
            assert table.picker.click(piece) is None
            seen.append(table.choices.cursor)
        assert seen == [*about, about[0]]
        assert set(table.notices) == {f"{len(about)} choices use this piece: click again for the next."}
        assert set(table.durations) == {BRIEFLY}


async def test_a_click_beside_all_choices_does_nothing(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        cursor = table.choices.cursor
        for _ in range(2):
            assert table.picker.click(PieceRef("hall", 99)) is None
        assert (table.choices.cursor, table.notices) == (cursor, [])


async def test_one_click_selects_a_card_of_the_hand(tmp_path: Path) -> None:
    with headless_table(tmp_path, SOLO, laid_out=True, confirm_hand=True) as table:
        await table.open()
        masters = pieces_of(table, EntryKind.THING, 2, 9)[0]
        for chosen in (1, 2):
            await table.do(table.taker.take(table.picker.click(masters)))
            about = table.choices.entries_about(masters)
            assert sum(table.choices.entries[n].chosen for n in about) == chosen, "each of the equal cards"


# ---- inspection


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
        assert table.keys_not_in_footer == frozenset()
        table.on_inspectable_table_closed()
        table.choices.restore_cursor()
        assert table.choices.cursor == before


async def test_enter_on_a_piece_of_one_choice_takes_it(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        here, entry = table.game.position, table.entry_of(TakeTile)
        await table.do(table.take_piece(next(iter(entry.pieces))))
        assert table.game.recording.line[here] == entry.action


async def test_enter_on_a_piece_of_several_choices_goes_to_the_first(tmp_path: Path) -> None:
    game = sample_until("base-2", is_placement)
    with headless_table(tmp_path, game.setup, game, laid_out=True) as table:
        table.game.sit_down()
        await table.open()
        here, piece = table.game.position, pieces_of(table, EntryKind.ACTION, 2, 99)[0]
        table.choices.move_end(1)
        await table.do(table.take_piece(piece))
        assert table.game.position == here
        assert table.choices.cursor == table.choices.entries_about(piece)[0]


async def test_enter_on_a_refused_piece_says_why(tmp_path: Path) -> None:
    with headless_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action), laid_out=True) as table:
        await table.open()
        piece = pieces_of(table, EntryKind.REFUSAL, 1, 9)[0]
        await table.do(table.take_piece(piece))
        about = [table.choices.entries[n].text for n in table.choices.entries_about(piece)]
        assert table.notices == ["\n".join(about)]
        await inspect(table, piece)
        assert any(about[0] in line for line in table.explanation)


@pytest.mark.parametrize("kind", ["player", "hall"])
async def test_enter_on_another_piece_opens_a_board_or_says_that_nothing_is_chosen(tmp_path: Path, kind: str) -> None:
    with headless_table(tmp_path, SOLO, laid_out=True) as table:
        await table.open()
        piece = PieceRef("player", 0) if kind == "player" else PieceRef("hall", 2)
        await inspect(table, piece)
        assert ("enter" in table.keys_not_in_footer) == (kind == "hall")
        await table.do(table.take_piece(piece))
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
        assert table.inspection.is_active
        await table.do(table.taker.take(entry))
        assert table.view.stop is None or table.view.inspected_piece is not None
