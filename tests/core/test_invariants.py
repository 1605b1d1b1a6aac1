"""``violations``: one broken invariant each, reported alone."""

from typing import Any

import pytest
from msgspec.structs import replace

from rokoko_core import State, violations
from rokoko_core.actions import DrawTile, MakeDress, Rent, RevealBarry, SurrenderTile, TakeTile
from rokoko_core.box import box_of
from rokoko_core.pending import BarryHall
from rokoko_core.state import NOBODY, replace_item, with_player
from tests.tabletop import (
    EVERYTHING,
    barry_turn,
    bonus,
    deck,
    do,
    dressed,
    funded,
    give,
    new,
    pass_until,
    stack,
    turn,
    warehouse,
    windows,
)


def broken(state: State) -> list[tuple[str, str]]:
    """Return (code, detail) of every violation."""
    return [(str(violation.code), violation.detail) for violation in violations(state)]


def everything() -> State:
    """A new game of three players with all expansions."""
    state = new(3, 1, EVERYTHING)
    assert broken(state) == []
    return state


def small_deck() -> State:
    """Give Ada a deck of seven cards, with some in each zone."""
    state = deck(
        turn(new(), 1, "base-journeyman"),
        0,
        supply=["base-apprentice-acquire", "base-apprentice-livre"],
        hand=["base-journeyman", "base-master", "1-notion"],
        discard=["base-master", "1-livre"],
    )
    assert broken(state) == []
    return state


def without_pending(state: State) -> State:
    """Remove the pending decision with its piece."""
    assert broken(state) == []
    return replace(state, pending=state.pending[:-1])


# ---- pieces: of each kind as many as came with the box


@pytest.mark.parametrize(
    ("zone", "code"),
    [
        ("tile_stack", "tiles"),
        ("dress_bag", "dresses"),
        ("employee_stack", "cards"),
        ("hire", "cards"),
        ("journeyman_deck", "cards"),
        ("master_deck", "cards"),
        ("specialists_gone", "cards"),
        ("jewel_bag", "jewels"),
    ],
)
def test_a_missing_and_an_extra_piece_are_reported(zone: str, code: str) -> None:
    state = everything()
    first, *others = getattr(state, zone)
    assert broken(replace(state, **{zone: tuple(others)})) == [(code, f"-1 {first}")]
    assert broken(replace(state, **{zone: (first, first, *others)})) == [(code, f"+1 {first}")]


@pytest.mark.parametrize(
    ("zone", "code", "piece"),
    [
        ("tile_discard", "tiles", "bb:yarn"),
        ("dress_discard", "dresses", "green-1"),
        ("gone", "cards", "base-master"),
        ("jewels_gone", "jewels", "red"),
    ],
)
def test_discard_piles_count(zone: str, code: str, piece: str) -> None:
    state = everything()
    assert broken(replace(state, **{zone: (*getattr(state, zone), piece)})) == [(code, f"+1 {piece}")]


@pytest.mark.parametrize(("zone", "code"), [("warehouse", "tiles"), ("windows", "dresses"), ("jewels", "jewels")])
def test_a_piece_missing_from_a_display_is_reported(zone: str, code: str) -> None:
    state = everything()
    display = getattr(state, zone)
    place = next(n for n, piece in enumerate(display) if piece)
    assert broken(replace(state, **{zone: replace_item(display, place, "")})) == [(code, f"-1 {display[place]}")]


@pytest.mark.parametrize(
    ("field", "code", "piece"), [("silk", "tiles", "bb:yarn"), ("jewels", "jewels", "red"), ("specialist", "cards", "")]
)
def test_a_players_pieces_count(field: str, code: str, piece: str) -> None:
    state = give(everything(), 1, silk=["bb:yarn"], jewels=["red"])
    held = piece or state.players[1].specialist
    assert held and broken(state) == []
    assert broken(with_player(state, 1, **{field: type(getattr(state.players[1], field))()})) == [(code, f"-1 {held}")]


@pytest.mark.parametrize("zone", ["supply", "hand", "discard"])
def test_the_cards_of_a_deck_count_in_every_zone(zone: str) -> None:
    state = small_deck()
    first, *others = getattr(state.players[0], zone)
    assert broken(with_player(state, 0, **{zone: tuple(others)})) == [("cards", f"-1 {first}")]


