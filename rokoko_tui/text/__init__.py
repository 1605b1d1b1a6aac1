"""All text of the program, in one language and in the terms of the classic or the Deluxe edition.

Messages and terms are TOML tables in one folder per language. ``Vocabulary`` has the plain messages and loads no
rules. ``Words`` adds what is said about the game and is imported on first use. ``docs/translating.md`` explains how to
add a language.
"""

from typing import TYPE_CHECKING, Any

from rokoko_tui.text.languages import Edition
from rokoko_tui.text.message_catalog import Vocabulary, get_vocabulary

if TYPE_CHECKING:
    from rokoko_tui.text.event_writers import LogLine
    from rokoko_tui.text.game_text import Words, get_words

__all__ = ["Edition", "LogLine", "Vocabulary", "Words", "get_vocabulary", "get_words"]


def __getattr__(name: str) -> Any:
    """Load the names that need the rules."""
    if name not in __all__:
        raise AttributeError(name)
    from rokoko_tui.text import game_text

    return getattr(game_text, name)
