"""What a letter means in a dialog: in each language, on each keyboard layout, without an app."""

from collections.abc import Iterator

import pytest

from rokoko_tui.cli.plain_reports import parse_command
from rokoko_tui.screens.question import FINAL, Answer, make_answer, read_answer
from rokoko_tui.text import get_words
from rokoko_tui.text.languages import ENGLISH, load_language, shipped_languages
from rokoko_tui.text.message_catalog import get_vocabulary

DIALOGS = load_language(ENGLISH).table("answers")
LANGUAGES = shipped_languages()


def answers_of(dialog: str, language: str) -> list[Answer]:
    return [
        make_answer(get_vocabulary("classic", language), f"answers.{dialog}.{value}", value)
        for value in DIALOGS[dialog]
    ]


def keys_of(layout: str) -> Iterator[str]:
    """Return what the keys of a keyboard layout type, without Shift and with it."""
    yield from load_language(layout).keyboard


@pytest.mark.parametrize("layout", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dialog", DIALOGS)
def test_a_key_gives_the_answer_that_is_shown_or_none_of_another_meaning(
    dialog: str, language: str, layout: str
) -> None:
    answers = answers_of(dialog, language)
    is_final = any(f"{dialog}.{value}" in FINAL for value in DIALOGS[dialog])
    meant = {
        letter: {value for value in DIALOGS[dialog] if load_language(other).table("answers")[dialog][value] == letter}
        for other in LANGUAGES
        for letter in load_language(other).table("answers")[dialog].values()
    }
    for typed in keys_of(layout):
        answer = read_answer(answers, typed, load_language(language))
        shown = {a.value for a in answers if a.letter in (typed, typed.lower())}
        if len(shown) == 1:
            assert answer is not None and {answer.value} == shown, typed
        elif is_final:
            assert answer is None, f"{typed} is no letter of this dialog"
        elif answer is not None:
            assert meant.get(typed, {answer.value}) == {answer.value}, f"{typed} is a word of another answer"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_a_dialog_differ_and_are_on_the_keyboard_of_the_language(language: str) -> None:
    for dialog in DIALOGS:
        answers = answers_of(dialog, language)
        assert len({answer.letter for answer in answers}) == len(answers), dialog
        assert all(answer.letter in load_language(language).keyboard for answer in answers), dialog


def test_every_answer_that_cannot_be_undone_belongs_to_a_dialog() -> None:
    assert {f"{dialog}.{value}" for dialog in DIALOGS for value in DIALOGS[dialog]} >= FINAL


@pytest.mark.parametrize(
    ("language", "typed", "answer"),
    [
        ("ukrainian", "т", "cross"),
        ("ukrainian", "Т", "cross"),
        ("ukrainian", "н", "stay"),
        ("ukrainian", "y", None),  # the key of н, no; in English the word yes
        ("ukrainian", "n", None),  # the key of т, yes; in English the word no
        ("english", "y", "cross"),
        ("english", "n", "stay"),
        ("english", "н", None),  # the key of y, yes; in Ukrainian the word no
        ("english", "т", None),  # the key of n, no; in Ukrainian the word yes
    ],
)
def test_yes_and_no_before_an_undo_that_the_log_keeps(language: str, typed: str, answer: str | None) -> None:
    read = read_answer(answers_of("fence", language), typed, load_language(language))
    assert (read and read.value) == answer


@pytest.mark.parametrize(
    ("language", "typed", "answer"),
    [
        ("english", "у", "end"),  # the key of e
        ("ukrainian", "e", "end"),  # the English letter, which is on the key of no answer
        ("ukrainian", "p", "end"),  # the key of з
        ("ukrainian", "U", "undo"),
    ],
)
def test_a_dialog_without_a_final_answer_also_takes_the_keys_of_other_layouts(
    language: str, typed: str, answer: str
) -> None:
    read = read_answer(answers_of("end-turn", language), typed, load_language(language))
    assert read is not None and read.value == answer


def test_a_letter_that_may_mean_two_answers_gives_none() -> None:
    """In Ukrainian, r is the key of к and the English letter of another answer."""
    answers = [Answer("copy", "", "к", frozenset("c")), Answer("replay", "", "п", frozenset("r"))]
    assert read_answer(answers, "r", load_language("ukrainian")) is None
    assert read_answer(answers, "c", load_language("ukrainian")) == answers[0]


def test_letters_that_are_commands_still_go_by_their_place() -> None:
    assert parse_command("у", get_words("deluxe", "ukrainian")) == parse_command("e", get_words("classic"))
