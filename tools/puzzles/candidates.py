"""Candidates for puzzles: ends of games between bots that the exact solver can solve."""

from collections.abc import Collection, Iterator
from random import Random

import msgspec

from rokoko_core.bots import plan
from rokoko_core.bots.exact_turn import ExactTurn, NotSolvable, is_last_turn, turns_left
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.play.puzzle import LEVELS, Puzzle, identify
from rokoko_core.scoring import final_scores, lasting_scores
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from tools.last_turns import Position, make_setup, play_until
from tools.puzzles.themes import theme_of

CONTINUATIONS = 24
"""Last rounds that are played of each game."""
MOST_LEAD = 12
"""Largest lead of a candidate."""
PROBES, LEAST_LEAD = 4, -5
"""Last rounds after which a game is given up if none had at least this lead and at most ``MOST_LEAD``."""
CLOSE = 5
"""Largest lead of the last turn, either way, for which the turn before it is solved too."""
MOST_DEEP = 4
"""Turns before the last one that are solved of each game."""
LEAST_MARGIN = {1: 2, 2: 1}
"""By turns, the least prestige that the second-best result misses, unless it does not win."""
LEAST_ENDS = 8
"""Fewest ends of a turn worth thinking about."""
MOST_SOLVING = 0.4
"""Largest share of the ends of a turn that bring the best lead."""
MOST_POSITIONS = 4_000, 10_000
"""Most positions of one turn and of two: what a person can survey, and what is solved soon."""
BEHIND, AHEAD = 28, 10
"""Prestige before the turn beyond which it is not solved: the best lead would be outside of what is wanted."""
TRIES = 10
"""Attempts of each level at a candidate."""
NO_TITLE = -1
"""The title of a puzzle until one is chosen for it."""


class Candidate(msgspec.Struct, frozen=True, array_like=True):
    """A puzzle that has no title yet, with what tells whether it is a good one."""

    puzzle: Puzzle
    next_lead: int
    """The best lead below that of the puzzle that the turn can reach."""
    ends: int
    """The number of positions in which the turn can end."""
    solving: int
    """How many of them bring the lead of the puzzle."""


class Played(msgspec.Struct, frozen=True, array_like=True):
    """A game that was played, with its candidates."""

    seed: int
    candidates: tuple[Candidate, ...]


def play_game(seed: int, components: str) -> Played:
    """Play the game of ``seed`` with several last rounds; keep the best candidate of each number of turns."""
    kept: dict[int, Candidate] = {}
    for candidate in _candidates(seed, components):
        turns = candidate.puzzle.turns
        if turns not in kept or rank(candidate) > rank(kept[turns]):
            kept[turns] = candidate
    return Played(seed, tuple(kept.values()))


def rank(candidate: Candidate) -> tuple[float, ...]:
    """Return what makes a candidate better than others, the most important first."""
    puzzle = candidate.puzzle
    margin = min(puzzle.lead - candidate.next_lead, 6)
    return puzzle.only_wins, *puzzle.misses[:0:-1], margin, -candidate.solving / candidate.ends


def _candidates(seed: int, components: str) -> Iterator[Candidate]:
    begun = Position(new_state(make_setup(seed, components)), ())
    begun_last = play_until(begun, Random(seed), lambda state: state.round == LAST_ROUND)
    if begun_last is None:
        return
    digests, deep = set[str](), 0
    is_close = False
    for number in range(CONTINUATIONS):
        if number == PROBES and not is_close:
            return
        rng = Random(f"{seed}/{number}")
        before = play_until(begun_last, rng, lambda state: turns_left(state) == 2)
        last = play_until(before or begun_last, rng, is_last_turn)
        if last is None or identify(last.state) in digests:
            continue
        digests.add(identify(last.state))
        seat = to_move(last.state)
        assert seat is not None
        totals = [sheet.total for sheet in lasting_scores(last.state)]
        if not -BEHIND <= 2 * totals[seat] - sum(totals) <= AHEAD:
            continue
        try:
            turn = ExactTurn(last.state, most=MOST_POSITIONS[0])
            is_close |= LEAST_LEAD <= turn.lead <= MOST_LEAD
            if candidate := make_candidate(turn, 1, last.numbers):
                yield candidate
            if before is not None and abs(turn.lead) <= CLOSE and deep < MOST_DEEP:
                deep += 1
                if candidate := make_candidate(ExactTurn(before.state, MOST_POSITIONS[1], least=1), 2, before.numbers):
                    yield candidate
        except NotSolvable:
            continue


def make_candidate(turn: ExactTurn, turns: int, numbers: tuple[int, ...]) -> Candidate | None:
    """Return the candidate of a solved turn; None if there is too little to think about. Raises ``NotSolvable``."""
    if not 0 < turn.lead <= MOST_LEAD:
        return None
    ends = turn.ends()
    following = turn.next_lead(ends)
    if len(ends) < LEAST_ENDS or following is None:
        return None
    only_wins = is_only_win(turn, ends)
    solving = sum(turn.can_reach(end, turn.lead) for end in ends)
    if solving / len(ends) > MOST_SOLVING or (not only_wins and turn.lead - following < LEAST_MARGIN[turns]):
        return None
    setup, rng = turn.start.setup, Random(turn.start.setup.seed)
    puzzle = Puzzle(
        seed=setup.seed,
        expansions=setup.expansions,
        components=setup.components,
        numbers=numbers,
        digest=identify(turn.start),
        turns=turns,
        lead=turn.lead,
        only_wins=only_wins,
        misses=tuple(_misses(level, turn, rng) for level in LEVELS),
        best=number_best(turn),
        theme=theme_of(turn),
        title=NO_TITLE,
    )
    return Candidate(puzzle, following, len(ends), solving)


def is_only_win(turn: ExactTurn, ends: Collection[State]) -> bool:
    """Whether the best lead wins and nothing less does, of all ``ends`` of the turn."""
    return turn.lead > 0 and not any(_is_won(turn, end) for end in ends if not turn.can_reach(end, turn.lead))


def _is_won(turn: ExactTurn, end: State) -> bool:
    """Whether ``end`` wins, or might win on a tie-break after the other player's turn."""
    lead = turn.lead_from(end) if not end.pending or turn.can_reach(end, 0) else -1
    if lead or end.pending:
        return lead >= 0
    sheets = final_scores(end)
    return sheets[turn.seat].rank < sheets[1 - turn.seat].rank


def _misses(level: str, turn: ExactTurn, rng: Random) -> float:
    """Return the share of the attempts of ``level`` that miss the best lead."""
    misses = 0
    for _ in range(TRIES):
        state = turn.start
        while to_move(state) == turn.seat:
            state = apply_unchecked(state, plan(state, level, rng)[0])
        misses += not turn.can_reach(state, turn.lead)
    return misses / TRIES


def number_best(turn: ExactTurn) -> tuple[int, ...]:
    """Return the best way to play the turn, each action by its index among the legal actions."""
    state: State = turn.start
    numbers = []
    for action in turn.best:
        numbers.append(legal_actions(state).index(action))
        state = apply_unchecked(state, action)
    return tuple(numbers)
