"""The list of choices: what is possible, and what is not and why."""

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from rokoko_core import Game
from rokoko_core.actions import (
    BuyPrestige,
    Decline,
    Depute,
    DiscardTile,
    EndTurn,
    Fund,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    PlayCard,
    Rent,
    TakeJewel,
    TakeNotion,
    TakeTile,
)
from rokoko_core.box import box_of
from rokoko_core.engine import apply, legal_actions, to_move, why_not
from rokoko_core.journal import read
from rokoko_core.observe import observe
from rokoko_core.pending import (
    BarryHall,
    BarryTurn,
    BonusOf,
    CardChoice,
    HandChoice,
    JewelOffer,
    Payment,
    Placement,
    TileInHand,
)
from rokoko_core.play.menu import Menu, menu_of
from rokoko_core.play.set_selection import make_set_selection
from rokoko_core.refusal import Reason
from rokoko_core.score_range import ScoreRange
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State, with_player
from rokoko_core.terms import DecorationKind, Expansion, Rank, Task
from rokoko_tui.keys import pick_keys
from rokoko_tui.lesson import SCRIPT_PATH
from rokoko_tui.panes.choices import make_item
from rokoko_tui.table.choice_list import EntryKind, find_useful_entry, list_entries
from rokoko_tui.table.menu_entries import find_entry
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import Edition
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import fit
from rokoko_tui.widgets.folded_items import INDENT
from tests.saves.sample_games import FOLDER
from tests.tabletop import EVERYTHING, bonus, dressed, funded, give, jeweler, new, turn, warehouse, windows

FREE = pick_keys(("table", "inspection", "look", "list", "log", "other-turns", "app"), {})


def test_a_refused_action_is_found_by_its_pieces() -> None:
    state = give(windows(turn(new(), 0, "base-master"), "yellow-1"), 0, livre=0)
    window = PieceRef("window", state.windows.index("yellow-1"))
    shown = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, ())
    refused = {entry.text: entry.pieces for entry in shown if entry.kind is EntryKind.REFUSAL}
    assert refused["Yellow ladies' dress (YY): missing 2 yellow silk"] == {window}
    assert {PieceRef("tile", space) for space in range(len(state.warehouse))} <= set().union(*refused.values())


@pytest.mark.rule("ACQ-3", "DRESS-2")
def test_payments_with_the_same_silk_are_one_entry() -> None:
    """The two GR differ in the notions that they had before they were kept."""
    words, state = get_words("classic"), give(windows(turn(new(), 0, "base-master"), "green-1"), 0, livre=9)
    needed = box_of(state).dress["green-1"].silk
    assert needed == (0, 2, 0, 0), "the payment is two green bales"
    state = give(state, 0, silk=("gr:lace", "gr:yarn", "gb:yarn/lace"), yarn=3, lace=3)
    state = apply(state, MakeDress("green-1"))
    entries = list_entries(observe(state, 0), Menu(), words, None, FREE)
    texts = [entry.text for entry in entries if isinstance(entry.action, PayTiles)]
    assert len(texts) == len(set(texts)) < len(legal_actions(state))
    assert all(find_entry(action, entries) >= 0 for action in legal_actions(state))


