"""What a table shows and takes in each situation: exactly one mode is active. ``Mode`` is their base class."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rokoko_tui.table.choice_list import MenuEntry
from rokoko_tui.table.explanation import explain
from rokoko_tui.table.page import Details, TablePage
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_tui.table.watch_session import WatchSession


class Mode(ABC):
    """What the table shows. Most modes replace parts of this page."""

    has_task = False
    """Whether the game sets a task: it takes more lines of the preview pane, and bounds what can be gone back to."""

    def __init__(self, session: "WatchSession") -> None:
        self.session = session

    def page(self) -> TablePage:
        session = self.session
        moment = session.moment
        selection = moment.selection
        chosen = {PieceRef(selection.zone, name) for name in selection.names} if selection else ()
        return TablePage(
            setup=session.game.setup,
            position=session.position,
            observation=session.observation,
            titles=self.titles(),
            rows=moment.rows,
            cursor=moment.cursor,
            lit=self.lit(),
            wanted=self.wanted(),
            chosen=frozenset(chosen),
            touched=session.touched,
            forecast=session.forecast,
            details=self.details(),
            has_long_details=self.has_task,
            list_size=session.list_size,
        )

    @abstractmethod
    def rows(self) -> tuple[MenuEntry, ...]:
        """Return the entries of the list."""

    def find_start(self, rows: Sequence[MenuEntry]) -> int:
        """Return the row on which the cursor starts; -1 for the first at which it can stop."""
        return -1

    def titles(self) -> Wording:
        """Return the question over the list, or what another player does, from the longest form to the shortest."""
        words, table = self.session.words, self.session.observation.table
        if not table.pending:
            return words.wording("table.list.over")
        is_asked = bool(self.session.game.menu.items)
        return (words.question if is_asked else words.watched_title)(table.pending[-1], table)

    def lit(self) -> frozenset[PieceRef]:
        """Return the pieces to light unless others are inspected or read."""
        entry = self.session.explained_entry
        return entry.pieces if entry is not None else frozenset()

    def wanted(self) -> frozenset[PieceRef]:
        """Return the pieces to mark because they are asked for, where they are not lit."""
        return frozenset()

    def details(self) -> Details:
        """Return what the preview pane says."""
        return explain(self.session, self.session.explained_entry)
