"""Glyph sets: complete, one cell per glyph, and distinct where meanings differ; the settings that select them."""

import unicodedata
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from shutil import copy

import pytest
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

import rokoko_tui
from rokoko_tui.art.symbols import CROWN, MARKS
from rokoko_tui.games import Start
from rokoko_tui.settings.settings import Settings, load_settings
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.theme import terminal_capabilities as terminal
from rokoko_tui.theme.output_filters import ControlCharacterFilter, GlyphFilter
from rokoko_tui.theme.terminal_capabilities import (
    GLYPH_TABLE,
    Choice,
    GlyphSet,
    choose_glyph_set,
    choose_pictures,
    to_glyph_set,
)
from rokoko_tui.widgets.drawing_view import Pane
from tests.saves.sample_games import FOLDER
from tests.tui.at_table import TWO, at_table
from tests.tui.cli.shell import Run
from tests.tui.scenes import text_of

SOURCES = Path(rokoko_tui.__file__).parent
SOURCE_PATTERNS = (
    "art/**/*.py",
    "theme/*.py",
    "widgets/*.py",
    "panes/**/*.py",
    "screens/**/*.py",
    "arena/*.py",
    "keys.py",
    "text/**/*.toml",
)
"""Files that may contain glyphs shown to a player."""
WGL4_RANGES = """
20-7e a0-17f 192 1fa-1ff 2c6-2c7 2c9 2d8-2dd 384-38a 38c 38e-3a1 3a3-3ce 400-45f 490-491
1e80-1e85 1ef2-1ef3 2013-2015 2017-201e 2020-2022 2026 2030 2032-2033 2039-203a 203c 203e 2044 207f 20a3-20a4 20a7 20ac
2105 2113 2116 2122 2126 212e 215b-215e 2190-2195 21a8 2202 2206 220f 2211-2212 2215 2219-221a 221e-221f 2229 222b 2248
2260-2261 2264-2265 2302 2310 2320-2321 2500 2502 250c 2510 2514 2518 251c 2524 252c 2534 253c 2550-256c 2580 2584 2588
258c 2590-2593 25a0-25a1 25aa-25ac 25b2 25ba 25bc 25c4 25ca-25cb 25cf 25d8-25d9 25e6 263a-263c 2640 2642 2660 2663
2665-2666 266a-266b fb01-fb02
"""
"""Windows Glyph List 4 (microsoft.com/typography/otspec/wgl4.htm, with the four letters of 2008): 657 code points
without the two for private use, f001 and f002."""
DISTINCT_GROUPS: tuple[str, ...] = (
    "●■▲◆✦♛★",
    "●■▲◆✦♛○◇",
    "●■▲◆✦♛✓►▹",
    "●■▲◆✦♛▴▾",
    "✓○·–",
    "►▹✓",
    "►◄▹◃",
    "≈✻★♪◇",
    "▤◇★",
    "▴▾",
    "←→↑↓",
    "⇤«‹›»⇥",
    "─│┃",
    "─━●",
    "█▀▄",
)
"""Groups of glyphs with different meanings that are shown side by side; no set may merge them."""


def wgl4() -> set[str]:
    ranges = (part.partition("-") for part in WGL4_RANGES.split())
    return {chr(code) for first, _, last in ranges for code in range(int(first, 16), int(last or first, 16) + 1)}


def glyphs_in(text: str) -> set[str]:
    """All characters that are neither letters nor ASCII."""
    return {char for char in text if not char.isascii() and unicodedata.category(char)[0] not in "LM"}


def sources() -> Iterator[Path]:
    for pattern in SOURCE_PATTERNS:
        yield from sorted(SOURCES.glob(pattern))


@pytest.mark.parametrize("path", [*sources()], ids=lambda path: path.relative_to(SOURCES).as_posix())
def test_every_glyph_in_a_source_file_is_in_the_table(path: Path) -> None:
    if path.name != "terminal_capabilities.py":
        assert glyphs_in(path.read_text(encoding="utf-8")) - {NO_BREAK_SPACE} <= set(GLYPH_TABLE[GlyphSet.FULL])


