"""Whether a language is whole: the messages of English with the same placeholders, none too long for its room."""

import sys
from collections.abc import Iterator
from typing import Any

from rokoko_tui.words.language import Language
from rokoko_tui.words.languages import ENGLISH, Edition, language_in, language_named
from rokoko_tui.words.messages import BadMessage
from rokoko_tui.words.showing import legible
from rokoko_tui.words.vocabulary import Vocabulary


def message_keys(language: Language) -> list[str]:
    """The keys of all messages, table by table."""
    found = [key for name in language.table_names() for key in _keys(language, name, language.table(name))]
    return [*found, *(f"language.money.{form}" for form in language.table("language")["money"])]


def _keys(language: Language, path: str, entries: dict[str, Any]) -> Iterator[str]:
    for name, entry in entries.items():
        if isinstance(entry, dict) and not language.has_forms(entry):
            yield from _keys(language, f"{path}.{name}", entry)
        else:
            yield f"{path}.{name}"


def faults(language: Language) -> list[BadMessage]:
    """All that keeps ``language`` from being spoken in each of its editions; none when it is whole."""
    english = language_in(ENGLISH)
    try:
        grammar = list(_grammar_faults(language, english))
        if any("." not in fault.key.removeprefix("language.") for fault in grammar):
            return grammar
        wanted, found = message_keys(english), message_keys(language)
    except BadMessage as bad:
        return [bad]
    told = [*grammar, *(BadMessage("missing", ENGLISH, key) for key in wanted if key not in set(found))]
    told += [BadMessage("unknown", language.name, key) for key in found if key not in set(wanted)]
    for edition in language.editions:
        told += _edition_faults(language, english, edition)
    return told


def _grammar_faults(language: Language, english: Language) -> Iterator[BadMessage]:
    """What ``language.toml`` lacks; rules of plurals are each language's own, and not every one needs a keyboard."""
    grammar = language.table("language")
    for name, entry in english.table("language").items():
        if name not in grammar:
            if name != "keyboard":
                yield BadMessage("missing", ENGLISH, f"language.{name}")
        elif isinstance(entry, dict) and name not in ("plural", "money"):
            for key in entry.keys() - grammar[name].keys():
                yield BadMessage("missing", ENGLISH, f"language.{name}.{key}")
    if len(language.keyboard) not in (0, len(english.keyboard)):
        yield BadMessage("keyboard", str(len(language.keyboard)), "language.keyboard.rows")


def _edition_faults(language: Language, english: Language, edition: Edition) -> Iterator[BadMessage]:
    model = Vocabulary(english, edition)
    try:
        words = Vocabulary(language, edition)
    except OSError:
        yield BadMessage("missing", ENGLISH, f"editions/{edition}")
        return
    for key in set(model.terms()) ^ set(words.terms()):
        yield BadMessage("term", edition, key)
    for key in message_keys(language):
        if not model.knows(key):
            continue
        try:
            figures = words.message(key).figures
        except BadMessage as bad:
            yield bad
            continue
        if figures != model.message(key).figures:
            yield BadMessage("placeholder", ", ".join(sorted(figures ^ model.message(key).figures)), key)


def main() -> int:
    """List the faults of the language named on the command line; 1 if there are any."""
    found = faults(language_named(sys.argv[1]))
    for fault in sorted({str(fault) for fault in found}):
        print(legible(str(fault)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
