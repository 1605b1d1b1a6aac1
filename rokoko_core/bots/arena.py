"""The arena: games between bots.

A match is one game with one seating. Its result depends only on its data, apart from the thinking times, so any
executor may play matches in any order. Levels that search also depend on the speed of the machine; their limit is
processor time, so other load does not matter.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from enum import StrEnum
from itertools import islice
from random import Random
from time import monotonic, thread_time

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots import LEVELS, REPLACEMENT_LEVEL, ExternalLevel, external_levels, known, plan
from rokoko_core.bots.external_bot_process import try_out
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.bots.time_limit import Plan
from rokoko_core.components import FIRST, components_named, newest, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.pending import CardChoice, HandChoice
from rokoko_core.score_sheet import ScoreSheet
from rokoko_core.scoring import final_scores
from rokoko_core.setup import MOST_PLAYERS, MOST_SEED
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion, FairStart, ScoreRow

AHEAD = 4
"""Matches queued beyond those that the executor plays at once, so that it is never idle."""
POLL = 0.2
"""Seconds between two checks of ``stopped``."""


class Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game. A single level plays against Madame du Barry."""

    levels: tuple[str, ...]
    """Level by seat."""
    seed: int
    expansions: frozenset[Expansion] = frozenset()
    components: str = FIRST
    fair_start: FairStart = False

    @property
    def setup(self) -> Setup:
        alone = len(self.levels) == 1
        seats = tuple(Seat(f"Seat {n}", "human" if alone else "bot") for n in range(len(self.levels)))
        return Setup(seats, self.seed, self.expansions, components=self.components, fair_start=self.fair_start)


class SeatResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one seat."""

    level: str
    total: int
    won: float
    """Share of the win: 1 for the winner, a fraction for a shared win."""
    rows: dict[ScoreRow, int]
    """Prestige by source, without zeros."""
    started: bool = False
    """Whether the seat is the starting player of the first round."""
    times: tuple[int, ...] = ()
    """Processor time of each turn and hand choice in ms; wall-clock time for external bots."""


class Replacement(msgspec.Struct, frozen=True):
    """An external bot that failed and was replaced by ``REPLACEMENT_LEVEL``."""

    level: str
    seat: int
    code: BotFault
    detail: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a match, without a seat for Madame du Barry."""

    match: Match
    seats: tuple[SeatResult, ...]
    replaced: tuple[Replacement, ...] = ()


MOST_GAMES = 1_000_000
"""Games of a tournament; all are listed before the first is played."""


class MatchFault(StrEnum):
    """Why matches are refused."""

    LEVELS = "levels"
    """``found`` levels instead of 1 to ``limit``."""
    LEVEL = "level"
    """There is no level ``name``."""
    GAMES = "games"
    """``found`` games instead of 1 to ``limit``."""
    SEED = "seed"
    """The seed is not between 0 and ``limit``."""


class InvalidMatches(ValueError):
    """Matches that cannot be played; ``MatchFault`` describes which attributes each ``code`` uses."""

    def __init__(self, code: MatchFault, found: int = 0, limit: int = 0, name: str = "") -> None:
        super().__init__(code, found, limit, name)
        self.code = code
        self.found = found
        self.limit = limit
        self.name = name


def check(levels: Sequence[str], games: int, seed: int) -> None:
    """Raise ``InvalidMatches`` unless there are 1 to 5 known levels, 1 to ``MOST_GAMES`` games and a valid seed."""
    if not 1 <= len(levels) <= MOST_PLAYERS:
        raise InvalidMatches(MatchFault.LEVELS, len(levels), MOST_PLAYERS)
    for level in levels:
        if level not in LEVELS and level not in external_levels():
            raise InvalidMatches(MatchFault.LEVEL, name=level)
    if not 1 <= games <= MOST_GAMES:
        raise InvalidMatches(MatchFault.GAMES, games, MOST_GAMES)
    if not 0 <= seed <= MOST_SEED - games:
        raise InvalidMatches(MatchFault.SEED, seed, MOST_SEED - games)


