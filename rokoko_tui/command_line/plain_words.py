"""What may be typed at the plain table: commands by a letter, or by their words in the language spoken."""

from rokoko_tui.words import Words

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
    return [*words.say(f"plain.command.{command}").split(), *letters]


def command_in(answer: str, words: Words) -> tuple[str, str] | None:
    """(command, the rest of the line) that ``answer`` begins with; None for no command, such as ``? 2``."""
    first, _, rest = answer.partition(" ")
    if first == "?" and rest:
        return None
    for command in COMMANDS:
        if first in names_of(command, words) or first.lower() in words.say(f"plain.command.{command}").split():
            return command, rest.strip()
    return None
