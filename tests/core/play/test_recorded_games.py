"""What is worked out from a recorded game: its scores by turn and round, its reviews and its summary.

The games are random and have undone actions, hints and concessions. Expectations are computed from the positions.
"""

from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core.bots.review import TurnReview
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.game import FenceKind, Game, Undo
from rokoko_core.journal import create, read
from rokoko_core.pending import BarryTurn, CardChoice, HandChoice
from rokoko_core.play.game_reviews import GameReviews
from rokoko_core.play.game_summary import summary_of
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer
from rokoko_core.play.same_deal import deal_of, is_same_deal, is_same_game, round_totals
from rokoko_core.play.score_curve import Curve
from rokoko_core.scoring import final_scores, lasting_score
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion, ScoreRow

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")


@cache
def recorded(players: int, seed: int, share: float = 1.0) -> Game:
    """Return a random game, of which about ``share`` was played; it ends with undone actions unless it is over.

    Some actions were undone and replaced, at some positions a hint was taken.
    """
    setup = Setup(tuple(Seat(name) for name in NAMES[:players]), seed, frozenset(list(Expansion)[: seed % 6]))
    game, rng = Game(setup), Random(seed)
    most = 10_000 if share == 1 else int(400 * share)
    while to_move(game.state) is not None and game.length < most:
        draw = rng.random()
        if draw < 0.02:
            game.hint()
        elif draw < 0.05 and game.cursor > 4:
            game.undo_to(game.cursor - rng.randrange(1, 4), cross=True)
        else:
            game.play(rng.choice(legal_actions(game.state)))
    if share < 1:
        game.undo_to(game.cursor - 7, cross=True)
    return game


GAMES = [(1, 1, 1.0), (2, 2, 1.0), (3, 3, 0.4), (4, 4, 0.2), (5, 5, 1.0)]


def begins_turn(state: State) -> bool:
    return not state.pending or isinstance(state.pending[-1], CardChoice | HandChoice | BarryTurn)


@pytest.mark.parametrize(("players", "seed", "share"), GAMES)
def test_the_curve_has_the_scores_at_each_turn_and_the_changes_of_the_lead(
    players: int, seed: int, share: float
) -> None:
    game = recorded(players, seed, share)
    curve = Curve(game, OPEN)
    states = [game.at(n) for n in range(game.cursor + 1)]
    begun = [n for n, state in enumerate(states) if begins_turn(state)]
    assert curve.positions == sorted({0, *begun, game.cursor})
    totals = [tuple(lasting_score(states[n], seat) for seat in range(len(states[n].players))) for n in curve.positions]
    assert curve.totals == totals
    assert curve.highest == max(map(max, totals))
    for position in range(game.cursor + 1):
        assert curve.positions[curve.place(position)] == max(n for n in curve.positions if n <= position)
    swings, numbers = [], dict[tuple[int, int], int]()
    for (begins, before), (ends, after) in pairwise(zip(curve.positions, totals, strict=True)):
        seat = to_move(states[begins])
        assert seat is not None
        turn = (seat, states[begins].round)
        numbers[turn] = numbers.get(turn, 0) + (not isinstance(states[begins].pending[-1], HandChoice))
        leads = [own[seat] - max(own[:seat] + own[seat + 1 :]) for own in (before, after)]
        if leads[0] != leads[1]:
            swings.append((begins, ends, seat, leads[1] - leads[0], numbers[turn]))
    swings.sort(key=lambda swing: (-abs(swing[3]), swing[0]))
    assert [(s.begins, s.ends, s.seat, s.amount, s.number) for s in curve.swings] == swings
    assert len(swings) > 5 and swings[0][3] != swings[-1][3]


def test_no_curve_tells_a_hidden_score() -> None:
    game = Game(Setup((Seat("Ada"), Seat("Bo")), 4, open_scores="owner"))
    while game.state.round < 3:
        game.play(legal_actions(game.state)[-1])
    hidden, own = Curve(game, SPECTATOR), Curve(game, Viewer(1))
    assert set(hidden.totals) == {(None, None)} and (hidden.highest, hidden.swings) == (0, [])
    assert {totals[0] for totals in own.totals} == {None} and own.swings == []
    assert [totals[1] for totals in own.totals] == [totals[1] for totals in Curve(game, OPEN).totals]


