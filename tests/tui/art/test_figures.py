"""Figures: sizes, inks, characters, differences between them, and contrast to their backgrounds."""

from collections.abc import Iterator
from itertools import chain, combinations, pairwise, product

import pytest
from rich.cells import get_character_cell_size

from rokoko_core.terms import COLOURS, Rank
from rokoko_tui.art.figures import (
    CROWN,
    GIFTS,
    PORTRAITS,
    POSES,
    STAGES,
    STATUE,
    Figure,
    Size,
    firework,
    fountain,
    garment,
    jewel,
)
from rokoko_tui.art.palace import HEIGHT, WIDTH, WINDOWS, palace, palace_lines
from rokoko_tui.art.pixels import INKS, Rows
from rokoko_tui.theme.paints import contrast
from rokoko_tui.theme.terminal_capabilities import GLYPH_TABLE, GlyphSet
from tests.tui.shipped_themes import NAMES, styles_named

GARMENTS = {
    f"{'grand' if grand else 'plain'} {'gown' if ladies else 'coat'}, pose {pose}": garment(ladies, grand, pose)
    for ladies, grand, pose in product((True, False), (False, True), range(POSES))
}
_PERSON = ((5, 3), (8, 6), (10, 8))
_FACE = ((6, 3), (8, 3), (10, 5))
_GIFT = ((4, 2), (6, 3), (8, 4))
_JEWEL = ((6, 3), (8, 4), (10, 5))
REGISTRY: dict[str, tuple[Figure, tuple[tuple[int, int], ...]]] = {
    **{name: (figure, _PERSON) for name, figure in GARMENTS.items()},
    **{rank: (PORTRAITS[rank], _FACE) for rank in Rank},
    **{f"gift of {name}": (figure, _GIFT) for name, figure in GIFTS.items()},
    "ring": (jewel(False), _JEWEL),
    "necklace": (jewel(True), _JEWEL),
    "crown": (CROWN, ((5, 2), (7, 3), (11, 5))),
    "statue": (STATUE, ((4, 3), (6, 5), (8, 7))),
    "upper fountain": (fountain(), ((6, 3), (10, 5), (16, 8))),
    "lower fountain": (fountain(lower=True), ((6, 3), (10, 5), (16, 8))),
    **{f"firework, stage {n}": (firework(n), ((5, 3), (9, 5), (13, 7))) for n in range(STAGES)},
}
"""Every figure, and (columns, rows) of its three sizes."""
LINE_CHARACTERS = {chr(code) for code in range(32, 127)} | set("░▒▓█▀▄║≈")
GROUNDS = ("wall.1", "wall.2", "wall.3", "wall.4", "wall.5", "floor", "floor.king", "niche")
DYES = tuple(f"dye.{colour}" for colour in (*COLOURS, "pink", "orange"))
LEAST_CONTRAST = 3


@pytest.fixture(params=REGISTRY, ids=str)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def inks(picture: Rows) -> set[str]:
    return set(chain(*picture)) - {"."}


def outline(picture: Rows) -> Iterator[str]:
    """Yield the ink of every pixel at the edge of a picture."""
    for p, row in enumerate(picture):
        for x, ink in enumerate(row):
            neighbours = ((p - 1, x), (p + 1, x), (p, x - 1), (p, x + 1))
            if ink != "." and any(
                not (0 <= q < len(picture) and 0 <= y < len(row)) or picture[q][y] == "." for q, y in neighbours
            ):
                yield ink


def test_figures_have_the_documented_sizes(name: str) -> None:
    figure, sizes = REGISTRY[name]
    assert tuple(figure.size(size) for size in Size) == sizes
    assert all(len(figure.pixels[size]) == 2 * height for size, (_, height) in zip(Size, sizes, strict=True))


def test_pixel_rows_have_one_width_and_known_inks(name: str) -> None:
    for picture in REGISTRY[name][0].pixels.values():
        assert len({len(row) for row in picture}) == 1
        assert inks(picture) <= set(INKS)


