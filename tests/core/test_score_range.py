"""Score ranges of actions, compared with all continuations."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from rokoko_core import Expansion, Game, score_range
from rokoko_core.actions import (
    Action,
    ChooseExamCard,
    ChooseHand,
    ClaimFavor,
    Decline,
    DiscardTile,
    DrawTile,
    EndTurn,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    PlayCard,
    Rent,
    RevealBarry,
    SitExam,
    SurrenderTile,
    TakeJewel,
    TakeTile,
)
from rokoko_core.bonus_table import IDLE, Kind, kind_of
from rokoko_core.box import box_of
from rokoko_core.engine import apply, legal_actions
from rokoko_core.pending import BonusOf, CardChoice, ExamCard, HandChoice, Placement, RentOrSell, TileInHand, TurnEnd
from rokoko_core.score_range import ScoreRange, compute_score_range, score_ranges_after
from rokoko_core.scoring import projected_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import EXAM_TASKS, Exam, Notion, ScoreRow
from tests.core.positions import random_game
from tests.saves.sample_games import FOLDER
from tests.tabletop import (
    EVERYTHING,
    bonus,
    candidate,
    deck,
    do,
    exam_deck,
    funded,
    give,
    jeweler,
    new,
    stack,
    turn,
    warehouse,
    windows,
)

GAMES = ("base-3", "everything-4", "jewelry-box-2")
ENDS = (TurnEnd, CardChoice, HandChoice)
RANGELESS = (ChooseHand, PlayCard, RevealBarry)
"""Actions before a turn, and those of Madame du Barry."""


class TurnEnds(NamedTuple):
    """The ends of a turn: every score with which it can end, and whether something hidden comes on the way."""

    scores: frozenset[int]
    hidden: bool


def play_out(state: State, seat: int, most: int) -> TurnEnds | None:
    """Play the turn of ``seat`` from ``state`` in every way; None if there are more than ``most`` positions."""
    scores, hidden, seen, left = set[int](), False, {state}, [state]
    while left:
        here = left.pop()
        decision = here.pending[-1] if here.pending else None
        if decision is None or decision.seat != seat or isinstance(decision, ENDS):
            scores.add(total(here, seat))
            continue
        hidden |= isinstance(decision, ExamCard) or (isinstance(decision, TileInHand) and decision.face_down)
        after = {apply(here, action) for action in legal_actions(here)} - seen
        seen |= after
        left += after
        if len(seen) > most:
            return None
    return TurnEnds(frozenset(scores), hidden)


def total(state: State, seat: int) -> int:
    """Return the projected total, without the Favor card unless it stays (END-2)."""
    rows = projected_scores(state)[seat].rows
    return sum(row.points for row in rows if row.source is not ScoreRow.FAVOR or state.round == LAST_ROUND)


def sample_of(name: str, number: int) -> list[State]:
    """Return ``number`` positions of a sample game."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    return Random(f"ranges of {name}").sample([game.at(n) for n in range(game.length)], number)


@lru_cache(maxsize=1)
def pool() -> tuple[State, ...]:
    """Return positions before the bonus: of all sample games, and of random games with every number of players."""
    games = [Game.load(path) for path in sorted(FOLDER.glob("*.rokoko"))]
    states = [game.at(n) for game in games for n in range(game.length)]
    for players, expansions in product(range(1, 6), ((), EVERYTHING)):
        states += random_game(players, 390 + players, frozenset(expansions))
    return tuple(state for state in states if any(isinstance(decision, BonusOf) for decision in state.pending))


def sample_with(kind: type[Kind], number: int) -> list[State]:
    """Return up to ``number`` positions in which a bonus of ``kind`` is still to come."""

    def is_of_kind(state: State) -> bool:
        cards = [decision.card for decision in state.pending if isinstance(decision, BonusOf)]
        return any(isinstance(kind_of(box_of(state), card), kind) for card in cards)

    states = [state for state in pool() if is_of_kind(state)]
    return Random(f"ranges with {kind.__name__}").sample(states, min(number, len(states)))


