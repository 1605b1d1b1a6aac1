"""One language: a folder of tables, ``language.toml`` first, which tells its grammar, its letters and its keyboard."""

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from rokoko_tui.words.messages import BadMessage
from rokoko_tui.words.plurals import PluralRules

Edition = Literal["classic", "deluxe"]
"""Whose words are used."""
EDITIONS: tuple[Edition, ...] = get_args(Edition)


class Language:
    """One language's tables, each read when first needed."""

    def __init__(self, name: str, folder: Path) -> None:
        self.name = name
        self._folder = folder
        self._tables: dict[str, dict[str, Any]] = {}

    def table(self, name: str) -> dict[str, Any]:
        """The content of the file ``name`` (``/`` between folders, no ending). Raises OSError, BadMessage."""
        found = self._tables.get(name)
        if found is None:
            path = self._folder / f"{name}.toml"
            text = path.read_text(encoding="utf-8")
            try:
                found = self._tables[name] = tomllib.loads(text)
            except tomllib.TOMLDecodeError as error:
                raise BadMessage("toml", str(error), name) from error
        return found

    def table_names(self) -> list[str]:
        """The files of messages."""
        return sorted(path.stem for path in self._folder.glob("*.toml") if path.stem not in ("language", "terms"))

    def entry(self, key: str) -> Any:
        """What stands under ``table.key``: a message, or a table of its forms or of messages. Raises KeyError."""
        table, *path = key.split(".")
        try:
            found: Any = self.table(table)
        except OSError as error:
            raise KeyError(key) from error
        for part in path:
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

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The names of its case forms, the plain one first; none where words are not bent."""
        return tuple(self.table("language").get("forms", ()))

    @cached_property
    def plurals(self) -> PluralRules:
        """Which plural form goes with which number."""
        return PluralRules(self.table("language")["plural"])

    @cached_property
    def decimal(self) -> str:
        """The decimal mark."""
        return str(self.table("language")["number"]["decimal"])

    @cached_property
    def thousands(self) -> str:
        """What stands between thousands."""
        return str(self.table("language")["number"]["thousands"])

    @cached_property
    def tag(self) -> str:
        """The language's tag in locales, such as ``en``."""
        return str(self.table("language")["tag"])

    @cached_property
    def own_name(self) -> str:
        """What the language calls itself."""
        return str(self.table("language")["name"])

    # ---- editions

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions it has words of, one at least."""
        told = self.table("language")["editions"]
        return tuple(edition for edition in EDITIONS if edition in told)

    def edition_for(self, wanted: Edition) -> Edition:
        """The edition ``wanted``, or the first it has where it has no words of that."""
        return wanted if wanted in self.editions else self.editions[0]

    # ---- letters and keys

    @cached_property
    def alphabet(self) -> str:
        """Its letters in their order, small ones."""
        return str(self.table("language")["letters"]["order"])

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
        groups = self.table("language")["letters"]["alike"]
        return {ord(letter): group[0] for group in groups for letter in group}

    @cached_property
    def keyboard(self) -> str:
        """What the keys write, row by row, then with Shift; empty where it is the keyboard English is written on."""
        rows = self.table("language").get("keyboard", {})
        return "".join([*rows.get("rows", ()), *rows.get("shifted", ())])
