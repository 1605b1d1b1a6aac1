"""Names of keys, as messages."""

from functools import cache

from rokoko_tui.text.message_catalog import Vocabulary

NAMED = frozenset(
    {
        *("up", "down", "left", "right", "space", "pageup", "pagedown", "home", "end", "insert", "delete", "backspace"),
        *("enter", "enter-short", "tab", "escape", "shift", "ctrl", "alt"),
    }
)
"""Keys whose names are messages."""


def format_keys(words: Vocabulary, keys: str) -> str:
    """Format Textual key names, separated by commas: ``up,ctrl+s,question_mark`` is ``Up, Ctrl+S, ?``."""
    return ", ".join(_format_key(words, key) for key in keys.split(","))


def _format_key(words: Vocabulary, key: str) -> str:
    *modifiers, last = (_format_part(words, part) for part in key.split("+"))
    return "+".join([*modifiers, last.upper() if modifiers and len(last) == 1 else last])


def _format_part(words: Vocabulary, part: str) -> str:
    if part in NAMED:
        return words.say(f"keys.key.{part}")
    if len(part) == 1:
        return part
    return _find_character(part) or part.capitalize()


@cache
def _find_character(key: str) -> str | None:
    """Return the character of a key that has a name; Textual names some in its own way."""
    from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character  # plain mode starts without Textual

    unicode_names = {own: name for name, own in KEY_NAME_REPLACEMENTS.items()}
    return key_to_character(unicode_names.get(key, key))