def check_ranges(state: State, most: int) -> int:
    """Compare the range of each action with all ways to play the turn; return how many were compared."""
    seat = state.pending[-1].seat
    before, compared = total(state, seat), 0
    for action in legal_actions(state)[:40]:
        after = apply(state, action)
        ends = None if isinstance(action, RANGELESS) else play_out(after, seat, most)
        if ends is None:
            continue
        result = compute_score_range(state, action)
        worst, best = min(ends.scores) - before, max(ends.scores) - before
        if result.at_least:
            assert ends.hidden, f"everything is known: {action}"
            assert result.worst <= result.best <= best, action
        else:
            assert (result.worst, result.best) == (worst, best), action
        for step in result.way:
            after = apply(after, step)
        assert total(after, seat) - before >= result.best, "the way to the best"
        compared += 1
    return compared


@pytest.mark.parametrize("kind", [kind for kind in Kind.__subclasses__() if kind not in IDLE])
@pytest.mark.quick(4)
def test_a_range_is_that_of_all_ways_to_play_the_turn(kind: type[Kind]) -> None:
    assert sum(check_ranges(state, 400) for state in sample_with(kind, 16)) >= 16


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.rokoko"))])
def test_a_range_of_any_decision_is_that_of_all_ways_to_play_the_turn(name: str) -> None:
    assert sum(check_ranges(state, 150) for state in sample_of(name, 25)) >= 25


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind in Kind.__subclasses__() if kind not in IDLE])
def test_a_range_with_many_ways_to_play_the_turn_is_that_of_all(kind: type[Kind]) -> None:
    assert sum(check_ranges(state, 6000) for state in sample_with(kind, 60)) >= 60


def second_dress(silk: Sequence[str], *dresses: str, tiles: Sequence[str] = ("",)) -> State:
    """Let seat 0 play a Journeyman with a second dress as bonus; nothing costs money."""
    state = warehouse(windows(new(), *dresses), *tiles)
    state = give(state, 0, livre=2, yarn=0, lace=0, silk=silk)
    return turn(state, 0, "2-extra-dress-common")


@pytest.mark.rule("BON-2", "ACQ-2", "DRESS-2")
@pytest.mark.parametrize(
    ("state", "action"),
    [
        pytest.param(second_dress(["yg:lace"], "yellow-4", tiles=["g:yarn+lace"]), TakeTile(0), id="yarn"),
        pytest.param(
            second_dress(["gr:lace", "r:yarn+lace", "yr:lace"], "red-1", "green-1"), MakeDress("red-1"), id="silk"
        ),
    ],
)
def test_a_range_counts_the_second_dress_that_only_one_way_leaves(state: State, action: Action) -> None:
    """A tile is discarded for the yarn that the dress needs; a payment leaves its silk."""
    assert check_ranges(state, 3000) > 1
    reach = compute_score_range(state, action)
    assert isinstance(reach.way[-1], Place), "the second dress"
    assert bool(reach.ends) == isinstance(action, MakeDress), "the halls of the first dress only"


@pytest.mark.rule("BON-8", "BON-2")
def test_a_bonus_counts_every_tile_where_a_crown_scores_pairs() -> None:
    state = deck(turn(new(), 0, "1-extra-acquire"), 0, supply=["6-crown-notions"])
    state = give(warehouse(state, "yy:yarn", "gg:lace"), 0, yarn=1, lace=0, livre=2)
    assert compute_score_range(state, Decline()).way == (TakeTile(1), DiscardTile(Notion.LACE))


