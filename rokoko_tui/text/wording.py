"""Wordings, the same statement in forms from longest to shortest, and how text fits into terminal cells.

Text is measured, truncated, padded and wrapped here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import TypeVar

Part = tuple[str, str]
"""Text and its role."""
Parts = Sequence[Part]
Form = TypeVar("Form", str, Parts)
_BREAK = re.compile(r"(?<!\d)(?<!→) (?!\d+(?:[,.;:)]|$))| (?![\w→])| (?=(?![lsлс]\b)[a-zа-яґєії]{1,3}\b)")
"""A blank that may end a line: not one between a number and what it counts ("5 Livre"), nor in "12 > 7 Livre", nor one
before a number that counts nothing ("hall 3, Jeweler 2").

A word of up to three letters is not counted ("segment 1 for"), but the letter of a unit is ("10 s").
"""
POINT = " · "
"""What separates facts; a line neither begins nor ends with it, as its end separates them too."""


class Wording(tuple[str, ...]):
    """Forms of a statement, the longest first; at least one."""

    __slots__ = ()

    def __new__(cls, *forms: str) -> "Wording":
        return super().__new__(cls, forms)

    @property
    def longest(self) -> str:
        return self[0]

    @property
    def shortest(self) -> str:
        return self[-1]

    def form(self, number: int) -> str:
        """Return the form ``number``, counted from 0, or the shortest."""
        return self[min(number, len(self) - 1)]

    def map(self, change: Callable[[str], str]) -> "Wording":
        """Return all forms changed, such as with a capital letter."""
        return Wording(*(change(form) for form in self))


def combine(parts: Sequence[str | Wording], join: Callable[[list[str]], str]) -> Wording:
    """Return the forms of a statement of ``parts``: the longest of all joined, then the next of all."""
    count = max((len(part) for part in parts if isinstance(part, Wording)), default=1)
    rows = ([part.form(n) if isinstance(part, Wording) else part for part in parts] for n in range(count))
    return Wording(*map(join, rows))


@cache
def _load_cell_len() -> Callable[[str], int]:
    """Return ``cell_len``; Rich is slow to import, and most commands measure nothing."""
    from rich.cells import cell_len

    return cell_len


def measure(form: str | Parts) -> int:
    """Return the cells of a text or of several parts."""
    cell_len = _load_cell_len()
    return cell_len(form) if isinstance(form, str) else sum(cell_len(text) for text, _ in form)


def fit(forms: Iterable[Form], cells: int) -> Form:
    """Return the first of ``forms`` that fits into ``cells``, else the last; a form of parts is as wide as all."""
    for form in forms:
        if measure(form) <= cells:
            break
    return form


def fit_inside(sentence: Callable[[str], str], text: str | Wording, cells: int) -> str:
    """Return ``sentence`` of ``text`` in ``cells``: of its first form that fits, or cut so that the rest stays."""
    return sentence(truncate(text, cells - measure(sentence(""))))


def truncate(text: str | Wording, width: int) -> str:
    """Return ``text``, or of a wording the first form that fits, in ``width`` cells: cut with an ellipsis if longer."""
    text = text if isinstance(text, str) else fit(text, width)
    if measure(text) <= width:
        return text
    from rich.cells import set_cell_size

    return set_cell_size(text, width - 1).rstrip() + "…" if width > 0 else ""


def pad(text: str | Wording, width: int) -> str:
    """Truncate or pad ``text`` to exactly ``width`` cells."""
    text = truncate(text, width)
    return text + " " * (width - measure(text))


def pad_left(text: str | Wording, width: int) -> str:
    """Truncate ``text`` or right-align it in exactly ``width`` cells."""
    text = truncate(text, width)
    return " " * (width - measure(text)) + text


def justify(left: str, right: str, width: int) -> str:
    """Return both texts at the ends of a line of ``width`` cells, with at least a blank between them."""
    return f"{pad(left, max(0, width - 1 - measure(right)))} {right}"


def fold(text: str, width: int, lines: int) -> list[str]:
    """Break ``text`` at blanks into at most ``lines`` lines, with an ellipsis if it was longer; none for no lines."""
    return [truncate(row, width) for row in _fold(text, width, lines)]


def fold_whole(text: str, width: int, lines: int) -> list[str]:
    """Break ``text`` like ``fold``; return an empty list if it would be cut."""
    rows = _fold(text, width, lines)
    return rows if all(measure(row) <= width for row in rows) else []


def _fold(text: str, width: int, lines: int) -> list[str]:
    """Return at most ``lines`` lines, the last with the rest; the end of a line replaces a point between facts."""
    rows: list[str] = []
    for number, fact in enumerate(text.split(POINT)):
        for at, word in enumerate(filter(None, fact.split(" "))):
            blank = POINT if number and not at else " "
            if rows and (len(rows) == lines or measure(rows[-1] + blank + word) <= width):
                rows[-1] += blank + word
            else:
                rows.append(word)
    return (rows or [""]) if lines > 0 else []


@lru_cache(4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Break ``text`` into lines of at most ``width`` cells, at blanks if possible; each has at least one character.

    A number stays with the word after it where both fit on a line. The end of a line replaces a point between facts.
    """
    lines: list[str] = []
    line = ""
    for blank, word in _split(text, width):
        while word and measure(word) > width:
            cut = next((n for n in range(len(word), 0, -1) if measure(word[:n]) <= width), 1)
            if line:
                lines.append(line)
                line = ""
            lines.append(word[:cut])
            word = word[cut:]
        longer = f"{line}{blank}{word}" if line else word
        if measure(longer) <= width:
            line = longer
        else:
            lines.append(line)
            line = word
    return (*lines, line)


def _split(text: str, width: int) -> Iterator[tuple[str, str]]:
    """Return what to keep together on a line of ``width`` cells if it fits, with what is before it."""
    for number, fact in enumerate(text.split(POINT)):
        words = (part.split(" ") if measure(part) > width else [part] for part in _BREAK.split(fact))
        for at, word in enumerate(chain.from_iterable(words)):
            yield POINT if number and not at else " ", word


def centre(text: str | Wording, width: int, fill: str = " ") -> str:
    """Truncate ``text`` or centre it in ``width`` cells, with ``fill`` on both sides."""
    text = truncate(text, width)
    left = (width - measure(text)) // 2
    return fill * left + text + fill * (width - measure(text) - left)
