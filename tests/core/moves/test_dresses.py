"""Fancy, Festivity and Expert dresses: setup and effects (FANCY, FEST, EXPERT)."""

from collections import Counter
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from rokoko_core.actions import (
    Decline,
    Depute,
    DiscardTile,
    EndTurn,
    KeepTile,
    MakeDress,
    Place,
    Rent,
    Sell,
    TakeJewel,
    TakeTile,
    UseBonus,
)
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions
from rokoko_core.refusal import Reason
from rokoko_core.scoring import projected_scores
from rokoko_core.setup import laid_out
from rokoko_core.state import NOBODY, Seat, Setup, State
from rokoko_core.terms import Exam, Expansion, Notion, ScoreRow, Task, Zone
from tests.tabletop import (
    EVERYTHING,
    bonus,
    candidate,
    deck,
    do,
    dressed,
    funded,
    gained,
    give,
    jeweler,
    new,
    no_tiles,
    offers,
    pass_until,
    refused,
    stack,
    turn,
    warehouse,
    wear,
    windows,
)

BASE = ("base-apprentice-acquire", "base-apprentice-livre", "base-journeyman", "base-master", "base-master")
FESTIVITY = ("festivity-yellow-1", "festivity-green-1", "festivity-red-1", "festivity-blue-1")
EXPERT = ("expert-yellow-1", "expert-green-1", "expert-blue-1", "expert-red-1", "expert-green-2", "expert-yellow-2")
ONLY_RENTED = (*FESTIVITY, *(d for d in EXPERT if d != "expert-red-1"))
ALL_SILK = ("yy:yarn", "yy:lace", "gg:yarn", "gg:lace", "rr:yarn", "rr:lace", "bb:yarn", "bb:lace")


def pieces(state: State) -> Counter[str]:
    """Return every dress of the game."""
    return Counter(d for d in (*state.dress_bag, *state.windows, *state.dress_discard, *state.dresses_waiting) if d)


def workshop(dress: str, expansions: tuple[Expansion, ...] = EVERYTHING) -> State:
    """Let seat 0 afford any dress; ``dress`` is in the rightmost window, which is free."""
    state = deck(deck(new(2, expansions=expansions), 0, BASE), 1, BASE[1:], BASE[:1])
    return give(windows(state, dress), 0, livre=10, yarn=3, lace=3, silk=ALL_SILK)


def made(state: State, dress: str) -> State:
    """Choose ``dress`` and pay with the first tiles offered."""
    state = do(state, MakeDress(dress))
    return state if offers(state, Rent) or offers(state, Sell) else do(state, legal_actions(state)[0])


def rented(dress: str, laid: Callable[[State], State] = lambda s: s, card: str = "base-journeyman") -> State:
    """Rent out ``dress``, made with ``card`` on a table prepared by ``laid``, up to its placement or jewel."""
    return do(made(turn(laid(workshop(dress)), 0, card), dress), Rent())


def full_but(state: State, *free: str) -> State:
    """Give seat 1 a dress on every guest space but ``free``."""
    plain = (d.id for d in box_of(state).dress.values() if d.expansion is None)
    for guest in box_of(state).guests:
        if guest.id not in free:
            state = dressed(state, 1, next(plain), guest.id)
    return state


# ---- what joins the game


@pytest.mark.rule("FANCY-1", "SETUP-3")
@pytest.mark.parametrize("players", [2, 5])
def test_fancy_adds_4_dresses_to_the_bag_and_5_tiles_to_the_stack(players: int) -> None:
    base, fancy = new(players), new(players, expansions=(Expansion.FANCY,))
    added = pieces(fancy) - pieces(base)
    assert added == Counter({f"fancy-{colour}-1": 1 for colour in ("yellow", "green", "red", "blue")})
    assert (pieces(base).total(), pieces(fancy).total()) == (42, 46)
    tiles = [Counter(t for t in (*s.tile_stack, *s.warehouse) if t) for s in (base, fancy)]
    assert [t.total() for t in tiles] == [48, 53]
    assert not tiles[0] - tiles[1]


