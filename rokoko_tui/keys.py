"""The registry of all keys, from which bindings, footer, help and the command palette are built.

The ``id`` of a command is the key of its messages, the name to remap it by in the settings (``[keys]``), and the id of
its Textual binding.
"""

import unicodedata
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from string import digits
from typing import TYPE_CHECKING

from rokoko_tui.data_files import load_table

# Plain mode needs the keys of choices only, and starts without Textual.
if TYPE_CHECKING:
    from textual.binding import BindingType
    from textual.events import Key


@dataclass(frozen=True)
class Command:
    """A command and its keys, as ``keys.toml`` explains."""

    id: str
    """``place.name``"""
    keys: str
    action: str
    footer: bool = False
    shown: str = ""
    palette: bool = True

    @property
    def place(self) -> str:
        """Where the command works: ``app``, ``table``, ``list`` ..."""
        return self.id.partition(".")[0]


COMMANDS = tuple(
    Command(f"{place}.{name}", **{"action": name.replace("-", "_"), **options})
    for place, commands in load_table(__file__, "keys").items()
    for name, options in commands.items()
)
"""All commands, in the order of ``keys.toml``."""
_BY_ID = {command.id: command for command in COMMANDS}

ALWAYS = ("ctrl+c", "ctrl+z")
"""Keys that no screen intercepts: to copy and to suspend."""
FIXED = ("escape", "ctrl+c")
"""Keys that cannot be reassigned."""
UNDISTURBED = ("app.leave", "app.suspend")
"""Commands that work on every screen, and while the terminal is too small."""

EARLIER = {
    **{
        f"analysis.{name}": f"review.{name}"
        for name in (
            *("back-turn", "turn", "up", "down", "back-round", "round", "first", "last"),
            *("page-up", "page-down", "go-there", "fork", "eyes", "back"),
        )
    },
    **{f"{place}.analyse": f"{place}.review" for place in ("load", "replay", "final")},
    **{
        f"{place}.{name}": f"list.{name}"
        for place in ("rekey", "settings", "record", "load", "since", "log")
        for name in ("up", "down", "page-up", "page-down", "first", "last")
        if (place, name) != ("record", "page-down")
    },
    **{f"around.{name}": f"inspection.{name}" for name in ("look", "boards", "to-come")},
    **{
        f"rekey.{name}": f"key-editor.{name}"
        for name in ("take", "reset", "reset-all", "group-up", "group-down", "back")
    },
    "since.take": "other-turns.take",
}
"""Former ids of commands, which settings may still contain, with the current ones."""

CHOICE_KEYS = digits[1:] + "abcdefghijkmnopqrtuvwxyz" + "BCDEFGJKLMNPQRSTUWXYZ"
"""Keys that select a choice directly, in order, if no command uses them.

Left out are letters that look like a digit (l, I, O), and those of which another one looks like the letter that their
key types on another keyboard: on a Ukrainian one s types і, F types А, Y types Н, V types М.
"""

LOOK_ALIKES = dict(zip("аеіорсухАВЕІКМНОРСТУХ", "aeiopcyxABEIKMHOPCTYX", strict=True))
"""The Latin letter with the same shape as each of these Cyrillic ones."""


@cache
def commands_of(place: str) -> tuple[Command, ...]:
    return tuple(command for command in COMMANDS if command.place == place)


def bindings_of(place: str) -> "list[BindingType]":
    """Return the Textual bindings of ``place``, with ids as descriptions until a screen translates them.

    Global commands have priority bindings, except for keys that can be typed into a field. Those keys get a separate
    binding without priority.
    """
    from textual.binding import Binding

    return [
        Binding(
            keys,
            c.action,
            c.id,
            show=c.footer and not typing,
            key_display=c.shown or c.keys,
            id=c.id + TYPED * typing,
            priority=is_global(c) and not typing,
        )
        for c in commands_of(place)
        for typing, keys in _split_keys(c, c.keys.split(","))
    ]


TYPED = "~"
"""Suffix of the binding id for the keys of a command that can be typed into a field."""
UNBOUND = "no_key"
"""Placeholder in a keymap for no key."""


def is_global(command: Command) -> bool:
    """Return whether the command is global. Help is not, because it depends on the screen."""
    return command.place == "app" and command.id != "app.help"


def _split_keys(command: Command, keys: Iterable[str]) -> list[tuple[bool, str]]:
    """Return (whether the keys can be typed, the keys) for each binding of a command."""
    keys = list(keys)
    if not is_global(command):
        return [(False, ",".join(keys))]
    typed = [key for key in keys if is_typeable(key)]
    return [(False, ",".join(key for key in keys if key not in typed)), *([(True, ",".join(typed))] if typed else [])]


def is_typeable(key: str) -> bool:
    from textual.keys import key_to_character

    return key_to_character(key) is not None


def keymap_of(remapped: Mapping[str, str]) -> dict[str, str]:
    """Convert remapped keys to a Textual keymap by binding id."""
    keymap = dict(remapped)
    for command in filter(is_global, COMMANDS):
        if command.id in remapped:
            halves = dict(_split_keys(command, keys_of(command, remapped)))
            keymap |= {command.id + TYPED * typing: halves.get(typing) or UNBOUND for typing in (False, True)}
    return keymap


def migrate_command_ids(remapped: Mapping[str, str]) -> dict[str, str]:
    """Replace former command ids in ``remapped``; an entry with a current id takes precedence."""
    return {
        **{EARLIER[id]: key for id, key in remapped.items() if id in EARLIER},
        **{id: key for id, key in remapped.items() if id not in EARLIER},
    }