def test_no_break_spaces_are_shown_as_plain_ones() -> None:
    line = [Segment(f"5{NO_BREAK_SPACE}ліврів\x07", Style())]
    bell = "?" * cell_len("\x07")  # older versions of rich count a cell for it
    assert [segment.text for segment in ControlCharacterFilter().apply(line, Color(0, 0, 0))] == [f"5 ліврів{bell}"]


@pytest.mark.parametrize("glyph_set", GlyphSet)
def test_every_glyph_is_one_cell_wide_in_each_set(glyph_set: GlyphSet) -> None:
    assert GLYPH_TABLE[glyph_set].keys() == GLYPH_TABLE[GlyphSet.FULL].keys()
    assert {cell_len(glyph) for glyph in GLYPH_TABLE[glyph_set].values()} == {1}
    assert {len(glyph) for glyph in GLYPH_TABLE[glyph_set].values()} == {1}


def test_each_set_contains_only_its_own_characters() -> None:
    assert len(wgl4()) == 655
    assert all(full == glyph for full, glyph in GLYPH_TABLE[GlyphSet.FULL].items())
    assert set(GLYPH_TABLE[GlyphSet.WGL4].values()) <= wgl4()
    assert all(glyph.isascii() and glyph.isprintable() for glyph in GLYPH_TABLE[GlyphSet.ASCII].values())


@pytest.mark.parametrize("glyph_set", GlyphSet)
@pytest.mark.parametrize("group", DISTINCT_GROUPS)
def test_glyphs_with_different_meanings_differ(group: str, glyph_set: GlyphSet) -> None:
    substitutes = GLYPH_TABLE[glyph_set]
    assert not [(a, b) for a, b in combinations(group, 2) if substitutes[a] == substitutes[b]]


def test_owner_marks_are_in_one_distinct_group() -> None:
    assert any({*MARKS.values(), CROWN, "★"} <= set(group) for group in DISTINCT_GROUPS)


def test_letters_are_replaced_only_on_request_and_only_in_ascii() -> None:
    assert to_glyph_set("★3 Zoë", GlyphSet.FULL) == "★3 Zoë"
    assert to_glyph_set("★3 Zoë", GlyphSet.WGL4) == "☼3 Zoë"
    assert to_glyph_set("★3 Zoë", GlyphSet.ASCII) == "*3 Zoë"
    assert to_glyph_set("★3 Zoë 宮", GlyphSet.ASCII, letters=True) == "*3 Zoe ??"
    assert to_glyph_set("★3 Їжак ж", GlyphSet.ASCII, letters=True, own="їжак") == "*3 Їжак ж"
    assert to_glyph_set("★3 Їж", GlyphSet.ASCII, letters=True) == "*3 ??"


def test_no_change_never_reads_like_a_gain() -> None:
    assert all(to_glyph_set("±0", glyph_set)[0] not in "+-−" for glyph_set in GlyphSet)


def test_the_filter_keeps_width_and_style() -> None:
    bold = Style(bold=True)
    line = [Segment("● Ada ★19 宮"), Segment("▀▄", bold)]
    filtered = GlyphFilter(GlyphSet.ASCII).apply(line, Color(0, 0, 0))
    assert [(segment.text, segment.style) for segment in filtered] == [("@ Ada *19 ??", None), ('"_', bold)]
    assert not GlyphFilter(GlyphSet.FULL).enabled


# ---- settings


