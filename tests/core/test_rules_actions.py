"""FAVOR, ACQ, DRESS, HIRE, DEP, FUND and HALLS: the main actions."""

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from rokoko_core.actions import (
    Action,
    ClaimFavor,
    Decline,
    Depute,
    DiscardTile,
    EndTurn,
    Fund,
    Hire,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    PlayCard,
    Rent,
    Sell,
    TakeTile,
    UseBonus,
)
from rokoko_core.box import box_of
from rokoko_core.engine import apply, legal_actions, to_move
from rokoko_core.refusal import IllegalAction
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import Notion, Zone
from tests.tabletop import (
    bonus,
    deck,
    do,
    dressed,
    end_turn,
    funded,
    give,
    hire,
    new,
    offers,
    pass_until,
    turn,
    warehouse,
    windows,
)

DRESSES = [f"{colour}-{n}" for colour, most in (("green", 13), ("red", 10), ("blue", 6)) for n in range(1, most + 1)]


def spent(before: State, after: State, seat: int = 0) -> int:
    """Return the Livre that ``seat`` pays."""
    return before.players[seat].livre - after.players[seat].livre


def crowded(state: State, *free: str, seat: int = 1) -> State:
    """Take every guest space but ``free`` for ``seat``."""
    spaces = [g.id for g in box_of(state).guests if g.id not in free]
    for dress, space in zip(DRESSES, spaces, strict=False):
        state = dressed(state, seat, dress, space)
    return state


def maker(dress: str, *silk: str, card: str = "base-master", window: int = 0, livre: int = 15) -> State:
    """Let seat 0 play ``card``; ``dress`` alone is ``window`` windows left of the right end."""
    state = windows(turn(new(), 0, card), dress, *[""] * window)
    return give(state, 0, silk=silk, livre=livre, yarn=1, lace=1)


# ---- FAVOR


@pytest.mark.rule("FAVOR-1")
@pytest.mark.parametrize("card", ["base-master", "base-journeyman"])
@pytest.mark.parametrize("seat", [0, 1])
def test_favor_gains_the_card_and_five_livre(card: str, seat: int) -> None:
    """The starting player, seat 0, may take it too."""
    state = do(turn(new(), seat, card), ClaimFavor())
    assert (state.favor, state.players[seat].livre) == (seat, 20)
    ended = pass_until(state, lambda s: s.round == 2)
    assert ended.first_player == seat


@pytest.mark.rule("FAVOR-1")
def test_favor_is_available_once_a_round_and_not_for_apprentices() -> None:
    assert not offers(replace(turn(new(), 0, "base-master"), favor=1), ClaimFavor)
    assert not offers(replace(turn(new(), 0, "base-master"), favor=0), ClaimFavor)
    assert not offers(turn(new(), 0, "base-apprentice-livre"), ClaimFavor)


# ---- ACQ


@pytest.mark.rule("ACQ-1")
@pytest.mark.parametrize(("lying", "price"), [(1, 0), (2, 1), (3, 2), (4, 2)])
@pytest.mark.parametrize("card", ["base-master", "base-journeyman", "base-apprentice-livre"])
def test_the_price_of_a_tile_depends_on_its_segment(lying: int, price: int, card: str) -> None:
    """Segments of side B have four spaces. The tile is in the second segment; the first is full."""
    first = ("yy:yarn", "gg:yarn", "rr:yarn", "bb:yarn")
    second = ("yy:lace", "gg:lace", "rr:lace", "bb:lace")[:lying]
    state = warehouse(turn(new(4), 0, card), *first, *second)
    taken = do(state, TakeTile(4))
    assert spent(state, taken) == price
    assert taken.warehouse[4] == ""


@pytest.mark.rule("ACQ-1")
def test_one_tile_is_taken_from_any_segment() -> None:
    state = turn(new(), 0, "base-master")
    assert offers(state, TakeTile) == [TakeTile(space) for space in range(9)]
    assert legal_actions(do(state, TakeTile(8), KeepTile())) == (EndTurn(),)


