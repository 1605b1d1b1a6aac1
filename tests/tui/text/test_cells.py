"""Truncating, wrapping and centring text by terminal cells, with wide characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rokoko_tui.text.cells import centre, fold, justify, keep_amounts, pad, pad_left, truncate, wrap
from rokoko_tui.text.safe_display import NO_BREAK_SPACE

TEXTS = st.text("ab é日本 ", max_size=30)
WIDTHS = st.integers(2, 12)


@pytest.mark.parametrize(
    ("text", "width", "cut"),
    [
        ("silk", 4, "silk"),
        ("silk", 3, "si…"),
        ("silk", 1, "…"),
        ("silk", 0, ""),
        ("silk", -1, ""),
        ("ab cd", 4, "ab…"),
        ("日本語", 6, "日本語"),
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日…"),
    ],
)
def test_fit_truncates_with_an_ellipsis(text: str, width: int, cut: str) -> None:
    assert truncate(text, width) == cut


@pytest.mark.parametrize(
    ("text", "width", "lines", "rows"),
    [
        ("one two three", 7, 3, ["one two", "three"]),
        ("one two three", 6, 3, ["one", "two", "three"]),
        ("one two three", 6, 2, ["one", "two t…"]),
        ("one two three", 6, 1, ["one t…"]),
        ("enormous", 5, 2, ["enor…"]),
        ("", 5, 2, [""]),
    ],
)
def test_folding_breaks_at_blanks_and_marks_truncation(text: str, width: int, lines: int, rows: list[str]) -> None:
    assert fold(text, width, lines) == rows


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two", 7, ["one two"]),
        ("one two", 6, ["one", "two"]),
        ("enormous", 3, ["eno", "rmo", "us"]),
        ("an enormous", 3, ["an", "eno", "rmo", "us"]),
        ("日本語", 4, ["日本", "語"]),
        ("日本語", 5, ["日本", "語"]),
        ("日本", 1, ["日", "本", ""]),
        ("", 5, [""]),
    ],
)
def test_wrapping_keeps_all_text(text: str, width: int, lines: list[str]) -> None:
    assert list(wrap(text, width)) == lines


@given(TEXTS, WIDTHS)
def test_no_line_is_wider_than_its_limit(text: str, width: int) -> None:
    assert cell_len(truncate(text, width)) <= width
    assert all(cell_len(line) <= width for line in (*fold(text, width, 2), *wrap(text, width)))
    assert "".join(wrap(text, width)).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize(
    ("text", "width", "centred_text"),
    [("ab", 6, "--ab--"), ("ab", 5, "-ab--"), ("日", 5, "-日--"), ("abc", 2, "a…"), ("abc", 3, "abc")],
)
def test_centred_text_fills_the_width(text: str, width: int, centred_text: str) -> None:
    assert centre(text, width, "-") == centred_text
    assert centre(text, width) == centred_text.replace("-", " ")


def test_lines_are_not_broken_between_a_number_and_its_unit() -> None:
    text = f"ціна 5{NO_BREAK_SPACE}ліврів"
    assert wrap(text, 9) == ("ціна", f"5{NO_BREAK_SPACE}ліврів")
    assert fold(text, 9, 2) == ["ціна", f"5{NO_BREAK_SPACE}ліврів"]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("it costs 5 Livre", 10, ["it costs", "5 Livre"]),
        ("a tile, 12 → 7 Livre", 18, ["a tile,", "12 → 7 Livre"]),
        ("space 1 · free", 7, ["space 1", "· free"]),
        ("segment 1 for 2 Livre", 13, ["segment 1 for", "2 Livre"]),
        ("segment 1 for 2 Livre", 11, ["segment 1", "for 2 Livre"]),
        ("hall 2, space 1", 9, ["hall 2,", "space 1"]),
        ("a sum of 5 Livre", 6, ["a sum", "of 5", "Livre"]),
        ("all halls, Jeweler 2, statue 12", 20, ["all halls,", "Jeweler 2, statue 12"]),
        ("coat to hall 3", 12, ["coat to", "hall 3"]),
        ("Jeweler 2 · task", 12, ["Jeweler 2 ·", "task"]),
    ],
)
def test_a_number_stays_with_what_it_counts_where_both_fit(text: str, width: int, lines: list[str]) -> None:
    assert list(wrap(text, width)) == lines


@pytest.mark.parametrize("text", ["Фінансувати · від 8 л", "Rosalie has been thinking for 10 s"])
def test_the_letter_of_a_unit_does_not_begin_a_line(text: str) -> None:
    assert wrap(text, cell_len(text) - 1)[-1] == text[-len(text.split()[-2]) - 2 :]


def test_an_amount_is_one_word_for_a_widget_that_wraps() -> None:
    assert keep_amounts("for 5 Livre of 12 → 7 Livre").split(" ") == [
        "for",
        f"5{NO_BREAK_SPACE}Livre",
        "of",
        NO_BREAK_SPACE.join(("12", "→", "7", "Livre")),
    ]


@pytest.mark.parametrize(("text", "cells"), [("abc", "  abc"), ("一二", " 一二"), ("a longer text", "a lo…")])
def test_text_is_aligned_by_cells(text: str, cells: str) -> None:
    assert pad_left(text, 5) == cells
    assert pad(text, 5).strip() == cells.strip() and cell_len(pad(text, 5)) == 5


@pytest.mark.parametrize(("width", "line"), [(10, "wins     7"), (6, "wins 7"), (5, "wi… 7")])
def test_two_texts_are_at_the_ends_of_a_line(width: int, line: str) -> None:
    assert justify("wins", "7", width) == line
