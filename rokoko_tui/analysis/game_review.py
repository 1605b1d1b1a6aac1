"""Recorded games: points of view, the course of the scores, the most expensive turns, and the positions of a replay."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rokoko_core.bots.review import PlayedTurn, TurnReview, played_turns
from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.observe import Observation, as_known
from rokoko_core.pending import HandChoice
from rokoko_core.play.history import TurnHistory
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, Viewer, format_viewer, observe_as
from rokoko_core.scoring import final_scores, lasting_score
from rokoko_core.state import Setup
from rokoko_tui.table.log_lines import describe_action, describe_setup
from rokoko_tui.text import LogLine, Words
from rokoko_tui.text.action_words import list_piece_refs
from rokoko_tui.text.piece_refs import PieceRef, touched_places

BEFORE_ALL = -1
"""The action number of log lines before the first action."""

LEAST = 1.0
"""Least prestige that a listed turn has cost."""


def list_viewpoints(setup: Setup, words: Words) -> list[tuple[str, str]]:
    """Return (viewer as text, name) for all viewers of a game."""
    names = {SPECTATOR: words.say("replay.eyes.onlooker"), OPEN: words.say("replay.eyes.open")}
    names |= {Viewer(seat): words.seat(setup, seat) for seat in range(len(setup.players))}
    return [(format_viewer(viewer), name) for viewer, name in names.items()]


def full_log(game: ReplayGame, words: Words) -> list[tuple[int, LogLine]]:
    """Return (action number, line) for the whole log."""
    opening = [(BEFORE_ALL, line) for line in describe_setup(game, words)]
    return opening + [(n, line) for n in range(game.length) for line in describe_action(game, n, words)]


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

    def verdict(self, review: TurnReview, words: Words) -> list[str]:
        """Return a line saying that this turn decided the game; no line for other turns."""
        if review is not self.decisive:
            return []
        key = "lost" if review.cost >= self.missing else "lost-most"
        who = words.seat(self.game.setup, review.seat)
        return [words.say_of(f"review.turn.{key}", {"who": who, "missing": self.missing})]

    def costliest(self, viewer: Viewer) -> list[TurnReview]:
        """Return the reviews of expensive turns, the worst first: of all seats for ``OPEN``, else of the own seat."""
        visible = [r for r in self.completed.values() if r.cost >= LEAST and viewer.may_see(r.seat)]
        return sorted(visible, key=lambda review: (-review.cost, review.position))


# ---- the positions of a replay


class ReplayPositions:
    """The positions of a game. A position is the number of actions before it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns = sorted({0, *game.turn_starts()})
        """First positions of the turns."""
        self.rounds = [position for _, position in game.round_starts]
        """First positions of the rounds."""
        self.log: list[tuple[int, LogLine]] = []
        """(number of the action, line), as of the last ``load_log``."""
        self._curves: dict[Viewer, Curve] = {}
        self._views: dict[Viewer, ReplayGame] = {}

    # ---- moving

    def clamp(self, position: int) -> int:
        return max(0, min(position, self.game.length))

    def find_stop(self, position: int, stops: Sequence[int], step: int) -> int:
        """Return the next of ``stops`` after ``position`` (``step`` 1), or the end; with -1 the one before it, or 0."""
        if step > 0:
            return next((stop for stop in stops if stop > position), self.game.length)
        return next((stop for stop in reversed(stops) if stop < position), 0)

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
