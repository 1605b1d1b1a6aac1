"""The one gate for text that people type and files hold: what a name may be, and how anything is shown.

A text is data and stays as it is, on disk and in every digest; only what is written to a terminal passes through
``shown``, and only what somebody types anew has to be a name by ``flaw``. Brackets and slashes are signs like others:
nothing here knows of markup, because nobody may read data as such.
"""

import re
from enum import StrEnum
from functools import lru_cache
from unicodedata import category, east_asian_width

NAME_CELLS = 20
"""Cells of a terminal that the name of a player may take."""
MARKS = 2
"""Marks, such as accents, that one letter may carry."""
ODD = "\N{REPLACEMENT CHARACTER}"
"""Stands for a sign that cannot be shown and has no picture."""

_DELETE = 0x7F
_PICTURES = 0x2400
"""Where the pictures of the control signs from 0 on begin; that of the delete sign follows those 33."""
_UNSEEN = frozenset(
    "\u034f\u115f\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0"
    + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))))
)
"""Letters and marks that take no room, or look like nothing."""
_JOINED = re.compile("[\u1160-\u11ff\ud7b0-\ud7ff]")
"""Letters that are written onto the one before, as marks are."""
_IN_NAMES = frozenset("LMNP")


class Flaw(StrEnum):
    """Why a text cannot be a name."""

    NAMELESS = "nameless"
    """There is nothing but blanks."""
    ODD_NAME = "odd-name"
    """A sign in it is none of letters, marks, digits, blanks and punctuation, or a letter has more than two marks."""
    LONG_NAME = "long-name"
    """It takes more than ``NAME_CELLS``."""


def flaw(name: str) -> Flaw | None:
    """What keeps ``name`` from being typed for a player or a file; None for a good one."""
    if not name.strip():
        return Flaw.NAMELESS
    if not all(map(_in_names, name)) or shown(name) != name:
        return Flaw.ODD_NAME
    return Flaw.LONG_NAME if cells(name) > NAME_CELLS else None


def mended(name: str) -> str:
    """What is left of ``name`` without the signs that no name may hold, and beyond its room; it may be empty."""
    signs = "".join(filter(_in_names, name))
    kept = "".join(filter(_in_names, shown(signs))).strip()
    while cells(kept) > NAME_CELLS:
        kept = kept[:-1].rstrip()
    return kept


def typed(text: str) -> str:
    """``text`` as it may come from a clipboard: its first line without the signs that cannot be shown."""
    line = next(iter(text.splitlines()), "")
    return "".join(sign for sign in line if _visible(sign))


def cells(text: str) -> int:
    """Cells of a terminal that a text of visible signs takes at most."""
    return sum(0 if _on_another(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def shown(text: str) -> str:
    """``text`` as one line in which every sign is seen and none does anything.

    Control signs stand as their pictures; the sign ``ODD``, a cell wide too, stands for any other that steers the
    terminal, turns the direction, takes no room or has no shape, and for all marks of a letter beyond two. What was
    shown is shown the same again.
    """
    return text if text.isascii() and text.isprintable() else _shown(text)


@lru_cache(1024)
def _shown(text: str) -> str:
    signs, marks = [], MARKS
    for sign in text:
        if not _visible(sign):
            signs.append(_picture(sign))
            marks = 0
        elif not _on_another(sign):
            signs.append(sign)
            marks = MARKS if sign.isspace() else 0
        else:
            marks += 1
            if marks <= MARKS + 1:
                signs.append(sign if marks <= MARKS else ODD)
    return "".join(signs)


def brief(text: str, most: int = 40) -> str:
    """At most ``most`` signs of a text, as they are shown."""
    plain = shown(text[: most + 1])
    return plain if len(plain) <= most else f"{plain[: most - 1]}…"


def escaped(json: str) -> str:
    """JSON in which whatever could disturb a terminal is written as an escape; line ends between values stay."""
    return json if json.isascii() and "\x7f" not in json else _FOREIGN.sub(_escape, json)


_FOREIGN = re.compile("[^\n -~]")


def _escape(found: re.Match[str]) -> str:
    sign = found[0]
    if _visible(sign):
        return sign
    pair = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{pair[at : at + 4]}" for at in range(0, len(pair), 4))


def _visible(sign: str) -> bool:
    return sign not in _UNSEEN and (sign.isprintable() or category(sign) == "Zs")


def _in_names(sign: str) -> bool:
    return " " <= sign <= "~" or category(sign)[0] in _IN_NAMES


def _on_another(sign: str) -> bool:
    return category(sign)[0] == "M" or _JOINED.match(sign) is not None


def _picture(sign: str) -> str:
    code = ord(sign)
    return chr(_PICTURES + min(code, 0x21)) if code < 0x20 or code == _DELETE else ODD
