"""A game seen from its end: whose eyes look on, how the scores went, and which turns moved them most."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from rokoko_core.bots.review import PlayedTurn, TurnReview, turns_of
from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.observe import as_known
from rokoko_core.play.replay_game import OPEN, SPECTATOR, ReplayGame, observe_as
from rokoko_core.scoring import final_scores, projected_scores
from rokoko_core.state import Setup
from rokoko_tui.play.log_lines import lines_about, opening_lines
from rokoko_tui.text import Line, Words

BEFORE_ALL = -1
"""Stands for the number of an action with the lines that come before the first."""

LEAST = 1.0
"""Prestige a turn must have cost to be told of."""


def eyes_of(setup: Setup, words: Words) -> list[tuple[str, str]]:
    """(eyes, name) of everybody who could look on."""
    seats = [(str(n), words.seat(setup, n)) for n in range(len(setup.players))]
    return [(SPECTATOR, words.say("replay.eyes.onlooker")), (OPEN, words.say("replay.eyes.open")), *seats]


def whole_log(game: ReplayGame, words: Words) -> list[tuple[int, Line]]:
    """Return (number of the action, line) of the whole log, with what comes before the first action."""
    opening = [(BEFORE_ALL, line) for line in opening_lines(game, words)]
    return opening + [(n, line) for n in range(game.length) for line in lines_about(game, n, words)]


@dataclass(frozen=True)
class Swing:
    """A turn that changed how far ``seat``, who took it, is ahead of the best of the others."""

    begins: int
    ends: int
    """Positions before and after the turn."""
    seat: int
    amount: int
    """Prestige; below 0 when it made things worse."""


class Curve:
    """The projected scores of all seats at the beginning of every turn and at the end, as ``eyes`` see them."""

    def __init__(self, game: Game, eyes: str) -> None:
        self.eyes = eyes
        self.game = game
        self.positions = sorted({0, *game.positions_of_turns()})
        self.totals = [self.totals_at(position) for position in self.positions]

    def totals_at(self, position: int) -> tuple[int | None, ...]:
        """Projected total by seat; None for a seat whose prestige these eyes do not see (HIDDEN-2)."""
        view = observe_as(self.game.at(position), self.eyes)
        scores = projected_scores(as_known(view))
        return tuple(s.total if known else None for s, known in zip(scores, view.prestige_known, strict=True))

    def place(self, position: int) -> int:
        """Index of the last turn that begins at ``position`` or before."""
        return max(0, bisect_right(self.positions, position) - 1)

    @property
    def highest(self) -> int:
        """The highest total of all."""
        return max((total for totals in self.totals for total in totals if total is not None), default=0)

    @cached_property
    def swings(self) -> list[Swing]:
        """Every turn that moved the lead, the biggest first. Empty where a score is hidden."""
        found = []
        for n in range(len(self.positions) - 1):
            begins, ends = self.positions[n], self.positions[n + 1]
            seat = self.game.seat_of(begins)
            before, after = _lead(self.totals[n], seat), _lead(self.totals[n + 1], seat)
            if before is not None and after is not None and before != after:
                found.append(Swing(begins, ends, seat, after - before))
        return sorted(found, key=lambda swing: (-abs(swing.amount), swing.begins))


def _lead(totals: tuple[int | None, ...], seat: int) -> int | None:
    """How far ``seat`` is ahead of the best other."""
    known = [total for total in totals if total is not None]
    own = totals[seat]
    if own is None or len(known) < len(totals) or len(known) < 2:
        return None
    return own - max(total for n, total in enumerate(totals) if n != seat and total is not None)


class Reviews:
    """What the turns of a game cost, as far as they have been looked at yet, and who may know."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turns: dict[int, PlayedTurn] = {turn.position: turn for turn in turns_of(game)}
        """Every turn and hand choice of a person or bot, by the position where it began."""
        self.found: dict[int, TurnReview] = {}
        """Those looked at."""

    @cached_property
    def finished(self) -> bool:
        """True when the game was played to its end, so that it has no secrets any more."""
        return to_move(self.game.at(self.game.length)) is None

    @property
    def waiting(self) -> list[PlayedTurn]:
        """The turns not looked at yet."""
        return [turn for position, turn in self.turns.items() if position not in self.found]

    def add(self, review: TurnReview) -> None:
        """A turn has been looked at."""
        self.found[review.position] = review

    def eyes(self) -> str:
        """Whose eyes look back unless others are chosen: everybody's after the end, before it a lone person's."""
        people = [n for n, seat in enumerate(self.game.setup.players) if seat.kind == "human"]
        if self.finished:
            return OPEN
        return str(people[0]) if len(people) == 1 else SPECTATOR

    def may_see(self, seat: int, eyes: str) -> bool:
        """Whether ``eyes`` may know what was better for ``seat``, which tells its hand (HIDDEN-1)."""
        return self.finished or eyes in (OPEN, str(seat))

    @cached_property
    def loser(self) -> int | None:
        """Whose defeat is looked into: the only person's, else the runner-up's; None without one, or before the end."""
        if not self.finished:
            return None
        ranks = [sheet.rank for sheet in final_scores(self.game.at(self.game.length))]
        people = [n for n, seat in enumerate(self.game.setup.players) if seat.kind == "human"]
        lost = people if len(people) == 1 else range(len(self.game.setup.players))
        return min((n for n in lost if ranks[n] > 1), key=lambda n: ranks[n], default=None)

    @property
    def missing(self) -> int:
        """What the loser had less than the winner."""
        assert self.loser is not None
        totals = [sheet.total for sheet in final_scores(self.game.at(self.game.length))]
        return max(totals) - totals[self.loser]

    @property
    def decisive(self) -> TurnReview | None:
        """The turn that cost the loser most; None until all turns have been looked at, or where there is none."""
        if self.waiting or self.loser is None:
            return None
        return next((found for found in self.costliest(OPEN) if found.seat == self.loser), None)

    def verdict(self, found: TurnReview, words: Words) -> list[str]:
        """That the turn ``found`` decided the game, in a line; none for any other."""
        if found is not self.decisive:
            return []
        key = "turn.lost" if found.cost >= self.missing else "turn.lost-most"
        return [words.looking_back(key, who=words.seat(self.game.setup, found.seat), missing=self.missing)]

    def costliest(self, eyes: str) -> list[TurnReview]:
        """The turns that cost most, worst first: everybody's with everything open, else the own ones."""
        own = [r for r in self.found.values() if r.cost >= LEAST and eyes in (OPEN, str(r.seat))]
        return sorted(own, key=lambda review: (-review.cost, review.position))