def test_several_pieces_are_sorted_with_the_missing_first() -> None:
    state = give(new(), 0, silk=["bb:yarn", "gg:lace", "yy:yarn"])
    changed = with_player(state, 0, silk=("bb:yarn", "rr:yarn", "rr:yarn"))
    assert broken(changed) == [("tiles", "-1 gg:lace, -1 yy:yarn, +2 rr:yarn")]


def test_the_played_card_counts_while_it_is_on_the_table() -> None:
    state = turn(new(), 0, "base-master")
    assert state.turn is not None and broken(state) == []
    assert broken(replace(state, turn=replace(state.turn, on_table=False))) == [("cards", "-1 base-master")]
    assert broken(replace(state, turn=replace(state.turn, deputed=("1-livre",)))) == [("cards", "+1 1-livre")]


def test_a_tile_in_hand_counts() -> None:
    taken = do(warehouse(turn(new(), 0, "base-master"), "rb:yarn"), TakeTile(0))
    drawn = do(bonus(stack(new(), "rb:yarn"), 0, "1-random-tile"), DrawTile())
    assert broken(without_pending(taken)) == broken(without_pending(drawn)) == [("tiles", "-1 rb:yarn")]


def test_tiles_laid_aside_count() -> None:
    state = bonus(give(new(), 0, silk=["bb:yarn", "yy:yarn"]), 0, "5-prestige-silk")
    assert broken(without_pending(do(state, SurrenderTile("bb:yarn")))) == [("tiles", "-1 bb:yarn")]


def test_a_dress_just_made_and_a_dress_to_be_placed_count() -> None:
    state = windows(give(turn(new(), 0, "base-master"), 0, silk=["yy:yarn"], livre=30), "yellow-1")
    made = do(state, MakeDress("yellow-1"))
    assert broken(without_pending(made)) == [("dresses", "-1 yellow-1")]
    assert broken(without_pending(do(made, Rent()))) == [("dresses", "-1 yellow-1")]


def test_a_placed_dress_counts() -> None:
    state = dressed(new(), 0, "yellow-1", "1.1")
    bare = replace_item(state.guests, 0, "")
    free = replace_item(state.guest_owners, 0, NOBODY)
    assert broken(replace(state, guests=bare, guest_owners=free)) == [("dresses", "-1 yellow-1")]


# ---- Madame du Barry


@pytest.mark.parametrize("zone", ["supply", "hand", "discard"])
def test_du_barrys_cards_count_in_every_zone(zone: str) -> None:
    state = barry_turn(new(1), "barry-01", "barry-02")
    her = state.barry
    assert her is not None and broken(state) == []
    pieces = getattr(her, zone)
    assert broken(replace(state, barry=replace(her, **{zone: (*pieces, "barry-07")}))) == [("du-barry", "+1 barry-07")]
    if pieces:
        fewer = replace(state, barry=replace(her, **{zone: pieces[1:]}))
        assert broken(fewer) == [("du-barry", f"-1 {pieces[0]}")]


def test_her_dress_and_her_card_count_until_the_hall_is_named() -> None:
    for first in sorted(box_of(new(1)).barry):
        state = pass_until(barry_turn(new(1), first), lambda s: True)
        state = do(state, RevealBarry())
        if state.pending and isinstance(state.pending[-1], BarryHall):
            decision = state.pending[-1]
            assert broken(without_pending(state)) == [
                ("dresses", f"-1 {decision.dress}"),
                ("du-barry", f"-1 {decision.card}"),
            ]
            return
    raise AssertionError("none of her cards seeks a hall")


# ---- markers


@pytest.mark.parametrize("owner", [-2, 3])
@pytest.mark.parametrize("zone", ["guest_owners", "decorations", "all_halls"])
def test_a_marker_of_an_unknown_seat_is_reported(zone: str, owner: int) -> None:
    state = dressed(everything(), 0, "yellow-1", "1.1")
    assert broken(replace(state, **{zone: replace_item(getattr(state, zone), 0, owner)})) == [("unknown-owner", "")]


def test_a_guest_space_has_a_dress_and_an_owner_or_neither() -> None:
    state = dressed(new(), 0, "yellow-1", "1.1")
    assert broken(state) == []
    assert broken(replace(state, guest_owners=replace_item(state.guest_owners, 0, NOBODY))) == [
        ("dress-without-owner", "")
    ]
    assert broken(replace(state, guest_owners=replace_item(state.guest_owners, 1, 1))) == [("dress-without-owner", "")]


