"""The registry of all keys, from which bindings, footer, help and the command palette are built.

The ``id`` of a command is the key of its messages, the name to remap it by in the settings (``[keys]``), and the id of
its Textual binding.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase, digits

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.keys import KEY_NAME_REPLACEMENTS, key_to_character


@dataclass(frozen=True)
class Command:
    """A command and its keys."""

    id: str
    """``place.name``; the name is that of the method: ``table.undo`` runs ``action_undo``."""
    keys: str
    """Textual's key names, separated by commas."""
    footer: bool = False
    """Whether the footer shows it."""
    shown: str = ""
    """What the footer shows in place of ``keys``: signs, or a name of a key (``keys.key`` of the messages)."""
    palette: bool = True

    @property
    def place(self) -> str:
        """Where the command works: ``app``, ``table``, ``list`` ..."""
        return self.id.partition(".")[0]

    @property
    def action(self) -> str:
        """The name of its method without ``action_``."""
        return self.id.partition(".")[2].replace("-", "_")


COMMANDS: tuple[Command, ...] = (
    Command("table.take", "enter", footer=True, shown="enter-short", palette=False),
    Command("table.undo", "u", footer=True),
    Command("table.redo", "r"),
    Command("table.undo-turn", "U"),
    Command("table.redo-turn", "R"),
    Command("table.end-turn", "e"),
    Command("table.next-tab", "tab", footer=True, shown="tab", palette=False),
    Command("table.previous-tab", "shift+tab", palette=False),
    Command("table.jump", "g"),
    Command("table.reasons", "w", footer=True),
    Command("table.hint", "h", footer=True),
    Command("table.hurry", "m"),
    Command("table.back", "escape", footer=True, shown="escape", palette=False),
    Command("table.choose", "space", palette=False),
    Command("table.up", "up,k", palette=False),
    Command("table.down", "down,j", palette=False),
    Command("table.group-up", "left", palette=False),
    Command("table.group-down", "right", palette=False),
    Command("table.page-up", "pageup", palette=False),
    Command("table.page-down", "pagedown", palette=False),
    Command("table.first", "home", palette=False),
    Command("table.last", "end", palette=False),
    Command("table.finish", "f"),
    Command("table.pace", "p"),
    Command("table.show-again", "v"),
    Command("table.log", "f4,L"),
    Command("table.copy", "y"),
    Command("around.look", "x", footer=True),
    Command("around.boards", "b"),
    Command("around.to-come", "c"),
    Command("look.left", "left", palette=False),
    Command("look.right", "right", palette=False),
    Command("look.up", "up,k", palette=False),
    Command("look.down", "down,j", palette=False),
    Command("look.take", "enter", footer=True, shown="enter-short", palette=False),
    Command("look.back", "escape,x", footer=True, shown="escape", palette=False),
    Command("app.help", "question_mark", footer=True, shown="?"),
    Command("app.command-palette", "ctrl+p", footer=True, shown="^p", palette=False),
    Command("app.settings", "f10,comma"),
    Command("app.edition", "f2,E"),
    Command("app.next-theme", "f3,T"),
    Command("app.next-signs", "f6,S"),
    Command("app.next-pictures", "f7,P"),
    Command("app.leave", "ctrl+q"),
    Command("help.before", "left,shift+tab", palette=False),
    Command("help.next", "right,tab", palette=False),
    Command("help.now", "1"),
    Command("help.signs", "2"),
    Command("help.rules", "3"),
    Command("help.keys", "4"),
    Command("list.up", "up,k", palette=False),
    Command("list.down", "down,j", palette=False),
    Command("list.page-up", "pageup", palette=False),
    Command("list.page-down", "pagedown", palette=False),
    Command("list.first", "home", palette=False),
    Command("list.last", "end", palette=False),
    Command("log.take", "enter", footer=True, shown="enter-short", palette=False),
    Command("since.take", "enter", palette=False),
    Command("cycle.before", "left,h", palette=False),
    Command("cycle.next", "right,l,space,enter", palette=False),
    Command("start.play", "p"),
    Command("start.continue", "c"),
    Command("start.new", "n"),
    Command("start.learn", "t"),
    Command("start.load", "l"),
    Command("start.replay", "r"),
    Command("start.record", "y"),
    Command("start.settings", "s"),
    Command("start.about", "a"),
    Command("start.leave", "q"),
    Command("start.up", "k", palette=False),
    Command("start.down", "j", palette=False),
    Command("new.begin", "ctrl+s", footer=True, shown="^s"),
    Command("new.classic", "1"),
    Command("new.deluxe", "2"),
    Command("new.solo", "3"),
    Command("new.up", "up,k", palette=False),
    Command("new.down", "down,j", palette=False),
    Command("new.left", "left,h", palette=False),
    Command("new.right", "right,l", palette=False),
    Command("new.back", "escape", footer=True, shown="escape", palette=False),
    Command("load.take", "enter", palette=False),
    Command("load.replay", "r", footer=True),
    Command("load.review", "a"),
    Command("load.filter", "slash,f", footer=True, shown="/"),
    Command("load.rename", "n", footer=True),
    Command("load.delete", "d,delete", footer=True, shown="d"),
    Command("load.undo", "u", footer=True),
    Command("load.other", "o"),
    Command("load.back", "escape", footer=True, shown="escape", palette=False),
    Command("record.take", "enter", footer=True, shown="enter-short", palette=False),
    Command("record.copy", "y", footer=True),
    Command("record.page-down", "space", palette=False),
    Command("record.back", "escape,q", footer=True, shown="escape", palette=False),
    Command("settings.before", "left,h", footer=True, shown="←→", palette=False),
    Command("settings.next", "right,l,space", palette=False),
    Command("settings.take", "enter", palette=False),
    Command("settings.reset", "d,delete", footer=True, shown="d"),
    Command("settings.keys", "y", footer=True),
    Command("settings.back", "escape,q", footer=True, shown="escape", palette=False),
    Command("rekey.take", "enter,space", footer=True, shown="enter-short", palette=False),
    Command("rekey.reset", "d,delete", footer=True, shown="d"),
    Command("rekey.reset-all", "D", footer=True),
    Command("rekey.group-up", "left,h", palette=False),
    Command("rekey.group-down", "right,l", palette=False),
    Command("rekey.back", "escape,q", footer=True, shown="escape", palette=False),
    Command("page.up", "up,k", palette=False),
    Command("page.down", "down,j", palette=False),
    Command("page.page-up", "pageup", palette=False),
    Command("page.page-down", "pagedown,space", palette=False),
    Command("page.first", "home", palette=False),
    Command("page.last", "end", palette=False),
    Command("page.back", "escape,q", footer=True, shown="escape", palette=False),
    Command("replay.back-step", "left,h", footer=True, shown="←→", palette=False),
    Command("replay.step", "right,l", palette=False),
    Command("replay.back-turn", "left_square_bracket", palette=False),
    Command("replay.turn", "right_square_bracket", palette=False),
    Command("replay.back-round", "left_curly_bracket", palette=False),
    Command("replay.round", "right_curly_bracket", palette=False),
    Command("replay.first", "home"),
    Command("replay.last", "end"),
    Command("replay.jump", "g"),
    Command("replay.run", "space", footer=True, shown="space"),
    Command("replay.faster", "plus,equals_sign"),
    Command("replay.slower", "minus"),
    Command("replay.eyes", "v", footer=True),
    Command("replay.fork", "p", footer=True),
    Command("replay.review", "a", footer=True),
    Command("replay.copy", "y"),
    Command("replay.up", "up,k", palette=False),
    Command("replay.down", "down,j", palette=False),
    Command("replay.next-tab", "tab", shown="tab", palette=False),
    Command("replay.previous-tab", "shift+tab", palette=False),
    Command("replay.back", "escape", footer=True, shown="escape", palette=False),
    Command("review.back-turn", "left,h", footer=True, shown="←→", palette=False),
    Command("review.turn", "right,l", palette=False),
    Command("review.up", "up,k", footer=True, shown="↑↓", palette=False),
    Command("review.down", "down,j", palette=False),
    Command("review.back-round", "left_square_bracket,left_curly_bracket", palette=False),
    Command("review.round", "right_square_bracket,right_curly_bracket", palette=False),
    Command("review.first", "home"),
    Command("review.last", "end"),
    Command("review.page-up", "pageup", palette=False),
    Command("review.page-down", "pagedown,space", palette=False),
    Command("review.go-there", "enter", footer=True, shown="enter-short"),
    Command("review.fork", "p", footer=True),
    Command("review.eyes", "v", footer=True),
    Command("review.back", "escape,q", footer=True, shown="escape", palette=False),
    Command("final.rematch", "p", footer=True),
    Command("final.replay", "r", footer=True),
    Command("final.review", "a", footer=True),
    Command("final.new", "n", footer=True),
    Command("final.copy", "y"),
    Command("final.start", "b,s", footer=True, shown="b"),
    Command("final.back", "escape,q", footer=True, shown="escape", palette=False),
)

