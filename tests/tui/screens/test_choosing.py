"""The list of choices at the table: what is visible, where the cursor starts, and what a key does."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual import events

from rokoko_core import Game, apply, legal_actions
from rokoko_core.actions import ChooseHand, Depute, Fund, Hire, MakeDress, Place, PlayCard, Rent, TakeTile
from rokoko_core.box import box_of
from rokoko_core.journal import create
from rokoko_core.pending import CardChoice, MainAction, Payment
from rokoko_core.play.choices import is_main_action
from rokoko_core.play.driver import GameDriver
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.memory_book import MemoryBook
from rokoko_core.preview import Preview, preview
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Zone
from rokoko_tui.panes.preview import PreviewPane
from rokoko_tui.screens.handover import HandoverScreen
from rokoko_tui.settings.settings import Settings
from rokoko_tui.start_target import Start
from rokoko_tui.table import key_guard
from rokoko_tui.table.choice_list import EntryKind
from rokoko_tui.table.menu_entries import list_menu_entries
from rokoko_tui.table.set_selection import WAYS_TO_LIST
from rokoko_tui.text.piece_refs import PieceRef
from tests.core.remote.hosted import RandomThinker
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


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("size", "least"),
    [((80, 24), 15), ((100, 30), 12), ((120, 40), 14), ((160, 50), 16), ((200, 60), 16)],
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


def save_at(folder: Path, name: str, fits: Callable[[Game, int], bool]) -> Path:
    """Save a sample game at the first position that ``fits``; return the path."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    number = next(n for n in range(game.length) if game.at(n).pending and fits(game, n))
    path = folder / "here.rokoko"
    create(path, game.setup, game.fork(number).entries).close()
    return path


async def test_the_last_card_takes_the_hand_and_undo_is_free(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, confirm_hand=False) as player:
        await player.press("space", "1", "2")
        assert player.game.cursor == 0
        await player.press("3")
        assert isinstance(player.game.line[0], ChooseHand)
        assert isinstance(player.app.screen, HandoverScreen)


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


async def test_the_cursor_continues_to_the_next_card_not_selected(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, confirm_hand=False) as player:
        supply = player.game.state.players[0].supply
        await player.press("space", "4", "enter")
        cards = [entry for entry in player.choices.entries if entry.kind is EntryKind.THING]
        assert [entry.chosen for entry in cards] == [False, False, False, True, True]
        assert player.choices.entry is cards[0], "the first card follows the last"
        await player.press("5")
        assert player.choices.entry is not None and not player.choices.entry.chosen, "deselecting keeps the cursor"
        scene = player.table.view.scene
        assert scene is not None and scene.copies[PieceRef("supply", supply[4])] == ("chosen", "lit")
        await player.press("enter", "enter")
        assert player.game.state.players[0].hand == tuple(sorted((supply[0], supply[3], supply[4])))


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


async def test_a_card_keeps_its_number_from_the_hand_to_the_play(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, handover=False) as player:
        numbers = {entry.key: entry.text for entry in player.choices.entries if entry.kind is EntryKind.THING}
        equal = numbers["4"] == numbers["5"]
        await player.press("2", "3", "5", "enter", "1", "2", "3", "enter")
        assert isinstance(player.game.state.pending[-1], CardChoice)
        shown = {entry.key: entry.text for entry in player.choices.entries if isinstance(entry.action, PlayCard)}
        assert equal, "the number of the card that was chosen, not of its equal"
        assert shown == {key: numbers[key] for key in ("2", "3", "5")}
        scene = player.table.view.scene
        assert scene is not None and list(scene.card_keys.values()) == [("2",), ("3",), ("5",)], "on the cards too"
        await player.press("5")
        assert isinstance(player.game.line[-1], PlayCard)


