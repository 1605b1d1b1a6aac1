"""BON: the bonuses of the base cards."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from rokoko_core.actions import (
    BuyPrestige,
    Decline,
    Depute,
    DiscardTile,
    DrawTile,
    EndTurn,
    Fund,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    Rent,
    Sell,
    SettleSilk,
    SurrenderTile,
    TakeNotion,
    TakeTile,
    UseBonus,
    UseSupplyCard,
)
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.moves.dress import list_actions as list_dresses
from rokoko_core.moves.dress import terms_of
from rokoko_core.pending import Placement
from rokoko_core.refusal import Reason
from rokoko_core.state import State
from rokoko_core.terms import Bonus, Expansion, Notion, Rank, Zone
from tests.tabletop import (
    bonus,
    deck,
    do,
    dressed,
    end_turn,
    funded,
    gained,
    give,
    new,
    no_tiles,
    offers,
    refused,
    stack,
    turn,
    warehouse,
    windows,
)

GALLERY = {
    "yellow-1": "5.4",
    "yellow-2": "3.4",
    "green-1": "1.4",
    "red-1": "2.5",
    "red-2": "3.5",
    "red-3": "4.4",
    "blue-1": "1.6",
    "blue-2": "5.2",
}
"""Seat 0 has two yellow, one green, three red and two blue dresses on the board."""

OTHERS = ["base-master", "base-master", "base-journeyman", "base-apprentice-livre", "base-apprentice-acquire"]
MORE = ["1-livre", "1-notion", "2-ladies-livre", "4-coats", "5-livre-dresses", "6-fund-10"]


def gallery() -> State:
    """Give seat 0 the dresses of ``GALLERY`` and five decorations; seat 1 has others, which must not count."""
    state = new()
    for dress, space in GALLERY.items():
        state = dressed(state, 0, dress, space)
    for dress, space in (("yellow-3", "1.3"), ("blue-3", "2.4"), ("green-2", "2.3"), ("red-4", "1.5")):
        state = dressed(state, 1, dress, space)
    state = funded(state, 0, "fireworks-1", "fireworks-2", "statue-1", "musician-1", "fountain-upper-1")
    return funded(state, 1, "statue-2", "statue-3", "musician-2")


def used(state: State) -> tuple[int, int]:
    """Use the pending bonus and return the (Livre, prestige) gained."""
    assert legal_actions(state) == (UseBonus(), Decline())
    return gained(state, do(state, UseBonus()))


def small_deck(state: State, *cards: str, zone: str = "supply", others: Sequence[str] = OTHERS[:3]) -> State:
    """Give seat 0 ``others`` in the supply and ``cards`` in ``zone``, besides the played card."""
    zones: dict[str, list[str]] = {"supply": list(others)}
    zones.setdefault(zone, []).extend(cards)
    return deck(state, 0, **zones)


# ---- bonuses that count


@pytest.mark.rule("BON-1")
@pytest.mark.parametrize(
    ("card", "livre", "prestige"),
    [
        ("base-apprentice-livre", 2, 0),
        ("1-livre", 1, 0),
        ("2-ladies-livre", 2 * 1 + 3 * 2, 0),
        ("2-prestige-decorations", 0, 2),
        ("3-livre-decorations", 5, 0),
        ("3-prestige-dresses", 0, 2),
        ("4-coats", 2, 2),
        ("5-livre-dresses", 8, 0),
        ("5-prestige-decorations", 0, 2),
        ("5-prestige-dresses", 0, 4),
    ],
)
def test_what_each_counting_bonus_brings(card: str, livre: int, prestige: int) -> None:
    """Divisions round down: 5 decorations are two pairs, 8 dresses two threes. Both parts of 4-coats add up."""
    assert used(bonus(gallery(), 0, card)) == (livre, prestige)


@pytest.mark.rule("BON-10")
@pytest.mark.parametrize(
    "card",
    [
        *("2-ladies-livre", "2-prestige-decorations", "3-livre-decorations", "3-prestige-dresses", "4-coats"),
        *("5-livre-dresses", "5-prestige-decorations", "5-prestige-dresses", "5-prestige-silk"),
    ],
)
def test_a_bonus_with_nothing_to_count_is_refused(card: str) -> None:
    state = bonus(new(), 0, card)
    assert legal_actions(state) == (EndTurn(),)
    assert refused(state, UseBonus()).reason is Reason.NOTHING_TO_GAIN


@pytest.mark.rule("BON-1", "TURN-2")
def test_bonuses_count_the_result_of_the_main_action() -> None:
    state = give(windows(turn(new(), 0, "5-livre-dresses"), "yellow-1"), 0, silk=["yy:yarn"])
    assert used(do(state, MakeDress("yellow-1"), Rent(), Place("1.4"))) == (1, 0)
    state = turn(funded(new(), 0, "statue-1"), 0, "2-prestige-decorations")
    assert used(do(state, Fund("fireworks-1"))) == (0, 1)


@pytest.mark.rule("BON-9", "TURN-5")
@pytest.mark.parametrize(
    ("size", "large", "small"),
    [(4, 0, 0), (5, 2, 1), (6, 2, 1), (7, 6, 3), (8, 6, 3), (9, 10, 5), (10, 10, 5), (11, 14, 7), (12, 14, 7)],
)
def test_deck_size_tables_start_at_five_cards(size: int, large: int, small: int) -> None:
    for card, livre in (("3-livre-deck", large), ("4-livre-deck", small)):
        state = deck(turn(new(), 0, card), 0, supply=[*OTHERS, *MORE][: size - 1])
        state = do(state, Decline())
        if livre:
            assert used(state) == (livre, 0)
        else:
            assert legal_actions(state) == (EndTurn(),)


@pytest.mark.rule("BON-9")
@pytest.mark.parametrize(("size", "livre"), [(4, 6), (5, 5), (6, 4), (7, 2), (8, 2), (12, 2)])
def test_the_small_deck_table_starts_at_four(size: int, livre: int) -> None:
    state = turn(new(expansions=[Expansion.JEWELRY_BOX]), 0, "j-small-deck")
    state = deck(state, 0, supply=[*OTHERS, *MORE][: size - 1])
    assert used(do(state, Decline())) == (livre, 0)


# ---- extra actions


@pytest.mark.rule("BON-2", "ACQ-1", "ACQ-2")
@pytest.mark.parametrize("card", ["base-apprentice-acquire", "1-extra-acquire"])
def test_extra_acquire_costs_the_current_price_and_the_tile_is_kept_or_discarded(card: str) -> None:
    state = do(warehouse(turn(new(), 0, card), "yy:yarn", "gg:yarn", "rr:lace"), TakeTile(0), KeepTile())
    assert legal_actions(state) == (TakeTile(1), TakeTile(2), Decline())
    taken = do(state, TakeTile(2))
    assert gained(state, taken) == (-1, 0), "two tiles are there after the main action"
    assert legal_actions(taken) == (KeepTile(), DiscardTile(Notion.LACE))
    assert legal_actions(do(taken, KeepTile())) == (EndTurn(),)


def extra(card: str, dress: str, *silk: str, window: int = 0) -> State:
    """Offer seat 0 the extra dress of ``card`` with ``silk``, a yarn, a lace and 15 Livre."""
    state = give(windows(turn(new(), 0, card), dress, *[""] * window), 0, silk=silk, livre=15, yarn=1, lace=1)
    return do(state, Decline())


@pytest.mark.rule("BON-2", "DRESS-3", "DRESS-5")
@pytest.mark.parametrize("card", ["2-extra-dress-common", "4-extra-dress-red"])
def test_an_extra_dress_by_a_journeyman_excludes_thimbles_and_master_guests(card: str) -> None:
    """Both cards are Journeymen."""
    assert not offers(extra(card, "yellow-6", "yy:yarn"), MakeDress)
    state = extra(card, "yellow-1", "yy:yarn", window=4)
    made = do(state, MakeDress("yellow-1"))
    assert gained(state, made) == (-6, 0), "the window is paid in full"
    places = {place.space for place in offers(do(made, Rent()), Place)}
    assert "1.4" in places and not {"1.1", "1.2", "2.1", "2.2", "3.1", "4.1", "5.1"} & places
    assert gained(made, do(made, Sell())) == (6, 0)


@pytest.mark.rule("BON-2")
def test_an_extra_dress_by_a_master_excludes_thimbles_but_not_master_guests() -> None:
    """No shipped Master makes an extra dress; an owner's component set may have one."""
    state = give(windows(turn(new(), 0, "base-master"), "yellow-6", "yellow-1"), 0, silk=["yy:yarn"])
    box, rank = box_of(state), Rank.MASTER
    terms = terms_of(Bonus.EXTRA_DRESS_MINUS_COMMON)
    assert list_dresses(state, box, 0, rank, terms) == [MakeDress("yellow-1")]
    placing = replace(state, pending=(*state.pending[:1], Placement(0, "yellow-1", rank)))
    assert "1.1" in {place.space for place in offers(placing, Place)}


