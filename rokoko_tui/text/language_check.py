"""Check a language against English: the same messages, placeholders and terms, and every form in use."""

import fnmatch
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from rokoko_tui.text.languages import (
    CATEGORIES,
    ENGLISH,
    Edition,
    Language,
    PluralRules,
    find_language,
    has_type_of,
    load_language,
    shipped_languages,
)
from rokoko_tui.text.message_catalog import LETTER, Vocabulary, form_keys, get_vocabulary
from rokoko_tui.text.message_rendering import Message
from rokoko_tui.text.messages import PHRASES, BadMessage, Placeholder, flat
from rokoko_tui.text.safe_display import clean_line

SINGLE_FORMS = (LETTER, "inside")
"""Forms of a term that every language must have if English has them."""


def message_keys(language: Language) -> list[str]:
    """Return the keys of all messages and their forms by table; an invalid file has none."""
    keys = [key for name in language.table_names() for key in _keys(language, name, _readable(language, name))]
    return [*keys, *(f"language.money.{form}" for form in sorted(language.table("language").get("money", ())))]


def _readable(language: Language, name: str) -> dict[str, Any]:
    try:
        return language.table(name)
    except (OSError, BadMessage):
        return {}


def _keys(language: Language, path: str, entries: dict[str, Any]) -> Iterator[str]:
    for name, entry in entries.items():
        if isinstance(entry, dict) and not language.has_forms(entry):
            yield from _keys(language, f"{path}.{name}", entry)
        else:
            yield from form_keys(f"{path}.{name}", entry)


def faults(language: Language) -> list[BadMessage]:
    """Return the errors of ``language``: what is shown in English instead, and what is not allowed."""
    english = load_language(ENGLISH)
    try:
        grammar = list(_grammar_faults(language, english))
    except OSError:
        return [BadMessage("missing", ENGLISH, "language")]
    except BadMessage as bad:
        return [bad]
    required, present = set(message_keys(english)), set(message_keys(language))
    errors = [*grammar, *_file_faults(language), *_letter_faults(language)]
    errors += [BadMessage("missing", ENGLISH, key) for key in _whole_messages(required - present)]
    errors += [BadMessage("unknown", language.name, key) for key in _whole_messages(present - required)]
    for edition in language.editions:
        errors += _edition_faults(language, edition)
    return errors


def _whole_messages(keys: set[str]) -> list[str]:
    """Return ``keys`` in order, without the forms of a message that is among them."""
    return sorted(key for key in keys if not (key.rpartition(".")[2].isdecimal() and key.rpartition(".")[0] in keys))


def _grammar_faults(language: Language, english: Language) -> Iterator[BadMessage]:
    """Check ``language.toml``. Each language has its own plural rules and forms; a keyboard is optional."""
    grammar = language.table("language")
    for name, entry in english.table("language").items():
        if name not in grammar:
            if name != "keyboard":
                yield BadMessage("missing", ENGLISH, f"language.{name}")
        elif not has_type_of(entry, grammar[name]):
            yield BadMessage("type", type(entry).__name__, f"language.{name}")
        elif isinstance(entry, dict) and name not in ("plural", "money"):
            for key, value in entry.items():
                if key not in grammar[name]:
                    yield BadMessage("missing", ENGLISH, f"language.{name}.{key}")
                elif not has_type_of(value, grammar[name][key]):
                    yield BadMessage("type", type(value).__name__, f"language.{name}.{key}")
                elif name == "list" and len(grammar[name][key]) != len(value):
                    yield BadMessage("type", f"{len(value)} strings", f"language.{name}.{key}")
    if not has_type_of([], grammar.get("forms", [])):
        yield BadMessage("type", "list", "language.forms")
    elif not set(grammar.get("editions", ())) & set(english.editions):
        yield BadMessage("missing", ", ".join(english.editions), "language.editions")
    try:
        PluralRules(grammar.get("plural", {}))
    except (ValueError, TypeError) as error:
        yield BadMessage("plural", str(error), "language.plural")
    if len(language.keyboard) not in (0, len(english.keyboard)):
        yield BadMessage("keyboard", str(len(language.keyboard)), "language.keyboard.rows")


