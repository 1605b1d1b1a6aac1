"""Hints: the best choices from the observation of a seat, with their gains and reasons."""

from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game, determinize, legal_actions, observe, to_move
from rokoko_core.actions import (
    ChooseHand,
    ClaimFavor,
    Decline,
    Depute,
    EndTurn,
    Fund,
    Hire,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    PlayCard,
    Rent,
    TakeJewel,
    TakeTile,
    UseBonus,
)
from rokoko_core.bots import master
from rokoko_core.bots.advice import CLEARLY, LATER, Contrast, Ground, _can_follow, _End, _ground, _grounds, advice
from rokoko_core.bots.search_cache import SearchCache
from rokoko_core.bots.time_limit import Clock, counting_clock
from rokoko_core.bots.turn_search import kind_of
from rokoko_core.box import box_of
from rokoko_core.engine import apply
from rokoko_core.pending import CardChoice
from rokoko_core.score_sheet import RowChange
from rokoko_core.state import State
from rokoko_core.terms import Exam, Expansion, ScoreRow, Task, Zone
from tests.saves.sample_games import FOLDER
from tests.tabletop import bonus, candidate, deck, do, funded, give, jeweler, new, turn, warehouse, windows

LIVRE_CARD = "base-apprentice-livre"


def positions(name: str, step: int) -> list[State]:
    """Return every ``step``-th position of a sample game with a choice."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    states = [game.at(n) for n in range(0, game.length, step)]
    return [state for state in states if len(observe(state, to_move(state)).actions) > 1]


@pytest.mark.slow
@pytest.mark.quick(1)
@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize("name", ["base-3", "everything-4", "solo-jewelry-box"])
def test_advice_does_not_depend_on_hidden_pieces(name: str) -> None:
    for number, state in enumerate(positions(name, 23)):
        view = observe(state, to_move(state))
        dealt_again = determinize(view, Random(number))
        again = observe(dealt_again, to_move(state))
        assert advice(again, Random(5), counting_clock(120)) == advice(view, Random(5), counting_clock(120))


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["base-4", "everything-2"])
def test_hints_are_sorted_and_legal(name: str) -> None:
    for state in positions(name, 29):
        found = advice(observe(state, to_move(state)), Random(1), counting_clock(200))
        assert 1 <= len(found) <= 3
        assert found[0].worth == 0
        assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
        assert len({one.line for one in found}) == len(found)
        for one in found:
            after = state
            for action in one.line:
                assert action in legal_actions(after)
                after = apply(after, action)
            assert one.line[0] == one.action


def test_a_hint_has_the_changes_of_score_rows_and_goods() -> None:
    state = give(bonus(new(), 0, LIVRE_CARD), 0, livre=9)
    (best,) = advice(observe(state, 0), Random(1), counting_clock(200))
    assert isinstance(best.action, UseBonus)
    assert best.gains == (("livre", 2),)
    assert best.rows == (RowChange(ScoreRow.MONEY, "", 0, 1),)
    assert best.ground is not None and best.ground.part == "money"
    assert best.contrast is best.ahead is None, "there is no other choice"


@pytest.mark.parametrize("kind", ["statue", "jeweler"])
def test_spaces_with_the_same_effect_are_one_choice(kind: str) -> None:
    state = give(turn(new(expansions=(Expansion.JEWELRY_BOX,)), 0, LIVRE_CARD), 0, livre=30)
    found = advice(observe(state, 0), Random(1), counting_clock(200), most=50)
    spaces = [one.action.space for one in found if isinstance(one.action, Fund)]
    assert sum(space.startswith(kind) for space in spaces) <= 1
    assert any(space.startswith("jeweler") for space in spaces)


def test_with_a_card_to_play_each_hint_has_an_action_after_the_card() -> None:
    state = new(expansions=(Expansion.JEWELRY_BOX,))
    while not any(isinstance(action, PlayCard) for action in legal_actions(state)):
        state = apply(state, legal_actions(state)[0])
    found = advice(observe(state, to_move(state)), Random(1), counting_clock(200))
    assert all(isinstance(one.action, PlayCard) and len(one.line) >= 2 for one in found)


def test_hints_differ_in_kind() -> None:
    """The first card of a game allows at least three kinds of main action."""
    for seed in range(4):
        state = new(2, seed)
        while not any(isinstance(action, PlayCard) for action in legal_actions(state)):
            state = apply(state, legal_actions(state)[0])
        found = advice(observe(state, to_move(state)), Random(1), counting_clock(150))
        assert len({kind_of(one.line) for one in found}) == len(found) == 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["base-2", "everything-3"])
def test_the_first_hint_is_the_plan_of_a_master(name: str) -> None:
    for number, state in enumerate(positions(name, 31)):
        view = observe(state, to_move(state))
        plan = master.plan(view, Random(number), counting_clock(200))
        line = advice(view, Random(number), counting_clock(200))[0].line
        assert line == (plan[:-1] if len(plan) > 1 and isinstance(plan[-1], EndTurn) else plan)


def test_the_first_hint_is_the_best_candidate_of_the_search() -> None:
    state = new(2, 5)
    view = observe(state, to_move(state))
    cache = SearchCache()
    best = cache.search_turn(view, Random(1), counting_clock(150))[0]
    first = advice(view, Random(1), Clock(0.0), cache=cache)[0]
    assert (first.line, first.lead, first.worth) == (best.line, best.worth, 0.0)


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(("number", "listed"), [(1, False), (6, False), (7, True)])
def test_the_favor_card_counts_in_the_last_round_only(number: int, listed: bool) -> None:
    """It is returned each round; only in the last round it stays."""
    state = replace(turn(new(), 0, "base-master"), round=number)
    found = advice(observe(state, 0), Random(1), counting_clock(60), most=50)
    favor = next(one for one in found if isinstance(one.action, ClaimFavor))
    assert any(row.source is ScoreRow.FAVOR for row in favor.rows) == listed


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["base-2", "everything-3"])
def test_a_plan_shown_before_stays_first_unless_another_is_clearly_better(name: str) -> None:
    kept = replaced = 0
    for number, state in enumerate(positions(name, 47)):
        view, cache = observe(state, to_move(state)), SearchCache()
        candidates = cache.search_turn(view, Random(number), counting_clock(60))
        for shown in candidates[1:]:
            plan = shown.line[:-1] if len(shown.line) > 1 and isinstance(shown.line[-1], EndTurn) else shown.line
            found = advice(view, Random(number), Clock(0.0), cache=cache, plan=plan)
            assert max(one.worth for one in found) == found[0].worth == 0.0, "none is said to be better than the first"
            if shown.is_estimated and candidates[0].worth <= shown.worth + CLEARLY:
                assert found[0].line == plan
                kinds = [kind_of(one.line) for one in candidates if one.worth > shown.worth]
                better = {kind for kind in kinds if kind is not kind_of(shown.line)}
                assert better <= {kind_of(one.line) for one in found} or len(better) > 2, (
                    "none gives way to a worse one"
                )
                kept += 1
            else:
                assert found[0].lead == candidates[0].worth
                replaced += 1
    assert kept and replaced


def test_a_plan_that_is_not_legal_here_changes_nothing() -> None:
    view = observe(turn(new(), 0, LIVRE_CARD), 0)
    expected = advice(view, Random(1), counting_clock(60))
    assert advice(view, Random(1), counting_clock(60), plan=(Place("1.1"),)) == expected


def test_there_are_hints_without_time() -> None:
    view = observe(turn(new(), 0, LIVRE_CARD), 0)
    assert advice(view, Random(1), Clock(0.0))


def test_a_seat_that_is_not_to_move_is_refused() -> None:
    with pytest.raises(ValueError, match="not to move"):
        advice(observe(new(), 1), Random(1), counting_clock(9))


# ---- reasons


@pytest.mark.parametrize(
    ("own", "other", "ground"),
    [
        ({"prestige": 3.0, "money": 0.5}, {"prestige": 3.0}, Ground("money", 0.5)),
        ({"prestige": 3.0}, {"prestige": 4.0}, None),
        ({"prestige": 5.0, "money": 1.0}, {"prestige": 4.9}, Ground("money", 1.0)),
        ({"prestige": 5.0, "money": 1.0}, {"prestige": 0.0}, Ground("prestige", 5.0)),
        ({"money": -1.0}, {"money": -2.0}, None),
        ({"money": 0.0, "halls": 0.1}, {"money": -2.0}, Ground("halls", 0.1)),
        ({"money": 0.2}, {}, Ground("money", 0.2)),
        ({}, {}, None),
    ],
)
def test_a_reason_is_a_gain_that_the_other_choice_lacks(
    own: dict[str, float], other: dict[str, float], ground: Ground | None
) -> None:
    assert _ground(own, other, ()) == ground


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["base-2", "everything-3"])
def test_no_reason_repeats_another_or_a_number_that_is_shown(name: str) -> None:
    reasons = 0
    for number, state in enumerate(positions(name, 37)):
        found = advice(observe(state, to_move(state)), Random(number), counting_clock(100))
        told = [one.ground.part for one in found if one.ground]
        reasons += len(told)
        assert len(set(told)) == len(told)
        assert not (state.round == 7 and set(told) & LATER), "no reason is about later rounds in the last"
        for one in found:
            if one.ground and one.contrast:
                assert not (one.ground.part == "prestige" and one.contrast.prestige)
                assert not (one.ground.part == "money" and one.contrast.livre)
    assert reasons


def test_a_part_that_is_told_gives_way_to_the_next() -> None:
    own = {"prestige": 3.0, "halls": 2.0, "money": 1.0}
    assert _ground(own, {}, {"prestige"}) == Ground("halls", 2.0)
    assert _ground(own, {}, {"prestige", "halls"}) == Ground("money", 1.0)
    assert _ground(own | {"prestige": 3.1}, {}, {"prestige", "halls"}) is None, "slight beside what is told"
    assert _ground(own, {}, set(own)) is None


@pytest.mark.rule("JB-6")
@pytest.mark.parametrize(("hand", "counts"), [((), False), (("base-apprentice-acquire",), True)])
def test_without_a_card_left_no_reason_is_about_what_cards_need(hand: tuple[str, ...], counts: bool) -> None:
    """An examination task is worth nothing once the last card is played, though the evaluation counts it."""
    state = turn(new(expansions=(Expansion.JEWELRY_BOX,)), 0, LIVRE_CARD)
    state = candidate(state, 0, Exam.JOURNEYMAN, Task.RARE_SILK)
    state = replace(deck(state, 0, ("base-master",), hand, ("base-journeyman",)), round=7)
    state = do(warehouse(give(state, 0, livre=9), "r:yarn+lace", "bb:lace", "yy:yarn"), TakeTile(0))
    keep, discard = (_End(state, (action,), 0) for action in legal_actions(state))
    grounds = _grounds([keep, discard], [discard, keep], [None, None], is_last_round=True)
    assert (Ground("tasks", discard.gains["tasks"]) in grounds) == counts


@pytest.mark.rule("ACQ-3")
def test_tiles_with_the_same_silk_are_one_choice_if_kept() -> None:
    state = warehouse(give(turn(new(), 0, LIVRE_CARD), 0, livre=9), "bb:yarn", "bb:lace", "yy:yarn")
    found = advice(observe(state, 0), Random(1), counting_clock(100), most=50)
    taken = [one.line[0] for one in found if KeepTile() in one.line[:2]]
    kept = [state.warehouse[action.space] for action in taken if isinstance(action, TakeTile)]
    assert sorted(tile[:2] for tile in kept) == ["bb", "yy"]


@pytest.mark.rule("ACQ-3")
def test_payments_with_the_same_silk_are_one_choice() -> None:
    state = give(turn(new(), 0, "base-master"), 0, livre=9, silk=("yy:lace", "yy:yarn", "yg:yarn", "yg:lace"))
    state = do(windows(state, "yellow-1"), MakeDress("yellow-1"))
    paid = [one.line[0] for one in advice(observe(state, 0), Random(1), counting_clock(100), most=50)]
    assert len(legal_actions(state)) > len(paid) > 0
    silk = [tuple(sorted(tile[:2] for tile in pay.tiles)) for pay in paid if isinstance(pay, PayTiles)]
    assert len(silk) == len(set(silk)) == len(paid)


def test_the_next_choice_can_follow_if_it_needs_another_card_and_remains_possible() -> None:
    state = new(2, 5)
    while not isinstance(state.pending[-1], CardChoice):
        state = apply(state, legal_actions(state)[0])
    seat = state.pending[-1].seat
    state = deck(state, seat, hand=["base-master", LIVRE_CARD])
    hire, favor = Hire(state.hire[0]), ClaimFavor()
    master, apprentice = PlayCard("base-master"), PlayCard(LIVRE_CARD)
    for first, other, follows in (
        ((apprentice, Decline(), UseBonus()), (master, favor), True),
        ((master, favor), (apprentice, Decline(), UseBonus()), True),
        ((master, favor), (master, hire), False),
        (
            (apprentice, Depute(LIVRE_CARD, Zone.PLAYED), UseBonus()),
            (master, Depute("base-master", Zone.PLAYED)),
            False,
        ),
    ):
        assert _can_follow(_End(state, first, seat), other) == follows
    state = deck(state, seat, hand=["base-master", "5-livre-dresses", LIVRE_CARD])
    assert _can_follow(_End(state, (master, favor), seat), (master, hire)), "with the other Master"
    assert not _can_follow(_End(state, (master, favor), seat), (master, favor)), "the card is taken"
    assert not _can_follow(_End(state, (master, favor), seat), (master, Decline())), "no card is needed to pass"


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", ["base-2", "everything-3"])
def test_choices_differ_from_the_first_and_the_first_from_the_second(name: str) -> None:
    for number, state in enumerate(positions(name, 37)):
        first, *others = advice(observe(state, to_move(state)), Random(number), counting_clock(150))
        if not others:
            assert first.contrast is first.ahead is None
            continue
        estimated = [one for one in others if one.is_estimated]
        assert others[: len(estimated)] == estimated, "those without an estimate are last"
        assert first.ahead == (-estimated[0].worth if estimated else None)
        assert first.contrast is not None and first.contrast.is_first
        second = others[0].contrast
        assert second == Contrast(
            False,
            -first.contrast.prestige,
            -first.contrast.livre,
            -first.contrast.cards,
            first.contrast.other_hand,
            first.contrast.hand,
        )
        if isinstance(first.action, ChooseHand):
            assert first.ground is None and first.contrast.hand


def test_hands_differ_by_the_cards_that_only_one_has() -> None:
    state = new(2, 5)
    first, second, *_ = advice(observe(state, to_move(state)), Random(1), counting_clock(60))
    assert isinstance(first.action, ChooseHand) and isinstance(second.action, ChooseHand)
    assert first.contrast is not None
    rest = list(first.action.cards)
    for card in first.contrast.hand:
        rest.remove(card)
    assert sorted([*rest, *first.contrast.other_hand]) == sorted(second.action.cards)
    assert not set(first.contrast.hand) & set(first.contrast.other_hand)


@pytest.mark.rule("JB-3")
def test_a_dress_counts_though_its_jewel_reveals_a_tile_before_it_is_placed() -> None:
    """The line ends at the face-down tile, and the dress is placed after it."""
    state = windows(turn(new(expansions=(Expansion.JEWELRY_BOX,)), 0, "base-master"), "blue-1")
    state = funded(give(state, 0, livre=30, silk=("bb:lace",), yarn=2, lace=2), 0, "jeweler-1")
    state = jeweler(state, "yellow", "red", "green", "blue")
    state = do(state, MakeDress("blue-1"), Rent())
    found = advice(observe(state, 0), Random(1), counting_clock(300), most=50)
    ending = [one for one in found if isinstance(one.line[-1], TakeJewel) and ("face-down-tile", 1) in one.gains]
    assert ending
    dress = box_of(state).dress["blue-1"].prestige
    for one in ending:
        assert next(row for row in one.rows if row.source is ScoreRow.DRESSES).after == dress
        colours = {"yellow", "green", "red", "blue"}
        assert not colours & {good for good, _ in one.gains}, "the tile that was drawn is not known"
        assert one.ground is None or one.ground.hall, "where the dress counts"