def seatings(levels: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all different rotations of ``levels``."""
    rotations = (tuple(levels[n:]) + tuple(levels[:n]) for n in range(len(levels)))
    return list(dict.fromkeys(rotations))


def matches(
    levels: Sequence[str],
    games: int,
    seed: int,
    expansions: frozenset[Expansion] = frozenset(),
    components: str | None = None,
    fair_start: FairStart = False,
) -> list[Match]:
    """Return the first ``games`` matches of ``levels``: every seating plays a seed before the next seed.

    ``components`` defaults to the newest component set.
    """
    rotations, component_set = seatings(levels), components or newest()
    count = len(rotations)
    return [Match(rotations[n % count], seed + n // count, expansions, component_set, fair_start) for n in range(games)]


def play_match(match: Match) -> tuple[Result, Plan]:
    """Play ``match``; return the result and every action, including Madame du Barry's.

    An external bot that fails is replaced for the rest of the game.
    """
    state = new_state(match.setup)
    first, rngs = state.first_player, [Random(f"{match.seed}/{n}") for n in range(len(match.levels))]
    levels, replaced, line = list(match.levels), list[Replacement](), list[Action]()
    times: list[list[float]] = [[] for _ in levels]
    while (seat := to_move(state)) is not None:
        if seat >= len(levels):
            actions: Plan = legal_actions(state)[:1]
        else:
            if type(state.pending[-1]) in (CardChoice, HandChoice):
                times[seat].append(0.0)
            try:
                actions = _timed_plan(state, levels[seat], rngs[seat], times[seat])
            except BadBot as bad:
                replaced.append(Replacement(bad.name, seat, bad.code, bad.detail))
                levels[seat] = REPLACEMENT_LEVEL
                continue
        for action in actions:
            state = apply_unchecked(state, action)
        line += actions
    return Result(match, _seat_results(match, final_scores(state), first, times), tuple(replaced)), tuple(line)


def _timed_plan(state: State, name: str, rng: Random, times: list[float]) -> Plan:
    """Return the plan of the seat to move; add the time it takes to the last of ``times``."""
    level = known(name)
    clock = thread_time
    if isinstance(level, ExternalLevel):
        clock = monotonic
        try_out(name)  # the time for its import does not count
    budget = level.seconds - times[-1]
    start = clock()
    try:
        return plan(state, name, rng, budget, now=clock)
    finally:
        times[-1] += clock() - start


def _seat_results(
    match: Match, sheets: Sequence[ScoreSheet], first: int, times: Sequence[list[float]]
) -> tuple[SeatResult, ...]:
    winners = sum(sheet.rank == 1 for sheet in sheets)
    results = []
    for seat, level in enumerate(match.levels):
        rows: Counter[ScoreRow] = Counter()
        for row in sheets[seat].rows:
            rows[row.source] += row.points
        results.append(
            SeatResult(
                level=level,
                total=sheets[seat].total,
                won=1 / winners if sheets[seat].rank == 1 else 0.0,
                rows={source: points for source, points in rows.items() if points},
                started=seat == first,
                times=tuple(round(1000 * seconds) for seconds in times[seat]),
            )
        )
    return tuple(results)


# ---- many matches


def run(
    matches: Iterable[Match], executor: Executor, at_once: int, stopped: Callable[[], bool] = lambda: False
) -> Generator[Result, None, None]:
    """Play ``matches`` on ``executor``, ``at_once`` at a time; yield results as they are ready.

    Once ``stopped()`` is true no match is started; those already running are finished.
    """
    queue = iter(matches)

    def submit(match: Match) -> "Future[Result]":
        return executor.submit(_play_with, components_named(match.components), match)

    running = {submit(match) for match in islice(queue, at_once + AHEAD)}
    try:
        while running:
            done, running = wait(running, POLL, FIRST_COMPLETED)
            for future in done:
                yield future.result()
            if stopped():
                running = {future for future in running if not future.cancel()}
            else:
                running |= {submit(match) for match in islice(queue, len(done))}
    finally:
        for future in running:
            future.cancel()


def _play_with(components: ComponentSet, match: Match) -> Result:
    register(components)
    return play_match(match)[0]