@pytest.mark.rule("BON-2", "BON-6")
def test_an_extra_action_has_the_rank_of_the_card_with_the_bonus() -> None:
    """A Master deputes a Journeyman and uses its extra dress: no Master guest takes it."""
    state = windows(turn(new(), 0, "1-depute-use-bonus"), "yellow-1")
    state = give(small_deck(state, "2-extra-dress-common", *OTHERS[3:]), 0, silk=["yy:yarn"])
    state = do(state, Decline(), Depute("2-extra-dress-common", Zone.SUPPLY), MakeDress("yellow-1"), Rent())
    assert "1.4" in {place.space for place in offers(state, Place)}
    assert "1.1" not in {place.space for place in offers(state, Place)}


@pytest.mark.rule("BON-3")
@pytest.mark.parametrize(
    ("dress", "silk", "may"),
    [
        ("yellow-1", ["y:yarn+lace"], True),
        ("yellow-1", ["g:yarn+lace"], False),
        ("yellow-2", ["y:yarn+lace"], False),
        ("yellow-3", ["yg:yarn"], True),
        ("yellow-3", ["yy:yarn"], True),
        ("yellow-3", ["y:yarn+lace"], False),
        ("red-4", ["rr:yarn"], True),
        ("red-1", ["r:yarn+lace"], False),
        ("red-1", ["rr:yarn"], True),
        ("blue-1", ["bb:yarn"], True),
    ],
)
def test_the_common_discount_is_one_bale_in_total(dress: str, silk: list[str], may: bool) -> None:
    """yellow-3: 2 yellow, 1 green; red-4: 2 red, 1 yellow. Dresses without common silk cost what they cost."""
    assert bool(offers(extra("2-extra-dress-common", dress, *silk), MakeDress)) == may


