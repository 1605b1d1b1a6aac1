"""The mouse over a row or a piece: it is explained in the pane for that, until a key is pressed."""

from pathlib import Path

import pytest
from textual import events
from textual.widget import Widget

from rokoko_core.actions import TakeTile
from rokoko_core.game import Game
from rokoko_core.pending import MainAction
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.text_modals import TextSheetScreen
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from tests.tui.at_table import Player, at_table, save_until

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)


def is_main_action(game: Game) -> bool:
    return isinstance(game.state.pending[-1], MainAction)


async def hover(player: Player, widget: Widget, x: int, y: int) -> None:
    """Move the mouse to column ``x`` and row ``y`` of the screen, which shows ``widget`` there."""
    widget.post_message(
        events.MouseMove(widget, x - widget.region.x, y - widget.region.y, 0, 0, 0, False, False, False, x, y)
    )
    await player.settle()


def explanation(player: Player) -> str:
    """Return the heading of the explanation."""
    return player.table.query_one(PreviewPane).items[0].text


def find_piece(player: Player, piece: PieceRef) -> tuple[Pane, int, int]:
    """Return a pane that shows ``piece``, and a cell of it there."""
    panes = (pane for pane in player.table.query(Pane) if piece in pane.where())
    pane = next(pane for pane in panes if pane.where()[piece].overlaps(pane.content_region))
    spot = next(spot for spot in pane.drawing.spots if spot.piece == piece)
    return pane, pane.content_region.x + spot.x, pane.content_region.y + spot.y - pane.top


async def test_the_row_or_piece_under_the_mouse_is_explained_until_a_key_is_pressed(tmp_path: Path) -> None:
    path = save_until(tmp_path, WITH_BOT, is_main_action)
    async with at_table(tmp_path, Start("load", path=path), size=(120, 40)) as player:
        choices = player.choices
        cursor = choices.cursor
        there = explanation(player)
        number = next(
            n for n, entry in enumerate(choices.entries) if isinstance(entry.action, TakeTile) and n != cursor
        )
        row = choices.folded.tops[number] - choices.top
        await hover(player, choices, choices.content_region.x + 4, choices.content_region.y + row)
        assert explanation(player) == choices.entries[number].text != there
        assert player.table.page is not None and choices.entries[number].pieces == player.table.page.lit
        assert choices.cursor == cursor, "Enter still takes what it took"
        await player.press("x", "escape")
        assert explanation(player) == there
        piece = next(iter(choices.entries[number].pieces))
        await hover(player, *find_piece(player, piece))
        assert explanation(player) == choices.entries[number].text, "that of its choice"
        board = PieceRef("player", 1)
        await hover(player, *find_piece(player, board))
        assert explanation(player) == player.table.words.piece(board, player.game.state)
        assert all(pane.tooltip is None for pane in player.table.query(Pane)), "nothing is covered"
        tapped = PieceRef("hall", 3)
        pane, x, y = find_piece(player, tapped)
        await player.click(pane, x - pane.content_region.x, y - pane.content_region.y)
        assert explanation(player) == player.table.words.piece(tapped, player.game.state), "a tap explains too"
        await hover(player, *find_piece(player, piece))
        await player.press("enter", "u")
        assert explanation(player) == there, "after a choice the mouse explains only where it moves"
        pane, x, y = find_piece(player, board)
        await player.click(pane, x - pane.content_region.x, y - pane.content_region.y)
        assert isinstance(player.app.screen, TextSheetScreen)


@pytest.mark.parametrize("way", ["escape", "footer"])
async def test_esc_ends_the_explanation_of_a_clicked_piece_and_does_not_leave(tmp_path: Path, way: str) -> None:
    path = save_until(tmp_path, WITH_BOT, is_main_action)
    async with at_table(tmp_path, Start("load", path=path), size=(120, 40)) as player:
        there, table = explanation(player), player.table
        pane, x, y = find_piece(player, PieceRef("hall", 3))
        await player.click(pane, x - pane.content_region.x, y - pane.content_region.y)
        assert explanation(player) == table.words.piece(PieceRef("hall", 3), player.game.state)
        if way == "escape":
            await player.press("escape")
        else:
            await table.run_action("back")
            await player.settle()
        assert explanation(player) == there and player.app.screen is table
        await player.press("escape")
        assert player.asking, "nothing else is open"


async def test_the_second_of_two_clicks_explains_nothing(tmp_path: Path) -> None:
    path = save_until(tmp_path, WITH_BOT, is_main_action)
    async with at_table(tmp_path, Start("load", path=path), size=(120, 40)) as player:
        there = explanation(player)
        pane, _, _ = find_piece(player, PieceRef("hall", 3))
        player.table.post_message(Pane.Picked(PieceRef("hall", 3), pane, is_repeated=True))
        await player.settle()
        assert explanation(player) == there, "the first one made a choice, after which the piece is none"


async def test_one_esc_ends_an_inspection_that_was_moved_by_a_click(tmp_path: Path) -> None:
    path = save_until(tmp_path, WITH_BOT, is_main_action)
    async with at_table(tmp_path, Start("load", path=path), size=(120, 40)) as player:
        there, view = explanation(player), player.table.view
        await player.press("x")
        pane, x, y = find_piece(player, PieceRef("hall", 3))
        await player.click(pane, x - pane.content_region.x, y - pane.content_region.y)
        assert view.inspected_piece == PieceRef("hall", 3)
        await player.press("escape")
        assert view.stop is None and explanation(player) == there


async def test_a_tap_on_a_choice_ends_the_explanation_of_the_piece_tapped_before(tmp_path: Path) -> None:
    path = save_until(tmp_path, WITH_BOT, is_main_action)
    async with at_table(tmp_path, Start("load", path=path), size=(120, 40)) as player:
        choices, hall = player.choices, PieceRef("hall", 3)
        tiles = [n for n, entry in enumerate(choices.entries) if isinstance(entry.action, TakeTile)]
        for number, by_piece in ((tiles[1], True), (tiles[2], False)):
            pane, x, y = find_piece(player, hall)
            await player.click(pane, x - pane.content_region.x, y - pane.content_region.y)
            assert explanation(player) == player.table.words.piece(hall, player.game.state)
            target: Widget = choices
            x, y = choices.content_region.x + 4, choices.content_region.y + choices.folded.tops[number] - choices.top
            if by_piece:
                target, x, y = find_piece(player, next(iter(choices.entries[number].pieces)))
            await player.click(target, x - target.content_region.x, y - target.content_region.y)
            assert choices.cursor == number and explanation(player) == choices.entries[number].text
