"""The languages the program speaks: each a folder of tables, ``language.toml`` first, which tells its grammar.

English ships; any folder made as ``docs/translating.md`` tells can be chosen by its path.
"""

import tomllib
from collections.abc import Mapping
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from rokoko_tui.words.plurals import PluralRules

ENGLISH = "english"
"""The language every key stands in first, and the one spoken where no other is found."""
PSEUDO = "pseudo"
"""English made strange, so that tests find what does not come from the tables; people are not told of it."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment names a language; the first that is set counts."""


class Language:
    """One language's tables, each read when first needed."""

    def __init__(self, name: str, folder: Traversable) -> None:
        self.name = name
        self._folder = folder
        self._tables: dict[str, dict[str, Any]] = {}

    def table(self, name: str) -> dict[str, Any]:
        """The content of the file ``name`` (``/`` between folders, no ending). Raises OSError where there is none."""
        found = self._tables.get(name)
        if found is None:
            path = self._folder.joinpath(*f"{name}.toml".split("/"))
            found = self._tables[name] = tomllib.loads(path.read_text(encoding="utf-8"))
        return found

    def table_names(self) -> list[str]:
        """The files of messages."""
        names = (entry.name.removesuffix(".toml") for entry in self._folder.iterdir() if entry.name.endswith(".toml"))
        return sorted(name for name in names if name not in ("language", "terms"))

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
        return bool(self._forms) and self._forms[0] in entry

    @cached_property
    def _forms(self) -> tuple[str, ...]:
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
    def tag(self) -> str:
        """The language's tag in locales, such as ``en``."""
        return str(self.table("language")["tag"])

    @cached_property
    def own_name(self) -> str:
        """What the language calls itself."""
        return str(self.table("language")["name"])


@cache
def language_named(name: str) -> Language:
    """The language of that name: a shipped one's folder or tag, or a path to a folder. Raises KeyError for others."""
    if name == PSEUDO:
        from rokoko_tui.words.pseudo import Pseudo

        return Pseudo(PSEUDO, files(__package__) / ENGLISH)
    if "/" in name or "\\" in name or "." in name:
        folder = Path(name)
        if not (folder / "language.toml").is_file():
            raise KeyError(name)
        return Language(name, folder)
    for shipped in shipped_languages():
        if name in (shipped, language_in(shipped).tag):
            return language_in(shipped)
    raise KeyError(name)


@cache
def language_in(folder: str) -> Language:
    """The shipped language in ``folder``."""
    return Language(folder, files(__package__) / folder)


@cache
def shipped_languages() -> tuple[str, ...]:
    """The folders of the languages that ship, English first."""
    found = (entry.name for entry in files(__package__).iterdir() if (entry / "language.toml").is_file())
    return tuple(sorted(found, key=lambda name: (name != ENGLISH, name)))


def language_spoken(wanted: str, environ: Mapping[str, str]) -> str:
    """The name of the language to speak: the one ``wanted``, else that of the environment's locale, else English."""
    locale = next((environ[variable] for variable in LOCALE if environ.get(variable)), "")
    plain = locale.partition(".")[0].partition("@")[0].replace("_", "-")
    for name in filter(None, (wanted, plain, plain.partition("-")[0])):
        try:
            return language_named(name).name
        except KeyError:
            continue
    return ENGLISH
