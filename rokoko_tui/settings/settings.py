"""The settings, their TOML file, and the values that the settings screen offers.

An invalid settings file is never overwritten: the program reports it and uses the defaults.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from rokoko_tui.data_files import NotToml, decode_text, parse_toml, read_limited
from rokoko_tui.settings.account import LOCAL, Account, is_folder_name
from rokoko_tui.text.languages import Edition, choose_language, find_language, shipped_languages
from rokoko_tui.text.message_catalog import Vocabulary, get_vocabulary
from rokoko_tui.theme.theme_files import DEFAULT, list_usable

if TYPE_CHECKING:
    from rokoko_core.components import ComponentSet
    from rokoko_tui.text import Words

SignsName = Literal["auto", "full", "wgl4", "ascii"]
"""The glyph set: one of ``rokoko_tui.theme.terminal_capabilities``, or by the terminal's abilities."""
PicturesName = Literal["auto", "on", "off"]
"""Whether to draw in pixels; ``auto``: if there are enough colours."""
Pace = Literal["auto", "at-once", "quick", "calm", "slow", "step"]
"""How fast the moves of others are shown: ``slow`` leaves time to read each event, ``step`` waits for a key after each.

``auto`` is ``slow`` until ``FIRST_GAMES`` games were finished, then ``quick``.
"""
FIRST_GAMES = 3
"""Number of finished games after which the automatic pace is ``quick``."""
Motion = Literal["auto", "on", "off"]
"""Whether pictures are animated; ``auto`` depends on the connection."""
TurnAlert = Literal["off", "bell", "notification"]
"""How a person learns that it is their turn again: by the bell, or by a notification of the desktop or browser."""
SIGNS: tuple[SignsName, ...] = get_args(SignsName)
PICTURES: tuple[PicturesName, ...] = get_args(PicturesName)
PACES: tuple[Pace, ...] = get_args(Pace)
MOTIONS: tuple[Motion, ...] = get_args(Motion)
LEAST_THINKING, MOST_THINKING = 0.05, 600.0
"""Limits of a bot's time for a turn, in seconds."""
MOST_DELAY = 60
"""Most seconds before the automatic end of a turn."""
MOST_PROCESSES = 4
"""Most processes in which bots search."""
_EARLIER_PACES = {"fast": "quick", "step": "step"}
"""Values of ``pace`` by those of ``bot_pace``, its name in earlier versions."""


def count_processors() -> int:
    """Return the number of processors that the program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class SavedSettings(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of the settings file, with their defaults."""

    edition: Edition = "classic"
    """The edition whose terms are used in new games."""
    language: str = ""
    """The language; empty for that of the locale."""
    theme: str = DEFAULT
    """The name of a colour theme; there may be no such theme any more."""
    signs: SignsName = "auto"
    """The glyph set."""
    pictures: PicturesName = "auto"
    """Whether to draw in pixels or in lines."""
    saves: str | None = None
    """The save folder; None for the platform's default."""
    components: str | None = None
    """The folder of the component set for new games; None for the one shipped."""
    handover: bool = True
    """Whether to show a handover screen between two people at one terminal."""
    forced_steps: bool = True
    """Whether forced steps are played automatically."""
    confirm_hand: bool = False
    """Whether a complete hand waits for Enter."""
    end_turns: Annotated[float, msgspec.Meta(ge=0, le=MOST_DELAY)] | Literal["never"] = 3.0
    """Seconds after which a turn with nothing left to do ends automatically."""
    turn_summary: bool = True
    """Whether to show a summary before a turn is ended by hand."""
    round_page: bool = True
    """Whether to show a summary between two rounds."""
    pace: Pace = "auto"
    """How fast the moves of others are shown."""
    motion: Motion = "auto"
    """Whether pictures are animated."""
    think: Annotated[float, msgspec.Meta(ge=LEAST_THINKING, le=MOST_THINKING)] = 2.0
    """Seconds a bot may think about a turn."""
    think_processes: Annotated[int, msgspec.Meta(ge=0, le=MOST_PROCESSES)] = 0
    """Processes in which bots search, 0 for one per core; takes effect at the next start."""
    hints: bool = True
    """Whether hints are available."""
    replay_pace: Annotated[float, msgspec.Meta(ge=0.05, le=60)] = 1.0
    """Seconds between two steps of automatic replay."""
    turn_alert: TurnAlert = "off"
    """The alert when a person's turn begins after others have acted."""
    name: str = ""
    """The player's name; empty until it is known."""
    lesson: str = ""
    """The step at which the lesson continues; empty for the first."""
    learned: bool = False
    """Whether the lesson was finished; the start screen offers it until then."""
    web_address: str = ""
    """The address for browsers that was chosen for the last hosted game."""
    keys: dict[str, str] = {}
    """Changed keys by command id, such as ``table.undo``."""


