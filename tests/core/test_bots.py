"""The automatic players: they keep to the rules, see only what their seat sees, and differ in strength."""

from random import Random

import pytest

from rokoko_core import Expansion, Seat, Setup, apply, choose, legal_actions, new_state, observe, to_move
from rokoko_core.bots import LEVELS
from rokoko_core.bots.arena import interval, tournament
from rokoko_core.observe import determinize


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_takes_legal_actions_only(level: str) -> None:
    rng = Random(1)
    state = new_state(Setup(tuple(Seat(n) for n in "AB"), 5, frozenset(Expansion)))
    for _ in range(60):
        action = choose(state, level, rng)
        assert action in legal_actions(state)
        state = apply(state, action)


@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_decides_by_what_its_seat_sees(level: str) -> None:
    rng = Random(2)
    state = new_state(Setup(tuple(Seat(n) for n in "ABC"), 6))
    for number in range(40):
        seat = to_move(state)
        assert seat is not None
        other = determinize(observe(state, seat), rng)
        assert choose(state, level, Random(number)) == choose(other, level, Random(number))
        state = apply(state, rng.choice(legal_actions(state)))


def test_an_unknown_level_is_refused() -> None:
    state = new_state(Setup((Seat("A"), Seat("B")), 1))
    with pytest.raises(ValueError, match="unknown level 'queen'"):
        choose(state, "queen", Random(1))
    with pytest.raises(ValueError, match="not asked"):
        choose(observe(state, 1 - (to_move(state) or 0)), "page", Random(1))


def test_the_tailor_beats_the_page() -> None:
    (_, tailor, tailor_score), (_, page, page_score) = tournament(["tailor", "page"], 4, 1)
    assert tailor > page
    assert tailor_score > page_score + 10


def test_the_interval_holds_the_share() -> None:
    low, high = interval(0.5, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596), "Wilson's interval for 50 of 100"
