"""The positions of a replay: its points of view, its log, and the way from one position to another."""

from collections.abc import Sequence

from rokoko_core.game import Game
from rokoko_core.observe import Observation
from rokoko_core.play.history import TurnHistory
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer, format_viewer
from rokoko_core.play.score_curve import Curve
from rokoko_core.state import Setup
from rokoko_tui.table.log_lines import describe_action, describe_setup
from rokoko_tui.text import LogLine, Words
from rokoko_tui.text.action_words import list_piece_refs
from rokoko_tui.text.piece_refs import PieceRef, touched_places

BEFORE_ALL = -1
"""The action number of log lines before the first action."""


def list_viewpoints(setup: Setup, words: Words) -> list[tuple[str, str]]:
    """Return (viewer as text, name) for all viewers of a game."""
    names = {SPECTATOR: words.say("replay.eyes.onlooker"), OPEN: words.say("replay.eyes.open")}
    names |= {Viewer(seat): words.seat(setup, seat) for seat in range(len(setup.players))}
    return [(format_viewer(viewer), name) for viewer, name in names.items()]


def full_log(game: ReplayGame, words: Words) -> list[tuple[int, LogLine]]:
    """Return (action number, line) for the whole log."""
    opening = [(BEFORE_ALL, line) for line in describe_setup(game, words)]
    return opening + [(n, line) for n in range(game.length) for line in describe_action(game, n, words)]


def find_stop(position: int, stops: Sequence[int], step: int) -> int:
    """Return the next of ``stops`` after ``position`` (``step`` 1), or the last; with -1 the one before it, or 0."""
    if step > 0:
        return next((stop for stop in stops if stop > position), stops[-1])
    return next((stop for stop in reversed(stops) if stop < position), 0)


class ReplayPositions:
    """The positions of a game. A position is the number of actions before it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns = sorted({0, *game.turn_starts(), game.length})
        """First positions of the turns, and the end."""
        self.rounds = [*(position for _, position in game.round_starts), game.length]
        """First positions of the rounds, and the end."""
        self.log: list[tuple[int, LogLine]] = []
        """(number of the action, line), as of the last ``load_log``."""
        self._curves: dict[Viewer, Curve] = {}
        self._views: dict[Viewer, ReplayGame] = {}

    # ---- moving

    def clamp(self, position: int) -> int:
        return max(0, min(position, self.game.length))

    # ---- the log

    def load_log(self, words: Words, viewer: Viewer) -> None:
        """Fill ``log`` as ``viewer`` may know it."""
        self.log = full_log(self.view_as(viewer), words)

    def line_at(self, position: int) -> int:
        """Return the index of the last log line before ``position``; -1 if there is none."""
        return next((n for n in range(len(self.log) - 1, -1, -1) if self.log[n][0] < position), -1)

    def position_of(self, line: int) -> int:
        """Return the position just after the action of ``line``."""
        number = self.log[line][0]
        return number + 1 if number != BEFORE_ALL else 0

    def step_line(self, position: int, step: int) -> int:
        """Return the position of the next log line below (``step`` 1) or above (-1) that is about another action."""
        line = self.line_at(position) + step
        while 0 <= line < len(self.log) and self.log[line][0] + 1 == position:
            line += step
        return self.log[line][0] + 1 if 0 <= line < len(self.log) else 0 if step < 0 else self.game.length

    # ---- viewpoints

    def view_as(self, viewer: Viewer) -> ReplayGame:
        return self._views.get(viewer) or self._views.setdefault(viewer, ReplayGame(self.game, viewer))

    def view(self, position: int, viewer: Viewer) -> Observation:
        """Return the table at ``position`` as ``viewer`` sees it."""
        return self.view_as(viewer).observation(position)

    def history_for(self, seat: int | None) -> TurnHistory:
        """Return the turns as ``seat`` sees them; None is a spectator."""
        return self.view_as(Viewer(seat)).history

    def touched(self, position: int, seat: int | None) -> dict[PieceRef, int]:
        """Return by piece the seat that touched it last since the last action of ``seat``."""
        return touched_places(self.history_for(seat).touched(position))

    def pieces_of_step(self, number: int) -> frozenset[PieceRef]:
        """Return the pieces that action ``number`` is about; none for -1."""
        return list_piece_refs(self.game.line[number], self.game.at(number)) if number >= 0 else frozenset()

    def curve(self, viewer: Viewer) -> Curve:
        """Return the scores of the whole game as ``viewer`` sees them, computed once."""
        if viewer not in self._curves:
            self._curves[viewer] = Curve(self.game, viewer)
        return self._curves[viewer]
