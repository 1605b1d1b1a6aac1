"""The automatic players' levels in words: name, one sentence, what a turn takes."""

from collections.abc import Collection

from rokoko_core.bots import EARLIER, SUBSTITUTE, Guest, known
from rokoko_core.safe_text import brief
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.text.safe_display import shown

MOMENT = 0.1
"""Seconds that nobody notices."""


def name(words: Vocabulary, level: str) -> str:
    """The level's name; a guest's, and that of a level in a save that is not known, stand for themselves."""
    return words.say(f"bots.name.{level}") if words.knows(f"bots.name.{level}") else shown(level)


def line(words: Vocabulary, level: str) -> str:
    """How the level plays, or whose it is, in one sentence, and how long it thinks. Raises ``BadBot`` for none."""
    found = known(level)
    seconds = found.seconds
    told = 0 if seconds <= MOMENT else int(seconds) if seconds == int(seconds) else seconds
    if isinstance(found, Guest):
        return words.say("bots.guest", name=brief(found.package), n=told)
    return words.say(f"bots.level.{level}", n=told)


def seat_name(words: Vocabulary, taken: Collection[str]) -> str:
    """The first name of the list for opponents that nobody has who is ``taken``; with a number where all are taken."""
    others = {other.casefold() for other in taken}
    names = [name.strip() for name in words.say("bots.names").split(",")]
    numbered = (f"{names[0]} {n}" for n in range(2, len(others) + 3))
    return next(free for free in (*names, *numbered) if free.casefold() not in others)


def with_strength(words: Vocabulary, who: str, level: str) -> str:
    """A name with how strong its bearer plays."""
    return words.say("bots.with-strength", who=who, level=name(words, EARLIER.get(level, level)))


def replaced(words: Vocabulary, who: str, reason: str) -> str:
    """That the easy level plays on for a bot, and why."""
    return words.say("bots.replaced", who=who, reason=reason, level=name(words, SUBSTITUTE))


def thinking(words: Vocabulary, who: str, seconds: int) -> str:
    """Who is thinking, and from the first whole second on for how long."""
    return words.say("bots.thinks", who=who, n=seconds)
