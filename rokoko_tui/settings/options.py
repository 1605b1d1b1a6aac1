"""What each setting may be, in one table: the settings screen is made from it, and a new field is a line in it.

What a field is called and what it means stands in the table of words ``settings``, under its name.
"""

from typing import Annotated, Literal, get_args, get_origin, get_type_hints

from rokoko_tui.settings.settings import Kept
from rokoko_tui.text.languages import language_named, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary

GROUPS: dict[str, tuple[str, ...]] = {
    "play": (
        "pace",
        "round_page",
        "forced_steps",
        "end_turns",
        "turn_summary",
        "handover",
        "hints",
        "think",
        "think_processes",
        "replay_pace",
        "bell",
    ),
    "look": ("theme", "motion", "signs", "pictures"),
    "words": ("language", "edition"),
    "own": ("name", "saves"),
}
"""The fields of the settings, in the groups in which they are shown; ``settings.group.<key>`` heads each."""
NOT_HERE = {"components", "keys", "lesson", "learned"}
"""Fields that are settled elsewhere: on the command line, on the page of keys, and by learning to play."""
STEPS: dict[str, tuple[float, ...]] = {
    "think": (0.05, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0),
    "think_processes": (1, 2, 3, 4),
    "replay_pace": (0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0),
}
"""Numbers to choose from, mostly of seconds; any others that the limits allow may stand in the file."""
_TYPES = get_type_hints(Kept, include_extras=True)


def written(field: str) -> bool:
    """Whether the value is written rather than chosen."""
    return field != "language" and not _values(field)


def values_of(field: str, now: object) -> tuple[object, ...]:
    """The values of a field that is chosen; the one it has ``now`` is always among them."""
    found = _values(field)
    if now in found:
        return found
    if isinstance(now, float):
        return tuple(sorted((*STEPS[field], now)))
    return (*found, now)


def _values(field: str) -> tuple[object, ...]:
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


def next_value(field: str, now: object, step: int) -> object:
    """The value ``step`` places on from the one it has ``now``; numbers end where the others begin anew."""
    values = values_of(field, now)
    at = values.index(now) + step
    return values[min(max(at, 0), len(values) - 1)] if field in STEPS else values[at % len(values)]


def told(field: str, value: object, words: Vocabulary) -> str:
    """A value as a person reads it."""
    if isinstance(value, bool):
        return words.say(f"settings.value.{'on' if value else 'off'}")
    if isinstance(value, float):
        return words.say("settings.value.seconds", text=words.short(value))
    if not value:
        return words.say(f"settings.value.{field}.none")
    if field == "language" and value in shipped_languages():
        return str(language_named(str(value)).entry("language.name"))
    if written(field):
        return str(value)
    key = f"settings.value.{field}.{value}"
    return words.say(key) if words.knows(key) else str(value)
