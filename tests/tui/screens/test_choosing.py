"""The list of choices at the table: what is visible, where the cursor starts, and what a key does."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core import Game, legal_actions
from rokoko_core.actions import ChooseHand, MakeDress, Place, Rent
from rokoko_core.box import box_of
from rokoko_core.journal import create
from rokoko_core.pending import MainAction, Payment
from rokoko_core.play.set_selection import WAYS_TO_LIST
from rokoko_core.state import Seat, Setup
from rokoko_tui.games import Start
from rokoko_tui.table.choice_list import EntryKind
from tests.saves.sample_games import FOLDER
from tests.tabletop import give, new, turn, windows
from tests.tui.at_table import TWO, Player, at_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", kind="bot", level="novice")), seed=7, first_player=0)
MANY = 26
"""Main actions of a position with a long list."""


def save_with_many_choices(folder: Path, name: str) -> Path:
    """Save a sample game at the first main action with many choices; return the path."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    number = next(
        n
        for n in range(game.length)
        if isinstance(game.at(n).pending[-1], MainAction) and len(legal_actions(game.at(n))) >= MANY
    )
    path = folder / "many.rokoko"
    create(path, game.setup, game.fork(number).entries).close()
    return path


def visible_entries(player: Player) -> int:
    """Return the visible lines that are entries or the heading of a closed group."""
    choices = player.choices
    entries = [entry for n, entry in enumerate(choices.entries) if player.sees(n)]
    opened = {entry.folder for entry in entries if entry.is_selectable}
    closed = [e for e in entries if e.kind is EntryKind.HEADING and e.folder and e.folder not in opened]
    return sum(entry.is_selectable for entry in entries) + len(closed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "least"),
    [((80, 24), 15), ((100, 30), 11), ((120, 40), 14), ((160, 50), 16), ((200, 60), 16)],
    ids=str,
)
@pytest.mark.parametrize("name", ["base-3", "everything-2", "everything-5"])
async def test_many_choices_are_visible_at_every_size(
    tmp_path: Path, name: str, size: tuple[int, int], least: int
) -> None:
    path = save_with_many_choices(tmp_path, name)
    async with at_table(tmp_path, Start("load", path=path), size, handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        await player.settle()
        assert visible_entries(player) >= least
        assert player.choices.top == 0
        rows = [player.choices.item_at(y) for y in range(player.choices.content_size.height)]
        takeable = [n for n in rows if n is not None and player.choices.entries[n].is_selectable]
        assert len(set(takeable)) == len(takeable), "an entry takes two lines"
        await player.press("i")
        assert visible_entries(player) >= least
        group = [n for n, entry in enumerate(player.choices.entries) if entry.key[:1] == "i"]
        assert all(map(player.sees, group)), "an opened group shows its entries"


# ---- few presses


async def test_a_hand_waits_for_enter_if_the_settings_say_so(tmp_path: Path) -> None:
    """The panes keep their lines meanwhile."""
    async with at_table(tmp_path, TWO, (100, 30), confirm_hand=True) as player:
        await player.press("space")
        view = player.table.view
        places = view.places_in(view.size)
        assert places["hand"].height >= 7
        await player.press("1", "2", "3")
        assert player.game.cursor == 0 and view.places_in(view.size) == places
        await player.press("enter")
        assert isinstance(player.game.line[0], ChooseHand)


async def test_a_dress_paid_in_one_of_many_ways_takes_six_presses(tmp_path: Path) -> None:
    state = replace(turn(new(), 0, "base-master"), setup=TWO)
    silk = [tile for tile in box_of(state).all_tiles if box_of(state).tile[tile].silk[2]]
    state = give(windows(state, "red-9"), 0, silk=sorted(silk), livre=30, yarn=5, lace=5)
    async with at_table(tmp_path, TWO, handover=False) as player:
        player.game._states[-1] = state
        player.table.redraw()
        await player.settle()
        make = next(entry.key for entry in player.choices.entries if entry.action == MakeDress("red-9"))
        await player.press(*make)
        paying = player.game.state
        assert isinstance(paying.pending[-1], Payment) and len(legal_actions(paying)) > WAYS_TO_LIST
        await player.press("enter", "1")
        assert isinstance(player.game.line[-1], Rent)
        place = next(entry.key for entry in player.choices.entries if isinstance(entry.action, Place))
        await player.press(*place)
        assert isinstance(player.game.line[-1], Place)
        assert len(make) + 2 + len(place) <= 6


# ---- keys


def closed_headings(player: Player) -> dict[str, int]:
    """Return the headings of groups whose entries are not visible, with the number of their first entry."""
    choices = player.choices
    headings = [n for n, e in enumerate(choices.entries) if e.kind is EntryKind.HEADING and e.folder and player.sees(n)]
    return {choices.entries[n].text: n + 1 for n in headings if not player.sees(n + 1)}


async def test_a_closed_group_shows_a_key_as_a_choice_does(tmp_path: Path) -> None:
    path = save_with_many_choices(tmp_path, "base-3")
    async with at_table(tmp_path, Start("load", path=path), (100, 30), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        assert closed_headings(player)
        for heading, first in closed_headings(player).items():
            item = player.choices.items[first - 1]
            keys = {e.key[0] for e in player.choices.entries if e.folder == heading and e.is_selectable}
            row = next(y for y in range(player.choices.content_size.height) if player.choices.item_at(y) == first - 1)
            key, text = [part for part in player.choices.render_line(row) if part.text.strip()][:2]
            assert key.text.strip() in keys and text.text in item.forms
            assert key.style is not None and key.style.bold, "as the keys of choices are"


async def test_esc_closes_an_open_group_before_anything_else(tmp_path: Path) -> None:
    path = save_with_many_choices(tmp_path, "base-3")
    async with at_table(tmp_path, Start("load", path=path), (100, 30), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        choices, closed = player.choices, closed_headings(player)
        await player.press("down")
        began = choices.cursor
        key = choices.items[max(closed.values()) - 1].key[0]
        await player.press(key)
        assert closed_headings(player) != closed
        await player.press("escape")
        assert closed_headings(player) == closed and choices.cursor == began and player.app.screen is player.table
        choices.cursor = max(closed.values())
        await player.settle()
        await player.press("down", "escape")
        assert closed_headings(player) == closed and choices.cursor == began, "also where the arrow keys opened it"
        await player.press("escape")
        assert player.asking, "with nothing open Esc asks whether to leave"


async def test_clicks_take_only_the_row_that_waits_for_its_second_one(tmp_path: Path) -> None:
    path = save_with_many_choices(tmp_path, "everything-2")
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        choices, here, asks = player.choices, player.game.cursor, player.table.session.page().titles

        async def click(number: int) -> None:
            await player.click(choices, 6, choices.folded.tops[number] - choices.top)

        for first in closed_headings(player).values():
            heading = first - 1
            assert player.sees(heading)
            for _ in range(3):
                await click(heading)
                assert (player.game.cursor, player.table.session.page().titles) == (here, asks)
            assert choices.entries[choices.cursor].folder == choices.entries[heading].folder
        waits = player.table.words.wording("table.list.click-again")
        await click(choices.cursor)
        assert player.table.session.page().titles == waits
        while player.sees(choices.cursor):
            await player.scroll(choices)
        assert player.table.session.page().titles == asks, "the row that waits is out of sight"
        await player.press("home")
        row = choices.cursor
        await click(row)
        await player.pilot.resize_terminal(100, 30)
        await player.wait_until(lambda: player.app.size == (100, 30))
        await player.settle()
        assert player.game.cursor == here and choices.cursor == row
        selected = choices.entries[row].action
        assert player.table.session.page().titles == waits and player.sees(row)
        await click(row)
        assert player.game.line[here] == selected


@pytest.mark.slow
async def test_esc_does_not_leave_a_group_that_stays_open(tmp_path: Path) -> None:
    path = save_with_many_choices(tmp_path, "base-3")
    async with at_table(tmp_path, Start("load", path=path), (200, 80), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        assert not closed_headings(player)
        player.choices.cursor = next(n for n, e in enumerate(player.choices.entries) if e.folder and e.is_selectable)
        await player.settle()
        await player.press("escape")
        assert player.asking


async def test_giving_up_asks_once_more(tmp_path: Path) -> None:
    async with at_table(tmp_path, WITH_BOT) as player:
        await player.wait_until(lambda: player.game.state.pending[-1].seat == 0)
        await player.press("escape", "g")
        assert player.asking
        assert not player.game.conceded
        await player.press("escape")
        assert player.asking, "the question before"
        await player.press("escape")
        assert not player.asking and not player.game.conceded
        game = player.game
        await player.press("escape", "g", "y")
        assert game.conceded
