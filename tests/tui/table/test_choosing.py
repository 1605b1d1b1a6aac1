"""Few keys for a choice: hands, the numbers of cards, groups, and keys that were meant for something else."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core import Game, Seat
from rokoko_core.actions import BuyPrestige, ChooseHand, Decline, Depute, Fund, MakeDress, PlayCard, TakeTile
from rokoko_core.engine import apply, legal_actions
from rokoko_core.journal import create
from rokoko_core.pending import CardChoice, MainAction, Payment
from rokoko_core.play.choices import is_main_action
from rokoko_core.play.driver import GameDriver
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.play.set_selection import WAYS_TO_LIST
from rokoko_core.preview import Preview, preview
from rokoko_core.terms import Zone
from rokoko_tui.panes.table_view import make_scene
from rokoko_tui.settings.settings import Settings
from rokoko_tui.table import key_guard
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.commands import MoveTo
from rokoko_tui.table.menu_entries import find_next_number, list_menu_entries
from rokoko_tui.text.piece_refs import PieceRef
from tests.core.remote.hosted import RandomThinker
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO
from tests.tui.table.session_table import SessionTable, saved_table, session_table

MANY = 26
"""Main actions of a position with a long list."""


def save_at(folder: Path, name: str, fits: Callable[[Game, int], bool]) -> Path:
    """Save a sample game, played by people, at the first position that ``fits``; return the path."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    number = next(n for n in range(game.length) if game.at(n).pending and fits(game, n))
    path = folder / "here.rokoko"
    create(path, game.setup, game.fork(number).entries).close()
    return path


def numbers_on_cards(table: SessionTable) -> list[tuple[str, ...]]:
    """Return the keys that the cards in the hand show."""
    return list(make_scene(table.page, table.words, None, None, pictures=True).card_keys.values())


# ---- numbers


@pytest.mark.parametrize(
    ("keys", "opened", "points"),
    [("1", "1", 1), ("12", "", 12), ("15", "", 1), ("2", "", 2), ("13", "", 1)],
)
async def test_a_number_of_several_digits_is_typed(tmp_path: Path, keys: str, opened: str, points: int) -> None:
    """A number of which another digit may follow waits for that or for Enter."""
    with session_table(tmp_path, TWO) as table:
        await table.open()
        rows = [number_entry(n) for n in range(12, 0, -1)]
        taken: list[object] = []
        table.session.play = lambda action: taken.append(action) or []  # type: ignore[method-assign, func-returns-value]
        table.session.update(rows=tuple(rows), cursor=0)
        for key in keys:
            await table.press(key)
        assert table.session.moment.opened == opened
        assert table.entry.action == BuyPrestige(points)
        assert taken == ([BuyPrestige(points)] if keys in ("2", "12") else [])
        if opened:
            assert table.title == "1: another digit, or Enter"
            await table.press_keys("enter")
            assert taken == [BuyPrestige(points)]


def test_left_and_right_change_a_number() -> None:
    rows = [MenuEntry(EntryKind.HEADING, "Buy"), *(number_entry(n) for n in (3, 2, 1))]
    rows.append(MenuEntry(EntryKind.ACTION, "Skip", "0", Decline()))
    cursor, cursors = 1, []
    for step in (-1, -1, -1, 1, 1, 1):
        cursor = find_next_number(rows, cursor, step) or 0
        cursors.append(cursor)
    assert cursors == [2, 3, 3, 2, 1, 1], "left is less, right is more"
    assert find_next_number(rows, 4, 1) == 3, "from the skipped bonus to the least"
    assert find_next_number(rows[4:], 0, 1) is None


def number_entry(points: int) -> MenuEntry:
    return MenuEntry(EntryKind.ACTION, str(points), str(points), BuyPrestige(points))


# ---- hands


async def test_the_last_card_takes_the_hand(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO, confirm_hand=False, handover=False) as table:
        await table.open()
        await table.press_keys("1", "2")
        assert table.game.position == 0
        await table.press_keys("3")
        assert isinstance(table.line[0], ChooseHand)


async def test_the_cursor_continues_to_the_next_card_not_selected(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO, confirm_hand=False, handover=False) as table:
        await table.open()
        supply = table.game.observation().table.players[0].supply
        await table.press_keys("4", "enter")
        cards = [entry for entry in table.rows if entry.kind is EntryKind.THING]
        assert [entry.chosen for entry in cards] == [False, False, False, True, True]
        assert table.entry is cards[0], "the first card follows the last"
        await table.press_keys("5")
        assert not table.entry.chosen, "deselecting keeps the cursor"
        scene = make_scene(table.page, table.words, None, None, pictures=True)
        assert scene.copies[PieceRef("supply", supply[4])] == ("chosen", "lit")
        await table.press_keys("enter", "enter")
        assert isinstance(hand := table.line[0], ChooseHand)
        assert sorted(hand.cards) == sorted((supply[0], supply[3], supply[4]))


