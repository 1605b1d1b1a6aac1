"""The course of the projected scores of a recorded game, and the turns that changed the lead."""

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rokoko_core.game import Game
from rokoko_core.observe import as_known
from rokoko_core.pending import HandChoice
from rokoko_core.play.replay_game import Viewer, observe_as
from rokoko_core.scoring import lasting_score


@dataclass(frozen=True)
class Swing:
    """A turn that changed the lead of its player ``seat`` over the best of the others."""

    begins: int
    ends: int
    """The positions before and after the turn."""
    seat: int
    amount: int
    """Change of the lead in prestige."""
    number: int
    """The number of the turn among those of ``seat`` in the round, from 1."""


class Curve:
    """The projected scores by seat at the start of each turn and at the cursor, as ``viewer`` sees them.

    The Favor card is included only in the last round.
    """

    def __init__(self, game: Game, viewer: Viewer) -> None:
        self.viewer = viewer
        self.game = game.without_undone()
        self.positions = sorted({0, *self.game.turn_starts()})
        self.totals = [self.totals_at(position) for position in self.positions]

    def totals_at(self, position: int) -> tuple[int | None, ...]:
        """Return the projected total by seat; None for a seat whose prestige is hidden (HIDDEN-2)."""
        view = observe_as(self.game.at(position), self.viewer)
        state = as_known(view)
        return tuple(lasting_score(state, seat) if known else None for seat, known in enumerate(view.prestige_known))

    def place(self, position: int) -> int:
        """Return the index of the last turn that begins at or before ``position``."""
        return max(0, bisect_right(self.positions, position) - 1)

    @property
    def highest(self) -> int:
        return max((total for totals in self.totals for total in totals if total is not None), default=0)

    @cached_property
    def swings(self) -> list[Swing]:
        """The turns that changed the lead, the largest change first. Empty if a score is hidden."""
        swings, numbers = list[Swing](), Counter[tuple[int, int]]()
        for n, (begins, ends) in enumerate(pairwise(self.positions)):
            seat, state = self.game.seat_of(begins), self.game.at(begins)
            numbers[seat, state.round] += not isinstance(state.pending[-1], HandChoice)
            before, after = _lead(self.totals[n], seat), _lead(self.totals[n + 1], seat)
            if before is not None and after is not None and before != after:
                swings.append(Swing(begins, ends, seat, after - before, numbers[seat, state.round]))
        return sorted(swings, key=lambda swing: (-abs(swing.amount), swing.begins))


def _lead(totals: tuple[int | None, ...], seat: int) -> int | None:
    """Return the lead of ``seat`` over the best of the others; None if a score is hidden or there are no others."""
    known = [total for total in totals if total is not None]
    own_total = totals[seat]
    if own_total is None or len(known) < len(totals) or len(known) < 2:
        return None
    return own_total - max(total for n, total in enumerate(totals) if n != seat and total is not None)
