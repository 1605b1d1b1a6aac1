"""Names typed by people, and text made safe for a terminal.

Text is stored unchanged, on disk and in digests. Only output to a terminal passes through ``shown``, and only newly
typed names must pass ``find_name_flaw``. Markup is not handled here: text is never read as markup.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from unicodedata import category, east_asian_width, normalize

NAME_CELLS = 20
"""Maximum width of a player's name in terminal cells."""
MARKS = 2
"""Maximum number of marks, such as accents, on one letter."""
ODD = "\N{REPLACEMENT CHARACTER}"
"""Replaces a character that cannot be shown and has no picture."""

_DELETE = 0x7F
_PICTURES = 0x2400
"""First of the pictures of the control characters; the picture of the delete character follows those 33."""
_INVISIBLE = frozenset(
    "\u034f\u115f\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks without width or glyph."""
_JOINED = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff]")
"""Letters that combine with the one before, like marks."""
_NAME_CATEGORIES = frozenset("LMNP")


class Flaw(StrEnum):
    """Why a text is not a valid name."""

    NAMELESS = "nameless"
    """It is blank."""
    ODD_NAME = "odd-name"
    """A character is not a letter, mark, digit, blank or punctuation, or a letter has more than two marks."""
    LONG_NAME = "long-name"
    """It is wider than ``NAME_CELLS``."""


def find_name_flaw(name: str) -> Flaw | None:
    """Return why ``name`` is not valid for a player or a file; None if it is valid."""
    if not name.strip():
        return Flaw.NAMELESS
    if not all(map(_is_allowed_in_name, name)) or shown(name) != name:
        return Flaw.ODD_NAME
    return Flaw.LONG_NAME if cells(name) > NAME_CELLS else None


CHAT_CHARACTERS = 200
"""Maximum number of characters of a line of chat."""


def is_chat_line(text: str) -> bool:
    """Return whether ``text`` is a line of chat: like a name, but longer, and with signs such as + and €."""
    is_short = 0 < len(text) <= CHAT_CHARACTERS and bool(text.strip())
    return is_short and all(map(_is_allowed_in_chat, text)) and shown(text) == text


def repair_name(name: str) -> str:
    """Return ``name`` without characters that are not allowed in names, cut to ``NAME_CELLS``; it may be empty."""
    allowed = "".join(filter(_is_allowed_in_name, name))
    name = "".join(filter(_is_allowed_in_name, shown(allowed))).strip()
    while cells(name) > NAME_CELLS:
        name = name[:-1].rstrip()
    return name


def fold_case(text: str) -> str:
    """Return ``text`` in the form in which names are compared: without case, in composed letters (NFC)."""
    return normalize("NFC", normalize("NFD", text).casefold())


def find_named(name: str, names: Iterable[str]) -> list[int]:
    """Return the numbers of the ``names`` that equal ``name``, by ``fold_case`` and without blanks around them.

    If some are spelled exactly so, only those: an old save may have one name in composed and in decomposed letters.
    """
    spelled = [other.strip() for other in names]
    exact = [number for number, other in enumerate(spelled) if other == name.strip()]
    return exact or [number for number, other in enumerate(spelled) if fold_case(other) == fold_case(name.strip())]


def clean_input(text: str) -> str:
    """Return the first line of ``text``, such as a clipboard's, without characters that cannot be shown."""
    line = next(iter(text.splitlines()), "")
    return "".join(char for char in line if _is_visible(char))


def cells(text: str) -> int:
    """Return the width of a text of visible characters in terminal cells, at most."""
    return sum(0 if _has_no_width(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)


def shown(text: str) -> str:
    """Return ``text`` as one line of visible characters without effects on the terminal.

    Control characters become their pictures. ``ODD``, also one cell wide, replaces any other character that controls
    the terminal, changes the text direction, has no width or no glyph, and the third and later marks of a letter. The
    function is idempotent.
    """
    return text if text.isascii() and text.isprintable() else _to_visible(text)


@lru_cache(1024)
def _to_visible(text: str) -> str:
    chars, marks = [], MARKS
    for char in text:
        if not _is_visible(char):
            chars.append(_picture(char))
            marks = 0
        elif not _has_no_width(char):
            chars.append(char)
            marks = MARKS if char.isspace() else 0
        else:
            marks += 1
            if marks <= MARKS + 1:
                chars.append(char if marks <= MARKS else ODD)
    return "".join(chars)


def shorten(text: str, most: int = 40) -> str:
    """Return at most ``most`` visible characters of a text."""
    plain = shown(text[: most + 1])
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def escape_json(json: str) -> str:
    """Escape all characters of ``json`` that could affect a terminal; line ends between values stay."""
    return json if json.isascii() and "\x7f" not in json else _NOT_PLAIN.sub(_escape, json)


_NOT_PLAIN = re.compile("[^\n -~]")


def _escape(match: re.Match[str]) -> str:
    char = match[0]
    if _is_visible(char):
        return char
    pair = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pair[at : at + 4]}" for at in range(0, len(pair), 4))


def _is_visible(char: str) -> bool:
    return char not in _INVISIBLE and (char.isprintable() or category(char) == "Zs")


def _is_allowed_in_name(char: str) -> bool:
    return " " <= char <= "~" or category(char)[0] in _NAME_CATEGORIES


def _is_allowed_in_chat(char: str) -> bool:
    return _is_allowed_in_name(char) or category(char) in ("Sm", "Sc")


def _has_no_width(char: str) -> bool:
    return category(char)[0] == "M" or _JOINED.match(char) is not None


def _picture(char: str) -> str:
    code = ord(char)
    return chr(_PICTURES + min(code, 0x21)) if code < 0x20 or code == _DELETE else ODD