ALWAYS = ("ctrl+c", "ctrl+z")
"""Keys reserved for the terminal; no screen uses them."""

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
}
"""Former ids of commands, which settings may still contain, with the current ones."""

CHOICE_KEYS = digits[1:] + ascii_lowercase.replace("l", "") + ascii_uppercase
"""Keys that select a choice directly, in order, if no command uses them; without l, which looks like 1."""


def commands_of(place: str) -> list[Command]:
    """Return the commands of ``place``."""
    return [command for command in COMMANDS if command.place == place]


def bindings_of(place: str) -> list[BindingType]:
    """Return the Textual bindings of ``place``, with ids as descriptions until a screen translates them.

    Global commands have priority bindings, except for keys that can be typed into a field. Those keys get a separate
    binding without priority.
    """
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
    """Return whether the key writes a character."""
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
    return next(keys_of(command, remapped) for command in COMMANDS if command.id == id)


def to_latin_key(event: Key, signs: Mapping[str, str], remapped: Mapping[str, str]) -> Key:
    """Translate a key event of another keyboard layout to the key at the same position of the Latin layout.

    ``signs`` maps the characters of the other layout. A key that a command uses is not translated.
    """
    *modifiers, last = event.key.split("+")
    sign = last if len(last) == 1 else key_to_character(last) or ""
    if sign not in signs or (modifiers and sign.isascii()):
        return event
    if any(event.key in keys_of(command, remapped) for command in COMMANDS):
        return event
    named = Key("+".join([*modifiers, _name_of(signs[sign])]), None if modifiers else signs[sign])
    named.time = event.time
    return named


