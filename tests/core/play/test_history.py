"""What the others did since one's own turn: which turns, what they touched, and that caches never show."""

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace

from rokoko_core import Game
from rokoko_core.box import box_of
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.events import acts
from rokoko_core.events.places import Spot, Where
from rokoko_core.events.reasons import Why
from rokoko_core.pending import HandChoice
from rokoko_core.play.history import FIREWORKS, REFILLED_PLACES, PlaceLost
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.play.view import GameView
from rokoko_core.scoring import score_rows
from rokoko_core.state import Seat, Setup
from rokoko_core.terms import Expansion, ScoreRow, ScoreVisibility
from tests.core.play.in_memory import local_game
from tests.saves.sample_games import FOLDER

SAMPLES = ("base-2", "everything-5", "solo-jewelry-box")


@cache
def sample(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.rokoko")


def view_of(name: str, seat: int | None = 0) -> ReplayGame:
    return ReplayGame(sample(name), Viewer(seat))


def touched(view: GameView, position: int) -> dict[tuple[str, Spot], int]:
    """By kind of piece and spot, the seat that touched it last."""
    return {(move.kind, spot): seat for move, spot, seat in view.history.touched(position)}


# ---- which turns


@pytest.mark.parametrize("name", SAMPLES)
def test_the_news_is_the_turns_of_the_others_since_the_own_one_and_no_own_one(name: str) -> None:
    game, view = sample(name), view_of(name)
    for position in range(0, game.length, 7):
        since = view.history.since_turn(position)
        assert all(turn.seat != 0 for turn in view.history.turns_of_others(position))
        end = game.turn_start(position) if to_move(game.at(position)) == 0 else position
        for number in since:
            own_turn = game.seat_of(number) == 0 and not isinstance(
                game.at(game.turn_start(number)).pending[-1], HandChoice
            )
            assert not own_turn or game.at(number).round != game.at(number + 1).round
        assert since.stop == end


def test_the_own_turn_under_way_leaves_the_news_as_it_is() -> None:
    game, view = sample("base-2"), view_of("base-2")
    starts = [n for n in range(game.length) if game.seat_of(n) == 0 and game.turn_start(n) == n][4:8]
    for start in starts:
        here = view.history.turns_of_others(start)
        later = start + 1
        while game.seat_of(later) == 0 and game.turn_start(later) == start:
            assert view.history.turns_of_others(later) == here
            later += 1


def test_an_onlooker_is_told_one_round_of_turns() -> None:
    view = view_of("everything-5", None)
    assert len([turn for turn in view.history.turns_of_others(200) if turn.seat is not None]) == 5


def test_it_is_the_same_after_an_undo_and_in_another_copy_of_the_game() -> None:
    again = sample("base-2").fork(100)
    again.play(legal_actions(again.state)[0])
    again.undo(cross=True)
    copy, view = ReplayGame(again, Viewer(0)), view_of("base-2")
    assert copy.history.turns_of_others(100) == view.history.turns_of_others(100)
    assert touched(copy, 100) == touched(view, 100)


@pytest.mark.rule("HIDDEN-1")
def test_nothing_is_told_that_the_onlooker_may_not_know() -> None:
    view = view_of("everything-5", None)
    for turn in view.history.turns(range(view.length)):
        if turn.seat is None:
            continue
        drawn = [event for event in turn.events if isinstance(event, acts.TileDrawn)]
        assert all(event.piece == "?" for event in drawn if event.why is not Why.MATCH)


# ---- what it did to the viewer


def count_dresses(view: GameView, position: int, hall: int) -> list[int]:
    """The dresses of each player in ``hall``."""
    table = view.observation(position).table
    owners = [table.guest_owners[space.index] for space in box_of(table).hall_guests[hall]]
    return [owners.count(seat) for seat in range(len(table.players))]


def test_a_majority_lost_is_told_with_the_turn_that_took_it() -> None:
    view = view_of("base-2")
    [turn] = [t for t in view.history.turns(range(view.length)) if any(hall for hall, _ in t.places_lost)]
    assert turn.places_lost == (PlaceLost(2, 1),)
    before, after = (count_dresses(view, n, 2) for n in (turn.numbers.start, turn.numbers.stop))
    assert before == [1, 0] and after == [1, 1]
    musician = view.observation(turn.numbers.start).table.decorations[5]
    assert musician == 1, "Bo has the musician of hall 2, which breaks the tie (END-3)"
    other_side = view_of("base-2", 1).history.turns(range(view.length))
    assert not any(hall == 2 for t in other_side for hall, _ in t.places_lost)


@pytest.mark.rule("END-3", "END-4")
def test_every_place_that_lost_points_is_told() -> None:
    seconds = 0
    for name in ("base-3", "everything-5"):
        for seat in (0, 1, 2):
            view = view_of(name, seat)
            for turn in view.history.turns(range(view.length)):
                marked = any(isinstance(event, acts.DressPlaced | acts.DecorationFunded) for event in turn.events)
                lost = dict(turn.places_lost)
                for hall in range(6) if marked and turn.seat is not None else ():
                    points = [majority_points(view, n, hall) for n in (turn.numbers.start, turn.numbers.stop)]
                    assert (points[0][seat] > points[1][seat]) == (hall in lost)
                    if hall in lost:
                        assert (points[0][seat] == max(points[0])) == (lost[hall] == 1)
                        seconds += lost[hall] == 2
    assert seconds, "a second place is lost too"


def majority_points(view: GameView, position: int, hall: int) -> list[int]:
    source = (ScoreRow.FIREWORKS, "") if hall == FIREWORKS else (ScoreRow.HALL, str(hall))
    table = view.observation(position).table
    rows = [score_rows(table, seat) for seat in range(len(table.players))]
    return [next(row.points for row in own if (row.source, row.detail) == source) for own in rows]


def test_the_projected_score_is_compared_with_that_after_the_own_turn() -> None:
    view = view_of("base-2")
    assert view.history.score_change(36) == (6, 0)
    assert majority_points(view, 33, FIREWORKS)[0] == 6 and majority_points(view, 37, FIREWORKS)[0] == 0


def test_a_returned_favor_card_is_no_loss() -> None:
    """FAVOR-1, END-2"""
    view, checked = view_of("base-2"), 0
    for number in range(view.length):
        before, after = (view.observation(n).table for n in (number, number + 1))
        if before.favor == 0 != after.favor and after.round < 7:
            change = view.history.score_change(number + 1)
            assert change is None or change[1] > change[0] - 3
            checked += 1
    assert checked


def test_without_turns_of_others_and_for_a_spectator_there_is_no_change() -> None:
    view = view_of("base-2")
    own = next(n for n in range(view.length) if view.actor(n) == 0)
    assert view.history.score_change(0) is None and view.history.score_change(own) is None
    onlooker = view_of("base-2", None)
    assert all(onlooker.history.score_change(n) is None for n in range(0, view.length, 7))


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(("visibility", "is_known"), [("all", True), ("owner", True), ("nobody", False)])
def test_the_change_of_a_hidden_score_is_hidden(visibility: ScoreVisibility, is_known: bool) -> None:
    game = Game.new(replace(sample("base-2").setup, open_scores=visibility))
    for action in sample("base-2").line[:40]:
        game.play(action)
    view = ReplayGame(game, Viewer(0))
    assert (view.history.score_change(36) == (6, 0)) is is_known
    assert is_known or view.history.score_change(36) is None


# ---- what was touched


@pytest.mark.parametrize("name", SAMPLES)
def test_what_others_touched_is_marked_until_the_own_next_action(name: str) -> None:
    view = view_of(name)
    seen = 0
    for position in range(1, view.length):
        marks = touched(view, position)
        assert 0 not in marks.values()
        if view.actor(position - 1) == 0:
            assert not marks, "nothing is news after an own action"
        seen += bool(marks)
    assert seen


def test_a_space_taken_keeps_the_mark_of_whoever_took_it() -> None:
    view = view_of("base-2")
    number, event = next(
        (n, event)
        for n in range(view.length)
        if view.actor(n) == 1
        for event in view.events(n)
        if isinstance(event, acts.DecorationFunded)
    )
    [move] = event.moved
    assert move.end.where is Where.DECORATION
    assert touched(view, number + 1)[move.kind, move.end] == 1
    own = next(n for n in range(number + 1, view.length) if view.actor(n) == 0)
    assert (move.kind, move.end) not in touched(view, own + 1)


def test_what_is_laid_out_anew_has_no_mark_of_who_took_there_before() -> None:
    view = view_of("base-2")
    for _, start in view.round_starts[1:]:
        assert not any(spot.where in REFILLED_PLACES for _, spot in touched(view, start))


def test_since_action_and_since_turn_agree_that_a_new_round_is_news() -> None:
    game = sample("base-2")
    for _, start in game.round_starts[1:]:
        last = game.seat_of(start - 1)
        view = view_of("base-2", last)
        assert view.history.since_action(last, start).start == start - 1
        assert view.history.turns_of_others(start)[-1].seat is None


@pytest.mark.parametrize("name", SAMPLES)
def test_what_came_with_the_round_is_marked_while_it_lies_there(name: str) -> None:
    """From the round change to the end of the own next turn; what was taken since has no mark."""
    view, marked = view_of(name), 0
    starts = {start for _, start in view.round_starts}
    for position in sorted(starts.union(range(0, view.length, 7))):
        table, news = view.observation(position).table, view.history.since_turn(position)
        began = [n for n in news if view.observation(n).table.round != view.observation(n + 1).table.round]
        arrivals = view.history.arrivals(position)
        assert bool(began) or not arrivals
        for move, end in arrivals:
            displays = {Where.WAREHOUSE: table.warehouse, Where.WINDOW: table.windows, Where.JEWELER: table.jewels}
            assert move.end == end and move.piece in displays[end.where]
            assert end.where is Where.WINDOW or displays[end.where][end.index or 0] == move.piece
            assert move.start.where is not end.where
        if began and position == began[-1] + 1:
            came = {space for space, tile in enumerate(table.warehouse) if tile}
            before = view.observation(began[-1]).table.warehouse
            shown = {end.index for _, end in arrivals if end.where is Where.WAREHOUSE}
            assert {space for space in came if not before[space]} <= shown <= came
            marked += bool(shown)
    assert marked


def test_a_second_turn_in_a_row_says_that_the_others_have_no_cards() -> None:
    found = 0
    for seat in (0, 1, 2):
        view = view_of("base-3", seat)
        for position in range(view.length + 1):
            table = view.observation(position).table
            start = view.history.since_turn(position).stop
            without, here = view.history.seats_without_cards(position), view.observation(start).table
            others = [n for n in range(len(table.setup.players)) if n != seat]
            is_own = bool(here.pending) and here.pending[-1].seat == seat
            follows = start > 0 and view.actor(start - 1) == seat
            follows = follows and view.observation(start - 1).table.round == here.round
            nobody_left = not any(here.players[n].hand for n in others)
            assert without == (others if is_own and follows and nobody_left else [])
            found += bool(without)
    assert found
    onlooker = view_of("base-3", None)
    assert not any(onlooker.history.seats_without_cards(n) for n in range(0, onlooker.length, 9))


# ---- caches

TABLES = {
    "a person among bots": (Seat("Ada"), Seat("Bo", "bot", "random"), Seat("Cy", "bot", "random")),
    "people": (Seat("Ada"), Seat("Bo")),
    "bots": (Seat("Al", "bot", "random"), Seat("Bo", "bot", "random"), Seat("Cy", "bot", "random")),
    "alone": (Seat("Ada"),),
}


def shown(view: GameView, position: int) -> tuple[object, ...]:
    """All that a history says of ``position``."""
    history, seats = view.history, range(len(view.setup.players))
    return (
        view.viewer,
        history.since_turn(position),
        history.turns_of_others(position),
        history.turns(range(position)),
        history.touched(position),
        [history.last_action_of(seat, position) for seat in seats],
        [history.since_action(seat, position) for seat in seats],
    )


def fresh(game: LocalGame) -> ReplayGame:
    """The same game seen by the same viewer, with nothing computed yet."""
    return ReplayGame(game.recording, Viewer(game.viewer))


async def wander(game: LocalGame, rng: Random) -> str:
    """Play a random action, undo to a random position or redo to one; return which."""
    if game.position > 4 and rng.random() < 0.12:
        await game.undo_to(rng.randrange(max(0, game.position - 25), game.position), cross=True)
        return "undo"
    if game.can_redo and rng.random() < 0.4:
        await game.redo_to(rng.randrange(game.position, game.length) + 1)
        return "redo"
    actions = legal_actions(game.recording.state)
    if not actions:
        await game.undo_to(game.position // 2, cross=True)
        return "undo"
    kind = "other continuation" if game.can_redo else "play"
    await game.play(rng.choice(actions))
    return kind


@pytest.mark.parametrize("name", TABLES)
async def test_a_history_extended_step_by_step_equals_one_computed_fresh(name: str) -> None:
    players, rng = TABLES[name], Random(name)
    game = local_game(Setup(players, 3, frozenset(Expansion), 0 if len(players) > 1 else None))
    kinds = set()
    for _ in range(200):
        kind = await wander(game, rng)
        kinds.add(kind)
        if rng.random() < 0.7:
            game.sit_down()
        here = shown(game, game.position)
        if kind != "play" or rng.random() < 0.1:
            other = fresh(game)
            assert here == shown(other, game.position)
            for n in range(game.length):
                assert game.events(n) == game.events_for(n, game.viewer)
            earlier = rng.randint(0, game.position)
            assert shown(game, earlier) == shown(other, earlier)
    assert kinds == {"play", "undo", "redo", "other continuation"}


async def test_another_continuation_of_the_same_length_is_another_history() -> None:
    """The second one differs in its last action alone, so nothing but the cut tells that a cache is out of date."""
    game = local_game(Setup((Seat("Al", "bot", "random"), Seat("Bo", "bot", "random")), 3, first_player=0))
    rng = Random(1)
    while game.position < 40 or len(legal_actions(game.recording.state)) < 3:
        await game.play(rng.choice(legal_actions(game.recording.state)))
    position = game.position
    first, *_, last = legal_actions(game.recording.state)
    await game.play(first)
    before, events = game.history.turns(range(position + 1)), game.events(position)
    await game.undo_to(position, cross=True)
    assert game.history.turns(range(position)) != before
    await game.play(last)
    assert game.events(position) == fresh(game).events(position) != events
    assert game.history.turns(range(position + 1)) == fresh(game).history.turns(range(position + 1)) != before


def test_what_a_history_returns_is_the_callers_to_change() -> None:
    view = view_of("base-2", None)
    turns = view.history.turns(range(60))
    expected = list(turns)
    turns.clear()
    assert view.history.turns(range(60)) == expected