@pytest.mark.rule("FANCY-1", "DRESS-3", "DRESS-4")
def test_a_fancy_dress_is_made_rented_and_sold_like_any_other() -> None:
    state = workshop("fancy-blue-1")
    assert refused(turn(state, 0, "base-journeyman"), MakeDress("fancy-blue-1")).reason is Reason.THIMBLE
    before = made(turn(state, 0, "base-master"), "fancy-blue-1")
    assert gained(before, do(before, Sell())) == (32, 0)
    assert gained(before, do(before, Rent(), Place("1.4"))) == (0, 0)


@pytest.mark.rule("FEST-1", "PREP-4")
@pytest.mark.parametrize("players", [2, 5])
def test_festivity_dresses_join_the_bag_only_after_the_first_preparation(players: int) -> None:
    setup = Setup(tuple(Seat(n) for n in "abcde"[:players]), 1, frozenset({Expansion.FESTIVITY}), 0)
    before = laid_out(setup)
    assert not {*FESTIVITY} & {*before.dress_bag}
    for seed in range(12):
        state = new(players, seed, (Expansion.FESTIVITY,))
        assert {*FESTIVITY} <= {*state.dress_bag} and not {*FESTIVITY} & {*state.windows}
        assert pieces(state).total() == 46 and state.dresses_waiting == ()


@pytest.mark.rule("FEST-1")
def test_festivity_dresses_are_mixed_into_the_bag() -> None:
    places = {new(2, seed, (Expansion.FESTIVITY,)).dress_bag.index("festivity-red-1") for seed in range(12)}
    assert len(places) > 5
    shown = {d for seed in range(12) for d in pass_until(new(2, seed, EVERYTHING), lambda s: s.round == 4).windows}
    assert shown & {*FESTIVITY}


@pytest.mark.rule("EXPERT-1")
@pytest.mark.parametrize(
    ("expansions", "added"),
    [
        ((Expansion.EXPERT,), EXPERT[:4]),
        ((Expansion.EXPERT, Expansion.JEWELRY_BOX), EXPERT),
        ((Expansion.JEWELRY_BOX,), ()),
    ],
)
def test_the_last_two_expert_dresses_need_the_jewelry_box(
    expansions: tuple[Expansion, ...], added: tuple[str, ...]
) -> None:
    assert {*pieces(new(2, expansions=expansions))} - {*pieces(new(2))} == {*added}


@pytest.mark.rule("EXPERT-1")
def test_expert_dresses_are_in_the_bag_from_the_start() -> None:
    assert any({*EXPERT} & {*new(2, seed, (Expansion.EXPERT,)).windows} for seed in range(20))


# ---- rented only


@pytest.mark.rule("FEST-1", "EXPERT-1")
@pytest.mark.parametrize("dress", ONLY_RENTED)
def test_festivity_and_expert_dresses_can_never_be_sold(dress: str) -> None:
    state = made(turn(workshop(dress), 0, "base-journeyman"), dress)
    assert legal_actions(state) == (Rent(),)
    assert refused(state, Sell()).reason is Reason.NOT_FOR_SALE


@pytest.mark.rule("FEST-1", "EXPERT-1", "DRESS-5")
@pytest.mark.parametrize("dress", ONLY_RENTED)
@pytest.mark.parametrize(
    ("card", "free", "can"),
    [
        ("base-journeyman", ("1.1", "5.1"), False),
        ("base-master", ("1.1",), True),
        ("base-master", (), False),
        ("base-journeyman", ("4.4",), True),
    ],
)
def test_without_a_free_suitable_space_dresses_that_cannot_be_sold_cannot_be_made(
    dress: str, card: str, free: tuple[str, ...], can: bool
) -> None:
    state = turn(full_but(workshop(dress), *free), 0, card)
    assert (MakeDress(dress) in legal_actions(state)) is can
    if not can:
        assert refused(state, MakeDress(dress)).reason is Reason.NO_FREE_SPACE


# ---- Festivity


