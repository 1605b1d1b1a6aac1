"""The words of one edition and the sentences made of them.

Sentences stand in ``english/*.toml``, one file per kind of text, read when first needed. In them ``[dress]`` is a word
of the edition (``[Dress]`` the same with a capital) and ``{livre}`` a figure of the game.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Literal

Edition = Literal["classic", "deluxe"]

_WORD = re.compile(r"\[([A-Za-z][a-z-]*)\]")


@cache
def read_table(name: str) -> dict[str, Any]:
    """The content of ``name`` beside this module, such as ``"english/pieces.toml"``."""
    return tomllib.loads(files(__package__).joinpath(*name.split("/")).read_text(encoding="utf-8"))


class Vocabulary:
    """What things are called in one edition, and how sentences are made of that."""

    def __init__(self, edition: Edition) -> None:
        table = read_table(f"{edition}.toml")
        self.edition = edition
        self.terms: dict[str, str] = table["terms"]
        self.colours: dict[str, str] = table["colours"]
        self.letters: dict[str, str] = table["letters"]
        self._sentences: dict[tuple[str, str], str] = {}

    def term(self, key: str) -> str:
        """The edition's word for ``key``; ``hall:2`` names a hall. Raises KeyError for an unknown key."""
        if key.startswith("hall:"):
            hall = key.removeprefix("hall:")
            return self.terms["king-hall"] if hall == "1" else self.say("pieces", "name.hall", hall=hall)
        return self.terms[key] if key in self.terms else self.colours[key]

    def say(self, table: str, key: str, **figures: object) -> str:
        """The sentence ``key`` (dotted) of ``table`` in this edition's words, with its figures."""
        sentence = self._sentences.get((table, key))
        if sentence is None:
            sentence = self._sentences[table, key] = self._in_words(_entry(table, key))
        return sentence.format(**figures) if "{" in sentence else sentence

    def knows(self, table: str, key: str) -> bool:
        """True when ``table`` has a sentence ``key``."""
        try:
            return isinstance(_entry(table, key), str)
        except (KeyError, TypeError):
            return False

    def _in_words(self, sentence: str) -> str:
        return _WORD.sub(lambda match: self._word(match[1]), sentence)

    def _word(self, key: str) -> str:
        word = self.term(key.lower())
        return capital(word) if key[0].isupper() else word


def _entry(table: str, key: str) -> str:
    entry: Any = read_table(f"english/{table}.toml")
    for part in key.split("."):
        entry = entry[part]
    return str(entry)


def capital(text: str) -> str:
    """``text`` with its first letter in capitals."""
    return text[:1].upper() + text[1:]


def livre(amount: int) -> str:
    """``amount`` as a price: 0 is "free"."""
    return f"{amount} Livre" if amount else "free"


def counted(amount: int, one: str, many: str) -> str:
    """``amount`` with the singular or the plural."""
    return f"{amount} {one if amount == 1 else many}"


def listed(parts: list[str]) -> str:
    """``a, b and c``."""
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)
