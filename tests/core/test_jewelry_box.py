"""The Jewelry Box: setup, jewels, Jeweler decorations, new employees and specialised Apprentices (JB)."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from rokoko_core.actions import (
    ChooseHall,
    CopyBonus,
    Decline,
    Depute,
    DiscardTile,
    EndTurn,
    Fund,
    Hire,
    HireSpecialist,
    KeepTile,
    MakeDress,
    Place,
    PlayCard,
    Rent,
    Sell,
    TakeJewel,
    TakeTile,
    UseBonus,
    UseSupplyCard,
)
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, why_not
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.scoring import projected_scores
from rokoko_core.state import State, with_player
from rokoko_core.terms import Exam, Expansion, Family, Notion, ScoreRow, Task, Zone
from tests.tabletop import (
    bonus,
    candidate,
    deck,
    do,
    end_turn,
    funded,
    gained,
    give,
    hire,
    jeweler,
    new,
    no_tiles,
    offers,
    pass_until,
    refused,
    specialist,
    stack,
    turn,
    warehouse,
    wear,
    windows,
)

JB = (Expansion.JEWELRY_BOX,)
BASE = ("base-apprentice-acquire", "base-apprentice-livre", "base-journeyman", "base-master", "base-master")
JOURNEYMEN = (
    "j-supply", "j-copy", "j-halls", "j-small-deck", "j-decorations",
    "j-sell", "j-hall-prestige", "j-rings", "j-jewels",
)  # fmt: skip
MASTERS = (
    "m-hall-livre", "m-ladies-pairs", "m-master-guests", "m-jewels", "m-missing-colours",
    "m-crown-jewel-sets", "m-crown-necklaces", "m-crown-decorations", "m-crown-apprentices",
)  # fmt: skip


def table(players: int = 2) -> State:
    return new(players, expansions=JB)


def points(state: State, source: ScoreRow, detail: str = "", seat: int = 0) -> int:
    return sum(r.points for r in projected_scores(state)[seat].rows if r.source is source and r.detail in (detail, ""))


# ---- setting up, and the display of jewels


@pytest.mark.rule("JB-1", "SETUP-2")
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_two_of_eleven_cards_join_the_stack_and_nine_form_each_examination_deck(players: int) -> None:
    state = table(players)
    level_5, level_2 = set(state.employee_stack[6:10]), set(state.employee_stack[-6:-2])
    journeymen = {*JOURNEYMEN, "2-extra-dress-common", "2-depute-livre"}
    masters = {*MASTERS, "5-livre-dresses", "5-prestige-decorations"}
    assert len(state.journeyman_deck) == len(state.master_deck) == 9
    assert level_2 == {"2-ladies-livre", "2-prestige-decorations", *(journeymen - set(state.journeyman_deck))}
    assert level_5 == {"5-prestige-dresses", "5-prestige-silk", *(masters - set(state.master_deck))}
    assert len(level_2) == len(level_5) == 4


@pytest.mark.parametrize("expansions", [(), (Expansion.JEWELRY_BOX,)])
def test_the_stack_has_six_levels_without_the_base_cards(expansions: tuple[Expansion, ...]) -> None:
    box = box_of(new(2, 1, expansions))
    assert list(box.stack_levels) == [1, 2, 3, 4, 5, 6]
    assert not set(box.base_deck) & {card for cards in box.stack_levels.values() for card in cards}


@pytest.mark.rule("JB-1")
def test_the_examination_decks_are_random() -> None:
    decks = {new(2, seed, JB).journeyman_deck for seed in range(8)}
    assert len(decks) > 4


@pytest.mark.rule("JB-1")
@pytest.mark.parametrize("players", [1, 2, 5])
def test_every_player_starts_at_the_journeyman_examination_with_a_specialised_apprentice(players: int) -> None:
    state = table(players)
    people = state.players[:players]
    dealt = [p.specialist for p in people]
    assert all(p.exam is Exam.JOURNEYMAN and p.tasks == () for p in state.players)
    assert len({*dealt, *state.specialists_gone}) == 10
    assert len(state.specialists_gone) == 10 - players


@pytest.mark.rule("JB-1")
def test_24_jewels_are_mixed_in_the_bag_and_4_are_shown() -> None:
    state = table()
    assert Counter((*state.jewel_bag, *state.jewels)) == {"yellow": 7, "green": 7, "red": 6, "blue": 4}
    assert len(state.jewels) == 4 and all(state.jewels)


@pytest.mark.rule("JB-1")
def test_without_the_jewelry_box_its_pieces_are_missing() -> None:
    state = new(2)
    assert state.jewels == state.jewel_bag == state.journeyman_deck == state.master_deck == state.specialists_gone == ()
    assert all(p.exam is None and not p.specialist for p in state.players)


def bag_of(state: State, *jewels: str) -> State:
    """Fill the bag with these jewels, the first drawn first."""
    return replace(state, jewel_bag=jewels[::-1], jewels_gone=state.jewel_bag)


@pytest.mark.rule("JB-2")
@pytest.mark.parametrize(
    ("shown", "drawn", "then", "leaves"),
    [
        (("yellow", "green", "red", "blue"), ("green", "red"), ("green", "yellow", "green", "red"), ("blue",)),
        (("yellow", "", "red", ""), ("green", "blue"), ("blue", "green", "yellow", "red"), ()),
        (("yellow", "", "", "red"), ("green",), ("", "", "green", "yellow"), ("red",)),
        (("", "", "", "red"), (), ("", "", "", ""), ("red",)),
    ],
)
def test_each_round_the_jewels_slide_and_the_bag_fills_the_display(
    shown: tuple[str, ...], drawn: tuple[str, ...], then: tuple[str, ...], leaves: tuple[str, ...]
) -> None:
    state = bag_of(jeweler(table(), *shown), *drawn)
    following = pass_until(state, lambda s: s.round == 2)
    assert following.jewels == then
    assert following.jewels_gone == state.jewels_gone + leaves


# ---- buying jewels


def made(dress: str, *, livre: int = 10, jeweled: bool = True, card: str = "base-journeyman") -> State:
    """Let seat 0 make ``dress`` for its silk alone; jewels cost 3, 2, 1, 0 from yellow to blue."""
    silk = {"yellow": "yy:yarn", "green": "gg:yarn", "red": "rr:yarn", "blue": "bb:yarn"}[dress.partition("-")[0]]
    state = give(windows(table(), dress), 0, livre=livre, silk=[silk])
    state = jeweler(funded(state, 0, "jeweler-1") if jeweled else state, "yellow", "red", "green", "blue")
    return turn(state, 0, card)


def rented(dress: str, *, livre: int = 10, jeweled: bool = True) -> State:
    return do(made(dress, livre=livre, jeweled=jeweled), MakeDress(dress), Rent())


@pytest.mark.rule("JB-3")
@pytest.mark.parametrize(
    ("dress", "fitting"), [("yellow-1", (0, 1)), ("red-1", (0, 1)), ("green-1", (2, 3)), ("blue-1", (2, 3))]
)
def test_a_necklace_goes_with_a_ladies_dress_and_a_ring_with_a_coat(dress: str, fitting: tuple[int, int]) -> None:
    state = rented(dress)
    assert legal_actions(state) == (*map(TakeJewel, fitting), Decline())
    for space in {0, 1, 2, 3} - {*fitting}:
        assert refused(state, TakeJewel(space)).reason is Reason.WRONG_JEWEL


@pytest.mark.rule("JB-3")
@pytest.mark.parametrize(
    ("dress", "space", "cost", "jewel"),
    [("red-1", 0, 3, "yellow"), ("yellow-1", 1, 2, "red"), ("blue-1", 2, 1, "green"), ("green-1", 3, 0, "blue")],
)
def test_a_jewel_costs_the_price_of_its_space(dress: str, space: int, cost: int, jewel: str) -> None:
    before = rented(dress)
    state = do(before, TakeJewel(space))
    assert gained(before, state) == (-cost, 0)
    assert state.players[0].jewels == (jewel,)
    assert state.jewels[space] == ""
    assert offers(state, TakeJewel) == [] and offers(state, Place), "one jewel per dress"


@pytest.mark.rule("JB-3", "DRESS-7", "ACQ-2")
@pytest.mark.parametrize(("dress", "space"), [("yellow-1", 0), ("red-1", 1), ("green-1", 2), ("blue-1", 3)])
def test_a_jewel_of_the_dress_s_colour_gives_a_face_down_tile_before_the_dress_is_placed(
    dress: str, space: int
) -> None:
    state = do(stack(rented(dress), "yr:yarn/lace"), TakeJewel(space))
    assert legal_actions(state) == (KeepTile(), DiscardTile(Notion.YARN), DiscardTile(Notion.LACE))
    kept, discarded = do(state, KeepTile()), do(state, DiscardTile(Notion.LACE))
    assert kept.players[0].silk == ("yr:yarn/lace",)
    assert discarded.players[0].lace == state.players[0].lace + 1
    assert offers(kept, Place) and offers(discarded, Place)


@pytest.mark.rule("JB-3", "BON-7")
def test_without_a_tile_left_a_matching_jewel_gives_none() -> None:
    state = do(no_tiles(rented("yellow-1")), TakeJewel(0))
    assert state.players[0].jewels == ("yellow",) and offers(state, Place)


@pytest.mark.rule("JB-3")
def test_without_a_jeweler_decoration_no_jewel_can_be_bought() -> None:
    state = rented("yellow-1", jeweled=False)
    assert offers(state, Place) and not offers(state, TakeJewel)
    assert refused(state, TakeJewel(0)).reason is Reason.NO_JEWELER


@pytest.mark.rule("JB-3")
@pytest.mark.parametrize(("dress", "livre", "missed"), [("red-1", 2, [1]), ("red-1", 3, [0, 1]), ("blue-1", 3, [2, 3])])
def test_a_jeweler_is_missing_only_for_jewels_that_it_would_offer(dress: str, livre: int, missed: list[int]) -> None:
    state = give(rented(dress, jeweled=False), 0, livre=livre)
    assert [r.about for r in why_not(state) if r.reason is Reason.NO_JEWELER] == [*map(TakeJewel, missed)]


@pytest.mark.rule("JB-3")
def test_another_player_s_jeweler_decoration_does_not_help() -> None:
    state = funded(made("yellow-1", jeweled=False), 1, "jeweler-1")
    assert not offers(do(state, MakeDress("yellow-1"), Rent()), TakeJewel)


@pytest.mark.rule("JB-3")
def test_a_jewel_that_costs_more_than_the_buyer_has_is_refused_with_the_difference() -> None:
    state = rented("yellow-1", livre=2)
    assert offers(state, TakeJewel) == [TakeJewel(1)]
    assert refused(state, TakeJewel(0)) == Refusal(TakeJewel(0), Reason.TOO_LITTLE_MONEY, (("livre", 1),))


@pytest.mark.rule("JB-3", "DRESS-7")
def test_the_reward_of_the_guest_space_comes_too_late_to_pay_for_a_jewel() -> None:
    state = rented("yellow-1", livre=1)
    assert not offers(state, TakeJewel)
    after = do(state, Place("1.3"))
    assert gained(state, after) == (3, 0) and after.players[0].jewels == ()


@pytest.mark.rule("JB-3")
def test_a_jewel_is_optional_and_not_for_a_sold_dress() -> None:
    left = do(rented("yellow-1"), Decline())
    assert offers(left, Place) and left.players[0].jewels == ()
    sold = do(made("yellow-1"), MakeDress("yellow-1"), Sell())
    assert not offers(sold, TakeJewel) and sold.jewels == ("yellow", "red", "green", "blue")


@pytest.mark.rule("JB-3", "BON-2")
def test_a_jewel_may_also_go_with_an_extra_dress_that_is_rented() -> None:
    state = do(made("yellow-2", card="2-extra-dress-common"), Decline(), MakeDress("yellow-2"), Rent())
    assert offers(state, TakeJewel) == [TakeJewel(0), TakeJewel(1)]


@pytest.mark.rule("JB-3")
def test_a_jewel_is_not_a_decoration() -> None:
    state = give(funded(table(), 0, "jeweler-1"), 0, jewels=("yellow", "red", "blue"))
    assert refused(bonus(state, 0, "j-decorations"), UseBonus()).reason is Reason.NOTHING_TO_GAIN


# ---- the Jeweler's decorations


@pytest.mark.rule("JB-5", "FUND-1")
@pytest.mark.parametrize(("space", "cost"), [(1, 5), (2, 6), (3, 7), (4, 8), (5, 9)])
def test_a_jeweler_space_is_funded_like_any_decoration(space: int, cost: int) -> None:
    before = turn(give(table(), 0, livre=9), 0, "base-apprentice-livre")
    state = do(before, Fund(f"jeweler-{space}"))
    assert gained(before, state) == (-cost, 0)
    assert state.decorations[box_of(state).decoration[f"jeweler-{space}"].index] == 0


@pytest.mark.rule("JB-5")
def test_each_player_has_one_jeweler_space_at_most() -> None:
    state = turn(give(funded(funded(table(), 0, "jeweler-1"), 1, "jeweler-2"), 0, livre=50), 0, "base-master")
    assert refused(state, Fund("jeweler-2")) == Refusal(Fund("jeweler-2"), Reason.SPACE_TAKEN, seat=1)
    for space in (3, 4, 5):
        assert refused(state, Fund(f"jeweler-{space}")).reason is Reason.ROW_TAKEN


@pytest.mark.rule("JB-5", "BON-1")
def test_a_jeweler_space_counts_as_a_decoration() -> None:
    before = bonus(funded(table(), 0, "jeweler-1", "statue-1"), 0, "3-livre-decorations")
    assert gained(before, do(before, UseBonus())) == (2, 0)


@pytest.mark.rule("JB-5", "END-8")
@pytest.mark.parametrize(("space", "prestige"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2)])
def test_a_jeweler_space_scores_its_prestige(space: int, prestige: int) -> None:
    assert points(funded(table(), 0, f"jeweler-{space}"), ScoreRow.DECORATIONS) == prestige


# ---- income and scoring


@pytest.mark.rule("JB-8", "INC-1")
def test_each_jewel_adds_1_livre_of_income() -> None:
    before = turn(give(give(table(), 0, livre=0, jewels=("yellow", "blue", "blue")), 1, livre=0), 0, "base-master")
    after = end_turn(before)
    assert after.round == 2
    assert [p.livre for p in after.players] == [5 + 3, 5]


@pytest.mark.rule("JB-8")
def test_each_jewel_scores_1_prestige() -> None:
    state = give(table(), 0, jewels=("yellow", "yellow", "green"))
    assert [points(state, ScoreRow.JEWELS, seat=seat) for seat in (0, 1)] == [3, 0]
    rows = [r.source for r in projected_scores(state)[0].rows]
    assert rows.index(ScoreRow.JEWELS) == rows.index(ScoreRow.MONEY) + 1
    assert ScoreRow.JEWELS not in {r.source for r in projected_scores(new(2))[0].rows}


# ---- bonuses of the new Journeymen and Masters that count


def decorated(count: int) -> Callable[[State], State]:
    spaces = ("statue-1", "statue-2", "jeweler-1", "fountain-upper-1", "fireworks-1")
    return lambda state: funded(state, 0, *spaces[:count])


def jewelled(*jewels: str) -> Callable[[State], State]:
    return lambda state: give(state, 0, jewels=jewels)


def worn(**dresses: str) -> Callable[[State], State]:
    return lambda state: wear(state, 0, **dresses)


COUNTING: list[tuple[str, Callable[[State], State], tuple[int, int]]] = [
    # 1 Livre per hall with presence: two dresses in hall 1, a musician in hall 3
    ("j-halls", lambda s: funded(wear(s, 0, h1_4="green-1", h1_6="green-2"), 0, "musician-3"), (2, 0)),
    ("j-halls", worn(h1_4="green-1", h2_5="green-2", h3_4="red-1", h4_4="red-2", h5_4="blue-1"), (5, 0)),
    ("j-halls", lambda s: s, (0, 0)),
    # 3 Livre per 2 decorations
    ("j-decorations", decorated(1), (0, 0)),
    ("j-decorations", decorated(2), (3, 0)),
    ("j-decorations", decorated(3), (3, 0)),
    ("j-decorations", decorated(4), (6, 0)),
    # 3 Livre per 2 rings
    ("j-rings", jewelled("green", "yellow", "red"), (0, 0)),
    ("j-rings", jewelled("green", "blue", "yellow"), (3, 0)),
    ("j-rings", jewelled("green", "blue", "blue", "red"), (3, 0)),
    ("j-rings", jewelled("green", "green", "blue", "blue"), (6, 0)),
    # 1 prestige per 3 jewels
    ("j-jewels", jewelled("green", "yellow"), (0, 0)),
    ("j-jewels", jewelled("green", "yellow", "red"), (0, 1)),
    ("j-jewels", jewelled("green", "green", "green", "blue", "blue"), (0, 1)),
    ("j-jewels", jewelled("green", "green", "green", "blue", "blue", "red"), (0, 2)),
    # 1 prestige per yellow and red dress
    ("m-ladies-pairs", worn(h1_4="yellow-1", h1_6="yellow-2", h2_5="red-1"), (0, 1)),
    ("m-ladies-pairs", worn(h1_4="yellow-1", h1_6="yellow-2", h2_5="red-1", h3_4="red-2"), (0, 2)),
    ("m-ladies-pairs", worn(h1_4="yellow-1", h1_6="blue-2", h2_5="green-1"), (0, 0)),
    # 3 Livre per 2 dresses on Master guest spaces
    ("m-master-guests", worn(h1_1="yellow-1", h1_4="yellow-2"), (0, 0)),
    ("m-master-guests", worn(h1_1="yellow-1", h4_1="yellow-2", h5_1="red-1"), (3, 0)),
    ("m-master-guests", worn(h1_1="yellow-1", h1_2="blue-1", h4_1="yellow-2", h5_1="red-1"), (6, 0)),
    # 3 Livre per 2 jewels
    ("m-jewels", jewelled("green"), (0, 0)),
    ("m-jewels", jewelled("green", "yellow", "red"), (3, 0)),
    ("m-jewels", jewelled("green", "yellow", "red", "red", "blue"), (6, 0)),
    # 4 Livre without a red dress, 5 without a blue coat
    ("m-missing-colours", lambda s: s, (9, 0)),
    ("m-missing-colours", worn(h1_4="red-1"), (5, 0)),
    ("m-missing-colours", worn(h1_4="blue-1"), (4, 0)),
    ("m-missing-colours", worn(h1_4="blue-1", h1_6="red-1"), (0, 0)),
]


@pytest.mark.rule("JB-9", "BON-1", "BON-10")
@pytest.mark.parametrize(("card", "laid", "gain"), COUNTING)
def test_counting_bonuses_of_the_new_employees(
    card: str, laid: Callable[[State], State], gain: tuple[int, int]
) -> None:
    others = give(wear(table(), 1, h3_5="red-3", h4_3="green-3"), 1, jewels=("blue", "blue", "red"))
    before = bonus(laid(funded(others, 1, "statue-3", "fireworks-4")), 0, card)
    if gain == (0, 0):
        assert legal_actions(before) == (EndTurn(),)
        assert refused(before, UseBonus()) == Refusal(UseBonus(), Reason.NOTHING_TO_GAIN, word=card)
    else:
        assert legal_actions(before) == (UseBonus(), Decline())
        assert gained(before, do(before, UseBonus())) == gain


@pytest.mark.rule("JB-9", "BON-9")
@pytest.mark.parametrize(("size", "livre"), [(4, 6), (5, 5), (6, 4), (7, 2), (9, 2)])
def test_the_small_deck_bonus_pays_most_for_the_fewest_cards(size: int, livre: int) -> None:
    cards = (*BASE, "1-livre", "1-notion", "3-fund-5")[: size - 1]
    before = bonus(deck(table(), 0, cards[:2], cards[2:3], cards[3:]), 0, "j-small-deck")
    assert gained(before, do(before, UseBonus())) == (livre, 0)


@pytest.mark.rule("JB-9")
@pytest.mark.parametrize(
    ("card", "halls", "gain"),
    [
        ("j-hall-prestige", {1: (0, 2), 2: (0, 1)}, "1 prestige per 2 dresses"),
        ("m-hall-livre", {1: (8, 0), 2: (6, 0), 4: (2, 0)}, "2 Livre per dress"),
    ],
)
def test_bonuses_that_count_the_dresses_of_a_chosen_hall(
    card: str, halls: dict[int, tuple[int, int]], gain: str
) -> None:
    four = wear(table(), 0, h1_3="green-1", h1_4="green-2", h1_5="green-3", h1_6="green-4")
    state = wear(wear(four, 0, h2_3="red-1", h2_4="red-2", h2_5="red-3", h4_4="blue-1"), 1, h3_4="red-4", h3_5="red-5")
    before = bonus(state, 0, card)
    assert legal_actions(before) == (*map(ChooseHall, halls), Decline())
    assert {hall: gained(before, do(before, ChooseHall(hall))) for hall in halls} == halls, gain


CROWNS: list[tuple[str, Callable[[State], State], int]] = [
    ("m-crown-jewel-sets", jewelled("yellow", "green", "red"), 0),
    ("m-crown-jewel-sets", jewelled("yellow", "green", "red", "blue", "blue"), 6),
    ("m-crown-jewel-sets", jewelled(*("yellow", "green", "red", "blue") * 2), 12),
    ("m-crown-necklaces", jewelled("yellow", "green", "blue"), 0),
    ("m-crown-necklaces", jewelled("yellow", "red", "blue"), 3),
    ("m-crown-necklaces", jewelled("yellow", "yellow", "red", "red", "red"), 6),
    ("m-crown-decorations", decorated(0), 0),
    ("m-crown-decorations", decorated(5), 5),
    ("m-crown-apprentices", lambda s: deck(s, 0, BASE), 3),  # 2 Apprentices
    ("m-crown-apprentices", lambda s: deck(s, 0, BASE, (), ("1-notion",)), 3),
    ("m-crown-apprentices", lambda s: deck(s, 0, BASE, ("s-coats",), ("1-notion", "6-crown-deck")), 6),
    ("m-crown-apprentices", lambda s: deck(s, 0, BASE[2:], ("1-notion",)), 0),
]


@pytest.mark.rule("JB-9", "BON-8", "END-2")
@pytest.mark.parametrize(("card", "laid", "prestige"), CROWNS)
def test_crowns_of_the_new_masters_score_at_the_end_and_never_in_play(
    card: str, laid: Callable[[State], State], prestige: int
) -> None:
    state = bonus(laid(specialist(table(), 0, "s-halls")), 0, card)
    assert legal_actions(state) == (EndTurn(),)
    assert refused(state, UseBonus()) == Refusal(UseBonus(), Reason.CROWN, word=card)
    assert points(state, ScoreRow.CROWN, card) == prestige


# ---- j-sell


def to_sell(dress: str, *silk: str) -> State:
    return bonus(give(windows(table(), dress), 0, livre=0, yarn=1, lace=1, silk=silk), 0, "j-sell")


@pytest.mark.rule("JB-9", "BON-2")
def test_the_selling_bonus_makes_a_dress_sells_it_and_adds_a_prestige() -> None:
    before = to_sell("blue-1", "bb:yarn")
    state = do(before, MakeDress("blue-1"))
    assert legal_actions(state) == (Sell(),)
    state = do(state, Sell())
    assert gained(before, state) == (10, 1)
    assert state.dress_discard[-1] == "blue-1" and state.players[0].silk == ()


@pytest.mark.rule("JB-9", "BON-2", "DRESS-3")
def test_the_selling_bonus_makes_no_thimble_dress_and_has_no_discount() -> None:
    assert not offers(to_sell("yellow-6", "yy:yarn", "yy:yarn/lace"), MakeDress)
    assert not offers(to_sell("yellow-2", "yy:yarn"), MakeDress)


@pytest.mark.rule("JB-9", "FEST-1", "EXPERT-1")
@pytest.mark.parametrize("dress", ["festivity-yellow-1", "expert-yellow-1"])
def test_the_selling_bonus_cannot_make_a_dress_that_may_only_be_rented(dress: str) -> None:
    state = new(2, expansions=Expansion)
    state = give(windows(state, "yellow-1", dress), 0, yarn=1, lace=1, silk=("yy:yarn", "yy:yarn/lace"))
    state = bonus(state, 0, "j-sell")
    assert offers(state, MakeDress) == [MakeDress("yellow-1")]
    assert refused(state, MakeDress(dress)).reason is Reason.NOT_FOR_SALE


# ---- j-supply


@pytest.mark.rule("JB-9")
def test_a_supply_card_goes_to_the_discard_pile_and_its_bonus_may_be_used() -> None:
    state = deck(table(), 0, ("base-apprentice-livre", "base-master", "base-master"), (), ("base-journeyman",))
    before = bonus(state, 0, "j-supply")
    assert legal_actions(before) == (UseSupplyCard("base-apprentice-livre"), UseSupplyCard("base-master"), Decline())
    moved = do(before, UseSupplyCard("base-apprentice-livre"))
    assert moved.players[0].supply == ("base-master", "base-master")
    assert moved.players[0].discard == ("base-journeyman", "base-apprentice-livre")
    assert gained(before, do(moved, UseBonus())) == (2, 0)
    assert gained(before, do(moved, Decline())) == (0, 0)


@pytest.mark.rule("JB-9")
@pytest.mark.parametrize("card", ["base-master", "6-crown-deck"])
def test_a_card_without_a_usable_bonus_may_be_moved_too(card: str) -> None:
    state = deck(deck(table(), 1, hand=BASE[:1]), 0, ("base-journeyman", card))
    state = do(bonus(state, 0, "j-supply"), UseSupplyCard(card))
    assert legal_actions(state) == (EndTurn(),)
    assert do(state, EndTurn()).players[0].discard == (card, "j-supply")


@pytest.mark.rule("JB-9")
def test_with_no_supply_the_discard_pile_becomes_the_supply_first() -> None:
    pile = ("base-journeyman", "base-master", "base-apprentice-livre")
    before = bonus(deck(table(), 0, (), ("1-livre",), pile), 0, "j-supply")
    assert offers(before, UseSupplyCard) == [UseSupplyCard(card) for card in sorted(pile)]
    state = do(before, UseSupplyCard("base-journeyman"))
    assert state.players[0].supply == ("base-apprentice-livre", "base-master")
    assert state.players[0].discard == ("base-journeyman",)


@pytest.mark.rule("JB-9", "BON-10")
def test_with_neither_supply_nor_discard_pile_nothing_happens() -> None:
    state = bonus(deck(table(), 0, (), ("1-livre", "1-notion", "base-master")), 0, "j-supply")
    assert refused(state, UseBonus()).reason is Reason.NOTHING_TO_GAIN


# ---- j-copy


def copying(top: str, players: int = 2) -> State:
    """Let seat 0 use j-copy with ``top`` on the discard pile of seat 1 and no other pile."""
    state = deck(table(players), 0, ("base-apprentice-livre", "base-journeyman", "base-master", "base-master"))
    return bonus(deck(state, 1, BASE[:2], BASE[3:4], ("base-journeyman", top)), 0, "j-copy")


@pytest.mark.rule("JB-9")
def test_a_copied_bonus_counts_and_pays_for_the_copier() -> None:
    state = funded(funded(table(), 0, "statue-1", "statue-2", "jeweler-1"), 1, "statue-3")
    before = bonus(deck(state, 1, (), (), ("3-livre-decorations",)), 0, "j-copy")
    state = do(before, CopyBonus(1), UseBonus())
    assert gained(before, state) == (3, 0)
    assert state.players[1] == before.players[1], "the card stays where it is"


@pytest.mark.rule("JB-9")
def test_only_the_top_card_of_an_opponent_s_pile_can_be_copied_whichever_opponent_is_chosen() -> None:
    state = deck(table(3), 1, (), (), ("1-livre", "1-notion"))
    state = deck(deck(state, 2, (), (), ("base-apprentice-livre",)), 0, BASE[2:], (), ("3-livre-deck",))
    before = bonus(state, 0, "j-copy")
    assert legal_actions(before) == (CopyBonus(1), CopyBonus(2), Decline())
    assert gained(before, do(before, CopyBonus(2), UseBonus())) == (2, 0)
    assert len(offers(do(before, CopyBonus(1)), type(Decline()))) == 1


@pytest.mark.rule("JB-9", "BON-8", "BON-10")
@pytest.mark.parametrize(
    ("pile", "why"),
    [
        ((), "empty pile"),
        (("1-livre", "base-master"), "no bonus"),
        (("1-livre", "6-crown-couples"), "crown"),
        (("1-livre", "j-rings"), "nothing to count for the copier"),
    ],
)
def test_an_empty_pile_a_bonusless_card_and_a_crown_cannot_be_copied(pile: tuple[str, ...], why: str) -> None:
    state = give(deck(table(), 1, (), (), pile), 1, jewels=("blue", "green"))
    state = bonus(state, 0, "j-copy")
    assert refused(state, UseBonus()).reason is Reason.NOTHING_TO_GAIN, why


@pytest.mark.rule("JB-9", "SOLO-1")
def test_madame_du_barry_has_no_pile_to_copy_from() -> None:
    state = bonus(table(1), 0, "j-copy")
    assert refused(state, UseBonus()).reason is Reason.NOTHING_TO_GAIN


@pytest.mark.rule("JB-9", "BON-6", "DEP-2")
def test_copying_the_deputing_bonus_deputes_an_own_card_and_offers_its_bonus() -> None:
    before = copying("1-depute-use-bonus")
    state = do(before, CopyBonus(1))
    assert set(offers(state, Depute)) == {
        Depute("j-copy", Zone.PLAYED),
        *(Depute(card, Zone.SUPPLY) for card in ("base-apprentice-livre", "base-journeyman", "base-master")),
    }
    used = do(state, Depute("base-apprentice-livre", Zone.SUPPLY), UseBonus())
    assert gained(before, used) == (2, 0)
    assert do(used, EndTurn()).gone[-1] == "base-apprentice-livre"


@pytest.mark.rule("JB-9", "BON-6", "BON-10")
def test_deputing_the_copying_card_itself_gives_no_second_bonus() -> None:
    state = do(copying("1-depute-use-bonus"), CopyBonus(1), Depute("j-copy", Zone.PLAYED))
    assert legal_actions(state) == (EndTurn(),)
    ended = do(state, EndTurn())
    assert "j-copy" not in ended.players[0].discard and ended.gone[-1] == "j-copy"


@pytest.mark.rule("JB-9", "BON-10")
def test_bonuses_chain_from_copy_to_depute_to_supply() -> None:
    state = deck(table(), 0, ("j-supply", "base-apprentice-livre", "base-master", "base-master"))
    state = deck(state, 1, (), BASE[:1], ("1-depute-use-bonus",))
    before = bonus(state, 0, "j-copy")
    state = do(before, CopyBonus(1), Depute("j-supply", Zone.SUPPLY))
    state = do(state, UseSupplyCard("base-apprentice-livre"), UseBonus())
    assert gained(before, state) == (2, 0)
    assert legal_actions(state) == (EndTurn(),)
    ended = do(state, EndTurn())
    assert ended.players[0].discard == ("base-apprentice-livre", "j-copy")


@pytest.mark.rule("JB-9")
def test_copying_the_supply_bonus_moves_a_card_of_the_copier_s_supply() -> None:
    before = copying("j-supply")
    state = do(before, CopyBonus(1), UseSupplyCard("base-apprentice-livre"))
    assert state.players[0].discard == ("base-apprentice-livre",)
    assert state.players[1] == before.players[1]
    assert gained(before, do(state, UseBonus())) == (2, 0)


@pytest.mark.rule("BON-10", "JB-9", "BON-6")
@pytest.mark.parametrize("deputed", [Depute("j-supply", Zone.PLAYED), Depute("1-depute-use-bonus", Zone.DISCARD)])
def test_a_used_bonus_is_not_available_again_when_its_card_is_deputed(deputed: Depute) -> None:
    state = deck(deck(table(), 1, hand=BASE[:1]), 0, ("1-depute-use-bonus", *BASE))
    state = do(bonus(state, 0, "j-supply"), UseSupplyCard("1-depute-use-bonus"), deputed)
    assert legal_actions(state) == (EndTurn(),)
    assert do(state, EndTurn()).gone[-1] == deputed.card


@pytest.mark.rule("JB-9", "BON-2", "DRESS-5")
@pytest.mark.parametrize(("via", "masters"), [("2-extra-dress-common", False), ("base-master", True)])
def test_master_guest_spaces_depend_on_the_rank_of_the_card_with_the_bonus(via: str, masters: bool) -> None:
    """A Master that reaches a Journeyman's extra dress by deputing may not use Master guest spaces for it."""
    state = give(windows(table(), "yellow-1"), 0, silk=("yy:yarn",))
    if masters:
        state = turn(state, 0, via)
    else:
        state = deck(state, 0, (via, *BASE[:4]))
        state = do(bonus(state, 0, "1-depute-use-bonus"), Depute(via, Zone.SUPPLY))
    spaces = {a.space for a in offers(do(state, MakeDress("yellow-1"), Rent()), Place)}
    assert {"1.1", "1.2", "2.1", "2.2", "3.1", "4.1", "5.1"} <= spaces if masters else "1.1" not in spaces
    assert "1.4" in spaces


