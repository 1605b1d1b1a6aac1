"""``why_not`` compared with ``legal_actions``: disjoint, complete for everything on display, and every reason true."""

from collections import Counter

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from rokoko_core import IllegalAction, Reason, Refusal, State, apply, bonuses, legal_actions, to_move, why_not
from rokoko_core.actions import (
    Depute,
    Fund,
    Hire,
    HireSpecialist,
    MakeDress,
    Place,
    SitExam,
    TakeJewel,
    TakeTile,
    UseBonus,
)
from rokoko_core.box import box_of
from rokoko_core.pending import BonusOf, JewelOffer, MainAction, Placement
from rokoko_core.state import NOBODY, replace_item, with_player
from rokoko_core.terms import EXAM_TASKS, Family
from tests.core.positions import positions

PLENTY = 99


def about(state: State) -> list[object]:
    return [refusal.about for refusal in why_not(state)]


def deciding_seat(state: State) -> int:
    seat = to_move(state)
    assume(seat is not None)
    assert seat is not None
    return seat


def richer(state: State, seat: int, livre: int) -> State:
    return with_player(state, seat, livre=state.players[seat].livre + livre)


@st.composite
def main_actions(draw: st.DrawFn) -> State:
    """Draw a position with a main action to choose, with little or much money."""
    state = draw(positions(MainAction))
    return with_player(state, state.pending[-1].seat, livre=draw(st.integers(0, 30)))


# ---- any position


@given(positions())
def test_no_action_is_both_offered_and_refused_or_refused_twice(state: State) -> None:
    refused = about(state)
    assert not set(refused) & set(legal_actions(state))
    assert len(set(refused)) == len(refused)


@given(positions())
def test_apply_refuses_for_the_same_reason(state: State) -> None:
    for refusal in why_not(state):
        if isinstance(refusal.about, str):
            continue
        with pytest.raises(IllegalAction) as error:
            apply(state, refusal.about)
        assert error.value.reason == refusal


@given(positions())
def test_the_missing_livre_are_exact(state: State) -> None:
    """With the missing Livre the action is legal, with one less it is not."""
    seat = deciding_seat(state)
    for refusal in why_not(state):
        if refusal.reason is not Reason.TOO_LITTLE_MONEY:
            continue
        [(what, missing)] = refusal.missing
        assert what == "livre" and missing > 0
        assert _offered(richer(state, seat, missing), refusal)
        assert not _offered(richer(state, seat, missing - 1), refusal)


def _offered(state: State, refusal: Refusal) -> bool:
    """Return whether ``state`` offers what was refused; a bonus that was skipped is over, and asked for again."""
    if isinstance(refusal.about, UseBonus):
        seat = deciding_seat(state)
        return bool(bonuses.list_actions(state, box_of(state), BonusOf(seat, refusal.word, seat)))
    return refusal.about in legal_actions(state)


@given(positions())
def test_a_taken_space_names_the_owner_of_the_marker(state: State) -> None:
    box = box_of(state)
    for refusal in why_not(state):
        if refusal.reason is not Reason.SPACE_TAKEN:
            continue
        match refusal.about:
            case Fund(space):
                owner = state.decorations[box.decoration[space].index]
            case Place(space):
                owner = state.guest_owners[box.guest[space].index]
            case _:
                raise AssertionError(refusal)
        assert owner != NOBODY and refusal.seat == owner


# ---- the main action


FAMILIES = {
    Family.FAVOR: "ClaimFavor",
    Family.ACQUIRE: "TakeTile",
    Family.DRESS: "MakeDress",
    Family.DEPUTE: "Depute",
    Family.FUND: "Fund",
}


@given(main_actions())
def test_everything_on_display_is_offered_or_refused(state: State) -> None:
    offered, refused = set(legal_actions(state)), set(about(state))
    covered = offered | refused
    box = box_of(state)
    assert state.turn is not None
    rank = box.card[state.turn.card].rank
    wanted: list[object] = [Fund(space.id) for space in box.decorations]
    wanted += [TakeTile(n) for n, tile in enumerate(state.warehouse) if tile and Family.ACQUIRE not in refused]
    if rank in ("master", "journeyman"):
        wanted += [MakeDress(dress) for dress in state.windows if dress]
    if rank == "master":
        wanted += [Hire(card) for card in state.hire]
        wanted += [HireSpecialist()] if state.players[deciding_seat(state)].specialist else []
    assert [action for action in wanted if action not in covered] == []


@given(main_actions())
def test_a_kind_of_action_is_refused_only_if_none_is_offered(state: State) -> None:
    kinds = {type(action).__name__ for action in legal_actions(state)}
    refused = {refusal.about for refusal in why_not(state) if isinstance(refusal.about, str)}
    for family, name in FAMILIES.items():
        if family in refused:
            assert name not in kinds
    if Family.HIRE in refused:
        assert "Hire" not in kinds
    if Family.EXAM in refused:
        assert "SitExam" not in kinds


@given(main_actions())
def test_every_reason_is_true(state: State) -> None:
    for refusal in why_not(state):
        assert _true(state, refusal), refusal


