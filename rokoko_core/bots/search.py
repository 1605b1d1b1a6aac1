"""The search: ways to play a turn are tried on one deal of the hidden pieces after the other, all on the same deals.

Many are tried at first, and time and again the worse half is dropped (sequential halving), so that most deals are spent
on telling the best ones apart. Each is played on by everybody to the end of a round: of a later one, the more time
there is for each. What is found can be thought on later: a search keeps what it knows.
"""

from collections.abc import Hashable, Iterable, Sequence
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

import msgspec

from rokoko_core.bots.evaluation import EVALUATION
from rokoko_core.bots.rollout import Deal, outcomes
from rokoko_core.bots.rollout_pool import ALONE, Crew
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.bots.turn_search import VARIOUS, Line, committed, kind_of, lines
from rokoko_core.observe import Observation, determinize
from rokoko_core.setup import LAST_ROUND


class Care(NamedTuple):
    """How a search divides its time."""

    wide: int = 24
    """Ways to play that are tried at first."""
    looks: float = 6.0
    """How many deals count as much as how a way to play looks before it is tried."""
    trust: float = 0.3
    """How much looks count for good: what everybody's likely play comes to has its whims, and more deals keep them."""
    first: int = 2
    """Deals for each at first, for the sake of which fewer are tried."""
    enough: int = 60
    """Deals for each, for the sake of which it is played on less far."""
    few: int = 8
    """Deals after which a way may be dropped for certain."""
    alike: int = 3
    """Deals after which a way is dropped that has always come to just as much, or as much less."""
    sure: float = 4.0
    """Standard errors by which it is worse then."""


CARE = Care()
ALIKE = 1e-6
"""Prestige of error below which two ways differ by the same on every deal."""
TURN = 0.002
"""Seconds one turn of playing on is taken to last until it has been measured."""
HAND = 3
"""Cards of a hand, and so turns a round for each."""


class Judged(msgspec.Struct, frozen=True):
    """A way to play, and what it promises. All of it is estimated."""

    line: Plan
    """What it is: its actions until something hidden comes to light, else to the end of the turn."""
    worth: float
    """The lead over the mean of the rivals it promises for the end of the game, in prestige."""
    error: float
    """Standard error of how much less it is worth than the best; of the worth itself for the best."""
    deals: int
    """Deals it was tried on; 0 where only its looks count."""


class _Trial:
    """A way to play, and what came of it."""

    def __init__(self, line: Line):
        self.line = line
        self.plan: Plan = line.actions[: line.known]
        self.came_to: list[float] = []
        """By deal: a way dropped earlier has seen the first of those that the others have."""

    def promise(self, care: Care) -> float:
        """For the comparison of ways that have seen the same deals."""
        deals, looks = len(self.came_to), self._looks(care)
        return (sum(self.came_to) + looks * self.line.worth) / (deals + looks) if deals + looks else 0.0

    def behind(self, best: "_Trial", care: Care) -> float:
        """How much more ``best`` promises than this, by the deals both have seen."""
        deals, looks = len(self.came_to), self._looks(care)
        all_told = sum(self._differences(best), looks * (best.line.worth - self.line.worth))
        return all_told / (deals + looks) if deals + looks else 0.0

    def error(self, best: "_Trial") -> float:
        """The standard error of that; that of the own mean for the best itself."""
        found = self.came_to if best is self else self._differences(best)
        return stdev(found) / sqrt(len(found)) if len(found) > 1 else float("inf")

    def certainly_behind(self, best: "_Trial", care: Care) -> bool:
        """Whether no more deals are needed to say that ``best`` is better."""
        if self is best or len(self.came_to) < care.alike:
            return False
        error = self.error(best)
        if error < ALIKE:
            return True
        return len(self.came_to) >= care.few and self.behind(best, care) > care.sure * error

    def _looks(self, care: Care) -> float:
        """How many deals its looks count as."""
        return care.looks + care.trust * len(self.came_to)

    def _differences(self, best: "_Trial") -> list[float]:
        return [theirs - own for own, theirs in zip(self.came_to, best.came_to, strict=False)]