@pytest.mark.rule("JB-9", "BON-3")
def test_a_copied_extra_dress_is_paid_by_the_copier_with_the_copied_discount() -> None:
    state = give(windows(table(), "yellow-1"), 0, livre=0, silk=("y:yarn+lace",))
    before = bonus(deck(state, 1, (), (), ("2-extra-dress-common",)), 0, "j-copy")
    state = do(before, CopyBonus(1), MakeDress("yellow-1"), Sell())
    assert gained(before, state) == (6, 0) and state.players[0].silk == ()


# ---- specialised Apprentices


COATS = {"h1_4": "green-1", "h2_5": "blue-1", "h3_5": "green-2"}
LADIES = {"h1_4": "yellow-1", "h2_5": "red-1", "h3_5": "yellow-2"}
HALLS = {"h1_4": "yellow-1", "h2_5": "red-1", "h3_5": "yellow-2", "h4_4": "blue-1"}


def but_one(dresses: dict[str, str]) -> dict[str, str]:
    return dict(list(dresses.items())[:-1])


def supplies(tiles: int, lace: int, yarn: int) -> Callable[[State], State]:
    silk = ("yy:yarn", "gg:yarn", "rr:yarn", "bb:yarn")
    return lambda state: give(state, 0, silk=silk[:tiles], lace=lace, yarn=yarn)


