"""What a letter means in a dialog: in each language, on each keyboard layout, without an app."""

import pytest

from rokoko_tui.cli.plain_reports import parse_command
from rokoko_tui.keys import LOOK_ALIKES
from rokoko_tui.screens.question import Answer, make_answer, read_answer
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


def letters_of(language: str) -> dict[str, str]:
    """Return the letters of all answers by ``dialog.value``."""
    return {f"{dialog}.{answer.value}": answer.letter for dialog in DIALOGS for answer in answers_of(dialog, language)}


@pytest.mark.parametrize("layout", LANGUAGES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("dialog", DIALOGS)
def test_only_the_letters_shown_answer(dialog: str, language: str, layout: str) -> None:
    answers = answers_of(dialog, language)
    for typed in load_language(layout).keyboard:
        read = read_answer(answers, typed)
        shapes = {LOOK_ALIKES.get(letter, letter) for letter in (typed, typed.lower())}
        shown = [a for a in answers if LOOK_ALIKES.get(a.letter, a.letter) in shapes]
        assert shown == ([] if read is None else [read]), typed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letters_of_a_dialog_differ_and_are_on_the_keyboard_of_the_language(language: str) -> None:
    for dialog in DIALOGS:
        answers = answers_of(dialog, language)
        assert len({answer.letter for answer in answers}) == len(answers), dialog
        assert all(answer.letter in load_language(language).keyboard for answer in answers), dialog


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_letter_that_keeps_playing_never_ends_a_game_elsewhere(language: str) -> None:
    letters = letters_of(language)
    keeps = {letters[answer] for answer in ("end-turn.play", "leave.stay", "concede.stay")}
    assert not keeps & {letters[answer] for answer in ("leave.leave", "leave.quit", "leave.concede", "concede.concede")}
    assert letters["leave.concede"] != letters["concede.concede"], "one key held down does not concede"


def test_in_ukrainian_playing_on_has_one_letter() -> None:
    letters = letters_of("ukrainian")
    plays_on = ("end-turn.play", "leave.stay", "concede.stay", "seats.take-back", "damaged.copy", "daily.play")
    assert {letters[answer] for answer in plays_on} == {"г"}
    assert letters["leave.leave"] == letters["puzzle.leave"] == "п"


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
    read = read_answer(answers_of("fence", language), typed)
    assert (read and read.value) == answer


@pytest.mark.parametrize(("dialog", "typed", "answer"), [("end-turn", "c", "undo"), ("puzzle", "p", "solution")])
def test_a_letter_that_looks_like_the_one_shown_answers(dialog: str, typed: str, answer: str) -> None:
    read = read_answer(answers_of(dialog, "ukrainian"), typed)
    assert read is not None and read.value == answer


@pytest.mark.parametrize("typed", ["y", "n", "p", "u"])
def test_a_latin_letter_does_not_answer_whether_to_play_the_game_of_the_day_in_ukrainian(typed: str) -> None:
    assert read_answer(answers_of("daily", "ukrainian"), typed) is None


def test_letters_that_are_commands_still_go_by_their_place() -> None:
    assert parse_command("у", get_words("deluxe", "ukrainian")) == parse_command("e", get_words("classic"))
