"""Text about a saved game for lists: its time and its players."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from rokoko_tui.text.message_catalog import inside

if TYPE_CHECKING:
    from rokoko_core.state import Setup
    from rokoko_tui.text import Vocabulary, Words


def format_time(moment: datetime, now: datetime, words: "Vocabulary | Words") -> str:
    """Return ``today 21:14``, ``yesterday 21:14`` or ``2026-03-01``."""
    if moment.date() == now.date():
        return words.say("start.when.today", text=f"{moment:%H:%M}")
    if moment.date() == now.date() - timedelta(days=1):
        return words.say("start.when.yesterday", text=f"{moment:%H:%M}")
    return f"{moment:%Y-%m-%d}"


def list_players(setup: "Setup", words: "Words") -> str:
    """List all players, Madame du Barry included."""
    names = [words.seat(setup, seat) for seat in range(len(setup.players))]
    if len(names) == 1:
        names.append(inside(words.seat(setup, 1)))
    return words.listed(names)
