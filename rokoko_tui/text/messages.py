"""The syntax of messages, the parser, and the placeholders: each has one type in all messages and languages.

``{who}`` is a placeholder and ``{dress:accusative}`` a form of its value. ``[dress]`` is a term of the edition,
``[dress:other]`` a form of it, ``[dress:n]`` the form for the number ``n``. ``{Who}`` and ``[Dress]`` begin with a
capital letter. ``{n? =0: nothing | one: 1 card | other: {n} cards}`` selects a variant: by value or plural category for
a number, by gender or value for anything else. ``other`` is the default and is required.
"""

import re
from collections.abc import Iterator
from enum import Enum, auto
from typing import NamedTuple


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


def uncapital(text: str) -> str:
    """Return ``text`` with its first letter in lower case, for the middle of a sentence."""
    return text[:1].lower() + text[1:]


# ---- placeholders


class ValueType(Enum):
    NUMBER = auto()
    """An int, or a float shown with one decimal; selects plural forms."""
    MONEY = auto()
    """A price or gain in Livre, formatted by the language's ``money`` table, which names the forms."""
    NAME = auto()
    """Text that is never inflected: a player's name, a path, an option, an id, a figure of a table."""
    PHRASE = auto()
    """The program's own text for a piece, a space, a reason and so on; has forms and a gender."""
    LIST = auto()
    """Several phrases, joined by the language's ``list`` table, or a text that has them joined already."""


_NAMES_BY_TYPE = {
    ValueType.NUMBER: """
        after ahead all before behind done lace last least line livre missing most multiplier n now number points
        position place prestige process round rounds seats seconds seed segment share step won yarn""",
    ValueType.MONEY: "price",
    ValueType.NAME: """
        address begun best change code command detail digest end entry expected fault field file first found four high
        host key keys kind known language letter level limit listed low name needed option one path players program
        second sentence since size slip system taken text three title total two undo value version wait where who
        worst""",
    ValueType.PHRASE: """
        about bonus card colour condition cost count decoration dress effect employees exam gained goods guest
        hall jewel jewels lost notion part rank reason row space takes target task tile way what whose why zone""",
    ValueType.LIST: """
        cards changes counts dresses facts gains names notions options others parts spent steps tasks tiles""",
}

VALUE_TYPES: dict[str, ValueType] = {
    name: value_type for value_type, names in _NAMES_BY_TYPE.items() for name in names.split()
}
"""The type of each placeholder."""
NUMBERS = frozenset(
    name for name, value_type in VALUE_TYPES.items() if value_type in (ValueType.NUMBER, ValueType.MONEY)
)
"""Placeholders that select plural forms."""

PHRASES = {
    "card": (
        "pieces.name.card",
        "pieces.name.specialist",
        "pieces.name.*-within",
        "pieces.name.unknown-card",
        "plain.spoken.pieces.name.card",
        "plain.spoken.pieces.name.specialist",
    ),
    "colour": ("terms.yellow", "terms.green", "terms.red", "terms.blue"),
    "dress": (
        "pieces.name.coat",
        "pieces.name.ladies-dress",
        "pieces.name.unknown-dress",
        "narration.count.dress-cost",
    ),
    "exam": ("pieces.exam.*",),
    "hall": ("advice.hint.hall", "pieces.name.hall", "pieces.name.in-king-hall", "terms.king-hall"),
    "jewel": ("pieces.name.necklace", "pieces.name.ring"),
    "notion": ("terms.yarn", "terms.lace"),
    "rank": ("pieces.rank.*",),
    "space": ("pieces.name.decoration", "pieces.name.musician"),
    "target": ("pieces.du-barry.left-*", "pieces.du-barry.right-*"),
    "tile": (
        "pieces.name.kept",
        "pieces.name.tile",
        "plain.spoken.pieces.name.kept",
        "plain.spoken.pieces.name.tile",
    ),
    "what": ("pieces.kind.*", "pieces.name.necklace", "pieces.name.ring"),
    "who": ("terms.you", "pieces.name.du-barry"),
    "zone": ("pieces.zone.*",),
}
"""Phrases and terms that may fill a placeholder; each needs the forms that messages use with the placeholder."""