@pytest.mark.rule("BON-8", "ACQ-2")
def test_a_tile_counts_the_pairs_of_yarn_and_lace_that_a_crown_scores() -> None:
    state = warehouse(deck(turn(new(), 0, "base-master"), 0, supply=["6-crown-notions"]), "yg:yarn/lace", "yy:yarn")
    state = give(state, 0, yarn=1, lace=0, livre=9)
    result = compute_score_range(state, TakeTile(0))
    assert (result.worst, result.best, result.way) == (0, 3, (DiscardTile(Notion.LACE),))
    result = compute_score_range(state, TakeTile(1))
    assert (result.worst, result.best) == (0, 0), "a second yarn without lace"


@pytest.mark.rule("BON-7", "HIDDEN-1")
@pytest.mark.parametrize("tile", ["rb:yarn", "bb:lace", "yy:yarn/lace"])
def test_the_range_of_a_face_down_tile_does_not_tell_which_it_is(tile: str) -> None:
    state = deck(bonus(stack(new(), tile), 0, "1-random-tile"), 0, supply=["6-crown-notions"])
    result = compute_score_range(give(state, 0, yarn=2, lace=3), DrawTile())
    assert (result.worst, result.best, result.way) == (0, 0, (KeepTile(),))


@pytest.mark.rule("BON-5")
@pytest.mark.parametrize(
    ("silk", "tile", "expected"),
    [
        (["yy:yarn", "bb:lace", "r:yarn/lace"], "yy:yarn", (1, 4)),
        (["yy:yarn", "bb:lace", "r:yarn/lace"], "bb:lace", (2, 4)),
        (["y:yarn+lace", "g:yarn+lace", "r:yarn/lace"], "y:yarn+lace", (1, 2)),
    ],
)
def test_tiles_laid_aside_are_surrendered_for_prestige(silk: list[str], tile: str, expected: tuple[int, int]) -> None:
    state = bonus(give(new(), 0, silk=silk), 0, "5-prestige-silk")
    result = compute_score_range(state, SurrenderTile(tile))
    assert (result.worst, result.best) == expected


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(("number", "points"), [(1, 0), (6, 0), (7, 3)])
def test_the_favor_card_counts_in_the_last_round_only(number: int, points: int) -> None:
    state = replace(give(turn(new(), 0, "base-master"), 0, livre=0), round=number)
    result = compute_score_range(state, ClaimFavor())
    assert (result.worst, result.best) == (points, points), "5 Livre are no prestige yet"


def test_an_action_without_follow_up_has_a_single_score() -> None:
    game = Game.load(FOLDER / "base-2.rokoko")
    state = next(game.at(n) for n in range(game.length) if isinstance(game.at(n).pending[-1], TurnEnd))
    result = compute_score_range(state, legal_actions(state)[0])
    assert (result.worst, result.best, result.way) == (0, 0, ())


def test_every_hall_that_leads_to_the_best_is_among_the_ends() -> None:
    games, several = [Game.load(FOLDER / f"{name}.rokoko") for name in GAMES], 0
    for state in (game.at(number) for game in games for number in range(game.length)):
        if not isinstance(state.pending[-1], RentOrSell) or Rent() not in legal_actions(state):
            continue
        reach, guest = compute_score_range(state, Rent()), box_of(state).guest
        after = apply(state, Rent())
        if not isinstance(after.pending[-1], Placement):
            continue
        scores = {
            place: compute_score_range(after, place).best for place in legal_actions(after) if isinstance(place, Place)
        }
        best = {guest[place.space].hall for place, score in scores.items() if score == max(scores.values())}
        assert {guest[end.space].hall for end in reach.ends if isinstance(end, Place)} == best
        several += len(best) > 1
    assert several


# ---- at least


@pytest.mark.rule("BON-7", "BON-10")
def test_a_face_down_tile_that_nothing_can_use_leaves_the_range_exact() -> None:
    state = turn(give(new(), 0, livre=0), 0, "1-random-tile")
    assert compute_score_range(state, ClaimFavor()) == ScoreRange(0, 0, way=(DrawTile(), KeepTile()))


