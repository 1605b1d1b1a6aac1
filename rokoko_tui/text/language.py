"""One language: a folder of tables, ``language.toml`` first, which tells its grammar, its letters and its keyboard."""

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from rokoko_tui.text.messages import BadMessage
from rokoko_tui.text.plurals import PluralRules

Edition = Literal["classic", "deluxe"]
"""Whose words are used."""
EDITIONS: tuple[Edition, ...] = get_args(Edition)


class Language:
    """One language's tables, each read when first needed.

    ``fallback`` replaces what cannot be used here; without one the same fault raises.
    """

    def __init__(self, name: str, folder: Path, fallback: "Language | None" = None) -> None:
        self.name = name
        self.fallback = fallback
        self._folder = folder
        self._tables: dict[str, dict[str, Any]] = {}

    def table(self, name: str) -> dict[str, Any]:
        """The content of the file ``name`` (``/`` between folders, no ending). Raises OSError, BadMessage."""
        found = self._tables.get(name)
        if found is None:
            path = self._folder / f"{name}.toml"
            try:
                found = self._tables[name] = tomllib.loads(path.read_text(encoding="utf-8"))
            except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
                raise BadMessage("toml", str(error), name) from error
        return found

    def words_of(self, name: str) -> dict[str, Any]:
        """The ``[terms]`` of the file ``name``; empty, where there is a fallback, if that file cannot be used."""
        return self._section(name, "terms")

    def messages_of(self, edition: Edition) -> dict[str, Any]:
        """The messages that ``edition`` replaces, by key."""
        return self._section(f"editions/{edition}", "messages")

    def _section(self, name: str, section: str) -> dict[str, Any]:
        try:
            found = self.table(name).get(section, {})
        except (OSError, BadMessage):
            if self.fallback is None:
                raise
            return {}
        return found if isinstance(found, dict) else {}

    def table_names(self) -> list[str]:
        """The files of messages."""
        return sorted(path.stem for path in self._folder.glob("*.toml") if path.stem not in ("language", "terms"))

    def entry(self, key: str) -> Any:
        """The value of ``table.key``: a message, or a table of its forms or of messages.

        Raises KeyError where there is none, BadMessage for a file that cannot be read.
        """
        table, *path = key.split(".")
        try:
            found: Any = self.table(table)
        except OSError as error:
            raise KeyError(key) from error
        for part in path:
            if not isinstance(found, dict):
                raise KeyError(key)
            found = found[part]
        return found

    def written(self, text: str, roomy: bool) -> str:
        """``text`` of a message or term as it is shown; ``roomy`` where it may grow."""
        return text

    def filling(self, cells: int) -> str:
        """What is put at the end of a message with ``cells`` to spare in its fixed room."""
        return ""

    def has_forms(self, entry: dict[str, Any]) -> bool:
        """True for a message in several forms, false for a table of messages."""
        return bool(self.forms) and self.forms[0] in entry

    # ---- grammar

    def _grammar(self, *path: str, default: Any = None) -> Any:
        """The value at ``path`` of ``language.toml`` if it has the type of ``default``, or of the fallback's value."""
        model = self.fallback._grammar(*path) if self.fallback is not None and default is None else default
        found: Any = self.table("language")
        for part in path:
            found = found.get(part) if isinstance(found, dict) else None
        if model is not None:
            return found if has_type_of(model, found) else model
        if found is None:
            raise KeyError(".".join(path))
        return found

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The names of its case forms, the plain one first; empty for a language without cases."""
        return tuple(self._grammar("forms", default=[]))

    @cached_property
    def plurals(self) -> PluralRules:
        """Which plural form each number requires."""
        try:
            return PluralRules(self._grammar("plural", default={}))
        except (ValueError, TypeError):
            if self.fallback is None:
                raise
            return PluralRules({})

    @cached_property
    def decimal(self) -> str:
        """The decimal mark."""
        return str(self._grammar("number", "decimal"))

    @cached_property
    def thousands(self) -> str:
        """The separator of thousands."""
        return str(self._grammar("number", "thousands"))

    def joints(self, form: str) -> tuple[str, str]:
        """The separator inside a list and the one before its last part. Raises KeyError for an unknown ``form``."""
        found = self.table("language").get("list")
        pair = found.get(form) if isinstance(found, dict) else None
        if isinstance(pair, list) and has_type_of([], pair) and len(pair) == 2:
            return pair[0], pair[1]
        if self.fallback is None:
            raise KeyError(form)
        return self.fallback.joints(form)

    @cached_property
    def money_forms(self) -> frozenset[str]:
        """The names of the forms in which an amount is written."""
        return frozenset(self.table("language").get("money", ())) | (
            self.fallback.money_forms if self.fallback is not None else frozenset()
        )

    @cached_property
    def tag(self) -> str:
        """The language's tag in locales, such as ``en``."""
        return str(self._grammar("tag", default=""))

    @cached_property
    def own_name(self) -> str:
        """The name of the language in that language."""
        return str(self._grammar("name", default=self.name))

    # ---- editions

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions it has words of, one at least."""
        named = self._grammar("editions")
        return tuple(edition for edition in EDITIONS if edition in named) or EDITIONS

    def edition_for(self, wanted: Edition) -> Edition:
        """The edition ``wanted``, or the first it has where it has no words of that."""
        return wanted if wanted in self.editions else self.editions[0]

    # ---- letters and keys

    @cached_property
    def alphabet(self) -> str:
        """Its letters in their order, small ones."""
        return str(self._grammar("letters", "order"))

    def sort_key(self, text: str) -> tuple[tuple[int, int], ...]:
        """What to sort ``text`` by: signs and figures first, then its own letters in their order, then all others.

        Capitals stand with small letters, and a letter with an accent that is none of its own with the plain one.
        """
        return tuple(self._place(letter) for letter in unicodedata.normalize("NFC", text.casefold()))

    def _place(self, letter: str) -> tuple[int, int]:
        bare = letter if letter in self.alphabet else unicodedata.normalize("NFD", letter)[0]
        if bare in self.alphabet:
            return 1, self.alphabet.index(bare)
        return (2 if letter.isalpha() else 0), ord(letter)

    def plain(self, text: str) -> str:
        """``text`` as a search compares it: in small letters, and those that count for one another as one."""
        return unicodedata.normalize("NFC", text.casefold()).translate(self._alike)

    @cached_property
    def _alike(self) -> Mapping[int, str]:
        groups = self._grammar("letters", "alike")
        return {ord(letter): group[0] for group in groups for letter in group}

    @cached_property
    def keyboard(self) -> str:
        """What the keys write, row by row, then with Shift; empty where it is the keyboard English is written on."""
        return "".join(row for rows in ("rows", "shifted") for row in self._grammar("keyboard", rows, default=[]))


def has_type_of(model: Any, value: Any) -> bool:
    """True where ``value`` is a string, a list of strings or a table, as ``model`` is."""
    if isinstance(model, list):
        return isinstance(value, list) and all(isinstance(part, str) for part in value)
    return isinstance(value, dict if isinstance(model, dict) else str)
