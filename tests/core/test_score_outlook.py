"""What a score sheet says before the end: what is still open, and what a step changed."""

import pytest
from msgspec.structs import replace

from rokoko_core.box import box_of
from rokoko_core.observe import known_scores, observe
from rokoko_core.score_outlook import (
    Open,
    OpenFavor,
    OpenHalls,
    OpenMajority,
    OpenMoney,
    OpenStatues,
    OpenTerrace,
    changes_between,
    dress_values,
    open_part,
)
from rokoko_core.score_sheet import Row
from rokoko_core.scoring import lasting_score
from rokoko_core.state import State
from rokoko_core.terms import ScoreRow
from tests.tabletop import funded, give, new, turn, wear


def part(state: State, source: ScoreRow, detail: str = "", viewer: int | None = 0) -> Open | None:
    """Return what is open of a source for ``viewer``."""
    return open_part(observe(state, viewer), Row(source, 0, detail))


def lead(state: State, hall: int, viewer: int | None = 0) -> OpenMajority:
    """Return the majority of ``hall``; 0 for the fireworks."""
    source = ScoreRow.HALL if hall else ScoreRow.FIREWORKS
    found = part(state, source, str(hall) if hall else "", viewer)
    assert isinstance(found, OpenMajority) and found.hall == hall
    return found


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(("round", "total"), [(6, 4), (7, 7)])
def test_the_favor_card_scores_in_the_last_round_only(round: int, total: int) -> None:
    """It is returned before; the total is the number on the player's board."""
    state = replace(give(turn(new(), 0, "base-master"), 0, livre=0, prestige=4), favor=0, round=round)
    assert part(state, ScoreRow.FAVOR) == OpenFavor(0, is_returned=round < 7, points=3)
    sheet = known_scores(observe(state, 0))[0]
    assert sheet.total == lasting_score(state, 0) == sum(row.points for row in sheet.rows) == total
    assert any(row.source is ScoreRow.FAVOR for row in sheet.rows)


@pytest.mark.rule("END-3")
def test_equal_numbers_in_a_hall_are_decided_by_master_spaces_then_by_the_musician() -> None:
    state = wear(turn(new(), 0, "base-master"), 0, h3_2="green-1", h3_3="green-2")
    level = wear(state, 1, h3_4="red-1", h3_5="red-2")
    shared, musician = lead(level, 3).majority, lead(funded(level, 1, "musician-3"), 3).majority
    assert (shared.is_shared, shared.tie_breaker) == (True, "")
    assert [(rank[0], seat) for rank, seat in musician.standing] == [(2, 1), (2, 0)]
    assert (musician.is_shared, musician.tie_breaker) == (False, "musician")
    master = lead(funded(wear(state, 1, h3_1="red-1", h3_4="red-2"), 0, "musician-3"), 3).majority
    assert (master.standing[0][1], master.tie_breaker) == (1, "master"), "before the musician"


@pytest.mark.rule("END-4")
def test_the_most_expensive_fireworks_decide_between_equal_numbers() -> None:
    state = funded(funded(turn(new(3), 0, "base-master"), 0, "fireworks-1"), 1, "fireworks-2")
    majority = lead(state, 0).majority
    assert (majority.tie_breaker, majority.is_shared) == ("cost", False)
    more = lead(funded(state, majority.standing[1][1], "fireworks-3"), 0).majority
    assert more.tie_breaker == "", "more fireworks lead, whatever they cost"


@pytest.mark.rule("END-1")
@pytest.mark.parametrize(("livre", "missing"), [(0, 10), (9, 1), (10, 10), (37, 3)])
def test_livre_are_missing_to_the_next_ten(livre: int, missing: int) -> None:
    assert part(give(turn(new(), 0, "base-master"), 0, livre=livre), ScoreRow.MONEY) == OpenMoney(missing)


@pytest.mark.rule("END-6")
def test_fireworks_wait_for_a_dress_of_the_kings_hall_and_dresses_for_fireworks() -> None:
    state = turn(new(), 0, "base-master")
    assert part(state, ScoreRow.TERRACE) == OpenTerrace(0, 0)
    state = funded(state, 0, "fireworks-1", "fireworks-2")
    assert part(state, ScoreRow.TERRACE) == OpenTerrace(2, 0)
    state = wear(state, 0, h1_3="green-1", h2_3="green-2")
    assert part(state, ScoreRow.TERRACE) == OpenTerrace(1, 0), "only dresses of the King's hall move"
    state = wear(state, 0, h1_4="red-1", h1_5="red-2")
    assert part(state, ScoreRow.TERRACE) == OpenTerrace(0, 1)