@pytest.mark.rule("ACQ-1", "ACQ-3")
@pytest.mark.parametrize(("livre", "spaces"), [(0, [6]), (1, [3, 4, 6]), (2, [0, 1, 2, 3, 4, 6])])
def test_only_affordable_tiles_are_offered(livre: int, spaces: list[int]) -> None:
    tiles = ("yy:yarn", "gg:yarn", "rr:yarn", "yy:lace", "gg:lace", "", "rr:lace")
    state = give(warehouse(turn(new(), 0, "base-master"), *tiles), 0, livre=livre)
    assert [take.space for take in offers(state, TakeTile)] == spaces


@pytest.mark.rule("ACQ-3")
def test_an_empty_warehouse_offers_nothing() -> None:
    assert not offers(warehouse(turn(new(), 0, "base-master")), TakeTile)


@pytest.mark.rule("ACQ-2")
@pytest.mark.parametrize(
    ("tile", "discards"),
    [
        ("y:yarn+lace", {Notion.BOTH: (1, 1)}),
        ("yy:yarn/lace", {Notion.YARN: (1, 0), Notion.LACE: (0, 1)}),
        ("rr:yarn", {Notion.YARN: (1, 0)}),
        ("bb:lace", {Notion.LACE: (0, 1)}),
    ],
)
def test_a_tile_is_kept_or_discarded_for_its_notions_at_once(
    tile: str, discards: dict[Notion, tuple[int, int]]
) -> None:
    state = do(give(warehouse(turn(new(), 0, "base-master"), tile), 0, yarn=0, lace=0), TakeTile(0))
    assert legal_actions(state) == (KeepTile(), *(DiscardTile(notion) for notion in discards))
    kept = do(state, KeepTile())
    assert (kept.players[0].silk, kept.players[0].yarn, kept.players[0].lace) == ((tile,), 0, 0)
    assert kept.tile_discard == ()
    for notion, (yarn, lace) in discards.items():
        player = (after := do(state, DiscardTile(notion))).players[0]
        assert (player.silk, player.yarn, player.lace) == ((), yarn, lace)
        assert after.tile_discard == (tile,)


@pytest.mark.rule("ACQ-3", "DRESS-1")
def test_a_kept_tile_is_silk_only() -> None:
    """yellow-4 needs a yarn; the notions of a kept tile cannot be used."""
    state = windows(turn(new(), 0, "base-master"), "yellow-4")
    state = give(state, 0, silk=["yy:yarn", "y:yarn+lace"], yarn=0)
    assert not offers(state, MakeDress) and not offers(state, DiscardTile)
    assert offers(give(state, 0, yarn=1), MakeDress)


# ---- DRESS


@pytest.mark.rule("DRESS-1")
@pytest.mark.parametrize(("window", "cost"), [(0, 0), (1, 0), (2, 2), (3, 4), (4, 6)])
def test_window_cost_silk_yarn_and_lace_are_paid(window: int, cost: int) -> None:
    """red-9: three red bales, a yarn and a lace."""
    state = maker("red-9", "rr:yarn", "r:yarn/lace", window=window)
    paid = do(state, MakeDress("red-9"))
    player = paid.players[0]
    assert (spent(state, paid), player.silk, player.yarn, player.lace) == (cost, (), 0, 0)
    assert Counter(paid.tile_discard) == Counter(["rr:yarn", "r:yarn/lace"])
    assert not any(paid.windows)


@pytest.mark.rule("DRESS-1")
@pytest.mark.parametrize(
    "lacking", [{"livre": 5}, {"yarn": 0}, {"lace": 0}, {"silk": ["rr:yarn"]}, {"silk": ["rr:yarn", "bb:yarn"]}]
)
def test_the_whole_price_must_be_available_when_the_dress_is_chosen(lacking: dict[str, Any]) -> None:
    """Neither the 15 Livre of a sale nor a guest's reward can pay."""
    state = maker("red-9", "rr:yarn", "r:yarn/lace", window=4, livre=6)
    assert offers(state, MakeDress) == [MakeDress("red-9")]
    assert not offers(give(state, 0, **lacking), MakeDress)


@pytest.mark.rule("DRESS-2")
def test_payments_are_the_minimal_sets_of_tiles() -> None:
    state = maker("yellow-1", "yy:yarn", "yg:lace", "y:yarn+lace", "y:yarn+lace", "gg:yarn")
    state = do(state, MakeDress("yellow-1"))
    assert set(offers(state, PayTiles)) == {
        PayTiles(("yy:yarn",)),
        PayTiles(("y:yarn+lace", "yg:lace")),
        PayTiles(("y:yarn+lace", "y:yarn+lace")),
    }
    assert len(legal_actions(state)) == 3


