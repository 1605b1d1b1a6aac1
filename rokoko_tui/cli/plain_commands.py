"""What may be typed at the plain table: commands by a letter, or by their words in the language spoken or in English.

A letter is that of its key, whatever letters the keyboard writes.
"""

from rokoko_tui.text import Words, get_vocabulary
from rokoko_tui.text.keyboard_layouts import to_latin
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
"""Commands by their letters, the same in every language."""
COMMANDS = (
    *("end", "choices", "why", "hint", "table", "changes", "hall", "board", "to-come", "score", "log"),
    *("undo", "undo-turn", "redo", "redo-turn", "save", "help", "stop"),
)
"""All commands, as the help tells them."""


def names_of(command: str, words: Words) -> list[str]:
    """What ``command`` is called: its words, then its letter."""
    letters = [letter for letter, meant in LETTERS.items() if meant == command]
    return [*_words_for(command, words), *letters]


def _words_for(command: str, words: Vocabulary) -> list[str]:
    return words.say(f"plain.command.{command}").split()


def command_in(answer: str, words: Words) -> tuple[str, str] | None:
    """(command, the rest of the line) that ``answer`` begins with; None for no command, such as ``? 2``."""
    first, _, rest = answer.partition(" ")
    if first == "?" and rest:
        return None
    for spoken in (words, get_vocabulary(words.edition)):
        for command in COMMANDS:
            if first.lower() in _words_for(command, spoken):
                return command, rest.strip()
    letter = to_latin(first, words.language.name) if len(first) == 1 else ""
    return (LETTERS[letter], rest.strip()) if letter in LETTERS else None