@pytest.mark.rule("BON-4")
@pytest.mark.parametrize("round", [3, LAST_ROUND])
def test_prestige_is_bought_as_a_number_from_the_best_down(round: int) -> None:
    state = replace(give(bonus(new(), 0, "6-prestige-3-livre"), 0, livre=37), round=round)
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    numbers = [(entry.action.points, entry.key) for entry in entries if isinstance(entry.action, BuyPrestige)]
    assert numbers == [(points, str(points)) for points in range(12, 0, -1)], "each has a key"
    start = entries[find_useful_entry(entries)].action
    assert start == BuyPrestige(12)


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize(
    ("rank", "done", "kept", "discarded"),
    [
        (Rank.APPRENTICE, (), " · exam task", " · exam task"),
        (Rank.APPRENTICE, (Task.COMMON_SILK,), "", " · exam task"),
        (Rank.APPRENTICE, (Task.COMMON_SILK, Task.NOTIONS), "", ""),
        (Rank.MASTER, (), "", ""),
    ],
)
def test_a_tile_in_hand_says_which_choice_completes_a_task(
    rank: Rank, done: tuple[Task, ...], kept: str, discarded: str
) -> None:
    words, state = get_words("classic"), turn(new(2, expansions=EVERYTHING), 0, "base-apprentice-livre")
    state = with_player(replace(state, pending=(TileInHand(0, "yy:yarn", False, rank),)), 0, tasks=done)
    texts = {type(e.action): e.forms for e in list_entries(observe(state, 0), Menu(), words, None, FREE)}
    assert texts[KeepTile] == (
        f"Keep 2 yellow as silk{kept}",
        f"Keep YY as silk{kept}",
        *([f"Keep YY{kept}"] if kept else []),
    )
    tight = f"Discard: 1 yarn{discarded}" if discarded else "Discard for 1 yarn"
    assert texts[DiscardTile] == (f"Discard the tile for 1 yarn{discarded}", tight)
    line = ["Completes an examination task: keep a tile with yellow or green silk."]
    assert words.describe_consequences(KeepTile(), state) == (line if kept else [])


@pytest.mark.rule("END-6")
def test_fireworks_without_a_dress_to_multiply_say_so() -> None:
    words, state = get_words("classic"), turn(new(2), 0, "base-master")
    missing = "dress in the King's Hall for it to multiply: so far it only counts for the fireworks majority."
    assert words.describe_consequences(Fund("fireworks-1"), state) == [f"You have no {missing}"]
    dressed_king = dressed(state, 0, "red-1", "1.3")
    assert words.describe_consequences(Fund("fireworks-1"), dressed_king) == []
    one_more = funded(dressed_king, 0, "fireworks-1")
    assert words.describe_consequences(Fund("fireworks-2"), one_more) == [f"You have no other {missing}"]


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize("space", ["statue-1", "jeweler-1"])
def test_a_decoration_says_who_completes_the_task_with_it(space: str) -> None:
    words, game = get_words("classic"), new(2, expansions=EVERYTHING)
    by_master = turn(game, 0, "base-master")
    needs = ["Only an Apprentice completes the examination task: fund a decoration."]
    assert words.describe_consequences(Fund(space), by_master) == needs
    by_apprentice = turn(game, 0, "base-apprentice-livre")
    does = ["Completes an examination task: fund a decoration."]
    assert words.describe_consequences(Fund(space), by_apprentice) == does
    assert words.describe_consequences(Fund(space), with_player(by_master, 0, tasks=(Task.FUND,))) == []
    assert words.describe_consequences(Fund(space.replace("jeweler", "statue")), turn(new(), 0, "base-master")) == []


@pytest.mark.rule("BON-6")
def test_the_cursor_is_on_no_card_that_is_deputed_for_nothing() -> None:
    """Neither on the card whose own bonus it is, nor on one without a bonus; on the pass where nothing else is left."""
    state = bonus(new(), 0, "1-depute-use-bonus")
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    useless = [e for e in entries if not isinstance(e.action, Depute) or not e.gains]
    cards = {e.action.card for e in useless if isinstance(e.action, Depute)}
    assert cards == {"1-depute-use-bonus", "base-master"}
    start = find_useful_entry([*useless, *entries])
    assert start >= len(useless) and isinstance(entries[start - len(useless)].action, Depute)
    assert isinstance(useless[find_useful_entry(useless)].action, Decline)


@pytest.mark.rule("BON-6")
@pytest.mark.parametrize("edition", ["classic", "deluxe"])
def test_equal_cards_in_several_places_are_told_apart(edition: Edition) -> None:
    state = Game.load(FOLDER / "base-2.rokoko").at(28)
    entries = list_entries(observe(state, to_move(state)), Menu(), get_words(edition), None, FREE)
    lines, heading = list[tuple[str, str]](), ""
    for entry in entries:
        heading = entry.text if entry.kind is EntryKind.HEADING else heading
        lines += [(heading, entry.forms[-1])] if isinstance(entry.action, Depute) else []
    assert len({card for _, card in lines}) < len(set(lines)) == len(lines)


