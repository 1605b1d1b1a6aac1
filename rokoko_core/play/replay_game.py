"""A finished or interrupted game, seen at any position by a chosen viewer."""

from typing import NamedTuple

from rokoko_core.engine import to_move
from rokoko_core.events import Event
from rokoko_core.game import Game
from rokoko_core.observe import Observation, observe
from rokoko_core.play.recording import RecordedGame
from rokoko_core.state import State


class Viewer(NamedTuple):
    """Who sees a recorded game: a seat, a spectator (the default), or one to whom every piece is open."""

    seat: int | None = None
    sees_all: bool = False

    def may_see(self, seat: int) -> bool:
        """Whether the hidden pieces of ``seat`` are visible."""
        return self.sees_all or self.seat == seat


OPEN = Viewer(sees_all=True)
SPECTATOR = Viewer()


def format_viewer(viewer: Viewer) -> str:
    """Return the text form of ``viewer``: ``open``, ``onlooker`` or the number of the seat."""
    return "open" if viewer.sees_all else "onlooker" if viewer.seat is None else str(viewer.seat)


def parse_viewer(text: str) -> Viewer:
    """Return the viewer with that text form. Raises ``ValueError`` for any other text."""
    return {"open": OPEN, "onlooker": SPECTATOR}.get(text) or Viewer(int(text))


class ReplayGame(RecordedGame):
    """A recorded game as ``viewer`` sees it, without the actions that can be redone."""

    def __init__(self, game: Game, viewer: Viewer = SPECTATOR) -> None:
        super().__init__(game.without_undone())
        self._viewer = viewer

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; None for a spectator, and with everything open."""
        return self._viewer.seat

    def observe(self, state: State) -> Observation:
        """Return ``state`` as the viewer sees it; with everything open the hand of the seat to move is shown."""
        return observe_as(state, self._viewer)

    def redact(self, number: int) -> tuple[Event, ...]:
        """Return the events of action ``number``; with everything open, as the seat that took it knows them."""
        return self.events_for(number, self.actor(number) if self._viewer.sees_all else self.viewer)


def observe_as(state: State, viewer: Viewer) -> Observation:
    """Return ``state`` as ``viewer`` sees it."""
    if not viewer.sees_all:
        return observe(state, viewer.seat)
    seat = to_move(state)
    shown = seat if seat is not None and seat < len(state.setup.players) else 0
    unplayed = tuple(tuple(sorted(player.supply + player.hand)) for player in state.players)
    return Observation(shown, state, unplayed, (True,) * len(state.players), ())