def _true(state: State, refusal: Refusal) -> bool:
    """Return whether the state confirms ``refusal``. Prices and markers have their own tests."""
    box, seat, turn = box_of(state), deciding_seat(state), state.turn
    assert turn is not None
    player, rank = state.players[seat], box.card[turn.card].rank
    order = ["apprentice", "journeyman", "master"]
    match refusal.reason:
        case Reason.WRONG_RANK if refusal.about == Family.EXAM:
            sits = {"journeyman": "apprentice", "master": "journeyman"}[str(player.exam)]
            return refusal.word == sits != rank
        case Reason.WRONG_RANK:
            return order.index(rank) < order.index(refusal.word)
        case Reason.FOUR_CARDS:
            return len(player.supply + player.hand + player.discard) + turn.on_table - len(turn.deputed) == 4
        case Reason.FAVOR_GONE:
            return refusal.seat == state.favor != NOBODY
        case Reason.DISPLAY_EMPTY:
            displays = {Family.ACQUIRE: state.warehouse, Family.DRESS: state.windows, Family.HIRE: state.hire}
            return isinstance(refusal.about, Family) and not any(displays[refusal.about])
        case Reason.THIMBLE if isinstance(refusal.about, MakeDress):
            return rank != "master" and box.dress[refusal.about.dress].master_only
        case Reason.GOODS_MISSING if isinstance(refusal.about, MakeDress):
            return _goods_missing(state, refusal, refusal.about.dress)
        case Reason.ROW_TAKEN if isinstance(refusal.about, Fund):
            kind = box.decoration[refusal.about.space].kind
            held = [d.kind for d, owner in zip(box.decorations, state.decorations, strict=True) if owner == seat]
            return kind in ("fountain-upper", "fountain-lower", "jeweler") and kind in held
        case Reason.TASKS_OPEN:
            assert player.exam is not None
            open_tasks = {str(task) for task in EXAM_TASKS[player.exam]} - {str(task) for task in player.tasks}
            return dict(refusal.missing) == dict.fromkeys(open_tasks, 1) and bool(open_tasks)
        case Reason.CONDITION:
            return refusal.word == box.card[player.specialist].condition and all(n > 0 for _, n in refusal.missing)
        case Reason.DECK_EMPTY:
            return not (state.journeyman_deck if player.exam == "journeyman" else state.master_deck)
        case Reason.NO_FREE_SPACE | Reason.TOO_LITTLE_MONEY | Reason.SPACE_TAKEN:
            return True
    return False


def _goods_missing(state: State, refusal: Refusal, dress: str) -> bool:
    """Return the missing bales, yarn, lace and Livre for a dress."""
    box, player = box_of(state), state.players[deciding_seat(state)]
    pieces = box.dress[dress]
    bales = [sum(box.tile[tile].silk[n] for tile in player.silk) for n in range(4)]
    needs = dict(zip(("yellow", "green", "red", "blue"), zip(pieces.silk, bales, strict=True), strict=True))
    needs |= {"yarn": (pieces.yarn, player.yarn), "lace": (pieces.lace, player.lace)}
    needs["livre"] = (box.windows[state.windows.index(dress)], player.livre)
    short = {what: need - have for what, (need, have) in needs.items() if need > have}
    return Counter(dict(refusal.missing)) == Counter(short)


@given(main_actions())
def test_the_examination_can_be_sat_once_the_tasks_are_filled(state: State) -> None:
    seat = deciding_seat(state)
    for refusal in why_not(state):
        if refusal.reason is Reason.TASKS_OPEN:
            exam = state.players[seat].exam
            assert exam is not None
            ready = with_player(richer(state, seat, PLENTY), seat, tasks=tuple(sorted(EXAM_TASKS[exam])))
            deck = state.journeyman_deck if exam == "journeyman" else state.master_deck
            assert (SitExam() in legal_actions(ready)) == bool(deck)


@given(main_actions())
def test_the_fifth_card_may_be_deputed(state: State) -> None:
    """DEP-2: with one more card in the discard pile the deck is above its limit."""
    seat = deciding_seat(state)
    player = state.players[seat]
    for refusal in why_not(state):
        if refusal.reason is Reason.FOUR_CARDS:
            larger = with_player(state, seat, discard=("base-master", *player.discard))
            assert any(isinstance(action, Depute) for action in legal_actions(larger))


# ---- where a dress is placed, and the end of a turn


@given(positions(Placement))
def test_every_guest_space_is_offered_or_refused(state: State) -> None:
    spaces = {a.space for a in (*legal_actions(state), *about(state)) if isinstance(a, Place)}
    assert spaces == set(box_of(state).guest)
    masters = [r for r in why_not(state) if r.reason is Reason.MASTER_SPACE]
    for refusal in masters:
        assert isinstance(refusal.about, Place) and box_of(state).guest[refusal.about.space].master
    jewels = [r for r in why_not(state) if r.reason is Reason.NO_JEWELER]
    assert jewels == [] or jewels == [Refusal(jewel, Reason.NO_JEWELER) for jewel in _jewels_with_jeweler(state)]
    spaces_held = zip(box_of(state).decorations, state.decorations, strict=True)
    holds = any(space.kind == "jeweler" and owner == deciding_seat(state) for space, owner in spaces_held)
    assert bool(jewels) == (not holds and bool(_jewels_with_jeweler(state)))


def _jewels_with_jeweler(state: State) -> list[TakeJewel]:
    """Return the jewels that the player could have bought with the dress to place, with a Jeweler decoration."""
    box, decision = box_of(state), state.pending[-1]
    assert isinstance(decision, Placement)
    space = next((d.index for d in box.decorations if d.kind == "jeweler"), None)
    if space is None:
        return []
    owned = replace(state, decorations=replace_item(state.decorations, space, decision.seat))
    offer = replace(owned, pending=(JewelOffer(decision.seat, decision.dress),))
    return [action for action in legal_actions(offer) if isinstance(action, TakeJewel)]


@given(positions())
def test_an_unusable_bonus_is_refused(state: State) -> None:
    for refusal in why_not(state):
        if refusal.about == UseBonus():
            card = box_of(state).card[refusal.word]
            assert (refusal.reason is Reason.CROWN) == card.bonus.startswith("crown")
            assert (refusal.reason is Reason.NO_BONUS) == (card.bonus == "none")