class Settings(SavedSettings):
    this_time: dict[str, tuple[object, object]] = {}
    """For each field given on the command line: (given value, value in the file). Never saved."""
    account: Account = LOCAL
    """Whose settings these are. Never saved."""
    game_edition: Edition | None = None
    """The terms of the game that is shown, which override ``edition``. Never saved."""

    def with_options(self, **options: object) -> "Settings":
        """Return the settings with the fields given, for this run only."""
        stored = {name: self.this_time.get(name, (None, getattr(self, name)))[1] for name in options}
        this_time = {**self.this_time, **{name: (value, stored[name]) for name, value in options.items()}}
        changes: dict[str, Any] = {**options, "this_time": this_time}
        return msgspec.structs.replace(self, **changes)

    @property
    def ends_turns(self) -> bool:
        """Whether turns with nothing left to do end automatically."""
        return self.end_turns != "never"

    @property
    def shown_edition(self) -> Edition:
        """The terms in use: those of the game, or of the settings."""
        return self.game_edition or self.edition

    @property
    def search_processes(self) -> int:
        """``think_processes``, or the number of processors that the program may use, at most ``MOST_PROCESSES``."""
        return self.think_processes or min(count_processors(), MOST_PROCESSES)

    @property
    def moving(self) -> bool:
        """Whether pictures are animated; ``auto``: not over SSH and not if Textual's animations are off."""
        environment = self.account.environment
        if self.motion != "auto":
            return self.motion == "on"
        is_remote = any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY"))
        return not is_remote and environment.get("TEXTUAL_ANIMATIONS", "").lower() != "none"

    @property
    def vocabulary(self) -> Vocabulary:
        """Messages that need no game modules, in the current language and edition."""
        return get_vocabulary(self.shown_edition, choose_language(self.language, self.account.environment))

    @property
    def words(self) -> "Words":
        """All messages, in the current language and edition."""
        from rokoko_tui.text.game_text import get_words

        return get_words(self.shown_edition, choose_language(self.language, self.account.environment))

    def say_keys(self, key: str, **values: object) -> str:
        """Return the message ``key`` about keys; where fingers are the pointer, that for them if there is one."""
        for_fingers = f"{key}-touch"
        is_known = self.account.has_touch and self.vocabulary.knows(for_fingers)
        return self.vocabulary.say_of(for_fingers if is_known else key, values)


class BadSettings(ValueError):
    """An invalid settings file: the message ``settings.<key>`` with ``figures`` says why."""

    def __init__(self, key: str, **figures: object) -> None:
        super().__init__(key, figures)
        self.key, self.figures = key, figures

    def describe(self, words: Vocabulary) -> str:
        """Return the message for the player, one sentence."""
        return words.say_with_reasons(f"settings.{self.key}", self.figures)


class SettingsNotSaved(OSError):
    """Nothing was saved: the settings file is invalid and is never overwritten."""

    def describe(self, words: Vocabulary) -> str:
        """Return the message for the player, without a full stop."""
        return words.say("settings.kept", path=str(self.args[0]))


def settings_path() -> Path:
    """Return the path of the settings file of the account that runs the program."""
    return LOCAL.settings_path


def load_settings(path: Path | None = None, account: Account = LOCAL) -> Settings:
    """Read the settings file at ``path``, by default that of ``account``; return the defaults if it does not exist.

    Raises ``BadSettings``.
    """
    path = path or account.settings_path
    if not os.path.lexists(path):
        return Settings(account=account)
    try:
        content = parse_toml(read_limited(path))
        stored = msgspec.convert(_rename_old_fields(content, path), SavedSettings)
    except BadSettings:
        raise
    except NotToml as error:
        if error.line is None:
            raise BadSettings("not-toml", path=str(path)) from error
        raise BadSettings("not-toml-line", path=str(path), line=error.line) from error
    except OSError as error:
        raise BadSettings("unreadable", path=str(path), reason=error) from error
    except msgspec.ValidationError as error:
        key, field = _problem(str(error))
        raise BadSettings(key, path=str(path), field=field) from error
    for field in ("saves", "components"):
        if not is_folder_name(getattr(stored, field) or ""):
            raise BadSettings("wrong-value", path=str(path), field=field)
    if stored.name:
        from rokoko_core.safe_text import find_name_flaw

        if find_name_flaw(stored.name) is not None:
            raise BadSettings("wrong-value", path=str(path), field="name")
    if stored.keys:
        from rokoko_tui.keys import migrate_command_ids  # loads Textual; needed only here

        stored.keys = migrate_command_ids(stored.keys)
    return Settings(**{name: getattr(stored, name) for name in SavedSettings.__struct_fields__}, account=account)


