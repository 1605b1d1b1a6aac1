"""Refusals with their reasons and what is missing."""

import pytest
from msgspec.structs import replace

from rokoko_core import bonuses
from rokoko_core.actions import (
    Action,
    BuyPrestige,
    Depute,
    DrawTile,
    Fund,
    Hire,
    MakeDress,
    Place,
    Rent,
    TakeNotion,
    TakeTile,
    UseBonus,
    UseSupplyCard,
)
from rokoko_core.box import box_of
from rokoko_core.engine import apply, why_not
from rokoko_core.pending import BonusOf
from rokoko_core.refusal import IllegalAction, Reason, Refusal
from rokoko_core.state import State
from rokoko_core.terms import Expansion, Family, Good, Notion, Zone
from tests.tabletop import (
    bonus,
    deck,
    do,
    dressed,
    funded,
    give,
    hire,
    new,
    no_tiles,
    pass_until,
    refused,
    turn,
    warehouse,
    windows,
)


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize(
    ("card", "family", "lowest"),
    [
        ("base-journeyman", Family.HIRE, "master"),
        ("base-apprentice-livre", Family.HIRE, "master"),
        ("base-apprentice-livre", Family.FAVOR, "journeyman"),
        ("base-apprentice-livre", Family.DRESS, "journeyman"),
    ],
)
def test_wrong_rank(card: str, family: Family, lowest: str) -> None:
    assert refused(turn(new(), 0, card), family) == Refusal(family, Reason.WRONG_RANK, word=lowest)


@pytest.mark.rule("FAVOR-1")
@pytest.mark.parametrize("card", ["base-master", "base-apprentice-livre"])
def test_favor_gone_names_the_holder(card: str) -> None:
    """Also to an Apprentice: with a higher rank the card could not be taken either."""
    state = replace(turn(new(), 0, card), favor=1)
    assert refused(state, Family.FAVOR) == Refusal(Family.FAVOR, Reason.FAVOR_GONE, seat=1)


@pytest.mark.rule("ACQ-3", "HIRE-1", "DRESS-1")
@pytest.mark.parametrize("family", [Family.ACQUIRE, Family.HIRE, Family.DRESS])
def test_display_empty(family: Family) -> None:
    state = windows(hire(warehouse(turn(new(), 0, "base-master"))))
    assert refused(state, family).reason is Reason.DISPLAY_EMPTY


@pytest.mark.rule("ACQ-1", "ACQ-3")
def test_a_tile_too_expensive_has_the_missing_livre() -> None:
    state = warehouse(turn(new(), 0, "base-master"), "yy:yarn", "gg:yarn", "rr:yarn", "bb:yarn", "yy:lace")
    state = give(state, 0, livre=1)
    assert refused(state, TakeTile(0)) == Refusal(TakeTile(0), Reason.TOO_LITTLE_MONEY, (("livre", 1),))
    assert not [r for r in why_not(state) if r.about == TakeTile(3)], "two tiles cost 1"


@pytest.mark.rule("HIRE-1")
def test_a_card_too_expensive_has_the_missing_livre() -> None:
    state = give(hire(turn(new(), 0, "base-master"), "1-livre", "1-notion", "4-coats"), 0, livre=1)
    assert refused(state, Hire("4-coats")) == Refusal(Hire("4-coats"), Reason.TOO_LITTLE_MONEY, (("livre", 2),))


@pytest.mark.rule("FUND-1", "FUND-2")
def test_decorations_taken_too_expensive_or_of_a_row_already_owned() -> None:
    state = give(turn(new(), 0, "base-master"), 0, livre=9)
    state = funded(funded(state, 1, "statue-1"), 0, "fountain-upper-1")
    assert refused(state, Fund("statue-1")) == Refusal(Fund("statue-1"), Reason.SPACE_TAKEN, seat=1)
    assert refused(state, Fund("fountain-upper-2")).reason is Reason.ROW_TAKEN
    assert refused(state, Fund("musician-1")).missing == (("livre", 5),)
    assert refused(state, Fund("fountain-lower-2")).missing == (("livre", 1),)


@pytest.mark.rule("FUND-3", "BON-2")
def test_an_extra_decoration_too_expensive_after_its_discount() -> None:
    state = give(bonus(new(), 0, "3-fund-5"), 0, livre=6)
    assert refused(state, Fund("statue-3")).missing == (("livre", 5),)


@pytest.mark.rule("DEP-2")
def test_the_four_card_limit() -> None:
    state = deck(turn(new(), 0, "1-livre"), 0, supply=["base-master", "base-master", "base-journeyman"])
    assert refused(state, Family.DEPUTE).reason is Reason.FOUR_CARDS


def workshop(dress: str, card: str = "base-master", window: int = 0) -> State:
    """Let seat 0 play ``card`` with ``dress`` on display, one yarn, one lace and 15 Livre."""
    return windows(turn(new(), 0, card), dress, *[""] * window)