@pytest.mark.rule("INC-1")
def test_a_fountain_says_what_it_adds_to_the_income_of_the_rounds_left() -> None:
    words, state = get_words("classic"), turn(dressed(new(3), 0, "red-1", "1.3"), 0, "base-master")
    lines = [
        words.describe_consequences(Fund(f"fountain-{row}-1"), replace(state, round=6)) for row in ("lower", "upper")
    ]
    assert lines == [["Income: +1 Livre in each of 2 rounds"]] * 2
    assert words.describe_consequences(Fund("statue-1"), state) == []
    with_both = replace(funded(state, 0, "fountain-upper-1", "statue-2"), round=7)
    assert words.describe_consequences(Fund("statue-1"), with_both) == ["Income: +1 Livre this round"]


@pytest.mark.rule("ACQ-1")
def test_every_tile_of_the_largest_warehouse_has_a_key_of_its_own() -> None:
    state = give(turn(new(5), 0, "base-master"), 0, livre=99)
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    keys = [entry.key for entry in entries if isinstance(entry.action, TakeTile)]
    assert len(keys) == len(set(keys)) == 12
    others = {entry.key[:1] for entry in entries if entry.action and not isinstance(entry.action, TakeTile)}
    assert all(len(key) == 1 for key in keys)
    assert others.isdisjoint(keys)


@pytest.mark.parametrize("name", ["base-4", "everything-3", "solo-everything"])
def test_the_cursor_starts_on_the_first_entry_that_gains_something(name: str) -> None:
    """On a pass only where there is nothing else."""
    game, kinds = Game.load(FOLDER / f"{name}.rokoko"), set[type]()
    for number in range(0, game.length, 3):
        state = game.at(number)
        if not state.pending or isinstance(state.pending[-1], HandChoice | Payment | BarryTurn | BarryHall):
            continue
        view = observe(state, state.pending[-1].seat)
        entries = list_entries(view, Menu(), get_words("classic"), None, ())
        start = entries[find_useful_entry(entries)]
        others = {type(entry.action) for entry in entries if entry.action is not None}
        kinds.add(type(start.action))
        if isinstance(start.action, Decline | EndTurn):
            assert others <= {Decline, EndTurn}
        if isinstance(start.action, Depute):
            assert others <= {Decline, EndTurn, Depute}
    assert {TakeTile, PlayCard, EndTurn} <= kinds


@pytest.mark.rule("DEP-1")
@pytest.mark.parametrize("livre", [0, 6])
def test_the_main_action_is_never_given_up_by_default(livre: int) -> None:
    """Deputing brings money; an Apprentice brings 4 Livre, a prestige if they make the tenth one (END-1)."""
    state = warehouse(give(turn(new(), 0, "base-apprentice-livre"), 0, livre=livre))
    assert {type(action) for action in legal_actions(state)} == {Decline, Depute}
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    assert isinstance(entries[find_useful_entry(entries)].action, Depute)


@pytest.mark.parametrize(
    ("round", "livre", "start"),
    [(1, 9, TakeNotion), (1, 10, TakeNotion), (LAST_ROUND, 9, TakeNotion), (LAST_ROUND, 10, Decline)],
)
def test_a_bonus_is_skipped_by_default_only_if_nothing_but_the_score_counts(
    round: int, livre: int, start: type
) -> None:
    state = replace(give(bonus(new(), 0, "base-journeyman"), 0, livre=livre), round=round)
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    assert isinstance(entries[find_useful_entry(entries)].action, start)