def test_lines_have_the_same_size_and_narrow_characters(name: str) -> None:
    figure, sizes = REGISTRY[name]
    for size, (width, height) in zip(Size, sizes, strict=True):
        lines = figure.lines[size]
        assert (len(lines), {len(line) for line in lines}) == (height, {width})
        assert set(chain(*lines)) <= LINE_CHARACTERS
        assert all(get_character_cell_size(character) == 1 for character in chain(*lines))
        assert any(line.strip() for line in lines)


def test_characters_of_lines_are_in_the_glyph_table() -> None:
    assert {character for character in LINE_CHARACTERS if not character.isascii()} <= set(GLYPH_TABLE[GlyphSet.FULL])


def test_figures_differ() -> None:
    for size in Size:
        for one, other in combinations(REGISTRY, 2):
            assert REGISTRY[one][0].pixels[size] != REGISTRY[other][0].pixels[size], (one, other)


def test_larger_sizes_add_inks(name: str) -> None:
    pixels = REGISTRY[name][0].pixels
    for smaller, larger in pairwise(Size):
        assert inks(pixels[larger]) - inks(pixels[smaller]), f"{name} in {larger}"


@pytest.mark.parametrize("grand", [False, True])
@pytest.mark.parametrize("ladies", [True, False])
@pytest.mark.parametrize("size", Size)
def test_poses_are_not_mirror_images(ladies: bool, grand: bool, size: Size) -> None:
    one, other = (garment(ladies, grand, pose) for pose in range(POSES))
    for picture in (other.pixels[size], tuple(row[::-1] for row in other.pixels[size])):
        changed = sum((a == ".") != (b == ".") for a, b in zip(chain(*one.pixels[size]), chain(*picture), strict=True))
        assert changed >= 3
    assert one.lines[size] != other.lines[size]
    assert garment(ladies, grand, POSES) is one


@pytest.mark.parametrize("pose", range(POSES))
@pytest.mark.parametrize("ladies", [True, False])
@pytest.mark.parametrize("size", Size)
def test_grand_garments_have_gold_and_differ(ladies: bool, pose: int, size: Size) -> None:
    plain, grand = garment(ladies, False, pose), garment(ladies, True, pose)
    gold = [sum(row.count("g") for row in figure.pixels[size]) for figure in (plain, grand)]
    assert gold[1] >= gold[0] + 3
    assert plain.lines[size] != grand.lines[size]


@pytest.mark.parametrize("name", GARMENTS, ids=str)
def test_garments_show_their_dye(name: str) -> None:
    """At least a quarter of the pixels have the dye, and lines have its letter."""
    figure = GARMENTS[name]
    for size in Size:
        drawn = [INKS[ink] for ink in chain(*figure.pixels[size]) if ink != "."]
        assert sum("{dye}" in ink for ink in drawn) * 4 >= len(drawn), size
        assert "@" in "".join(figure.lines[size])


@pytest.mark.parametrize("name", GARMENTS, ids=str)
@pytest.mark.parametrize("theme", NAMES)
def test_people_have_contrast_to_walls_and_floors(theme: str, name: str) -> None:
    palette = styles_named(theme).palette
    figure = REGISTRY[name][0]
    for size, dye, ground in product(Size, DYES, GROUNDS):
        edge = [palette.colour(INKS[ink].format(dye=dye)) for ink in outline(figure.pixels[size])]
        visible = sum(contrast(colour, palette.colour(ground)) >= LEAST_CONTRAST for colour in edge)
        assert 3 * visible >= 2 * len(edge), f"{size}, {dye} on {ground}: {visible} of {len(edge)}"


def test_palace_windows_can_be_lit_one_by_one() -> None:
    dark = palace()
    assert (len(dark), {len(row) for row in dark}) == (2 * HEIGHT, {WIDTH})
    assert inks(dark) <= set(INKS)
    for n, pixels in enumerate(WINDOWS):
        lit = palace([n])
        changed = {(x, p) for p, row in enumerate(lit) for x, ink in enumerate(row) if ink != dark[p][x]}
        assert changed == set(pixels)
        assert palace_lines([n]) != palace_lines()


def test_the_palace_has_one_size_in_lines_and_pixels() -> None:
    for lines in (palace_lines(), palace_lines(range(len(WINDOWS)))):
        assert (len(lines), {len(line) for line in lines}) == (HEIGHT, {WIDTH})
        assert set(chain(*lines)) <= LINE_CHARACTERS