@pytest.mark.rule("BON-3")
@pytest.mark.parametrize(
    ("dress", "silk", "may"),
    [
        ("red-1", [], True),
        ("red-4", ["y:yarn+lace"], True),
        ("red-4", ["rr:yarn"], False),
        ("red-6", ["r:yarn/lace"], True),
        ("red-6", ["bb:yarn"], False),
        ("yellow-9", ["yy:yarn"], True),
        ("yellow-1", ["y:yarn+lace"], False),
        ("yellow-1", ["yy:yarn"], True),
    ],
)
def test_the_red_discount_is_up_to_two_bales(dress: str, silk: list[str], may: bool) -> None:
    """red-6: 3 red; yellow-9: 2 yellow, 1 red."""
    assert bool(offers(extra("4-extra-dress-red", dress, *silk), MakeDress)) == may


@pytest.mark.rule("BON-3")
def test_a_discount_saves_tiles_but_not_notions() -> None:
    """red-2 requires two red bales and a yarn."""
    state = do(extra("4-extra-dress-red", "red-2", "rr:yarn"), MakeDress("red-2"))
    assert (state.players[0].silk, state.players[0].yarn, state.players[0].lace) == (("rr:yarn",), 0, 1)
    assert not offers(give(extra("4-extra-dress-red", "red-2", "rr:yarn"), 0, yarn=0), MakeDress)


