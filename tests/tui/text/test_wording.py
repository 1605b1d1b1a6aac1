"""Wordings: a message in several forms, and the form that fits."""

import pytest

from rokoko_tui.art.canvas import Canvas
from rokoko_tui.text import get_words
from rokoko_tui.text.language_check import faults, message_keys
from rokoko_tui.text.languages import EDITIONS, Edition, load_language, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.placeholders import VALUE_TYPES, ValueType
from rokoko_tui.text.wording import Wording, combine, fit, measure
from tests.tabletop import new
from tests.tui.panes.test_panes import plain, scene_of
from tests.tui.text.test_fallback import ALL_VALUES, Edited

LONG, SHORT = "a long text", "short"
PHRASE = "a phrase of a usual length"


def edited(entry: object, key: str = "start.title") -> Vocabulary:
    """Return the Ukrainian vocabulary with another entry of a message."""
    language = Edited(load_language("ukrainian"))
    language.put(key, entry)
    return Vocabulary(language, "deluxe")


@pytest.mark.parametrize(("cells", "form"), [(99, LONG), (11, LONG), (10, SHORT), (5, SHORT), (2, SHORT)])
def test_the_longest_form_that_fits_is_shown_or_the_shortest(cells: int, form: str) -> None:
    assert fit(Wording(LONG, SHORT), cells) == form


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
