"""Messages that stand in fixed room, and how many cells they have there, in every language."""

from fnmatch import fnmatchcase

LIMITS = {
    "pieces.bonus.*.short": 22,
    "pieces.rank-short.*": 1,
    "bots.level.*": 61,
}
"""Cells by key; ``*`` stands for any part. Figures in such a message are numbers of two digits at most."""


def limit_of(key: str) -> int | None:
    """The cells the message ``key`` has, or None where it may be as long as it likes."""
    if key in LIMITS:
        return LIMITS[key]
    return next((cells for pattern, cells in LIMITS.items() if fnmatchcase(key, pattern)), None)