def keys_of(command: Command, remapped: Mapping[str, str]) -> list[str]:
    """Return the keys of ``command`` after remapping."""
    return [key.strip() for key in remapped.get(command.id, command.keys).split(",")]


def keys_of_id(id: str, remapped: Mapping[str, str]) -> list[str]:
    """Return the keys of the command ``id`` after remapping."""
    return keys_of(_BY_ID[id], remapped)


def to_latin_key(
    event: "Key",
    signs: Mapping[str, str],
    remapped: Mapping[str, str],
    choices: Container[str] = (),
    commands: Container[str] = (),
) -> "Key":
    """Translate a key event of another keyboard layout to the key at the same position of the Latin layout.

    ``signs`` maps the characters of the other layout. A key that a command uses is not translated. ``choices`` are the
    letters shown before choices, ``commands`` the keys that do something here. A letter that looks like a Latin one
    is that one where the position picks no choice and only the look-alike picks one, or only it is a command.
    """
    from textual.events import Key
    from textual.keys import key_to_character

    *modifiers, last = event.key.split("+")
    sign = last if len(last) == 1 else key_to_character(last) or ""
    if sign not in signs or (modifiers and sign.isascii()):
        return event
    if any(event.key in keys_of(command, remapped) for command in COMMANDS):
        return event
    latin, alike = signs[sign], LOOK_ALIKES.get(sign, signs[sign])
    is_command = alike in commands and _name_of(latin) not in commands
    if not modifiers and latin not in choices and (alike in choices or is_command):
        latin = alike
    named = Key("+".join([*modifiers, _name_of(latin)]), None if modifiers else latin)
    named.time = event.time
    return named


def _name_of(sign: str) -> str:
    if sign.isalnum():
        return sign
    from textual.keys import KEY_NAME_REPLACEMENTS

    name = unicodedata.name(sign).lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


def key_of(id: str, remapped: Mapping[str, str]) -> str:
    """Return the first key of the command ``id`` after remapping."""
    return keys_of_id(id, remapped)[0]


def pick_keys(places: Iterable[str], remapped: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys for selecting choices that no command of ``places`` uses."""
    used = {key for place in places for c in commands_of(place) for key in keys_of(c, remapped)}
    return tuple(key for key in CHOICE_KEYS if key not in used)


TOGETHER = (
    *({"new", "cycle"}, {"table", "inspection"}, {"replay", "inspection"}),
    *({"page", place} for place in ("final", "compare", "score")),
    *({"list", place} for place in ("log", "other-turns", "load", "record", "settings", "key-editor")),
)
"""Places other than ``app`` whose commands listen at the same time, and so may not share a key."""


def conflicting_commands(id: str, key: str, remapped: Mapping[str, str]) -> list[str]:
    """Return the ids of commands that use ``key`` in a place where ``id`` is active too."""
    place = id.partition(".")[0]
    active = {place, "app"}.union(*(places for places in TOGETHER if place in places))
    return [
        c.id for c in COMMANDS if (place == "app" or c.place in active) and c.id != id and key in keys_of(c, remapped)
    ]


def with_keys(remapped: Mapping[str, str], keys: Mapping[str, str]) -> dict[str, str]:
    """Return ``remapped`` with new ``keys``; entries equal to the default are removed."""
    defaults = {command.id: command.keys for command in COMMANDS}
    return {id: to for id, to in {**remapped, **keys}.items() if defaults.get(id) != to}


def assign_key(id: str, key: str, remapped: Mapping[str, str]) -> dict[str, str]:
    """Return ``remapped`` with ``key`` in place of the keys of ``id``, except the fixed ones."""
    fixed = [own for own in keys_of_id(id, remapped) if own in FIXED]
    return with_keys(remapped, {id: ",".join([*fixed, key])})


def swap_keys(id: str, key: str, other: str, remapped: Mapping[str, str]) -> dict[str, str] | None:
    """Return ``remapped`` with ``key`` of ``other`` and the first key of ``id`` swapped; their other keys stay.

    None if the first key is fixed, or if one of the two keys would conflict with a third command.
    """
    own_keys, other_keys = keys_of_id(id, remapped), keys_of_id(other, remapped)
    own_key = next((own for own in own_keys if own not in FIXED), None)
    if own_key is None:
        return None
    swap = {own_key: key, key: own_key}
    changed = {id: own_keys, other: other_keys}
    swapped = with_keys(remapped, {one: ",".join(swap.get(k, k) for k in keys) for one, keys in changed.items()})
    conflicts = conflicting_commands(id, key, swapped) or conflicting_commands(other, own_key, swapped)
    return None if conflicts else swapped


def commands_to_reset(id: str, remapped: Mapping[str, str]) -> list[str]:
    """Return ``id`` and the changed commands that have default keys of it, or of each other, in its place."""
    ids = [id]
    for one in ids:
        for key in _BY_ID[one].keys.split(","):
            rivals = conflicting_commands(one, key, remapped)
            ids += [rival for rival in rivals if rival in remapped and rival not in ids]
    return ids


def help_lines(
    places: Iterable[str], remapped: Mapping[str, str], absent: Container[str] = ()
) -> dict[str, list[tuple[str, str]]]:
    """Return, by place, (keys, separated by commas; command id) of its commands in order, without those ``absent``."""
    return {
        place: [(",".join(keys_of(c, remapped)), c.id) for c in commands_of(place) if c.id not in absent]
        for place in places
    }
