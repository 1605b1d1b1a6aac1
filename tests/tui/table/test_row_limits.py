"""The first and the last row of a list, the first and the last number, and what is one beyond them."""

from pathlib import Path

import pytest

from rokoko_core.actions import BuyPrestige, ChooseHall, Decline, Depute, PlayCard, TakeTile, UseSupplyCard
from rokoko_core.game import Game
from rokoko_core.observe import observe
from rokoko_core.pending import CardChoice, MainAction
from rokoko_core.play.forecast import Forecast, NoForecast
from rokoko_core.play.menu import Menu
from rokoko_core.preview import Preview
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Zone
from rokoko_tui.table.choice_list import EntryKind, MenuEntry, assign_keys, list_entries, picked_card
from rokoko_tui.table.commands import CommandId, MoveTo
from rokoko_tui.table.menu_entries import (
    NUMBERS,
    find_about,
    find_entry,
    find_group,
    find_key,
    find_next_number,
    list_card_keys,
    list_copies,
)
from rokoko_tui.table.page import FEW, LEAST, Moment, measure_list
from rokoko_tui.table.watch_session import can_stop
from rokoko_tui.text import get_words
from rokoko_tui.text.piece_refs import PieceRef
from tests.tabletop import new, turn
from tests.tui.table.session_table import play_until, sample_until, session_table

WITH_BOT = Setup((Seat("Ada"), Seat("Bo", "bot", "apprentice")), seed=7, first_player=0)
TILES = [
    MenuEntry(EntryKind.ACTION, f"tile {n}", "", TakeTile(n), pieces=frozenset((PieceRef("tile", n),)))
    for n in range(3)
]
HEADING, SKIP = MenuEntry(EntryKind.HEADING, "Tiles"), MenuEntry(EntryKind.ACTION, "Skip", "", Decline())


def is_main_action(game: Game) -> bool:
    return game.state.pending[-1] == MainAction(0)


# ---- what is under the cursor


@pytest.mark.parametrize(("cursor", "text"), [(-2, ""), (-1, ""), (0, "tile 0"), (2, "tile 2"), (3, "")])
def test_the_entry_under_the_cursor_is_that_of_its_row(cursor: int, text: str) -> None:
    entry = Moment(observe(new(), 0), tuple(TILES), cursor).entry
    assert (entry.text if entry is not None else "") == text


@pytest.mark.parametrize(("hovered", "row"), [(-1, 1), (0, 0), (2, 2), (3, 1)])
async def test_the_row_under_the_mouse_is_explained_else_that_under_the_cursor(
    tmp_path: Path, hovered: int, row: int
) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        table.session.update(rows=tuple(TILES), cursor=1)
        table.session.hovered = hovered
        assert table.session.explained_entry is TILES[row]
        assert table.session.mode.lit() == TILES[row].pieces


@pytest.mark.parametrize(
    ("rows", "cursor", "then"),
    [
        (TILES, 0, 0),
        (TILES, 2, 2),
        (TILES, 3, 0),
        ([HEADING, *TILES], 0, 1),
        ([HEADING, *TILES], 1, 1),
        ([HEADING, *TILES], 4, 1),
        ([HEADING], 0, -1),
        ([], 0, -1),
    ],
)
async def test_the_cursor_is_where_it_is_wanted_else_on_the_first_row_that_it_can_be_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[MenuEntry], cursor: int, then: int
) -> None:
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        monkeypatch.setattr(table.session.game_mode, "rows", lambda: tuple(rows))
        table.session.update(opened="d", clicked=TILES[0].action)
        table.session.hovered = 1
        table.session.fill(cursor)
        moment = table.session.moment
        assert (moment.cursor, moment.opened, moment.clicked, table.session.hovered) == (then, "", None, -1)


def test_the_cursor_stops_at_everything_but_headings_and_remarks() -> None:
    stops = {kind for kind in EntryKind if can_stop(MenuEntry(kind, ""))}
    assert stops == set(EntryKind) - {EntryKind.HEADING, EntryKind.NOTE}
    selectable = {kind for kind in EntryKind if MenuEntry(kind, "").is_selectable}
    assert selectable == stops - {EntryKind.REFUSAL}


# ---- found by action, key, group and piece


def test_an_entry_is_found_on_any_row_and_by_the_equals_it_stands_for() -> None:
    equal = MenuEntry(EntryKind.ACTION, "alike", "", TakeTile(3), equals=(TakeTile(4), TakeTile(5)))
    rows = [*TILES, HEADING, equal]
    found = [
        find_entry(action, rows) for action in (TakeTile(0), TakeTile(2), TakeTile(4), TakeTile(5), TakeTile(6), None)
    ]
    assert found == [0, 2, 4, 4, -1, -1]


