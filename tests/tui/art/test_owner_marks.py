"""Owner marks: every seat has one, and no two are the same."""

import pytest

from rokoko_core import Seat, Setup
from rokoko_tui.art.symbols import CROWN, MARKS, mark_of, marks_of, owner_role


def seats(*marks: str | None) -> Setup:
    return Setup(tuple(Seat(f"Seat {n}", mark=mark) for n, mark in enumerate(marks)), 1)


@pytest.mark.parametrize(
    ("selected", "marks"),
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
def test_other_seats_get_the_first_free_mark(selected: tuple[str | None, ...], marks: str) -> None:
    setup = seats(*selected)
    assert "".join(marks_of(setup)) == marks
    assert "".join(mark_of(setup, seat) for seat in range(len(selected))) == marks


def test_du_barry_has_the_crown() -> None:
    solo = seats("star")
    assert mark_of(solo, 0) == MARKS["star"]
    assert mark_of(solo, 1) == CROWN
    assert CROWN not in MARKS.values()
    assert [owner_role(solo, seat) for seat in (0, 1)] == ["owner.4", "owner.barry"]


def test_the_colour_goes_with_the_mark() -> None:
    default = Setup((Seat("Ada"), Seat("Bo"), Seat("Cy")), 1)
    assert [owner_role(default, seat) for seat in range(4)] == ["owner.0", "owner.1", "owner.2", "owner.barry"]
    chosen = Setup((Seat("Ada", mark="star"), Seat("Bo", mark="disc"), Seat("Cy")), 1)
    assert [owner_role(chosen, seat) for seat in range(3)] == ["owner.4", "owner.0", "owner.1"]
