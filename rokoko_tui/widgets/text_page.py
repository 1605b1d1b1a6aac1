"""A page of lines to read: what the boxes over a table show."""

from collections.abc import Sequence
from typing import NamedTuple

from rokoko_tui.widgets.list_view import Item


class TextPage(NamedTuple):
    """The title, the lines, and the keys named below them."""

    title: str
    lines: Sequence[Item]
    keys: str
