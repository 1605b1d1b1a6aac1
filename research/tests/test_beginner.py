"""The beginner who follows the lesson."""

from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from research import beginner
from research.beginner import RANKS, PlayedGame, choose, choose_card, format_summary, judge
from rokoko_core import Seat, Setup, apply, legal_actions, new_state
from rokoko_core.actions import ChooseHand, Rent
from rokoko_core.bots import LEVELS
from rokoko_core.bots.arena import Match, Result, play_match
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import box_of
from rokoko_core.components import newest
from rokoko_core.pending import CardChoice, Pending, RentOrSell
from rokoko_core.play.choices import played_card
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State, with_player

START = new_state(Setup((Seat("Ada"), Seat("Bo")), 3, components=newest()))


def positions(kind: type[Pending]) -> Iterator[State]:
    """Yield the positions of a game of apprentices with a choice of ``kind``."""
    match = Match(("apprentice",) * 2, 3, components=newest())
    state = new_state(match.setup)
    for action in play_match(match)[1]:
        if isinstance(state.pending[-1], kind) and len(legal_actions(state)) > 1:
            yield state
        state = apply(state, action)


def test_the_first_hand_has_all_ranks() -> None:
    hand = choose(START, legal_actions(START))
    assert isinstance(hand, ChooseHand)
    assert len({box_of(START).card[card].rank for card in hand.cards}) == 3


def test_a_dress_is_rented_out() -> None:
    state = next(positions(RentOrSell))
    assert isinstance(choose(state, legal_actions(state)[::-1]), Rent)


def test_the_lowest_employee_that_can_do_it_plays() -> None:
    others = 0
    for state in islice(positions(CardChoice), 8):
        card, action = choose_card(state, legal_actions(state))
        able = [each for each in legal_actions(state) if action in legal_actions(apply(state, each))]
        ranks = [RANKS.index(box_of(state).card[played_card(each)].rank) for each in able]
        assert ranks[able.index(card)] == min(ranks)
        others += max(ranks) > min(ranks)
    assert others


def test_silk_that_a_dress_needs_counts_most_and_nothing_in_the_last_round() -> None:
    box = box_of(START)
    dress = box.dress[next(filter(None, START.windows))]
    is_needed = {tile: any(map(min, box.tile[tile].silk, dress.silk)) for tile in box.tile if sum(box.tile[tile].silk)}

    def gain(state: State, tile: str) -> float:
        return judge(with_player(state, 0, silk=(tile,)), 0) - judge(state, 0)

    only = replace(START, windows=(START.windows[START.windows.index(dress.id)],))
    needed = max(gain(only, tile) for tile in is_needed if is_needed[tile])
    other = max(gain(only, tile) for tile in is_needed if not is_needed[tile])
    assert needed > other > 0
    last = replace(only, round=LAST_ROUND)
    assert {gain(last, tile) for tile in is_needed} == {0}


def test_every_deal_is_played_in_both_seatings(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Match] = []

    def record(match: Match) -> tuple[Result, Plan]:
        played.append(match)
        return play_match(replace(match, levels=tuple("random" if n == "novice" else n for n in match.levels)))

    monkeypatch.setitem(LEVELS, beginner.BEGINNER, LEVELS["random"])  # the level of the process goes after the test
    monkeypatch.setattr(beginner, "play_match", record)
    assert [beginner.play(number).seed for number in (1, 2)] == [1, 2]
    assert [match.seed for match in played] == [1, 1] and played[0].levels == played[1].levels[::-1]


def test_the_summary_compares_with_the_goal() -> None:
    games = [PlayedGame(n, "a set", float(n < 9), 1) for n in range(10)]
    assert format_summary(games) == "10 games: 90.0% (59.6 to 98.2%). Goal: 90%, met."
    assert format_summary(games[1:]).endswith("missed.")
