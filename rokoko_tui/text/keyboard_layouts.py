"""Map characters of non-Latin keyboards to the Latin characters of the same keys, which name the commands.

The layouts are in each ``language.toml``. All shipped layouts and that of the current language apply, because
players who read English may type on another keyboard.
"""

from collections.abc import Mapping
from functools import cache

from rokoko_tui.text.languages import ENGLISH, language_in, language_named, shipped_languages


@cache
def signs_of(spoken: str) -> Mapping[str, str]:
    """Return the Latin character for each character of another keyboard.

    The layout of the language ``spoken`` has priority. ASCII letters and digits are never replaced.
    """
    ours = language_in(ENGLISH).keyboard
    signs: dict[str, str] = {}
    for name in (spoken, *shipped_languages()):
        for theirs, here in zip(language_named(name).keyboard, ours, strict=False):
            if theirs != here and not (theirs.isascii() and theirs.isalnum()):
                signs.setdefault(theirs, here)
    return signs


def latin_sign(letter: str, spoken: str) -> str:
    """Return the Latin character on the key that types ``letter``."""
    return letter if letter.isascii() else signs_of(spoken).get(letter, letter)
