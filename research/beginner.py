"""Measure a beginner who follows the lesson against novices.

    python -m research beginner build/beginner.jsonl --games 400 --jobs 2

The beginner plays choice by choice and takes what gains most at once: it never thinks of a later turn or of the
opponent. It counts the score that the table shows, and what the lesson says of the rest (the constants below).
Two-player games of the base game, every deal in both seatings. Results are appended to the file; games in it are not
played again.
"""

from collections.abc import Sequence
from random import Random

import msgspec

from research.game_files import run_games
from rokoko_core.actions import Action, ChooseHand, Sell
from rokoko_core.board_counts import deck_of, halls_of
from rokoko_core.bots import LEVELS, Level
from rokoko_core.bots.arena import Match, play_match
from rokoko_core.bots.arena_statistics import win_share
from rokoko_core.bots.time_limit import Clock, Plan
from rokoko_core.box import Box, box_of
from rokoko_core.components import newest
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.moves.payment import bales
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import BonusOf, CardChoice, HandChoice, TurnEnd
from rokoko_core.play.choices import income_of, played_card
from rokoko_core.scoring import lasting_score
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import Player, State
from rokoko_core.terms import Rank

BEGINNER = "beginner"
OPPONENT = "novice"
GOAL = 0.9
"""Least share of wins."""

# What the lesson says, in prestige. None of it counts in the last round: "late in the game guests are worth more".
LIVRE = 0.25
"""Of a Livre: "save your money for the garden"."""
NOTION = 0.4
"""Of yarn or lace: "most dresses also need yarn or lace"."""
ENOUGH = 4
"""Yarn or lace after which more counts nothing."""
BALE, OTHER_BALE = 1.1, 0.2
"""Of a bale that a dress on display needs, and of any other: "the dress you will make needs two bales"."""
READY = 2.0
"""Of all the silk for a dress: "you have the silk" is when it is made."""
EMPLOYEE = 0.8
"""Of an employee, in each round left: "you get an extra turn"."""
HALL = 1.0
"""Of a hall with an own guest: "a guest in every hall scores a bonus"."""
RANKS = (Rank.APPRENTICE, Rank.JOURNEYMAN, Rank.MASTER)
"""The first rank that can do it plays: "keep the Master, only it can hire"."""
STOPS = (BonusOf, TurnEnd, CardChoice, HandChoice)
"""Decisions up to which a choice is followed."""


class Beginner(Level, frozen=True):
    """The level of the beginner."""

    def plan(self, view: Observation, rng: Random, clock: Clock) -> Plan:
        """Return one action, or a card with its main action."""
        state = determinize(view, rng)
        if isinstance(state.pending[-1], CardChoice):
            return choose_card(state, view.actions)
        return (choose(state, view.actions),)


def choose_card(state: State, cards: Sequence[Action]) -> Plan:
    """Return the best main action with the card that plays it."""
    plans = [(card, action) for card in cards for action in legal_actions(apply_unchecked(state, card))]
    plans.sort(key=lambda plan: RANKS.index(box_of(state).card[played_card(plan[0])].rank))
    return max(plans, key=lambda plan: _worth(apply_unchecked(state, plan[0]), plan[1]))


def choose(state: State, actions: Sequence[Action]) -> Action:
    """Return the best of the legal ``actions``; of equal ones the first."""
    return actions[0] if len(actions) == 1 else max(actions, key=lambda action: _worth(state, action))


def _worth(state: State, action: Action) -> float:
    if isinstance(action, ChooseHand):  # "choose an Apprentice, the Journeyman and a Master"
        return len({box_of(state).card[card].rank for card in action.cards})
    if isinstance(action, Sell):  # "a sale brings money now, but nothing at the ball"
        return float("-inf")
    seat, after = state.pending[-1].seat, apply_unchecked(state, action)
    while after.pending and after.pending[-1].seat == seat and not isinstance(after.pending[-1], STOPS):
        after = apply_unchecked(after, choose(after, legal_actions(after)))
    return judge(after, seat)


def judge(state: State, seat: int) -> float:
    """Return the score of ``seat``, and before the last round what the lesson says of its goods."""
    own, box, left = state.players[seat], box_of(state), LAST_ROUND - state.round
    score = float(lasting_score(state, seat))
    if not left:
        return score
    goods = LIVRE * own.livre + NOTION * (min(own.yarn, ENOUGH) + min(own.lace, ENOUGH)) + _judge_silk(state, own, box)
    later = left * (EMPLOYEE * len(deck_of(state, seat)) + LIVRE * income_of(state, seat))
    return score + goods + later + HALL * len(halls_of(state, box, seat))


def _judge_silk(state: State, own: Player, box: Box) -> float:
    """Return the worth of the silk for the dress on display that it fits best."""
    kept = bales(own.silk, box)
    fits = [0.0]
    for dress in filter(None, state.windows):
        used = [min(need, have) for need, have in zip(box.dress[dress].silk, kept, strict=True)]
        fits.append((BALE - OTHER_BALE) * sum(used) + READY * (sum(used) == sum(box.dress[dress].silk)))
    return max(fits) + OTHER_BALE * sum(kept)


class PlayedGame(msgspec.Struct, frozen=True):
    """A game of the beginner."""

    seed: int
    """Number of the game: two have the same deal."""
    components: str
    won: float
    lead: int


def play(number: int) -> PlayedGame:
    """Play game ``number``, the first seating of a deal if it is odd."""
    LEVELS[BEGINNER] = Beginner("", LEVELS[OPPONENT].seconds, for_people=False)
    levels = (BEGINNER, OPPONENT) if number % 2 else (OPPONENT, BEGINNER)
    result, _ = play_match(Match(levels, (number + 1) // 2, components=newest()))
    own, other = sorted(result.seats, key=lambda seat: seat.level)
    return PlayedGame(number, newest(), own.won, own.total - other.total)


def format_summary(games: Sequence[PlayedGame]) -> str:
    """Return the share of wins with its interval, and the goal."""
    wins = win_share([game.won for game in games])
    verdict = "met" if wins.share >= GOAL else "missed"
    return (
        f"{wins.games} games: {wins.share:.1%} ({100 * wins.low:.1f} to {wins.high:.1%}). Goal: {GOAL:.0%}, {verdict}."
    )


def main(argv: list[str] | None = None) -> int:
    """Run the command line."""
    print(format_summary(run_games("beginner", __doc__.splitlines()[0], argv, play, PlayedGame)))
    return 0
