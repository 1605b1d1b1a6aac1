"""The place of a notice, computed from sums of areas."""

from random import Random

import pytest
from textual.geometry import Region, Size

from rokoko_tui.widgets.notices import FIGURE, find_calm_place

FREE = {" ": 0, "│": 1, "a": 10}
"""Costs of covering these characters."""


@pytest.mark.parametrize("seed", range(20))
def test_the_place_covers_least_of_all(seed: int) -> None:
    rng = Random(seed)
    rows = ["".join(rng.choice("      ││aa7") for _ in range(24)) for _ in range(8)]
    size, footer = Size(rng.randint(1, 6), rng.randint(1, 3)), Region(0, 7, 24, 1)

    def cost_of_cell(row: str, x: int) -> int:
        is_beside_text = not {"a", "7"}.isdisjoint(row[max(0, x - 1) : x + 2])
        return FREE.get(row[x], FIGURE) or is_beside_text

    def cost(place: Region) -> int:
        covered = rows[place.y : place.bottom]
        return len(rows) - place.y + sum(cost_of_cell(row, x) for row in covered for x in range(place.x, place.right))

    places = [Region(x, y, *size) for x in range(25 - size.width) for y in range(9 - size.height)]
    allowed = [place for place in places if not place.overlaps(footer)]
    best = min(map(cost, allowed))
    place = find_calm_place(rows, [size], [footer])
    assert (cost(place) == best and place in allowed) if best < FIGURE else place == Region()


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_row_with_combining_marks_does_not_matter(number: int) -> None:
    rows = ["x" * 10, " " * 10, "y" * 10]
    rows[number] += "\u0301" * 3
    assert find_calm_place(rows, [Size(10, 1)], []) == Region(0, 1, 10, 1)


def test_there_is_no_place_on_a_screen_without_rows() -> None:
    assert find_calm_place([], [Size(3, 1)], []) == Region()


def test_a_notice_touches_no_word_where_a_column_further_is_free() -> None:
    assert find_calm_place(["Details" + " " * 12 + "Hand"], [Size(10, 1)], []) == Region(8, 0, 10, 1)
