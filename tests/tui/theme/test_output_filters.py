"""Contrast and distinctness of all colours, in full colour and reduced to 256 or 16."""

from itertools import combinations, product
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest
from rich.color import Color, ColorType
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from textual.color import Color as TextualColor

from rokoko_tui.theme.output_filters import VGA, ColourReductionFilter, ReductionTable, reduce_style, reduction_table
from rokoko_tui.theme.paints import contrast, mix, parse_colour, to_lab
from rokoko_tui.theme.theme_files import DEFAULT
from tests.tui.shipped_themes import COLOURED, EXAMPLE, NAMES, styles_named, theme_named

THEME = {name: theme_named(name) for name in (*NAMES, EXAMPLE)}
EDITIONS = {"classic": ("yellow", "green", "red", "blue"), "deluxe": ("blue", "pink", "green", "orange")}
"""The dyes of each edition's silk."""
OWNERS = tuple(f"owner.{seat}" for seat in range(5))
STATES = ("open", "cursor", "chosen")
APART = 20.0
"""CIEDE2000 difference at which two colours are distinguishable at a glance."""
BY_SHAPE = {
    ("dye.yellow", "open"): "silk is a bolt, a garment or a tile with its letter; open is the frame or band around it",
    ("dye.pink", "cursor"): "silk is a bolt, a garment or a tile with its letter; the cursor is a band with an arrow",
}
"""Pairs too similar in colour, and the shapes that distinguish them."""
TEXT = (
    "plain",
    "dim",
    "head",
    "label",
    "coin",
    "changed",
    "price",
    "prestige",
    "rank",
    "notion",
    "done",
    "open",
    *OWNERS,
    "owner.barry",
)
"""Text roles without a background."""
GROUNDS = ("background", "surface", "panel", "card", "other-card", "space", "band")
"""Backgrounds of such text: theme colours and roles."""
WHOLE = ("card", "other-card", "space", "turn", "lit", "band", "band.lit", "band.open", "band.chosen")
"""Roles with text colour and background."""
SILK = tuple(f"silk.{name}" for name in ("yellow", "green", "red", "blue", "pink", "orange"))
INKS = ("text", "soft", "coin", "star", "title", "good", "cursor", "open", "chosen", *OWNERS, "owner.barry")
PLATES = ("card", "card.dark", "ink", "niche", "shelf", "floor", "floor.king", "night", "sky")
"""Paints of text in pictures, and of its backgrounds."""
BEHIND = ("wall.1", "wall.2", "wall.3", "wall.4", "wall.5", "floor", "floor.king", "niche", "shelf", "alcove", "ink")
"""Paints behind garments and bolts."""


Lab = tuple[float, float, float]


def difference(one: ColorTriplet, other: ColorTriplet) -> float:
    return ciede2000(to_lab(one), to_lab(other))


def ciede2000(one: Lab, other: Lab) -> float:
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = degrees(atan2(b1, a1 * stretch)) % 360, degrees(atan2(b2, a2 * stretch)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0.0
    hue = (h1 + h2 if not c1 * c2 else (h1 + h2) / 2 + (180 if abs(h1 - h2) > 180 else 0)) % 360
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
    t += 0.32 * cos(radians(3 * hue + 6)) - 0.20 * cos(radians(4 * hue - 63))
    in_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    in_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    in_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    twist = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(in_light**2 + in_chroma**2 + in_hue**2 + twist * in_chroma * in_hue)


@pytest.mark.parametrize(
    ("one", "other", "known"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (56, -27, -3), 31.9030),
        ((22.7233, 20.0904, -46.694), (23.0331, 14.973, -42.5619), 2.0373),
        ((90.8027, -2.0831, 1.441), (91.1528, -1.6435, 0.0447), 1.4441),
    ],
)
def test_ciede2000_matches_the_published_examples(one: Lab, other: Lab, known: float) -> None:
    """Sharma, Wu, Dalal: The CIEDE2000 colour-difference formula."""
    assert ciede2000(one, other) == pytest.approx(known, abs=1e-4)


def meaningful_colours(theme: str, edition: str, painted: bool) -> dict[str, ColorTriplet]:
    """Colours with a meaning, in pictures or in text and frames."""
    styles, dyes = styles_named(theme), EDITIONS[edition]
    if painted:
        return {name: styles.palette.colour(name) for name in (*(f"dye.{dye}" for dye in dyes), *OWNERS, *STATES)}
    named = THEME[theme]
    states = {"open": named.accent, "cursor": named.primary, "chosen": named.success}
    return {
        **{f"dye.{dye}": to_triplet(styles.of(f"silk.{dye}").bgcolor) for dye in dyes},
        **{owner: to_triplet(styles.of(owner).color) for owner in OWNERS},
        **{state: parse_colour(code or "") for state, code in states.items()},
    }


def to_triplet(colour: Color | None) -> ColorTriplet:
    assert colour is not None
    return colour.get_truecolor()