def jewel_to_buy(tile: str, card: str) -> State:
    """Let seat 0 rent out a dress with ``card``; a matching jewel draws ``tile``."""
    state = windows(new(expansions=[Expansion.JEWELRY_BOX]), "green-1")
    state = give(jeweler(funded(state, 0, "jeweler-1"), "", "", "green", ""), 0, livre=9, silk=["gg:yarn"])
    state = deck(stack(state, tile), 1, supply=["base-master"], discard=["5-prestige-silk"])
    return do(turn(state, 0, card), MakeDress("green-1"), Rent())


@pytest.mark.rule("JB-3", "HIDDEN-1")
def test_a_range_is_at_least_the_best_without_a_face_down_tile_that_a_bonus_can_use() -> None:
    ranges = {compute_score_range(jewel_to_buy(tile, "j-copy"), TakeJewel(2)) for tile in ("bb:yarn", "y:yarn+lace")}
    assert len(ranges) == 1 and ranges.pop().at_least, "which tile it is does not show"
    cards = ("base-journeyman", "2-depute-livre", "1-depute-use-bonus")
    uses = [compute_score_range(jewel_to_buy("bb:yarn", card), TakeJewel(2)).at_least for card in cards]
    assert uses == [False, False, True], "the last one can use any bonus of the deck"
    without_jewel = compute_score_range(jewel_to_buy("bb:yarn", "j-copy"), Decline())
    assert not without_jewel.at_least


def at_exam(exam: Exam, candidate_card: str, *cards: str) -> State:
    """Let seat 0 have all tasks of ``exam`` filled; its deck has 5 cards, one of them a crown for that size."""
    state = exam_deck(new(expansions=[Expansion.JEWELRY_BOX]), exam, *cards)
    state = give(
        deck(state, 0, hand=["6-crown-deck"], supply=["base-master"], discard=["1-livre", "1-notion"]), 0, livre=9
    )
    return candidate(turn(state, 0, candidate_card), 0, exam, *EXAM_TASKS[exam])


@pytest.mark.rule("JB-7", "END-2")
@pytest.mark.parametrize(
    ("exam", "card", "decks", "at_least"),
    [
        (Exam.JOURNEYMAN, "base-apprentice-livre", (["j-copy"], ["j-copy", "j-halls"], ["j-rings"]), False),
        (Exam.MASTER, "base-journeyman", (["m-missing-colours"], ["m-crown-decorations", "m-missing-colours"]), True),
    ],
)
def test_an_examination_counts_its_card_but_not_its_crown(
    exam: Exam, card: str, decks: Sequence[Sequence[str]], at_least: bool
) -> None:
    """The unknown card keeps the deck at 5, which a crown counts; only Masters may have a crown themselves."""
    ranges = set()
    for cards in decks:
        state = at_exam(exam, card, *cards)
        assert SitExam() in legal_actions(state)
        ranges.add(compute_score_range(state, SitExam()))
    assert len(ranges) == 1, "the cards do not show"
    reach = ranges.pop()
    assert reach.at_least == at_least
    assert not any(isinstance(step, ChooseExamCard) for step in reach.way)
    assert reach.worst == (-1 if at_least else 1), "the prestige of the examination, and the size of the deck"


def test_with_too_many_positions_all_ranges_of_a_decision_end_before_the_bonus(monkeypatch: pytest.MonkeyPatch) -> None:
    shorter = 0
    for state in (state for name in GAMES for state in sample_of(name, 40)):
        outcomes = [apply(state, a) for a in legal_actions(state) if not isinstance(a, (*RANGELESS, PayTiles, EndTurn))]
        exact = score_ranges_after(state, outcomes)
        with monkeypatch.context() as few:
            few.setattr(score_range, "MOST_POSITIONS", 0)
            short = score_ranges_after(state, outcomes)
        for known, limited in zip(exact, short, strict=True):
            assert limited.best <= known.best and limited.worst >= known.worst
            assert limited.at_least or (limited.worst, limited.best) == (known.worst, known.best)
            shorter += limited.best < known.best
    assert shorter