def load_usable_settings(account: Account = LOCAL) -> Settings:
    """Read the settings of ``account``; return the defaults if its file is invalid."""
    try:
        return load_settings(account=account)
    except BadSettings:
        return Settings(account=account)


def _rename_old_fields(content: dict[str, object], path: Path) -> dict[str, object]:
    """Replace fields and values of earlier versions; a field under its present name takes precedence."""
    if isinstance(ends := content.get("end_turns"), bool):
        content = {**content, "end_turns": SavedSettings().end_turns if ends else "never"}
    if isinstance(rings := content.get("bell"), bool):
        content = {"turn_alert": "bell" if rings else "off", **content}
        del content["bell"]
    if "bot_pace" not in content:
        return content
    pace = _EARLIER_PACES.get(str(content["bot_pace"]))
    if pace is None:
        raise BadSettings("wrong-value", path=str(path), field="bot_pace")
    return {"pace": pace, **{name: value for name, value in content.items() if name != "bot_pace"}}


def _problem(text: str) -> tuple[str, str]:
    """Return (message key, field) for the text of a ``ValidationError``."""
    what, _, at = text.partition(" - at `$")
    field = at.strip(".`")
    if unknown := re.search(r"unknown field `([^`]*)`", what):
        return "unknown-field", unknown[1][:40]
    return "wrong-value", field[:40]


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write ``settings`` atomically to the file at ``path``, by default that of its account.

    Values given on the command line are not saved. Raises ``SettingsNotSaved`` and OSError.
    """
    path = path or settings.account.settings_path
    try:
        load_settings(path)
    except BadSettings as bad:
        raise SettingsNotSaved(path.name) from bad
    from rokoko_core.files import make_folder, write_whole

    old_text = decode_text(read_limited(path)) if os.path.lexists(path) else ""
    make_folder(path.parent)
    write_whole(path, _format_toml(settings, old_text).encode())


def _format_toml(settings: Settings, old_text: str) -> str:
    """Return ``old_text`` with the present values; comments, order and equal values stay.

    A field with its default value is written only if the old text has it.
    """
    import tomlkit

    file = tomlkit.parse(old_text)
    if not old_text:
        file.add(tomlkit.comment(settings.vocabulary.say("settings.header")))
    for name in [name for name in file if name not in SavedSettings.__struct_fields__]:
        del file[name]  # fields of earlier versions
    defaults = msgspec.structs.asdict(SavedSettings())
    for name in SavedSettings.__struct_fields__:
        value = _value_to_save(settings, name)
        if value is None or value == {}:
            file.pop(name, None)
        elif isinstance(value, dict):
            table = file.setdefault(name, tomlkit.table())
            for key in [key for key in table if key not in value]:
                del table[key]
            _update(table, value)
        elif name in file or value != defaults[name]:
            _update(file, {name: value})
    return tomlkit.dumps(file)


def _update(table: Any, values: Mapping[str, object]) -> None:
    """Set the values that differ, so that the format of equal ones stays."""
    for name, value in values.items():
        if name not in table or table[name] != value:
            table[name] = value


def _value_to_save(settings: Settings, name: str) -> object:
    """Return the value of a field, or the one in the file if the present one comes from the command line."""
    value = getattr(settings, name)
    option, stored = settings.this_time.get(name, (None, value))
    return stored if name in settings.this_time and value == option else value


def components_of(settings: Settings) -> "ComponentSet":
    """Load and register the component set of ``settings``. Raises ``ComponentError``."""
    from rokoko_core.components import load_components, register

    if settings.components is None:
        return load_components()
    components = load_components(Path(settings.components))
    register(components)
    return components


# ---- the fields of the settings screen

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
EDITED_ELSEWHERE = {"components", "keys", "lesson", "learned", "web_address"}
"""Fields that the settings screen leaves to the command line, the key editor, the lesson and the form of a new game."""
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
    if field == "language" and (name := choose_language(str(value), {})) in shipped_languages():
        return str(find_language(name).entry("language.name"))
    if is_text(field):
        return str(value)
    key = f"settings.value.{field}.{value}"
    return words.say(key) if words.knows(key) else str(value)
