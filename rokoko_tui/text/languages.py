"""Languages: their tables and grammar, the available ones, the choice of one, and their keyboards.

A language is a folder of TOML tables. ``language.toml`` has its grammar, alphabet and keyboard layout; its plural rules
have Unicode CLDR syntax: ``n % 10 = 2..4 and n % 100 != 12``. Beside the shipped languages, any folder that follows
``docs/translating.md`` can be chosen by its path.
"""

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from string import ascii_letters
from typing import Any, Literal, get_args

from rokoko_tui.data_files import decode_text
from rokoko_tui.text.messages import BadMessage
from rokoko_tui.text.safe_display import NO_BREAK_SPACE

Edition = Literal["classic", "deluxe"]
"""The edition of the game whose terms are used."""
EDITIONS: tuple[Edition, ...] = get_args(Edition)

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
"""All plural categories in order; every language has ``other``."""
_RELATION = re.compile(r"[ni](?: % (?P<modulus>\d+))? (?P<sign>!?=) (?P<ranges>\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")

PluralTest = Callable[[int], bool]


class PluralRules:
    """Plural rules of a language. Raises ValueError for an invalid rule."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self._tests = [(category, _parse_or(str(rules[category]))) for category in CATEGORIES if category in rules]
        self.categories = (*(category for category, _ in self._tests), "other")

    def category(self, number: float) -> str:
        """Return the category of ``number``; a fraction is ``other``."""
        if number != int(number):
            return "other"
        return next((category for category, fits in self._tests if fits(abs(int(number)))), "other")


def _parse_or(rule: str) -> PluralTest:
    tests = [_parse_and(part) for part in rule.split(" or ")]
    return lambda n: any(test(n) for test in tests)


def _parse_and(rule: str) -> PluralTest:
    tests = [_parse_relation(part) for part in rule.split(" and ")]
    return lambda n: all(test(n) for test in tests)


def _parse_relation(text: str) -> PluralTest:
    match = _RELATION.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    modulus = int(match["modulus"] or 0)
    ends = [[int(end) for end in part.split("..")] for part in match["ranges"].split(",")]
    wanted = match["sign"] == "="
    return lambda n: any(end[0] <= (n % modulus if modulus else n) <= end[-1] for end in ends) is wanted


class Language:
    """The tables of a language, each read on first use.

    ``fallback`` replaces missing or invalid entries. Without one they raise an error.
    """

    def __init__(self, name: str, folder: Path, fallback: "Language | None" = None) -> None:
        self.name = name
        self.fallback = fallback
        self._folder = folder
        self._tables: dict[str, dict[str, Any]] = {}

    def table(self, name: str) -> dict[str, Any]:
        """Return the file ``name`` (``/`` between folders, no suffix). Raises OSError or BadMessage."""
        table = self._tables.get(name)
        if table is None:
            path = self._folder / f"{name}.toml"
            try:
                table = self._tables[name] = tomllib.loads(decode_text(path.read_bytes()))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
                raise BadMessage("toml", str(error), name) from error
        return table

    def section(self, name: str, section: str) -> dict[str, Any]:
        """Return a section of the file ``name``; empty if the file is invalid and there is a fallback."""
        try:
            entries = self.table(name).get(section, {})
        except (OSError, BadMessage):
            if self.fallback is None:
                raise
            return {}
        return entries if isinstance(entries, dict) else {}

    def table_names(self) -> list[str]:
        return sorted(path.stem for path in self._folder.glob("*.toml") if path.stem not in ("language", "terms"))

    def entry(self, key: str) -> Any:
        """Return the value at ``table.key``: a message, the list or table of its forms, or a table of messages.

        Raises KeyError for an unknown key, BadMessage for an invalid file.
        """
        table, *path = key.split(".")
        try:
            value: Any = self.table(table)
        except OSError as error:
            raise KeyError(key) from error
        for part in path:
            if isinstance(value, list) and part.isdecimal() and int(part) < len(value):
                value = value[int(part)]
            elif isinstance(value, dict):
                value = value[part]
            else:
                raise KeyError(key)
        return value

    def format_text(self, text: str, may_grow: bool) -> str:
        """Return the text of a message or term for display; ``may_grow`` allows a longer text."""
        return text

    def padding(self, cells: int) -> str:
        """Return the text that fills the last ``cells`` of a message of limited width."""
        return ""

    def has_forms(self, entry: dict[str, Any]) -> bool:
        """Return whether ``entry`` is a message in several forms, not a table of messages."""
        return bool(self.forms) and self.forms[0] in entry

    # ---- grammar

    def _grammar(self, *path: str, default: Any = None) -> Any:
        """Return the value at ``path`` if it has the type of ``default``, or else the default or fallback."""
        model = self.fallback._grammar(*path) if self.fallback is not None and default is None else default
        value: Any = self.table("language")
        for part in path:
            value = value.get(part) if isinstance(value, dict) else None
        if model is not None:
            return value if has_type_of(model, value) else model
        if value is None:
            raise KeyError(".".join(path))
        return value

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """Names of the case forms, the plain form first; empty for a language without cases."""
        return tuple(self._grammar("forms", default=[]))

    @cached_property
    def plurals(self) -> PluralRules:
        try:
            return PluralRules(self._grammar("plural", default={}))
        except (ValueError, TypeError):
            if self.fallback is None:
                raise
            return PluralRules({})

    @cached_property
    def decimal(self) -> str:
        return str(self._grammar("number", "decimal"))

    def joints(self, form: str) -> tuple[str, str]:
        """Return the separator of a list and the one before its last part. Raises KeyError for an unknown ``form``."""
        lists = self.table("language").get("list")
        pair = lists.get(form) if isinstance(lists, dict) else None
        if isinstance(pair, list) and has_type_of([], pair) and len(pair) == 2:
            return pair[0], pair[1]
        if self.fallback is None:
            raise KeyError(form)
        return self.fallback.joints(form)

    @cached_property
    def money_forms(self) -> frozenset[str]:
        """Names of the forms of an amount of money."""
        return frozenset(self.table("language").get("money", ())) | (
            self.fallback.money_forms if self.fallback is not None else frozenset()
        )

    @cached_property
    def tag(self) -> str:
        """The language tag in locales, such as ``en``."""
        return str(self._grammar("tag", default=""))

    @cached_property
    def own_name(self) -> str:
        """The name of the language in the language itself."""
        return str(self._grammar("name", default=self.name))

    # ---- editions

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions with terms in this language, at least one."""
        named = self._grammar("editions")
        return tuple(edition for edition in EDITIONS if edition in named) or EDITIONS

    def edition_for(self, wanted: Edition) -> Edition:
        """Return the edition ``wanted``, or the first available one."""
        return wanted if wanted in self.editions else self.editions[0]

    # ---- letters and keys

    @cached_property
    def alphabet(self) -> str:
        """The lower-case letters in alphabetical order."""
        return str(self._grammar("letters", "order"))

    def sort_key(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return a sort key: symbols and digits first, then the alphabet, then other letters.

        Case is ignored, and so are accents on letters outside the alphabet.
        """
        from rokoko_core.safe_text import fold_case  # --help does without the core

        return tuple(self._letter_key(letter) for letter in fold_case(text))

    def _letter_key(self, letter: str) -> tuple[int, int]:
        bare = letter if letter in self.alphabet else unicodedata.normalize("NFD", letter)[0]
        if bare in self.alphabet:
            return 1, self.alphabet.index(bare)
        return (2 if letter.isalpha() else 0), ord(letter)

    def plain(self, text: str) -> str:
        """Return ``text`` for a search: in lower case, with equivalent letters unified."""
        from rokoko_core.safe_text import fold_case

        return fold_case(text).translate(self._alike).replace(NO_BREAK_SPACE, " ")

    @cached_property
    def _alike(self) -> Mapping[int, str]:
        groups = self._grammar("letters", "alike")
        return {ord(letter): group[0] for group in groups for letter in group}

    @cached_property
    def keyboard(self) -> str:
        """The characters of the keys by row, then those with Shift; empty for the English layout."""
        return "".join(row for rows in ("rows", "shifted") for row in self._grammar("keyboard", rows, default=[]))


def has_type_of(model: Any, value: Any) -> bool:
    """Return whether ``value`` is, like ``model``, a string, a list of strings or a table."""
    if isinstance(model, list):
        return isinstance(value, list) and all(isinstance(part, str) for part in value)
    return isinstance(value, dict if isinstance(model, dict) else str)


# ---- the available languages

_ACCENTED = "áƀćđéƒĝĥíĵķĺɱńóƥɋŕśţúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĹṀŃÓƤɊŔŚŢÚṼŴẊÝŽ"
TO_ACCENTED = str.maketrans(ascii_letters, _ACCENTED)
FILLING, END = "ø", "Ø"
"""The padding character and the last one of the padding, each one cell wide."""
_VOWELS = re.compile("[áéíóúý]")


class Pseudo(Language):
    """Pseudo-localised English for tests: accented letters and longer messages reveal text that is in no table."""

    def format_text(self, text: str, may_grow: bool) -> str:
        """Return ``text`` with accented letters; if it ``may_grow``, with doubled vowels, about 40 % longer."""
        accented = text.translate(TO_ACCENTED)
        return _VOWELS.sub(lambda vowel: vowel[0] * 2, accented) if may_grow else accented

    def padding(self, cells: int) -> str:
        """Pad to the width limit and mark the end, so that tests notice truncation."""
        return FILLING * (cells - 1) + END if cells > 0 else ""


HERE = Path(__file__).parent
ENGLISH = "english"
"""The default language, complete, and the fallback of all others."""
PSEUDO = "pseudo"
"""Pseudo-localised English for tests, which reveals text that is not in the tables."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the language; the first one set counts."""


@cache
def find_language(name: str) -> Language:
    """Return a language by folder name, by tag, by its own name or by path. Raises KeyError for an unknown language."""
    if name == PSEUDO:
        return Pseudo(PSEUDO, HERE / ENGLISH)
    if "/" in name or "\\" in name or "." in name:
        folder = Path(name)
        try:
            is_language = (folder / "language.toml").is_file()
        except OSError:  # a name that is too long
            is_language = False
        if not is_language:
            raise KeyError(name)
        return Language(name, folder, load_language(ENGLISH))
    wanted = unicodedata.normalize("NFC", name).casefold()
    for language in map(load_language, shipped_languages()):
        if wanted in (language.name, language.tag, str(language.entry("language.name")).casefold()):
            return language
    raise KeyError(name)


@cache
def load_language(folder: str) -> Language:
    return Language(folder, HERE / folder, None if folder == ENGLISH else load_language(ENGLISH))


@cache
def shipped_languages() -> tuple[str, ...]:
    """Return the folders of the shipped languages, English first."""
    folders = (entry.name for entry in HERE.iterdir() if (entry / "language.toml").is_file())
    return tuple(sorted(folders, key=lambda name: (name != ENGLISH, name)))


def choose_language(wanted: str, environ: Mapping[str, str]) -> str:
    """Return the name of the language ``wanted``, else that of the locale, else English."""
    locale = next((environ[variable] for variable in LOCALE if environ.get(variable)), "")
    return _find_first(wanted, locale.partition(".")[0].partition("@")[0].replace("_", "-"))


@lru_cache(256)
def _find_first(wanted: str, locale: str) -> str:
    for name in filter(None, (wanted, locale, locale.partition("-")[0])):
        try:
            return find_language(name).name
        except KeyError:
            continue
    return ENGLISH


# ---- keyboards


@cache
def latin_characters(language: str) -> Mapping[str, str]:
    """Return the Latin character of the same key, which names a command, for each character of another keyboard.

    All shipped layouts apply, because players who read English may type on another keyboard. The layout of ``language``
    has priority. ASCII letters and digits are never replaced.
    """
    latin_keyboard = load_language(ENGLISH).keyboard
    latin_of: dict[str, str] = {}
    for name in (language, *shipped_languages()):
        for character, latin in zip(find_language(name).keyboard, latin_keyboard, strict=False):
            if character != latin and not (character.isascii() and character.isalnum()):
                latin_of.setdefault(character, latin)
    return latin_of


def to_latin(character: str, language: str) -> str:
    """Return the Latin character on the key that types ``character``."""
    return character if character.isascii() else latin_characters(language).get(character, character)
