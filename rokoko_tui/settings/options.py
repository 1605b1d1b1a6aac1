"""The fields of the settings screen and the values of each.

Names and explanations of the fields are in the message table ``settings``.
"""

from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from rokoko_tui.settings.account import Account
from rokoko_tui.settings.settings import SavedSettings
from rokoko_tui.text.languages import find_language, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary
from rokoko_tui.theme.theme_files import list_usable

GROUPS: dict[str, tuple[str, ...]] = {
    "play": (
        *("pace", "round_page", "forced_steps", "confirm_hand", "end_turns", "turn_summary"),
        *("handover", "hints", "think", "think_processes", "replay_pace", "turn_alert"),
    ),
    "look": ("theme", "motion", "signs", "pictures"),
    "words": ("language", "edition"),
    "own": ("name", "saves"),
}
"""Fields by group, in the order of the screen. The message ``settings.group.<key>`` is the heading."""
OF_THE_MACHINE = {"saves", "think_processes"}
"""Fields that a person who is served from another machine does not see."""
EDITED_ELSEWHERE = {"components", "keys", "lesson", "learned"}
"""Fields that the settings screen leaves to the command line, the key editor and the lesson."""
STEPS: dict[str, tuple[float | str, ...]] = {
    "end_turns": (0.0, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, "never"),
    "think": (0.05, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0),
    "think_processes": (0, 1, 2, 3, 4),
    "replay_pace": (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0),
}
"""Numbers to choose from, and a word after them. The settings file may hold others within the limits."""
_TYPES = get_type_hints(SavedSettings, include_extras=True)


def is_text(field: str) -> bool:
    """Whether the value is typed, not chosen."""
    return field not in ("language", "theme") and not _fixed_values(field)


def values_of(field: str, current: object, account: Account) -> tuple[object, ...]:
    """Return the values to choose from, including the ``current`` one."""
    values = tuple(list_usable(account.themes)) if field == "theme" else _fixed_values(field)
    if current in values:
        return values
    if not isinstance(current, float):
        return (*values, current)
    return tuple(sorted((*STEPS[field], current), key=lambda value: (isinstance(value, str), value)))


def _fixed_values(field: str) -> tuple[object, ...]:
    kind = _TYPES[field]
    if field in STEPS:
        return STEPS[field]
    if field == "language":
        return ("", *shipped_languages())
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is Literal:
        return get_args(kind)
    return (False, True) if kind is bool else ()


def next_value(field: str, current: object, step: int, account: Account) -> object:
    """Return the value ``step`` places after the ``current`` one. Numbers stop at the end; other values wrap."""
    values = values_of(field, current, account)
    at = values.index(current) + step
    return values[min(max(at, 0), len(values) - 1)] if field in STEPS else values[at % len(values)]


def format_value(field: str, value: object, words: Vocabulary) -> str:
    """Return the value as text for the player."""
    if isinstance(value, bool):
        return words.say(f"settings.value.{'on' if value else 'off'}")
    if not value:
        return words.say(f"settings.value.{field}.none")
    if isinstance(value, float):
        return words.say("settings.value.seconds", text=words.short(value))
    if field == "language" and value in shipped_languages():
        return str(find_language(str(value)).entry("language.name"))
    if is_text(field):
        return str(value)
    key = f"settings.value.{field}.{value}"
    return words.say(key) if words.knows(key) else str(value)
