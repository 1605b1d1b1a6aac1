"""Game review: what was played in a turn, what was better, and what that would have gained."""

from rokoko_core.actions import ChooseHand
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.bots.time_limit import Plan
from rokoko_core.state import State
from rokoko_tui.text import advice, piece_names
from rokoko_tui.text.message_catalog import Vocabulary

MOST_PARTS = 5
"""Maximum number of evaluation parts listed."""
LEAST_GAIN = 0.3
"""Prestige below which a part is not listed."""


def describe_cost(words: Vocabulary, review: TurnReview, state: State) -> str:
    """Return player, round and cost of a turn in one line; ``state`` is the position at its start."""
    values = _values(words, review.seat, review.position, state)
    return words.say_of(_key("line", review.played), {"behind": review.cost, **values})


def describe_turn(words: Vocabulary, turn: PlayedTurn, state: State) -> str:
    """Return player and round of a turn; ``state`` is the position at its start."""
    return words.say_of(_key("title", turn.played), _values(words, turn.seat, turn.position, state))


def list_details(words: Vocabulary, review: TurnReview, state: State) -> list[str]:
    """Return what a turn cost, what was played, what was better and what it gains, a line each."""
    played = _plan(words, "turn.played", review.played, state)
    if not review.cost:
        return [played, words.say("review.turn.best")]
    lines = [
        words.say("review.turn.cost", behind=review.cost),
        played,
        _plan(words, "turn.open" if review.open else "turn.better", review.better, state),
        *advice.describe_gains(words, review.better, state),
        *advice.describe_rows(words, review.rows, state),
    ]
    changes = [
        words.say("review.turn.part", part=_part(words, part), change=words.signed(gain))
        for part, gain in _largest_changes(review)
    ]
    return [*lines, words.say("review.turn.parts", changes=changes)] if changes else lines


def _largest_changes(review: TurnReview) -> list[tuple[str, float]]:
    """Return the parts in which the better choice gains or loses most, gains first."""
    most = sorted(review.parts, key=lambda part: -abs(part[1]))[:MOST_PARTS]
    return sorted(((part, gain) for part, gain in most if abs(gain) >= LEAST_GAIN), key=lambda part: -part[1])


def _key(sentence: str, played: Plan) -> str:
    return f"review.turn.hand-{sentence}" if played and isinstance(played[0], ChooseHand) else f"review.turn.{sentence}"


def _values(words: Vocabulary, seat: int, step: int, state: State) -> dict[str, object]:
    return {"who": piece_names.seat(words, state.setup, seat), "round": state.round, "step": step}


def _plan(words: Vocabulary, key: str, plan: Plan, state: State) -> str:
    steps = advice.describe_steps(words, plan, state) or [words.say("review.turn.nothing")]
    return words.say(f"review.{key}", steps=steps)


def _part(words: Vocabulary, part: str) -> str:
    return words.say(f"review.part.{part}" if words.knows(f"review.part.{part}") else f"advice.part.{part}")
