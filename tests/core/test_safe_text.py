"""Names and visible text."""

import json
import re
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from rokoko_core import Game, InvalidSetup, Seat, Setup
from rokoko_core.safe_text import (
    MARKS,
    NAME_CELLS,
    ODD,
    Flaw,
    cells,
    clean_input,
    escape_json,
    find_name_flaw,
    find_named,
    repair_name,
    shorten,
    shown,
)
from rokoko_core.setup import SetupFault, check_new_setup
from tests.hostile import CONTROL, GOOD, HARMFUL, LONG, MARKUP, OTHER, UNSEEN, odd_signs

ANY = st.text(st.characters(exclude_categories=()), max_size=60)


@pytest.mark.parametrize("name", [*GOOD, *(name for name in MARKUP if len(name) <= NAME_CELLS)])
def test_names_may_have_letters_marks_digits_blanks_and_punctuation(name: str) -> None:
    assert find_name_flaw(name) is None
    assert shown(name) == repair_name(name) == clean_input(name) == name


@pytest.mark.parametrize(
    ("name", "found"),
    [
        *((name, Flaw.ODD_NAME) for name in (*HARMFUL, *OTHER)),
        ("", Flaw.NAMELESS),
        ("  ", Flaw.NAMELESS),
        (LONG, Flaw.LONG_NAME),
        ("素" * 11, Flaw.LONG_NAME),
        ("素" * 10, None),
        ("e\u0301\u0323" * 20, None),
        ("e\u0301\u0323\u0302", Flaw.ODD_NAME),
    ],
)
def test_other_names_are_invalid(name: str, found: Flaw | None) -> None:
    assert find_name_flaw(name) is found


def test_a_save_may_have_names_that_are_invalid_for_new_games() -> None:
    for name in (*HARMFUL, LONG):
        setup = Setup((Seat(name), Seat("Bo")), 5)
        assert Game.new(setup).setup.players[0].name == name
        with pytest.raises(InvalidSetup) as refused:
            check_new_setup(setup)
        assert refused.value.code in (SetupFault.ODD_NAME, SetupFault.LONG_NAME)
        assert refused.value.name == name


@pytest.mark.parametrize("other", ["Jose\u0301", "JOSE\u0301", " JOS\u00c9 "])
def test_a_name_is_found_in_every_spelling(other: str) -> None:
    assert find_named(other, ["Bo", "Jos\u00e9"]) == [1]
    assert find_named("Jos\u00e9", [other]) == [0]
    assert find_named("\u0390", ["\u0390".upper()]) == [0], "letters that grow by their case"


def test_of_two_spellings_in_one_save_the_typed_one_is_found() -> None:
    names = ["Jos\u00e9", "Jose\u0301"]
    assert [find_named(name, names) for name in names] == [[0], [1]]
    assert find_named("JOS\u00c9", names) == [0, 1]


@pytest.mark.parametrize("text", HARMFUL)
def test_harmful_characters_become_visible(text: str) -> None:
    visible = shown(text)
    assert visible != text
    assert not odd_signs(visible)


def test_control_characters_become_their_pictures() -> None:
    assert shown("\x1b[2J\0\t\n\x7f") == "␛[2J␀␉␊␡"
    assert shown("\x9b\u202e\u200d\ue000\udcff") == ODD * 5


@pytest.mark.parametrize(("first", "last"), [(0xFE00, 0xFE0F), (0xE0100, 0xE01EF)])
def test_variation_selectors_are_invisible(first: int, last: int) -> None:
    assert {shown(chr(code)) for code in range(first, last + 1)} == {ODD}
    assert shown("\ufe10") == "\ufe10", "the next character after the first range is visible"
    assert find_name_flaw(f"a{chr(first)}") is find_name_flaw(f"a{chr(last)}") is Flaw.ODD_NAME


@given(ANY)
def test_shown_is_harmless_and_idempotent(text: str) -> None:
    visible = shown(text)
    assert not odd_signs(visible)
    assert shown(visible) == visible
    assert not re.search(rf"[\u0300-\u036f]{{{MARKS + 1}}}", visible)


@given(ANY)
def test_a_mended_name_is_valid(text: str) -> None:
    assert find_name_flaw(repair_name(text)) in (None, Flaw.NAMELESS)


def test_a_valid_name_is_not_wider_than_counted() -> None:
    every = [chr(code) for code in (*range(0x3100), *range(0x3100, sys.maxunicode + 1, 7))]
    wide = [sign for sign in every if find_name_flaw(sign) is None and cell_len(sign) > cells(sign)]
    assert all("\U0001d360" <= sign < "\U0001d380" for sign in wide), "except counting rods and tallies"


@given(ANY)
def test_a_paste_keeps_the_visible_part_of_its_first_line(text: str) -> None:
    line = clean_input(text)
    assert not odd_signs(line)
    assert "\n" not in line


def test_a_paste_keeps_visible_characters() -> None:
    assert clean_input("\x1b[31mAda [/] é\u202e\nBo") == "[31mAda [/] é"


@given(st.text(max_size=30), st.text(max_size=30))
def test_escaped_json_decodes_to_the_same_value(key: str, value: str) -> None:
    text = msgspec.json.format(msgspec.json.encode({key: [value]}), indent=2).decode()
    safe = escape_json(text)
    assert not odd_signs(safe)
    assert json.loads(safe) == {key: [value]}


def test_escaped_json_has_no_controls_or_direction_marks() -> None:
    assert escape_json('"a\x7f\x9b\u202e\u200d\U000e0001é"') == r'"a\u007f\u009b\u202e\u200d\udb40\udc01é"'


def test_a_shortened_text_ends_with_an_ellipsis() -> None:
    assert shorten("\x1bx" * 40, 10) == "␛x" * 4 + "␛…"
    for text in (*CONTROL, *UNSEEN):
        assert not odd_signs(shorten(text * 100))
        assert len(shorten(text * 100)) <= 40
