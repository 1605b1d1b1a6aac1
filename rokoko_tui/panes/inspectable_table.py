"""The table with an inspection cursor that the arrow keys move from piece to piece."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.neighbours import beside, nearest


class PieceStop(NamedTuple):
    """A piece as one pane shows it."""

    pane: str
    piece: PieceRef


class InspectableTable(TableView):
    """All panes of a table, with an inspection cursor while the table has the focus."""

    BINDINGS = bindings_of("look")

    stop: reactive[PieceStop | None] = reactive(None, init=False, repaint=False)
    """The position of the cursor; None while it is hidden."""

    class Moved(Message):
        """The cursor moved, or was shown or hidden."""

    class Closed(Message):
        """A key hid the cursor."""

    @dataclass
    class Taken(Message):
        """The piece under the cursor was selected."""

        piece: PieceRef

    _panes: Collection[str] = ()
    """The panes that were visible at the last move."""
    _last: tuple[PieceStop, Region] | None = None
    """The last position of the cursor."""

    @property
    def inspected_piece(self) -> PieceRef | None:
        """The piece under the cursor; None while it is hidden."""
        return self.stop.piece if self.stop is not None else None

    def stops(self) -> dict[PieceStop, Region]:
        """Return the positions of all visible pieces, and of those the pane under the cursor can scroll to."""
        current_pane = self.stop.pane if self.stop is not None else ""
        return {
            PieceStop(id, piece): region
            for id in self.places_in(self.size)
            if isinstance(pane := self.panes.get(id), Pane)
            for piece, region in pane.where().items()
            if id == current_pane or region.overlaps(pane.content_region)
        }

    # ---- showing the cursor

    def inspect(self, pieces: Collection[PieceRef] = ()) -> bool:
        """Take the focus and show the cursor on one of ``pieces``, else at its last position; False without pieces."""
        stops = self.stops()
        if not stops:
            return False
        self.can_focus = True
        self.focus()
        self._panes = {stop.pane for stop in stops}
        self._go_among(stops, pieces)
        return True

    def follow_inspection(self, pieces: Collection[PieceRef] = ()) -> None:
        """Move a cursor whose piece is gone to the nearest one, preferably one of ``pieces`` or one in a new pane."""
        stops = self.stops()
        if self.stop is None or not stops:
            return
        if not pieces:
            pieces = {stop.piece for stop in stops if stop.pane not in self._panes}
        if self.stop not in stops or (pieces and self.inspected_piece not in pieces):
            self._go_among(stops, pieces)
        self._panes = {stop.pane for stop in stops}

    def look_at(self, stop: PieceStop) -> None:
        """Move the cursor to ``stop``, if it is shown."""
        if self.stop is not None:
            self.stop = stop

    def _go_among(self, stops: dict[PieceStop, Region], pieces: Collection[PieceRef]) -> None:
        preferred = {stop: region for stop, region in stops.items() if stop.piece in pieces}
        if self._last is None:
            self.stop = next(iter(preferred or stops))
        elif not preferred and self._last[0] in stops:
            self.stop = self._last[0]
        else:
            self.stop = nearest(preferred or stops, self._last[1])

    def watch_stop(self, before: PieceStop | None, stop: PieceStop | None) -> None:
        if stop is not None and (region := self.stops().get(stop)) is not None:
            self._last = stop, region
        if before != stop:
            self.post_message(self.Moved())

    def on_blur(self) -> None:
        self.can_focus = False
        self.stop = None

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys of the cursor while it is hidden, as for a focused pane inside the table."""
        return self.stop is not None

    def action_step(self, arrow: str) -> None:
        stops = self.stops()
        if self.stop in stops:
            self.stop = beside(stops, self.stop, arrow)
        else:
            self.follow_inspection()

    def action_take(self) -> None:
        if self.inspected_piece is not None:
            self.post_message(self.Taken(self.inspected_piece))

    def action_back(self) -> None:
        self.screen.set_focus(None)
        self.post_message(self.Closed())
