"""Names, descriptions and thinking times of the bot levels."""

from collections.abc import Collection

from rokoko_core.bots import EARLIER, LEVELS, REPLACEMENT_LEVEL, ExternalLevel, external_levels, known, present_name
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.safe_text import fold_case, shorten
from rokoko_core.state import Setup
from rokoko_tui.text import player_names
from rokoko_tui.text.error_messages import bot_error
from rokoko_tui.text.languages import shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary, get_vocabulary
from rokoko_tui.text.safe_display import shown

MOMENT = 0.1
"""Seconds; a shorter time is given as 0."""


def name(words: Vocabulary, level: str) -> str:
    """Return the level's name; external and unknown levels keep their id."""
    return words.say(f"bots.name.{level}") if words.knows(f"bots.name.{level}") else shown(level)


def find(words: Vocabulary, text: str) -> str | None:
    """Return the level that ``text`` names: by its id, or by its name in any language of the program."""
    if text in external_levels():
        return text
    wanted = fold_case(text)
    if wanted in LEVELS or wanted in EARLIER:
        return present_name(wanted)
    languages = (words, *(get_vocabulary(words.edition, language) for language in shipped_languages()))
    named = (level for language in languages for level in LEVELS if fold_case(name(language, level)) == wanted)
    return next(named, None)


def with_id(words: Vocabulary, level: str) -> str:
    """Return the level as the command line lists it: ``apprentice (easy)``."""
    shown_name = name(words, level)
    return level if level == shown_name else words.say("bots.with-strength", who=level, level=shown_name)


def line(words: Vocabulary, level: str, think: float | None = None) -> str:
    """Describe in one sentence how the level plays and how long it takes. Raises BadBot for an unknown level.

    ``think`` is the thinking time of the game in seconds, by default that of the level.
    """
    player = known(level)
    seconds = player.longest_wait(think)
    rounded = 0 if seconds <= MOMENT else int(seconds) if seconds == int(seconds) else round(seconds, 2)
    if isinstance(player, ExternalLevel):
        return words.say("bots.guest", name=shorten(player.package), n=rounded)
    return words.say(f"bots.level.{level}", n=rounded)


def seat_name(words: Vocabulary, taken: Collection[str]) -> str:
    """Return the first bot name that is not in ``taken``, with a number when all are."""
    others = {fold_case(other.strip()) for other in taken}
    names = player_names.bot_names(words)
    numbered = (f"{names[0]} {n}" for n in range(2, len(others) + 3))
    return next(free for free in (*names, *numbered) if fold_case(free) not in others)


def seat_names(words: Vocabulary, taken: Collection[str], count: int) -> list[str]:
    """Return ``count`` different bot names that are not in ``taken``."""
    names: list[str] = []
    while len(names) < count:
        names.append(seat_name(words, [*taken, *names]))
    return names


def bot_with_level(words: Vocabulary, setup: Setup, seat: int) -> str:
    """Return the bot of ``seat`` with its level: ``Rosalie (easy)``."""
    level = present_name(setup.players[seat].level)
    who = player_names.seat(words, setup, seat)
    return words.say("bots.with-strength", who=who, level=name(words, level))


def replaced(words: Vocabulary, setup: Setup, seat: int, error: BadBot) -> str:
    """Say that the easy level continues for the bot of ``seat``, and why."""
    who, reason = player_names.seat(words, setup, seat), bot_error(words, error)
    return words.say("bots.replaced", who=who, reason=reason, level=name(words, REPLACEMENT_LEVEL))


def thinking(words: Vocabulary, who: str, seconds: int) -> str:
    return words.say("bots.thinks", who=who, n=seconds)
