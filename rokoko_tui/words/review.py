"""A game looked back at, in words: what was played, what was better, and what that would have brought."""

from rokoko_core.actions import ChooseHand
from rokoko_core.bots.clock import Plan
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.state import State
from rokoko_tui.words import advice, pieces
from rokoko_tui.words.vocabulary import Vocabulary

TABLE = "review"
MOST_PARTS = 5
"""Parts of the evaluation that are told at the most."""
TOLD = 0.3
"""Prestige below which a part is not told."""


def say(words: Vocabulary, key: str, **figures: object) -> str:
    """The sentence ``key`` about looking back in general."""
    return words.say(TABLE, key, **figures)


def line(words: Vocabulary, found: TurnReview, state: State) -> str:
    """What a turn cost, and whose it was and when, in one line; ``state`` is the position where it began."""
    figures = _when(words, found.seat, found.position, state)
    return words.say(TABLE, _kind("line", found.played), cost=f"{found.cost:.1f}", **figures)


def title(words: Vocabulary, turn: PlayedTurn, state: State) -> str:
    """Whose turn it was, and when; ``state`` is the position where it began."""
    return words.say(TABLE, _kind("title", turn.played), **_when(words, turn.seat, turn.position, state))


def about(words: Vocabulary, found: TurnReview, state: State) -> list[str]:
    """What a turn cost, what was played, what was better and what for: a line each."""
    played = _plan(words, "turn.played", found.played, state)
    if not found.cost:
        return [played, words.say(TABLE, "turn.best")]
    lines = [
        words.say(TABLE, "turn.cost", cost=f"{found.cost:.1f}"),
        played,
        _plan(words, "turn.open" if found.open else "turn.better", found.better, state),
        *advice.rows(words, found.rows, state),
    ]
    changes = ", ".join(
        words.say(TABLE, "turn.part", part=_part(words, part), change=_signed(gain)) for part, gain in _gains(found)
    )
    return [*lines, words.say(TABLE, "turn.parts", changes=changes)] if changes else lines


def _gains(found: TurnReview) -> list[tuple[str, float]]:
    """The parts in which the better choice gains or loses most, the gains first."""
    most = sorted(found.parts, key=lambda part: -abs(part[1]))[:MOST_PARTS]
    return sorted(((part, gain) for part, gain in most if abs(gain) >= TOLD), key=lambda part: -part[1])


def _kind(sentence: str, played: Plan) -> str:
    return f"turn.hand-{sentence}" if played and isinstance(played[0], ChooseHand) else f"turn.{sentence}"


def _when(words: Vocabulary, seat: int, step: int, state: State) -> dict[str, object]:
    return {"who": pieces.seat(words, state.setup, seat), "round": state.round, "step": step}


def _plan(words: Vocabulary, key: str, plan: Plan, state: State) -> str:
    steps = advice.steps(words, plan, state) or [words.say(TABLE, "turn.nothing")]
    return words.say(TABLE, key, steps="; ".join(steps))


def _part(words: Vocabulary, part: str) -> str:
    return words.say(TABLE if words.knows(TABLE, f"part.{part}") else advice.TABLE, f"part.{part}")


def _signed(gain: float) -> str:
    return f"+{gain:.1f}" if gain > 0 else f"−{-gain:.1f}"