def test_a_second_main_action_is_not_skipped_by_default_before_the_last_round() -> None:
    """With 10 Livre every tile that costs something lowers the score by the prestige for them (END-1)."""
    state = warehouse(give(bonus(new(), 0, "base-apprentice-acquire"), 0, livre=10), "gg:yarn", "b:yarn/lace")
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    assert all(entry.best < 0 for entry in entries if isinstance(entry.action, TakeTile))
    assert isinstance(entries[find_useful_entry(entries)].action, TakeTile)
    last = replace(state, round=LAST_ROUND)
    entries = list_entries(observe(last, 0), menu_of(last), get_words("classic"), None, FREE)
    assert isinstance(entries[find_useful_entry(entries)].action, Decline)


def test_the_cursor_passes_over_what_an_equal_price_exceeds() -> None:
    """A tile with more silk costs no more, and a guest in the same hall gives a notion besides."""
    state = give(turn(new(), 0, "base-apprentice-livre"), 0, livre=5)
    tiles = ["b:yarn/lace", "gb:yarn/lace"]
    state = warehouse(windows(state), *tiles)
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    start = entries[find_useful_entry(entries)].action
    assert isinstance(start, TakeTile) and state.warehouse[start.space] == tiles[1]
    wasteful = {e.action.space for e in entries if isinstance(e.action, TakeTile) and e.wastes}
    assert wasteful == {0}
    state = replace(new(), pending=(Placement(0, "red-2", Rank.MASTER),))
    box = box_of(state)
    entries = list_entries(observe(state, 0), Menu(), get_words("classic"), None, FREE)
    placed = {e.action.space: e.wastes for e in entries if isinstance(e.action, Place)}
    masters = [space for space in box.guests if space.hall == 1 and space.master]
    assert [placed[space.id] for space in masters] == [True, False]


@pytest.mark.rule("END-3")
def test_the_cursor_starts_in_the_hall_that_scores_most() -> None:
    """The lead of the King's Hall is worth most, but where the rival leads by two, one dress gains nothing."""
    state = dressed(dressed(new(), 1, "blue-1", "1.1"), 1, "blue-2", "1.3")
    state = replace(state, pending=(Placement(0, "red-2", Rank.JOURNEYMAN),))
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    start = entries[find_useful_entry(entries)]
    best = max(entry.best for entry in entries if isinstance(entry.action, Place))
    assert isinstance(start.action, Place) and start.best == best
    assert box_of(state).guest[start.action.space].hall == 2


@pytest.mark.rule("END-3", "BON-8")
def test_the_cursor_starts_on_the_best_turn_with_its_bonus() -> None:
    """The last turn of a Journeyman in the lesson: a yarn for 1 Livre makes another pair for the crown. In the King's
    Hall the dress brings 9, and the Livre for the yarn; in hall 2 it brings 7, and a tile of the yarn's worth.
    """
    game = read(SCRIPT_PATH).game
    number = max(n for n in range(game.length) if game.line[n] == MakeDress("blue-1"))
    state = apply(game.at(number + 1), Rent())
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    gains = {entry.action.space: entry.gain.longest for entry in entries if isinstance(entry.action, Place)}
    assert (gains["1.5"], gains["2.3"], gains["1.4"]) == ("★+9 to +12", "★+7 to +10", "★+9")
    assert entries[find_useful_entry(entries)].action == Place("1.5")
    after = apply(state, Place("1.5"))
    entries = list_entries(observe(after, 0), menu_of(after), get_words("classic"), None, FREE)
    assert [(entry.text, entry.gain.longest) for entry in entries if entry.is_selectable] == [
        ("Gain 1 yarn for 1 Livre", "★+3"),
        ("Gain 1 lace for 1 Livre", ""),
        ("Skip the bonus", ""),
    ]


@pytest.mark.rule("BON-1", "TURN-2")
def test_an_action_gains_nothing_by_a_bonus_that_follows_every_choice() -> None:
    """In the last round, 3 prestige come with every main action; only some decorations add to them."""
    state = give(turn(new(2, expansions=[Expansion.JEWELRY_BOX]), 0, "s-decorations"), 0, livre=18)
    state = replace(warehouse(state, "yy:yarn", "gr:lace"), round=LAST_ROUND)
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    gains = {entry.action: (entry.gain.longest, entry.gains) for entry in entries if entry.action is not None}
    assert gains[Decline()] == ("★±0 to +3", False)
    assert gains[TakeTile(0)] == ("★±0 to +3", False)
    start = entries[find_useful_entry(entries)]
    assert isinstance(start.action, Fund) and start.gains
    assert start.best == max(entry.best for entry in entries if entry.is_selectable) > 3


