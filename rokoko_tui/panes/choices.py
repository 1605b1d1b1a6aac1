"""The pane of the choices a player has now, with the reasons why others are refused."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from textual import events
from textual.message import Message

from rokoko_tui.panes import At, PaneSpec
from rokoko_tui.panes.layout import WHOLE
from rokoko_tui.table.choice_list import EntryKind, MenuEntry
from rokoko_tui.table.menu_entries import find_about, find_next_number
from rokoko_tui.text.families.registry import words_of
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.folded_items import Folding, Item
from rokoko_tui.widgets.list_view import LineList, is_repeated

FULL = 43
"""Columns that the longest choice requires, of a card, a guest, a jewel or a decoration. In fewer every choice has its
short text, so that none changes its name from turn to turn.
"""


def make_item(entry: MenuEntry) -> Item:
    text, folder = entry.forms, entry.folder
    if entry.kind is EntryKind.HEADING:
        style, keys = "folder" if folder else "heading", entry.opened_by
        heading = Item(text, style, keys, stop=False, folder=folder, legend=entry.legend)
        indent = len(keys) + 1 if keys else 0
        return replace(heading, right=entry.gain, indent=indent, best=entry.best)
    if entry.kind is EntryKind.NOTE:
        return Item(text, "dim", stop=False, indent=0)
    if entry.kind is EntryKind.REFUSAL:
        return Item(text, "dim")
    if entry.kind is EntryKind.THING:
        style, mark = ("strong", "[x]") if entry.chosen else ("plain", "[ ]")
        return Item(text, style, entry.key, mark, family="things", least=FULL)
    if entry.kind is EntryKind.HINT:
        return Item(text, "plain", "•")
    family = words_of(entry.action).shortened_with if entry.action is not None else ""
    return Item(text, "plain", entry.key, right=entry.gain, folder=folder, family=family, least=FULL)


class Choices(LineList, can_focus=False):
    """The list of the entries of ``rokoko_tui.table.choice_list``."""

    FITS_FINGER = True

    @dataclass
    class Clicked(Message):
        """A row was clicked, which may also be a heading."""

        entry: MenuEntry
        is_repeated: bool
        """Whether it follows another click at the same cell at once."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.entries: tuple[MenuEntry, ...] = ()
        self._kept: tuple[tuple[MenuEntry, ...], int] = ((), -1)
        """Entries with the cursor that they had."""

    def on_click(self, event: events.Click) -> None:
        item = self.clicked_item(event)
        if item is not None:
            self.post_message(self.Clicked(self.entries[item], is_repeated(event)))

    def move_group(self, step: int) -> None:
        """Where a number is chosen, increase or decrease it; else move by a heading."""
        number = find_next_number(self.entries, self.cursor, step)
        if number is None:
            super().move_group(step)
        else:
            self.cursor = number

    def keep_cursor(self) -> None:
        """Remember the cursor for ``restore_cursor``, unless one is kept for these entries."""
        if self._kept[0] is not self.entries:
            self._kept = self.entries, self.cursor

    def restore_cursor(self) -> None:
        """Put the cursor back where it was, if the entries are still the same."""
        entries, cursor = self._kept
        self.forget_cursor()
        if entries and entries is self.entries:
            self.cursor = cursor

    def forget_cursor(self) -> None:
        self._kept = (), -1

    def offer(self, entries: Sequence[MenuEntry], cursor: int = -1) -> None:
        """Show ``entries`` with the cursor on number ``cursor``, or on the first that can be taken."""
        self.entries = tuple(entries)
        self.show([make_item(entry) for entry in entries], cursor)

    def reword(self, entries: Sequence[MenuEntry]) -> None:
        """Show the same entries in other words; the cursor stays."""
        self.entries = tuple(entries)
        self.say([make_item(entry) for entry in entries])

    def list_about(self, piece: PieceRef) -> list[int]:
        """Return the numbers of the entries about ``piece``; see ``find_about``."""
        return find_about(self.entries, piece)

    @property
    def folding(self) -> Folding:
        """Without legends where a line below the halls has the letters of the ranks."""
        width, height = self.app.size
        return super().folding._replace(legends=width < WHOLE.width or height <= WHOLE.height)

    @property
    def entry(self) -> MenuEntry | None:
        return self.entries[self.cursor] if 0 <= self.cursor < len(self.entries) else None


SPEC = PaneSpec(
    "choices",
    letter="c",
    at={At.PLAY: Choices},
)