@pytest.mark.parametrize("painted", [True, False], ids=["pictures", "text"])
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("theme", (*COLOURED, EXAMPLE))
def test_silk_owners_and_states_are_distinguishable(theme: str, edition: str, painted: bool) -> None:
    colours = meaningful_colours(theme, edition, painted)
    near = {
        pair: round(difference(colours[pair[0]], colours[pair[1]]), 1)
        for pair in combinations(colours, 2)
        if difference(colours[pair[0]], colours[pair[1]]) < APART
    }
    assert not {pair: apart for pair, apart in near.items() if pair not in BY_SHAPE}


def test_pairs_distinguished_by_shape_are_similar_in_colour() -> None:
    palette = styles_named("rokoko-dark").palette
    assert all(difference(palette.colour(one), palette.colour(other)) < APART for one, other in BY_SHAPE)


# ---- text and figures


def ground_of(theme: str, name: str) -> ColorTriplet:
    """Background by its name in the theme, or that of a role."""
    if name in ("background", "surface", "panel"):
        return parse_colour(getattr(THEME[theme], name))
    colour = styles_named(theme).of(name).bgcolor
    return parse_colour(THEME[theme].surface or "") if colour is None else to_triplet(colour)


def text_colour(theme: str, role: str, ground: ColorTriplet) -> ColorTriplet:
    """Visible colour of text; terminals draw dim text at about two thirds."""
    style = styles_named(theme).of(role)
    colour = parse_colour(THEME[theme].foreground or "") if style.color is None else to_triplet(style.color)
    return mix(ground, colour, 2 / 3) if style.dim else colour


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("theme", NAMES)
def test_text_is_readable_on_every_background(theme: str, ground: str) -> None:
    under = ground_of(theme, ground)
    ratios = {role: round(contrast(text_colour(theme, role, under), under), 2) for role in TEXT}
    assert not {role: ratio for role, ratio in ratios.items() if ratio < 4.5}


@pytest.mark.parametrize("theme", NAMES)
def test_text_with_its_own_background_is_readable(theme: str) -> None:
    for role in (*WHOLE, *SILK):
        under = ground_of(theme, role)
        assert contrast(text_colour(theme, role, under), under) >= 4.5, role


@pytest.mark.parametrize("theme", (*COLOURED, EXAMPLE))
def test_figures_in_lines_are_readable_without_a_background(theme: str) -> None:
    for role in SILK:
        style = styles_named(theme).of(role.replace("silk.", "drawn."))
        assert style.bgcolor is None and style.color is not None
        assert contrast(to_triplet(style.color), ground_of(theme, "surface")) >= 4.5, role


@pytest.mark.parametrize("theme", NAMES)
def test_text_and_figures_in_pictures_have_contrast(theme: str) -> None:
    styles = styles_named(theme)
    palette = styles.palette
    for ink, plate in product(INKS, PLATES):
        style = styles.of(f"_{plate} ^{ink}")
        assert contrast(to_triplet(style.color), to_triplet(style.bgcolor)) >= 4.5, (ink, plate)
    for dye, behind in product(sorted(name for name in palette.names if name.startswith("dye.")), BEHIND):
        assert contrast(palette.colour(dye), palette.colour(behind)) >= 3, (dye, behind)


@pytest.mark.parametrize("theme", (*COLOURED, EXAMPLE))
def test_text_roles_are_readable_on_plates(theme: str) -> None:
    """In light themes too: text has the dark theme's style on a dark paint, the light one's on a light paint."""
    styles = styles_named(theme)
    for role, plate in product((*TEXT, "strong"), PLATES):
        style = styles.of(f"_{plate} {role}")
        assert to_triplet(style.bgcolor) == styles.palette.colour(plate)
        assert contrast(to_triplet(style.color), to_triplet(style.bgcolor)) >= 4.5, (role, plate)
    assert styles.of("^gold _card").color == Color.from_triplet(styles.palette.colour("gold")), "a pixel"


# ---- fewer colours


def table_of(colours: int, theme: str = DEFAULT) -> ReductionTable:
    """Return the table of a theme."""
    table = reduction_table(colours, styles_named(theme).palette)
    assert table is not None
    return table


def numbers(style: Style, table: ReductionTable) -> tuple[int, int]:
    """(front, ground) of ``style`` among the colours of a terminal."""
    reduced = reduce_style(style, table)
    assert reduced.color is not None and reduced.color.number is not None
    assert reduced.bgcolor is not None and reduced.bgcolor.number is not None
    return reduced.color.number, reduced.bgcolor.number


def text_styles(theme: str) -> list[tuple[str, Style]]:
    """Every text role on every background."""
    styles, named = styles_named(theme), []
    for role, ground in [*product(TEXT, GROUNDS), *((role, role) for role in (*WHOLE, *SILK))]:
        under = ground_of(theme, ground)
        front = (
            text_colour(theme, role, under) if styles.of(role).color is not None else text_colour(theme, "plain", under)
        )
        named.append((f"{role} on {ground}", Style(color=Color.from_triplet(front), bgcolor=Color.from_triplet(under))))
    return named


@pytest.mark.parametrize("colours", [16, 256])
@pytest.mark.parametrize("theme", NAMES)
def test_reduced_text_is_readable(theme: str, colours: int) -> None:
    table = table_of(colours, theme)
    for what, style in text_styles(theme):
        front, ground = numbers(style, table)
        assert contrast(table.colour(front), table.colour(ground)) >= 4.5, what


