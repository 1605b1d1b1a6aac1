"""The items of a list, and how they are broken into lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from textual.geometry import NULL_SIZE, Size

from rokoko_tui.text.wording import Wording, fit, measure, wrap
from rokoko_tui.widgets.line_widget import BAR
from rokoko_tui.widgets.terminal_sizes import lines_per_item

INDENT = 4
"""Columns before the text of a line that may have a key."""


@dataclass(frozen=True)
class Item:
    wording: str | Wording
    """The text, or its forms, the longest first.

    The shorter ones are for where it does not fit on one line with its figure, or that of another item below the same
    heading. The last is folded if it does not fit either.
    """
    style: str = "plain"
    """The component class of the line, without ``line-list--``."""
    key: str = ""
    mark: str = ""
    """A sign before the text, such as the check box of a chosen piece."""
    stop: bool = True
    """False where the cursor skips the line."""
    indent: int = INDENT
    right: str | Wording = ""
    """A figure at the end of the first line, or its forms, the longest first.

    The text is shortened first, then the figure, and last the text is folded: a figure is never left out.
    """
    folder: str = ""
    """Only the heading of a folder is shown while the cursor is outside it."""
    role: str = ""
    """The role of ``rokoko_tui.theme.styles`` the mark is painted in; empty for the style of the line."""
    legend: str = ""
    """What the letters in the short texts below this heading mean; replaces it where it fits and they are used."""
    family: str = ""
    """Items of a family are shortened together below all their headings."""
    least: int = 0
    """Columns that the longest text of its kind requires; in fewer it has its short text at any time."""
    best: int = 0
    """Of the heading of a folder: its value; no folder is open while an equal or better one is closed."""

    def columns(self, width: int) -> tuple[int, int]:
        """Return the columns of the text in a list of ``width`` columns, and how many its figure takes of them."""
        figure, before = self.figures.longest, self.indent + (measure(self.mark) + 1 if self.mark else 0)
        return max(8, width - before - BAR), measure(figure) + 1 if figure else 0

    @property
    def forms(self) -> Wording:
        """The forms of the text."""
        return self.wording if isinstance(self.wording, Wording) else Wording(self.wording)

    @property
    def text(self) -> str:
        """The longest form of the text."""
        return self.forms.longest

    @property
    def figures(self) -> Wording:
        """The forms of the figure."""
        return self.right if isinstance(self.right, Wording) else Wording(self.right)


def heading_item(text: str) -> Item:
    """Return a heading, which the cursor skips."""
    return Item(text, "heading", stop=False, indent=0)


class Folding(NamedTuple):
    """How a list shows items that do not fit."""

    first: bool = False
    """Whether items keep their long text, folded, as long as all lines fit."""
    keeps_figures: bool = False
    """Whether a text is folded rather than shorten the figure at its end."""
    legends: bool = True
    """Whether headings over shortened items have their legends."""
    lines: int = 1
    """Least lines of an item that can be chosen or opened; one that fits into them keeps its long text."""


DEFAULT_FOLDING = Folding()


def folding_at(terminal: Size, fingers: int = 0) -> Folding:
    """Return how a list shows its items in ``terminal``: those of two lines keep their figures."""
    lines = lines_per_item(terminal, fingers)
    return Folding(keeps_figures=lines > 1, lines=lines)


class FoldedItems:
    """Items broken into the lines of a list of ``size``: some with their short text, some folders closed.

    A list without a width has no lines.
    """

    def __init__(
        self,
        items: Sequence[Item] = (),
        size: Size = NULL_SIZE,
        folding: Folding = DEFAULT_FOLDING,
        open_folder: str = "",
    ) -> None:
        self._items, self._folding = items, folding
        self._width, self._height = size
        self.lines: list[tuple[int, int, str]] = []
        """(item, number of the line within it, text) of every line."""
        self.tops: list[int] = []
        """First line of every item."""
        self.figures: dict[int, str] = {}
        """The figures at the end of the items where they are not the longest form."""
        self.closes = False
        """Whether ``open_folder`` closes when the cursor leaves it."""
        if self._width:
            self._fold(open_folder)

    def _fold(self, open_folder: str) -> None:
        shortened = self.shortened_items()
        texts = [
            self._wrap_item(n, n in shortened, bool(item.legend) and n + 1 in shortened)
            for n, item in enumerate(self._items)
        ]
        open_folders = self._open_folders(texts, open_folder)
        self.closes = bool(open_folder) and open_folder not in self._open_folders(texts, "")
        for n, (item, text) in enumerate(zip(self._items, texts, strict=True)):
            self.tops.append(len(self.lines))
            if not item.folder or not item.stop or item.folder in open_folders:
                self.lines += [(n, row, line) for row, line in enumerate(text)]

    def shortened_items(self) -> set[int]:
        """Return the items with their short text: where one does not fit, all of its family or below its heading."""
        if self._folding.first:
            lines = sum(len(self._wrap_item(number, False)) for number in range(len(self._items)))
            if lines <= self._height:
                return set()
        groups, heading = dict[tuple[int | str, bool], list[int]](), 0
        for n, item in enumerate(self._items):
            heading = heading if item.stop else n
            group = (-1, False) if item.folder and not item.stop else (item.family or heading, item.stop)
            if len(item.forms) > 1:
                groups.setdefault(group, []).append(n)
        return {n for group in groups.values() if any(self._is_too_long(m) for m in group) for n in group}

    def _is_too_long(self, number: int) -> bool:
        item = self._items[number]
        width, beside = item.columns(self._width)
        if item.stop and self._folding.lines > 1:
            return len(wrap(item.text, max(8, width - beside))) > self._folding.lines
        return max(measure(item.text) + beside, item.least) > width

    def _wrap_item(self, number: int, is_short: bool, legend: bool = False) -> Sequence[str]:
        item = self._items[number]
        text_width, beside = item.columns(self._width)
        text = fit(item.forms[1:], text_width - beside) if is_short else item.text
        if legend and self._folding.legends and measure(item.legend) <= text_width:
            text = item.legend
        if text_width - beside < measure(text) <= text_width and not self._folding.keeps_figures:
            self.figures[number] = fit((*item.figures[1:], item.figures.longest), text_width - measure(text) - 1)
            beside = measure(self.figures[number]) + 1
        lines = wrap(text, max(8, text_width - beside))
        is_hit = item.stop or bool(item.key)  # a heading with a key opens its folder
        return [*lines, *[""] * (self._folding.lines - len(lines))] if is_hit else lines

    def _open_folders(self, lines: Sequence[Sequence[str]], own: str) -> set[str]:
        """Return the folder ``own``, and of the others the best that fit with all items that have a key.

        Of equal ones all are open or none; those without a value may be open while a better one is closed.
        """
        sizes: dict[str, int] = {"": 0}
        last = max((n for n, item in enumerate(self._items) if item.key), default=len(self._items) - 1)
        for item, rows in zip(self._items[: last + 1], lines, strict=False):
            folder = item.folder if item.stop else ""
            sizes[folder] = sizes.get(folder, 0) + len(rows)
        open_folders, spare = set[str](), self._height - sizes.pop("")
        best = {item.folder: item.best for item in self._items if item.folder and not item.stop}
        if own:
            open_folders.add(own)
            spare -= sizes.pop(own)
        is_closed = False
        for score in sorted({best.get(folder, 0) for folder in sizes}, reverse=True):
            equal = {folder for folder in sizes if best.get(folder, 0) == score}
            needed = sum(sizes[folder] for folder in equal)
            if needed <= spare and (score <= 0 or not is_closed):
                open_folders |= equal
                spare -= needed
            else:
                is_closed = True
        return open_folders