def _file_faults(language: Language) -> Iterator[BadMessage]:
    """Check that the files of terms and editions exist and that every file can be read."""
    required = ("terms", *(f"editions/{edition}" for edition in language.editions))
    for name in (*required, *language.table_names()):
        try:
            language.table(name)
        except OSError:
            yield BadMessage("missing", ENGLISH, name)
        except BadMessage as bad:
            yield bad


def _letter_faults(language: Language) -> Iterator[BadMessage]:
    """Find answers of a dialog that have no single letter, or that of another one."""
    for dialog, answers in _readable(language, "answers").items():
        letters = list(answers.values()) if isinstance(answers, dict) else []
        for value, letter in answers.items() if isinstance(answers, dict) else ():
            if not isinstance(letter, str) or len(letter) != 1 or letters.count(letter) > 1:
                yield BadMessage("letter", str(letter), f"answers.{dialog}.{value}")


def _edition_faults(language: Language, edition: Edition) -> Iterator[BadMessage]:
    model, words = get_vocabulary(edition), Vocabulary(language, edition)
    for key in sorted(set(model.terms()) ^ set(words.terms())):
        yield BadMessage("term", edition, key)
    yield from _term_faults(words, model)
    used_forms: dict[str, set[str]] = {}
    for key in message_keys(language):
        if not model.has(key):
            continue
        try:
            message = words.message(key)
        except BadMessage as bad:
            yield bad
            continue
        except KeyError:
            yield BadMessage("type", "string", key)
            continue
        if odd := message.placeholders ^ model.placeholders_of(key):
            yield BadMessage("placeholder", ", ".join(sorted(odd)), key)
        for name, form in _forms_in(message):
            used_forms.setdefault(name, set()).add(form)
    yield from _form_faults(words, used_forms)


def _term_faults(words: Vocabulary, model: Vocabulary) -> Iterator[BadMessage]:
    """Find terms without a form that the code or a number requires."""
    for key in words.terms():
        forms = words.forms_of(key)
        if not words.owns(key):
            yield BadMessage("type", "string", f"terms.{key}")
        for table in (forms, *forms.values()):
            if isinstance(table, dict) and table.keys() & set(CATEGORIES):
                for category in words.language.plurals.categories:
                    if category not in table:
                        yield BadMessage("form", category, f"terms.{key}")
        if key in model.terms():
            for form in SINGLE_FORMS:
                if form in model.forms_of(key) and form not in forms:
                    yield BadMessage("form", form, f"terms.{key}")


def _forms_in(message: Message) -> Iterator[tuple[str, str]]:
    """Return each phrase that ``message`` inserts in a form, with the form."""
    for parts in message.forms.values():
        for part in flat(parts):
            if isinstance(part, Placeholder) and part.form and part.name in PHRASES:
                yield part.name, part.form


def _form_faults(words: Vocabulary, used_forms: Mapping[str, set[str]]) -> Iterator[BadMessage]:
    """Find phrases and terms without a form in which a message inserts them."""
    keys = [*message_keys(words.language), *(f"terms.{key}" for key in words.terms())]
    for name, forms in used_forms.items():
        fillers = {key for pattern in PHRASES[name] for key in fnmatch.filter(keys, pattern)}
        for key in sorted(fillers):
            for form in sorted(forms):
                if not words.has_form(key, form):
                    yield BadMessage("form", form, key)


def main() -> int:
    """Print the errors of the language on the command line. Return 1 for errors, 2 for an unknown language."""
    name = sys.argv[1] if len(sys.argv) == 2 else ""
    try:
        errors = faults(find_language(name))
    except KeyError:
        english = Vocabulary(load_language(ENGLISH), "classic")
        print(clean_line(english.say("refused.language", name=name, names=list(shipped_languages()))), file=sys.stderr)
        return 2
    for error in sorted({str(error) for error in errors}):
        print(clean_line(error))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