@pytest.mark.rule("END-7")
def test_the_next_statue_scores_a_set_of_the_dresses_left() -> None:
    state = wear(turn(new(), 0, "base-master"), 0, h2_3="green-1", h2_4="green-2", h3_3="red-1")
    first = part(state, ScoreRow.STATUES)
    assert isinstance(first, OpenStatues) and first.points == 4
    second = part(funded(state, 0, "statue-1"), ScoreRow.STATUES)
    assert second == OpenStatues(first.free - 1, 2)
    other = part(funded(state, 1, "statue-1"), ScoreRow.STATUES)
    assert other == OpenStatues(first.free - 1, 4)


@pytest.mark.rule("HALLS-1")
def test_the_all_halls_bonus_lacks_the_halls_without_a_dress_or_musician() -> None:
    state = wear(turn(new(), 0, "base-master"), 0, h1_3="green-1", h2_3="green-2", h4_3="red-1")
    best = part(state, ScoreRow.ALL_HALLS)
    assert isinstance(best, OpenHalls) and best.missing == (3, 5) and best.points > 0
    state = funded(state, 0, "musician-3")
    assert part(state, ScoreRow.ALL_HALLS) == OpenHalls((5,), best.points)
    taken = part(replace(state, all_halls=(0,) * len(state.all_halls)), ScoreRow.ALL_HALLS)
    assert taken == OpenHalls((), 0)


def test_a_spectator_sees_what_is_open_between_the_players_alone() -> None:
    state = wear(turn(new(), 0, "base-master"), 0, h3_3="green-1")
    seen = {source for source in ScoreRow if part(state, source, "3" if source is ScoreRow.HALL else "", viewer=None)}
    assert seen == {ScoreRow.HALL, ScoreRow.FIREWORKS, ScoreRow.FAVOR}


def test_nothing_is_open_after_the_end() -> None:
    state = replace(wear(new(), 0, h3_3="green-1"), pending=(), turn=None)
    assert not any(part(state, source, "3" if source is ScoreRow.HALL else "") for source in ScoreRow)


@pytest.mark.rule("END-3", "END-8")
def test_a_dress_changes_its_prestige_and_the_majority_of_its_hall() -> None:
    before = wear(turn(new(), 0, "base-master"), 1, h2_3="red-1")
    after = wear(before, 0, h2_4="green-1", h2_5="green-2")
    change = changes_between(observe(before, 0), observe(after, 0))
    first = lead(before, 2).majority.values[0]
    assert change.rows[ScoreRow.HALL, "2"] == {0: first, 1: -first}
    assert change.totals[1] == -first
    assert change.totals[0] == first + change.rows[ScoreRow.DRESSES, ""][0]
    assert changes_between(observe(after, 0), observe(after, 0)) == ({}, {})


@pytest.mark.rule("HIDDEN-2")
@pytest.mark.parametrize(("viewer", "known"), [(0, {0: 2}), (1, {}), (None, {})])
def test_prestige_gained_in_secret_is_no_change_for_the_others(viewer: int | None, known: dict[int, int]) -> None:
    hidden = replace(new().setup, open_scores="owner")
    before = replace(give(turn(new(), 0, "base-master"), 0, prestige=3), setup=hidden)
    after = give(before, 0, prestige=5)
    change = changes_between(observe(before, viewer), observe(after, viewer))
    assert change.totals == known
    over = replace(after, pending=(), turn=None)
    assert ScoreRow.PLAY not in {source for source, _ in changes_between(observe(before, 1), observe(over, 1)).rows}


@pytest.mark.rule("END-6", "END-8")
def test_a_dress_scores_its_prestige_or_that_times_its_fireworks() -> None:
    state = wear(turn(new(), 0, "base-master"), 0, h1_3="green-1", h1_4="red-1", h2_3="green-2")
    state = funded(wear(state, 1, h2_4="red-2"), 0, "fireworks-1")
    box = box_of(state)
    values = {box.guests[value.guest].id: value for value in dress_values(state, 0)}
    prestige = {space: box.dress[state.guests[box.guest[space].index]].prestige for space in values}
    best = max("1.3", "1.4", key=lambda space: prestige[space])
    multiplier = box.decoration["fireworks-1"].multiplier
    assert set(values) == {"1.3", "1.4", "2.3"} and multiplier > 1
    assert {space: value.multiplier for space, value in values.items()} == {
        **dict.fromkeys(values, 1),
        best: multiplier,
    }
    assert all(value.points == prestige[space] * value.multiplier for space, value in values.items())
    sheet = known_scores(observe(state, 0))[0]
    counted = [row.points for row in sheet.rows if row.source in (ScoreRow.DRESSES, ScoreRow.TERRACE)]
    assert sum(value.points for value in values.values()) == sum(counted)
