"""Map characters of non-Latin keyboards to the Latin characters of the same keys, which name the commands.

The layouts are in each ``language.toml``. All shipped layouts and that of the current language apply, because
players who read English may type on another keyboard.
"""

from collections.abc import Mapping
from functools import cache

from rokoko_tui.text.languages import ENGLISH, language_in, language_named, shipped_languages


@cache
def signs_of(language: str) -> Mapping[str, str]:
    """Return the Latin character for each character of another keyboard.

    The layout of ``language`` has priority. ASCII letters and digits are never replaced.
    """
    latin_keyboard = language_in(ENGLISH).keyboard
    latin_of: dict[str, str] = {}
    for name in (language, *shipped_languages()):
        for character, latin in zip(language_named(name).keyboard, latin_keyboard, strict=False):
            if character != latin and not (character.isascii() and character.isalnum()):
                latin_of.setdefault(character, latin)
    return latin_of


def latin_sign(character: str, language: str) -> str:
    """Return the Latin character on the key that types ``character``."""
    return character if character.isascii() else signs_of(language).get(character, character)
