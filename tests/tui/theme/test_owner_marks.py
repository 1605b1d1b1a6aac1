"""The shapes that tell owners apart: each seat has one, and no two the same."""

import pytest

from rokoko_core import Seat, Setup
from rokoko_tui.theme.owner_marks import CROWN, MARKS, mark_of, marks_of, owner_role


def seats(*marks: str | None) -> Setup:
    return Setup(tuple(Seat(f"Seat {n}", mark=mark) for n, mark in enumerate(marks)), 1)


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ((None, None, None), "●■▲"),
        (("star", None, None), "✦●■"),
        ((None, "disc", None), "■●▲"),
        (("square", "square", None), "■●▲"),
        (("no shape", "diamond"), "●◆"),
        ((None, None, None, None, "disc"), "■▲◆✦●"),
        (("star", "diamond", "triangle", "square", "disc"), "✦◆▲■●"),
    ],
)
def test_the_shape_chosen_counts_and_the_others_get_the_first_one_left(
    chosen: tuple[str | None, ...], shown: str
) -> None:
    setup = seats(*chosen)
    assert "".join(marks_of(setup)) == shown
    assert "".join(mark_of(setup, seat) for seat in range(len(chosen))) == shown


def test_whoever_has_no_seat_wears_the_crown() -> None:
    alone = seats("star")
    assert mark_of(alone, 0) == MARKS["star"]
    assert mark_of(alone, 1) == CROWN
    assert CROWN not in MARKS.values()
    assert [owner_role(alone, seat) for seat in (0, 1)] == ["owner.0", "owner.barry"]
