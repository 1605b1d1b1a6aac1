"""The words of one language and edition, and the messages made of them.

Messages stand in ``<language>/*.toml``, one file per kind of text, read when first needed; ``messages`` tells how they
are written. A message is named by its file and its place in it: ``pieces.name.card``.

A message or word that a language lacks, or that cannot be used, is taken from English whole: with the words, plural
forms and lists of English. ``checking`` lists these.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar, Self

from rokoko_tui.text.language import Language
from rokoko_tui.text.languages import ENGLISH, Edition, language_named
from rokoko_tui.text.message_builder import composed
from rokoko_tui.text.messages import BadMessage, Choice, Figure, Parts, Term, capital, figures
from rokoko_tui.text.placeholders import KINDS, NUMBERS, Kind
from rokoko_tui.text.safe_display import shown

__all__ = ["Phrase", "Vocabulary", "capital", "vocabulary_of"]

SILK = {colour: chr(0xE000 + n) for n, colour in enumerate(("yellow", "green", "red", "blue"))}
"""By colour, a sign of one cell for its letter; no font and no language has it."""
GENDER = "gender"
"""The entry beside a term's or a message's forms that names its gender."""
LETTER = "letter"
"""The form of a term that has a single cell."""
_TYPES: dict[Kind, type | tuple[type, ...]] = {
    Kind.NUMBER: (int, float),
    Kind.MONEY: int,
    Kind.NAME: (str, int),
    Kind.PHRASE: str,
    Kind.LIST: (list, tuple, str),
}


class Phrase(str):
    """Words that know their other forms and their gender; as a plain text they are the first form."""

    gender: str
    form: Callable[[str], str]

    def __new__(cls, text: str, gender: str, form: Callable[[str], str]) -> "Phrase":
        """``text`` with its ``gender``; ``form`` gives another form by its name."""
        self = super().__new__(cls, text)
        self.gender, self.form = gender, form
        return self


class Message:
    """A message ready to be told: its parts in each form it has, the first form first."""

    def __init__(self, forms: dict[str, Parts], gender: str, words: "Vocabulary") -> None:
        self.forms, self.gender, self.words = forms, gender, words
        self.first = next(iter(forms.values()))
        self.figures = figures(self.first)


class Vocabulary:
    """What things are called in one language and edition, and how sentences are made of that."""

    SEEN: ClassVar[bool] = True
    """Whether messages are seen, some of them in fixed room."""

    def __init__(self, language: Language, edition: Edition) -> None:
        self.language = language
        self.edition = edition
        self._layer = language.messages_of(edition)
        self._terms = language.words_of("terms") | language.words_of(f"editions/{edition}")
        self._messages: dict[str, Message] = {}
        self._marked: dict[str, Parts] = {}

    @cached_property
    def _fallback(self) -> Self | None:
        """The same words in English; None in English itself."""
        return type(self)(self.language.fallback, self.edition) if self.language.fallback else None

    # ---- words

    def term(self, key: str, form: str = "") -> str:
        """The edition's word for ``key``; ``hall:2`` names a hall.

        A missing form gives the plain word. Raises KeyError for an unknown key, and in English for an unknown form.
        """
        if key.startswith("hall:"):
            hall = int(key.removeprefix("hall:"))
            return self.term("king-hall", form) if hall == 1 else self.say("pieces.name.hall", n=hall)
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

    def owns(self, key: str) -> bool:
        """True when this language itself has the word ``key``."""
        try:
            return bool(self.own_term(key))
        except KeyError:
            return False

    def own_term(self, key: str, form: str = "") -> str:
        """The word in this language. Raises KeyError for a word or a form that it lacks."""
        forms = self._terms[key]
        text = self.language.written(_nested(forms, form), roomy=False)
        if form or isinstance(forms, str):
            return text
        return Phrase(text, str(forms.get(GENDER, "")), lambda wanted: self._form_of(key, wanted))

    def _form_of(self, key: str, form: str) -> str:
        """A form of a word that is part of a sentence: the plain one where this language lacks it."""
        try:
            return self.own_term(key, form)
        except KeyError:
            return self.own_term(key)

    def letter(self, key: str) -> str:
        """The single letter of a colour, of ``yarn``, of ``lace`` or of ``livre``."""
        return self.term(key, LETTER)

    def noun(self, key: str, number: int) -> str:
        """The word for ``key`` that goes with ``number``, which stands before it."""
        category = self.language.plurals.category(number)
        try:
            return self.own_term(key, ".".join([*self.language.forms[:1], category]))
        except KeyError:
            if self._fallback is None:
                raise
            return self._fallback.noun(key, number)

    def terms(self) -> list[str]:
        """The keys of all terms."""
        return list(self._terms)

    def money(self, amount: int, form: str = "price") -> str:
        """``amount`` as the language says it: a ``price`` of 0 is "free"."""
        return self.say(f"language.money.{form}", n=amount)

    def number(self, number: float) -> str:
        """A whole number, or one with one decimal, without a sign unless it is negative."""
        return str(number) if isinstance(number, int) else self.decimal(number, 1)

    def decimal(self, number: float, places: int) -> str:
        """A number with so many decimals."""
        return f"{number:.{places}f}".replace(".", self.language.decimal)

    def short(self, number: float) -> str:
        """A number with those decimals it has, and no others."""
        return f"{number:g}".replace(".", self.language.decimal)

    def grouped(self, number: int) -> str:
        """A large whole number, with its thousands apart."""
        return f"{number:,}".replace(",", self.language.thousands)

    def signed(self, change: float) -> str:
        """A change with its sign: ``+3`` or ``−0.5``; what is told as nothing is ``±0``."""
        if round(change, 1) == 0:
            return "±0"
        return f"+{self.number(change)}" if change >= 0 else f"−{self.number(-change)}"

    def listed(self, parts: Sequence[str], form: str = "and") -> str:
        """``a, b and c``; another ``form`` joins with another word."""
        if len(parts) < 2:
            return "".join(parts)
        between, last = (self.language.written(joint, roomy=False) for joint in self.language.joints(form))
        return f"{between.join(parts[:-1])}{last}{parts[-1]}"

    def one_edition(self) -> str:
        """What is to be said where one changes the edition and the language has words of one only; else empty."""
        if len(self.language.editions) > 1:
            return ""
        return self.say("settings.one-edition", name=self.say(f"settings.value.edition.{self.edition}"))

    # ---- forms

    def forms_of(self, key: str) -> dict[str, Any]:
        """The forms of this language's term ``key``; empty for a word without forms."""
        forms = self._terms[key]
        return forms if isinstance(forms, dict) else {}

    def has_form(self, key: str, form: str) -> bool:
        """True when the phrase ``key``, or the term ``terms.key``, has ``form``, or stands for all of its forms."""
        entry = self._terms[key.removeprefix("terms.")] if key.startswith("terms.") else self._entry(key)
        try:
            return bool(_nested(entry, form))
        except KeyError:
            return False

    # ---- messages

    def say(self, key: str, **figures: object) -> str:
        """The message ``key`` with its figures: all that it names, and no others.

        Raises KeyError for an unknown message, TypeError for a figure too many, missing, or of the wrong type.
        """
        message = self._messages.get(key) or self._usable(key)
        if len(figures) != len(message.figures) or any(name not in figures for name in message.figures):
            if self._fallback is not None and message.words is self:
                return self._fallback.say(key, **figures)
            raise TypeError(f"{key} takes {sorted(message.figures)}, not {sorted(figures)}")
        return message.words._told(message, figures)

    def marked(self, key: str, **known: object) -> str:
        """The message ``key`` with those of ``known`` it names, and ``SILK`` signs for single letters of colours.

        So that text can be folded and placed, and these letters still be told from others that look the same.
        """
        parts = self._marked.get(key)
        if parts is None:
            try:
                parts = composed(key, str(self._entry(key)), _Marked(self))
            except (KeyError, BadMessage):
                parts = None
            if self._fallback is not None and (parts is None or not figures(parts) <= known.keys()):
                return self._fallback.marked(key, **known)
            parts = self._marked[key] = parts or composed(key, str(self._entry(key)), _Marked(self))
        return self._rendered(parts, known)

    def say_of(self, key: str, known: Mapping[str, object]) -> str:
        """The message ``key`` with those of the figures ``known`` that it names."""
        message = self._messages.get(key) or self._usable(key)
        if self._fallback is not None and not message.figures <= known.keys():
            return self._fallback.say_of(key, known)
        return message.words._told(message, {name: known[name] for name in message.figures})

    def knows(self, key: str) -> bool:
        """True when there is a message ``key``, here or in English."""
        return self.has(key) or (self._fallback is not None and self._fallback.knows(key))

    def has(self, key: str) -> bool:
        """True when this language itself has a message ``key``."""
        try:
            entry = self._entry(key)
        except (KeyError, BadMessage):
            return False
        return isinstance(entry, str) or (isinstance(entry, dict) and self.language.has_forms(entry))

    def figures_of(self, key: str) -> frozenset[str]:
        """The figures that ``say`` takes with ``key``."""
        return (self._messages.get(key) or self._usable(key)).figures

    def message(self, key: str) -> Message:
        """This language's message ``key``, checked and ready. Raises BadMessage, or KeyError for an unknown one."""
        entry = self._entry(key)
        sources = {"": entry} if isinstance(entry, str) else entry
        if not isinstance(sources, dict) or (sources is entry and not self.language.has_forms(entry)):
            raise KeyError(key)
        try:
            if not all(isinstance(text, str) for text in sources.values()):
                raise BadMessage("type", "string")
            forms = {name: composed(key, text, self, self.SEEN) for name, text in sources.items() if name != GENDER}
        except BadMessage as bad:
            raise BadMessage(bad.fault, bad.detail, key) from bad
        return Message(forms, sources.get(GENDER, ""), self)

    def _told(self, message: Message, known: Mapping[str, object]) -> str:
        text = self._rendered(message.first, known)
        if len(message.forms) == 1 and not message.gender:
            return text
        return Phrase(text, message.gender, lambda form: self._rendered(message.forms.get(form, message.first), known))

    def _rendered(self, parts: Parts, known: Mapping[str, object]) -> str:
        return "".join([part if isinstance(part, str) else self._shown(part, known) for part in parts])

    def _shown(self, part: Figure | Term | Choice, known: Mapping[str, object]) -> str:
        if isinstance(part, Choice):
            return self._rendered(part.variants[self._variant(part, known[part.name])], known)
        if isinstance(part, Term):
            text = self.term(part.key, self._bent(part.form, known))
        else:
            text = self._figure(part, known[part.name])
        return capital(text) if part.capital else text

    def _variant(self, choice: Choice, value: object) -> str:
        if isinstance(value, int | float):
            exact = f"={value}"
            label = exact if exact in choice.variants else self.language.plurals.category(value)
        else:
            label = getattr(value, "gender", "") or str(value)
        return label if label in choice.variants else "other"

    def _bent(self, form: str, known: Mapping[str, object]) -> str:
        """The form a term is wanted in, with the plural category where it goes with a number."""
        cases, _, last = form.rpartition(".")
        if last not in NUMBERS:
            return form
        number = known[last]
        assert isinstance(number, int | float)
        category = self.language.plurals.category(number)
        return f"{cases}.{category}" if cases else category

    def _figure(self, part: Figure, value: object) -> str:
        kind = KINDS[part.name]
        if not isinstance(value, _TYPES[kind]):
            raise TypeError(f"{part.name} is to be {kind.name}, not {value!r}")
        if isinstance(value, str):
            return shown(value.form(part.form) if part.form and isinstance(value, Phrase) else str(value))
        if isinstance(value, list | tuple):
            return self.listed([shown(item) for item in value], part.form or "and")
        if kind is Kind.NAME:
            return str(value)
        assert isinstance(value, int | float)
        return self.money(int(value), part.form or "price") if kind is Kind.MONEY else self.number(value)

    # ---- from the tables

    def _entry(self, key: str) -> Any:
        layered = self._layer.get(key)
        return self.language.entry(key) if layered is None else layered

    def _usable(self, key: str) -> Message:
        """The message ``key`` in this language, or in English where it cannot be used here."""
        try:
            message = self.message(key)
        except (KeyError, BadMessage):
            if self._fallback is None:
                raise
            message = self._fallback._usable(key)
        self._messages[key] = message
        return message


class _Marked:
    """The words of a vocabulary, but for the letters of colours."""

    def __init__(self, words: Vocabulary) -> None:
        self.language, self._words = words.language, words

    def own_term(self, key: str, form: str = "") -> str:
        """A word in a form, or the sign for a colour's letter."""
        return SILK[key] if form == LETTER and key in SILK else self._words.own_term(key, form)


@cache
def vocabulary_of(edition: Edition, language: str = ENGLISH) -> Vocabulary:
    """The plain messages of ``edition`` in ``language``, made once, or of the edition that language has.

    Raises KeyError for a language there is not.
    """
    spoken = language_named(language)
    return Vocabulary(spoken, spoken.edition_for(edition))


def _nested(forms: Any, path: str) -> str:
    """The form at ``path``, or the first one below it; a word without such forms stands for all of them.

    Raises KeyError where there is none.
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
