"""The languages the program speaks and the editions of each, and which language it is to speak.

English ships; any folder made as ``docs/translating.md`` tells can be chosen by its path.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from rokoko_tui.text.language import EDITIONS, Edition, Language

__all__ = ["EDITIONS", "Edition", "language_in", "language_named", "language_spoken", "shipped_languages"]

HERE = Path(__file__).parent
ENGLISH = "english"
"""The language that has every message: the default, and the fallback of all others."""
PSEUDO = "pseudo"
"""English made strange, so that tests find what does not come from the tables; people are not told of it."""
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where the environment names a language; the first that is set counts."""


@cache
def language_named(name: str) -> Language:
    """The language of that name: a shipped one's folder or tag, or a path to a folder. Raises KeyError for others."""
    if name == PSEUDO:
        from rokoko_tui.text.pseudo_language import Pseudo

        return Pseudo(PSEUDO, HERE / ENGLISH)
    if "/" in name or "\\" in name or "." in name:
        folder = Path(name)
        if not (folder / "language.toml").is_file():
            raise KeyError(name)
        return Language(name, folder, language_in(ENGLISH))
    for shipped in shipped_languages():
        if name in (shipped, language_in(shipped).tag):
            return language_in(shipped)
    raise KeyError(name)


@cache
def language_in(folder: str) -> Language:
    """The shipped language in ``folder``."""
    return Language(folder, HERE / folder, None if folder == ENGLISH else language_in(ENGLISH))


@cache
def shipped_languages() -> tuple[str, ...]:
    """The folders of the languages that ship, English first."""
    found = (entry.name for entry in HERE.iterdir() if (entry / "language.toml").is_file())
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
