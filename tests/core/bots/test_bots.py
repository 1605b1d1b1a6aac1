"""The levels: legal plans, no hidden information, strength, time limits and the evaluation."""

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

from rokoko_core import Expansion, Seat, Setup, State, apply, choose, legal_actions, new_state, observe, to_move
from rokoko_core.actions import EndTurn
from rokoko_core.bonus_table import BONUSES, Gain
from rokoko_core.bots import EARLIER, LEVELS, evaluation, level_of, plan
from rokoko_core.bots import turn_search as turns
from rokoko_core.bots.evaluation import (
    ASPECTS,
    EVALUATION,
    LIVRE,
    NEAR,
    PARTS,
    PLACED,
    deck_ahead,
    parts,
    rounds_left,
    worth,
)
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.box import box_of
from rokoko_core.observe import determinize
from rokoko_core.pending import CardChoice, HandChoice
from rokoko_core.scoring import final_scores
from rokoko_core.state import NOBODY
from tests.counted import planned
from tests.tabletop import deck, give

QUICK = [name for name, level in LEVELS.items() if not level.searches]


def table(seats: int, seed: int, *expansions: Expansion) -> State:
    return new_state(Setup(tuple(Seat(f"Seat {n}") for n in range(seats)), seed, frozenset(expansions)))


def play_to_end(state: State, levels: list[str], seed: int = 1) -> State:
    """Play to the end of the game with the plans of ``levels``."""
    rngs = [Random(f"{seed}/{n}") for n in range(len(levels))]
    while (seat := to_move(state)) is not None:
        if seat >= len(levels):
            state = apply(state, legal_actions(state)[0])
            continue
        for action in plan(state, levels[seat], rngs[seat]):
            assert to_move(state) == seat
            state = apply(state, action)
    return state


@pytest.mark.quick(4)
@pytest.mark.parametrize("level", QUICK)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_plans_are_legal_in_every_game(level: str, seats: int) -> None:
    """``apply`` checks each action; a plan never goes beyond its own turn."""
    end = play_to_end(table(seats, 5 + seats, *Expansion), [level] * seats)
    assert len(final_scores(end)) == seats


@pytest.mark.slow
def test_the_master_plays_a_round_with_all_expansions() -> None:
    state, rng = table(3, 8, *Expansion), Random(1)
    while state.round == 1:
        for action in planned(observe(state, to_move(state)), "master", rng):
            state = apply(state, action)
    assert state.round == 2


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays_against_madame_du_barry(level: str) -> None:
    state, rng = new_state(Setup((Seat("Ada"),), 4, frozenset({Expansion.JEWELRY_BOX}))), Random(1)
    while state.round == 1:
        barry = state.pending[-1].seat == 1
        for action in legal_actions(state)[:1] if barry else planned(observe(state, to_move(state)), level, rng):
            state = apply(state, action)
    assert state.players[0].supply or state.players[0].discard


@pytest.mark.quick(1)
@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize("level", LEVELS)
def test_a_plan_does_not_depend_on_hidden_pieces(level: str) -> None:
    """Another deal of the hidden pieces with the same random generator gives the same plan."""
    rng = Random(2)
    state = table(3, 6, Expansion.JEWELRY_BOX)
    for number in range(45 if LEVELS[level].searches else 150):
        seat = to_move(state)
        assert seat is not None
        view = observe(state, seat)
        other = observe(determinize(view, rng), seat)
        if not LEVELS[level].searches or number % 9 == 0:
            assert planned(view, level, Random(number), 300) == planned(other, level, Random(number), 300)
        state = apply(state, rng.choice(legal_actions(state)))


@pytest.mark.slow
def test_a_plan_ends_with_a_reveal() -> None:
    """BON-7: a face-down tile is unknown, so no action after its draw is planned."""
    rng, drawn = Random(3), 0
    state = table(4, 12, Expansion.JEWELRY_BOX)
    while to_move(state) is not None:
        tiles, actions = len(state.tile_stack), plan(state, "journeyman", rng)
        for number, action in enumerate(actions):
            before, state = state, apply(state, action)
            if before.round == state.round and len(state.tile_stack) != tiles:
                assert number == len(actions) - 1, "the draw ends the plan"
                drawn += 1
    assert drawn, "no tile was drawn face down"


def test_an_unknown_level_is_refused() -> None:
    state = table(2, 1)
    with pytest.raises(BadBot) as refused:
        choose(state, "queen", Random(1))
    assert (refused.value.code, refused.value.name) == (BotFault.MISSING, "queen")
    with pytest.raises(ValueError, match="not to move"):
        choose(observe(state, 1 - (to_move(state) or 0)), "random", Random(1))