@pytest.mark.rule("JB-3")
def test_of_equal_jewels_the_cursor_is_on_the_cheapest() -> None:
    """Jewels of the dress's colour are at 3, 2 and 0 Livre; the green one suits no red dress."""
    state = funded(new(2, expansions=[Expansion.JEWELRY_BOX]), 0, "jeweler-1")
    state = jeweler(state, "red", "red", "green", "red")
    state = replace(give(state, 0, livre=9), pending=(JewelOffer(0, "red-2"),))
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    assert entries[find_useful_entry(entries)].action == TakeJewel(3)


@pytest.mark.rule("JB-3")
def test_the_cursor_passes_over_a_jewel_that_another_exceeds() -> None:
    """The red necklace is free and scores no less; the yellow one is better only if it has the colour of the dress."""
    state = funded(new(2, expansions=[Expansion.JEWELRY_BOX]), 0, "jeweler-1")
    state = give(jeweler(state, "yellow", "green", "green", "red"), 0, livre=9)
    for dress, start in (("red-2", 3), ("yellow-1", 0)):
        offer = replace(state, pending=(JewelOffer(0, dress),))
        entries = list_entries(observe(offer, 0), menu_of(offer), get_words("classic"), None, FREE)
        assert entries[find_useful_entry(entries)].action == TakeJewel(start), dress


def test_the_cursor_passes_over_a_loss() -> None:
    """With 10 Livre a tile for 1 Livre costs a prestige; the last tile of its segment is free."""
    segments = ["yy:yarn/lace", "gr:lace", "", "", "b:yarn/lace"]
    state = warehouse(give(bonus(new(), 0, "base-apprentice-acquire"), 0, livre=10), *segments)
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    assert [entry.best for entry in entries if isinstance(entry.action, TakeTile)] == [-1, -1, 0]
    assert entries[find_useful_entry(entries)].action == TakeTile(4)


# ---- what is not possible


def not_now(state: State) -> list[tuple[str, str]]:
    """Return full and short text of each refusal of the list."""
    entries = list_entries(observe(state, to_move(state)), menu_of(state), get_words("classic"), None, FREE)
    return [(entry.text, entry.forms[-1]) for entry in entries if entry.kind is EntryKind.REFUSAL]


@pytest.mark.rule("JB-3")
def test_only_jewels_that_suit_the_dress_are_refused() -> None:
    state = give(jeweler(new(2, expansions=[Expansion.JEWELRY_BOX]), "red", "green", "red", "blue"), 0, livre=3)
    placing = replace(state, pending=(Placement(0, "red-2", Rank.MASTER),))
    assert not_now(placing) == [("2 × Red necklace: needs a Jeweler",) * 2], "the two differ in their spaces only"
    offer = funded(replace(state, pending=(JewelOffer(0, "red-2"),)), 0, "jeweler-1")
    assert not_now(offer) == []
    dear = give(offer, 0, livre=2)
    assert not_now(dear) == [("Red necklace on space 1: costs 3 Livre, you need 1 more", "Red necklace: lacks 1 L")]


@pytest.mark.rule("HIRE-1", "ACQ-1")
def test_a_reason_names_its_action_once() -> None:
    """All cards for hire have one price; equal tiles and dresses are counted."""
    state = warehouse(give(windows(turn(new(), 0, "base-master"), "red-1", "red-2"), 0, livre=0), *["yr:yarn"] * 2)
    shorts = [tight for _, tight in not_now(state)]
    assert ("Hire: costs 5 Livre, you need 5 more", "Hire: lacks 5 L") in not_now(state)
    assert "2 × Acquire YR ≈: lacks 1 L" in shorts and "2 × Make red: lacks RR" in shorts, shorts
    assert len(shorts) == len(set(shorts))