async def test_an_entry_for_two_equal_cards_takes_both_of_their_numbers(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO, handover=False) as player:
        await player.press("2", "4", "5", "enter", "1", "2", "3", "enter")
        assert [entry.key for entry in player.choices.entries if isinstance(entry.action, PlayCard)] == ["2", "4"]
        scene = player.table.view.scene
        assert scene is not None and list(scene.card_keys.values()) == [("2",), ("4", "5")]
        await player.press("5")
        played = player.game.line[-1]
        assert isinstance(played, PlayCard) and played.card == player.game.at(0).players[0].supply[-1]


async def test_a_key_meant_for_a_forced_card_does_not_choose_what_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who sits down with one card left presses its number, but it was played already."""

    def has_one_card(game: Game, number: int) -> bool:
        return isinstance(game.at(number).pending[-1], CardChoice) and len(legal_actions(game.at(number))) == 1

    path = save_at(tmp_path, "base-3", has_one_card)
    async with at_table(tmp_path, Start("load", path=path), forced_steps=True) as player:
        await player.wait_until(lambda: isinstance(player.app.screen, HandoverScreen))
        monkeypatch.setattr(key_guard, "GUARD_SECONDS", 0.25)
        now = player.table.now() + 5
        monkeypatch.setattr("rokoko_tui.screens.table.current_time", lambda: now)
        await player.press("space")
        at = player.game.cursor
        assert isinstance(player.game.line[-1], PlayCard)
        key = next(entry.key for entry in player.choices.entries if isinstance(entry.action, TakeTile))
        for moment, taken in ((0.7, 0), (1.1, 1)):
            event = events.Key(key, key)
            event.time = now + moment
            player.app.post_message(event)
            await player.settle()
            assert player.game.cursor == at + taken


async def test_the_cards_of_a_hand_without_a_choice_keep_the_numbers_of_the_first_turn(tmp_path: Path) -> None:
    def plays_into_a_gap(game: Game, number: int) -> bool:
        """Whether a card is played that was not the last of a hand of three without a choice."""
        start = max(first for _, first in game.round_starts if first <= number)
        seat = game.seat_of(number)
        chosen = any(isinstance(game.line[n], ChooseHand) and game.seat_of(n) == seat for n in range(start, number))
        cards = [action for action in legal_actions(game.at(number)) if isinstance(action, PlayCard)]
        return not chosen and len(cards) == 3 and game.line[number] in cards[:-1]

    path = save_at(tmp_path, "base-3", plays_into_a_gap)
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > 2)
        game, source = player.table.game, Game.load(FOLDER / "base-3.rokoko")
        seat, here = game.viewer, game.position
        numbers = {entry.action: entry.key for entry in player.choices.entries if isinstance(entry.action, PlayCard)}
        assert len(numbers) == 3
        again = (n for n in range(here + 1, source.length) if isinstance(source.at(n).pending[-1], CardChoice))
        for action in source.line[here : next(n for n in again if source.seat_of(n) == seat)]:
            await game.play(action)
        game.sit_down()
        player.table.redraw()
        await player.settle()
        left = {entry.action: entry.key for entry in player.choices.entries if isinstance(entry.action, PlayCard)}
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


async def test_a_free_fountain_says_what_it_adds_to_the_income(tmp_path: Path) -> None:
    """It is free and scores nothing at once; the preview says both."""

    def is_free(game: Game, number: int) -> bool:
        offered = [a for a in legal_actions(game.at(number)) if isinstance(a, Fund) and a.space.startswith("fountain")]
        return any(preview(game.at(number), action) == Preview() for action in offered)

    async with at_table(tmp_path, Start("load", path=save_at(tmp_path, "base-3", is_free)), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > 1)
        fountains = (n for n, e in enumerate(player.choices.entries) if isinstance(e.action, Fund) and "free" in e.text)
        player.choices.cursor = next(fountains)
        await player.settle()
        lines = player.table.session.page().details.lines
        assert lines[0].startswith("Income: +") and "Cost: free" in lines


async def test_the_explanation_of_a_hire_says_what_the_bonus_does(tmp_path: Path) -> None:
    path = save_at(tmp_path, "base-3", lambda game, n: any(isinstance(a, Hire) for a in legal_actions(game.at(n))))
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > 1)
        at = next(n for n, entry in enumerate(player.choices.entries) if isinstance(entry.action, Hire))
        hire = player.choices.entries[at].action
        assert isinstance(hire, Hire)
        player.choices.cursor = at
        await player.settle()
        words, card = player.table.words, box_of(player.game.state).card[hire.card]
        assert words.bonus(card.bonus) in [item.text for item in player.table.query_one(PreviewPane).items]


async def test_the_title_shows_a_started_code_and_a_key_without_meaning_is_answered(tmp_path: Path) -> None:
    path = save_with_many_choices(tmp_path, "base-3")
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        title = str(player.choices.border_title)
        await player.press("i")
        assert str(player.choices.border_title) == "i: press the number · Esc close"
        await player.press("escape")
        assert str(player.choices.border_title) == title and player.app.screen is player.table
        await player.press("i")
        at = player.game.cursor
        await player.press("9")
        assert player.game.cursor == at, "i9 is no choice, and 9 alone was not meant"
        assert str(player.choices.border_title) == title
        for keys, meaningless in (((), "i9"), (("z",), "z")):
            await player.press(*keys)
            notices = [note.message for note in player.app._notifications]
            assert notices == [player.table.words.say_of("table.notice.no-key", {"key": meaningless})]


def closed_headings(player: Player) -> dict[str, int]:
    """Return the headings of groups whose entries are not visible, with the number of their first entry."""
    choices = player.choices
    headings = [n for n, e in enumerate(choices.entries) if e.kind is EntryKind.HEADING and e.folder and player.sees(n)]
    return {choices.entries[n].text: n + 1 for n in headings if not player.sees(n + 1)}


async def test_a_closed_group_shows_its_keys_as_a_choice_does(tmp_path: Path) -> None:
    path = save_with_many_choices(tmp_path, "base-3")
    async with at_table(tmp_path, Start("load", path=path), (100, 30), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        assert closed_headings(player)
        for heading, first in closed_headings(player).items():
            item = player.choices.items[first - 1]
            keys = dict.fromkeys(e.key[0] for e in player.choices.entries if e.folder == heading and e.is_selectable)
            row = next(y for y in range(player.choices.content_size.height) if player.choices.item_at(y) == first - 1)
            key, text = [part for part in player.choices.render_line(row) if part.text.strip()][:2]
            assert key.text.strip() == " ".join(keys) and text.text in (item.text, item.short)
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


async def test_esc_does_not_leave_a_group_that_stays_open(tmp_path: Path) -> None:
    path = save_with_many_choices(tmp_path, "base-3")
    async with at_table(tmp_path, Start("load", path=path), (200, 80), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > MANY)
        assert not closed_headings(player)
        player.choices.cursor = next(n for n, e in enumerate(player.choices.entries) if e.folder and e.is_selectable)
        await player.settle()
        await player.press("escape")
        assert player.asking


async def test_a_key_typed_ahead_does_not_choose_how_to_pay(tmp_path: Path) -> None:
    def few_ways(game: Game, number: int) -> bool:
        state, made = game.at(number), game.line[number]
        if not isinstance(made, MakeDress):
            return False
        paying = apply(state, made)
        return isinstance(paying.pending[-1], Payment) and 1 < len(legal_actions(paying)) <= WAYS_TO_LIST

    path = save_at(tmp_path, "base-4", few_ways)
    async with at_table(tmp_path, Start("load", path=path), handover=False) as player:
        await player.wait_until(lambda: len(player.choices.entries) > 1)
        early = events.Key("1", "1")
        dress = Game.load(FOLDER / "base-4.rokoko").line[player.game.cursor]
        await player.press(*next(entry.key for entry in player.choices.entries if entry.action == dress))
        assert isinstance(player.game.state.pending[-1], Payment)
        player.app.post_message(early)
        await player.settle()
        assert isinstance(player.game.state.pending[-1], Payment), "the key was pressed before the question"
        assert player.app._notifications
        await player.press("1")
        assert not isinstance(player.game.state.pending[-1], Payment)


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
