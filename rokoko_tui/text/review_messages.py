"""A game looked back at, in words: what was played, what was better, and what that would have brought."""

from rokoko_core.actions import ChooseHand
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.bots.time_limit import Plan
from rokoko_core.state import State
from rokoko_tui.text import advice
from rokoko_tui.text import piece_names as pieces
from rokoko_tui.text.message_catalog import Vocabulary

MOST_PARTS = 5
"""Parts of the evaluation that are told at the most."""
TOLD = 0.3
"""Prestige below which a part is not told."""


def say(words: Vocabulary, key: str, **figures: object) -> str:
    """The sentence ``key`` about looking back in general."""
    return words.say_of(f"review.{key}", figures)


def line(words: Vocabulary, found: TurnReview, state: State) -> str:
    """What a turn cost, and whose it was and when, in one line; ``state`` is the position where it began."""
    figures = _when(words, found.seat, found.position, state)
    return words.say_of(_kind("line", found.played), {"behind": found.cost, **figures})


def title(words: Vocabulary, turn: PlayedTurn, state: State) -> str:
    """Whose turn it was, and when; ``state`` is the position where it began."""
    return words.say_of(_kind("title", turn.played), _when(words, turn.seat, turn.position, state))


def about(words: Vocabulary, found: TurnReview, state: State) -> list[str]:
    """What a turn cost, what was played, what was better and what for: a line each."""
    played = _plan(words, "turn.played", found.played, state)
    if not found.cost:
        return [played, words.say("review.turn.best")]
    lines = [
        words.say("review.turn.cost", behind=found.cost),
        played,
        _plan(words, "turn.open" if found.open else "turn.better", found.better, state),
        *advice.brings(words, found.better, state),
        *advice.rows(words, found.rows, state),
    ]
    changes = [
        words.say("review.turn.part", part=_part(words, part), change=words.signed(gain))
        for part, gain in _gains(found)
    ]
    return [*lines, words.say("review.turn.parts", changes=changes)] if changes else lines


def _gains(found: TurnReview) -> list[tuple[str, float]]:
    """The parts in which the better choice gains or loses most, the gains first."""
    most = sorted(found.parts, key=lambda part: -abs(part[1]))[:MOST_PARTS]
    return sorted(((part, gain) for part, gain in most if abs(gain) >= TOLD), key=lambda part: -part[1])


def _kind(sentence: str, played: Plan) -> str:
    return f"review.turn.hand-{sentence}" if played and isinstance(played[0], ChooseHand) else f"review.turn.{sentence}"


def _when(words: Vocabulary, seat: int, step: int, state: State) -> dict[str, object]:
    return {"who": pieces.seat(words, state.setup, seat), "round": state.round, "step": step}


def _plan(words: Vocabulary, key: str, plan: Plan, state: State) -> str:
    steps = advice.steps(words, plan, state) or [words.say("review.turn.nothing")]
    return words.say(f"review.{key}", steps=steps)


def _part(words: Vocabulary, part: str) -> str:
    return words.say(f"review.part.{part}" if words.knows(f"review.part.{part}") else f"advice.part.{part}")