@pytest.mark.rule("DRESS-2")
def test_excess_bales_are_lost_and_used_tiles_discarded() -> None:
    """yellow-2 needs three yellow bales; with two tiles of two, one bale and their notions are lost."""
    state = do(maker("yellow-2", "yy:yarn", "yy:lace", "gg:yarn"), MakeDress("yellow-2"))
    assert state.players[0].silk == ("gg:yarn",)
    assert Counter(state.tile_discard) == Counter(["yy:yarn", "yy:lace"])
    assert (state.players[0].yarn, state.players[0].lace) == (1, 1)


@pytest.mark.rule("DRESS-2")
def test_tiles_of_two_colours_count_for_both() -> None:
    """green-3 needs a yellow and two green bales."""
    state = do(maker("green-3", "yg:yarn", "g:yarn+lace", "gg:yarn", "yy:yarn"), MakeDress("green-3"))
    assert set(offers(state, PayTiles)) == {
        PayTiles(("g:yarn+lace", "yg:yarn")),
        PayTiles(("gg:yarn", "yg:yarn")),
        PayTiles(("gg:yarn", "yy:yarn")),
    }


@pytest.mark.rule("DRESS-2", "BON-3")
def test_a_discounted_payment_covers_some_reduction() -> None:
    """green-3 less one common bale: a yellow and a green, or two green."""
    state = maker("green-3", "yg:yarn", "gg:yarn", "yy:yarn")
    state = do(bonus(state, 0, "2-extra-dress-common"), MakeDress("green-3"))
    assert set(offers(state, PayTiles)) == {
        PayTiles(("yg:yarn",)),
        PayTiles(("gg:yarn",)),
    }


@pytest.mark.rule("DRESS-3")
def test_a_thimble_dress_needs_a_master() -> None:
    assert offers(maker("yellow-6", "yy:yarn"), MakeDress)
    assert not offers(maker("yellow-6", "yy:yarn", card="base-journeyman"), MakeDress)
    assert offers(maker("yellow-1", "yy:yarn", card="base-journeyman"), MakeDress)


@pytest.mark.rule("DRESS-4")
def test_a_sold_dress_gains_its_value_and_is_discarded() -> None:
    state = do(maker("red-9", "rr:yarn", "r:yarn/lace"), MakeDress("red-9"))
    assert set(legal_actions(state)) == {Rent(), Sell()}
    sold = do(state, Sell())
    assert (spent(state, sold), sold.dress_discard) == (-15, ("red-9",))
    assert "red-9" not in sold.guests
    assert legal_actions(sold) == (EndTurn(),)


@pytest.mark.rule("DRESS-5")
def test_a_rented_dress_may_go_to_any_free_guest_space() -> None:
    """Side A: 6 + 5 + 5 + 4 + 4 spaces, none of them on the Terrace."""
    state = dressed(maker("yellow-1", "yy:yarn"), 1, "blue-6", "1.4")
    places = offers(do(state, MakeDress("yellow-1"), Rent()), Place)
    every = {f"{hall}.{n}" for hall, spaces in ((1, 6), (2, 5), (3, 5), (4, 4), (5, 4)) for n in range(1, spaces + 1)}
    assert {place.space for place in places} == every - {"1.4"}
    placed = do(state, MakeDress("yellow-1"), Rent(), Place("4.4"))
    index = box_of(placed).guest["4.4"].index
    assert (placed.guests[index], placed.guest_owners[index]) == ("yellow-1", 0)


@pytest.mark.rule("DRESS-5")
def test_master_guest_spaces_take_a_masters_dresses_only() -> None:
    master_spaces = {"1.1", "1.2", "2.1", "2.2", "3.1", "4.1", "5.1"}
    for card, may in (("base-master", True), ("base-journeyman", False)):
        state = do(maker("yellow-1", "yy:yarn", card=card), MakeDress("yellow-1"), Rent())
        offered = {place.space for place in offers(state, Place)}
        assert (master_spaces <= offered, bool(master_spaces & offered)) == (may, may)


