"""The available languages and editions, and the choice of the language.

Beside the shipped languages, any folder that follows ``docs/translating.md`` can be chosen by its path.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from rokoko_tui.text.language import EDITIONS, Edition, Language

__all__ = ["EDITIONS", "Edition", "choose_language", "find_language", "load_language", "shipped_languages"]

HERE = Path(__file__).parent
ENGLISH = "english"
"""The default language, complete, and the fallback of all others."""
PSEUDO = "pseudo"
"""Pseudo-localised English for tests, which reveals text that is not in the tables."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables that name the language; the first one set counts."""


@cache
def find_language(name: str) -> Language:
    """Return a language by folder name, by tag or by path. Raises KeyError for an unknown language."""
    if name == PSEUDO:
        from rokoko_tui.text.pseudo_language import Pseudo

        return Pseudo(PSEUDO, HERE / ENGLISH)
    if "/" in name or "\\" in name or "." in name:
        folder = Path(name)
        if not (folder / "language.toml").is_file():
            raise KeyError(name)
        return Language(name, folder, load_language(ENGLISH))
    for shipped in shipped_languages():
        if name in (shipped, load_language(shipped).tag):
            return load_language(shipped)
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