@pytest.mark.parametrize(
    ("setting", "encoding", "term", "choice"),
    [
        ("auto", "UTF-8", "xterm-256color", Choice("full", "fine")),
        ("auto", "utf8", "", Choice("full", "fine")),
        ("auto", "UTF-8", "linux", Choice("wgl4", "linux")),
        ("auto", "UTF-8", "dumb", Choice("ascii", "dumb")),
        ("auto", "ISO-8859-1", "xterm", Choice("ascii", "encoding")),
        ("auto", "ANSI_X3.4-1968", "linux", Choice("ascii", "encoding")),
        ("full", "ISO-8859-1", "dumb", Choice("full", "setting")),
        ("ascii", "UTF-8", "xterm", Choice("ascii", "setting")),
    ],
)
def test_glyph_set_follows_the_setting_then_the_terminal(
    monkeypatch: pytest.MonkeyPatch, setting: str, encoding: str, term: str, choice: Choice
) -> None:
    monkeypatch.setattr(terminal, "encoding", lambda: encoding)
    assert choose_glyph_set(setting, {"TERM": term}) == choice


@pytest.mark.parametrize(
    ("setting", "signs", "colours", "colourless", "choice"),
    [
        ("auto", "full", 1 << 24, False, Choice("on", "fine")),
        ("auto", "wgl4", 256, False, Choice("on", "fine")),
        ("auto", "wgl4", 16, False, Choice("off", "few")),
        ("auto", "full", 0, False, Choice("off", "few")),
        ("auto", "full", 256, True, Choice("off", "colourless")),
        ("auto", "ascii", 256, False, Choice("off", "ascii")),
        ("on", "full", 16, True, Choice("on", "setting")),
        ("off", "full", 256, False, Choice("off", "setting")),
        ("on", "ascii", 256, False, Choice("off", "ascii")),
    ],
)
def test_pictures_need_colours_and_half_blocks(
    setting: str, signs: str, colours: int, colourless: bool, choice: Choice
) -> None:
    assert choose_pictures(setting, signs, colours, colourless) == choice


async def test_glyphs_and_pictures_change_immediately_and_are_saved(tmp_path: Path) -> None:
    async with at_table(tmp_path, Start()) as player:
        assert player.app.pictures
        assert glyphs_in(text_of(player.app))
        for name in ("full", "wgl4", "ascii"):
            await player.press("f6")
            assert player.app.settings.signs == load_settings().signs == name
        assert not glyphs_in(text_of(player.app))
        assert not player.app.pictures, "no half blocks in ASCII"
        await player.press("f6", "f7", "f7")
        assert (player.app.settings.signs, player.app.settings.pictures) == ("auto", "off")
        assert load_settings().pictures == "off"
        assert not player.app.pictures
        await player.press("f7")
        assert player.app.pictures
        player.app.change_setting("theme", "rokoko-mono")
        await player.settle()
        assert not player.app.pictures


async def test_the_table_follows_the_pictures_setting(tmp_path: Path) -> None:
    async with at_table(tmp_path, TWO) as player:
        panes = [pane for pane in player.table.query(Pane) if pane.scene is not None]
        assert panes and all(pane.scene.pictures for pane in panes)
        await player.press("f7", "f7")
        assert player.app.settings.pictures == "off"
        assert not any(pane.scene.pictures for pane in panes)


def test_show_prints_the_requested_glyphs(run: Run, save: Path) -> None:
    assert glyphs_in(run("show", save).out)
    assert glyphs_in(run("show", save, "--signs", "wgl4").out) <= wgl4()
    assert not glyphs_in(run("--signs", "ascii", "show", save).out)
    assert "▀▀▀" not in run("show", save).out, "colourless text is drawn in lines"


def test_settings_default_to_auto() -> None:
    assert (Settings().signs, Settings().pictures) == ("auto", "auto")


async def test_a_replay_follows_the_pictures_setting(tmp_path: Path) -> None:
    path = copy(FOLDER / "base-2.rokoko", tmp_path)
    async with at_table(tmp_path, Start("replay", path=Path(path))) as player:
        before = text_of(player.app)
        await player.press("f7", "f7")
        assert player.app.settings.pictures == "off"
        assert text_of(player.app) != before