# ---- the numbers of cards


async def test_a_card_keeps_its_number_from_the_hand_to_the_play(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO, handover=False) as table:
        await table.open()
        numbers = {entry.key: entry.text for entry in table.rows if entry.kind is EntryKind.THING}
        equal = numbers["4"] == numbers["5"]
        await table.press_keys("2", "3", "5", "enter", "1", "2", "3", "enter")
        shown = {entry.key: entry.text for entry in table.rows if isinstance(entry.action, PlayCard)}
        assert equal, "the number of the card that was chosen, not of its equal"
        assert shown == {key: numbers[key] for key in ("2", "3", "5")}
        assert numbers_on_cards(table) == [("2",), ("3",), ("5",)], "on the cards too"
        await table.press_keys("5")
        assert isinstance(table.line[-1], PlayCard)


async def test_an_entry_for_two_equal_cards_takes_both_of_their_numbers(tmp_path: Path) -> None:
    with session_table(tmp_path, TWO, handover=False) as table:
        await table.open()
        supply = table.game.observation().table.players[0].supply
        await table.press_keys("2", "4", "5", "enter", "1", "2", "3", "enter")
        assert [entry.key for entry in table.rows if isinstance(entry.action, PlayCard)] == ["2", "4"]
        assert numbers_on_cards(table) == [("2",), ("4", "5")]
        await table.press_keys("5")
        played = table.line[-1]
        assert isinstance(played, PlayCard) and played.card == supply[-1]


async def test_the_cards_of_a_hand_without_a_choice_keep_the_numbers_of_the_first_turn(tmp_path: Path) -> None:
    def plays_into_a_gap(game: Game, number: int) -> bool:
        """Whether a card is played that was not the last of a hand of three without a choice."""
        start = max(first for _, first in game.round_starts if first <= number)
        seat = game.seat_of(number)
        chosen = any(isinstance(game.line[n], ChooseHand) and game.seat_of(n) == seat for n in range(start, number))
        cards = [action for action in legal_actions(game.at(number)) if isinstance(action, PlayCard)]
        return not chosen and len(cards) == 3 and game.line[number] in cards[:-1]

    with saved_table(save_at(tmp_path, "base-3", plays_into_a_gap), handover=False) as table:
        await table.open()
        game, source = table.game, Game.load(FOLDER / "base-3.rokoko")
        seat, here = game.viewer, game.position
        numbers = {entry.action: entry.key for entry in table.rows if isinstance(entry.action, PlayCard)}
        assert len(numbers) == 3
        again = (n for n in range(here + 1, source.length) if isinstance(source.at(n).pending[-1], CardChoice))
        for action in source.line[here : next(n for n in again if source.seat_of(n) == seat)]:
            await game.play(action)
        await table.open()
        left = {entry.action: entry.key for entry in table.rows if isinstance(entry.action, PlayCard)}
        assert left and left == {action: numbers[action] for action in left}


async def test_a_hired_card_keeps_its_number_when_one_before_it_was_played() -> None:
    """In every turn of a recorded game, what is offered again has the number of the turn before in the round."""
    source = Game.load(FOLDER / "base-3.rokoko")
    setup = replace(source.setup, players=tuple(Seat(seat.name) for seat in source.setup.players))
    kept, game = dict[tuple[int, int], dict[str, str]](), LocalGame(MemoryBook(Game.new(setup), FOLDER))
    for action in source.line:
        game.sit_down()
        state, before = (
            game.observation().table,
            kept.setdefault((game.to_move or 0, source.at(game.position).round), {}),
        )
        if isinstance(state.pending[-1], CardChoice):
            driver = GameDriver(game, Settings(), RandomThinker(), automatic=False)
            entries = list_menu_entries(driver, Settings(), None)
            keys = {e.action.card: e.key for e in entries if isinstance(e.action, PlayCard) and not e.other_keys}
            assert {card: before.get(card, key) for card, key in keys.items()} == keys
            before.update(keys)
        await game.play(action)
    assert any(len(keys) > 3 for keys in kept.values()), "somebody played a card hired in the same round"


