"""What an action would cost and bring, told beforehand."""

from random import Random

import pytest

from rokoko_core import (
    Expansion,
    Seat,
    Setup,
    apply,
    determinize,
    legal_actions,
    new_state,
    observe,
    preview,
    projected_scores,
)
from rokoko_core.actions import Depute, DrawTile, Fund, MakeDress, PayTiles, Place, Rent, RevealBarry, SitExam, TakeTile
from rokoko_core.preview import RowChange
from rokoko_core.terms import EXAM_TASKS, Exam, ScoreRow, Zone
from tests.tabletop import bonus, candidate, do, dressed, give, new, pass_until, turn, warehouse, windows


@pytest.mark.rule("ACQ-1")
def test_a_tile_of_a_full_segment_costs_two() -> None:
    state = turn(new(), 0, "base-master")
    assert preview(state, TakeTile(0)).price == 2
    assert preview(state, TakeTile(0)).gains == (("tile", 1),)


@pytest.mark.rule("DRESS-2")
def test_bales_beyond_the_dress_are_said_to_be_lost() -> None:
    state = windows(turn(new(), 0, "base-master"), "", "", "", "", "yellow-1")
    state = give(state, 0, silk=["yg:yarn", "yy:yarn/lace", "yr:lace"])
    shown = preview(state, MakeDress("yellow-1"))
    assert (shown.price, shown.tiles, shown.bales_lost) == (0, ("yy:yarn/lace",), (0, 0, 0, 0)), "the thriftiest way"
    paying = do(state, MakeDress("yellow-1"))
    shown = preview(paying, PayTiles(("yg:yarn", "yr:lace")))
    assert shown.bales_lost == (0, 1, 1, 0)
    assert shown.spent == (("tile", 2),)


@pytest.mark.rule("END-1", "END-8")
def test_a_decoration_shows_the_rows_it_changes() -> None:
    state = give(turn(new(), 0, "base-master"), 0, livre=25)
    shown = preview(state, Fund("musician-1"))
    assert shown.price == 14, "side A, King's hall"
    assert set(shown.rows) == {
        RowChange(ScoreRow.MONEY, "", 2, 1),
        RowChange(ScoreRow.DECORATIONS, "", 0, 5),
    }
    assert shown.score_change == 4


@pytest.mark.rule("END-3", "DRESS-6")
def test_a_guest_taken_shows_what_it_takes_from_a_rival() -> None:
    state = dressed(new(), 1, "yellow-1", "5.4")
    state = windows(turn(state, 0, "base-master"), "", "", "", "", "green-1")
    state = do(give(state, 0, livre=0, silk=["gg:lace"]), MakeDress("green-1"), Rent())
    shown = preview(state, Place("5.1"))
    assert shown.gains == (("livre", 4),)
    assert RowChange(ScoreRow.HALL, "5", 0, 3) in shown.rows, "one dress each, but this one before a Master guest"
    assert shown.rivals == ((1, -3),)


@pytest.mark.rule("DEP-1")
def test_deputing_shows_its_money() -> None:
    state = turn(new(), 0, "base-journeyman")
    assert preview(state, Depute("base-journeyman", Zone.PLAYED)).gains == (("livre", 7),)


@pytest.mark.rule("BON-7", "HIDDEN-1")
def test_a_face_down_tile_stays_face_down() -> None:
    state = bonus(new(), 0, "1-random-tile")
    shown = preview(state, DrawTile())
    assert (shown.price, shown.gains, shown.tiles) == (0, (("face-down-tile", 1),), ())


@pytest.mark.rule("SOLO-2")
def test_du_barrys_card_stays_face_down() -> None:
    state = pass_until(new(players=1), lambda s: isinstance(legal_actions(s)[0], RevealBarry))
    assert preview(state, RevealBarry()).unknown


@pytest.mark.rule("HIDDEN-1")
@pytest.mark.parametrize(
    ("players", "expansions"), [(1, frozenset(Expansion)), (2, frozenset()), (4, frozenset(Expansion))]
)
def test_no_preview_gives_chance_or_secrets_away(players: int, expansions: frozenset[Expansion]) -> None:
    """Whatever lies hidden is dealt anew: the previews stay the same."""
    rng = Random(players)
    state = new_state(Setup(tuple(Seat(n) for n in "ABCD"[:players]), 9, expansions))
    warehouse_seen = 0
    while offers := legal_actions(state):
        seat = state.pending[-1].seat
        other = determinize(observe(state, seat), rng)
        for action in rng.sample(offers, min(4, len(offers))):
            assert preview(state, action) == preview(other, action)
            warehouse_seen += 1
        state = apply(state, rng.choice(offers))
    assert warehouse_seen > 200


def test_warehouse_and_window_helpers_keep_the_position_sound() -> None:
    """The positions above are made by moving pieces; none is invented."""
    from rokoko_core import violations

    assert violations(warehouse(windows(new(), "red-1"), "yy:yarn")) == ()


@pytest.mark.rule("END-2", "DEP-2")
def test_deputing_a_crowned_card_shows_the_points_it_loses() -> None:
    state = give(turn(new(), 0, "6-crown-notions"), 0, yarn=3, lace=2)
    shown = preview(state, Depute("6-crown-notions", Zone.PLAYED))
    assert RowChange(ScoreRow.CROWN, "6-crown-notions", 6, 0) in shown.rows
    deputed = do(state, Depute("6-crown-notions", Zone.PLAYED))
    assert not [row for row in projected_scores(deputed)[0].rows if row.source is ScoreRow.CROWN]


@pytest.mark.rule("END-2", "JB-7")
def test_a_crowned_candidate_is_lost_by_sitting_the_examination() -> None:
    state = candidate(new(expansions=[Expansion.JEWELRY_BOX]), 0, Exam.JOURNEYMAN, *EXAM_TASKS[Exam.JOURNEYMAN])
    state = give(turn(state, 0, "6-crown-notions"), 0, yarn=1, lace=1, livre=15)
    assert RowChange(ScoreRow.CROWN, "6-crown-notions", 3, 0) in preview(state, SitExam()).rows
