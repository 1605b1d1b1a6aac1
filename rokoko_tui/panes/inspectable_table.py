"""The table with an inspection cursor that the arrow keys move from piece to the piece beside it."""

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.text.piece_refs import PieceRef
from rokoko_tui.widgets.drawing_view import Pane


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


# ---- which piece is next to which

Place = TypeVar("Place", bound=Hashable)

ARROWS = ("left", "right", "up", "down")
_ASIDE = 3
"""How many cells ahead one cell aside counts as."""
_Box = tuple[int, int, int, int]
"""Left, top, right, bottom; a cell is twice as high as wide."""


def beside(places: Mapping[Place, Region], start: Place, arrow: str) -> Place:
    """Return the nearest of ``places`` in the direction of ``arrow``, or ``start`` where there is none.

    A place straight ahead counts before one aside.
    """
    start_box = _turned(_box(places[start]), arrow)
    shortest, neighbour = None, start
    for place, region in places.items():
        distance = _distance(start_box, _turned(_box(region), arrow))
        if distance is not None and (shortest is None or distance < shortest):
            shortest, neighbour = distance, place
    return neighbour


def nearest(places: Mapping[Place, Region], spot: Region) -> Place | None:
    """Return the place nearest to ``spot``; None where there is none."""
    x, y = spot.x * 2 + spot.width, 2 * (spot.y * 2 + spot.height)

    def distance(place: Place) -> int:
        region = places[place]
        return abs(region.x * 2 + region.width - x) + abs(2 * (region.y * 2 + region.height) - y)

    return min(places, key=distance, default=None)


def _box(region: Region) -> _Box:
    return region.x, 2 * region.y, region.right, 2 * region.bottom


def _turned(box: _Box, arrow: str) -> _Box:
    """Return ``box`` on a table turned so that the arrow points to the right."""
    left, top, right, bottom = box
    if arrow == "left":
        return -right, top, -left, bottom
    if arrow == "down":
        return top, left, bottom, right
    if arrow == "up":
        return -bottom, left, -top, right
    return box


def _distance(start: _Box, target: _Box) -> tuple[int, int, int] | None:
    """Return a sort key of the way to the right from ``start`` to ``target``; None where that is not to the right."""
    ahead = target[0] + target[2] - start[0] - start[2]
    if ahead <= 0:
        return None
    gap = target[0] - start[2]
    aside = max(target[1] - start[3], start[1] - target[3])
    if gap < 0 <= aside:
        return None  # that is above or below
    across = abs(target[1] + target[3] - start[1] - start[3])
    return max(0, gap) + (_ASIDE * (aside + 1) if aside >= 0 else 0), ahead, across
