"""Achievements, on the sample games and on positions set up for one of them."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from rokoko_core import Game, Seat
from rokoko_core.achievements import Achievement, find_achievements, has_statues, was_behind
from rokoko_core.box import box_of
from rokoko_core.scoring import final_scores, lasting_score
from rokoko_core.terms import ScoreRow
from tests.tabletop import funded, game_at, give, new, pass_until, wear

SAMPLES = Path(__file__).parents[2] / "saves"
ACHIEVED = {
    "base-2": "",
    "base-4": "comeback",
    "base-5": "full-table",
    "everything-2": "all-halls everything landslide",
    "everything-3": "comeback everything",
    "everything-5": "everything full-table landslide",
    "jewelry-box-3": "comeback majorities",
}


def load(name: str) -> Game:
    return Game.load(SAMPLES / f"{name}.rokoko")


@pytest.mark.parametrize("name", ACHIEVED)
def test_the_winner_of_a_sample_game_achieved(name: str) -> None:
    game = load(name)
    for sheet in final_scores(game.state):
        expected = set(ACHIEVED[name].split()) if sheet.rank == 1 else set()
        assert find_achievements(game, sheet.seat) == expected


def test_the_facts_agree_with_score_sheets_and_positions() -> None:
    """The winner of jewelry-box-3 has the most points of four halls, and was behind when round 7 began."""
    game = load("jewelry-box-3")
    columns = zip(
        *([row.points for row in sheet.rows if row.source is ScoreRow.HALL] for sheet in final_scores(game.state)),
        strict=True,
    )
    assert [max(points) == points[1] for points in columns] == [True, True, False, True, True]
    last_round = game.at(dict(game.round_starts)[7])
    assert lasting_score(last_round, 1) < max(lasting_score(last_round, seat) for seat in range(3))
    assert [sheet.total for sheet in final_scores(load("everything-2").state)] == [70, 45], "25 prestige ahead"


def test_nothing_is_achieved_before_the_end() -> None:
    game = load("everything-2")
    game.undo(cross=True)
    assert find_achievements(game, 0) == frozenset()


def test_levels_count_where_the_bot_is_behind() -> None:
    sample = load("everything-2")
    for level, achievement in (("master", Achievement.HARD), ("tailor", Achievement.MEDIUM), ("novice", None)):
        game = Game(replace(sample.setup, players=(Seat("Ada"), Seat("Bo", "bot", level))))
        for action in sample.actions:
            game.play(action)
        levels = find_achievements(game, 0) & {Achievement.MEDIUM, Achievement.HARD}
        assert levels == ({achievement} if achievement else set())


def test_a_solo_win_with_a_hundred_prestige() -> None:
    state = load("solo-base").state
    assert find_achievements(game_at(state), 0) == frozenset()
    won = find_achievements(game_at(give(state, 0, prestige=90)), 0)
    assert {Achievement.SOLO, Achievement.HUNDRED, Achievement.LANDSLIDE} <= won
    assert Achievement.FULL_TABLE not in won


@pytest.mark.parametrize(("statues", "colours", "reached"), [(2, 3, True), (1, 3, False), (2, 2, False)])
def test_two_statues_need_two_dresses_of_three_colours(statues: int, colours: int, reached: bool) -> None:
    dresses = {"h1_4": "yellow-1", "h1_5": "yellow-2", "h2_3": "green-1", "h2_4": "green-2", "h3_2": "red-1"}
    if colours == 3:
        dresses["h3_3"] = "red-2"
    state = funded(wear(new(), 0, **dresses), 0, *(f"statue-{n}" for n in range(1, statues + 1)))
    assert has_statues(state, box_of(state), 0) is reached
    assert not has_statues(state, box_of(state), 1)


def test_a_level_does_not_count_at_a_shared_first_place() -> None:
    state = load("base-2").state
    state = replace(state, setup=replace(state.setup, players=(Seat("Ada"), Seat("Bo", "bot", "master"))))
    state = give(give(state, 0, livre=0), 1, livre=0)
    first, second = (sheet.total for sheet in final_scores(state))
    tied = give(state, 1, prestige=state.players[1].prestige + first - second)
    assert [sheet.rank for sheet in final_scores(tied)] == [1, 1]
    assert Achievement.HARD in find_achievements(game_at(state), 0)
    assert Achievement.HARD not in find_achievements(game_at(tied), 0)


@pytest.mark.parametrize(("lead", "is_landslide"), [(14, False), (15, True), (16, True)])
@pytest.mark.parametrize(("total", "is_hundred"), [(99, False), (100, True), (101, True)])
def test_a_win_is_high_or_by_far_from_a_certain_prestige_on(
    lead: int, is_landslide: bool, total: int, is_hundred: bool
) -> None:
    state = pass_until(new(), lambda state: not state.pending)
    for seat, wanted in ((0, total), (1, total - lead)):
        state = give(state, seat, prestige=0)
        state = give(state, seat, prestige=wanted - final_scores(state)[seat].total)
    assert [sheet.total for sheet in final_scores(state)] == [total, total - lead]
    achieved = find_achievements(game_at(state), 0)
    assert (Achievement.LANDSLIDE in achieved, Achievement.HUNDRED in achieved) == (is_landslide, is_hundred)


@pytest.mark.parametrize(("ahead", "is_comeback"), [(-1, False), (0, False), (1, True)])
def test_a_comeback_begins_behind(ahead: int, is_comeback: bool) -> None:
    """Level with the others at the beginning of the last round is not behind."""
    start = pass_until(new(), lambda state: state.round == 7)
    for seat, wanted in ((0, 50), (1, 50 + ahead)):
        start = give(start, seat, prestige=50)
        start = give(start, seat, prestige=50 + wanted - lasting_score(start, seat))
    end = give(pass_until(start, lambda state: not state.pending), 0, prestige=90)
    game = game_at(start)
    game._states.append(end)
    assert was_behind(game, 0) == is_comeback
