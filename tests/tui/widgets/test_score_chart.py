"""The score chart: braille dots, scale, owners of the lines, rounds and flags."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from rokoko_core.play.score_curve import Curve
from rokoko_tui.widgets.score_chart import DOTS, Chart, Dots, _apart, _height_at

TURNS, APART = 21, 3
"""Turns of the game, and actions per turn."""


class FakeCurve(Curve):
    """A game of three rounds of seven turns with given totals."""

    def __init__(self, *totals: tuple[int | None, ...]) -> None:
        self.positions = [n * APART for n in range(len(totals))]
        self.totals = list(totals)
        starts = [(round_, 7 * APART * (round_ - 1)) for round_ in (1, 2, 3)]
        self.game = cast("Any", SimpleNamespace(round_starts=starts))


RISING = FakeCurve(*((2 * n, 40 - 2 * n) for n in range(TURNS)))
"""Ada rises from 0 to 40, Bo falls from 40 to 0."""


def chart(width: int, height: int, curve: Curve = RISING, **more: Any) -> Chart:
    return Chart(curve, (("A", "red"), ("B", "blue")), ("Ada", "Bo"), width, height, **more)


def plain(drawing: Chart) -> list[str]:
    return [line.plain for line in drawing.lines()]


def figures(drawing: Chart) -> list[str]:
    """Return the figures of the scale, from the top."""
    return [line[:3].strip() for line in plain(drawing) if line[:3].strip()]


def test_each_dot_of_a_cell_sets_its_own_bit() -> None:
    dots = Dots(1, 1)
    for y in range(4):
        for x in range(2):
            dots.dot(x, y, "red")
    assert sum(bit for row in DOTS for bit in row) == dots.bits[0][0] == 0xFF
    right = Dots(2, 2)
    right.dot(3, 5, "blue")
    assert right.bits == [[0, 0], [0, 0x10]] and right.styles == [["", ""], ["", "blue"]]


@pytest.mark.parametrize("at", [(0, 0), (5, 0), (0, 11), (5, 11)])
def test_dots_at_the_edges_are_drawn(at: tuple[int, int]) -> None:
    dots = Dots(3, 3)
    dots.dot(*at, "red")
    assert [(x, y) for y, row in enumerate(dots.bits) for x, bits in enumerate(row) if bits] == [
        (at[0] // 2, at[1] // 4)
    ]


@pytest.mark.parametrize(("x", "y"), [(-1, 0), (0, -1), (4, 0), (0, 8)])
def test_dots_beyond_the_edges_are_ignored(x: int, y: int) -> None:
    dots = Dots(2, 2)
    dots.dot(x, y, "red")
    assert dots.bits == [[0, 0], [0, 0]]


def test_a_line_has_no_gap_and_includes_both_ends() -> None:
    dots = Dots(2, 1)
    dots.line((0, 0), (3, 3), "red")
    assert dots.bits == [[0x01 | 0x10, 0x04 | 0x80]], "one dot a column, one lower each"
    flat = Dots(2, 1)
    flat.line((3, 1), (0, 1), "red")
    assert flat.bits == [[0x02 | 0x10, 0x02 | 0x10]]
    point = Dots(1, 1)
    point.line((1, 2), (1, 2), "red")
    assert point.bits == [[0x20]]


def test_a_line_does_not_overshoot_its_end() -> None:
    dots = Dots(4, 1)
    dots.line((1, 0), (4, 0), "red")
    assert dots.bits == [[0x08, 0x01 | 0x08, 0x01, 0]]


def test_a_line_is_drawn_at_the_column_of_each_turn() -> None:
    drawing = chart(46, 7, FakeCurve(*((40 if n >= 10 else 0, None) for n in range(TURNS))))
    rows = plain(drawing)
    before, after = 4 + drawing.column(9), 4 + drawing.column(10)
    drawn = [[row[x] > chr(0x2800) for x in range(4, 4 + drawing.columns)] for row in (rows[0], rows[4])]
    assert drawn[0] == [x >= after - 1 for x in range(4, 44)], "above since turn 10, and where the line comes up"
    assert drawn[1] == [x <= before for x in range(4, 44)]


def test_a_long_name_is_cut() -> None:
    long = Chart(RISING, (("A", "red"), ("B", "blue")), ("Bartholomew the Tall", "Bo"), 80, 14)
    assert plain(long)[0].endswith(" A Bartholomew… 40")
    assert long.columns == 80 - 4 - 7 - 12


def test_no_row_is_wider_than_the_chart() -> None:
    for width in (20, 46, 69, 70, 100):
        for height in (3, 7, 8, 11, 12, 20):
            lines = plain(chart(width, height, position=30, flags=(9,), round_word="Round "))
            assert len(lines) == height
            assert max(map(cell_len, lines)) <= width


def test_the_turns_are_spread_from_edge_to_edge() -> None:
    drawing = chart(46, 10)
    assert drawing.columns == 40, "46 less 4 for the scale and 2 for the marks"
    assert [drawing.column(n) for n in (0, 10, 20)] == [0, 20, 39]
    assert [drawing.place(4 + drawing.column(n)) for n in range(TURNS)] == list(range(TURNS))
    assert (drawing.place(0), drawing.place(45), drawing.place(99)) == (0, 20, 20)
    assert chart(5, 10).columns == 4, "never less"
    assert chart(100, 10).columns == 86, "7 and the longest name at the right"


@pytest.mark.parametrize(
    ("height", "scale"),
    [
        (3, ["40", "0"]),
        (7, ["40", "0"]),
        (8, ["40", "20", "0"]),
        (14, ["40", "30", "20", "10", "0"]),
        (40, ["40", "38", "36", "34", "32", "30", "28", "26", "24", "22", *map(str, range(20, -1, -2))]),
    ],
)
def test_figures_of_the_scale_are_at_least_two_rows_apart(height: int, scale: list[str]) -> None:
    shown = figures(chart(46, height))
    assert shown[0] == "40" and shown[-1] == "0"
    assert len(shown) <= max(2, height // 2 + 1)
    steps = {int(high) - int(low) for high, low in pairwise(shown)}
    assert len(steps) == 1
    if height < 40:
        assert shown == scale


@pytest.mark.parametrize(
    ("highest", "step"),
    [
        *((6, 2), (10, 2), (11, 5), (30, 5), (31, 10), (60, 10), (61, 20), (120, 20), (121, 25), (150, 25)),
        *((151, 40), (240, 40), (241, 50), (300, 50), (301, 100), (600, 100), (601, 200), (1200, 200), (1201, 500)),
        *((3000, 500), (3001, 500)),
    ],
)
def test_the_scale_has_the_smallest_round_step_that_fits(highest: int, step: int) -> None:
    drawing = chart(46, 14, FakeCurve((0, 0), (highest, 0)))
    assert drawing._step == step
    tops = {chart(46, height, drawing.curve)._top for height in range(8, 40)}
    assert tops == {-(-highest // 10) * 10}, "the next ten, at every height"


@pytest.mark.parametrize("highest", [4, 10, 11, 77])
def test_a_low_chart_shows_only_the_highest_total_and_zero(highest: int) -> None:
    assert figures(chart(46, 7, FakeCurve((0, 0), (highest, 0)))) == [str(max(10, highest)), "0"]


def styles(drawing: Chart, row: int) -> set[str]:
    """Return the styles of the lines in a row."""
    line = drawing.lines()[row]
    return {
        str(span.style)
        for span in line.spans
        if span.start >= 4 and any(ord(sign) > 0x2800 for sign in line.plain[span.start : span.end])
    }


def test_each_seat_has_a_line_and_the_first_is_on_top() -> None:
    marks, names = (("A", "red"), ("B", "blue"), ("C", "green")), ("Ada", "Bo", "Cy")
    apart = Chart(FakeCurve((0, 20, 40), (0, 20, 40)), marks, names, 46, 14)
    assert [styles(apart, row) for row in (0, 6, 11)] == [{"green"}, {"blue"}, {"red"}]
    together = Chart(FakeCurve((20, 20, 20), (20, 20, 20)), marks, names, 46, 14)
    assert styles(together, 0) == {"red"}


def test_a_game_without_prestige_has_a_scale() -> None:
    assert figures(chart(46, 5, FakeCurve((0, 0), (0, 0)))) == ["10", "0"]
    assert figures(chart(46, 12, FakeCurve((0, 0), (0, 0)))) == ["10", "8", "6", "4", "2", "0"]


def test_marks_are_at_the_ends_of_the_lines() -> None:
    lines = plain(chart(46, 14))
    assert lines[0].endswith("A") and lines[11].endswith("B")
    assert sum(line.endswith("A") for line in lines) == 1
    level = plain(chart(46, 14, FakeCurve((0, 0), (20, 20))))
    assert level[0].endswith("AB"), "both on one row"


def test_a_wide_chart_shows_names_and_last_totals() -> None:
    lines = plain(chart(80, 14))
    assert lines[0].endswith(" A Ada 40") and lines[11].endswith(" B Bo 0")
    level = plain(chart(80, 14, FakeCurve((0, 0), (20, 20))))
    assert level[0].endswith(" A Ada 20") and level[1].endswith(" B Bo 20"), "each on a row of its own"


def test_hidden_scores_have_no_line_and_no_mark() -> None:
    text = "".join(plain(chart(46, 14, FakeCurve(*((None, n) for n in range(TURNS))))))
    assert "B" in text and "A" not in text


def test_rounds_flags_and_the_cursor_are_below_the_lines() -> None:
    for height in (3, 4, 5, 8):
        low = plain(chart(46, height, position=30, flags=(0, 9, 60)))
        assert low[-1].split() == ["1", "2", "3"] and len(low) == height, "no flag is on a number"
        assert (low[-2][4 + 6], low[-2][4 + 39], low[-2][4 + 20]) == ("×", "×", "┴") or height < 5
    high = plain(chart(46, 12, position=31, flags=(9,), round_word="Round "))
    assert (high[-2][4 + 6], high[-2][4 + 20]) == ("×", "┴"), "a row of their own"
    assert high[-1][4:].split() == ["Round", "1", "Round", "2", "Round", "3"]
    narrow = plain(chart(24, 12, round_word="Round "))
    assert narrow[-1].split() == ["1", "2", "3"], "no room for the word"


def test_the_cursor_is_a_line_through_all_rows() -> None:
    rows = chart(46, 10, position=30).lines()[:-2]
    for row in rows:
        assert "bold" in " ".join(str(span.style) for span in row.spans if span.start <= 24 < span.end)
    assert sum(row.plain[24] == "│" for row in rows) >= len(rows) - 2, "but for the lines it crosses"
    assert all("│" not in row for row in plain(chart(46, 10)))


def test_dotted_lines_are_at_rounds_and_figures() -> None:
    assert sum(row[4 + 14] == "┊" for row in plain(chart(46, 10))) >= 6
    assert sum(row[4 + 14] == "┊" for row in plain(chart(46, 8))) >= 4
    for height in (5, 7):
        rows = plain(chart(46, height))
        assert "┈" in rows[0] and any("┊" in row for row in rows), "also in a low one"
    assert plain(chart(46, 14))[0].count("┈") >= 6


def test_height_of_a_line_between_its_points() -> None:
    points = [(2, 10), (6, 2), (8, 2)]
    assert [_height_at(points, x) for x in (1, 2, 4, 6, 7, 8, 9)] == [None, 10, 6, 2, 2, 2, None]


@pytest.mark.parametrize(
    ("wanted", "rows", "placed"),
    [
        ([0, 5], 9, [0, 5]),
        ([3, 3, 3], 9, [3, 4, 5]),
        ([8, 8], 9, [7, 8]),
        ([0, 0, 7, 8, 8], 9, [0, 1, 6, 7, 8]),
        ([0, 0, 0], 2, [0, 1]),
    ],
)
def test_names_are_moved_to_rows_of_their_own(wanted: list[int], rows: int, placed: list[int]) -> None:
    ends = [(y, seat) for seat, y in enumerate(wanted)]
    seats = range(len(wanted) - len(placed), len(wanted))
    assert _apart(ends, rows) == list(zip(placed, seats, strict=True))


@pytest.mark.parametrize("size", [(90, 20), (60, 12), (30, 8)])
def test_what_the_chart_looks_like(size: tuple[int, int], snapshot: SnapshotAssertion) -> None:
    """A changed chart has to be looked at and agreed to (``--snapshot-update``)."""
    uneven = FakeCurve(*((n * n // 9, 30 - n // 2, None if n < 5 else 12) for n in range(TURNS)))
    marks = (("A", "red"), ("B", "blue"), ("C", "green"))
    for position, flags in ((0, ()), (24, (3, 24, 60))):
        drawing = Chart(uneven, marks, ("Ada", "Bo", "Cy"), *size, position, flags, "Round ")
        looks = [" ".join(f"{s.start}-{s.end} {s.style}" for s in line.spans if s.style) for line in drawing.lines()]
        assert "\n".join([*(line.plain.rstrip() for line in drawing.lines()), *looks]) == snapshot
