"""The layout of the table: lines of the panes at the sizes where they change."""

import pytest
from textual.geometry import Size

from rokoko_tui.panes.layout import COMPACT, DECOR, PLAY, Facts, place_panes
from rokoko_tui.panes.spec import At


@pytest.mark.parametrize(("spare", "lines"), [(0, 6), (3, 6), (4, 8), (6, 9), (8, 10)])
def test_the_workshop_of_the_compact_table_takes_spare_lines_from_four_on(spare: int, lines: int) -> None:
    size = COMPACT + Size(0, spare)
    assert place_panes(size, PLAY, Facts(At.PLAY, 3))["workshop"].height == lines


@pytest.mark.parametrize(("seats", "lines"), [(1, 7), (3, 7), (4, 8), (5, 8)])
def test_the_jeweler_has_a_line_for_three_examinations(seats: int, lines: int) -> None:
    for at in (At.PLAY, At.REPLAY):
        regions = place_panes(Size(80, 23), DECOR, Facts(at, seats, jewels=True))
        assert regions["jeweler"].height == lines
        assert "jeweler" not in place_panes(Size(80, 23), DECOR, Facts(at, seats))
