"""Everything the program says, in one language and in the words of the classic or the Deluxe edition.

Words and messages are tables beside this module, a folder for each language. A ``Vocabulary`` says the plain ones and
loads nothing of the game; a ``Words`` is one that speaks of the game as well, and is loaded when first asked for. How
to add a language is told in ``docs/translating.md``.
"""

from typing import TYPE_CHECKING, Any

from rokoko_tui.text.languages import Edition
from rokoko_tui.text.message_catalog import Vocabulary, vocabulary_of

if TYPE_CHECKING:
    from rokoko_tui.text.game_text import Words, words_of
    from rokoko_tui.text.log_writer import Line

__all__ = ["Edition", "Line", "Vocabulary", "Words", "vocabulary_of", "words_of"]


def __getattr__(name: str) -> Any:
    """``Words`` and what goes with it, for which the rules are loaded."""
    if name not in __all__:
        raise AttributeError(name)
    from rokoko_tui.text import game_text as facade

    return getattr(facade, name)
