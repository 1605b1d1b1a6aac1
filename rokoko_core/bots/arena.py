"""The arena: games among automatic players, and what their results say about levels, seats and ways of scoring.

A match is one game with one seating. It depends on its own data alone, the thinking times in its result apart, so any
executor may play any number of matches in any order and comes to the same table. Players that search depend besides on
how much they get done in their time, which is counted as processor time: others at work on the machine do not matter.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from enum import StrEnum
from itertools import islice
from math import ceil, sqrt
from random import Random
from statistics import mean
from time import monotonic, thread_time

import msgspec

from rokoko_core.actions import Action
from rokoko_core.bots import LEVELS, SUBSTITUTE, Guest, guests, known, plan
from rokoko_core.bots.external_bot_process import try_out
from rokoko_core.bots.external_bots import BadBot, BotFault
from rokoko_core.bots.time_limit import Plan
from rokoko_core.components import FIRST, components_named, newest, register
from rokoko_core.components.tables import ComponentSet
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.pending import CardChoice, HandChoice
from rokoko_core.scoring import ScoreSheet, final_scores
from rokoko_core.setup import MOST_PLAYERS, MOST_SEED
from rokoko_core.state import Seat, Setup, State
from rokoko_core.terms import Expansion, ScoreRow

Z = 1.96
"""Standard deviations of a 95% interval."""
AHEAD = 4
"""Matches handed to an executor beyond what it can play at once, so that it never runs dry."""
GLANCE = 0.2
"""Seconds between two looks at whether the arena is to stop."""


class Match(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game to be played. A single level plays against Madame du Barry."""

    levels: tuple[str, ...]
    """Level by seat."""
    seed: int
    expansions: frozenset[Expansion] = frozenset()
    components: str = FIRST

    @property
    def setup(self) -> Setup:
        """What is dealt for it."""
        alone = len(self.levels) == 1
        seats = tuple(Seat(f"Seat {n}", "human" if alone else "bot") for n in range(len(self.levels)))
        return Setup(seats, self.seed, self.expansions, components=self.components)


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """How one seat fared."""

    level: str
    total: int
    won: float
    """Share of the win: 1 for the winner, parted among those who share it."""
    rows: dict[ScoreRow, int]
    """Prestige by source; sources that brought nothing are left out."""
    started: bool = False
    """Starting player of the first round."""
    times: tuple[int, ...] = ()
    """Processor time each turn and hand choice took to think about, in ms; a guest's are by the clock."""


