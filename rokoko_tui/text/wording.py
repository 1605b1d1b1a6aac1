"""Wordings, the same statement in forms from longest to shortest, and how text fits into terminal cells.

Text is measured, truncated, padded and wrapped here.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import chain
from math import inf
from typing import Literal, TypeVar

Part = tuple[str, str]
"""Text and its role."""
Parts = Sequence[Part]
Align = Literal["left", "center", "right"]
Form = TypeVar("Form", str, Parts)
_BREAK = re.compile(r"(?<!\d)(?<!→) (?!\d+(?:[,.;:)]|$))| (?![\w→])| (?=(?![lsлс]\b)[a-zа-яґєії]{1,3}\b)")
"""A blank that may end a line: not one between a number and what it counts ("5 Livre"), nor in "12 > 7 Livre", nor one
before a number that counts nothing ("hall 3, Jeweler 2").

A word of up to three letters is not counted ("segment 1 for"), but the letter of a unit is ("10 s").
"""
_SENTENCES = re.compile(r"[.;] ")
POINT = " · "
"""What separates facts; a line neither begins nor ends with it, as its end separates them too.

Within sentences it stays at the end of a line, which separates nothing there.
"""


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


def truncate_start(text: str, width: int) -> str:
    """Return ``text``, or its end after an ellipsis, in ``width`` cells; a path is told by its end."""
    if measure(text) <= width:
        return text
    return "…" + next(text[n:] for n in range(1, len(text) + 1) if measure(text[n:]) < width)


def pad(text: str | Wording, width: int, align: Align = "left", fill: str = " ") -> str:
    """Truncate or pad ``text`` with ``fill`` to exactly ``width`` cells."""
    text = truncate(text, width)
    before = indent(text, width, align)
    return fill * before + text + fill * (width - measure(text) - before)


def indent(form: str | Parts, width: int, align: Align) -> int:
    """Return the cells before a text that is aligned in ``width`` cells; 0 for one that is too wide."""
    spare = max(0, width - measure(form))
    return spare // 2 if align == "center" else spare if align == "right" else 0


def justify(left: str | Wording, right: str, width: int) -> str:
    """Return both texts at the ends of a line of ``width`` cells, with at least a blank between them."""
    return f"{pad(left, max(0, width - 1 - measure(right)))} {right}"


def _flow(parts: Iterable[tuple[str, str]], width: int, most: float = inf) -> list[str]:
    """Join pairs of (what is before the part on its line, part) into as few lines of ``width`` cells as possible.

    A part that is longer has a line of its own. The last of ``most`` lines has all that is left.
    """
    lines = [""]
    for between, part in parts:
        longer = f"{lines[-1]}{between}{part}" if lines[-1] else part
        if lines[-1] and measure(longer) > width and len(lines) < most:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


def _separate(text: str, split: Callable[[str], Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Return the parts of each fact of ``text``, with the point or the blank before it."""
    if _SENTENCES.search(text):
        text = text.replace(POINT, "\N{NO-BREAK SPACE}· ")
    for number, fact in enumerate(text.split(POINT)):
        for at, part in enumerate(split(fact)):
            yield POINT if number and not at else " ", part


def fold(text: str | Wording, width: int, lines: int, whole: bool = False) -> list[str]:
    """Break ``text``, or of a wording the first form that fits, at blanks into at most ``lines`` lines.

    If it is longer, the lines that are cut end with an ellipsis; with ``whole`` there are none.
    """
    cut = list[str]()
    for form in (text,) if isinstance(text, str) else text:
        rows = _flow(_separate(form, lambda fact: filter(None, fact.split(" "))), width, lines)
        cut = [truncate(row, width) for row in rows][: max(0, lines)]
        if cut == rows:
            return cut
    return [] if whole else cut


@lru_cache(4096)
def wrap(text: str, width: int) -> tuple[str, ...]:
    """Break ``text`` into lines of at most ``width`` cells, at blanks if possible; each has at least one character.

    A number stays with the word after it where both fit on a line. The end of a line replaces a point between facts.
    """
    return tuple(_flow(_separate(text, lambda fact: _split(fact, width)), width))


def _split(text: str, width: int) -> Iterator[str]:
    """Return what to keep together on a line of ``width`` cells; words that are longer in pieces."""
    parts = (part.split(" ") if measure(part) > width else [part] for part in _BREAK.split(text))
    for word in chain.from_iterable(parts):
        while word and measure(word) > width:
            cut = next((n for n in range(len(word), 0, -1) if measure(word[:n]) <= width), 1)
            yield word[:cut]
            word = word[cut:]
        yield word