@pytest.mark.rule("BON-3", "DRESS-2")
def test_the_player_chooses_how_to_use_a_discount() -> None:
    state = do(extra("2-extra-dress-common", "yellow-3", "yg:yarn", "yy:lace"), MakeDress("yellow-3"))
    assert set(legal_actions(state)) == {PayTiles(("yg:yarn",)), PayTiles(("yy:lace",))}


@pytest.mark.rule("BON-2", "FUND-2", "FUND-3")
@pytest.mark.parametrize(("card", "off"), [("3-fund-5", 5), ("6-fund-10", 10)])
def test_extra_fund_at_a_discount(card: str, off: int) -> None:
    """statue-3 costs 16, fireworks-1 8."""
    state = give(bonus(new(), 0, card), 0, livre=16 - off)
    assert gained(state, do(state, Fund("statue-3"))) == (off - 16, 0)
    assert gained(state, do(state, Fund("fireworks-1"))) == (-max(0, 8 - off), 0)
    assert Fund("statue-3") not in legal_actions(give(state, 0, livre=15 - off))
    assert Fund("fountain-upper-2") not in legal_actions(funded(state, 0, "fountain-upper-1"))


# ---- prestige for Livre and for silk


@pytest.mark.rule("BON-4")
@pytest.mark.parametrize(("card", "price"), [("4-prestige-4-livre", 4), ("6-prestige-3-livre", 3)])
def test_any_amount_of_prestige_can_be_bought(card: str, price: int) -> None:
    state = give(bonus(new(), 0, card), 0, livre=3 * price + 2)
    assert legal_actions(state) == (BuyPrestige(1), BuyPrestige(2), BuyPrestige(3), Decline())
    assert gained(state, do(state, BuyPrestige(2))) == (-2 * price, 2)
    assert legal_actions(bonus(give(new(), 0, livre=price - 1), 0, card)) == (EndTurn(),)


SILKS = [
    (["b:yarn/lace"], 1),
    (["rr:yarn"], 2),
    (["rb:yarn", "yb:yarn/lace"], 3),
    (["yg:yarn", "y:yarn+lace"], 1),
    (["y:yarn+lace", "g:yarn+lace"], 1),
    (["yr:yarn", "gr:yarn"], 3),
    (["yg:yarn", "y:yarn+lace", "b:yarn/lace", "gr:lace"], 4),
]


@pytest.mark.rule("BON-5")
@pytest.mark.parametrize(("tiles", "prestige"), SILKS)
def test_kept_tiles_are_surrendered_for_prestige(tiles: list[str], prestige: int) -> None:
    """1 per blue and red bale, 1 per two yellow and green ones over all tiles; no notions; the tiles are discarded."""
    state = bonus(give(new(), 0, silk=[*tiles, "bb:lace"]), 0, "5-prestige-silk")
    after = do(state, *(SurrenderTile(tile) for tile in tiles), SettleSilk())
    assert gained(state, after) == (0, prestige)
    player = after.players[0]
    assert (player.silk, player.yarn, player.lace) == (("bb:lace",), 1, 1)
    assert sorted(after.tile_discard) == sorted(tiles)
    assert legal_actions(after) == (EndTurn(),), "all at once"


@pytest.mark.rule("BON-5", "BON-10")
def test_silk_without_value_cannot_be_settled() -> None:
    assert legal_actions(bonus(give(new(), 0, silk=["y:yarn+lace"]), 0, "5-prestige-silk")) == (EndTurn(),)
    state = bonus(give(new(), 0, silk=["y:yarn+lace", "g:yarn+lace"]), 0, "5-prestige-silk")
    assert legal_actions(do(state, SurrenderTile("y:yarn+lace"))) == (SurrenderTile("g:yarn+lace"),)


# ---- deputing by bonus


@pytest.mark.rule("BON-6", "DEP-3")
@pytest.mark.parametrize(("card", "livre"), [("base-master", 8), ("4-coats", 5), ("1-notion", 2)])
@pytest.mark.parametrize("zone", [Zone.SUPPLY, Zone.HAND, Zone.DISCARD])
def test_depute_for_livre_allows_any_card_of_the_deck(card: str, livre: int, zone: Zone) -> None:
    state = bonus(small_deck(new(), card, zone=zone, others=OTHERS[2:]), 0, "2-depute-livre")
    after = do(state, Depute(card, zone))
    assert gained(state, after) == (livre, 0)
    assert legal_actions(after) == (EndTurn(),), "its bonus is not used"
    assert card not in getattr(after.players[0], zone)
    assert end_turn(after).gone.count(card) == state.gone.count(card) + 1