CONDITIONS: list[tuple[str, Callable[[State], State], tuple[str, int], Callable[[State], State]]] = [
    ("s-coats", worn(**but_one(COATS), h3_4="red-1"), ("coat", 1), worn(**COATS)),
    ("s-ladies", worn(**but_one(LADIES), h3_4="blue-1"), ("ladies-dress", 1), worn(**LADIES)),
    (
        "s-masters",
        worn(h1_1="green-1", h2_2="red-1", h3_4="blue-1"),
        ("master-guest", 1),
        worn(h1_1="green-1", h2_2="red-1", h5_1="blue-1"),
    ),
    ("s-livre", lambda s: give(s, 0, livre=29), ("livre", 1), lambda s: give(s, 0, livre=30)),
    ("s-jewels", jewelled("red", "red"), ("jewel", 1), jewelled("red", "red", "blue")),
    (
        "s-decorations",
        lambda s: funded(s, 0, "fountain-upper-1", "fountain-lower-1", "musician-1", "musician-2"),
        ("decoration-type", 1),
        lambda s: funded(s, 0, "fountain-upper-1", "musician-1", "jeweler-1"),
    ),
    ("s-decorations", lambda s: s, ("decoration-type", 3), decorated(4)),
    ("s-supplies", supplies(3, 2, 2), ("tile", 1), supplies(4, 2, 2)),
    ("s-supplies", supplies(4, 1, 2), ("lace", 1), supplies(4, 3, 2)),
    ("s-supplies", supplies(4, 2, 0), ("yarn", 2), supplies(4, 2, 3)),
    (
        "s-prestige",  # prestige of the final scoring does not count
        lambda s: give(funded(wear(s, 0, h1_4="red-1"), 0, "musician-1"), 0, prestige=4),
        ("prestige", 1),
        lambda s: give(s, 0, prestige=5),
    ),
    (
        "s-exam",
        lambda s: candidate(s, 0, Exam.MASTER, Task.COAT),
        ("master-exam", 1),
        lambda s: with_player(s, 0, master_exams=1),
    ),
    ("s-halls", worn(**HALLS), ("hall", 1), lambda s: funded(wear(s, 0, **HALLS), 0, "musician-5")),
]