PRESTIGE: list[tuple[str, Callable[[State], State], int]] = [
    # 2 per pair of a ladies' dress and a coat
    ("festivity-blue-1", lambda s: s, 0),
    ("festivity-blue-1", lambda s: wear(s, 0, h1_4="yellow-1"), 0),  # the blue coat itself makes no pair
    ("festivity-blue-1", lambda s: wear(s, 0, h1_4="yellow-1", h1_5="red-1", h2_5="green-1"), 2),
    ("festivity-blue-1", lambda s: wear(s, 0, h1_4="yellow-1", h1_5="red-1", h2_5="green-1", h3_4="blue-1"), 4),
    # 1 per decoration, the Jeweler's included
    ("festivity-red-1", lambda s: s, 0),
    ("festivity-red-1", lambda s: funded(s, 0, "statue-1", "fountain-lower-1", "jeweler-1"), 3),
    # 1 per yellow dress
    ("festivity-green-1", lambda s: wear(s, 0, h1_4="red-1", h1_5="green-1"), 0),
    ("festivity-green-1", lambda s: wear(s, 0, h1_4="yellow-1", h1_5="yellow-2", h2_5="red-1"), 2),
    # 1 per green coat
    ("festivity-yellow-1", lambda s: wear(s, 0, h1_4="blue-1", h1_5="yellow-1"), 0),
    ("festivity-yellow-1", lambda s: wear(s, 0, h1_4="green-1", h1_5="green-2", h2_5="blue-1"), 2),
]


@pytest.mark.rule("FEST-2")
@pytest.mark.parametrize(("dress", "laid", "prestige"), PRESTIGE)
@pytest.mark.parametrize("card", ["base-journeyman", "2-extra-dress-common"], ids=["main", "extra"])
def test_a_festivity_dress_gains_its_prestige_when_rented_out(
    dress: str, laid: Callable[[State], State], prestige: int, card: str
) -> None:
    others = wear(laid(workshop(dress)), 1, h4_3="yellow-3", h4_4="green-3", h5_4="green-4", h5_2="yellow-4")
    state = turn(funded(others, 1, "statue-3"), 0, card)
    before = made(state if card == "base-journeyman" else do(state, Decline()), dress)
    after = do(before, Rent())
    assert gained(before, after) == (0, prestige)
    if offers(after, TakeJewel):
        after = do(after, Decline())
    assert gained(before, do(after, Place("3.5"))) == (0, prestige), "once, and before it is placed"


# ---- Expert dresses


@pytest.mark.rule("EXPERT-1", "FAVOR-1")
def test_expert_1_gains_5_livre_and_the_favor_card_if_it_is_free() -> None:
    before = rented("expert-yellow-1")
    after = do(before, Place("1.4"))
    assert gained(before, after) == (5, 0) and after.favor == 0


@pytest.mark.rule("EXPERT-1")
@pytest.mark.parametrize("holder", [0, 1])
def test_expert_1_gains_5_livre_if_the_favor_card_is_taken(holder: int) -> None:
    before = rented("expert-yellow-1", lambda s: replace(s, favor=holder))
    after = do(before, Place("1.4"))
    assert gained(before, after) == (5, 0) and after.favor == holder


@pytest.mark.rule("EXPERT-1", "PREP-1")
def test_the_holder_by_expert_1_starts_the_next_round() -> None:
    state = do(rented("expert-yellow-1", lambda s: replace(s, first_player=1)), Place("1.4"))
    following = pass_until(state, lambda s: s.round == 2)
    assert following.first_player == 0 and following.favor == NOBODY


@pytest.mark.rule("EXPERT-1", "DEP-1")
@pytest.mark.parametrize(("card", "livre"), [("base-master", 10), ("base-journeyman", 7), ("base-apprentice-livre", 4)])
def test_expert_2_may_depute_any_employee_for_its_money_without_its_bonus(card: str, livre: int) -> None:
    before = do(rented("expert-green-1", card="4-coats"), Place("1.4"))
    after = do(before, Depute(card, Zone.SUPPLY))
    assert gained(before, after) == (livre, 0)
    assert legal_actions(after) == (UseBonus(), Decline()), "the played card still has its own bonus"
    assert card in do(after, Decline(), EndTurn()).gone
    assert gained(before, do(before, Decline())) == (0, 0)


@pytest.mark.rule("EXPERT-1", "TURN-5")
def test_expert_2_may_depute_from_supply_hand_discard_pile_and_play() -> None:
    state = rented("expert-green-1", lambda s: deck(s, 0, BASE[:1], ("1-notion",), ("1-livre", "3-fund-5")))
    assert set(offers(do(state, Place("1.4")), Depute)) == {
        Depute("base-journeyman", Zone.PLAYED),
        Depute("base-apprentice-acquire", Zone.SUPPLY),
        Depute("1-notion", Zone.HAND),
        Depute("1-livre", Zone.DISCARD),
        Depute("3-fund-5", Zone.DISCARD),
    }