@pytest.mark.rule("DRESS-5")
def test_without_a_suitable_space_the_dress_must_be_sold() -> None:
    state = crowded(maker("yellow-1", "yy:yarn", card="base-journeyman"), "1.1", "5.1")
    assert legal_actions(do(state, MakeDress("yellow-1"))) == (Sell(),)
    state = crowded(maker("yellow-1", "yy:yarn", card="base-master"), "1.1", "5.1")
    assert set(legal_actions(do(state, MakeDress("yellow-1")))) == {Rent(), Sell()}


@pytest.mark.rule("DRESS-6")
@pytest.mark.parametrize(
    ("space", "livre", "yarn", "lace"),
    [("1.1", 0, 0, 0), ("1.2", 0, 1, 0), ("1.3", 3, 0, 0), ("1.5", 0, 0, 1), ("2.2", 0, 0, 1), ("5.1", 4, 0, 0)],
)
def test_the_guest_spaces_reward_is_gained_at_once(space: str, livre: int, yarn: int, lace: int) -> None:
    state = do(maker("yellow-1", "yy:yarn"), MakeDress("yellow-1"), Rent())
    placed = do(state, Place(space))
    before, after = state.players[0], placed.players[0]
    assert (after.livre, after.yarn, after.lace) == (before.livre + livre, before.yarn + yarn, before.lace + lace)
    assert legal_actions(placed) == (EndTurn(),)


@pytest.mark.rule("DRESS-6", "ACQ-2")
@pytest.mark.parametrize("space", ["2.3", "4.1"])
def test_a_reward_tile_is_free_of_any_segment_and_not_optional(space: str) -> None:
    state = warehouse(maker("yellow-1", "yy:yarn", livre=0), "gg:yarn", "rr:yarn", "bb:yarn", "yy:lace")
    state = do(state, MakeDress("yellow-1"), Rent(), Place(space))
    assert legal_actions(state) == tuple(TakeTile(n) for n in range(4))
    taken = do(state, TakeTile(2))
    assert legal_actions(taken) == (KeepTile(), DiscardTile(Notion.YARN))
    assert do(taken, KeepTile()).players[0].silk == ("bb:yarn",)
    assert do(taken, DiscardTile(Notion.YARN)).players[0].yarn == 2
    assert taken.players[0].livre == 0


@pytest.mark.rule("DRESS-6")
def test_no_reward_tile_when_the_warehouse_is_empty() -> None:
    state = do(warehouse(maker("yellow-1", "yy:yarn")), MakeDress("yellow-1"), Rent(), Place("2.3"))
    assert legal_actions(state) == (EndTurn(),)


@pytest.mark.rule("DRESS-7", "HALLS-1")
def test_order_of_a_rental_pay_rent_place_halls_reward() -> None:
    state = maker("yellow-1", "yy:yarn", "yg:yarn", "y:yarn+lace")
    for dress, space in (("red-1", "1.4"), ("red-2", "3.4"), ("blue-1", "4.4"), ("blue-2", "5.4")):
        state = dressed(state, 0, dress, space)
    kinds = []
    state = do(state, MakeDress("yellow-1"))
    for action in (PayTiles(("yy:yarn",)), Rent(), Place("2.3")):
        kinds.append({type(a) for a in legal_actions(state)})
        state = do(state, action)
    assert kinds == [{PayTiles}, {Rent, Sell}, {Place}]
    assert {type(a) for a in legal_actions(state)} == {TakeTile}, "the reward is still to come"
    assert state.all_halls == (0, NOBODY, NOBODY), "the halls are checked before it"


# ---- HIRE


@pytest.mark.rule("HIRE-1")
@pytest.mark.parametrize(("shown", "price"), [(4, 5), (3, 3), (2, 1), (1, 0)])
def test_the_price_of_a_card_depends_on_the_display(shown: int, price: int) -> None:
    cards = ("1-livre", "4-coats", "1-notion", "1-random-tile")[:shown]
    state = give(hire(turn(new(), 0, "base-master"), *cards), 0, livre=price)
    assert offers(state, Hire) == [Hire(card) for card in cards]
    hired = do(state, Hire("1-livre"))
    assert (hired.players[0].livre, hired.players[0].hand) == (0, ("1-livre",))
    assert hired.hire == cards[1:]
    if price:
        assert not offers(give(state, 0, livre=price - 1), Hire)


