"""The game of a puzzle: what is solved, what a miss has cost, and how far one goes back."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core.bots.review import RIVALS
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.game import Game, NothingToUndo
from rokoko_core.pending import HandChoice
from rokoko_core.play.puzzle import HOSTS, OCCASIONS, Puzzle, Theme, identify
from rokoko_core.play.puzzle_game import PuzzleGame
from rokoko_core.scoring import final_scores
from rokoko_core.state import Seat, Setup, State

DEAL, NAMES = 14, ("Ada", "Bo")


def lead_of(state: State, seat: int) -> int:
    totals = [sheet.total for sheet in final_scores(state)]
    return totals[seat] - totals[1 - seat]


@cache
def numbers_to_the_end(deal: int) -> tuple[tuple[int, ...], int]:
    """Return the choices of a random game for two by index, and how many are before its last turn."""
    game, rng, numbers, last = Game(Setup((Seat("A"), Seat("B")), deal)), Random(1), list[int](), 0
    while not game.over:
        offers = legal_actions(game.state)
        if game.turn_start(game.cursor) == game.cursor:
            last = game.cursor
        numbers.append(rng.randrange(len(offers)))
        game.play(offers[numbers[-1]])
    return tuple(numbers), last


@cache
def puzzle(deal: int = DEAL) -> Puzzle:
    """Return a puzzle from the last turn of the game, whose solution is the best of some random ways."""
    numbers, last = numbers_to_the_end(deal)
    game = Game(Setup((Seat("A"), Seat("B")), deal))
    for number in numbers[:last]:
        game.play(legal_actions(game.state)[number])
    start, seat = game.state, to_move(game.state)
    assert seat is not None
    ways = []
    for draw in range(40):
        way, rng = Game.like(game), Random(draw)
        chosen = []
        while not way.over:
            offers = legal_actions(way.state)
            chosen.append(rng.randrange(len(offers)))
            way.play(offers[chosen[-1]])
        ways.append((lead_of(way.state, seat), tuple(chosen)))
    lead, best = max(ways)
    return Puzzle(
        deal, frozenset(), game.setup.components, numbers[:last], identify(start), 1, lead, True, (0.9, 0.6, 0.2), best,
        Theme.MONEY, 5,
    )  # fmt: skip


def table(deal: int = DEAL) -> PuzzleGame:
    return PuzzleGame(puzzle(deal), 3, NAMES, Path("puzzles"))


async def play_out(game: PuzzleGame, seed: int) -> None:
    rng = Random(seed)
    while game.to_move is not None:
        await game.play(rng.choice(legal_actions(game.recording.state)))


async def test_the_solution_solves_it_step_by_step() -> None:
    game = table()
    assert game.setup.players[game.seat].name == "Ada", "the first name is to move"
    steps = 0
    while (step := game.next_step) is not None:
        assert not game.is_solved and step == game.solution[steps]
        await game.play(step)
        steps += 1
    assert steps == len(game.solution) and game.to_move is None
    assert (game.is_solved, game.lead) == (True, game.puzzle.lead)
    assert game.review().cost == 0
    assert game.review().played == game.review().better == game.solution[:-1]


@pytest.mark.parametrize(("deal", "seed"), [(DEAL, 0), (DEAL, 1), (DEAL, 4), (16, 0), (16, 4)])
async def test_the_cost_of_a_miss_is_what_the_score_sheets_say(deal: int, seed: int) -> None:
    game, best = table(deal), table(deal)
    await play_out(game, seed)
    for action in best.solution:
        await best.play(action)
    lead, better = (lead_of(end.recording.state, game.seat) for end in (game, best))
    review = game.review()
    assert (game.lead, game.puzzle.lead) == (lead, better)
    assert game.is_solved == (lead >= better)
    if lead >= better:
        assert (review.cost, review.rows, review.parts, review.better) == (0, (), (), review.played)
        return
    assert review.cost == better - lead > 0
    own, rivals = (
        [final_scores(end.recording.state)[seat].total for end in (game, best)] for seat in (game.seat, 1 - game.seat)
    )
    assert sum(row.after - row.before for row in review.rows) == own[1] - own[0]
    assert all(row.after != row.before for row in review.rows)
    lost = rivals[0] - rivals[1]
    assert review.parts == (((RIVALS, float(lost)),) if lost else ())
    assert (review.position, review.end, review.seat) == (game.start, game.recording.cursor, game.seat)
    assert review.better == game.solution[:-1] and not review.open
    assert review.played == tuple(game.recording.actions[game.start : -1])


def test_the_best_gain_is_the_row_that_grows_most() -> None:
    game = table()
    changes = game._changes(game.recording.state)
    assert len(changes) > 1
    assert game.best_gain.after - game.best_gain.before == max(row.after - row.before for row in changes)


async def test_undo_goes_back_to_the_start_and_no_further() -> None:
    game = table()
    for action in game.solution[:2]:
        await game.play(action)
    assert game.fence(0) is None and game.conceding_seat is None
    await game.undo_to(0)
    assert game.position == game.start
    with pytest.raises(NothingToUndo):
        await game.undo_to(game.start - 1)
    assert game.next_step == game.solution[0]


def test_menus_and_forecasts_have_no_ranges_which_would_tell_the_solution() -> None:
    game = table()
    assert game.menu.items and all(item.score_range is None for item in game.menu.items)
    assert game.menu is game.menu
    forecast = game.known_forecast(game.menu.actions[0])
    assert forecast is None or forecast.score_range is None
    assert not isinstance(game.recording.state.pending[-1], HandChoice)


def test_both_hands_are_open() -> None:
    game = table()
    seen = game.observe(game.recording.state)
    for seat, player in enumerate(game.recording.state.players):
        assert seen.table.players[seat].hand == player.hand
    assert [game.is_bot(seat) for seat in (game.seat, 1 - game.seat)] == [False, True]


# ---- the puzzle itself


@pytest.mark.parametrize(
    ("misses", "difficulty"),
    [
        ((1.0, 0.49, 0.49), "easy"),
        ((1.0, 0.5, 0.49), "medium"),
        ((1.0, 0.0, 0.5), "hard"),
        ((0.0, 1.0, 1.0), "hard"),
    ],
)
def test_the_difficulty_is_the_strongest_level_that_often_misses(misses: tuple[float, ...], difficulty: str) -> None:

    assert replace(puzzle(), misses=misses).difficulty == difficulty


def test_titles_go_through_all_pairs_of_words() -> None:

    count = len(OCCASIONS) * len(HOSTS)
    titles = [replace(puzzle(), title=number) for number in range(count + 1)]
    pairs = [(title.host, title.occasion) for title in titles]
    assert len(set(pairs)) == count == len({*OCCASIONS}) * len({*HOSTS})
    assert (pairs[0], pairs[1], pairs[len(OCCASIONS)], pairs[count]) == (
        (HOSTS[0], OCCASIONS[0]), (HOSTS[0], OCCASIONS[1]), (HOSTS[1], OCCASIONS[0]), pairs[0],
    )  # fmt: skip
