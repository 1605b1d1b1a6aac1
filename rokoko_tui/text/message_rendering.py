"""Render compiled messages: insert values, choose variants and forms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from rokoko_tui.text.language import Language
from rokoko_tui.text.messages import Choice, Parts, Placeholder, Term, capital, placeholder_names
from rokoko_tui.text.placeholders import NUMBERS, VALUE_TYPES, ValueType
from rokoko_tui.text.safe_display import shown

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


class Wording(Protocol):
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


class MessageRenderer:
    """Renders the parts of messages with the terms of one language and edition."""

    def __init__(self, words: Wording) -> None:
        self._words = words

    def render(self, parts: Parts, values: Mapping[str, object]) -> str:
        return "".join([part if isinstance(part, str) else self._render_part(part, values) for part in parts])

    def _render_part(self, part: Placeholder | Term | Choice, values: Mapping[str, object]) -> str:
        if isinstance(part, Choice):
            return self.render(part.variants[self._variant(part, values[part.name])], values)
        if isinstance(part, Term):
            text = self._words.term(part.key, self._term_form(part.form, values))
        else:
            text = self._render_value(part, values[part.name])
        return capital(text) if part.capital else text

    def _variant(self, choice: Choice, value: object) -> str:
        if isinstance(value, int | float):
            exact = f"={value}"
            label = exact if exact in choice.variants else self._words.language.plurals.category(value)
        else:
            label = getattr(value, "gender", "") or str(value)
        return label if label in choice.variants else "other"

    def _term_form(self, form: str, values: Mapping[str, object]) -> str:
        """Return the form of a term, with the plural category if it depends on a number."""
        cases, _, last = form.rpartition(".")
        if last not in NUMBERS:
            return form
        number = values[last]
        assert isinstance(number, int | float)
        category = self._words.language.plurals.category(number)
        return f"{cases}.{category}" if cases else category

    def _render_value(self, part: Placeholder, value: object) -> str:
        value_type, words = VALUE_TYPES[part.name], self._words
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

    def __init__(self, forms: dict[str, Parts], gender: str, renderer: MessageRenderer) -> None:
        self.forms, self.gender, self.renderer = forms, gender, renderer
        self.first = next(iter(forms.values()))
        self.placeholders = placeholder_names(self.first)

    def render(self, values: Mapping[str, object]) -> str:
        """Return the text; a ``Phrase`` if the message has several forms or a gender."""
        text = self.renderer.render(self.first, values)
        if len(self.forms) == 1 and not self.gender:
            return text
        return Phrase(text, self.gender, lambda form: self.renderer.render(self.forms.get(form, self.first), values))
