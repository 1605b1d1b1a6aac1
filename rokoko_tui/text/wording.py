"""Wordings: the same statement in forms from longest to shortest, and the form that fits."""

from collections.abc import Callable, Sequence
from typing import TypeVar

Part = tuple[str, str]
"""Text and its role."""
Parts = Sequence[Part]
Form = TypeVar("Form", str, Parts)


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


def fit(forms: Sequence[Form], cells: int) -> Form:
    """Return the first of ``forms`` that fits into ``cells``, else the last; a form of parts is as wide as all."""
    return next((form for form in forms if measure(form) <= cells), forms[-1])


def measure(form: str | Parts) -> int:
    """Return the cells of a text or of several parts."""
    from rich.cells import cell_len  # slow to import, and most commands measure nothing

    return cell_len(form) if isinstance(form, str) else sum(cell_len(text) for text, _ in form)
