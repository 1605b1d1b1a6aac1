"""Messages as they stand in the tables of a language, and what they are made of.

``{who}`` is a figure of the game and ``{dress:accusative}`` one of its forms; ``[dress]`` is a word of the edition,
``[dress:other]`` one of its forms, and ``[dress:n]`` the form that goes with the number ``n``; ``{Who}`` and
``[Dress]`` begin with a capital. ``{n? =0: nothing | one: 1 card | other: {n} cards}`` chooses: for a number by its
value or its plural category, for anything else by its gender or by what it is; ``other`` stands for the rest and may
not be left out.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rokoko_tui.text.placeholders import NUMBERS


class BadMessage(Exception):
    """A message cannot be used: ``fault`` is a code, ``key`` says where, and ``detail`` names what is wrong there."""

    def __init__(self, fault: str, detail: str, key: str = "") -> None:
        super().__init__(f"{key}: {fault}: {detail}")
        self.fault, self.detail, self.key = fault, detail, key


class Figure(NamedTuple):
    """A figure of the game, in one of its forms."""

    name: str
    form: str
    capital: bool


class Term(NamedTuple):
    """A word of the edition, in one of its forms."""

    key: str
    form: str
    capital: bool


class Choice(NamedTuple):
    """One of several texts, by what the figure ``name`` is."""

    name: str
    variants: dict[str, "Parts"]


Part = str | Figure | Term | Choice
Parts = tuple[Part, ...]

_TOKEN = re.compile(
    r"\[(?P<term>[A-Za-z][a-z0-9-]*)(?::(?P<bent>[a-z0-9._-]+))?\]"
    r"|\{(?P<figure>[A-Za-z]\w*)(?::(?P<form>[a-z0-9._-]+))?\}"
    r"|\{(?P<choice>[a-z]\w*)\?"
    r"|(?P<sign>[{}|])"
)
_VARIANT = re.compile(r"\s*(=\d+|[a-z][a-z0-9-]*):\s?")


def parse(text: str) -> Parts:
    """The parts of a message. Raises BadMessage for braces that do not close and choices without ``other``."""
    return _Reader(text).parts(inside=False)


class _Reader:
    """Reads a message from its first sign to its last."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def parts(self, inside: bool) -> Parts:
        """Up to the end; ``inside`` a choice, up to the sign that ends the variant, which stays to be read."""
        found: list[Part] = []
        while self.at < len(self.text):
            match = _TOKEN.search(self.text, self.at)
            end = match.start() if match else len(self.text)
            if end > self.at:
                found.append(self.text[self.at : end])
            self.at = end
            if match is None or (inside and match["sign"] in ("|", "}")):
                break
            self.at = match.end()
            found.append(self._part(match))
        return tuple(found)

    def _part(self, match: re.Match[str]) -> Part:
        if name := match["term"]:
            return Term(name.lower(), match["bent"] or "", name[0].isupper())
        if name := match["figure"]:
            return Figure(name.lower(), match["form"] or "", name[0].isupper())
        if name := match["choice"]:
            return self._choice(name)
        if match["sign"] != "|":
            raise BadMessage("brace", self.text)
        return "|"

    def _choice(self, name: str) -> Choice:
        variants: dict[str, Parts] = {}
        sign = "|"
        while sign == "|":
            label = _VARIANT.match(self.text, self.at)
            if label is None:
                raise BadMessage("variant", self.text)
            self.at = label.end()
            variants[label[1]] = _trimmed(self.parts(inside=True))
            sign = self.text[self.at : self.at + 1]
            self.at += 1
        if sign != "}":
            raise BadMessage("brace", self.text)
        if "other" not in variants:
            raise BadMessage("other", self.text)
        return Choice(name, variants)


def _trimmed(parts: Parts) -> Parts:
    """Without the blanks before the sign that ends a variant."""
    if parts and isinstance(parts[-1], str):
        last = parts[-1].rstrip()
        return (*parts[:-1], last) if last else parts[:-1]
    return parts


def flat(parts: Parts) -> Iterator[Part]:
    """All parts, those inside of choices after the choice."""
    for part in parts:
        yield part
        if isinstance(part, Choice):
            for variant in part.variants.values():
                yield from flat(variant)


def figures(parts: Parts) -> frozenset[str]:
    """The names of the figures a message needs."""
    named = {part.name for part in flat(parts) if isinstance(part, Figure | Choice)}
    bent = {part.form.rpartition(".")[2] for part in flat(parts) if isinstance(part, Term) and part.form}
    return frozenset(named | (bent & NUMBERS))


def capital(text: str) -> str:
    """``text`` with its first letter in capitals."""
    return text[:1].upper() + text[1:]