@pytest.mark.slow
@pytest.mark.rule("BON-6", "EXPERT-1")
@pytest.mark.parametrize("name", ["base-2", "everything-3"])
async def test_a_card_has_one_number_in_all_lists_of_a_turn(name: str) -> None:
    """Among the cards that a bonus or a dress may depute, the one played and those in hand have their numbers of the
    hand, and no number is there twice.
    """
    source, compared = Game.load(FOLDER / f"{name}.rokoko"), 0
    setup = replace(source.setup, players=tuple(Seat(seat.name) for seat in source.setup.players))
    hand, game = dict[str, tuple[str, ...]](), LocalGame(MemoryBook(Game.new(setup), FOLDER))
    for action in source.line:
        game.sit_down()
        entries = list_menu_entries(GameDriver(game, Settings(), RandomThinker(), automatic=False), Settings(), None)
        keys = [key for entry in entries for key in (entry.key, *entry.other_keys) if key]
        assert len(keys) == len(set(keys))
        table = game.observation().table
        if isinstance(table.pending[-1], CardChoice):
            hand = {e.action.card: (e.key, *e.other_keys) for e in entries if isinstance(e.action, PlayCard)}
        for entry in entries:
            match entry.action:
                case Depute(card, Zone.HAND | Zone.PLAYED) if card in hand and not is_main_action(table):
                    assert entry.key in hand[card], entry.text
                    compared += entry.key != "1"
        await game.play(action)
    assert compared > 3


# ---- explanations


async def test_a_free_fountain_says_what_it_adds_to_the_income(tmp_path: Path) -> None:
    """It is free and scores nothing at once; the preview says both."""

    def is_free(game: Game, number: int) -> bool:
        offered = [a for a in legal_actions(game.at(number)) if isinstance(a, Fund) and a.space.startswith("fountain")]
        return any(preview(game.at(number), action) == Preview() for action in offered)

    with saved_table(save_at(tmp_path, "base-3", is_free), handover=False) as table:
        await table.open()
        fountains = (n for n, e in enumerate(table.rows) if isinstance(e.action, Fund) and "free" in e.text)
        await table.do(MoveTo(next(fountains)))
        lines = table.page.details.lines
        assert lines[0].startswith("Income: +") and "Cost: free" in lines


async def test_the_title_shows_a_started_code_and_a_key_without_meaning_is_answered(tmp_path: Path) -> None:
    def has_many(game: Game, number: int) -> bool:
        state = game.at(number)
        return isinstance(state.pending[-1], MainAction) and len(legal_actions(state)) >= MANY

    with saved_table(save_at(tmp_path, "base-3", has_many), handover=False) as table:
        await table.open()
        title = table.title
        await table.press_keys("i")
        assert table.title == "i: press the number · Esc close"
        await table.press_keys("escape")
        assert table.title == title and table.steps == []
        await table.press_keys("i")
        at = table.game.position
        await table.press_keys("9")
        assert table.game.position == at, "i9 is no choice, and 9 alone was not meant"
        assert table.title == "i: press the number · Esc close"
        await table.press_keys("escape", "z")
        assert table.notices == [
            table.words.say_of("table.notice.no-key", {"key": meaningless}) for meaningless in ("i9", "z")
        ]


# ---- too early


async def test_a_key_meant_for_a_forced_card_does_not_choose_what_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who sits down with one card left presses its number, but it was played already."""

    def has_one_card(game: Game, number: int) -> bool:
        return isinstance(game.at(number).pending[-1], CardChoice) and len(legal_actions(game.at(number))) == 1

    monkeypatch.setattr(key_guard, "GUARD_SECONDS", 0.25)
    with saved_table(save_at(tmp_path, "base-3", has_one_card), forced_steps=True) as table:
        await table.open()
        await table.answer_hand_over()
        at, now = table.game.position, table.time
        assert isinstance(table.line[-1], PlayCard)
        key = next(entry.key for entry in table.rows if isinstance(entry.action, TakeTile))
        for moment, taken in ((0.7, 0), (1.1, 1)):
            await table.press(key, now + moment)
            assert table.game.position == at + taken


async def test_a_key_typed_ahead_does_not_choose_how_to_pay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def few_ways(game: Game, number: int) -> bool:
        state, made = game.at(number), game.line[number]
        if not isinstance(made, MakeDress):
            return False
        paying = apply(state, made)
        return isinstance(paying.pending[-1], Payment) and 1 < len(legal_actions(paying)) <= WAYS_TO_LIST

    monkeypatch.setattr(key_guard, "GUARD_SECONDS", 0.25)
    with saved_table(save_at(tmp_path, "base-4", few_ways), handover=False) as table:
        await table.open()
        table.time += 9
        at, dress = table.game.position, Game.load(FOLDER / "base-4.rokoko").line[table.game.position]
        await table.press_keys(*next(entry.key for entry in table.rows if entry.action == dress))
        await table.press("1", table.time + 0.1)
        assert table.game.position == at + 1, "the key was pressed before the question"
        assert table.notices == ["Too early: press 1 again."]
        await table.press("1", table.time + 1)
        assert table.game.position > at + 1
