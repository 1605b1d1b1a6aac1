"""Paints and colour arithmetic, compared with published values."""

import pytest
from rich.color_triplet import ColorTriplet

from rokoko_tui.theme.paints import Palette, contrast, luminance, mix, parse_colour, to_lab

PALETTE = Palette({"wall": "#804020", "sky": "#0080ff"})


@pytest.mark.parametrize(
    ("code", "published"),
    [
        ("#ffffff", (100.0, 0.0, 0.0)),
        ("#ff0000", (53.24, 80.09, 67.20)),
        ("#00ff00", (87.73, -86.18, 83.18)),
        ("#0000ff", (32.30, 79.19, -107.86)),
        ("#808080", (53.59, 0.0, 0.0)),
        ("#0a0a0a", (2.74, 0.0, 0.0)),
        ("#000000", (0.0, 0.0, 0.0)),
    ],
)
def test_cie_lab_of_known_colours(code: str, published: tuple[float, float, float]) -> None:
    assert to_lab(parse_colour(code)) == pytest.approx(published, abs=0.02)


@pytest.mark.parametrize(
    ("one", "other", "published"),
    [
        ("#ffffff", "#000000", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#ff0000", "#ffffff", 4.0),
        ("#0000ff", "#ffffff", 8.59),
        ("#008000", "#ffffff", 5.14),
        ("#090909", "#000000", 1.05),
    ],
)
def test_wcag_contrast_of_known_pairs(one: str, other: str, published: float) -> None:
    assert contrast(parse_colour(one), parse_colour(other)) == pytest.approx(published, abs=0.01)
    assert contrast(parse_colour(other), parse_colour(one)) == contrast(parse_colour(one), parse_colour(other))
    assert luminance(parse_colour(one)) >= 0


@pytest.mark.parametrize(
    ("paint", "code"),
    [
        ("wall", "#804020"),
        ("wall+50", "#c0a090"),
        ("wall-50", "#402010"),
        ("wall+100", "#ffffff"),
        ("wall-0", "#804020"),
        ("wall~sky@25", "#605058"),
        ("wall~sky@100", "#0080ff"),
        ("wall-50~sky+50@50", "#607088"),
        ("wall~(sky~wall@50)@50", "#605058"),
        ("wall~sky@50~wall@50", "#605058"),
    ],
)
def test_shades_and_mixtures(paint: str, code: str) -> None:
    assert PALETTE.colour(paint) == pytest.approx(parse_colour(code), abs=1)


@pytest.mark.parametrize("paint", ["", "floor", "wall*3", "wall~floor@5", "wall~sky"])
def test_an_unknown_paint_is_refused(paint: str) -> None:
    with pytest.raises(KeyError):
        PALETTE.colour(paint)


def test_a_mixture_lies_between_its_colours() -> None:
    one, other = ColorTriplet(0, 100, 200), ColorTriplet(100, 0, 200)
    assert mix(one, other, 0.0) == one and mix(one, other, 1.0) == other
    assert mix(one, other, 0.25) == ColorTriplet(25, 75, 200)
    assert parse_colour("#0164c8") == ColorTriplet(1, 100, 200)