@pytest.mark.rule("JB-10", "HIDDEN-2")
def test_a_condition_does_not_tell_prestige_that_is_hidden_from_its_owner() -> None:
    state = turn(give(specialist(table(), 0, "s-prestige"), 0, prestige=3), 0, "base-master")
    missing = {shown: refused(hidden(state, shown), HireSpecialist()).missing for shown in ("owner", "nobody")}
    assert missing == {"owner": (("prestige", 2),), "nobody": ()}


def hidden(state: State, shown: Any) -> State:
    """Return ``state`` with prestige gained in play ``shown`` to these."""
    return replace(state, setup=replace(state.setup, open_scores=shown))


@pytest.mark.rule("JB-4", "JB-10")
@pytest.mark.parametrize(("card", "failing", "missing", "holding"), CONDITIONS)
def test_a_specialised_apprentice_is_free_once_its_condition_is_met(
    card: str,
    failing: Callable[[State], State],
    missing: tuple[str, int],
    holding: Callable[[State], State],
) -> None:
    state = give(specialist(table(), 0, card), 0, livre=0, yarn=0, lace=0)
    state = give(state, 1, livre=60, yarn=9, lace=9, prestige=20, jewels=("yellow", "yellow", "green"))
    waiting = turn(failing(state), 0, "base-master")
    assert HireSpecialist() not in legal_actions(waiting)
    refusal = refused(waiting, HireSpecialist())
    assert (refusal.reason, refusal.missing) == (Reason.CONDITION, (missing,))
    assert refusal.word == box_of(state).card[card].condition

    ready = turn(holding(state), 0, "base-master")
    hired = do(ready, HireSpecialist())
    assert gained(ready, hired) == (0, 0)
    assert card in hired.players[0].hand and hired.players[0].specialist == ""
    assert hired.hire == ready.hire