def _name_of(sign: str) -> str:
    if sign.isalnum():
        return sign
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
    *({"new", "cycle"}, {"page", "final"}, {"table", "around"}, {"replay", "around"}),
    *({"list", place} for place in ("log", "since", "load", "record", "settings", "rekey")),
)
"""Places other than ``app`` whose commands listen at the same time, and so may not share a key."""


def conflicting_commands(id: str, key: str, remapped: Mapping[str, str]) -> list[str]:
    """Return the ids of commands that use ``key`` in a place where ``id`` is active too."""
    place = id.partition(".")[0]
    near = {place, "app"}.union(*(places for places in TOGETHER if place in places))
    return [
        c.id for c in COMMANDS if (place == "app" or c.place in near) and c.id != id and key in keys_of(c, remapped)
    ]


def with_keys(remapped: Mapping[str, str], keys: Mapping[str, str]) -> dict[str, str]:
    """Return ``remapped`` with new ``keys``; entries equal to the default are removed."""
    own = {command.id: command.keys for command in COMMANDS}
    return {id: to for id, to in {**remapped, **keys}.items() if own.get(id) != to}


def help_lines(places: Iterable[str], remapped: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return (keys, separated by commas; command id) of every command of ``places`` in order, for the help."""
    return [(",".join(keys_of(c, remapped)), c.id) for place in places for c in commands_of(place)]
