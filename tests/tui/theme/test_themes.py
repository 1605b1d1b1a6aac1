"""Themes: what is written can be read, owners and silks are told apart, and without colours letters carry it all."""

from itertools import combinations

import pytest
from rich.color import Color
from rich.style import Style
from rich.text import Text

from rokoko_tui.theme.themes import DEFAULT, MONOCHROME, THEMES, chosen, styles_of

NAMES = [theme.name for theme in THEMES]
COLOURED = [name for name in NAMES if name != MONOCHROME]
GROUNDS = {theme.name: theme.background or "" for theme in THEMES}
STANDING_OUT = ("strong", "head", "price", "prestige", "rank", "done", "turn", "open", "lit")
"""Roles of what the eye is to find first."""
ON_GROUND = ("plain", "dim", "head", "label", "price", "prestige", "rank", "notion", "done", "open")
"""Roles that lay no colour under what they write."""
ON_THEIR_OWN = ("card", "other-card", "turn", "lit")
"""Roles that lay one."""
OWNERS = [f"owner.{name}" for name in ("0", "1", "2", "3", "4", "barry")]
SILK = [f"silk.{name}" for name in ("yellow", "green", "red", "blue", "pink", "orange")]


def brightness(colour: Color) -> float:
    """Relative luminance, as the guidelines for readable pages reckon it."""
    parts = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color | None, other: Color | None) -> float:
    assert one is not None and other is not None
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("role", [*ON_GROUND, *OWNERS])
def test_what_is_written_on_the_ground_can_be_read(theme: str, role: str) -> None:
    style = styles_of(theme).of(role)
    assert style.bgcolor is None
    assert contrast(style.color, Color.parse(GROUNDS[theme])) >= 4.5


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("role", [*ON_THEIR_OWN, *SILK])
def test_what_is_written_on_a_colour_can_be_read(theme: str, role: str) -> None:
    style = styles_of(theme).of(role)
    assert contrast(style.color, style.bgcolor) >= 4.5


@pytest.mark.parametrize("theme", NAMES)
def test_what_the_eye_is_to_find_first_is_bold(theme: str) -> None:
    styles = styles_of(theme)
    assert all(styles.of(role).bold for role in (*STANDING_OUT, *OWNERS, *SILK))
    assert not any(styles.of(role).bold for role in ("plain", "card", "other-card", "space", "dim", "label"))


@pytest.mark.parametrize("theme", COLOURED)
def test_owners_silks_and_cards_are_told_apart(theme: str) -> None:
    styles = styles_of(theme)
    assert len({styles.of(owner).color for owner in OWNERS}) == len(OWNERS)
    assert all(styles.of(one).bgcolor != styles.of(other).bgcolor for one, other in combinations(SILK, 2))
    assert len({styles.of(role).bgcolor for role in ("card", "other-card", "space", "lit")}) == 4
    assert styles.of("space").color == styles.of("dim").color != styles.of("plain").color


@pytest.mark.parametrize("theme", COLOURED)
def test_lit_silk_keeps_its_dye(theme: str) -> None:
    styles = styles_of(theme)
    lit, plain = styles.of("silk.red lit-silk"), styles.of("silk.red")
    assert (lit.color, lit.bgcolor) == (plain.color, plain.bgcolor)
    assert lit.underline and not plain.underline


def test_without_colours_there_are_greys_at_most_and_what_is_lit_is_reversed() -> None:
    styles = styles_of(MONOCHROME)
    roles = [*ON_GROUND, *ON_THEIR_OWN, "space", "strong", "lit-silk", *OWNERS, *SILK]
    for style in map(styles.of, roles):
        assert style.color is None
        if style.bgcolor is not None:
            assert len(set(style.bgcolor.get_truecolor())) == 1
    assert [role for role in roles if styles.of(role).reverse] == ["turn", "lit", "lit-silk"]
    assert [role for role in roles if styles.of(role).dim] == ["dim", "space"]


def test_the_dark_themes_are_dark() -> None:
    for theme in THEMES:
        assert (brightness(Color.parse(theme.background or "")) < 0.5) == theme.dark
    assert [theme.name for theme in THEMES if not theme.dark] == ["rokoko-light"]


def test_a_theme_of_somebody_else_gets_the_styles_of_ours() -> None:
    assert styles_of("nord").of("head") == styles_of(DEFAULT).of("head")
    assert styles_of("nord", False).of("head") == styles_of("rokoko-light").of("head")
    assert styles_of("rokoko-dark", False).of("head") == styles_of(DEFAULT).of("head")


def test_the_theme_to_start_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert [chosen(name) for name in (*NAMES, "nord", "")] == [*NAMES, DEFAULT, DEFAULT]
    monkeypatch.setenv("NO_COLOR", "1")
    assert chosen("rokoko-light") == MONOCHROME


def test_roles_add_up_and_the_last_one_wins() -> None:
    styles = styles_of(DEFAULT)
    both = styles.of("card strong")
    assert both == Style.combine([styles.of("card"), styles.of("strong")]) and both.bold
    assert styles.of("strong card").bgcolor == styles.of("card").bgcolor
    assert styles.of("price dim").color == styles.of("dim").color
    line = Text("silk", no_wrap=True)
    line.stylize("head", 0, 2)
    dressed = styles.dressed(line)
    assert dressed.plain == "silk" and dressed.no_wrap and dressed.end == ""
    assert [(span.start, span.end, span.style) for span in dressed.spans] == [(0, 2, styles.of("head"))]
    with pytest.raises(KeyError):
        styles.of("no-such-role")
