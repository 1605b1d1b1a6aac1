"""``preview`` compared with the state after the action."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rokoko_core import State, apply, legal_actions, preview, projected_scores
from rokoko_core.actions import (
    BuyPrestige,
    ClaimFavor,
    Depute,
    EndTurn,
    Fund,
    Hire,
    KeepTile,
    MakeDress,
    PayTiles,
    RevealBarry,
    Sell,
    SurrenderTile,
    TakeNotion,
    TakeTile,
    UseBonus,
)
from rokoko_core.box import box_of
from rokoko_core.pending import BonusOf, MainAction, Payment, RentOrSell, TileInHand, TurnEnd
from rokoko_core.score_range import compute_score_range
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import with_player
from rokoko_core.terms import Good, ScoreRow
from tests.core.positions import positions

PLAIN = (BuyPrestige, ClaimFavor, Depute, Fund, Hire, KeepTile, PayTiles, Sell, SurrenderTile, TakeNotion, UseBonus)
"""Actions without chance that affect other seats only through the score."""


@st.composite
def decisions(draw: st.DrawFn, *kinds: type) -> State:
    """Draw a position with a decision of ``kinds``, by a seat with some money and prestige."""
    state = draw(positions(draw(st.sampled_from(kinds))))
    return with_player(state, state.pending[-1].seat, livre=draw(st.integers(5, 40)), prestige=draw(st.integers(0, 9)))


def gained(state: State, after: State, seat: int) -> dict[str, int]:
    """Return the change of each good of ``seat``."""
    old, new = state.players[seat], after.players[seat]
    changes = {what: getattr(new, what) - getattr(old, what) for what in ("livre", "yarn", "lace", "prestige")}
    changes |= {"tile": len(new.silk) - len(old.silk), "jewel": len(new.jewels) - len(old.jewels)}
    changes["all-halls"] = after.all_halls.count(seat) - state.all_halls.count(seat)
    changes["favor"] = int(after.favor == seat) - int(state.favor == seat)
    return {what: change for what, change in changes.items() if change}


@given(decisions(MainAction, BonusOf, RentOrSell, Payment, TileInHand))
def test_price_gains_and_spent_goods_agree_with_the_state_after(state: State) -> None:
    seat = state.pending[-1].seat
    for action in legal_actions(state):
        if not isinstance(action, PLAIN):
            continue
        result, after = preview(state, action), apply(state, action)
        predicted: Counter[str] = Counter()
        for what, number in (*result.gains, *((what, -number) for what, number in result.spent)):
            predicted[str(what)] += number
        predicted["livre"] -= result.price
        if isinstance(action, KeepTile):
            predicted["tile"] = 1
        assert {what: n for what, n in predicted.items() if n} == gained(state, after, seat), action
        assert len(result.tiles) == dict(result.spent).get(Good.TILE, 0)
        assert result.price >= 0 and all(number > 0 for _, number in (*result.gains, *result.spent))


@given(decisions(MainAction))
def test_a_tile_has_its_price(state: State) -> None:
    seat = state.pending[-1].seat
    for action in legal_actions(state):
        if isinstance(action, TakeTile):
            result, after = preview(state, action), apply(state, action)
            assert result.price == state.players[seat].livre - after.players[seat].livre
            assert dict(result.gains) == {"tile": 1}


@pytest.mark.rule("END-2")
@given(decisions(MainAction, BonusOf, RentOrSell, TurnEnd))
def test_rows_and_rivals_sum_to_the_change_of_the_scores_without_a_favor_card_that_is_returned(state: State) -> None:
    seat, seats = state.pending[-1].seat, range(len(projected_scores(state)))
    before = [total(state, state.round, n) for n in seats]
    for action in legal_actions(state):
        if not isinstance(action, (*PLAIN, EndTurn)):
            continue
        result, after = preview(state, action), apply(state, action)
        change = [total(after, state.round, n) - before[n] for n in seats]
        assert result.score_change == change[seat], action
        assert dict(result.rivals) == {n: by for n, by in enumerate(change) if by and n != seat}
        assert all(row.before != row.after for row in result.rows)


def total(state: State, number: int, seat: int) -> int:
    """Return the projected total of ``seat`` as in round ``number``: the Favor card counts in the last one only."""
    rows = projected_scores(state)[seat].rows
    return sum(row.points for row in rows if row.source is not ScoreRow.FAVOR or number == LAST_ROUND)


@pytest.mark.rule("END-2")
@given(positions())
def test_a_preview_agrees_with_every_score_range_that_is_a_single_number(state: State) -> None:
    for action in legal_actions(state):
        if not isinstance(action, RevealBarry):
            result = compute_score_range(state, action)
            assert result.worst < result.best or preview(state, action).score_change == result.best, action


@pytest.mark.rule("DRESS-2")
@given(decisions(Payment))
def test_lost_bales_are_those_the_dress_does_not_need(state: State) -> None:
    """With a discount the dress needs fewer. The loss is at most the bales of the tiles, and at least the excess."""
    box, top = box_of(state), state.pending[-1]
    assert isinstance(top, Payment)
    need = box.dress[top.dress].silk
    for action in legal_actions(state)[:30]:
        assert isinstance(action, PayTiles)
        lost = preview(state, action).bales_lost
        bales = [sum(box.tile[tile].silk[n] for tile in action.tiles) for n in range(4)]
        assert all(0 <= gone <= have for gone, have in zip(lost, bales, strict=True))
        if top == type(top)(top.seat, top.dress, top.by):
            assert list(lost) == [have - want for have, want in zip(bales, need, strict=True)]
        else:
            assert sum(lost) >= sum(bales) - sum(need)


@given(decisions(MainAction, BonusOf, RentOrSell))
def test_only_dresses_lose_bales(state: State) -> None:
    for action in legal_actions(state):
        if not isinstance(action, MakeDress):
            assert preview(state, action).bales_lost == (0, 0, 0, 0), action
