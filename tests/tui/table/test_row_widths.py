"""Every choice and every reason takes one line of the narrowest list."""

from collections.abc import Iterable, Iterator
from functools import cache

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from rokoko_core import Game
from rokoko_core import actions as do
from rokoko_core.actions import Action
from rokoko_core.box import box_of
from rokoko_core.engine import why_not
from rokoko_core.pending import BonusOf, Effect, ExamCard, JewelOffer, Placement, RentOrSell, RewardTile, TileInHand
from rokoko_core.play.menu import Menu
from rokoko_core.refusal import Refusal
from rokoko_core.state import State, with_player
from rokoko_core.terms import Exam, Notion, Rank, Task, Zone
from rokoko_tui.panes.choices import FULL, make_item
from rokoko_tui.table.choice_list import MenuEntry, list_refusal_entries, make_action_entry
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import Edition
from tests.saves.sample_games import FOLDER
from tests.tabletop import EVERYTHING, new, turn

WIDTH = 35
"""Columns of the list at 100x30; at 80x24 and 120x40 it has 37."""
WIDEST = 44
"""Columns of a choice in the list at 160x50, the widest."""
LANGUAGES = [("english", "classic"), ("english", "deluxe"), ("ukrainian", "deluxe")]


def list_states(start: State) -> Iterator[tuple[State, Iterator[Action]]]:
    """Yield states with actions that need not be legal there, so that each piece of the game is in one label."""
    box = box_of(start)
    main = turn(start, 0, "base-master")

    def ask(decision: object) -> State:
        return replace(main, pending=(decision,))

    cards = list(box.card)
    yield main, (kind(card) for card in cards for kind in (do.PlayCard, do.Hire))
    yield main, (do.Fund(space) for space in box.decoration)
    yield main, iter((do.ClaimFavor(), do.Decline()))
    for exam in Exam:
        yield with_player(main, 0, exam=exam), iter((do.SitExam(),))
        yield ask(ExamCard(0, exam)), (do.ChooseExamCard(card) for card in cards)
    yield main, (do.Depute(f"base-{rank}", Zone.PLAYED) for rank in ("master", "journeyman", "apprentice-livre"))
    for tile in box.tile:
        yield replace(main, warehouse=(tile,) * len(main.warehouse)), map(do.TakeTile, range(len(main.warehouse)))
        for decision in (TileInHand(0, tile, False, Rank.APPRENTICE), TileInHand(0, tile, False, Rank.MASTER)):
            yield ask(decision), iter((do.KeepTile(), *map(do.DiscardTile, Notion)))
        yield replace(ask(RewardTile(0)), warehouse=(tile,) * 12), iter((do.TakeTile(0),))
    for dress in box.dress:
        shown = replace(main, windows=(dress,) * len(main.windows))
        for pending in (main.pending, (BonusOf(0, "j-sell", 0),)):
            yield replace(shown, pending=pending), iter((do.MakeDress(dress),))
        yield ask(RentOrSell(0, dress, Rank.MASTER)), iter((do.Rent(), do.Sell()))
        offer = ask(JewelOffer(0, dress))
        for colour in ("yellow", "red", "green", "blue"):
            jewels = replace(offer, jewels=(colour,) * len(main.jewels))
            yield jewels, (do.TakeJewel(n) for n in range(len(main.jewels)))
        yield offer, iter((do.Decline(),))
        yield ask(Placement(0, dress, Rank.MASTER)), (do.Place(space) for space in box.guest)
        if box.dress[dress].effect:
            effect = ask(Effect(0, dress))
            yield effect, iter((do.Decline(), *(do.Depute(card, zone) for card in cards for zone in Zone)))
    for card in cards:
        used = ask(BonusOf(0, card, 0))
        yield used, iter((do.UseBonus(), do.Decline(), do.DrawTile(), *map(do.TakeNotion, (Notion.YARN, Notion.LACE))))
        yield used, (do.ChooseHall(hall) for hall in range(1, 6))
        yield used, (do.BuyPrestige(points) for points in (1, 12))
        yield used, (do.Fund(space) for space in box.decoration)
        yield used, (do.UseSupplyCard(other) for other in cards)
        if "depute" in box.card[card].bonus:
            yield used, (do.Depute(other, zone) for other in cards for zone in Zone)
        piled = with_player(used, 1, discard=(card,))
        yield piled, iter((do.CopyBonus(1),))
        if box.card[card].condition:
            yield with_player(main, 0, specialist=card), iter((do.HireSpecialist(),))
    yield main, map(do.MarkTask, Task)


@cache
def list_refusals() -> tuple[tuple[State, Refusal], ...]:
    """Return every reason about each action or family it is given for in the sample games."""
    seen = dict[tuple[object, ...], tuple[State, Refusal]]()
    for path in sorted(FOLDER.glob("*.rokoko")):
        game = Game.load(path)
        for number in range(0, game.length, 3):
            state = game.at(number)
            for refusal in why_not(state) if state.pending else ():
                about = refusal.about if isinstance(refusal.about, str) else type(refusal.about)
                key = (about, refusal.reason, refusal.missing, refusal.word, type(state.pending[-1]))
                seen.setdefault(key, (state, refusal))
    return tuple(seen.values())


def find_wide(entries: Iterable[MenuEntry]) -> set[str]:
    """Return the entries that take more than one line."""
    return {
        item.forms[-1]
        for item in map(make_item, entries)
        if all(cell_len(text) > item.columns(WIDTH)[0] for text in item.forms)
    }


@pytest.mark.parametrize(("language", "edition"), LANGUAGES)
@pytest.mark.quick(1)
def test_every_choice_takes_one_line(language: str, edition: Edition) -> None:
    words, start = get_words(edition, language), new(2, expansions=EVERYTHING)
    entries = [
        make_action_entry(action, state, words, "1", Menu())
        for state, actions in list_states(start)
        for action in actions
    ]
    assert len(entries) > 5000
    assert find_wide(entries) == set()


@pytest.mark.parametrize(("language", "edition"), LANGUAGES)
def test_choices_have_their_long_text_where_there_are_columns_for_the_longest(language: str, edition: Edition) -> None:
    words, start = get_words(edition, language), new(2, expansions=EVERYTHING)
    scores = {do.Fund: " ★+10", do.Place: " ★+10", do.TakeJewel: " ★+1…+9", do.PlayCard: "", do.Hire: ""}
    longest = dict.fromkeys(scores, 0)
    for state, actions in list_states(start):
        for action in actions:
            if type(action) in scores:
                item = make_item(make_action_entry(action, state, words, "1", Menu()))
                columns = cell_len(item.text + scores[type(action)])
                longest[type(action)] = max(longest[type(action)], columns if columns <= WIDEST else 0)
    assert max(longest.values()) == FULL, longest


@pytest.mark.parametrize(("language", "edition"), LANGUAGES)
def test_every_reason_takes_one_line(language: str, edition: Edition) -> None:
    words = get_words(edition, language)
    entries = [entry for state, refusal in list_refusals() for entry in list_refusal_entries([refusal], state, words)]
    assert len(entries) > 100
    assert find_wide(entries) == set()
