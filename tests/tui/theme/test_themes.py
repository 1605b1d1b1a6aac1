"""Themes: text is readable, owners and silks differ, and monochrome needs no colour."""

from itertools import combinations

import pytest
from rich.color import Color
from rich.style import Style
from rich.text import Text
from textual.theme import BUILTIN_THEMES

from rokoko_tui.theme.styles import styles_of
from rokoko_tui.theme.theme_files import DEFAULT, MONOCHROME, shipped_theme
from tests.tui.shipped_themes import COLOURED, NAMES, styles_named, theme_named

GROUNDS = {name: shipped_theme(name).colours["background"] for name in NAMES}
EMPHASISED = ("strong", "head", "price", "prestige", "rank", "done", "turn", "open", "lit")
"""Roles in bold."""
WITHOUT_BACKGROUND = ("plain", "dim", "head", "label", "price", "prestige", "rank", "notion", "done", "open")
WITH_BACKGROUND = ("card", "other-card", "turn", "lit")
OWNERS = [f"owner.{name}" for name in ("0", "1", "2", "3", "4", "barry")]
SILK = [f"silk.{name}" for name in ("yellow", "green", "red", "blue", "pink", "orange")]


def brightness(colour: Color) -> float:
    """Relative luminance of WCAG 2, computed independently of the code under test."""
    parts = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color | None, other: Color | None) -> float:
    assert one is not None and other is not None
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("role", [*WITHOUT_BACKGROUND, *OWNERS])
def test_text_is_readable_on_the_theme_background(theme: str, role: str) -> None:
    style = styles_named(theme).of(role)
    assert style.bgcolor is None
    assert contrast(style.color, Color.parse(GROUNDS[theme])) >= 4.5


@pytest.mark.parametrize("theme", COLOURED)
@pytest.mark.parametrize("role", [*WITH_BACKGROUND, *SILK])
def test_text_with_its_own_background_is_readable(theme: str, role: str) -> None:
    style = styles_named(theme).of(role)
    assert contrast(style.color, style.bgcolor) >= 4.5


@pytest.mark.parametrize("theme", NAMES)
def test_emphasised_roles_are_bold(theme: str) -> None:
    styles = styles_named(theme)
    assert all(styles.of(role).bold for role in (*EMPHASISED, *OWNERS, *SILK))
    assert not any(styles.of(role).bold for role in ("plain", "card", "other-card", "space", "dim", "label"))


@pytest.mark.parametrize("theme", COLOURED)
def test_owners_silks_and_cards_differ(theme: str) -> None:
    styles = styles_named(theme)
    assert len({styles.of(owner).color for owner in OWNERS}) == len(OWNERS)
    assert all(styles.of(one).bgcolor != styles.of(other).bgcolor for one, other in combinations(SILK, 2))
    assert len({styles.of(role).bgcolor for role in ("card", "other-card", "space", "lit")}) == 4
    assert styles.of("space").color == styles.of("dim").color != styles.of("plain").color


@pytest.mark.parametrize("theme", COLOURED)
def test_lit_silk_keeps_its_dye(theme: str) -> None:
    styles = styles_named(theme)
    lit, plain = styles.of("silk.red lit-silk"), styles.of("silk.red")
    assert (lit.color, lit.bgcolor) == (plain.color, plain.bgcolor)
    assert lit.underline and not plain.underline


def test_monochrome_has_greys_only_and_reverses_lit_roles() -> None:
    styles = styles_named(MONOCHROME)
    roles = [*WITHOUT_BACKGROUND, *WITH_BACKGROUND, "space", "strong", "lit-silk", *OWNERS, *SILK]
    for style in map(styles.of, roles):
        assert style.color is None
        if style.bgcolor is not None:
            assert len(set(style.bgcolor.get_truecolor())) == 1
    assert [role for role in roles if styles.of(role).reverse] == ["turn", "lit", "lit-silk"]
    assert [role for role in roles if styles.of(role).dim] == ["dim", "space"]


def test_the_dark_themes_are_dark() -> None:
    themes = [theme_named(name) for name in NAMES]
    assert all((brightness(Color.parse(theme.background or "")) < 0.5) == theme.dark for theme in themes)
    assert [theme.name for theme in themes if not theme.dark] == ["rokoko-light"]


def test_foreign_themes_get_our_styles() -> None:
    assert styles_of(BUILTIN_THEMES["nord"]) is styles_named(DEFAULT)
    assert styles_of(BUILTIN_THEMES["textual-light"]) is styles_named("rokoko-light")
    assert all(styles_of(theme_named(name)) is styles_named(name) for name in NAMES)


def test_roles_combine_and_the_last_one_wins() -> None:
    styles = styles_named(DEFAULT)
    both = styles.of("card strong")
    assert both == Style.combine([styles.of("card"), styles.of("strong")]) and both.bold
    assert styles.of("strong card").bgcolor == styles.of("card").bgcolor
    assert styles.of("price dim").color == styles.of("dim").color
    line = Text("silk", no_wrap=True)
    line.stylize("head", 0, 2)
    styled = styles.apply_styles(line)
    assert styled.plain == "silk" and styled.no_wrap and styled.end == ""
    assert [(span.start, span.end, span.style) for span in styled.spans] == [(0, 2, styles.of("head"))]
    with pytest.raises(KeyError):
        styles.of("no-such-role")