class Search:
    """What is thought about one decision. It can be taken up again, and goes on from where it stopped."""

    def __init__(self, view: Observation, rng: Random, care: Care = CARE):
        assert view.seat is not None
        self._view, self._seat, self._care = view, view.seat, care
        found = various(lines(determinize(view, rng), self._seat, VARIOUS))
        self._trials = [_Trial(line) for line in found[: care.wide]]
        self._going = list(self._trials)
        """Those still tried, best first; all have seen the same deals."""
        self._seed = rng.getrandbits(64)
        self._deals = 0
        self._turn = TURN
        """Seconds a turn of playing on lasts."""

    @property
    def settled(self) -> bool:
        """Whether there is nothing left to think about."""
        return len(self._going) == 1

    def think(self, clock: Clock, crew: Crew = ALONE) -> None:
        """Try what there is until the clock runs out, or the best is certain."""
        if not self._deals:
            self._narrow(clock)
        began, whole = clock.now(), clock.left
        stages = _stages(len(self._going))
        for stage in range(1, stages + 1):
            self._stage(clock, began + whole * stage / stages, crew)
            if self.settled or clock.over:
                break
            if stage < stages:
                self._going = self._going[: ceil(len(self._going) / 2)]

    def judged(self) -> tuple[Judged, ...]:
        """What is known, best first; what was dropped is never better than what was not."""
        best = self._going[0]
        dropped = [trial for trial in self._trials if trial not in self._going]
        behind = [max(0.0, trial.behind(best, self._care)) for trial in (*self._going, *dropped)]
        lead = fmean(best.came_to) if best.came_to else EVALUATION.worth(best.line.state, self._seat)
        found = [
            Judged(committed(trial.line), lead - less, trial.error(best), len(trial.came_to))
            for trial, less in zip((*self._going, *dropped), behind, strict=True)
        ]
        return (found[0], *sorted(found[1:], key=lambda one: -one.worth))

    def _narrow(self, clock: Clock) -> None:
        """See how long playing on takes, and put aside what there is no time to try on some deals at first.

        What looks best stays, half of it whatever it is, the other half with the best of each kind before the rest.
        """
        began = clock.now()
        outcomes(self._view, [self._going[0].plan], Deal(f"{self._seed}/first", 0), clock)
        self._turn = max(self._turn, (clock.now() - began) / self._turns(0))
        each, whole = self._turn * self._turns(0) * self._care.first, clock.left
        number = len(self._going)
        while number > 2 and number * _stages(number) * each > whole:
            number -= 1
        looks = sorted(self._going, key=lambda trial: -trial.line.worth)
        self._going = list(dict.fromkeys([*looks[: ceil(number / 2)], *self._going]))[:number]

    # ---- one stage

    def _stage(self, clock: Clock, until: float, crew: Crew) -> None:
        """Try all that are still in it on the same deals, each on one at least, and put the best first."""
        rounds = self._rounds(until - clock.now(), crew)
        while not self.settled and not clock.over:
            deals = [Deal(f"{self._seed}/{self._deals + n}", rounds) for n in range(crew.hands)]
            began = clock.now()
            found = crew.outcomes(self._view, [trial.plan for trial in self._going], deals, clock)
            if not found:
                break
            self._deals += len(deals)
            self._turn = (clock.now() - began) / (len(self._going) * self._turns(rounds))
            self._note(found)
            if clock.now() >= until:
                break

    def _note(self, found: Iterable[Sequence[float]]) -> None:
        for on_deal in found:
            for trial, outcome in zip(self._going, on_deal, strict=True):
                trial.came_to.append(outcome)
        self._going.sort(key=lambda trial: -trial.promise(self._care))
        best = self._going[0]
        self._going = [trial for trial in self._going if not trial.certainly_behind(best, self._care)]

    def _rounds(self, seconds: float, crew: Crew) -> int:
        """How far to play on, so that in ``seconds`` there are deals enough for all."""
        each = seconds * crew.hands / (len(self._going) * self._care.enough * self._turn)
        left = LAST_ROUND - self._view.table.round
        return next((rounds for rounds in range(left, 0, -1) if self._turns(rounds) <= each), 0)

    def _turns(self, rounds: int) -> int:
        """Turns to be played on until ``rounds`` rounds after this one are over, about."""
        players = self._view.table.players
        return max(1, sum(len(player.hand) for player in players)) + rounds * HAND * len(players)


def _stages(number: int) -> int:
    """How often the worse half of so many is dropped."""
    return max(1, ceil(log2(number)))


def various(found: Sequence[Line]) -> list[Line]:
    """Of the lines ``found``, best first, each that is a way of its own as far as it can be foreseen.

    The best for each kind of main action comes first, then the best for each card and main action, then the rest: what
    differs in details only seldom leads elsewhere.
    """
    ways: dict[Plan, Line] = {}
    kinds: dict[Hashable, Line] = {}
    choices: dict[Plan, Line] = {}
    for line in found:
        if ways.setdefault(line.actions[: line.known], line) is line:
            kinds.setdefault(kind_of(line.actions), line)
            choices.setdefault(line.actions[:2], line)
    first = [*kinds.values(), *choices.values(), *ways.values()]
    return list({line.actions[: line.known]: line for line in first}.values())


def judged(view: Observation, rng: Random, clock: Clock, crew: Crew = ALONE, care: Care = CARE) -> tuple[Judged, ...]:
    """Ways to play for the seat that sees ``view`` and is asked, best first; the best of each kind is among them."""
    search = Search(view, rng, care)
    search.think(clock, crew)
    return search.judged()