@pytest.mark.rule("HIRE-1")
def test_the_hired_card_can_be_played_this_round_and_nothing_is_hired_from_an_empty_display() -> None:
    state = end_turn(do(turn(new(), 0, "base-master"), Hire(new().hire[0])))
    assert (to_move(state), state.round) == (0, 1)
    assert legal_actions(state) == (PlayCard(new().hire[0]),)
    assert not offers(hire(turn(new(), 0, "base-master")), Hire)
    assert not offers(turn(new(), 0, "base-journeyman"), Hire)


# ---- DEP


@pytest.mark.rule("DEP-1", "DEP-3")
@pytest.mark.parametrize(
    ("card", "livre"),
    [
        ("base-master", 10),
        ("base-journeyman", 7),
        ("base-apprentice-livre", 4),
        ("5-livre-dresses", 10),
        ("6-fund-10", 7),
        ("6-crown-deck", 4),
    ],
)
def test_deputing_the_played_card_gains_livre_by_rank(card: str, livre: int) -> None:
    state = turn(new(), 0, card)
    assert offers(state, Depute) == [Depute(card, Zone.PLAYED)], "no other card by the main action"
    deputed = do(state, Depute(card, Zone.PLAYED))
    assert spent(state, deputed) == -livre
    ended = end_turn(deputed)
    assert ended.gone.count(card) == 1
    player = ended.players[0]
    assert len(player.supply + player.hand + player.discard) == (4 if card.startswith("base") else 5)


@pytest.mark.rule("DEP-1")
def test_the_bonus_may_be_used_between_deputing_and_leaving() -> None:
    state = turn(new(), 0, "base-apprentice-livre")
    deputed = do(state, Depute("base-apprentice-livre", Zone.PLAYED), UseBonus())
    assert spent(state, deputed) == -6


@pytest.mark.rule("DEP-2")
@pytest.mark.parametrize(("others", "may"), [(3, False), (4, True)])
def test_a_deck_keeps_at_least_four_cards(others: int, may: bool) -> None:
    rest = ["base-master", "base-master", "base-journeyman", "1-livre"][:others]
    state = deck(turn(new(), 0, "1-notion"), 0, supply=rest[:1], hand=rest[1:2], discard=rest[2:])
    assert bool(offers(state, Depute)) == may


@pytest.mark.rule("DEP-2")
def test_a_deputed_card_counts_for_bonuses_but_not_for_the_limit() -> None:
    """With five cards the main Depute is the last, and bonuses count five until the turn ends."""
    rest = ["base-master", "base-master", "base-journeyman", "1-livre"]
    state = deck(turn(new(), 0, "1-depute-use-bonus"), 0, supply=rest)
    assert legal_actions(do(state, Depute("1-depute-use-bonus", Zone.PLAYED))) == (EndTurn(),)
    state = deck(turn(new(), 0, "3-livre-deck"), 0, supply=rest)
    state = do(state, Depute("3-livre-deck", Zone.PLAYED))
    assert spent(state, do(state, UseBonus())) == -2
    assert len(end_turn(state).players[0].supply) == 4


# ---- FUND


@pytest.mark.rule("FUND-1")
@pytest.mark.parametrize(
    ("space", "cost"),
    [("fireworks-2", 10), ("musician-1", 14), ("statue-3", 16), ("fountain-upper-1", 8), ("fountain-lower-2", 10)],
)
@pytest.mark.parametrize("card", ["base-master", "base-journeyman", "base-apprentice-livre"])
def test_a_decoration_takes_a_marker_for_its_cost(space: str, cost: int, card: str) -> None:
    state = give(turn(new(), 0, card), 0, livre=cost)
    funded_now = do(state, Fund(space))
    assert funded_now.players[0].livre == 0
    assert funded_now.decorations[box_of(state).decoration[space].index] == 0
    assert Fund(space) not in offers(give(state, 0, livre=cost - 1), Fund)
    assert Fund(space) not in offers(funded(state, 1, space), Fund)