@pytest.mark.rule("BON-6")
def test_depute_for_livre_allows_the_played_card() -> None:
    state = bonus(small_deck(new(), *OTHERS[3:]), 0, "2-depute-livre")
    after = do(state, Depute("2-depute-livre", Zone.PLAYED))
    assert gained(state, after) == (5, 0)
    ended = end_turn(after)
    assert "2-depute-livre" in ended.gone and "2-depute-livre" not in ended.players[0].discard


@pytest.mark.rule("BON-6")
@pytest.mark.parametrize("zone", [Zone.SUPPLY, Zone.HAND, Zone.DISCARD])
def test_depute_use_bonus_gains_no_livre_but_the_optional_bonus_of_the_card(zone: Zone) -> None:
    state = bonus(small_deck(new(), "1-livre", zone=zone, others=OTHERS[:4]), 0, "1-depute-use-bonus")
    after = do(state, Depute("1-livre", zone))
    assert gained(state, after) == (0, 0)
    assert used(after) == (1, 0)
    assert legal_actions(do(after, Decline())) == (EndTurn(),)


@pytest.mark.rule("BON-6", "BON-10")
def test_a_card_deputed_by_its_own_bonus_has_no_second_bonus() -> None:
    state = bonus(small_deck(new(), *OTHERS[3:]), 0, "1-depute-use-bonus")
    after = do(state, Depute("1-depute-use-bonus", Zone.PLAYED))
    assert legal_actions(after) == (EndTurn(),)
    assert "1-depute-use-bonus" in do(after, EndTurn()).gone
    assert "1-depute-use-bonus" not in do(after, EndTurn()).players[0].discard


@pytest.mark.rule("BON-6", "BON-8")
@pytest.mark.parametrize("card", ["6-crown-deck", "6-crown-couples", "base-master"])
def test_a_card_without_a_bonus_in_play_can_be_deputed_for_no_gain(card: str) -> None:
    state = bonus(small_deck(new(), card, others=OTHERS[1:]), 0, "1-depute-use-bonus")
    assert legal_actions(do(state, Depute(card, Zone.SUPPLY))) == (EndTurn(),)


@pytest.mark.rule("BON-6", "DEP-2")
@pytest.mark.parametrize(("size", "links"), [(4, 0), (5, 1), (6, 2)])
def test_a_deputed_cards_bonus_respects_the_limit_of_four(size: int, links: int) -> None:
    others = ["2-depute-livre", *OTHERS][: size - 1]
    state = do(deck(turn(new(), 0, "1-depute-use-bonus"), 0, supply=others), Decline())
    done = 0
    if offers(state, Depute):
        state, done = do(state, Depute("2-depute-livre", Zone.SUPPLY)), 1
        if offers(state, Depute):
            assert Depute("2-depute-livre", Zone.SUPPLY) not in legal_actions(state), "no card is deputed twice"
            state, done = do(state, Depute("base-master", Zone.SUPPLY)), 2
    assert done == links
    assert legal_actions(state) == (EndTurn(),)


@pytest.mark.rule("BON-6", "TURN-1")
def test_a_card_deputed_from_the_hand_cannot_be_played() -> None:
    state = deck(turn(new(), 0, "2-depute-livre"), 0, supply=OTHERS[:4], hand=["1-livre"])
    state = end_turn(do(state, Decline(), Depute("1-livre", Zone.HAND)))
    assert state.round == 2, "no hand has a card left"


@pytest.mark.rule("DEP-2", "BON-9")
def test_a_card_deputed_this_turn_still_counts_for_deck_size_bonuses() -> None:
    state = deck(turn(new(), 0, "1-depute-use-bonus"), 0, supply=["3-livre-deck", *OTHERS])
    state = do(state, Decline(), Depute("3-livre-deck", Zone.SUPPLY))
    assert used(state) == (6, 0), "seven cards until the turn ends"


