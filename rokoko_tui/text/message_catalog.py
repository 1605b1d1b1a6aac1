"""Terms and messages of one language and edition.

Messages are in ``<language>/*.toml``, one file per subject, read on first use; ``messages`` documents their syntax. The
key of a message is its file and its path in the file: ``pieces.name.card``. A list has the forms of a message, the
longest first; the key of a shorter one has its number at the end: ``choices.question.payment.1``.

A missing or invalid message or term is replaced by the whole English one, with English terms, plurals and lists.
``language_check`` lists these.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

from rokoko_tui.text.languages import ENGLISH, Edition, Language, find_language
from rokoko_tui.text.message_rendering import Message, Phrase, compile_message, render
from rokoko_tui.text.messages import BadMessage, Parts, placeholder_names
from rokoko_tui.text.wording import Wording

SILK = {colour: chr(0xE000 + n) for n, colour in enumerate(("yellow", "green", "red", "blue"))}
"""A private-use character for the letter of each colour."""
GENDER = "gender"
"""The entry with the gender, beside the forms of a term or message."""
LETTER = "letter"
"""The form of a term that is one cell wide."""
NAMED_KEYS = frozenset(
    {
        *("up", "down", "left", "right", "space", "pageup", "pagedown", "home", "end", "insert", "delete", "backspace"),
        *("enter", "enter-short", "tab", "escape", "shift", "ctrl", "alt"),
    }
)
"""Keys whose names are messages."""


@runtime_checkable
class DescribedError(Protocol):
    """An error that brings its own text."""

    def describe(self, words: "Vocabulary") -> str:
        """Describe the error as part of a sentence."""


class Vocabulary:
    """Terms and messages of one language and edition."""

    SEEN: ClassVar[bool] = True
    """Whether messages are displayed, so that width limits apply."""

    def __init__(self, language: Language, edition: Edition) -> None:
        self.language = language
        self.edition = edition
        self._layer = language.section(f"editions/{edition}", "messages")
        self._terms = language.section("terms", "terms") | language.section(f"editions/{edition}", "terms")
        self._messages: dict[str, Message] = {}
        self._marked: dict[str, Parts] = {}
        self._form_keys: dict[str, Wording] = {}

    @cached_property
    def _fallback(self) -> Self | None:
        """The English counterpart; None for English."""
        return type(self)(self.language.fallback, self.edition) if self.language.fallback else None

    # ---- words

    def term(self, key: str, form: str = "") -> str:
        """Return the edition's term for ``key``.

        A missing form gives the plain term. Raises KeyError for an unknown key, in English also for an unknown form.
        """
        try:
            return self.own_term(key, form)
        except KeyError:
            if self._fallback is None:
                raise
        if form and form != LETTER and self.owns(key):
            return self.own_term(key)
        try:
            return self._fallback.term(key, form)
        except KeyError:
            return self._fallback.term(key)

    def hall(self, number: int) -> str:
        """Return the name of a hall: ``King's Hall`` or ``hall 2``."""
        return self.term("king-hall") if number == 1 else self.say("pieces.name.hall", n=number)

    def owns(self, key: str) -> bool:
        """Return whether this language has the term ``key``."""
        try:
            return bool(self.own_term(key))
        except KeyError:
            return False

    def own_term(self, key: str, form: str = "") -> str:
        """Return the term in this language. Raises KeyError for a missing term or form."""
        forms = self._terms[key]
        text = self.language.format_text(_find_form(forms, form), may_grow=False)
        if form or isinstance(forms, str):
            return text
        return Phrase(text, str(forms.get(GENDER, "")), lambda wanted: self._form_of(key, wanted))

    def _form_of(self, key: str, form: str) -> str:
        """Return a form of a term, or the plain term if the form is missing."""
        try:
            return self.own_term(key, form)
        except KeyError:
            return self.own_term(key)

    def letter(self, key: str) -> str:
        """Return the letter of a colour, of ``yarn``, ``lace`` or ``livre``."""
        return self.term(key, LETTER)

    def bale_names(self, counts: Mapping[str, int]) -> list[str]:
        """Return the colours of bales of silk, each with its number if there are several."""
        names = {colour: self.term(colour) for colour in counts}
        return [
            names[colour] if n == 1 else self.say_of("pieces.name.bales", {"n": n, "colour": names[colour]})
            for colour, n in counts.items()
        ]

    def bales(self, counts: Mapping[str, int]) -> str | list[str]:
        """Return bales of silk, counted by colour, for a message: a letter for each."""
        return "".join(self.letter(colour) * count for colour, count in counts.items())

    def noun(self, key: str, number: int) -> str:
        """Return the form of the term ``key`` that follows ``number``."""
        category = self.language.plurals.category(number)
        try:
            return self.own_term(key, ".".join([*self.language.forms[:1], category]))
        except KeyError:
            if self._fallback is None:
                raise
            return self._fallback.noun(key, number)

    def terms(self) -> list[str]:
        return list(self._terms)

    def money(self, amount: int, form: str = "price") -> str:
        """Format ``amount`` in Livre; a ``price`` of 0 is "free"."""
        return self.say(f"language.money.{form}", n=amount)

    def number(self, number: float) -> str:
        """Format an int, or a float with one decimal; a negative one with a minus sign."""
        return str(number).replace("-", "−") if isinstance(number, int) else self.decimal(number, 1)

    def decimal(self, number: float, places: int) -> str:
        return f"{number:.{places}f}".replace(".", self.language.decimal).replace("-", "−")

    def short(self, number: float) -> str:
        """Format a number with only the decimals it has."""
        return f"{number:g}".replace(".", self.language.decimal)

    def signed(self, change: float) -> str:
        """Format a change with its sign: ``+3``, ``−0.5``, or ``±0`` if it rounds to zero."""
        if round(change, 1) == 0:
            return "±0"
        return f"+{self.number(change)}" if change >= 0 else f"−{self.number(-change)}"

    def listed(self, parts: Sequence[str], form: str = "and") -> str:
        """Join ``parts``: ``a, b and c``. Each ``form`` has other separators."""
        if len(parts) < 2:
            return "".join(parts)
        separator, last = (self.language.format_text(joint, may_grow=False) for joint in self.language.joints(form))
        return f"{separator.join(parts[:-1])}{last}{parts[-1]}"

    def single_edition_notice(self) -> str:
        """Return the notice that the language has only one edition; empty if it has more."""
        if len(self.language.editions) > 1:
            return ""
        return self.say("settings.one-edition", name=self.say(f"settings.value.edition.{self.edition}"))

    # ---- forms

    def forms_of(self, key: str) -> dict[str, Any]:
        """Return the forms of this language's term ``key``; empty for a term without forms."""
        forms = self._terms[key]
        return forms if isinstance(forms, dict) else {}

    def has_form(self, key: str, form: str) -> bool:
        """Return whether the phrase ``key``, or the term ``terms.key``, has ``form`` or is the same in all forms."""
        entry = self._terms[key.removeprefix("terms.")] if key.startswith("terms.") else self._entry(key)
        try:
            return bool(_find_form(entry, form))
        except KeyError:
            return False

    # ---- messages

    def say(self, key: str, **values: object) -> str:
        """Return the message ``key`` with exactly the values for its placeholders.

        Raises KeyError for an unknown message, TypeError for an extra or missing value or one of the wrong type.
        """
        message = self._messages.get(key) or self._load(key)
        if len(values) != len(message.placeholders) or any(name not in values for name in message.placeholders):
            if self._fallback is not None and message.words is self:
                return self._fallback.say(key, **values)
            raise TypeError(f"{key} takes {sorted(message.placeholders)}, not {sorted(values)}")
        return message.render(values)

    def marked(self, key: str, **values: object) -> str:
        """Return the message ``key`` with ``SILK`` characters for the letters of colours.

        The text can then be wrapped and placed before the letters of colours are styled. Extra values are ignored.
        """
        parts = self._marked.get(key)
        if parts is None:
            try:
                parts = compile_message(key, str(self._entry(key)), _Marked(self))
            except (KeyError, BadMessage):
                parts = None
            if self._fallback is not None and (parts is None or not placeholder_names(parts) <= values.keys()):
                return self._fallback.marked(key, **values)
            parts = self._marked[key] = parts or compile_message(key, str(self._entry(key)), _Marked(self))
        return render(parts, values, self)

    def say_of(self, key: str, values: Mapping[str, object]) -> str:
        """Return the message ``key``; values without a placeholder are ignored."""
        message = self._messages.get(key) or self._load(key)
        if self._fallback is not None and not message.placeholders <= values.keys():
            return self._fallback.say_of(key, values)
        return message.render({name: values[name] for name in message.placeholders})

    def wording(self, key: str, /, **values: object) -> Wording:
        """Return the forms of the message ``key``, each with that form of values that have several.

        Values that a form does not use are ignored.
        """
        keys = self._form_keys.get(key) or self._form_keys.setdefault(key, self._list_forms(key))
        wordings = {name: value for name, value in values.items() if isinstance(value, Wording)}
        count = max(len(keys), *map(len, wordings.values())) if wordings else len(keys)
        own = ({**values, **{name: value.form(n) for name, value in wordings.items()}} for n in range(count))
        return Wording(*(self.say_of(keys.form(n), each) for n, each in enumerate(own)))

    def _list_forms(self, key: str) -> Wording:
        """Return the keys of all forms of the message ``key`` in this language, or else in English."""
        try:
            return Wording(*form_keys(key, self._find(key)))
        except (KeyError, BadMessage):
            return Wording(key) if self._fallback is None else self._fallback._list_forms(key)

    def knows(self, key: str) -> bool:
        """Return whether this language or English has the message ``key``."""
        return self.has(key) or (self._fallback is not None and self._fallback.knows(key))

    def has(self, key: str) -> bool:
        """Return whether this language has the message ``key``."""
        try:
            entry = self._entry(key)
        except (KeyError, BadMessage):
            return False
        return isinstance(entry, str) or (isinstance(entry, dict) and self.language.has_forms(entry))

    def placeholders_of(self, key: str) -> frozenset[str]:
        return (self._messages.get(key) or self._load(key)).placeholders

    def message(self, key: str) -> Message:
        """Compile this language's message ``key``. Raises BadMessage, or KeyError for an unknown one."""
        entry = self._entry(key)
        sources = {"": entry} if isinstance(entry, str) else entry
        if not isinstance(sources, dict) or (sources is entry and not self.language.has_forms(entry)):
            raise KeyError(key)
        try:
            if not all(isinstance(text, str) for text in sources.values()):
                raise BadMessage("type", "string")
            forms = {
                name: compile_message(key, text, self, self.SEEN) for name, text in sources.items() if name != GENDER
            }
        except BadMessage as bad:
            raise BadMessage(bad.fault, bad.detail, key) from bad
        return Message(forms, sources.get(GENDER, ""), self)

    # ---- keys, and reasons of failed file operations

    def format_keys(self, keys: str) -> str:
        """Format Textual key names, separated by commas: ``up,ctrl+s,question_mark`` is ``Up, Ctrl+S, ?``."""
        return ", ".join(self._format_key(key) for key in keys.split(","))

    def _format_key(self, key: str) -> str:
        *modifiers, last = (self._format_key_part(part) for part in key.split("+"))
        return "+".join([*modifiers, last.upper() if modifiers and len(last) == 1 else last])

    def _format_key_part(self, part: str) -> str:
        if part in NAMED_KEYS:
            return self.say(f"keys.key.{part}")
        if len(part) == 1:
            return part
        return _find_character(part) or part.capitalize()

    def disk_reason(self, error: "OSError | DescribedError") -> str:
        """Return the error's own text, or that of its system error code, as part of a sentence."""
        from rokoko_core.files import system_code

        return error.describe(self) if isinstance(error, DescribedError) else self.system_reason(system_code(error))

    def system_reason(self, code: str) -> str:
        """Return the text for a system error code such as ``ENOSPC``, as part of a sentence."""
        if not code:
            return self.say("faults.system.none")
        key = f"faults.system.{code}"
        return self.say(key) if self.knows(key) else self.say("faults.system.other", code=code)

    def say_with_reasons(self, key: str, figures: Mapping[str, object]) -> str:
        """Return the message ``key``; an OSError in ``figures`` is its reason there."""
        reasons = {name: self.disk_reason(error) for name, error in figures.items() if isinstance(error, OSError)}
        return self.say(key, **{**figures, **reasons})

    # ---- from the tables

    def _entry(self, key: str) -> Any:
        """Return the text of a message in its longest form or in that of its number, or the table of its case forms."""
        entry = self._find(key)
        return entry[0] if isinstance(entry, list) else entry

    def _find(self, key: str) -> Any:
        """Return the entry of a message or of one of its forms: that of the edition, or else of the language."""
        name, _, number = key.rpartition(".")
        layered = self._layer.get(name if number.isdecimal() else key)
        if layered is None:
            return self.language.entry(key)
        if not number.isdecimal():
            return layered
        if not isinstance(layered, list) or int(number) >= len(layered):
            raise KeyError(key)
        return layered[int(number)]

    def _load(self, key: str) -> Message:
        """Return the message ``key`` in this language, or in English if it is missing or invalid."""
        try:
            message = self.message(key)
        except (KeyError, BadMessage):
            if self._fallback is None:
                raise
            message = self._fallback._load(key)
        self._messages[key] = message
        return message


