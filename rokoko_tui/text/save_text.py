"""Text about a saved game for lists: its time and its players."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rokoko_tui.text.message_rendering import inside
from rokoko_tui.text.wording import Wording

if TYPE_CHECKING:
    from rokoko_core.state import Setup
    from rokoko_core.terms import Expansion
    from rokoko_tui.text import Vocabulary, Words

SEED_DIGITS = 8
"""Hexadecimal digits of a secret seed that are shown, to tell two deals apart."""


def format_time(moment: datetime, now: datetime, words: "Vocabulary | Words") -> str:
    """Return ``today 21:14``, ``yesterday 21:14`` or ``2026-03-01``."""
    if moment.date() == now.date():
        return words.say("start.when.today", text=f"{moment:%H:%M}")
    if moment.date() == now.date() - timedelta(days=1):
        return words.say("start.when.yesterday", text=f"{moment:%H:%M}")
    return f"{moment:%Y-%m-%d}"


def name_expansions(expansions: "Collection[Expansion]", words: "Words") -> str:
    """Return the names of expansions, or that there are none, or all."""
    from rokoko_core.terms import Expansion

    if len(expansions) in (0, len(Expansion)):
        return words.say("record.every-expansion" if expansions else "record.base-game")
    return words.listed([words.expansion(expansion) for expansion in Expansion if expansion in expansions])


def list_players(setup: "Setup", words: "Words") -> Wording:
    """List all players in the forms of ``list_names``; Madame du Barry, the opponent of one alone, is always named."""
    names = [words.seat(setup, seat) for seat in range(len(setup.players))]
    if len(names) > 1:
        return list_names(names, words)
    full = words.seat(setup, 1)
    return Wording(*(words.listed([*names, name]) for name in (inside(full), full.partition(" ")[2])))


def list_names(names: Sequence[str], words: "Words") -> Wording:
    """List ``names``: all, or the first ones and the number of the others; at last all again, which is to be cut."""
    text, counts = words.listed(names), range(len(names) - 1, 0, -1)
    return Wording(text, *(words.say("start.more", names=list(names[:n]), n=len(names) - n) for n in counts), text)


def name_seed(setup: "Setup") -> str:
    """Return the seed, or the first digits of a secret one, which nobody can type and which stays in its save."""
    from rokoko_core.setup import has_secret_seed  # not needed for the start screen

    return f"{setup.seed:032x}"[:SEED_DIGITS] + "…" if has_secret_seed(setup) else str(setup.seed)
