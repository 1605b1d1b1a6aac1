"""A finished or interrupted game, seen at any position by a chosen viewer."""

from rokoko_core.engine import to_move
from rokoko_core.events import Event, seen_by
from rokoko_core.game import Game
from rokoko_core.observe import Observation, observe
from rokoko_core.play.recording import RecordedGame
from rokoko_core.state import State

OPEN = "open"
"""Eyes that see every piece."""
SPECTATOR = "onlooker"
"""Eyes of somebody who plays no seat. A seat's own eyes are its number."""


class ReplayGame(RecordedGame):
    """A game through ``eyes``: ``OPEN``, ``SPECTATOR`` or the number of a seat."""

    def __init__(self, game: Game, eyes: str = SPECTATOR) -> None:
        super().__init__(game)
        self.eyes = eyes

    @property
    def viewer(self) -> int | None:
        """The seat whose view this is; with everything open, that of the seat to move."""
        return int(self.eyes) if self.eyes.isdigit() else None

    def observe(self, state: State) -> Observation:
        """Return ``state`` as these eyes see it; with everything open the hand of the seat to move is shown."""
        return observe_as(state, self.eyes)

    def redact(self, number: int) -> tuple[Event, ...]:
        """Return the events of action ``number``; with everything open, as the seat that took it knows them."""
        viewer = self.actor(number) if self.eyes == OPEN else self.viewer
        return seen_by(self.recording.events_of(number), viewer)


def observe_as(state: State, eyes: str) -> Observation:
    """Return ``state`` through ``eyes``."""
    if eyes != OPEN:
        return observe(state, None if eyes == SPECTATOR else int(eyes))
    seat = to_move(state)
    shown = seat if seat is not None and seat < len(state.setup.players) else 0
    unplayed = tuple(tuple(sorted(player.supply + player.hand)) for player in state.players)
    return Observation(shown, state, unplayed, (True,) * len(state.players), ())