class _Marked:
    """The terms of a vocabulary, with ``SILK`` characters for the letters of colours."""

    def __init__(self, words: Vocabulary) -> None:
        self.language, self._words = words.language, words

    def own_term(self, key: str, form: str = "") -> str:
        return SILK[key] if form == LETTER and key in SILK else self._words.own_term(key, form)


@cache
def get_vocabulary(edition: Edition, language: str = ENGLISH) -> Vocabulary:
    """Return the shared vocabulary of ``edition`` in ``language``, or of the edition the language has.

    Raises KeyError for an unknown language.
    """
    tables = find_language(language)
    return Vocabulary(tables, tables.edition_for(edition))


def form_keys(key: str, entry: Any) -> list[str]:
    """Return the keys of the forms of the message ``key``: more than its own where ``entry`` is a list."""
    count = len(entry) if isinstance(entry, list) else 1
    return [key, *(f"{key}.{number}" for number in range(1, count))]


def _find_form(forms: Any, path: str) -> str:
    """Return the form at ``path``, or the first one below it; a plain text is the same in all forms.

    Raises KeyError for a missing form.
    """
    for part in filter(None, path.split(".")):
        if isinstance(forms, str):
            break
        forms = forms[part]
    while isinstance(forms, dict):
        forms = next((text for name, text in forms.items() if name != GENDER), None)
    if not isinstance(forms, str):
        raise KeyError(path)
    return forms


@cache
def _find_character(key: str) -> str | None:
    """Return the character of a key that has a name; Textual names some in its own way."""
    from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character  # plain mode starts without Textual

    unicode_names = {own: name for name, own in KEY_NAME_REPLACEMENTS.items()}
    return key_to_character(unicode_names.get(key, key))