@pytest.mark.rule("EXPERT-1", "TURN-3")
def test_deputing_the_card_being_played_by_expert_2_forfeits_its_unused_bonus() -> None:
    before = do(rented("expert-green-1", card="base-journeyman"), Place("1.4"))
    after = do(before, Depute("base-journeyman", Zone.PLAYED))
    assert gained(before, after) == (7, 0)
    assert legal_actions(after) == (EndTurn(),)
    ended = do(after, EndTurn())
    assert ended.players[0].discard == () and ended.gone[-1] == "base-journeyman"


@pytest.mark.rule("EXPERT-1", "DEP-2")
def test_expert_2_leaves_4_cards() -> None:
    five = do(rented("expert-green-1", lambda s: deck(s, 0, BASE)), Place("1.4"))
    four = do(rented("expert-green-1", lambda s: deck(s, 0, BASE[:4])), Place("1.4"))
    assert offers(five, Depute) and not offers(four, Depute)


@pytest.mark.rule("EXPERT-1", "DEP-2")
def test_with_5_cards_expert_2_may_not_depute_after_the_card_played_was_deputed() -> None:
    """After an extra dress and the main Depute, its effect finds the deck at its limit."""
    state = turn(deck(workshop("expert-green-1"), 0, BASE[:4]), 0, "2-extra-dress-common")
    state = made(do(state, Depute("2-extra-dress-common", Zone.PLAYED)), "expert-green-1")
    assert not offers(do(state, Rent(), Place("1.4")), Depute)


@pytest.mark.rule("EXPERT-1", "ACQ-2")
def test_expert_3_may_take_any_displayed_tile_free() -> None:
    shown = ("yy:yarn/lace", "", "rr:yarn", "r:yarn+lace")
    before = do(rented("expert-blue-1", lambda s: give(warehouse(s, *shown), 0, livre=0)), Place("1.4"))
    assert legal_actions(before) == (TakeTile(0), TakeTile(2), TakeTile(3), Decline())
    taken = do(before, TakeTile(3))
    assert legal_actions(taken) == (KeepTile(), DiscardTile(Notion.BOTH))
    assert gained(before, do(taken, KeepTile())) == (0, 0)
    assert do(before, Decline()).warehouse == before.warehouse


@pytest.mark.rule("EXPERT-1")
def test_expert_3_gives_nothing_from_an_empty_warehouse() -> None:
    state = do(rented("expert-blue-1", warehouse), Place("1.4"))
    assert not offers(state, TakeTile)


@pytest.mark.rule("EXPERT-1", "DRESS-7")
def test_the_space_s_reward_comes_before_the_expert_effect_and_both_tiles_are_taken() -> None:
    state = rented("expert-blue-1", lambda s: warehouse(s, "yy:yarn", "rr:yarn"))
    state = do(state, Place("2.3"))
    assert Decline() not in legal_actions(state), "the reward is not optional"
    state = do(state, TakeTile(0), KeepTile())
    assert legal_actions(state) == (TakeTile(1), Decline())


@pytest.mark.rule("EXPERT-1", "JB-6", "DRESS-7")
def test_the_examination_task_comes_after_the_expert_effect() -> None:
    state = rented("expert-blue-1", lambda s: candidate(warehouse(s, "yy:yarn"), 0, Exam.MASTER))
    state = do(state, Place("1.4"))
    assert state.players[0].tasks == ()
    state = do(state, TakeTile(0), KeepTile())
    assert state.players[0].tasks == (Task.COAT,), "a coat; the free tile is not an Acquire action"


@pytest.mark.rule("EXPERT-1")
@pytest.mark.parametrize("fate", [(Sell(),), (Rent(), Place("1.4"))], ids=["sold", "rented"])
def test_expert_4_gains_14_livre_in_total_rented_or_sold(fate: tuple[Sell | Rent | Place, ...]) -> None:
    before = made(turn(workshop("expert-red-1"), 0, "base-journeyman"), "expert-red-1")
    assert legal_actions(before) == (Rent(), Sell())
    assert gained(before, do(before, *fate)) == (14, 0)