@pytest.mark.parametrize(("players", "seed", "share"), GAMES)
def test_round_totals_are_those_at_the_end_of_each_round(players: int, seed: int, share: float) -> None:
    game = recorded(players, seed, share)
    states = [game.at(n) for n in range(game.cursor + 1)]
    ends = [after for before, after in pairwise(states) if after.round > before.round]
    totals = [tuple(lasting_score(end, seat) for seat in range(len(end.players))) for end in ends]
    if game.over:
        assert len(totals) == 6
        totals.append(tuple(sheet.total for sheet in final_scores(game.state)))
    assert round_totals(game) == totals


@pytest.mark.parametrize(("players", "seed", "share"), GAMES)
def test_a_replay_shows_what_was_played_and_nothing_undone(players: int, seed: int, share: float) -> None:
    game = recorded(players, seed, share)
    seen = ReplayGame(game, OPEN)
    assert (seen.position, seen.length) == (game.cursor, game.cursor)
    assert game.length == game.cursor + (7 if share < 1 else 0), "the game itself keeps what can be redone"
    assert seen.recording.line == game.actions
    own, watched = ReplayGame(game, Viewer(0)), ReplayGame(game)
    for number in range(0, game.cursor, 9):
        assert seen.observation(number).table == game.at(number)
        assert seen.events(number) == seen.events_for(number, game.seat_of(number))
        assert own.events(number) == seen.events_for(number, 0)
        assert watched.events(number) == seen.events_for(number, None)


def test_few_observations_are_kept_and_the_present_one_always_is() -> None:
    seen = ReplayGame(recorded(3, 3, 0.4))
    here = seen.observation()
    kept = set[int]()
    for number in range(seen.position):
        assert seen.observation(number) is seen.observation(number)
        assert seen.observation() is here
        kept.add(len(seen._observations))
    assert max(kept) == 64 and min(kept) == 2


# ---- the reviews


