"""The reviews of a recorded game: who may see them, which turns cost most, and which one decided the game."""

from functools import cached_property

from rokoko_core.bots.review import PlayedTurn, TurnReview, played_turns
from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.play.replay_game import OPEN, SPECTATOR, Viewer
from rokoko_core.scoring import final_scores

LEAST = 1.0
"""Least prestige that a listed turn has cost."""


class GameReviews:
    """The reviews of a game's turns that are done, and who may see them."""

    def __init__(self, game: Game) -> None:
        self.game = game.without_undone()
        self.turns: dict[int, PlayedTurn] = {turn.position: turn for turn in played_turns(game)}
        """Every turn and hand choice, by the position where it begins."""
        self.completed: dict[int, TurnReview] = {}
        """The finished reviews by position."""

    @cached_property
    def finished(self) -> bool:
        """True if the game is over, so nothing is hidden any more."""
        return to_move(self.game.at(self.game.length)) is None

    @property
    def waiting(self) -> list[PlayedTurn]:
        return [turn for position, turn in self.turns.items() if position not in self.completed]

    def add(self, review: TurnReview) -> None:
        self.completed[review.position] = review

    def default_viewer(self) -> Viewer:
        """Return the default viewer: open after the end, else that of the only person."""
        people = [n for n, seat in enumerate(self.game.setup.players) if seat.kind == "human"]
        if self.finished:
            return OPEN
        return Viewer(people[0]) if len(people) == 1 else SPECTATOR

    def may_see(self, seat: int, viewer: Viewer) -> bool:
        """Whether ``viewer`` may see the better choices of ``seat``, which reveal its hand (HIDDEN-1)."""
        return self.finished or viewer.may_see(seat)

    @cached_property
    def loser(self) -> int | None:
        """The loser to explain: the only person, else the runner-up. None before the end or without one."""
        if not self.finished:
            return None
        ranks = [sheet.rank for sheet in final_scores(self.game.at(self.game.length))]
        people = [n for n, seat in enumerate(self.game.setup.players) if seat.kind == "human"]
        candidates = people if len(people) == 1 else range(len(self.game.setup.players))
        return min((n for n in candidates if ranks[n] > 1), key=lambda n: ranks[n], default=None)

    @property
    def missing(self) -> int:
        """The loser's deficit in prestige."""
        assert self.loser is not None
        totals = [sheet.total for sheet in final_scores(self.game.at(self.game.length))]
        return max(totals) - totals[self.loser]

    @property
    def decisive(self) -> TurnReview | None:
        """The loser's most expensive turn; None until all turns are reviewed, or if there is none."""
        if self.waiting or self.loser is None:
            return None
        return next((review for review in self.costliest(OPEN) if review.seat == self.loser), None)

    def costliest(self, viewer: Viewer) -> list[TurnReview]:
        """Return the reviews of expensive turns, the worst first: of all seats for ``OPEN``, else of the own seat."""
        visible = [r for r in self.completed.values() if r.cost >= LEAST and viewer.may_see(r.seat)]
        return sorted(visible, key=lambda review: (-review.cost, review.position))
