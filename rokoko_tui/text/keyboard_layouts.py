"""Map characters of non-Latin keyboards to the Latin characters of the same keys, which name the commands.

The layouts are in each ``language.toml``. All shipped layouts and that of the current language apply, because
players who read English may type on another keyboard.
"""

from collections.abc import Mapping
from functools import cache

from rokoko_tui.text.languages import ENGLISH, find_language, load_language, shipped_languages


@cache
def latin_characters(language: str) -> Mapping[str, str]:
    """Return the Latin character for each character of another keyboard.

    The layout of ``language`` has priority. ASCII letters and digits are never replaced.
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