@pytest.mark.rule("FUND-2", "JB-5")
@pytest.mark.parametrize("row", ["fountain-upper", "fountain-lower", "jeweler"])
def test_a_player_has_one_space_of_a_fountain_row_and_the_jeweler(row: str) -> None:
    assert broken(funded(everything(), 2, f"{row}-1")) == []
    assert broken(funded(everything(), 2, f"{row}-1", f"{row}-2")) == [("row-held-twice", "2")]


@pytest.mark.parametrize("kind", ["statue", "musician", "fireworks"])
def test_a_player_may_have_several_of_other_decorations(kind: str) -> None:
    assert broken(funded(everything(), 2, f"{kind}-1", f"{kind}-2")) == []


def test_one_space_of_each_fountain_row_is_valid() -> None:
    assert broken(funded(everything(), 2, "fountain-upper-1", "fountain-lower-2")) == []


def test_a_player_has_one_all_halls_space() -> None:
    state = everything()
    assert broken(replace(state, all_halls=(1, NOBODY, NOBODY))) == []
    assert broken(replace(state, all_halls=(1, NOBODY, 1))) == [("all-halls-twice", "1")]


def test_the_dress_being_paid_is_on_display() -> None:
    silk = ["yy:yarn", "yr:yarn", "yg:yarn"]
    state = windows(give(turn(new(), 0, "base-master"), 0, silk=silk, livre=30), "yellow-1")
    paying = do(state, MakeDress("yellow-1"))
    assert broken(paying) == [], "either the first tile or the two others pay"
    gone = replace(paying, windows=("",) * len(paying.windows), dress_bag=("yellow-1", *paying.dress_bag))
    assert broken(gone) == [("dress-not-on-display", "yellow-1")]


# ---- players


@pytest.mark.parametrize("what", ["livre", "yarn", "lace", "prestige"])
def test_no_amount_is_negative(what: str) -> None:
    none: dict[str, Any] = {what: 0}
    owed: dict[str, Any] = {what: -1}
    assert broken(give(new(), 1, **none)) == []
    assert broken(give(new(), 1, **owed)) == [("negative", "1")]


def test_silk_and_supply_are_sorted() -> None:
    state = give(small_deck(), 0, silk=["bb:yarn", "yy:yarn"])
    assert broken(with_player(state, 0, silk=("yy:yarn", "bb:yarn"))) == [("unsorted", "0")]
    assert broken(with_player(state, 0, supply=state.players[0].supply[::-1])) == [("unsorted", "0")]


@pytest.mark.rule("DEP-2")
def test_a_deck_never_falls_below_four_cards_the_one_in_play_included() -> None:
    cards = ["base-master", "base-master", "base-journeyman", "base-apprentice-livre"]
    four = deck(turn(new(), 1, "base-journeyman"), 0, hand=cards[:2], discard=cards[2:])
    assert broken(four) == []
    three = deck(four, 0, hand=cards[:2], discard=cards[2:3])
    assert broken(three) == [("deck-too-small", "0")]
    played = turn(deck(three, 0, hand=cards[:2], discard=cards[2:3]), 0, "base-apprentice-acquire")
    assert broken(played) == []


@pytest.mark.rule("HIDDEN-1")
def test_a_card_taken_secretly_is_in_the_hand_or_the_supply() -> None:
    state = small_deck()
    for cards in (("1-notion",), ("base-apprentice-livre",)):
        assert broken(with_player(state, 0, secret=cards)) == []
    assert broken(with_player(state, 0, secret=("1-livre",))) == [("secret-elsewhere", "0")]
    assert broken(with_player(state, 0, secret=("1-notion", "1-notion"))) == [("secret-elsewhere", "0")]


def test_a_known_card_is_in_the_hand() -> None:
    state = small_deck()
    held = state.players[0].hand
    assert broken(with_player(state, 0, known=held[:1])) == []
    assert broken(with_player(state, 0, known=(*held, "1-livre"))) == [("known-elsewhere", "0")]


def test_all_violations_are_reported_together() -> None:
    state = give(with_player(new(), 1, supply=()), 0, livre=-5)
    codes = [code for code, _ in broken(state)]
    assert codes == ["cards", "negative", "deck-too-small"]