# ---- notions and tiles


@pytest.mark.rule("BON-10")
@pytest.mark.parametrize(("card", "price"), [("1-notion", 0), ("base-journeyman", 1)])
@pytest.mark.parametrize("notion", [Notion.YARN, Notion.LACE])
def test_a_notion_bonus_offers_a_yarn_or_a_lace(card: str, price: int, notion: Notion) -> None:
    state = bonus(new(), 0, card)
    assert legal_actions(state) == (TakeNotion(Notion.YARN), TakeNotion(Notion.LACE), Decline())
    after = do(state, TakeNotion(notion))
    assert gained(state, after) == (-price, 0)
    assert (after.players[0].yarn, after.players[0].lace) == ((2, 1) if notion is Notion.YARN else (1, 2))
    assert bool(offers(bonus(give(new(), 0, livre=0), 0, card), TakeNotion)) == (price == 0)


@pytest.mark.rule("BON-7")
@pytest.mark.parametrize(("card", "price"), [("1-random-tile", 0), ("1-buy-random-tile", 1)])
def test_a_face_down_tile_is_drawn_then_kept_or_discarded(card: str, price: int) -> None:
    state = bonus(stack(new(), "rb:yarn"), 0, card)
    assert legal_actions(state) == (DrawTile(), Decline())
    drawn = do(state, DrawTile())
    assert gained(state, drawn) == (-price, 0)
    assert legal_actions(drawn) == (KeepTile(), DiscardTile(Notion.YARN))
    assert do(drawn, KeepTile()).players[0].silk == ("rb:yarn",)
    assert do(drawn, DiscardTile(Notion.YARN)).tile_discard == ("rb:yarn",)
    assert bool(offers(bonus(give(state, 0, livre=0), 0, card), DrawTile)) == (price == 0)


@pytest.mark.rule("BON-7", "PREP-3")
def test_an_empty_stack_is_refilled_from_the_discards() -> None:
    state = stack(no_tiles(new()), "rb:yarn")
    state = bonus(replace(state, tile_stack=(), tile_discard=("rb:yarn",)), 0, "1-random-tile")
    assert do(state, DrawTile(), KeepTile()).players[0].silk == ("rb:yarn",)


@pytest.mark.rule("BON-7")
@pytest.mark.parametrize("card", ["1-random-tile", "1-buy-random-tile"])
def test_without_a_tile_to_draw_the_bonus_cannot_be_used(card: str) -> None:
    state = bonus(no_tiles(new()), 0, card)
    assert legal_actions(state) == (EndTurn(),)
    assert state.players[0].livre == 15


# ---- crowns, cards without a bonus, once a turn


@pytest.mark.rule("BON-8")
@pytest.mark.parametrize("card", ["6-crown-deck", "6-crown-notions", "6-crown-masters", "6-crown-couples"])
def test_a_crown_has_no_effect_in_play(card: str) -> None:
    state = bonus(gallery(), 0, card)
    assert legal_actions(state) == (EndTurn(),)
    assert refused(state, UseBonus()).reason is Reason.CROWN


@pytest.mark.rule("BON-10")
def test_each_cards_bonus_can_be_used_once_a_turn() -> None:
    """1-depute-use-bonus is used by way of j-supply, then deputes j-supply: its bonus was used already."""
    state = turn(new(expansions=[Expansion.JEWELRY_BOX]), 0, "j-supply")
    state = do(deck(state, 0, supply=["1-depute-use-bonus", *OTHERS]), Decline(), UseSupplyCard("1-depute-use-bonus"))
    assert legal_actions(do(state, Depute("j-supply", Zone.PLAYED))) == (EndTurn(),)
    assert legal_actions(do(state, Depute("1-depute-use-bonus", Zone.DISCARD))) == (EndTurn(),)


@pytest.mark.rule("BON-10", "BON-6")
def test_deputing_always_counts_as_a_gain() -> None:
    state = deck(turn(new(), 0, "1-depute-use-bonus"), 0, supply=["base-master", "base-master", *MORE[:2]])
    assert Depute("base-master", Zone.SUPPLY) in legal_actions(do(state, Decline()))
