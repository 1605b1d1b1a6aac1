"""The daily deal: one game a day, the same for everybody (docs/daily.md); days in a row.

The day is a date in UTC. It is recognised by the setup of a save alone, so a game that continues after midnight keeps
its day.
"""

import itertools
from collections.abc import Set
from datetime import UTC, date, datetime
from hashlib import sha256

from rokoko_core.state import Seat, Setup
from rokoko_tui.settings.settings import Settings
from rokoko_tui.settings.setups import against_opponents, describe_strength, own_name
from rokoko_tui.text import Words

LEVELS = ("journeyman",) * 2
"""The opponents. Their play depends on seed and position only, not on the time they have."""
SETS = {date.min: "reconstructed-2", date(2027, 1, 1): "reconstructed-3"}
"""The component set by its first day, whichever set is the newest. Entries for days that have begun never change."""
CHECK_RANGE = 10**6
"""Numbers that follow the date in a seed."""


def today() -> date:
    """Return the present day in UTC."""
    return datetime.now(UTC).date()


def seed_of(day: date) -> int:
    """Return the seed of ``day``: its date as eight digits, then six digits from the SHA-256 of ``rokoko YYYY-MM-DD``.

    The digits are the first 32 bits of the hash, as a number, modulo a million. They must never change.
    """
    digest = sha256(f"rokoko {day.isoformat()}".encode()).digest()
    return int(day.isoformat().replace("-", "")) * CHECK_RANGE + int.from_bytes(digest[:4], "big") % CHECK_RANGE


def components_of(day: date) -> str:
    return SETS[max(first for first in SETS if first <= day)]


def daily_setup(day: date, settings: Settings, words: Words) -> Setup:
    """Return the game of ``day`` for the player of the settings."""
    name = own_name(settings, words)
    names = words.opponents([name], len(LEVELS))
    bots = (Seat(name, kind="bot", level=level) for name, level in zip(names, LEVELS, strict=True))
    return Setup((Seat(name), *bots), seed=seed_of(day), components=components_of(day))


def describe_rules(words: Words) -> list[str]:
    """Return what a player should know before the game of a day, as sentences."""
    level = LEVELS[0]
    return [
        words.say("daily.rules.rivals", n=len(LEVELS), level=words.level(level)),
        describe_strength(level, words),
        words.say("daily.rules.first"),
        words.say("daily.rules.hints"),
    ]


def day_of(setup: Setup) -> date | None:
    """Return the day whose deal ``setup`` is, whatever the names are; None for any other game."""
    seats = tuple((seat.kind, seat.level) for seat in setup.players)
    if seats != (("human", None), *(("bot", level) for level in LEVELS)):
        return None
    try:
        day = date.fromisoformat(f"{setup.seed // CHECK_RANGE:08}")
    except ValueError:
        return None
    return day if setup == Setup(setup.players, seed=seed_of(day), components=components_of(day)) else None


def name_day(setup: Setup, words: Words) -> tuple[str, ...]:
    """Return the names of the daily deal that ``setup`` is, the longest first; empty for any other game."""
    day = day_of(setup)
    if day is None:
        return ()
    return words.wording("daily.title", text=day.isoformat())


def describe_fork(setup: Setup, words: Words) -> str:
    """Say that a fork of the daily deal ``setup`` does not count; empty for any other game."""
    day = day_of(setup)
    return words.say("daily.other-try", text=day.isoformat()) if day is not None else ""


def streak_before(days: Set[int], last: int) -> int:
    """Return the number of days in a row up to ``last`` that are in ``days``; days are ordinals of dates."""
    return next(count for count in itertools.count() if last - count not in days)


def longest_streak(days: Set[int]) -> int:
    """Return the most days in a row that are in ``days``."""
    return max((streak_before(days, day) for day in days if day + 1 not in days), default=0)


def is_chosen(setup: Setup) -> bool:
    """Whether the player chose the setup: it is no daily deal."""
    return day_of(setup) is None


def has_chosen_opponents(setup: Setup) -> bool:
    """Whether one person plays against opponents of their choice, not those of a daily deal."""
    return against_opponents(setup) and is_chosen(setup)
