"""Stepping through a game that was played: where it can stop, and which line of its log belongs to a position."""

from collections.abc import Sequence
from functools import cached_property

from rokoko_core.game import Game
from rokoko_core.observe import Observation
from rokoko_core.play.history import Turn
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_tui.analysis.game_review import BEFORE_ALL, Curve, GameReviews, full_log
from rokoko_tui.text import LogLine, Words
from rokoko_tui.text.piece_refs import PieceRef, list_piece_refs, touched_places


class ReplayPositions:
    """A game, and the places to stop at in it. A position is the number of actions taken before."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns = sorted({0, *game.turn_starts()})
        """Where turns begin."""
        self.rounds = [position for _, position in game.round_starts]
        """Where rounds begin."""
        self.log: list[tuple[int, LogLine]] = []
        """(number of the action, line) as the viewer of ``tell`` knows it."""
        self._curves: dict[Viewer, Curve] = {}
        self._views: dict[Viewer, ReplayGame] = {}

    # ---- where to stop

    def within(self, position: int) -> int:
        """``position``, as near as the game has it."""
        return max(0, min(position, self.game.length))

    def after(self, position: int, stops: Sequence[int]) -> int:
        """The first of ``stops`` after ``position``, or the end."""
        return next((stop for stop in stops if stop > position), self.game.length)

    def before(self, position: int, stops: Sequence[int]) -> int:
        """The last of ``stops`` before ``position``, or the start."""
        return next((stop for stop in reversed(stops) if stop < position), 0)

    # ---- the log

    def tell(self, words: Words, viewer: Viewer) -> None:
        """Write the log down in ``words`` as ``viewer`` may know it."""
        self.log = full_log(self.through(viewer), words)

    def line_at(self, position: int) -> int:
        """Index of the last line told before ``position``; -1 when there is none."""
        return next((n for n in range(len(self.log) - 1, -1, -1) if self.log[n][0] < position), -1)

    def position_of(self, line: int) -> int:
        """The position just after the action that ``line`` tells of."""
        number = self.log[line][0]
        return number + 1 if number != BEFORE_ALL else 0

    def by_line(self, position: int, step: int) -> int:
        """The position of the next line of the log below (``step`` 1) or above (-1), past those of the same action."""
        line = self.line_at(position) + step
        while 0 <= line < len(self.log) and self.log[line][0] + 1 == position:
            line += step
        return self.log[line][0] + 1 if 0 <= line < len(self.log) else 0 if step < 0 else self.game.length

    # ---- what a viewer sees

    def through(self, viewer: Viewer) -> ReplayGame:
        """Return the game as ``viewer`` sees it."""
        return self._views.get(viewer) or self._views.setdefault(viewer, ReplayGame(self.game, viewer))

    def view(self, position: int, viewer: Viewer) -> Observation:
        """Return the table at ``position`` as ``viewer`` sees it."""
        return self.through(viewer).observation(position)

    def other_turns(self, position: int, seat: int | None) -> list[Turn]:
        """Return the turns of the others since the last turn of ``seat``."""
        return self._of(seat).history.news(position)

    def touched(self, position: int, seat: int | None) -> dict[PieceRef, int]:
        """Return by piece who touched it last since the last action of ``seat``."""
        return touched_places(self._of(seat).history.touched(position))

    def _of(self, seat: int | None) -> ReplayGame:
        return self.through(Viewer(seat))

    def pieces_of_step(self, number: int) -> frozenset[PieceRef]:
        """Return the pieces that action ``number`` is about; none for -1."""
        return list_piece_refs(self.game.line[number], self.game.at(number)) if number >= 0 else frozenset()

    def curve(self, viewer: Viewer) -> Curve:
        """The scores of the whole game as ``viewer`` sees them, worked out once."""
        if viewer not in self._curves:
            self._curves[viewer] = Curve(self.game, viewer)
        return self._curves[viewer]

    @cached_property
    def reviews(self) -> GameReviews:
        """What the turns of this game cost, kept for when one comes back to that."""
        return GameReviews(self.game)