def keyed(*keys: str) -> list[MenuEntry]:
    return [MenuEntry(EntryKind.ACTION, key, key, TakeTile(n)) for n, key in enumerate(keys)]


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (keyed("1", "2"), {"1": 0, "2": 1, "3": None, "": None}),
        (keyed("d1", "d2"), {"d1": 0, "d": None, "1": None}),
        ([*keyed("a", "b"), SKIP], {"a": 0, "1": 0, "2": 1, "3": None, "0": None}),
        ([HEADING, *TILES, SKIP], {"1": 1, "3": 3, "4": None, "x": None}),
        (keyed("a", "5"), {"1": None, "5": 1}),
        ([*TILES, *(SKIP,) * 9], {"1": 0, "3": 2, "4": None}),
    ],
    ids=["numbers", "groups", "letters", "without keys", "a number", "passes are not counted"],
)
def test_a_key_finds_its_row_and_a_number_counts_where_no_choice_has_one(
    rows: list[MenuEntry], found: dict[str, int | None]
) -> None:
    assert {key: find_key(rows, key) for key in found} == found


def test_of_two_rows_with_a_key_the_first_has_it_and_equal_cards_have_several() -> None:
    rows = [*keyed("1", "1"), MenuEntry(EntryKind.ACTION, "twice", "2", PlayCard("x"), other_keys=("3",))]
    assert [find_key(rows, key) for key in "123"] == [0, 2, 2]
    assert len(NUMBERS) == 9 and find_key([*TILES * 4], "9") == 8


def test_a_letter_opens_its_group_on_any_row_but_no_choice_of_that_letter() -> None:
    assert [find_group(keyed("d1", "d2", "e", "f12"), key) for key in ("d", "e", "f", "f1", "f12", "x")] == [
        0, None, 3, 3, None, None,
    ]  # fmt: skip


def test_a_number_is_bounded_by_the_first_and_the_last() -> None:
    rows = [MenuEntry(EntryKind.ACTION, str(n), str(n), BuyPrestige(n)) for n in (3, 2, 1)]
    assert [find_next_number(rows, cursor, step) for cursor, step in ((0, 1), (0, -1), (2, -1), (2, 1))] == [0, 1, 2, 1]
    assert find_next_number(TILES, 0, 1) is None


def test_entries_about_a_piece_are_found_with_their_folder_and_refusals_only_alone() -> None:
    piece, hall = PieceRef("tile", 0), PieceRef("hall", 1)
    refusal = MenuEntry(EntryKind.REFUSAL, "no", pieces=frozenset((piece,)))
    folder = MenuEntry(EntryKind.HEADING, "Hall 1", pieces=frozenset((hall,)), folder="Hall 1")
    guests = [
        MenuEntry(EntryKind.ACTION, "guest", folder="Hall 1"),
        MenuEntry(EntryKind.ACTION, "other", folder="Hall 2"),
    ]
    assert find_about([*TILES, refusal], piece) == [0]
    assert find_about([refusal, HEADING], piece) == [0]
    assert find_about([folder, *guests], hall) == [1]
    assert find_about([folder, *guests], piece) == []


# ---- cards and tiles


def test_a_card_shows_all_keys_of_its_entries() -> None:
    hand, tile = PieceRef("hand", "x"), PieceRef("tile", 1)
    rows = [
        MenuEntry(EntryKind.ACTION, "x", "1", pieces=frozenset((hand,)), other_keys=("4",)),
        MenuEntry(EntryKind.ACTION, "x again", "2", pieces=frozenset((hand,))),
        MenuEntry(EntryKind.ACTION, "no key", "", pieces=frozenset((hand,))),
        MenuEntry(EntryKind.ACTION, "two pieces", "3", pieces=frozenset((hand, tile))),
        MenuEntry(EntryKind.ACTION, "tile", "5", pieces=frozenset((tile,))),
    ]
    assert list_card_keys(rows) == {hand: ("1", "4", "2")}


def test_of_equal_pieces_the_chosen_and_the_one_under_the_cursor_are_marked() -> None:
    supply, lit = PieceRef("supply", "x"), frozenset((PieceRef("supply", "x"),))

    def thing(number: int, chosen: bool = False) -> MenuEntry:
        return MenuEntry(EntryKind.THING, "x", thing=number, chosen=chosen, pieces=lit)

    free = [thing(0), thing(1), thing(2)]
    some = [thing(0, True), thing(1), thing(2)]
    every = [thing(0, True), thing(1, True), thing(2, True)]
    nothing = frozenset[PieceRef]()
    assert list_copies(free, free[1], lit) == {supply: ("", "lit", "")}
    assert list_copies(free, None, lit) == {supply: ("lit", "", "")}
    assert list_copies(some, None, lit) == {supply: ("chosen", "lit", "")}
    assert list_copies(every, None, lit) == {supply: ("lit", "chosen", "chosen")}
    assert list_copies(some, None, nothing) == {supply: ("chosen", "", "")}
    whole = MenuEntry(EntryKind.ACTION, "all", "", PlayCard("x"), pieces=lit)
    assert list_copies([*some, whole], whole, lit) == {supply: ("lit", "", "")}
    assert list_copies([whole], whole, lit) == {supply: ("lit",)}
    assert list_copies([], None, lit) == {}