def test_levels_of_earlier_versions_have_a_new_name() -> None:
    assert level_of("page") is LEVELS["random"]
    assert level_of("tailor") is level_of(None) is LEVELS["journeyman"]
    assert level_of("grandmaster") is LEVELS["master"]
    assert set(EARLIER.values()) <= set(LEVELS)


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse"), [("apprentice", "random"), ("journeyman", "apprentice")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    """Six games with rotated seats; docs/opponents.md has exact figures."""
    scores = {better: 0, worse: 0}
    for seed in range(3):
        for order in ([better, worse], [worse, better]):
            for level, sheet in zip(order, final_scores(play_to_end(table(2, seed), order, seed)), strict=True):
                scores[level] += sheet.total
    assert scores[better] > scores[worse] + 60, "at least 10 prestige per game"


# ---- time limit


def test_a_stopped_master_plays_the_best_line_so_far() -> None:
    """Without a rollout that is the line with the best evaluation, the plan of the journeyman."""
    state = table(2, 9)
    while len(state.pending) != 1 or state.pending[-1].seat != state.first_player or state.turn is not None:
        state = apply(state, legal_actions(state)[0])
    hurried = plan(state, "master", Random(5), stopped=lambda: True)
    assert hurried == plan(state, "journeyman", Random(5))
    assert plan(state, "master", Random(5), budget=0) == hurried


def test_a_stop_is_noticed_between_rollouts() -> None:
    calls = 0

    def stopped() -> bool:
        nonlocal calls
        calls += 1
        return calls > 2

    state = table(2, 9)
    assert plan(state, "master", Random(5), stopped=stopped)
    assert calls <= 5, "once for each turn of a rollout, once for the stage and once for the search"


# ---- lines and the evaluation


def test_lines_are_sorted_and_end_with_the_turn() -> None:
    state = table(2, 3)
    while state.turn is None:
        found = turns.lines(state, state.pending[-1].seat)
        state = apply(state, found[0].actions[0])
    seat = state.turn.seat
    found = turns.lines(state, seat)
    assert [line.worth for line in found] == sorted((line.worth for line in found), reverse=True)
    for line in found:
        after = state
        for action in line.actions:
            after = apply(after, action)
        assert after == line.state
        assert legal_actions(after) == (EndTurn(),)
    assert turns.committed(found[0])[-1:] == (EndTurn(),) or found[0].known < len(found[0].actions)


@pytest.mark.rule("END-8")
def test_the_evaluation_of_a_finished_game_is_the_final_score() -> None:
    end = play_to_end(table(3, 2), ["random"] * 3)
    first, second, third = (sheet.total for sheet in final_scores(end))
    assert worth(end, 0) == first - (second + third) / 2
    assert EVALUATION.own(end, 2) == third
    assert tuple(parts(end, 2)) == ASPECTS


def test_features_of_the_first_round() -> None:
    """A Master and an Apprentice in hand, silk of all colours, no dress and no decoration."""
    state = deck(table(2, 4), 0, hand=["base-master", "base-apprentice-acquire"])
    state = give(state, 0, silk=["yg:yarn", "rr:yarn", "b:yarn+lace"], livre=20, yarn=4, lace=1)
    state = msgspec.structs.replace(state, pending=(CardChoice(0),))
    counts = EVALUATION.features(state, 0)
    assert tuple(counts) == PARTS
    assert (counts["masters"], counts["journeymen"], counts["apprentices"]) == (1, 0, 1)
    assert (counts["common_silk"], counts["red_silk"], counts["blue_silk"], counts["notions"]) == (2, 2, 1, 3)
    assert [counts[part] for part in ("livre", "livre_more", "livre_plenty", "livre_left")] == [10, 10, 5, 0], (
        "20 and an income of 5"
    )
    assert (counts["dresses"], counts["decorations"], counts["halls"], counts["lead"]) == (0, 0, 0, 0)
    assert (counts["prestige"], counts["tasks"], counts["presence"]) == (0, 0, 0)


@pytest.mark.rule("HAND-2")
def test_expected_plays_of_a_deck() -> None:
    """Two cards in the supply, four elsewhere, two rounds left: two turns use the supply, four turns all six cards."""
    state = deck(
        msgspec.structs.replace(table(2, 4), round=5),
        0,
        supply=["base-master", "base-journeyman"],
        hand=["base-apprentice-livre"],
        discard=["base-master", "base-apprentice-acquire", "3-livre-deck"],
    )
    state = msgspec.structs.replace(state, pending=(CardChoice(0),))
    ahead = deck_ahead(state, 0)
    assert (ahead.soon, ahead.often) == (pytest.approx(1 + 4 / 6), pytest.approx(4 / 6))
    counts = EVALUATION.features(state, 0)
    assert counts["deck_masters"] == pytest.approx(1 + 4 / 6 + 4 / 6)
    assert counts["deck_journeymen"] == pytest.approx(1 + 4 / 6)
    assert counts["deck_cards"] == 2, "above the minimum of four"
    values = EVALUATION.weights.bonus
    assert counts["hand_bonus"] == pytest.approx(values["gain-2-livre"])
    assert counts["deck"] == pytest.approx(
        (1 + 4 / 6) * values["buy-notion"]
        + 4 / 6 * (values["gain-2-livre"] + values["extra-acquire"] + values["livre-by-deck-large"])
    )
    assert counts["deck_gain"] == pytest.approx(LIVRE * 4 / 6 * (2 + 2)), (
        "2 Livre each: the card's own, and for 6 cards"
    )
    assert EVALUATION.features(msgspec.structs.replace(state, round=7), 0)["deck"] == 0, "no round left"


@pytest.mark.rule("HAND-1")
def test_the_round_counts_as_left_until_the_hand_is_chosen() -> None:
    state = table(2, 4)
    while state.round == 1:
        state = apply(state, legal_actions(state)[0])
    seat = to_move(state)
    assert seat is not None and isinstance(state.pending[-1], HandChoice)
    assert rounds_left(state, seat) == 6
    assert EVALUATION.features(state, seat)["livre"] == min(10, state.players[seat].livre), "the income is paid"
    state = apply(state, legal_actions(state)[0])
    assert rounds_left(state, seat) == 5


def test_makeable_dresses_are_valued_for_this_round_and_the_next() -> None:
    """PREP-4: the dresses in the two rightmost windows are removed before the next round."""
    state = deck(table(2, 4), 0, hand=["base-master"])
    state = msgspec.structs.replace(state, windows=("yellow-1", "", "", "", "yellow-2"), pending=(CardChoice(0),))
    state = give(state, 0, silk=["yg:yarn", "yg:yarn"])
    near, further = 2 + PLACED, 0.5 * NEAR[1] * (2 + PLACED)
    counts = EVALUATION.features(state, 0)
    assert counts["makeable"] == pytest.approx(near + further)
    assert counts["makeable_later"] == pytest.approx(near)
    idle = EVALUATION.features(deck(state, 0, hand=["base-apprentice-livre"]), 0)
    assert idle["makeable"] == 0, "DRESS-1: an Apprentice makes no dress"
    assert (counts["hires"], idle["hires"]) == (1, 0), "HIRE-1: an Apprentice cannot hire"


def test_cached_features_equal_calculated_ones() -> None:
    """Boards with the same counts share the values of bonuses, so the features of many boards must not mix them up."""
    warm, rng = evaluation.Evaluation(EVALUATION.weights), Random(3)
    start = table(2, 8, *Expansion)
    box = box_of(start)
    gains = sorted(card.id for card in box.card.values() if isinstance(BONUSES[card.bonus], Gain))
    start = msgspec.structs.replace(deck(start, 0, supply=gains), pending=(CardChoice(0),))
    for _ in range(500):
        dresses = [rng.choice(list(box.dress)) if rng.random() < 0.15 else "" for _ in box.guests]
        state = msgspec.structs.replace(
            start,
            guests=tuple(dresses),
            guest_owners=tuple(rng.randrange(2) if dress else NOBODY for dress in dresses),
            decorations=tuple(rng.choice([NOBODY] * 8 + [0, 1]) for _ in box.decorations),
        )
        assert warm.features(state, 0) == evaluation.Evaluation(EVALUATION.weights).features(state, 0)


@pytest.mark.parametrize("table_name", ["part", "bonus"])
def test_missing_weights_are_refused(table_name: str, tmp_path: Path) -> None:
    text = Path(evaluation.__file__).with_name("evaluation.toml").read_text(encoding="utf-8")
    start = text.index(f"[{table_name}]\n") + len(f"[{table_name}]\n")
    path = tmp_path / "evaluation.toml"
    path.write_text(text[:start] + text[text.index("\n", start) + 1 :], encoding="utf-8")
    with pytest.raises((TypeError, msgspec.ValidationError)):
        evaluation.read_weights(path)


def test_weights_without_a_value_for_every_round_are_refused(tmp_path: Path) -> None:
    text = Path(evaluation.__file__).with_name("evaluation.toml").read_text(encoding="utf-8")
    path = tmp_path / "evaluation.toml"
    path.write_text(re.sub(r"(?m)^(halls = \[.*), \S+\]$", r"\1]", text), encoding="utf-8")
    with pytest.raises(TypeError, match="7 figures"):
        evaluation.read_weights(path)


def test_the_parts_add_up_to_the_evaluation() -> None:
    state, rng = table(2, 4, *Expansion), Random(4)
    for _ in range(90):
        state = apply(state, rng.choice(legal_actions(state)))
    summands = parts(state, 0)
    assert tuple(summands) == ASPECTS
    assert sum(summands.values()) == pytest.approx(EVALUATION.own(state, 0))
    assert sum(parts(state, 1).values()) == pytest.approx(EVALUATION.own(state, 0) - worth(state, 0))
