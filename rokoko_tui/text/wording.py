"""Wordings: the same statement in forms from longest to shortest, and the form that fits."""

from collections.abc import Sequence
from typing import TypeVar

Wording = tuple[str, ...]
"""Forms of a statement, the longest first. A message whose entry is a list has one form for each item."""
Part = tuple[str, str]
"""Text and its role."""
Parts = Sequence[Part]
Form = TypeVar("Form", str, Parts)


def fit(forms: Sequence[Form], cells: int) -> Form:
    """Return the first of ``forms`` that fits into ``cells``, else the last; a form of parts is as wide as all."""
    return next((form for form in forms if measure(form) <= cells), forms[-1])


def measure(form: str | Parts) -> int:
    """Return the cells of a text or of several parts."""
    from rich.cells import cell_len  # slow to import, and most commands measure nothing

    return cell_len(form) if isinstance(form, str) else sum(cell_len(text) for text, _ in form)