@pytest.mark.parametrize("name", ["base-5", "everything-4"])
def test_what_only_a_rank_may_do_needs_it(name: str) -> None:
    game, reasons = Game.load(FOLDER / f"{name}.rokoko"), {Reason.WRONG_RANK, Reason.THIMBLE, Reason.MASTER_SPACE}
    seen = set[Reason]()
    for state in map(game.at, range(0, game.length, 2)):
        for refusal in why_not(state) if state.pending else ():
            if refusal.reason in reasons and not isinstance(state.pending[-1], BonusOf):
                seen.add(refusal.reason)
                texts = get_words("classic").refusal(refusal, state)
                assert all(": needs " in text for text in texts), texts
    assert seen == reasons


@pytest.mark.rule("BON-2")
def test_an_extra_thimble_dress_does_not_need_another_rank() -> None:
    state = bonus(
        windows(give(new(2), 0, livre=9, silk=("yy:yarn/lace",)), "yellow-6", "yellow-1"), 0, "2-extra-dress-common"
    )
    assert "Make yellow: main action only" in [tight for _, tight in not_now(state)]


def test_a_master_space_has_one_name() -> None:
    state = dressed(replace(new(), pending=(Placement(0, "red-2", Rank.JOURNEYMAN),)), 1, "red-1", "2.2")
    by_master = replace(state, pending=(Placement(0, "red-2", Rank.MASTER),))
    entries = list_entries(observe(by_master, 0), Menu(), get_words("classic"), None, FREE)
    assert {"Space M1 · none", "Space 3 · tile"} <= {entry.forms[-1] for entry in entries}
    assert [tight for _, tight in not_now(by_master)] == ["Hall 2, M2: taken"]
    entries = list_entries(observe(by_master, 0), menu_of(by_master), get_words("classic"), None, FREE)
    refused = [make_item(entry) for entry in entries if entry.kind is EntryKind.REFUSAL]
    assert [item.forms for item in refused] == [("Hall 2, space M2: taken", "Hall 2, M2: taken")]
    assert [tight for _, tight in not_now(state)] == ["Master space: needs a Master", "Hall 2, M2: taken"]


@pytest.mark.rule("JB-4")
def test_the_specialist_is_in_the_group_of_the_cards_for_hire() -> None:
    state = give(turn(new(2, expansions=EVERYTHING), 0, "base-master"), 0, livre=30)
    state = with_player(state, 0, specialist="s-livre")
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    heads = [e.text for e in entries if e.kind is EntryKind.HEADING and e.text.startswith("Hire")]
    group = [entry for entry in entries if entry.folder and entry.folder in heads]
    assert [entry.key for entry in group if entry.key] == ["i1", "i2", "i3", "i4", "i5"]
    assert heads == [group[0].folder]
    assert group[-1].forms == (
        "Specialized Apprentice · 3 prestige · free",
        "Specialist: 3 prestige, free",
    )


def test_a_reason_has_one_form_beside_longer_and_shorter_ones() -> None:
    """The list has the short one at every size; the explanation has the whole."""
    state = turn(new(2), 0, "base-apprentice-livre")
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    refused = [make_item(entry) for entry in entries if entry.kind is EntryKind.REFUSAL]
    assert "Favor card: needs J or M" in [item.text for item in refused]
    assert not any(len(item.forms) > 1 for item in refused)


@pytest.mark.rule("JB-9")
def test_a_dress_that_has_to_be_sold_shows_its_sale_value() -> None:
    state = give(windows(new(2, expansions=EVERYTHING), "green-1"), 0, livre=9, silk=("gg:yarn",))
    state = bonus(state, 0, "j-sell")
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    [dress] = [entry for entry in entries if isinstance(entry.action, MakeDress)]
    assert (dress.text, dress.forms[0]) == ("Green coat · free · GG · sells 6 L", "Green coat · free · sells 6 L")


