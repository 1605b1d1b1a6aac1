"""Check the review: play its costliest turns on, and write ``docs/look-back.md`` (``make look-back``).

    python -m research review build/look-back.jsonl --games 20

Bots of mixed levels play. Of some turns of each part of a game, the one with the greatest charge is played on many
times: as it was played, and by the better plan of the review. The mean difference of the final leads is what the turn
really cost. Results are appended to the file; games in it are not played again.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import pi, sqrt
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import NamedTuple

import msgspec

from research.game_files import run_games
from research.value_training.round_ends import TABLES
from rokoko_core.bots import plan
from rokoko_core.bots.arena import Match, play_match
from rokoko_core.bots.ratings import Z
from rokoko_core.bots.review import PlayedTurn, known_part, played_turns, review_turn
from rokoko_core.bots.rollout import LATE, apply_all
from rokoko_core.bots.time_limit import Plan
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked
from rokoko_core.game import Game
from rokoko_core.observe import determinize
from rokoko_core.scoring import final_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from tools import ROOT
from tools.markdown import table_row

PAGE = ROOT / "docs" / "look-back.md"
PLAYERS = ("novice", "apprentice", "journeyman", "journeyman")
"""Levels of the games: one of them at each seat."""
POLICIES = ("journeyman", "apprentice")
"""Levels that play turns on."""
MEAN_ERROR = sqrt(2 / pi)
"""Mean size of a normal error with standard deviation 1."""
GOAL = 1.5
"""Greatest mean error of a charge from round 6 on, in prestige."""


class Part(NamedTuple):
    """Rounds of a game."""

    first: int
    last: int
    playouts: int
    """Times that a turn is played on with each plan; the fewer the longer it takes."""


PARTS = (Part(1, 3, 6), Part(4, 5, 6), Part(6, 6, 20), Part(7, 7, 20))
DRAWN = 4
"""Turns of a part that are reviewed."""


class CheckedTurn(msgspec.Struct, frozen=True):
    """A turn that was played on."""

    round: int
    charge: float
    costs: tuple[tuple[float, ...], ...]
    """What it cost in each playout, by policy."""

    @property
    def error(self) -> float:
        """Difference of the charge and of what journeymen lose, in prestige."""
        return abs(self.charge - fmean(self.costs[0]))


class CheckedGame(msgspec.Struct, frozen=True):
    """The costliest turns of a game, one of each part that has any with a charge."""

    seed: int
    components: str
    turns: tuple[CheckedTurn, ...]


def check_game(seed: int) -> CheckedGame:
    """Play the game with ``seed``, review some of its turns, and play the costliest on."""
    rng, components = Random(f"review/{seed}"), newest()
    seats, expansions = TABLES[seed % len(TABLES)]
    levels = tuple(rng.choice(PLAYERS) for _ in range(seats))
    match = Match(levels, seed, expansions, components)
    game = Game.new(match.setup)
    for action in play_match(match)[1]:
        game.play(action)
    turns = list(played_turns(game))
    checked = (_check_part(turns, part, rng) for part in PARTS)
    return CheckedGame(seed, components, tuple(turn for turn in checked if turn))


def _check_part(turns: Iterable[PlayedTurn], part: Part, rng: Random) -> CheckedTurn | None:
    of_part = [turn for turn in turns if part.first <= turn.view.table.round <= part.last]
    drawn = rng.sample(of_part, min(DRAWN, len(of_part)))
    turn, review = max(((turn, review_turn(turn)) for turn in drawn), key=lambda pair: pair[1].cost)
    if not review.cost:
        return None
    plans = review.better, known_part(turn.played, turn)[0]
    costs = (tuple(_play_on(turn, plans, part.playouts, level)) for level in POLICIES)
    return CheckedTurn(turn.view.table.round, review.cost, tuple(costs))


def _play_on(turn: PlayedTurn, plans: tuple[Plan, Plan], playouts: int, level: str) -> Iterator[float]:
    """Yield the final lead after the first of ``plans`` minus that after the second, from several deals."""
    for number in range(playouts):
        seed = f"{turn.view.table.setup.seed}/{turn.position}/{number}"
        state = determinize(turn.view, Random(seed))
        better, played = (lead_after(apply_all(state, actions), turn.seat, level, seed) for actions in plans)
        yield better - played


def lead_after(state: State, seat: int, level: str, seed: str, seconds: float | None = None) -> float:
    """Return the lead of ``seat`` over the mean of the others after the rest of the game, played by ``level``.

    A level that searches has ``seconds`` of processor time for a turn.
    """
    rng = Random(seed)
    while state.pending:
        for action in plan(state, level, rng, seconds, now=thread_time):
            state = apply_unchecked(state, action)
    totals = [sheet.total for sheet in final_scores(state)]
    return totals.pop(seat) - fmean(totals)


INTRODUCTION = """\
# Accuracy of the review

Written by `make look-back`; [Measurements](measurements.md) has version, component set and date. Bots of mixed levels
play games of every kind. Of {drawn} turns of each part of a game, drawn at random, the review charges one most. This
turn is played on many times to the end of the game, on other deals: as it was played, and by the better plan of the
review. The mean difference of the final leads is what the turn cost. All figures are prestige.

The review itself plays only to the end of the round up to round 5, by a faster policy, and judges what it finds. From
round 6 on it plays to the end by journeymen, so there the apprentices are the other policy. The costliest of several
turns is charged too much on average, as the greatest of several estimates always is.

| rounds | turns | charged | cost, by journeymen | cost, by apprentices | mean error | of it chance |
|---|---|---|---|---|---|---|
"""


def format_page(games: Sequence[CheckedGame]) -> str:
    """Return the page about ``games``."""
    turns = [turn for game in games for turn in game.turns]
    rows = [(f"{part.first} to {part.last}" if part.last > part.first else f"{part.last}", part) for part in PARTS]
    rows.append((f"{LATE} and {LAST_ROUND}", Part(LATE, LAST_ROUND, 0)))
    page = INTRODUCTION.format(drawn=DRAWN)
    for title, part in rows:
        of_part = [turn for turn in turns if part.first <= turn.round <= part.last]
        if len(of_part) > 1:
            page += f"{_row(title, of_part)}\n"
    late = [turn.error for turn in turns if turn.round >= LATE]
    verdict = "met" if late and fmean(late) < GOAL else "missed"
    return f"{page}\nGoal: a mean error below {GOAL} from round {LATE} on: {verdict}.\n"


def _row(title: str, turns: Sequence[CheckedTurn]) -> str:
    chance = fmean(MEAN_ERROR * stdev(turn.costs[0]) / sqrt(len(turn.costs[0])) for turn in turns)
    costs = (_interval([fmean(turn.costs[number]) for turn in turns]) for number in range(len(POLICIES)))
    return table_row(
        title,
        str(len(turns)),
        f"{fmean(turn.charge for turn in turns):.1f}",
        *costs,
        _interval([turn.error for turn in turns]),
        f"{chance:.1f}",
    )


def _interval(values: Sequence[float]) -> str:
    """Return the mean of ``values`` with its 95% interval."""
    return f"{fmean(values):.1f} ± {Z * stdev(values) / sqrt(len(values)):.1f}"


def main(argv: list[str] | None = None) -> int:
    """Run the command line."""
    if games := run_games("review", __doc__.splitlines()[0], argv, check_game, CheckedGame):
        PAGE.write_text(format_page(games), encoding="utf-8")
    return 0
