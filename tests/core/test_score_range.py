"""Score ranges of actions, compared with all continuations."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.actions import (
    Action,
    ChooseHand,
    ClaimFavor,
    DiscardTile,
    DrawTile,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    Rent,
    RevealBarry,
    Sell,
    SurrenderTile,
    TakeTile,
)
from rokoko_core.box import box_of
from rokoko_core.engine import apply, legal_actions
from rokoko_core.pending import BonusOf, CardChoice, ExamCard, MainAction, Placement, RentOrSell, TileInHand, TurnEnd
from rokoko_core.score_range import compute_score_range
from rokoko_core.scoring import projected_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import Notion, ScoreRow
from tests.saves.sample_games import FOLDER
from tests.tabletop import bonus, deck, give, new, stack, turn, warehouse

GAMES = ("base-3", "everything-4", "jewelry-box-2")
NEXT_PART = (CardChoice, MainAction, BonusOf, ExamCard, TurnEnd)
"""Decisions that begin another part of a turn."""


def played_out(state: State, seat: int) -> Iterator[State]:
    """Yield every state after the follow-up decisions, tiles and tasks included."""
    decision = state.pending[-1] if state.pending else None
    if decision is None or decision.seat != seat or isinstance(decision, NEXT_PART):
        yield state
        return
    for action in legal_actions(state):
        yield from played_out(apply(state, action), seat)


def extremes(state: State, seat: int, most: int, seen: set[State]) -> tuple[int, int] | None:
    """Return the lowest and highest total after the follow-up decisions; None with more than ``most`` positions."""
    ends, left = set[int](), [state]
    while left:
        here = left.pop()
        if here in seen:
            continue
        seen.add(here)
        if len(seen) > most:
            return None
        decision = here.pending[-1] if here.pending else None
        if decision is None or decision.seat != seat or isinstance(decision, NEXT_PART):
            ends.add(total(here, seat))
        else:
            offers = legal_actions(here)
            if isinstance(decision, TileInHand) and decision.face_down:
                offers = offers[:1]  # a range that counted more would tell the tile
            left += [apply(here, action) for action in offers]
    return min(ends), max(ends)


def total(state: State, seat: int) -> int:
    """Return the projected total, without the Favor card unless it stays (END-2)."""
    rows = projected_scores(state)[seat].rows
    return sum(row.points for row in rows if row.source is not ScoreRow.FAVOR or state.round == LAST_ROUND)


def dresses_to_make(name: str, most: int) -> list[tuple[State, Action]]:
    """Return positions of a game in which a dress can be made with few follow-up decisions."""
    game = Game.load(FOLDER / f"{name}.rokoko")
    states = []
    for n in range(game.length):
        state = game.at(n)
        makes = [action for action in legal_actions(state) if isinstance(action, MakeDress)]
        if makes and len(legal_actions(apply(state, makes[0]))) < 9:
            states.append((state, makes[0]))
    return Random(name).sample(states, min(most, len(states)))


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", GAMES)
def test_the_range_of_a_dress_is_that_of_all_continuations(name: str) -> None:
    for state, action in dresses_to_make(name, 2):
        seat = state.pending[-1].seat
        ends = {total(after, seat) - total(state, seat) for after in played_out(apply(state, action), seat)}
        result = compute_score_range(state, action)
        assert (result.worst, result.best) == (min(ends), max(ends))


@pytest.mark.parametrize("name", GAMES)
def test_the_way_leads_to_the_best_score(name: str) -> None:
    for state, action in dresses_to_make(name, 6):
        seat, result = state.pending[-1].seat, compute_score_range(state, action)
        after = apply(state, action)
        for step in result.way:
            after = apply(after, step)
        assert total(after, seat) - total(state, seat) == result.best
        assert any(isinstance(step, Place | Sell) for step in result.way), "a dress is rented out or sold (DRESS-4)"


def check_all_ranges(state: State, most: int) -> int:
    """Compare the range of each action with its continuations; return how many were compared."""
    seat = state.pending[-1].seat
    before, compared = total(state, seat), 0
    for action in legal_actions(state):
        if isinstance(action, ChooseHand | PayTiles | RevealBarry):
            continue
        expected = extremes(apply(state, action), seat, most, set())
        if expected is not None:
            result = compute_score_range(state, action)
            assert (result.worst, result.best) == (expected[0] - before, expected[1] - before), action
            compared += 1
    return compared


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", [pytest.param(path.stem) for path in sorted(FOLDER.glob("*.rokoko"))])
def test_every_range_of_a_sample_of_decisions_is_reached(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    assert sum(check_all_ranges(game.at(n), 60) for n in Random(name).sample(range(game.length), 12)) >= 12


@pytest.mark.slow
@pytest.mark.parametrize("name", [path.stem for path in sorted(FOLDER.glob("*.rokoko"))])
def test_every_range_of_many_decisions_is_reached(name: str) -> None:
    game = Game.load(FOLDER / f"{name}.rokoko")
    assert sum(check_all_ranges(game.at(n), 3000) for n in Random(name).sample(range(game.length), 60)) >= 60


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
