"""Reviewed turns, and the viewer's own pieces, in words: what is said, and in which order."""

import re
from functools import cache

import pytest

from rokoko_core import Game
from rokoko_core.actions import ChooseHand
from rokoko_core.bots.evaluation import ASPECTS
from rokoko_core.bots.review import RIVALS, PlayedTurn, TurnReview, played_turns
from rokoko_core.observe import Observation, observe
from rokoko_core.score_sheet import RowChange
from rokoko_core.terms import ScoreRow
from rokoko_tui.text import get_words
from rokoko_tui.text.advice import OF_NEXT_HAND
from rokoko_tui.text.inspection import list_hand
from tests.saves.sample_games import FOLDER
from tests.tabletop import deck, give, new, turn

WORDS = get_words("classic")
ROW = RowChange(ScoreRow.MONEY, "", 1, 3)


@cache
def sample() -> tuple[Game, list[PlayedTurn]]:
    game = Game.load(FOLDER / "base-2.rokoko")
    return game, list(played_turns(game))


def review_of(
    number: int, cost: float, parts: dict[str, float], is_open: bool = False, better: int | None = None
) -> TurnReview:
    """Return a review of turn ``number``, in which the turn ``better`` would have been better."""
    played = sample()[1][number]
    plan = sample()[1][number if better is None else better].played
    rows = (ROW,) if cost else ()
    return TurnReview(
        played.position, played.end, played.seat, played.played, plan, is_open, cost, rows, tuple(parts.items())
    )


def details(review: TurnReview, is_exact: bool = False) -> list[str]:
    return WORDS.review_details(review, sample()[0].at(review.position), is_exact)


def amounts(line: str) -> list[float]:
    """Return the signed amounts at the end of a line."""
    return [float(text.replace("\N{MINUS SIGN}", "-")) for text in re.findall(r"[+\N{MINUS SIGN}]\d+(?:\.\d+)?", line)]


def test_a_turn_is_named_by_player_round_and_card_and_a_hand_as_one() -> None:
    game, turns = sample()
    hand, played = turns[0], turns[3]
    assert isinstance(hand.played[0], ChooseHand) and not isinstance(played.played[0], ChooseHand)
    titles = [WORDS.review_title(each, game.at(each.position)) for each in (hand, played)]
    names = [game.setup.players[each.seat].name for each in (hand, played)]
    assert titles == [f"{names[0]}, round 1: the hand", f"{names[1]}, round 1, Journeyman"]
    assert WORDS.reviewed(review_of(3, 2.5, {}), game.at(played.position)) == f"2.5 · {titles[1]}"
    last = turns[-1]
    assert "round 7" in WORDS.review_title(last, game.at(last.position))


def test_of_the_best_turn_is_said_what_was_played_and_nothing_else() -> None:
    lines = details(review_of(3, 0.0, {}))
    assert len(lines) == 2 and lines[0].startswith("Played: ") and lines[1] == WORDS.say("review.turn.best")


@pytest.mark.parametrize("is_open", [False, True])
def test_a_cost_is_followed_by_both_ways_and_what_the_better_one_brings(is_open: bool) -> None:
    lines = details(review_of(3, 2.5, {ASPECTS[0]: 2.5}, is_open, better=4))
    assert [line.split(":")[0] for line in lines[:3]] == ["Estimated cost", "Played", "Better"]
    assert "2.5" in lines[0] and lines[1].removeprefix("Played") != lines[2].removeprefix("Better")
    assert ("depends on what is revealed" in lines[2]) == is_open
    assert amounts(lines[-2]) == [2] and amounts(lines[-1]) == [2.5]
    assert details(review_of(3, 2.5, {ASPECTS[0]: 0.29}))[-1] == lines[-2], "no part is large enough"


def test_the_five_largest_parts_are_named_gains_first() -> None:
    values = (2.0, -1.0, 0.2, 0.4, -3.0, 1.0, 0.35)
    line = details(review_of(3, 2.5, {**dict(zip(ASPECTS, values, strict=False)), RIVALS: -2.0}))[-1]
    assert amounts(line) == [2.0, 1.0, -1.0, -2.0, -3.0]
    few = details(review_of(3, 2.5, dict(zip(ASPECTS, (0.3, -0.3, 0.29), strict=False))))[-1]
    assert amounts(few) == [0.3, -0.3]


def test_of_a_hand_parts_about_cards_are_left_out() -> None:
    other = next(part for part in ASPECTS if part not in OF_NEXT_HAND)
    parts = {**dict.fromkeys(sorted(OF_NEXT_HAND), 3.0), other: 1.0}
    assert len(parts) == 5 and set(parts) <= {*ASPECTS}
    assert amounts(details(review_of(0, 1.0, parts))[-1]) == [1.0]
    assert amounts(details(review_of(3, 1.0, parts))[-1]) == [3.0, 3.0, 3.0, 3.0, 1.0]


@pytest.mark.parametrize("rivals", [0, 1, -2])
def test_an_exact_review_has_the_score_of_the_other_player_and_the_lead(rivals: int) -> None:
    lines = details(review_of(3, 3.0, {RIVALS: float(rivals)} if rivals else {}), is_exact=True)
    assert len(lines) == len(details(review_of(3, 3.0, {ASPECTS[0]: 3.0})))
    assert lines[-1] == WORDS.say("review.turn.exact", total=WORDS.signed(-rivals), change=WORDS.signed(3))
    assert amounts(lines[-2]) == [2]


# ---- the own pieces


def view_of(seat: int | None) -> Observation:
    state = deck(
        turn(new(2), 0, "base-master"), 0,
        hand=["base-apprentice-livre"], supply=["base-journeyman"], discard=["base-apprentice-acquire"],
    )  # fmt: skip
    return observe(give(state, 0, silk=("yy:yarn",), livre=7, yarn=2, lace=1), seat)


def test_own_goods_silk_and_cards_are_said_in_this_order() -> None:
    goods = ["Ada: 7 Livre, 2 yarn, 1 lace, 1 kept tile.", "Kept silk: 2 yellow."]
    piles = [line.split(":")[0] for line in list_hand(WORDS, view_of(0))[2:]]
    assert WORDS.goods(view_of(0)) == list_hand(WORDS, view_of(0))[:2] == goods
    assert piles == ["Hand", "Supply", "On the discard pile"]
    assert len(WORDS.goods(view_of(1))) == 1, "nothing is kept"
    assert [line.split(":")[0] for line in list_hand(WORDS, view_of(1))[1:]] == ["Supply"]
    assert WORDS.goods(view_of(None)) == list_hand(WORDS, view_of(None)) == []
