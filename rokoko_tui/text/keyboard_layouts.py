"""Keyboards of other letters: what their keys write, and what the same keys write on the one commands are named by.

It stands in the ``language.toml`` of each language. Those of the languages that ship count always, for whoever reads
English may write another language; so does that of the language spoken.
"""

from collections.abc import Mapping
from functools import cache

from rokoko_tui.text.languages import ENGLISH, language_in, language_named, shipped_languages


@cache
def signs_of(spoken: str) -> Mapping[str, str]:
    """For each sign of another keyboard, what its key writes on the one commands are named by.

    The language ``spoken`` counts first. Plain letters and figures are themselves on every keyboard.
    """
    ours = language_in(ENGLISH).keyboard
    found: dict[str, str] = {}
    for name in (spoken, *shipped_languages()):
        for theirs, here in zip(language_named(name).keyboard, ours, strict=False):
            if theirs != here and not (theirs.isascii() and theirs.isalnum()):
                found.setdefault(theirs, here)
    return found


def latin_sign(letter: str, spoken: str) -> str:
    """What the key that writes ``letter`` writes on the keyboard commands are named by."""
    return letter if letter.isascii() else signs_of(spoken).get(letter, letter)