@pytest.mark.rule("JB-4")
def test_the_specialist_gains_3_prestige_even_if_its_condition_no_longer_holds() -> None:
    state = give(specialist(table(), 0, "s-livre"), 0, livre=30)
    state = do(turn(state, 0, "base-master"), HireSpecialist(), EndTurn())
    before = do(give(state, 0, livre=0), PlayCard("s-livre"), Decline())
    assert gained(before, do(before, UseBonus())) == (0, 3)


@pytest.mark.rule("JB-4", "HIRE-1")
def test_the_specialist_is_hired_once_and_instead_of_a_displayed_card() -> None:
    state = hire(give(specialist(table(), 0, "s-livre"), 0, livre=30), "1-livre")
    state = turn(state, 0, "base-master")
    assert {HireSpecialist(), Hire("1-livre")} <= {*legal_actions(state)}
    state = do(state, HireSpecialist())
    assert not offers(state, Hire)
    again = turn(state, 0, "base-master")
    assert HireSpecialist() not in legal_actions(again)
    assert HireSpecialist() not in {refusal.about for refusal in why_not(again)}


@pytest.mark.rule("JB-4", "TURN-4")
@pytest.mark.parametrize("card", ["base-journeyman", "base-apprentice-livre"])
def test_only_a_master_hires_the_specialist(card: str) -> None:
    state = turn(give(specialist(table(), 0, "s-livre"), 0, livre=30), 0, card)
    assert HireSpecialist() not in legal_actions(state)
    assert refused(state, Family.HIRE).reason is Reason.WRONG_RANK


@pytest.mark.rule("JB-4")
def test_the_specialist_may_be_hired_with_an_empty_display() -> None:
    state = turn(hire(give(specialist(table(), 0, "s-livre"), 0, livre=30)), 0, "base-master")
    assert HireSpecialist() in legal_actions(state)


@pytest.mark.rule("JB-4", "DEP-1", "DEP-3")
def test_a_hired_specialist_is_an_apprentice_like_any_other() -> None:
    state = turn(deck(table(), 0, BASE), 0, "s-jewels")
    before = state
    assert gained(before, do(state, Depute("s-jewels", Zone.PLAYED), UseBonus())) == (4, 3)


@pytest.mark.rule("JB-9", "JB-6")
def test_a_supply_apprentice_s_extra_acquire_counts_as_an_apprentice_s() -> None:
    state = deck(warehouse(table(), "yy:yarn"), 0, BASE)
    state = do(bonus(state, 0, "j-supply"), UseSupplyCard("base-apprentice-acquire"), TakeTile(0), KeepTile())
    assert state.players[0].tasks == (Task.COMMON_SILK,)
