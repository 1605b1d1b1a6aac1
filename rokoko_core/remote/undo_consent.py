"""What an undo needs at a table of several screens: nobody can forget what came out since."""

from rokoko_core.events.places import SEEN_BY_OWNER
from rokoko_core.play.view import GameView
from rokoko_core.terms import FACE_DOWN


def secret_came_out(view: GameView, position: int) -> bool:
    """Return whether the viewer has seen a hidden piece of another player since ``position``."""
    return any(
        event.seat is not None
        and any(
            move.start.where in SEEN_BY_OWNER and move.start.seat not in (None, view.viewer) and move.piece != FACE_DOWN
            for move in event.moved
        )
        for number in range(position, view.position)
        for event in view.events(number)
    )
