"""The table of saves with a search."""

from collections.abc import Iterable
from datetime import datetime

from rokoko_tui.saves.folder import Findings, SaveInfo
from rokoko_tui.text import Words
from rokoko_tui.widgets import save_rows
from rokoko_tui.widgets.virtual_table import Cell, VirtualTable


class SaveTable(VirtualTable):
    """The saves that contain every word of the search, in the order given."""

    def __init__(self, words: Words, id: str | None = None) -> None:
        super().__init__(save_rows.columns(words), self._cells, id=id)
        self._words = words
        self.shown: list[SaveInfo] = []
        self._texts: dict[str, str] = {}
        """Searchable text by file name, computed when needed."""

    @property
    def current(self) -> SaveInfo | None:
        """The save under the cursor."""
        return self.shown[self.cursor] if 0 <= self.cursor < len(self.shown) else None

    @property
    def visible_names(self) -> tuple[str, ...]:
        rows = self.in_sight
        return tuple(info.name for info in self.shown[rows.start : rows.stop])

    def set_words(self, words: Words) -> None:
        self._words = words
        self._texts.clear()
        self.head(save_rows.columns(words))

    def search(self, saves: Iterable[SaveInfo], text: str, keep: str = "") -> None:
        """Show the matching saves, with the cursor on ``keep`` if it is among them."""
        words = self._words.language.plain(text).split()
        row = max(0, self.cursor)
        self.shown = [info for info in saves if all(word in self._text(info) for word in words)]
        if keep:
            row = next((n for n, info in enumerate(self.shown) if info.name == keep), row if not words else 0)
        self.show(len(self.shown), row)

    def update_findings(self, info: SaveInfo, findings: Findings) -> None:
        info.findings = findings
        self._texts.pop(info.name, None)

    def forget_texts(self) -> None:
        """Search in new texts: the saves may have changed."""
        self._texts.clear()

    def _cells(self, number: int) -> tuple[Cell, ...]:
        return save_rows.cells(self.shown[number], self._words, datetime.now(), self.size.width)

    def _text(self, info: SaveInfo) -> str:
        if info.name not in self._texts:
            self._texts[info.name] = save_rows.searchable_text(info, self._words, datetime.now())
        return self._texts[info.name]
