"""Pieces of the table that are clicked or inspected: which choice that is, and what is said where there is none."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from rokoko_core.actions import Action, Decline, DiscardTile, KeepTile, PlayCard, Rent, Sell, TakeTile
from rokoko_core.engine import legal_actions
from rokoko_core.game import Game
from rokoko_core.pending import CardChoice, MainAction, Placement, RentOrSell, TileInHand
from rokoko_core.play.choices import is_bonus
from rokoko_core.play.menu import menu_of
from rokoko_core.state import Seat, Setup
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import Click, Command, CommandId, MoveTo, Press, TakePiece
from rokoko_tui.table.effects import Lasts
from rokoko_tui.table.menu_entries import find_about
from rokoko_tui.text.piece_refs import PieceRef
from tests.tui.table.session_table import SessionTable, play_until, sample_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
SOLO = Setup((Seat("Ada"),), seed=7)


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


def is_card_choice(game: Game) -> bool:
    return isinstance(game.state.pending[-1], CardChoice) and game.state.pending[-1].seat == 0


def is_placement(game: Game) -> bool:
    return isinstance(game.state.pending[-1], Placement)


def pieces_of(table: SessionTable, kind: EntryKind, least: int, most: int) -> list[PieceRef]:
    """Return the pieces that so many rows are about, all of a kind."""
    pieces = sorted({piece for row in table.rows for piece in row.pieces}, key=str)
    return [
        piece
        for piece in pieces
        if least <= len(about := find_about(table.rows, piece)) <= most
        and {table.rows[n].kind for n in about} == {kind}
    ]


async def click(table: SessionTable, piece: PieceRef) -> None:
    await table.do(Click(table.time, piece))


# ---- clicks


async def test_what_costs_something_is_taken_by_the_second_click(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        here, title = table.game.position, table.title
        first, second, *_ = pieces_of(table, EntryKind.ACTION, 1, 1)
        for piece in (first, second, first):
            await click(table, piece)
            assert table.page.cursor == find_about(table.rows, piece)[0]
        await table.do(MoveTo(find_about(table.rows, second)[0]))
        await click(table, first)
        assert table.game.position == here, "the cursor was elsewhere"
        assert set(table.notices) == {"Click again to choose it."}
        assert table.title == title, "one place asks for the click"
        entry = table.entry
        assert first in entry.pieces
        await click(table, first)
        assert table.line[here] == entry.action and table.notices == []


async def test_the_row_counts_like_its_piece(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        here, entry = table.game.position, table.entry_of(TakeTile)
        await click(table, next(iter(entry.pieces)))
        assert table.game.position == here
        await table.do(Click(table.time, table.entry))
        assert table.line[here] == entry.action


async def test_one_click_takes_what_costs_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_card_choice)) as table:
        await table.open()
        here, entry = table.game.position, table.entry_of(PlayCard)
        await table.do(MoveTo(table.rows.index(entry)))
        await table.do(Click(table.time, table.entry))
        assert table.line[here] == entry.action and table.notices == []


@pytest.mark.parametrize("is_free", [True, False], ids=["free", "paid"])
async def test_a_click_skips_a_bonus_that_has_to_be_paid(tmp_path: Path, is_free: bool) -> None:
    def is_offered(game: Game) -> bool:
        items = menu_of(game.state).items
        can_pass = any(isinstance(item.action, Decline) for item in items)
        return can_pass and is_bonus(game.state) and is_free != all(item.spends for item in items)

    game = sample_until("base-2", is_offered)
    with session_table(tmp_path, game.setup, game) as table:
        table.game.sit_down()
        await table.open()
        here = table.game.position
        await table.do(MoveTo(table.rows.index(table.entry_of(Decline))))
        await table.do(Click(table.time, table.entry))
        assert (table.game.position == here) == is_free


@pytest.mark.parametrize(
    ("decision", "kept", "given_up"), [(TileInHand, KeepTile, DiscardTile), (RentOrSell, Rent, Sell)]
)
async def test_what_gives_a_piece_up_is_taken_by_the_second_click(
    tmp_path: Path, decision: type, kept: type[Action], given_up: type[Action]
) -> None:
    def is_offered(game: Game) -> bool:
        return isinstance(game.state.pending[-1], decision) and {kept, given_up} <= set(
            map(type, legal_actions(game.state))
        )

    game = sample_until("base-2", is_offered)
    with session_table(tmp_path, game.setup, game) as table:
        table.game.sit_down()
        await table.open()
        here, title = table.game.position, table.title
        await table.do(MoveTo(table.rows.index(table.entry_of(given_up))))
        await table.do(Click(table.time, table.entry))
        assert table.game.position == here and table.title == "Click again to choose it" != title
        await table.do(MoveTo(table.rows.index(table.entry_of(kept))))
        assert table.title == title
        await table.do(Click(table.time, table.entry))
        assert isinstance(table.line[here], kept)


async def test_clicks_on_the_heading_of_a_group_open_it_and_take_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        here, title = table.game.position, table.title
        for heading in (row for row in table.rows if row.kind is EntryKind.HEADING and row.folder):
            for repeats in (False, True, True, False):
                await table.do(Click(table.time, heading, repeats))
                assert table.entry == next(row for row in table.rows if row.folder == heading.folder and row.action)
                assert (table.game.position, table.title) == (here, title)
            await table.do(Click(table.time, table.entry))
            assert table.title == "Click again to choose it" != title and not table.notices, "the title is beside it"
            await table.do(Click(table.time, heading))
            assert table.title == title, "the heading is no choice"
        plain = next(row for row in table.rows if row.kind is EntryKind.HEADING and not row.folder)
        cursor = table.page.cursor
        await table.do(Click(table.time, plain))
        assert (table.page.cursor, table.game.position) == (cursor, here)


async def test_only_a_click_on_the_row_that_waits_for_it_spends_something(tmp_path: Path) -> None:
    """Whatever else is done between two clicks, the second takes only what the first selected."""
    dice, taken = Random(3), 0
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        here, rows = table.game.position, table.rows
        targets: list[MenuEntry | PieceRef] = [*rows, *sorted({piece for row in rows for piece in row.pieces}, key=str)]
        others: list[Command] = [CommandId.REASONS, CommandId.REFRESH, CommandId.CHOOSE, CommandId.PROCEED]
        others += [Press(key, key, table.time) for key in "fhx"]
        others += [MoveTo(n) for n, row in enumerate(rows) if row.is_selectable]
        for _ in range(100):
            first, again = (Click(table.time, target) for target in dice.choices(targets, k=2))
            again = dice.choice([first, again])
            again = replace(again, is_repeated=dice.random() < 0.5)
            for command in dice.choice([(first, again), (first, dice.choice(others), again), (again,)]):
                waits, selected = table.session.moment.clicked is not None, table.entry
                await table.do(command)
                if table.game.position == here:
                    continue
                assert waits and selected.action == table.line[here], command
                assert isinstance(command, Click)
                assert command.target == selected or command.target in selected.pieces
                taken += 1
                await table.do(CommandId.UNDO)
                break
            assert table.game.position == here
    assert taken > 10


async def test_a_double_click_takes_nothing_of_the_next_list(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_card_choice)) as table:
        await table.open()
        here = table.game.position
        await table.do(Click(table.time, table.entry))
        assert table.game.position == here + 1
        await table.do(Click(table.time, table.entry, is_repeated=True))
        assert table.session.moment.clicked is None and table.notices == [], "the double click made its choice"
        await table.do(Click(table.time, table.entry))
        assert table.session.moment.clicked == table.entry.action
        await table.do(Click(table.time, table.entry, is_repeated=True))
        assert table.game.position > here + 1, "a double click takes what a click selects"


async def test_clicks_on_a_piece_of_several_choices_go_round_and_take_none(tmp_path: Path) -> None:
    game = sample_until("base-2", is_placement)
    with session_table(tmp_path, game.setup, game) as table:
        table.game.sit_down()
        await table.open()
        piece = pieces_of(table, EntryKind.ACTION, 2, 99)[0]
        about = find_about(table.rows, piece)
        await table.do(MoveTo(len(table.rows) - 1))
        seen = []
        for _ in range(len(about) + 1):
            await click(table, piece)
            seen.append(table.page.cursor)
        assert seen == [*about, about[0]]
        assert set(table.notices) == {f"{len(about)} choices use this piece: click again for the next."}
        assert set(table.durations) == {Lasts.BRIEF}


async def test_a_click_beside_all_choices_does_nothing(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        cursor = table.page.cursor
        for _ in range(2):
            await click(table, PieceRef("hall", 99))
        assert (table.page.cursor, table.notices) == (cursor, [])


async def test_one_click_selects_a_card_of_the_hand(tmp_path: Path) -> None:
    with session_table(tmp_path, SOLO, confirm_hand=True) as table:
        await table.open()
        masters = pieces_of(table, EntryKind.THING, 2, 9)[0]
        for chosen in (1, 2):
            await click(table, masters)
            about = find_about(table.rows, masters)
            assert sum(table.rows[n].chosen for n in about) == chosen, "each of the equal cards"


# ---- inspection


async def test_enter_on_a_piece_of_one_choice_takes_it(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        here, entry = table.game.position, table.entry_of(TakeTile)
        await table.do(TakePiece(next(iter(entry.pieces))))
        assert table.line[here] == entry.action


async def test_enter_on_a_piece_of_several_choices_goes_to_the_first(tmp_path: Path) -> None:
    game = sample_until("base-2", is_placement)
    with session_table(tmp_path, game.setup, game) as table:
        table.game.sit_down()
        await table.open()
        here, piece = table.game.position, pieces_of(table, EntryKind.ACTION, 2, 99)[0]
        await table.do(MoveTo(len(table.rows) - 1))
        await table.do(TakePiece(piece))
        assert table.game.position == here
        assert table.page.cursor == find_about(table.rows, piece)[0]


async def test_enter_on_a_refused_piece_says_why(tmp_path: Path) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        piece = pieces_of(table, EntryKind.REFUSAL, 1, 9)[0]
        await table.do(TakePiece(piece))
        about = [table.rows[n].text for n in find_about(table.rows, piece)]
        assert table.notices == ["\n".join(about)]
        table.session.inspected = piece
        assert any(about[0] in line for line in table.explanation)


async def test_enter_on_a_piece_of_no_choice_says_so(tmp_path: Path) -> None:
    with session_table(tmp_path, SOLO) as table:
        await table.open()
        await table.do(TakePiece(PieceRef("hall", 2)))
        assert len(table.notices) == 1 and table.durations == [Lasts.BRIEF]