class Replaced(msgspec.Struct, frozen=True):
    """A guest that did not play on, and for which a ``SUBSTITUTE`` did."""

    level: str
    seat: int
    code: BotFault
    detail: str


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match ended. Madame du Barry has no seat of her own here."""

    match: Match
    seats: tuple[Seated, ...]
    replaced: tuple[Replaced, ...] = ()


class MatchFault(StrEnum):
    """Why no matches can be held."""

    LEVELS = "levels"
    """``found`` levels instead of 1 to ``limit``."""
    LEVEL = "level"
    """There is no level ``name``."""
    GAMES = "games"
    """Not a single game is wanted."""
    SEED = "seed"
    """The seed is none of 0 to ``limit``."""


class InvalidMatches(ValueError):
    """Matches that cannot be held; ``code`` says which of the figures mean what."""

    def __init__(self, code: MatchFault, found: int = 0, limit: int = 0, name: str = "") -> None:
        super().__init__(code, found, limit, name)
        self.code = code
        self.found = found
        self.limit = limit
        self.name = name


def check(levels: Sequence[str], games: int, seed: int) -> None:
    """Raise ``InvalidMatches`` unless 1 to 5 known levels sit down to a game or more with a seed that can be dealt."""
    if not 1 <= len(levels) <= MOST_PLAYERS:
        raise InvalidMatches(MatchFault.LEVELS, len(levels), MOST_PLAYERS)
    for level in levels:
        if level not in LEVELS and level not in guests():
            raise InvalidMatches(MatchFault.LEVEL, name=level)
    if games < 1:
        raise InvalidMatches(MatchFault.GAMES)
    if not 0 <= seed <= MOST_SEED - games:
        raise InvalidMatches(MatchFault.SEED, seed, MOST_SEED - games)


def seatings(levels: Sequence[str]) -> list[tuple[str, ...]]:
    """``levels`` moved on by one seat at a time, each different seating once."""
    turned = (tuple(levels[n:]) + tuple(levels[:n]) for n in range(len(levels)))
    return list(dict.fromkeys(turned))


def matches(
    levels: Sequence[str],
    games: int,
    seed: int,
    expansions: frozenset[Expansion] = frozenset(),
    components: str | None = None,
) -> list[Match]:
    """The first ``games`` matches of ``levels``: every seating plays a seed before the next is dealt.

    They are played with the newest component set unless another is named.
    """
    rounds, played_with = seatings(levels), components or newest()
    return [Match(rounds[n % len(rounds)], seed + n // len(rounds), expansions, played_with) for n in range(games)]


def played(match: Match) -> Result:
    """Play ``match``. A guest that fails is replaced for the rest of it."""
    return contested(match)[0]


def contested(match: Match) -> tuple[Result, Plan]:
    """The same, and every action of the game, Madame du Barry's included."""
    state = new_state(match.setup)
    first, rngs = state.first_player, [Random(f"{match.seed}/{n}") for n in range(len(match.levels))]
    levels, replaced, line = list(match.levels), list[Replaced](), list[Action]()
    times: list[list[float]] = [[] for _ in levels]
    while (seat := to_move(state)) is not None:
        if seat >= len(levels):
            decided: Plan = legal_actions(state)[:1]
        else:
            if type(state.pending[-1]) in (CardChoice, HandChoice):
                times[seat].append(0.0)
            try:
                decided = _decided(state, levels[seat], rngs[seat], times[seat])
            except BadBot as bad:
                replaced.append(Replaced(bad.name, seat, bad.code, bad.detail))
                levels[seat] = SUBSTITUTE
                continue
        for action in decided:
            state = apply_unchecked(state, action)
        line += decided
    return Result(match, _seated(match, final_scores(state), first, times), tuple(replaced)), tuple(line)


def _decided(state: State, name: str, rng: Random, times: list[float]) -> Plan:
    """What the seat to move does, which is added to the last of its ``times``."""
    level = known(name)
    clock = thread_time
    if isinstance(level, Guest):
        clock = monotonic
        try_out(name)  # importing it is no part of its turn
    granted = level.seconds - times[-1]
    began = clock()
    try:
        return plan(state, name, rng, granted, now=clock)
    finally:
        times[-1] += clock() - began


def _seated(match: Match, sheets: Sequence[ScoreSheet], first: int, times: Sequence[list[float]]) -> tuple[Seated, ...]:
    winners = sum(sheet.rank == 1 for sheet in sheets)
    found = []
    for seat, level in enumerate(match.levels):
        rows: Counter[ScoreRow] = Counter()
        for row in sheets[seat].rows:
            rows[row.source] += row.points
        found.append(
            Seated(
                level=level,
                total=sheets[seat].total,
                won=1 / winners if sheets[seat].rank == 1 else 0.0,
                rows={source: points for source, points in rows.items() if points},
                started=seat == first,
                times=tuple(round(1000 * seconds) for seconds in times[seat]),
            )
        )
    return tuple(found)


# ---- playing many


def run(
    wanted: Iterable[Match], executor: Executor, at_once: int, stopped: Callable[[], bool] = lambda: False
) -> Generator[Result, None, None]:
    """Play the ``wanted`` matches on ``executor``, ``at_once`` of them at a time; results come as they are ready.

    Once ``stopped`` says so no match is begun any more, and those under way are the last.
    """
    waiting = iter(wanted)
    known: dict[str, ComponentSet] = {}

    def send(match: Match) -> "Future[Result]":
        if match.components not in known:
            known[match.components] = components_named(match.components)
        return executor.submit(_played_with, known[match.components], match)

    going = {send(match) for match in islice(waiting, at_once + AHEAD)}
    try:
        while going:
            done, going = wait(going, GLANCE, FIRST_COMPLETED)
            for future in done:
                yield future.result()
            if stopped():
                going = {future for future in going if not future.cancel()}
            else:
                going |= {send(match) for match in islice(waiting, len(done))}
    finally:
        for future in going:
            future.cancel()


def _played_with(components: ComponentSet, match: Match) -> Result:
    register(components)
    return played(match)


# ---- what the results say


