"""Check hints of the last rounds: print each with its position, and play its first two choices on.

    python -m research hints build/hints.jsonl --games 30

Journeymen play, one game for each hint, with changing tables. A decision of round 5, 6 or 7 is drawn. Its first two
choices are played on by journeymen to the end of the game, on the same deals; if the second does better there, by
masters with little time too, because a choice that needs good play is worth less to journeymen. Results are appended
to the file; games in it are not played again. The hints are printed for a reader to judge, then those that both
contradict.
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import NamedTuple

import msgspec

from research.game_files import run_games
from research.review import lead_after
from research.tuning.games import BASE, EVERY
from rokoko_core.bots import LEVELS
from rokoko_core.bots.advice import Advice, advice
from rokoko_core.bots.arena import Match, play_match
from rokoko_core.bots.rollout import apply_all
from rokoko_core.bots.time_limit import Plan, timed_clock
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, legal_actions, new_state, to_move
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.state import State
from rokoko_tui.text import Words, get_words
from rokoko_tui.text.speech import scores, table

TABLES = tuple((seats, expansions) for seats in (2, 3, 4, 2, 5) for expansions in (BASE, EVERY))
"""(seats, expansions) of the games, repeated in this order."""
ROUNDS = (5, 6, 7)
LEVEL = "journeyman"
"""Level that plays the games."""
SECONDS = LEVELS["master"].seconds
"""Time for a hint, of the processor, so that it is the same on a busy machine."""


class Policy(NamedTuple):
    """How choices are played on."""

    level: str
    seconds: float | None
    """Time for a turn; None for a level that does not search."""
    playouts: int


POLICIES = (Policy(LEVEL, None, 24), Policy("master", 0.2, 12))
"""The second is asked if the first contradicts the hint."""
CONTRADICTED = 2.0
"""Standard errors by which the second choice must do better than the first."""


class CheckedHint(msgspec.Struct, frozen=True):
    """A hint whose first two choices were played on."""

    seed: int
    components: str
    round: int
    position: tuple[str, ...]
    """Sentences that describe it."""
    choices: tuple[tuple[str, ...], ...]
    """Sentences of the hint, by choice."""
    ahead: float | None
    """Prestige by which the hint holds the first choice for better than the second; None without an estimate."""
    gains: tuple[tuple[float, ...], ...]
    """Final lead after the first choice minus that after the second, by policy and playout; empty for one choice."""

    @property
    def is_contradicted(self) -> bool:
        """Whether the second choice does better with every policy."""
        return len(self.gains) == len(POLICIES) and all(map(_is_loss, self.gains))


def _error(values: Sequence[float]) -> float:
    """Return the standard error of the mean of ``values``."""
    return stdev(values) / sqrt(len(values))


def _is_loss(gains: Sequence[float]) -> bool:
    """Return whether the mean of ``gains`` is negative, with little doubt."""
    return fmean(gains) < -CONTRADICTED * _error(gains)


def check_hint(seed: int) -> CheckedHint:
    """Play the game with ``seed``, take a hint in it, and play the first two choices on."""
    rng, words = Random(f"hints/{seed}"), get_words("classic")
    state = _draw_position(seed, rng)
    view = observe(state, to_move(state))
    choices = advice(view, rng, timed_clock(SECONDS, now=thread_time))
    lines = tuple(choice.line for choice in choices[:2])
    return CheckedHint(
        seed,
        newest(),
        state.round,
        tuple(_describe_position(words, view)),
        tuple(_describe_choice(words, choice, view) for choice in choices),
        choices[0].ahead,
        tuple(_play_on(view, lines)) if len(lines) > 1 else (),
    )


def _draw_position(seed: int, rng: Random) -> State:
    """Return a decision with several actions in one of ``ROUNDS``, by ``seed``."""
    seats, expansions = TABLES[seed % len(TABLES)]
    match = Match((LEVEL,) * seats, seed, expansions, newest())
    state, states = new_state(match.setup), list[State]()
    for action in play_match(match)[1]:
        if state.round == ROUNDS[seed % len(ROUNDS)] and len(legal_actions(state)) > 1:
            states.append(state)
        state = apply_unchecked(state, action)
    return rng.choice(states)


def _play_on(view: Observation, plans: tuple[Plan, ...]) -> Iterator[tuple[float, ...]]:
    """Yield the final leads after the first of two ``plans`` minus those after the second, until a policy agrees."""
    assert view.seat is not None
    for level, seconds, playouts in POLICIES:
        gains = []
        for number in range(playouts):
            seed = f"{view.table.setup.seed}/{level}/{number}"
            state = determinize(view, Random(seed))
            first, second = (lead_after(apply_all(state, one), view.seat, level, seed, seconds) for one in plans)
            gains.append(first - second)
        yield tuple(gains)
        if not _is_loss(gains):
            return


def _describe_position(words: Words, view: Observation) -> list[str]:
    """Return what the seat to move knows: who it is, the scores, the table, its goods and cards."""
    state = view.table
    asked = words.question(state.pending[-1], state).longest
    return [asked, *scores(words, view), *table(words, view).values(), *words.hand(view)]


def _describe_choice(words: Words, choice: Advice, view: Observation) -> tuple[str, ...]:
    state = determinize(view, Random(0))
    return words.advice(choice, state), *words.advice_details(choice, state)


def format_hint(hint: CheckedHint) -> str:
    """Return the position, the choices and the result of the playouts as text."""
    seats, expansions = TABLES[hint.seed % len(TABLES)]
    title = f"Seed {hint.seed}: round {hint.round}, {seats} players, {'every expansion' if expansions else 'base game'}"
    lines = [title, *hint.position]
    for number, choice in enumerate(hint.choices, start=1):
        lines += [f"{number}. {choice[0]}", *(f"   {sentence}" for sentence in choice[1:])]
    return "\n".join([*lines, _format_result(hint), ""])


def _format_result(hint: CheckedHint) -> str:
    if not hint.gains:
        return "Only one choice."
    ahead = "no estimate" if hint.ahead is None else f"{hint.ahead:+.1f}"
    policies = zip(POLICIES, hint.gains, strict=False)
    played = [f"{policy.level} {fmean(gains):+.1f} ± {_error(gains):.1f}" for policy, gains in policies]
    return f"First against second: {ahead}; played on by {', by '.join(played)}."


def format_summary(hints: Sequence[CheckedHint]) -> str:
    """Return what journeymen make of all hints, and a line for each that they and masters contradict."""
    played = [hint for hint in hints if hint.gains]
    better = sum(fmean(hint.gains[0]) >= 0 for hint in played)
    doubtful = sum(_is_loss(hint.gains[0]) for hint in played)
    lines = [
        f"{len(hints)} hints, {len(played)} with a second choice. With journeymen the first does at least as well in "
        f"{better}, clearly worse in {doubtful}."
    ]
    lines += [f"Contradicted: seed {hint.seed}. {_format_result(hint)}" for hint in played if hint.is_contradicted]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Run the command line."""
    hints = run_games("hints", __doc__.splitlines()[0], argv, check_hint, CheckedHint)
    print("\n".join([*map(format_hint, hints), format_summary(hints)]))
    return 0
