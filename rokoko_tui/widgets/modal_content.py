"""What modals show: a page of lines to read, or the answers to a question."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rokoko_tui.widgets.folded_items import Item


class TextPage(NamedTuple):
    """The title, the lines, the keys named below them, and the scroll key, named only if the lines do not fit."""

    title: str
    lines: "Sequence[Item]"
    keys: str
    scroll_key: str


class Answer(NamedTuple):
    """An answer to a question: its value, its label, and its key."""

    value: str
    label: str
    key: str
