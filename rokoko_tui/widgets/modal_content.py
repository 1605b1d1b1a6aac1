"""What modals show: a page of lines to read, or the answers to a question."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rokoko_tui.text.languages import Language, load_language, shipped_languages, to_latin

if TYPE_CHECKING:
    from rokoko_tui.text.message_catalog import Vocabulary
    from rokoko_tui.widgets.folded_items import Item

FINAL = frozenset(
    {
        *("fence.cross", "back-to.back", "undo-request.yes", "seats.leave-to-bot", "missing.replace"),
        *("leave.leave", "leave.quit", "leave.concede", "concede.concede", "reset-keys.reset"),
    }
)
"""Answers that cannot be undone, or that leave a game."""


class TextPage(NamedTuple):
    """The title, the lines, the keys named below them, and the scroll key, named only if the lines do not fit."""

    title: str
    lines: "Sequence[Item]"
    keys: str
    scroll_key: str


class Answer(NamedTuple):
    """An answer to a question: its value, its label, and the letter that gives it."""

    value: str
    label: str
    letter: str
    elsewhere: frozenset[str] = frozenset()
    """Its letters in other languages."""
    final: bool = False
    """Whether it is one of ``FINAL``."""


def make_answer(words: "Vocabulary", key: str, label: str) -> Answer:
    """Return the answer with the letters of the messages ``key``, ``answers.dialog.value``."""
    _, dialog, value = key.split(".")
    others = (load_language(name) for name in shipped_languages())
    letters = {_find_letter(language, dialog, value) for language in others if language.name != words.language.name}
    return Answer(
        value, label, _find_letter(words.language, dialog, value), frozenset(letters), f"{dialog}.{value}" in FINAL
    )


def _find_letter(language: Language, dialog: str, value: str) -> str:
    """Return the letter of an answer; the English one if ``language`` has none."""
    letter = language.section("answers", dialog).get(value)
    if isinstance(letter, str) and len(letter) == 1:
        return letter
    assert language.fallback is not None, f"English has a letter for {dialog}.{value}"
    return _find_letter(language.fallback, dialog, value)


def read_answer(answers: Sequence[Answer], typed: str, language: Language) -> Answer | None:
    """Return the answer that the letter ``typed`` gives; None if it gives none, or might mean two.

    A letter that is not shown belongs to another keyboard layout. It may be meant as the word that it begins in another
    language, or as the key at its place: a Latin y is on the key of the Ukrainian "no". It answers only if both ways
    agree, and never where an answer is final.
    """
    matches = [answer for answer in answers if answer.letter in (typed, typed.lower())]
    if not matches and not any(answer.final for answer in answers):
        key = to_latin(typed, language.name)
        matches = [
            answer for answer in answers if typed in answer.elsewhere or key == to_latin(answer.letter, language.name)
        ]
    return matches[0] if len(matches) == 1 else None