@pytest.mark.rule("FUND-2")
def test_one_space_in_each_fountain_row_and_no_other_limit() -> None:
    state = give(turn(new(), 0, "base-master"), 0, livre=99)
    state = funded(state, 0, "fountain-upper-1", "fireworks-1", "musician-1", "statue-1")
    offered = {fund.space for fund in offers(state, Fund)}
    assert "fountain-upper-2" not in offered
    assert {"fountain-lower-1", "fountain-lower-2", "fireworks-2", "musician-2", "statue-2"} <= offered
    other = {fund.space for fund in offers(funded(state, 1, "fountain-lower-1"), Fund)}
    assert "fountain-lower-2" in other, "the row is closed to its holder only"


@pytest.mark.rule("FUND-3")
@pytest.mark.parametrize(("space", "paid"), [("fountain-upper-1", 0), ("fireworks-2", 0), ("musician-1", 4)])
def test_a_discount_never_pays_out(space: str, paid: int) -> None:
    """10 Livre less than 8, 10 and 14."""
    state = bonus(new(), 0, "6-fund-10")
    assert spent(state, do(state, Fund(space))) == paid


# ---- HALLS


def in_four_halls(state: State, seat: int = 0) -> State:
    """Let ``seat`` be present in halls 1 to 4, in 4 by its musician alone."""
    dresses = iter(DRESSES[3 * seat :])
    for space in ("1.4", "2.5", "3.4") if seat == 0 else ("1.6", "2.4", "3.5"):
        state = dressed(state, seat, next(dresses), space)
    return funded(state, seat, "musician-4") if seat == 0 else dressed(state, seat, next(dresses), "4.4")


@pytest.mark.rule("HALLS-1")
def test_presence_in_the_fifth_hall_puts_a_marker_on_the_best_free_space() -> None:
    """Dresses or musicians count; the spaces pay 5, 3 and 2."""
    state = in_four_halls(give(turn(new(), 0, "base-master"), 0, livre=99))
    assert state.all_halls == (NOBODY,) * 3
    for other, best in (((NOBODY,) * 3, 0), ((1, NOBODY, NOBODY), 1), ((1, 2, NOBODY), 2)):
        owners = do(replace(state, all_halls=other), Fund("musician-5")).all_halls
        assert owners == (*other[:best], 0, *other[best + 1 :])


@pytest.mark.rule("HALLS-1")
def test_a_dress_in_the_fifth_hall_completes_all_halls_once_per_player() -> None:
    state = in_four_halls(maker("yellow-1", "yy:yarn", livre=99))
    placed = do(state, MakeDress("yellow-1"), Rent(), Place("5.4"))
    assert placed.all_halls == (0, NOBODY, NOBODY)
    again = do(give(turn(placed, 0, "base-journeyman"), 0, livre=99), Fund("musician-1"))
    assert again.all_halls == (0, NOBODY, NOBODY)


@pytest.mark.rule("HALLS-1", "BON-2")
def test_an_extra_action_completes_all_halls_and_other_decorations_do_not() -> None:
    state = give(bonus(in_four_halls(new()), 0, "3-fund-5"), 0, livre=99)
    assert do(state, Fund("musician-5")).all_halls == (0, NOBODY, NOBODY)
    assert do(state, Fund("statue-1")).all_halls == (NOBODY,) * 3
    assert do(state, Fund("musician-3")).all_halls == (NOBODY,) * 3


@pytest.mark.rule("HALLS-1")
def test_without_a_free_all_halls_space_there_is_no_marker() -> None:
    state = replace(in_four_halls(give(turn(new(), 0, "base-master"), 0, livre=99)), all_halls=(1, 1, 1))
    assert do(state, Fund("musician-5")).all_halls == (1, 1, 1)


# ---- what is not offered is refused


@pytest.mark.rule("TURN-4", "DRESS-1")
@pytest.mark.parametrize("action", [Hire("1-livre"), MakeDress("red-9"), PlayCard("base-master"), EndTurn(), Rent()])
def test_apply_refuses_illegal_actions_and_changes_nothing(action: Action) -> None:
    state = turn(new(), 0, "base-apprentice-livre")
    assert action not in legal_actions(state)
    with pytest.raises(IllegalAction):
        apply(state, action)
    assert Decline() in legal_actions(state)
