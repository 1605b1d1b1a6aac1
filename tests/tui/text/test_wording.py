"""Wordings, the form that fits, and text in terminal cells, with wide characters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rokoko_tui.art.canvas import Canvas
from rokoko_tui.text import get_words
from rokoko_tui.text.language_check import faults, message_keys
from rokoko_tui.text.languages import EDITIONS, Edition, load_language, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.messages import VALUE_TYPES, ValueType
from rokoko_tui.text.safe_display import NO_BREAK_SPACE
from rokoko_tui.text.wording import (
    Wording,
    combine,
    fit,
    fit_inside,
    fold,
    justify,
    measure,
    pad,
    truncate,
    truncate_start,
    wrap,
)
from tests.tabletop import new
from tests.tui.panes.test_panes import plain, scene_of
from tests.tui.text.test_fallback import ALL_VALUES, Edited

LONG, SHORT = "a long text", "short"
PHRASE = "a phrase of a usual length"
TEXTS = st.text("ab é日本 ", max_size=30)
WIDTHS = st.integers(2, 12)


def edited(entry: object, key: str = "start.title") -> Vocabulary:
    """Return the Ukrainian vocabulary with another entry of a message."""
    language = Edited(load_language("ukrainian"))
    language.put(key, entry)
    return Vocabulary(language, "deluxe")


@pytest.mark.parametrize(("cells", "form"), [(99, LONG), (11, LONG), (10, SHORT), (5, SHORT), (2, SHORT)])
def test_the_longest_form_that_fits_is_shown_or_the_shortest(cells: int, form: str) -> None:
    assert fit(Wording(LONG, SHORT), cells) == form


def test_a_point_within_sentences_stays_at_the_end_of_a_line() -> None:
    lines = [wrap(f"Red dress · 2 L{end}", 11) for end in ("", "; sell it")]
    assert lines == [("Red dress", "2 L"), (f"Red dress{NO_BREAK_SPACE}·", "2 L; sell", "it")]


@pytest.mark.parametrize(("width", "written"), [(12, "a long text"), (8, "short"), (4, "sho…")])
def test_a_drawing_has_the_form_that_fits(width: int, written: str) -> None:
    canvas = Canvas(scene_of(new()), width)
    assert canvas.put(0, 0, Wording(LONG, SHORT)) == len(written)
    canvas.centre(0, 1, width, Wording(LONG, SHORT))
    assert [line.strip() for line in plain(canvas.finish())] == [written] * 2


def test_a_form_of_parts_is_as_wide_as_all_of_them() -> None:
    parts = [[("a long ", "text"), ("text", "dim")], [("short", "text")]]
    assert [fit(parts, cells) for cells in (11, 10)] == parts


def test_wide_characters_take_two_cells() -> None:
    assert fit(Wording("一二三", "123"), 5) == "123"


def test_a_list_in_a_table_of_messages_has_the_forms_of_one() -> None:
    words = edited([LONG, SHORT])
    assert words.wording("start.title") == (LONG, SHORT)
    assert words.say("start.title") == LONG
    assert edited(LONG).wording("start.title") == (LONG,)


def test_each_form_has_only_the_values_that_it_uses() -> None:
    words = edited(["{who}: {n}", "{n}"])
    assert words.wording("start.title", who="Ada", n=3) == ("Ada: 3", "3")


def test_a_value_with_forms_gives_its_form_to_each_form_of_the_message() -> None:
    names = Wording("red ladies' dress", "red")
    assert edited("{what}!").wording("start.title", what=names) == ("red ladies' dress!", "red!")
    assert edited(["{what}!", "{what}"]).wording("start.title", what=names) == ("red ladies' dress!", "red")
    assert edited(["{what}!", "{what}"]).wording("start.title", what="red") == ("red!", "red")


def test_a_statement_of_several_parts_has_as_many_forms_as_the_part_with_most() -> None:
    assert combine(["a", Wording("bb", "b")], ", ".join) == ("a, bb", "a, b")
    assert combine(["a", "b"], ", ".join) == ("a, b",)


def test_an_edition_has_all_forms_of_a_message_of_its_own() -> None:
    classic, deluxe = (get_words(edition).wording("panes.decorations.fountain") for edition in ("classic", "deluxe"))
    assert classic == ("Fountain", "Fount") and deluxe == ("Kitchen", "Kitc")


def test_the_check_names_the_form_that_is_missing_or_too_much() -> None:
    language = Edited(load_language("ukrainian"))
    language.put("panes.workshop.rent", ["оренда"])
    assert [str(fault) for fault in faults(language)] == ["panes.workshop.rent.1: missing: english"]
    language.put("panes.workshop.rent", ["оренда", "ор.", "о"])
    assert [str(fault) for fault in faults(language)] == ["panes.workshop.rent.2: unknown: ukrainian"]


def test_each_form_has_its_own_limit() -> None:
    language = Edited(load_language("ukrainian"))
    language.put("panes.workshop.rent", ["оренда!", "оренда!"])
    assert any(str(fault).startswith("panes.workshop.rent.1: limit") for fault in faults(language))


def test_a_form_that_a_language_lacks_is_no_form_of_english() -> None:
    words = edited(["оренда"], "panes.workshop.rent")
    assert words.wording("panes.workshop.rent") == ("оренда",)


@pytest.mark.parametrize("language", shipped_languages())
@pytest.mark.parametrize("edition", EDITIONS)
def test_no_form_of_a_message_is_wider_than_the_one_before(language: str, edition: Edition) -> None:
    words = get_words(edition, language)
    keys = set(message_keys(words.language))
    values = {name: PHRASE if kind is ValueType.PHRASE else ALL_VALUES[name] for name, kind in VALUE_TYPES.items()}
    values["what"] = "x"  # the name of a pane, shorter than that beside it
    wordings = {key: words.wording(key, **values) for key in keys if f"{key}.1" in keys}
    assert len(wordings) > 90
    assert [key for key, forms in wordings.items() if sorted(forms, key=measure, reverse=True) != list(forms)] == []


# ---- text in cells


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
    ("text", "width", "end"),
    [("saves", 5, "saves"), ("/home/ada/saves", 9, "…da/saves"), ("/王小明/王", 6, "…明/王"), ("saves", 1, "…")],
)
def test_of_a_path_the_end_is_kept(text: str, width: int, end: str) -> None:
    assert truncate_start(text, width) == end and cell_len(end) <= width


@pytest.mark.parametrize(
    ("text", "width", "lines", "rows"),
    [
        ("one two three", 7, 3, ["one two", "three"]),
        ("one two three", 6, 3, ["one", "two", "three"]),
        ("one two three", 6, 2, ["one", "two t…"]),
        ("one two three", 6, 1, ["one t…"]),
        ("enormous", 5, 2, ["enor…"]),
        ("a 1 · b 2 · c 3", 12, 2, ["a 1 · b 2", "c 3"]),
        ("a 1 · b 2 · c 3", 12, 1, ["a 1 · b 2 ·…"]),
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


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (30, ["Green coat · two Livre · GGG"]),
        (24, ["Green coat · two Livre", "GGG"]),
        (15, ["Green coat", "two Livre · GGG"]),
        (11, ["Green coat", "two Livre", "GGG"]),
    ],
)
def test_no_line_begins_or_ends_with_the_point_between_facts(width: int, lines: list[str]) -> None:
    text = "Green coat · two Livre · GGG"
    assert list(wrap(text, width)) == fold(text, width, 3) == fold(text, width, 3, whole=True) == lines


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
    assert pad(text, width, "center", "-") == centred_text
    assert pad(text, width, "center") == centred_text.replace("-", " ")


def test_lines_are_not_broken_between_a_number_and_its_unit() -> None:
    text = f"ціна 5{NO_BREAK_SPACE}ліврів"
    assert wrap(text, 9) == ("ціна", f"5{NO_BREAK_SPACE}ліврів")
    assert fold(text, 9, 2) == ["ціна", f"5{NO_BREAK_SPACE}ліврів"]


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("it costs 5 Livre", 10, ["it costs", "5 Livre"]),
        ("a tile, 12 → 7 Livre", 18, ["a tile,", "12 → 7 Livre"]),
        ("space 1 · free", 7, ["space 1", "free"]),
        ("segment 1 for 2 Livre", 13, ["segment 1 for", "2 Livre"]),
        ("segment 1 for 2 Livre", 11, ["segment 1", "for 2 Livre"]),
        ("hall 2, space 1", 9, ["hall 2,", "space 1"]),
        ("a sum of 5 Livre", 6, ["a sum", "of 5", "Livre"]),
        ("all halls, Jeweler 2, statue 12", 20, ["all halls,", "Jeweler 2, statue 12"]),
        ("coat to hall 3", 12, ["coat to", "hall 3"]),
        ("Jeweler 2 · task", 12, ["Jeweler 2", "task"]),
    ],
)
def test_a_number_stays_with_what_it_counts_where_both_fit(text: str, width: int, lines: list[str]) -> None:
    assert list(wrap(text, width)) == lines


@pytest.mark.parametrize("text", ["Фінансувати · від 8 л", "Rosalie has been thinking for 10 s"])
def test_the_letter_of_a_unit_does_not_begin_a_line(text: str) -> None:
    assert wrap(text, cell_len(text) - 1)[-1] == text[-len(text.split()[-2]) - 2 :]


@pytest.mark.parametrize(("text", "cells"), [("abc", "  abc"), ("一二", " 一二"), ("a longer text", "a lo…")])
def test_text_is_aligned_by_cells(text: str, cells: str) -> None:
    assert pad(text, 5, "right") == cells
    assert pad(text, 5).strip() == cells.strip() and cell_len(pad(text, 5)) == 5


@pytest.mark.parametrize(("width", "line"), [(10, "wins     7"), (6, "wins 7"), (5, "wi… 7")])
def test_two_texts_are_at_the_ends_of_a_line(width: int, line: str) -> None:
    assert justify("wins", "7", width) == line


@pytest.mark.parametrize(
    ("cells", "text"), [(30, "with Ada and Bo, today"), (21, "with Ada, today"), (14, "with A…, today")]
)
def test_a_sentence_is_kept_where_the_text_inside_has_to_be_shorter(cells: int, text: str) -> None:
    assert fit_inside(lambda names: f"with {names}, today", Wording("Ada and Bo", "Ada"), cells) == text


@pytest.mark.parametrize("language", shipped_languages())
def test_a_text_is_sent_to_the_clipboard_as_nobody_sees_whether_it_arrives(language: str) -> None:
    words = get_words("classic", language)
    keys = {key for key in message_keys(load_language(language)) if ".copied" in key}
    keys -= {"faults.relocated.copied", "load.copied", "load.copied-shared"}  # those tell of saves
    assert {"invitation.copied", "daily.copied", "table.copied.line"} <= keys
    sentences = [words.say(key, **({"text": ""} if key == "table.copied.line" else {})) for key in sorted(keys)]
    sent = {"english": "sent to the terminal's clipboard", "ukrainian": "надіслано до буфера обміну термінала"}
    assert [sentence for sentence in sentences if sent[language] not in sentence.casefold()] == []
