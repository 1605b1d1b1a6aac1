"""The table with a cursor over its pieces: whoever looks around goes from one to the next by the arrow keys."""

from collections.abc import Collection
from typing import NamedTuple

from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive

from rokoko_tui.keys import bindings_of
from rokoko_tui.panes.table_view import TableView
from rokoko_tui.widgets.drawing_view import Pane
from rokoko_tui.widgets.neighbours import beside, nearest


class Stop(NamedTuple):
    """A piece as one pane shows it."""

    pane: str
    piece: str


class LookingTable(TableView):
    """All panes of a table. While it has the keys, ``stop`` is what the cursor stands on."""

    BINDINGS = bindings_of("look")

    stop: reactive[Stop | None] = reactive(None, init=False, repaint=False)
    """What is looked at; None while nobody looks around."""

    class Moved(Message):
        """The cursor stands on something else, or it is gone."""

    class Taken(Message):
        """What the cursor stands on is meant to be taken."""

        def __init__(self, piece: str) -> None:
            super().__init__()
            self.piece = piece

    _panes: Collection[str] = ()
    """The panes that were in sight then."""
    _last: tuple[Stop, Region] | None = None
    """Where the cursor stood last."""

    @property
    def looked_at(self) -> str:
        """The piece under the cursor, if there is one."""
        return self.stop.piece if self.stop is not None else ""

    # ---- what may be looked at

    def stops(self) -> dict[Stop, Region]:
        """All pieces in sight with their places, and those of the pane looked at that scroll into sight."""
        here, found = self.stop.pane if self.stop is not None else "", {}
        for id in self.places_in(self.size):
            pane = self.panes.get(id)
            if not isinstance(pane, Pane):
                continue
            for piece, region in pane.where().items():
                if id == here or region.overlaps(pane.content_region):
                    found[Stop(id, piece)] = region
        return found

    # ---- coming and going

    def look(self, wanted: Collection[str] = ()) -> bool:
        """Have the keys, with the cursor on a piece that is ``wanted``, else where it was; False without any piece."""
        stops = self.stops()
        if not stops:
            return False
        self.can_focus = True
        self.focus()
        self._panes = {stop.pane for stop in stops}
        self._go_among(stops, wanted)
        return True

    def look_on(self, wanted: Collection[str] = ()) -> None:
        """Other things may be in sight now: go on from the nearest, the ``wanted`` ones or the new ones first."""
        stops = self.stops()
        if self.stop is None or not stops:
            return
        if not wanted:
            wanted = {stop.piece for stop in stops if stop.pane not in self._panes}
        if self.stop not in stops or (wanted and self.looked_at not in wanted):
            self._go_among(stops, wanted)
        self._panes = {stop.pane for stop in stops}

    def look_at(self, stop: Stop) -> None:
        """Put the cursor there."""
        if self.stop is not None:
            self.stop = stop

    def _go_among(self, stops: dict[Stop, Region], wanted: Collection[str]) -> None:
        chosen = {stop: region for stop, region in stops.items() if stop.piece in wanted}
        if self._last is None:
            self.stop = next(iter(chosen or stops))
        elif not chosen and self._last[0] in stops:
            self.stop = self._last[0]
        else:
            self.stop = nearest(chosen or stops, self._last[1])

    def watch_stop(self, before: Stop | None, stop: Stop | None) -> None:
        """Remember the place, and tell."""
        if stop is not None and (region := self.stops().get(stop)) is not None:
            self._last = stop, region
        if before != stop:
            self.post_message(self.Moved())

    def on_blur(self) -> None:
        """The keys went elsewhere."""
        self.can_focus = False
        self.stop = None

    # ---- keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Its keys are its own only while somebody looks around, not while a pane in it has the keys."""
        return self.stop is not None

    def _step(self, arrow: str) -> None:
        stops = self.stops()
        if self.stop in stops:
            self.stop = beside(stops, self.stop, arrow)
        else:
            self.look_on()

    def action_left(self) -> None:
        """To the piece at the left."""
        self._step("left")

    def action_right(self) -> None:
        """To the piece at the right."""
        self._step("right")

    def action_up(self) -> None:
        """To the piece above."""
        self._step("up")

    def action_down(self) -> None:
        """To the piece below."""
        self._step("down")

    def action_take(self) -> None:
        """Take what is looked at."""
        if self.looked_at:
            self.post_message(self.Taken(self.looked_at))

    def action_back(self) -> None:
        """Look around no more."""
        self.screen.set_focus(None)
