"""Where an arrow key leads from a piece."""

import pytest
from textual.geometry import Region

from rokoko_tui.panes.inspectable_table import ARROWS, beside, nearest

GRID = {(x, y): Region(10 * x, 3 * y, 9, 2) for x in range(4) for y in range(4)}
"""Pieces in rows and columns."""
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


@pytest.mark.parametrize("arrow", ARROWS)
def test_in_a_grid_an_arrow_leads_to_the_next_piece_and_stops_at_the_edge(arrow: str) -> None:
    across, down = STEPS[arrow]
    for x, y in GRID:
        expected = (x + across, y + down)
        assert beside(GRID, (x, y), arrow) == (expected if expected in GRID else (x, y))


def test_a_piece_straight_ahead_counts_before_a_nearer_one_aside() -> None:
    places = {"start": Region(0, 4, 4, 1), "ahead": Region(20, 4, 4, 1), "aside": Region(8, 8, 4, 1)}
    assert beside(places, "start", "right") == "ahead"
    places["ahead"] = Region(60, 4, 4, 1)
    assert beside(places, "start", "right") == "aside", "unless it is much farther"


@pytest.mark.parametrize(("gap", "neighbour"), [(24, "ahead"), (25, "aside"), (26, "aside")])
def test_a_cell_aside_counts_as_three_ahead(gap: int, neighbour: str) -> None:
    """The piece aside is 4 cells ahead and, as a line is two cells high, 6 cells aside: 4 + 3 x 7 = 25.

    Of two equal ways the shorter one ahead counts.
    """
    places = {"start": Region(0, 4, 4, 1), "ahead": Region(4 + gap, 4, 4, 1), "aside": Region(8, 8, 4, 1)}
    assert beside(places, "start", "right") == neighbour


def test_pieces_above_or_below_are_not_at_the_side() -> None:
    places = {"start": Region(0, 0, 10, 2), "below": Region(4, 3, 10, 2)}
    assert beside(places, "start", "right") == "start" and beside(places, "start", "down") == "below"
    assert beside(places, "below", "left") == "below" and beside(places, "below", "up") == "start"


def test_of_two_pieces_in_one_column_the_one_at_the_same_height_is_next() -> None:
    places = {"start": Region(0, 2, 4, 4), "high": Region(6, 1, 4, 2), "level": Region(6, 3, 4, 2)}
    assert beside(places, "start", "right") == "level"
    places = {"start": Region(0, 0, 4, 1), "far": Region(12, 0, 4, 1), "near": Region(6, 0, 4, 1)}
    assert beside(places, "start", "right") == "near"


@pytest.mark.parametrize(
    ("spot", "place"),
    [
        (Region(0, 0, 9, 2), (0, 0)),
        (Region(12, 4, 1, 1), (1, 1)),
        (Region(36, 11, 1, 1), (3, 3)),
        (Region(20, 0, 1, 1), (2, 0)),
    ],
)
def test_the_nearest_piece_is_measured_from_centre_to_centre(spot: Region, place: tuple[int, int]) -> None:
    assert nearest(GRID, spot) == place
    assert nearest({}, spot) is None


def test_lines_count_twice_as_much_as_columns() -> None:
    places = {"right": Region(5, 0, 1, 1), "below": Region(0, 3, 1, 1)}
    assert nearest(places, Region(0, 0, 1, 1)) == "right"
    places["below"] = Region(0, 2, 1, 1)
    assert nearest(places, Region(0, 0, 1, 1)) == "below"