class Share(msgspec.Struct, frozen=True):
    """A share of wins with its 95% interval (Wilson), each from 0 to 1, over ``games`` games."""

    share: float
    low: float
    high: float
    games: int


class Place(msgspec.Struct, frozen=True):
    """How one seat, or one place in the turn order, fared, whoever sat there."""

    wins: Share
    score: float
    """Mean total."""


class Standing(msgspec.Struct, frozen=True):
    """How all seats of one level fared together."""

    level: str
    seats: int
    """Seats of this level at the table."""
    wins: Share
    """How often one of them won."""
    score: float
    """Mean of a seat."""
    rows: dict[ScoreRow, float]
    """Mean prestige of a seat by source."""
    winning_rows: dict[ScoreRow, float]
    """The same of the seats that won; of a shared win each counts its part. Empty when none won."""
    time: tuple[float, int, int]
    """Thinking time of a turn in ms: mean, 95th percentile, longest."""


def interval(share: float, games: int) -> tuple[float, float]:
    """The 95% interval (Wilson) of a win share over ``games`` games, from 0 to 1 and never beyond."""
    spread = Z * (share * (1 - share) / games + Z**2 / (4 * games**2)) ** 0.5
    centre = share + Z**2 / (2 * games)
    low, high = ((centre + off) / (1 + Z**2 / games) for off in (-spread, spread))
    return max(0.0, low), min(1.0, high)


def shared(won: Sequence[float]) -> Share:
    """The share of wins in ``won``, one figure a game."""
    share = mean(won)
    return Share(share, *interval(share, len(won)), len(won))


def standings(results: Sequence[Result], levels: Sequence[str]) -> list[Standing]:
    """How each of ``levels``, which all sat down together, fared in ``results``."""
    return [_standing(results, level) for level in dict.fromkeys(levels)]


def _standing(results: Sequence[Result], level: str) -> Standing:
    by_game = [[seat for seat in result.seats if seat.level == level] for result in results]
    seats = [seat for game in by_game for seat in game]
    times = [ms for seat in seats for ms in seat.times] or [0]
    won = sum(seat.won for seat in seats)
    return Standing(
        level=level,
        seats=len(by_game[0]),
        wins=shared([sum(seat.won for seat in game) for game in by_game]),
        score=mean(seat.total for seat in seats),
        rows={source: mean(seat.rows.get(source, 0) for seat in seats) for source in ScoreRow},
        winning_rows={
            source: sum(seat.won * seat.rows.get(source, 0) for seat in seats) / won for source in ScoreRow if won
        },
        time=(mean(times), most_take(times), max(times)),
    )


def most_take(times: Sequence[int]) -> int:
    """What 95 of 100 of ``times`` are at the most: their 95th percentile by nearest rank."""
    return sorted(times)[ceil(len(times) * 95 / 100) - 1]


def by_turn_order(results: Sequence[Result]) -> list[Place]:
    """How the starting player of the first round fared, the next one, and so on."""
    return _places(results, [_first(result) for result in results])


def by_seat(results: Sequence[Result]) -> list[Place]:
    """How seat 0 fared, seat 1, and so on; who begins is drawn, so it should not matter."""
    return _places(results, [0] * len(results))


def _first(result: Result) -> int:
    return next((n for n, seat in enumerate(result.seats) if seat.started), 0)


def _places(results: Sequence[Result], firsts: Sequence[int]) -> list[Place]:
    """The seats of each game clockwise from the first, all games together."""
    games = [result.seats[first:] + result.seats[:first] for result, first in zip(results, firsts, strict=True)]
    return [
        Place(shared([seat.won for seat in seats]), mean(seat.total for seat in seats))
        for seats in zip(*games, strict=True)
    ]


def width_by_deal(results: Sequence[Result], level: str) -> float | None:
    """How wide the interval of the wins of ``level`` is if deals are counted instead of games, which are not
    independent of each other within a deal: 1 for as wide. None if it won every game or none.
    """
    games = [(result.match.seed, sum(seat.won for seat in result.seats if seat.level == level)) for result in results]
    share = mean(won for _, won in games)
    if not 0 < share < 1:
        return None
    off = dict.fromkeys((seed for seed, _ in games), 0.0)
    for seed, won in games:
        off[seed] += won - share
    among_games = sum((won - share) ** 2 for _, won in games)
    return sqrt(sum(gap**2 for gap in off.values()) / among_games)
