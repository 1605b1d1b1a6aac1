"""Commands of plain mode: letters, or words in the language of the game or in English.

A letter stands for its key, so it works with every keyboard layout.
"""

from collections.abc import Sequence

from rokoko_tui.text import Words, get_vocabulary
from rokoko_tui.text.languages import to_latin
from rokoko_tui.text.message_catalog import Vocabulary

LETTERS = {
    "e": "end",
    "t": "table",
    "n": "changes",
    "l": "log",
    "s": "score",
    "w": "why",
    "h": "hint",
    "u": "undo",
    "U": "undo-turn",
    "r": "redo",
    "R": "redo-turn",
    "?": "help",
    "q": "stop",
}
"""Commands by letter, in every language."""
COMMANDS = (
    *("end", "choices", "why", "hint", "table", "changes", "hall", "board", "to-come", "score", "log"),
    *("undo", "undo-turn", "redo", "redo-turn", "save", "help", "stop"),
)
"""All commands, in the order of the help."""
REMOTE_COMMANDS = (*COMMANDS, "seats", "agree", "refuse", "leave-to-bot")
"""All commands at a seat of a hosted game."""


def list_names(command: str, words: Words) -> list[str]:
    """Return the words of ``command``, then its letters."""
    letters = [letter for letter, name in LETTERS.items() if name == command]
    return [*_list_words(command, words), *letters]


def _list_words(command: str, words: Vocabulary) -> list[str]:
    return words.say(f"plain.command.{command}").split()


def parse_command(answer: str, words: Words, commands: Sequence[str] = COMMANDS) -> tuple[str, str] | None:
    """Return (command, rest of the line); None if ``answer`` is no command, such as ``? 2``."""
    first, _, rest = answer.partition(" ")
    if first == "?" and rest:
        return None
    for vocabulary in (words, get_vocabulary(words.edition)):
        for command in commands:
            if first.lower() in _list_words(command, vocabulary):
                return command, rest.strip()
    letter = to_latin(first, words.language.name) if len(first) == 1 else ""
    return (LETTERS[letter], rest.strip()) if letter in LETTERS else None