@pytest.mark.rule("EXPERT-1", "END-3", "END-7", "END-8")
def test_expert_4_counts_as_dress_colour_presence_and_majority_but_scores_nothing_itself() -> None:
    state = funded(dressed(new(2, expansions=EVERYTHING), 0, "expert-red-1", "1.4"), 0, "statue-1")
    points = {(r.source, r.detail): r.points for r in projected_scores(state)[0].rows}
    assert points[ScoreRow.DRESSES, ""] == 0
    assert points[ScoreRow.HALL, "1"] == 5
    assert points[ScoreRow.STATUES, ""] == 2
    before = bonus(state, 0, "j-halls")
    assert gained(before, do(before, UseBonus())) == (1, 0)


@pytest.mark.rule("EXPERT-1", "DRESS-4")
def test_expert_4_can_be_made_and_sold_without_a_free_space() -> None:
    state = turn(full_but(workshop("expert-red-1")), 0, "base-journeyman")
    assert legal_actions(made(state, "expert-red-1")) == (Sell(),)


def jeweled(state: State) -> State:
    """Give seat 0 a Jeweler decoration and show a yellow (3), red (2), green (1) and blue (0) jewel."""
    return funded(jeweler(state, "yellow", "red", "green", "blue"), 0, "jeweler-1")


@pytest.mark.rule("EXPERT-1", "JB-3")
@pytest.mark.parametrize(
    ("space", "jewel", "tiles"), [(0, "yellow", 0), (1, "red", 0), (2, "green", 1), (3, "blue", 0)]
)
def test_expert_5_may_take_a_jewel_of_any_colour_and_kind_free(space: int, jewel: str, tiles: int) -> None:
    """A green coat; a green ring brings a face-down tile."""
    before = do(rented("expert-green-2", jeweled), Decline(), Place("1.4"))
    assert legal_actions(before) == (*map(TakeJewel, range(4)), Decline())
    after = do(stack(before, "rb:lace"), TakeJewel(space))
    assert after.players[0].jewels == (jewel,) and gained(before, after) == (0, 0)
    assert len(offers(after, KeepTile)) == tiles
    assert do(before, Decline()).players[0].jewels == ()


@pytest.mark.rule("EXPERT-1", "JB-3")
def test_expert_5_adds_to_a_bought_jewel() -> None:
    state = do(no_tiles(rented("expert-green-2", jeweled)), TakeJewel(2), Place("1.4"))
    assert offers(state, TakeJewel) == [TakeJewel(0), TakeJewel(1), TakeJewel(3)]
    assert do(state, TakeJewel(3)).players[0].jewels == ("blue", "green")


@pytest.mark.rule("EXPERT-1")
def test_expert_5_needs_a_jeweler_decoration() -> None:
    state = do(rented("expert-green-2", lambda s: jeweler(s, "yellow", "red", "green", "blue")), Place("1.4"))
    assert not offers(state, TakeJewel)


@pytest.mark.rule("EXPERT-1", "JB-3")
@pytest.mark.parametrize(("bought", "prestige"), [(TakeJewel(0), 2), (TakeJewel(1), 0), (Decline(), 0)])
def test_expert_6_gains_2_prestige_with_a_jewel_of_its_colour(bought: TakeJewel | Decline, prestige: int) -> None:
    before = no_tiles(rented("expert-yellow-2", jeweled))
    after = do(before, bought, Place("1.4"))
    assert after.players[0].prestige == prestige


@pytest.mark.rule("EXPERT-1")
def test_expert_6_needs_the_jewel_bought_with_it_not_one_owned_before() -> None:
    state = rented("expert-yellow-2", lambda s: give(jeweled(s), 0, jewels=("yellow",)))
    assert do(state, Decline(), Place("1.4")).players[0].prestige == 0


@pytest.mark.rule("EXPERT-1", "BON-2", "DRESS-5")
def test_expert_effects_apply_to_an_extra_dress() -> None:
    state = made(do(turn(workshop("expert-yellow-1"), 0, "2-extra-dress-common"), Decline()), "expert-yellow-1")
    after = do(state, Rent(), Place("1.4"))
    assert gained(state, after) == (5, 0) and after.favor == 0
