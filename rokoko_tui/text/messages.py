"""The syntax of messages, and the parser.

``{who}`` is a placeholder and ``{dress:accusative}`` a form of its value. ``[dress]`` is a term of the edition,
``[dress:other]`` a form of it, ``[dress:n]`` the form for the number ``n``. ``{Who}`` and ``[Dress]`` begin with a
capital letter. ``{n? =0: nothing | one: 1 card | other: {n} cards}`` selects a variant: by value or plural category for
a number, by gender or value for anything else. ``other`` is the default and is required.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rokoko_tui.text.placeholders import NUMBERS


class BadMessage(Exception):
    """An invalid message: ``fault`` is an error code, ``key`` the message, ``detail`` the offending part."""

    def __init__(self, fault: str, detail: str, key: str = "") -> None:
        super().__init__(f"{key}: {fault}: {detail}")
        self.fault, self.detail, self.key = fault, detail, key


class Placeholder(NamedTuple):
    """A placeholder for a value, which may be inserted in a form."""

    name: str
    form: str
    capital: bool


class Term(NamedTuple):
    """A term of the edition, which may be inserted in a form."""

    key: str
    form: str
    capital: bool


class Choice(NamedTuple):
    """Variants of a text, selected by the value of the placeholder ``name``."""

    name: str
    variants: dict[str, "Parts"]


Part = str | Placeholder | Term | Choice
Parts = tuple[Part, ...]

_TOKEN = re.compile(
    r"\[(?P<term>[A-Za-z][a-z0-9-]*)(?::(?P<term_form>[a-z0-9._-]+))?\]"
    r"|\{(?P<placeholder>[A-Za-z]\w*)(?::(?P<form>[a-z0-9._-]+))?\}"
    r"|\{(?P<choice>[a-z]\w*)\?"
    r"|(?P<delimiter>[{}|])"
)
_VARIANT = re.compile(r"\s*(=\d+|[a-z][a-z0-9-]*):\s?")


def parse(text: str) -> Parts:
    """Parse a message. Raises BadMessage for unbalanced braces and for choices without ``other``."""
    return _Reader(text).parts(inside=False)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def parts(self, inside: bool) -> Parts:
        """Parse to the end; ``inside`` a choice, to the character that ends the variant, which is not consumed."""
        parts: list[Part] = []
        while self.at < len(self.text):
            match = _TOKEN.search(self.text, self.at)
            end = match.start() if match else len(self.text)
            if end > self.at:
                parts.append(self.text[self.at : end])
            self.at = end
            if match is None or (inside and match["delimiter"] in ("|", "}")):
                break
            self.at = match.end()
            parts.append(self._part(match))
        return tuple(parts)

    def _part(self, match: re.Match[str]) -> Part:
        if name := match["term"]:
            return Term(name.lower(), match["term_form"] or "", name[0].isupper())
        if name := match["placeholder"]:
            return Placeholder(name.lower(), match["form"] or "", name[0].isupper())
        if name := match["choice"]:
            return self._choice(name)
        if match["delimiter"] != "|":
            raise BadMessage("brace", self.text)
        return "|"

    def _choice(self, name: str) -> Choice:
        variants: dict[str, Parts] = {}
        delimiter = "|"
        while delimiter == "|":
            label = _VARIANT.match(self.text, self.at)
            if label is None:
                raise BadMessage("variant", self.text)
            self.at = label.end()
            variants[label[1]] = _trimmed(self.parts(inside=True))
            delimiter = self.text[self.at : self.at + 1]
            self.at += 1
        if delimiter != "}":
            raise BadMessage("brace", self.text)
        if "other" not in variants:
            raise BadMessage("other", self.text)
        return Choice(name, variants)


def _trimmed(parts: Parts) -> Parts:
    """Remove trailing blanks."""
    if parts and isinstance(parts[-1], str):
        last = parts[-1].rstrip()
        return (*parts[:-1], last) if last else parts[:-1]
    return parts


def flat(parts: Parts) -> Iterator[Part]:
    """Return all parts; those inside a choice follow it."""
    for part in parts:
        yield part
        if isinstance(part, Choice):
            for variant in part.variants.values():
                yield from flat(variant)


def placeholder_names(parts: Parts) -> frozenset[str]:
    named = {part.name for part in flat(parts) if isinstance(part, Placeholder | Choice)}
    counted = {part.form.rpartition(".")[2] for part in flat(parts) if isinstance(part, Term) and part.form}
    return frozenset(named | (counted & NUMBERS))


def capital(text: str) -> str:
    """Return ``text`` with its first letter in upper case."""
    return text[:1].upper() + text[1:]