def hue(colour: ColorTriplet) -> float:
    _, a, b = to_lab(colour)
    return degrees(atan2(b, a)) % 360


@pytest.mark.parametrize("theme", COLOURED)
def test_silk_keeps_its_hue_among_sixteen_colours(theme: str) -> None:
    """The numerically nearest colour makes the red silk brown and green silk grey."""
    for role in SILK:
        style = styles_named(theme).of(role)
        _, ground = numbers(style, table_of(16, theme))
        turned = abs((hue(VGA[ground]) - hue(to_triplet(style.bgcolor)) + 180) % 360 - 180)
        assert turned < 45, (role, ground)
    for dyes in EDITIONS.values():
        assert len({numbers(styles_named(theme).of(f"silk.{dye}"), table_of(16, theme))[1] for dye in dyes}) == 4


@pytest.mark.parametrize("theme", ["rokoko-dark", "rokoko-safe"])
def test_owners_and_states_differ_among_sixteen_colours(theme: str) -> None:
    black, table = Color.parse("#000000"), table_of(16, theme)
    owners = [numbers(Style(color=styles_named(theme).of(owner).color, bgcolor=black), table)[0] for owner in OWNERS]
    assert len(set(owners)) == len(OWNERS)
    bands = [numbers(styles_named(theme).of(f"band.{state}"), table)[1] for state in ("lit", "open", "chosen")]
    assert len(set(bands)) == 3
    open_text = numbers(Style(color=styles_named(theme).of("open").color, bgcolor=black), table)[0]
    others = [
        numbers(Style(color=styles_named(theme).of(role).color, bgcolor=black), table)[0]
        for role in ("plain", "head", "price", "prestige", "rank", "label", "done", *OWNERS)
    ]
    assert open_text not in others, "gold means selectable"


def test_reduced_backgrounds_exist_on_consoles() -> None:
    for theme in NAMES:
        table = table_of(16, theme)
        assert {numbers(style, table)[1] for _, style in text_styles(theme)} <= {*range(8), 15}


@pytest.mark.parametrize("theme", COLOURED)
def test_256_colours_are_close_to_the_originals(theme: str) -> None:
    """Dark violet is furthest off: the nearest background is grey, and text must be readable on that."""
    table = table_of(256, theme)
    for what, style in text_styles(theme):
        front, ground = numbers(style, table)
        assert difference(to_triplet(style.color), table.colour(front)) < APART, what
        assert difference(to_triplet(style.bgcolor), table.colour(ground)) < APART, what


@pytest.mark.parametrize("theme", COLOURED)
def test_figures_have_contrast_among_256_colours(theme: str) -> None:
    palette, table = styles_named(theme).palette, table_of(256, theme)
    for dye, behind in product(sorted(name for name in palette.names if name.startswith("dye.")), BEHIND):
        pair = [table.colour(table.pixel(palette.colour(paint))) for paint in (dye, behind)]
        assert contrast(*pair) >= 3, (dye, behind)
    walls = [table.pixel(palette.colour(f"wall.{hall}")) for hall in (1, 2, 4)]
    assert len(set(walls)) == 3, "the red, the blue and the violet hall are not grey"


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("theme", COLOURED)
def test_meanings_have_distinct_colours_among_256(theme: str, edition: str) -> None:
    table = table_of(256, theme)
    reduced = {name: table.pixel(colour) for name, colour in meaningful_colours(theme, edition, painted=True).items()}
    same = {pair for pair in combinations(reduced, 2) if reduced[pair[0]] == reduced[pair[1]]}
    assert same <= BY_SHAPE.keys()


def test_the_filter_separates_text_from_pixels_and_is_off_elsewhere() -> None:
    dark = Style(color="#1b3b34", bgcolor="#15121a", bold=True)
    text, pixels, plain = ColourReductionFilter(table_of(256)).apply(
        [Segment("word", dark), Segment("▀ ▄", dark), Segment("plain")], TextualColor(0, 0, 0)
    )
    assert text.style is not None and pixels.style is not None and plain.style is None
    assert text.style.bold and text.style.color is not None and text.style.color.type is ColorType.EIGHT_BIT
    palest = ColourReductionFilter(table_of(16)).apply(
        [Segment("word", Style(color="#222222", bgcolor="#111111"))], TextualColor(0, 0, 0)
    )[0]
    assert palest.style is not None and palest.style.color is not None
    assert contrast(VGA[palest.style.color.number or 0], VGA[0]) >= 4.5
    pixel = ColourReductionFilter(table_of(16)).apply(
        [Segment("▀", Style(color="#222222", bgcolor="#111111"))], TextualColor(0, 0, 0)
    )[0]
    assert pixel.style is not None and pixel.style.color is not None and pixel.style.color.number == 0
    tables = [reduction_table(colours, styles_named(DEFAULT).palette) for colours in (0, 16, 256, 1 << 24)]
    assert [ColourReductionFilter(table).enabled for table in tables] == [False, True, True, False]