@pytest.mark.parametrize(
    ("action", "picked"),
    [
        (PlayCard("x"), ("x", Zone.HAND)),
        (Depute("x", Zone.DISCARD), ("x", Zone.DISCARD)),
        (UseSupplyCard("x"), ("x", Zone.SUPPLY)),
        (TakeTile(0), None),
        (None, None),
    ],
)
def test_which_card_of_the_deck_a_choice_picks(action: object, picked: object) -> None:
    assert picked_card(action) == picked  # type: ignore[arg-type]


@pytest.mark.parametrize("keys", ["", "1", "12", "123", "123456"])
def test_a_card_has_the_number_of_its_place_in_the_hand_choice_as_far_as_there_are_keys(keys: str) -> None:
    game = sample_until("base-2", lambda game: isinstance(game.state.pending[-1], CardChoice))
    view = observe(game.state, game.state.pending[-1].seat)
    cards = [action.card for action in view.actions if isinstance(action, PlayCard)]
    assert len(cards) == 3
    for skipped in range(4):
        order = [*[""] * skipped, *cards]
        rows = list_entries(view, Menu(), get_words("classic"), None, keys, order)
        shown = [entry.key for entry in rows if isinstance(entry.action, PlayCard)]
        assert shown == [keys[n] if n < len(keys) else "" for n in range(skipped, skipped + 3)]


def test_a_place_beyond_nine_has_no_key() -> None:
    state = turn(new(), 0, "base-master")
    keys = assign_keys([ChooseHall(hall) for hall in (1, 9)], state, "123456789")
    assert all(keys) and len(set(keys)) == 2
    buys = assign_keys([BuyPrestige(n) for n in (1, 12)], state, "123456789")
    assert all(buys) and len(set(buys)) == 2


# ---- the size of a list


@pytest.mark.parametrize(
    ("rows", "refusals", "few", "short"),
    [(1, 0, True, LEAST), (LEAST + 1, 2, True, LEAST + 1), (FEW, 3, True, FEW), (FEW + 1, 0, False, 0)],
)
def test_a_list_is_short_up_to_its_limit(rows: int, refusals: int, few: bool, short: int) -> None:
    entries = [*TILES[:1] * rows, *(MenuEntry(EntryKind.REFUSAL, "no"),) * refusals]
    state = turn(new(), 0, "base-master")
    for beside in (False, True):
        size = measure_list(entries, state, confirms_hand=True, is_beside_task=beside)
        assert (size.is_few, size.short) == (few, short)
        assert (size.with_reasons, size.beside_task) == (rows + refusals, rows if beside else 0)


def test_a_hand_choice_has_lines_for_the_whole_hand_and_for_enter() -> None:
    assert [measure_list(TILES, new(), confirms, False).short for confirms in (False, True)] == [7, 8]


# ---- what is expected of a choice


async def test_a_forecast_belongs_to_its_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that took time is not shown for the choice on which the cursor is by then, and none is fetched twice."""
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        monkeypatch.setattr(table.game, "known_forecast", lambda action: None)
        first, second = [n for n, row in enumerate(table.rows) if isinstance(row.action, TakeTile)][:2]
        await table.do(MoveTo(first))
        await table.run_effects(table.session.fetch_forecast())
        assert "forecast" in table.work and table.session.forecast is None
        assert table.session.fetch_forecast() == [], "it is on its way"
        action = table.entry.action
        table.session.update(forecast=(action, (known := Forecast(Preview()))))
        assert table.session.forecast is known and table.page.forecast is known
        assert table.session.fetch_forecast() == [], "it is there"
        await table.do(MoveTo(second))
        assert table.session.forecast is None, "it is not that of this choice"
        table.session.inspected = PieceRef("hall", 1)
        assert table.session.forecast_entry is None and table.session.fetch_forecast() == []
        table.session.inspected = next(iter(table.entry.pieces))
        assert table.session.forecast_entry is table.entry
        assert len(table.session.fetch_forecast()) == 1
        monkeypatch.undo()
        table.session.inspected = None
        await table.do(CommandId.REASONS)
        assert table.session.forecast_entry is None and table.session.fetch_forecast() == [], (
            "a refusal changes nothing"
        )


@pytest.mark.parametrize("is_known", [True, False])
async def test_a_forecast_that_is_fetched_is_shown_once_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_known: bool
) -> None:
    """One that the game does not give any more, as it continued meanwhile, is none."""
    with session_table(tmp_path, WITH_BOT, play_until(WITH_BOT, is_main_action)) as table:
        await table.open()
        action = table.entry_of(TakeTile).action
        assert action is not None
        forecast = table.game.known_forecast(action)
        monkeypatch.setattr(table.game, "known_forecast", lambda action: None)

        async def fetch(asked: object) -> Forecast:
            assert asked == action
            if not is_known or forecast is None:
                raise NoForecast("the game continued")
            return forecast

        monkeypatch.setattr(table.game, "forecast", fetch)
        await table.do(MoveTo(table.rows.index(table.entry_of(TakeTile))))
        await table.run_effects(table.session.fetch_forecast())
        await table.run("forecast")
        assert table.session.forecast == (forecast if is_known else None)
        assert table.session.fetch_forecast() == []
