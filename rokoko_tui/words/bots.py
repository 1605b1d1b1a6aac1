"""The automatic players' levels in words: name, one sentence, what a turn takes."""

from collections.abc import Collection

from rokoko_core.bots import LEVELS
from rokoko_tui.words.showing import shown
from rokoko_tui.words.vocabulary import Vocabulary

MOMENT = 0.1
"""Seconds that nobody notices."""


def name(words: Vocabulary, level: str) -> str:
    """The level's name; what a save calls a level that is not known stands for itself."""
    return words.say(f"bots.name.{level}") if words.knows(f"bots.name.{level}") else shown(level)


def line(words: Vocabulary, level: str) -> str:
    """How the level plays, in one sentence, and how long it thinks."""
    seconds = LEVELS[level].seconds
    told = 0 if seconds <= MOMENT else int(seconds) if seconds == int(seconds) else seconds
    return words.say(f"bots.level.{level}", n=told)


def seat_name(words: Vocabulary, level: str, taken: Collection[str]) -> str:
    """A name for a player of this level that nobody has who is ``taken``: Master, Master 2, Master 3 ..."""
    plain = name(words, level)
    others = {other.casefold() for other in taken}
    names = (plain if n == 1 else f"{plain} {n}" for n in range(1, len(others) + 2))
    return next(free for free in names if free.casefold() not in others)


def thinking(words: Vocabulary, who: str, seconds: int) -> str:
    """Who is thinking, and from the first whole second on for how long."""
    return words.say("bots.thinks", who=who, n=seconds)