@pytest.mark.rule("DRESS-1")
@pytest.mark.parametrize(
    ("dress", "window", "silk", "missing"),
    [
        ("blue-6", 0, ["bb:yarn"], {"blue": 1, "red": 1, "lace": 1}),
        ("yellow-7", 0, ["y:yarn+lace"], {"yellow": 1, "green": 1}),
        ("green-1", 4, [], {"green": 2, "livre": 3}),
        ("yellow-1", 4, ["yy:yarn"], {"livre": 3}),
    ],
)
def test_the_goods_missing_for_a_dress(dress: str, window: int, silk: list[str], missing: dict[str, int]) -> None:
    """blue-6 needs a red and three blue bales, a yarn and two lace. With 3 Livre the leftmost window is 3 short."""
    state = give(workshop(dress, window=window), 0, silk=silk, livre=3)
    refusal = refused(state, MakeDress(dress))
    only_money = set(missing) == {"livre"}
    assert refusal.reason is (Reason.TOO_LITTLE_MONEY if only_money else Reason.GOODS_MISSING)
    assert dict(refusal.missing) == missing


@pytest.mark.rule("DRESS-1")
def test_a_missing_yarn_is_named() -> None:
    state = give(workshop("yellow-4"), 0, silk=["yy:yarn"], yarn=0)
    assert refused(state, MakeDress("yellow-4")).missing == (("yarn", 1),)


@pytest.mark.rule("DRESS-3", "BON-2")
def test_a_thimble_dress_for_a_journeyman_or_as_an_extra_dress() -> None:
    state = give(workshop("yellow-6", "base-journeyman"), 0, silk=["yy:yarn"])
    assert refused(state, MakeDress("yellow-6")).reason is Reason.THIMBLE
    state = give(windows(new(), "yellow-6", "yellow-1"), 0, silk=["yy:yarn"])
    assert refused(bonus(state, 0, "2-extra-dress-common"), MakeDress("yellow-6")).reason is Reason.THIMBLE


@pytest.mark.rule("BON-3")
def test_the_goods_missing_for_an_extra_dress_include_the_discount() -> None:
    state = give(windows(new(), "red-10", "yellow-2", "yellow-1"), 0, silk=["y:yarn+lace"])
    state = bonus(state, 0, "2-extra-dress-common")
    assert refused(state, MakeDress("yellow-2")).missing == (("yellow", 1),)


@pytest.mark.rule("DRESS-5")
def test_guest_spaces_taken_or_for_masters_only_and_no_space_at_all() -> None:
    state = give(workshop("yellow-1", "base-journeyman"), 0, silk=["yy:yarn"])
    placing = do(dressed(state, 1, "blue-6", "1.4"), MakeDress("yellow-1"), Rent())
    assert refused(placing, Place("1.4")) == Refusal(Place("1.4"), Reason.SPACE_TAKEN, seat=1)
    assert refused(placing, Place("1.1")).reason is Reason.MASTER_SPACE
    spaces = [g.id for g in box_of(state).guests if not g.master]
    for n, space in enumerate(spaces):
        state = dressed(state, 1, f"green-{n + 1}" if n < 13 else f"red-{n - 12}", space)
    assert refused(do(state, MakeDress("yellow-1")), Rent()).reason is Reason.NO_FREE_SPACE


@pytest.mark.rule("BON-7", "BON-10")
def test_a_bonus_without_offers_is_refused_at_the_end_of_the_turn() -> None:
    assert refused(bonus(new(), 0, "5-livre-dresses"), UseBonus()).reason is Reason.NOTHING_TO_GAIN
    assert refused(bonus(new(), 0, "base-master"), UseBonus()).reason is Reason.NO_BONUS
    assert refused(bonus(new(), 0, "6-crown-deck"), UseBonus()).reason is Reason.CROWN


@pytest.mark.rule("BON-4", "BON-6", "BON-7", "DEP-2")
def test_a_bonus_that_could_gain_something_names_what_is_missing() -> None:
    """Only a bonus that has nothing to count would bring nothing."""
    assert refused(bonus(no_tiles(new()), 0, "1-random-tile"), UseBonus()).reason is Reason.NO_TILE
    poor = give(new(), 0, livre=2)
    short = ((Good.LIVRE, 1),)
    state = bonus(poor, 0, "6-prestige-3-livre")
    assert refused(state, UseBonus()) == Refusal(UseBonus(), Reason.TOO_LITTLE_MONEY, short, "6-prestige-3-livre")
    state = bonus(give(new(), 0, livre=0), 0, "base-journeyman")
    assert refused(state, UseBonus()) == Refusal(UseBonus(), Reason.TOO_LITTLE_MONEY, short, "base-journeyman")
    state = bonus(give(new(), 0, livre=1), 0, "base-apprentice-acquire")
    short = ((Good.LIVRE, 1),)  # the cheapest tile costs 2 Livre (ACQ-1)
    assert refused(state, UseBonus()) == Refusal(UseBonus(), Reason.TOO_LITTLE_MONEY, short, "base-apprentice-acquire")
    two_prices = warehouse(give(new(), 0, livre=0), "yy:yarn", "gr:lace", "b:yarn/lace", "gg:yarn", "gb:yarn/lace")
    prices = {
        missing for each in why_not(turn(two_prices, 0, "base-apprentice-livre"))[1:6] for missing in each.missing
    }
    assert prices == {(Good.LIVRE, 1), (Good.LIVRE, 2)}
    assert refused(bonus(two_prices, 0, "base-apprentice-acquire"), UseBonus()).missing == ((Good.LIVRE, 1),)
    state = bonus(replace(new(), warehouse=("",) * len(new().warehouse)), 0, "base-apprentice-acquire")
    empty = Refusal(UseBonus(), Reason.DISPLAY_EMPTY, word="base-apprentice-acquire")
    assert refused(state, UseBonus()) == empty
    few = deck(new(), 0, hand=["base-master", "1-livre"], supply=["1-notion"])
    state = bonus(few, 0, "1-depute-use-bonus")
    assert refused(state, UseBonus()) == Refusal(UseBonus(), Reason.FOUR_CARDS, word="1-depute-use-bonus")