@pytest.mark.parametrize("language", ["english", "ukrainian"])
def test_every_dress_and_heading_leaves_space_for_its_score(language: str) -> None:
    """In the narrowest list none is shown without the figure that the others have, and no heading takes two lines."""
    game, words = Game.load(FOLDER / "everything-3.rokoko"), get_words("deluxe", language)
    dresses, headings, folders = set[str](), set[str](), set[str]()
    for number in range(game.length):
        state = game.at(number)
        if state.pending and not isinstance(state.pending[-1], BarryHall | BarryTurn):
            view = observe(state, state.pending[-1].seat)
            entries = list_entries(view, Menu(), words, make_set_selection(view), FREE)
            dresses |= {entry.forms[-1] for entry in entries if isinstance(entry.action, MakeDress)}
            folders |= {f"{e.opened_by} {e.forms[1]}" for e in entries if e.kind is EntryKind.HEADING and e.opened_by}
            headings |= {e.forms[-1] for e in entries if e.kind is EntryKind.HEADING and not e.folder}
    assert len(dresses) > 10
    assert all(cell_len(name) + cell_len(" ★+1 to +10") <= LIST_CELLS for name in dresses), dresses
    assert all(cell_len(name) <= LIST_CELLS + INDENT for name in headings), headings
    assert folders
    best, least = (words.best_score_gain([ScoreRange(0, 9, at_least=open)]).longest for open in (False, True))
    assert least == "★≥+9" and cell_len(least) <= cell_len(best)
    assert all(cell_len(name) + cell_len(" ★+9") <= COMPACT_CELLS for name in folders), folders
    fund = [name for name in folders if name.startswith("F ")]
    assert fund and all(cell_len(f"{name} {best}") <= LIST_CELLS + INDENT for name in fund), "at 80x24"


def test_a_closed_group_names_one_key_and_its_choices_have_their_own() -> None:
    state, named = give(turn(new(5), 0, "base-master"), 0, livre=30), dict[str, set[str]]()
    fireworks = [space.id for space in box_of(state).decorations if space.kind is DecorationKind.FIREWORKS]
    for taken in ([], fireworks[:1], fireworks):
        view = observe(funded(state, 1, *taken), 0)
        entries = list_entries(view, Menu(), get_words("classic"), None, FREE)
        [heading] = [entry for entry in entries if entry.opened_by and "Fund" in entry.text]
        named[heading.opened_by] = {entry.key[0] for entry in entries if entry.folder == heading.folder and entry.key}
    assert named == {"F": {"F", "N", "M", "C"}, "N": {"N", "M", "C"}}


def test_a_closed_group_says_its_lowest_price_and_its_best_score() -> None:
    state = give(turn(new(), 0, "base-master"), 0, livre=15)
    entries = list_entries(observe(state, 0), menu_of(state), get_words("classic"), None, FREE)
    headings = {entry.text: entry.gain.longest for entry in entries if entry.kind is EntryKind.HEADING and entry.folder}
    fund = next(text for text in headings if "Fund" in text)
    count = sum(entry.folder == fund and entry.action is not None for entry in entries)
    assert fund == f"Fund · from 8 L · {count} choices"
    best = max(
        int(entry.gain.longest[2:]) for entry in entries if entry.folder == fund and entry.gain.longest.startswith("★+")
    )
    assert headings[fund] == f"up to ★+{best}"


def test_cards_keep_the_keys_they_had_when_the_hand_was_chosen() -> None:
    game, keys = Game.load(FOLDER / "base-2.rokoko"), "123456"
    states = (state for state in map(game.at, range(game.length)) if isinstance(state.pending[-1], CardChoice))
    view = next(view for state in states if len((view := observe(state, to_move(state))).actions) > 2)
    cards = [action.card for action in view.actions if isinstance(action, PlayCard)]

    def keyed(order: list[str]) -> list[tuple[str, str]]:
        entries = list_entries(view, Menu(), get_words("classic"), None, keys, order)
        return [(entry.key, entry.action.card) for entry in entries if isinstance(entry.action, PlayCard)]

    assert keyed([]) == keyed(cards) == list(zip(keys, cards, strict=False))
    assert keyed(cards[::-1]) == list(zip(keys, cards[::-1], strict=False))
    assert keyed(["gone", *cards[1:]]) == [*zip(keys[1:], cards[1:], strict=False), (keys[len(cards)], cards[0])]