def seats_with_bots(people: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return three seats, all but ``people`` with bots."""
    return tuple(Seat(name) if n in people else Seat(name, "bot", "novice") for n, name in enumerate(NAMES[:3]))


def review_of(position: int, seat: int, cost: float) -> TurnReview:
    return TurnReview(position, position + 1, seat, (), (), False, cost, (), ())


def test_the_reviews_of_a_finished_game_explain_the_loser() -> None:
    game = recorded(5, 5)
    ranks = [sheet.rank for sheet in final_scores(game.state)]
    totals = [sheet.total for sheet in final_scores(game.state)]
    reviews = GameReviews(game)
    assert reviews.finished and reviews.default_viewer() == OPEN
    assert reviews.loser == ranks.index(min(rank for rank in ranks if rank > 1)), "the runner-up"
    assert reviews.missing == max(totals) - totals[reviews.loser] > 0
    assert [turn.position for turn in reviews.waiting] == sorted(reviews.turns)
    assert reviews.decisive is None, "nothing was reviewed"
    costs = {position: (n * 7 % 5) / 2 for n, position in enumerate(reviews.turns)}
    for position, turn in reviews.turns.items():
        assert reviews.decisive is None
        reviews.add(review_of(position, turn.seat, costs[position]))
    assert reviews.waiting == []
    listed = [(review.position, review.cost) for review in reviews.costliest(OPEN)]
    assert listed == sorted(((p, cost) for p, cost in costs.items() if cost >= 1), key=lambda pair: (-pair[1], pair[0]))
    own = reviews.costliest(Viewer(2))
    assert own and own == [review for review in reviews.costliest(OPEN) if review.seat == 2]
    assert reviews.costliest(SPECTATOR) == []
    assert reviews.decisive == reviews.costliest(Viewer(reviews.loser))[0]
    assert all(reviews.may_see(seat, SPECTATOR) for seat in range(5)), "nothing is hidden after the end"


@pytest.mark.parametrize(
    ("people", "viewer"),
    [
        ((0,), Viewer(0)),
        ((2,), Viewer(2)),
        ((0, 1), SPECTATOR),
    ],
)
def test_the_reviews_of_a_game_in_progress_are_for_the_only_person(people: tuple[int, ...], viewer: Viewer) -> None:
    game = Game(Setup(seats_with_bots(people), 3))
    for _ in range(30):
        game.play(legal_actions(game.state)[0])
    reviews = GameReviews(game)
    assert (reviews.finished, reviews.loser, reviews.decisive) == (False, None, None)
    assert reviews.default_viewer() == viewer
    assert [reviews.may_see(seat, reviews.default_viewer()) for seat in range(3)] == [
        seat == viewer.seat for seat in range(3)
    ]


def test_the_loser_is_the_only_person_unless_that_one_won() -> None:
    for seed in range(3):
        for person in range(3):
            game, rng = Game(Setup(seats_with_bots((person,)), seed)), Random(seed)
            while not game.over:
                game.play(rng.choice(legal_actions(game.state)))
            won = final_scores(game.state)[person].rank == 1
            assert GameReviews(game).loser == (None if won else person)


# ---- the summary


@pytest.mark.parametrize("own", [None, 0, 2])
@pytest.mark.parametrize(("share", "undone"), [(0.1, 0), (1.0, 0), (1.0, 3)])
def test_a_summary_agrees_with_its_game(tmp_path: Path, own: int | None, share: float, undone: int) -> None:
    played = recorded(3, 3, share)
    seats = tuple(Seat(name, own=n == own) for n, name in enumerate(NAMES[:3]))
    entries = [*played.entries, *([Undo(played.cursor - undone, FenceKind.GAME_OVER)] if undone else [])]
    with create(tmp_path / "game", replace(played.setup, players=seats), entries) as journal:
        game = journal.game
    summary = summary_of(read(tmp_path / "game"))
    assert (summary.round, summary.cursor, summary.finished) == (game.state.round, game.cursor, game.over)
    assert summary.own == (-1 if own is None else own)
    assert summary.hints == (0 if own is None else game.hints[own])
    assert (summary.conceded, summary.decided, summary.origin) == (False, False, "")
    sheets = final_scores(game.state) if game.over else ()
    assert summary.totals == tuple(sheet.total for sheet in sheets)
    assert summary.ranks == tuple(sheet.rank for sheet in sheets)
    if game.over and own is not None:
        assert len(summary.sources) == len(ScoreRow)
        assert sum(summary.sources) == sheets[own].total
        for source, points in zip(ScoreRow, summary.sources, strict=True):
            assert points == sum(row.points for row in sheets[own].rows if row.source is source)
    else:
        assert summary.sources == ()
    first = summary.first_result
    if share < 1 or own is None:
        assert first is None
    else:
        end = game.at(game.length)
        assert first is not None and first.hints == game.hints[own]
        assert (first.total, first.place) == (final_scores(end)[own].total, final_scores(end)[own].rank)
        assert first.ranks == tuple(sheet.rank for sheet in final_scores(end))


@pytest.mark.parametrize(
    ("who", "conceded", "decided"), [((0,), True, False), ((1,), False, False), ((0, 1), True, True)]
)
def test_a_summary_knows_who_conceded(tmp_path: Path, who: tuple[int, ...], conceded: bool, decided: bool) -> None:
    seats = tuple(Seat(name, own=n == 0) for n, name in enumerate(NAMES[:3]))
    with create(tmp_path / "game", Setup(seats, 5), origin="fork") as journal:
        for seat in who:
            journal.game.concede(seat)
    summary = summary_of(read(tmp_path / "game"))
    assert (summary.conceded, summary.decided, summary.origin) == (conceded, decided, "fork")


# ---- the same deal


def test_games_of_the_same_deal_differ_in_names_and_play_only() -> None:
    setup = Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0)
    game = Game(setup)
    others = {
        "names": (Setup((Seat("Cy"), Seat("Di", "bot", "master")), 5, first_player=0), True),
        "seed": (Setup(setup.players, 6, first_player=0), False),
        "players": (Setup((*setup.players, Seat("Cy")), 5, first_player=0), False),
        "expansion": (Setup(setup.players, 5, frozenset({Expansion.FANCY}), 0), False),
        "starting player": (Setup(setup.players, 5, first_player=1), False),
        "set": (Setup(setup.players, 5, first_player=0, components="reconstructed-2"), False),
        "fair start": (Setup(setup.players, 5, first_player=0, fair_start=True), False),
        "chance": (Setup(setup.players, 5, first_player=0, chance="blake2b"), False),
    }
    assert {name: is_same_deal(game, Game(other)) for name, (other, _) in others.items()} == {
        name: same for name, (_, same) in others.items()
    }
    assert deal_of(setup) == deal_of(others["starting player"][0]), "who begins may be drawn by lot"
    again = Game(setup)
    assert is_same_game(game, again)
    again.play(legal_actions(again.state)[0])
    assert not is_same_game(game, again) and is_same_deal(game, again)
    assert not is_same_game(game, Game(others["names"][0]))