@pytest.mark.rule("BON-7", "BON-8", "BON-10")
@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("base-apprentice-livre", None),
        ("6-crown-deck", Reason.CROWN),
        ("6-crown-couples", Reason.CROWN),
        ("base-master", Reason.NO_BONUS),
        ("5-livre-dresses", Reason.NOTHING_TO_GAIN),
    ],
)
def test_the_refusal_of_a_bonus_names_its_card(card: str, reason: Reason | None) -> None:
    """A card with a Livre bonus offers something; seat 0 has no dress to be paid for."""
    state = turn(new(), 0, card)
    refusal = bonuses.refusal(state, box_of(state), BonusOf(0, card, 0))
    assert refusal == (Refusal(UseBonus(), reason, word=card) if reason else None)


@pytest.mark.rule("BON-10")
@pytest.mark.parametrize(
    ("card", "use"),
    [
        ("base-apprentice-livre", UseBonus()),
        ("1-notion", TakeNotion(Notion.LACE)),
        ("1-random-tile", DrawTile()),
        ("6-prestige-3-livre", BuyPrestige(1)),
    ],
)
def test_a_used_bonus_is_refused_until_the_turn_ends(card: str, use: Action) -> None:
    """Each would gain something a second time; only the limit of once a turn forbids it."""
    after = do(bonus(new(), 0, card), use)
    box = box_of(after)
    assert bonuses.refusal(after, box, BonusOf(0, card, 0)) == Refusal(UseBonus(), Reason.BONUS_USED, word=card)
    assert bonuses.refusal(after, box, BonusOf(0, card, 1)) is None, (
        "the bonus of another player's equal card was not used"
    )


@pytest.mark.rule("BON-10")
def test_a_bonus_that_was_used_or_declined_is_not_refused() -> None:
    used = do(bonus(new(), 0, "base-apprentice-livre"), UseBonus())
    assert why_not(used) == ()
    passed = pass_until(turn(new(), 0, "base-apprentice-livre"), lambda s: len(s.pending) == 1)
    assert why_not(passed) == ()


@pytest.mark.rule("DRESS-1", "TURN-4")
def test_apply_gives_the_reason() -> None:
    with pytest.raises(IllegalAction) as thrown:
        apply(give(workshop("yellow-1"), 0, silk=[]), MakeDress("yellow-1"))
    assert thrown.value.reason.missing == (("yellow", 2),)
    with pytest.raises(IllegalAction) as thrown:
        apply(turn(new(), 0, "base-journeyman"), Hire("1-livre"))
    assert thrown.value.reason.reason is Reason.WRONG_RANK
    with pytest.raises(IllegalAction) as thrown:
        apply(new(), DrawTile())
    assert thrown.value.reason.reason is Reason.NOT_NOW


@pytest.mark.rule("BON-10", "BON-6")
def test_a_deputed_cards_bonus_without_gain_is_refused() -> None:
    state = deck(
        bonus(new(), 0, "1-depute-use-bonus"),
        0,
        supply=["5-livre-dresses", "6-crown-deck"],
        hand=["base-master"] * 2,
        discard=["base-journeyman"],
    )
    refusals = {
        card: [(r.word, r.reason) for r in why_not(do(state, Depute(card, Zone.SUPPLY)))]
        for card in ("5-livre-dresses", "6-crown-deck")
    }
    assert refusals == {
        "5-livre-dresses": [("5-livre-dresses", Reason.NOTHING_TO_GAIN)],
        "6-crown-deck": [("6-crown-deck", Reason.CROWN)],
    }


@pytest.mark.rule("BON-10", "JB-9")
def test_a_supply_cards_bonus_without_gain_is_refused() -> None:
    state = bonus(new(expansions=[Expansion.JEWELRY_BOX]), 0, "j-supply")
    state = deck(state, 0, supply=["5-livre-dresses"], hand=["base-master"] * 2, discard=["base-journeyman"])
    after = do(state, UseSupplyCard("5-livre-dresses"))
    assert [(r.word, r.reason) for r in why_not(after)] == [("5-livre-dresses", Reason.NOTHING_TO_GAIN)]