@pytest.mark.parametrize("name", ["base-5", "everything-4", "solo-jewelry-box"])
def test_the_list_of_every_decision(name: str, snapshot: SnapshotAssertion) -> None:
    """A changed list has to be read and agreed to (``--snapshot-update``)."""
    game, words, keys = Game.load(FOLDER / f"{name}.rokoko"), get_words("classic"), pick_keys(("app", "table"), {})
    states = {(type(s.pending[-1]), s.round > 4): s for n in range(game.length) if (s := game.at(n)).pending}
    lines = []
    for state in states.values():
        view = observe(state, to_move(state))
        choice = make_set_selection(view)
        choice = choice.toggle(1) if choice is not None else None
        lines.append(f"{words.question(state.pending[-1], state).longest}")
        order = [action.card for action in view.actions if isinstance(action, PlayCard)][::-1]
        for entry in list_entries(view, menu_of(state), words, choice, keys, order[:-1]):
            pieces = " ".join(sorted(f"{kind}:{id}" if id != "" else kind for kind, id in entry.pieces))
            marks = f"{'+' if entry.chosen else ''}{'!' if entry.wastes else ''}"
            shorter = " / ".join(form for form in entry.forms if form != entry.text)
            parts = (entry.kind.value + marks, entry.key, entry.text, shorter, entry.gain.longest, entry.folder, pieces)
            lines.append("  " + " | ".join(parts))
    assert "\n".join(lines) == snapshot


COMPACT_CELLS = 36 - 2 - 1
"""Cells of a heading in the list at 100x30, without the scroll bar."""
LIST_CELLS = 38 - 2 - INDENT - 1
"""Cells of a choice with a key in the list of the smallest terminal, without the scroll bar."""


@pytest.mark.quick(2)
@pytest.mark.parametrize(("language", "edition"), [("english", "classic"), ("ukrainian", "deluxe")])
@pytest.mark.parametrize("name", ["base-4", "everything-3", "everything-5", "jewelry-box-2"])
def test_nearly_every_choice_takes_one_line_of_the_smallest_list(name: str, language: str, edition: Edition) -> None:
    """What still wraps are a few bonuses and tasks that have no shorter name."""
    game, words = Game.load(FOLDER / f"{name}.rokoko"), get_words(edition, language)
    lines, wide = 0, list[str]()
    for number in range(0, game.length, 2):
        state = game.at(number)
        if not state.pending or isinstance(state.pending[-1], BarryHall | BarryTurn):
            continue
        view = observe(state, state.pending[-1].seat)
        for entry in list_entries(view, Menu(), words, make_set_selection(view), FREE):
            if entry.kind in (EntryKind.ACTION, EntryKind.THING):
                cells = LIST_CELLS - (4 if entry.kind is EntryKind.THING else 0)
                lines += 1
                if cell_len(text := fit(entry.forms, cells)) > cells:
                    wide.append(text)
    assert lines > 500
    assert len(wide) <= 0.015 * lines, sorted(set(wide))


@pytest.mark.parametrize(
    ("language", "edition"), [("english", "classic"), ("english", "deluxe"), ("ukrainian", "deluxe")]
)
def test_every_decoration_leaves_space_for_its_score(language: str, edition: Edition) -> None:
    """In the smallest list none is shown without the figure that the others have."""
    game, words = Game.load(FOLDER / "base-2.rokoko"), get_words(edition, language)
    names = set[str]()
    for number in range(game.length):
        state = game.at(number)
        if state.pending:
            view = observe(state, state.pending[-1].seat)
            entries = list_entries(view, Menu(), words, make_set_selection(view), FREE)
            names |= {entry.forms[-1] for entry in entries if isinstance(entry.action, Fund)}
    assert len(names) > 10
    assert all(cell_len(name) + cell_len(" ★−1") <= LIST_CELLS for name in names), names
