"""The final count without a screen: what each step adds, who leads, when the crown comes, what is written."""

from functools import cache
from itertools import pairwise
from operator import ne

import pytest

from rokoko_core import Game, observe
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores
from rokoko_core.terms import ScoreRow
from rokoko_tui.art.final_count import (
    CROWNING,
    FRAMES_A_SECOND,
    LAST,
    OPENING,
    ROWS,
    Caption,
    Tally,
    draw_count,
    draw_counted_sheet,
)
from rokoko_tui.art.scene import Scene
from rokoko_tui.text import get_words
from tests.saves.sample_games import FOLDER

GAMES = ("base-2", "base-5", "everything-5", "solo-base", "solo-everything")
ALL_COUNTED = OPENING + ROWS
WORDS = get_words("classic")


@cache
def game(name: str) -> Game:
    return Game.load(FOLDER / f"{name}.rokoko")


def tally(name: str) -> Tally:
    return Tally(final_scores(game(name).state))


def points_of(sheet: ScoreSheet, source: ScoreRow, detail: str) -> int:
    """Return the points of a source on the sheet."""
    return sum(row.points for row in sheet.rows if (row.source, row.detail) == (source, detail))


# ---- what is counted


@pytest.mark.rule("END-1", "END-2", "END-3", "END-4", "END-6", "END-7", "END-8", "JB-8", "SOLO-11")
@pytest.mark.parametrize("name", GAMES)
def test_every_step_adds_the_points_of_the_sheet_up_to_the_total(name: str) -> None:
    count = tally(name)
    by_hand = [0] * len(count.sheets)
    for n, (row, points) in enumerate(count.counted):
        for seat, sheet in enumerate(count.sheets):
            assert points[seat] == points_of(sheet, row.source, row.detail)
            by_hand[seat] += points[seat]
        assert count.totals[n + 1] == tuple(by_hand)
    assert tuple(by_hand) == tuple(sheet.total for sheet in count.sheets)


@pytest.mark.parametrize("name", GAMES)
def test_sources_are_counted_in_scoring_order(name: str) -> None:
    order = list(ScoreRow)
    counted = [order.index(row.source) for row, _ in tally(name).counted]
    assert counted == sorted(counted)
    assert all(any(points) for _, points in tally(name).counted)


@pytest.mark.parametrize("name", GAMES)
def test_bars_only_grow_and_end_at_the_totals(name: str) -> None:
    count = tally(name)
    moments = [count.moment(frame) for frame in range(LAST + 1)]
    for seat, sheet in enumerate(count.sheets):
        heights = [moment.shown[seat] for moment in moments]
        assert heights == sorted(heights)
        assert heights[:OPENING] == [0.0] * OPENING
        assert heights[ALL_COUNTED:] == [float(sheet.total)] * (LAST + 1 - ALL_COUNTED)
        assert moments[-1].taken[seat] == sum(bool(points[seat]) for _, points in count.counted)
    growing = [sum(map(ne, one.shown, other.shown)) for one, other in pairwise(moments)]
    assert max(growing) <= 2, "one after the other, two where a frame ends within a step"


@pytest.mark.parametrize("name", GAMES)
def test_the_highest_total_leads_and_in_the_end_the_winner(name: str) -> None:
    count = tally(name)
    for frame in range(LAST + 1):
        moment = count.moment(frame)
        if frame >= ALL_COUNTED:
            assert moment.leaders == {sheet.seat for sheet in count.sheets if sheet.rank == 1}
        else:
            most = max(moment.shown)
            assert moment.leaders == {seat for seat, total in enumerate(moment.shown) if total == most > 0}


def test_the_crown_follows_the_count_and_the_fireworks_follow_the_crown() -> None:
    count = tally("base-3")
    assert count.moment(ALL_COUNTED).crown == 0
    assert 0 < count.moment(ALL_COUNTED + 1).crown < 1
    assert count.moment(ALL_COUNTED + CROWNING).crown == 1 and not count.moment(ALL_COUNTED + CROWNING).fireworks
    assert count.moment(ALL_COUNTED + CROWNING + 1).fireworks == 1


def test_the_count_takes_six_to_eight_seconds_at_fifteen_frames() -> None:
    assert FRAMES_A_SECOND <= 15
    assert 6 <= (LAST + 1) / FRAMES_A_SECOND <= 8.1


# ---- what is seen


def test_while_a_source_is_counted_the_total_before_it_has_what_it_adds() -> None:
    count, state = tally("base-2"), game("base-2").state
    caption = Caption("?", tuple(seat.name for seat in state.setup.players), "!")
    for frame in range(OPENING + 1, OPENING + ROWS, 3):
        moment = count.moment(frame)
        drawing = draw_count(Scene(observe(state, None), WORDS), count, moment, caption, 78, 30)
        line = drawing.lines[-2].plain
        sums = tuple(sum(map(int, half.split())) for half in (line[:39], line[39:]))
        assert sums == count.totals[moment.counted + 1]


@pytest.mark.parametrize("name", ["base-5", "solo-base"])
def test_the_counted_lines_are_a_part_of_the_sheet(name: str) -> None:
    count, box = tally(name), Scene(observe(game(name).state, None), WORDS).box
    scene = Scene(observe(game(name).state, None), WORDS)
    middle, end = count.moment(OPENING + ROWS // 2), count.moment(LAST)
    for moment, told in ((middle, middle.counted + 1), (end, len(count.counted))):
        _, *lines = [
            line.plain for line in draw_counted_sheet(scene, count, moment, 60, 40).lines if line.plain.strip()
        ]
        assert len(lines) == told
        for line, (row, points) in zip(lines, count.counted, strict=False):
            label = WORDS.score_row(row, box)
            assert line.startswith(label)
            assert line.removeprefix(label).split() == [f"{n or '·'}" for n in points]
