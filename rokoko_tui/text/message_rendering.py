"""Compile messages for one edition: check them, insert terms, check width limits. Render them: insert values, choose
variants and forms.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Protocol

from rokoko_tui.data_files import load_table
from rokoko_tui.text.languages import CATEGORIES, Language
from rokoko_tui.text.messages import (
    NUMBERS,
    VALUE_TYPES,
    BadMessage,
    Choice,
    Part,
    Parts,
    Placeholder,
    Term,
    ValueType,
    capital,
    parse,
    placeholder_names,
)
from rokoko_tui.text.safe_display import shown
from rokoko_tui.text.wording import measure

DIGITS = 2
"""Cells reserved for a number in a message of limited width."""


class Terms(Protocol):
    """Source of the terms in messages."""

    language: Language

    def own_term(self, key: str, form: str = "") -> str:
        """Return a term in a form. Raises KeyError for an unknown term or form."""


def compile_message(key: str, source: str, terms: Terms, seen: bool = True) -> Parts:
    """Return the parts of the message ``key``; width limits apply only to messages that are ``seen``.

    Raises BadMessage for an invalid message and for one that exceeds its limit.
    """
    limit = limit_of(key) if seen else None
    parts = _compile(parse(source), terms, may_grow=limit is None)
    if limit is None:
        return parts
    cells = _cells(parts, terms)
    if cells > limit:
        raise BadMessage("limit", f"{cells} > {limit}")
    return (*parts, padding) if (padding := terms.language.padding(limit - cells)) else parts


@cache
def load_limits() -> dict[str, int]:
    """Return the maximum cells of messages by key."""
    return load_table(__file__, "width_limits")


def limit_of(key: str) -> int | None:
    """Return the maximum width of the message ``key`` in cells, or None."""
    limits = load_limits()
    if key in limits:
        return limits[key]
    patterns = ((pattern.partition("*"), cells) for pattern, cells in limits.items() if "*" in pattern)
    return next((cells for (head, _, tail), cells in patterns if key.startswith(head) and key.endswith(tail)), None)


def _compile(parts: Parts, terms: Terms, may_grow: bool) -> Parts:
    """Compile each part and join adjacent texts."""
    compiled: list[Part] = []
    for part in parts:
        ready = _compile_part(part, terms, may_grow)
        if isinstance(ready, str) and compiled and isinstance(compiled[-1], str):
            compiled[-1] += ready
        else:
            compiled.append(ready)
    return tuple(compiled)


def _compile_part(part: Part, terms: Terms, may_grow: bool) -> Part:
    if isinstance(part, str):
        return terms.language.format_text(part, may_grow)
    if isinstance(part, Term):
        return _compile_term(part, terms)
    if part.name not in VALUE_TYPES:
        raise BadMessage("placeholder", part.name)
    if isinstance(part, Placeholder):
        if part.form and not _has_form(part, terms.language):
            raise BadMessage("form", f"{part.name}:{part.form}")
        return part
    odd = [label for label in part.variants if label not in CATEGORIES and not label.startswith("=")]
    if odd and part.name in NUMBERS:
        raise BadMessage("variant", odd[0])
    return Choice(part.name, {label: _compile(text, terms, may_grow) for label, text in part.variants.items()})


def _has_form(placeholder: Placeholder, language: Language) -> bool:
    """Return whether the language defines the form of an amount or list; phrases define their own forms."""
    value_type = VALUE_TYPES[placeholder.name]
    if value_type is ValueType.MONEY:
        return placeholder.form in language.money_forms
    if value_type is ValueType.LIST:
        try:
            language.joints(placeholder.form)
        except KeyError:
            return False
    return True


def _compile_term(term: Term, terms: Terms) -> Part:
    """Return the text of a term, or the term itself if its form depends on a number."""
    try:
        texts = _forms(term, terms)
    except KeyError as error:
        raise BadMessage("term", f"{term.key}:{term.form}") from error
    if len(texts) > 1:
        return term
    return capital(texts[0]) if term.capital else str(texts[0])


def _forms(term: Term, terms: Terms) -> list[str]:
    """Return all possible texts of a term: one, or one for each plural category."""
    cases, _, last = term.form.rpartition(".")
    if last not in NUMBERS:
        return [terms.own_term(term.key, term.form)]
    categories = terms.language.plurals.categories
    return [terms.own_term(term.key, f"{cases}.{category}" if cases else category) for category in categories]


def _cells(parts: Parts, terms: Terms) -> int:
    """Return the maximum width of a message in cells."""
    width = 0
    for part in parts:
        if isinstance(part, Choice):
            width += max(_cells(variant, terms) for variant in part.variants.values())
        elif isinstance(part, Term):
            width += max(map(measure, _forms(part, terms)))
        elif isinstance(part, Placeholder):
            if VALUE_TYPES[part.name] is not ValueType.NUMBER:
                raise BadMessage("room", part.name)
            width += DIGITS
        else:
            width += measure(part)
    return width


_PYTHON_TYPES: dict[ValueType, type | tuple[type, ...]] = {
    ValueType.NUMBER: (int, float),
    ValueType.MONEY: int,
    ValueType.NAME: (str, int),
    ValueType.PHRASE: str,
    ValueType.LIST: (list, tuple, str),
}


class Phrase(str):
    """A string with other forms and a gender; the string itself is the first form."""

    gender: str
    form: Callable[[str], str]

    def __new__(cls, text: str, gender: str, form: Callable[[str], str]) -> "Phrase":
        self = super().__new__(cls, text)
        self.gender, self.form = gender, form
        return self


def inside(name: str) -> str:
    """Return the form of ``name`` for the middle of a sentence: ``you`` of ``You``."""
    return name.form("inside") if isinstance(name, Phrase) else name


class Formats(Protocol):
    """Source of the terms, and the formats of values, in messages."""

    language: Language

    def term(self, key: str, form: str = "") -> str:
        """Return a term in a form."""

    def money(self, amount: int, form: str = "price") -> str:
        """Format an amount in Livre."""

    def number(self, number: float) -> str:
        """Format a number."""

    def listed(self, parts: Sequence[str], form: str = "and") -> str:
        """Join the parts of a list."""


def render(parts: Parts, values: Mapping[str, object], words: Formats) -> str:
    """Return the text of ``parts`` with ``values`` and the terms of ``words``."""
    return "".join([part if isinstance(part, str) else _render_part(part, values, words) for part in parts])


def _render_part(part: Placeholder | Term | Choice, values: Mapping[str, object], words: Formats) -> str:
    if isinstance(part, Choice):
        return render(part.variants[_variant(part, values[part.name], words)], values, words)
    if isinstance(part, Term):
        text = words.term(part.key, _term_form(part.form, values, words))
    else:
        text = _render_value(part, values[part.name], words)
    return capital(text) if part.capital else text


def _variant(choice: Choice, value: object, words: Formats) -> str:
    if isinstance(value, int | float):
        exact = f"={value}"
        label = exact if exact in choice.variants else words.language.plurals.category(value)
    else:
        label = getattr(value, "gender", "") or str(value)
    return label if label in choice.variants else "other"


def _term_form(form: str, values: Mapping[str, object], words: Formats) -> str:
    """Return the form of a term, with the plural category if it depends on a number."""
    cases, _, last = form.rpartition(".")
    if last not in NUMBERS:
        return form
    number = values[last]
    assert isinstance(number, int | float)
    category = words.language.plurals.category(number)
    return f"{cases}.{category}" if cases else category


def _render_value(part: Placeholder, value: object, words: Formats) -> str:
    value_type = VALUE_TYPES[part.name]
    if not isinstance(value, _PYTHON_TYPES[value_type]):
        raise TypeError(f"{part.name} must be {value_type.name}, not {value!r}")
    if isinstance(value, str):
        return shown(value.form(part.form) if part.form and isinstance(value, Phrase) else str(value))
    if isinstance(value, list | tuple):
        return words.listed([shown(item) for item in value], part.form or "and")
    if value_type is ValueType.NAME:
        return str(value)
    assert isinstance(value, int | float)
    return words.money(int(value), part.form or "price") if value_type is ValueType.MONEY else words.number(value)


class Message:
    """A compiled message: its parts by form, the first form first."""

    def __init__(self, forms: dict[str, Parts], gender: str, words: Formats) -> None:
        self.forms, self.gender, self.words = forms, gender, words
        self.first = next(iter(forms.values()))
        self.placeholders = placeholder_names(self.first)

    def render(self, values: Mapping[str, object]) -> str:
        """Return the text; a ``Phrase`` if the message has several forms or a gender."""
        text = render(self.first, values, self.words)
        if len(self.forms) == 1 and not self.gender:
            return text
        return Phrase(text, self.gender, lambda form: render(self.forms.get(form, self.first), values, self.words))
