"""What a player has settled once and for all: edition, theme, folders, keys. A small TOML file holds it.

A settings file that cannot be used is left alone: the program says so and goes on with the defaults.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from stat import S_ISREG
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from rokoko_tui.settings.launch import (
    LEAST_THINKING,
    MOST_PROCESSES,
    MOST_THINKING,
    Motion,
    Pace,
    PicturesName,
    SignsName,
    ThemeName,
    names_folder,
)
from rokoko_tui.text.disk_errors import disk_reason
from rokoko_tui.text.languages import Edition, language_spoken
from rokoko_tui.text.message_catalog import Vocabulary, vocabulary_of

if TYPE_CHECKING:
    from rokoko_core.components import ComponentSet
    from rokoko_tui.text import Words

_EARLIER_PACES = {"fast": "quick", "step": "step"}
"""What was ``bot_pace`` in settings that players have made, by the pace of today."""
_LARGEST = 100_000
"""Bytes beyond which a file is not taken for settings."""


class Kept(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of the settings file, with their defaults."""

    edition: Edition = "classic"
    """Whose words are used."""
    language: str = ""
    """The language spoken; empty for that of the environment's locale."""
    theme: ThemeName = "rokoko-dark"
    signs: SignsName = "auto"
    """The set of signs shown."""
    pictures: PicturesName = "auto"
    """Whether things are drawn in pixels or in lines."""
    saves: str | None = None
    """Folder of the saves; None for the platform's own."""
    components: str | None = None
    """Folder of the component set to play new games with; None for the set that comes with the program."""
    handover: bool = True
    """Whether a hand-over page stands between two people at one screen."""
    forced_steps: bool = True
    """Whether steps that leave nothing to decide happen by themselves."""
    end_turns: bool = True
    """Whether a turn in which nothing is left to do ends by itself, after a moment."""
    turn_summary: bool = True
    """Whether a turn that is ended by hand shows what it brought first."""
    round_page: bool = True
    """Whether a page between two rounds tells of income, of what came and left, and how everybody stands."""
    pace: Pace = "quick"
    """How fast what others do is shown, or whether each event waits for a key."""
    motion: Motion = "auto"
    """Whether things move on the screen."""
    think: Annotated[float, msgspec.Meta(ge=LEAST_THINKING, le=MOST_THINKING)] = 2.0
    """Seconds an automatic player may think about a turn."""
    think_processes: Annotated[int, msgspec.Meta(ge=1, le=MOST_PROCESSES)] = 1
    """Processes that automatic players search in together; from the next start on."""
    hints: bool = True
    """Whether a person may be shown the best choices."""
    replay_pace: Annotated[float, msgspec.Meta(ge=0.05, le=60)] = 1.0
    """Seconds between two steps of a replay that plays by itself."""
    bell: bool = False
    """Whether the terminal's bell rings when it is a person's turn after others have acted."""
    name: str = ""
    """What whoever plays here is called; empty for the name of their account."""
    lesson: str = ""
    """The step of the lesson to go on with; empty for the first."""
    learned: bool = False
    """Whether the lesson was played to its end; it is offered on the start screen until then."""
    keys: dict[str, str] = {}
    """Other keys for commands: a command's id, such as ``table.undo``, and the key that shall do it."""


class Settings(Kept):
    """The settings in force."""

    this_time: dict[str, tuple[object, object]] = {}
    """For each field given on the command line: (what was given, what the file says). Never saved."""

    def with_options(self, **given: object) -> "Settings":
        """These settings with the fields given, for this run of the program only."""
        files = {name: self.this_time.get(name, (None, getattr(self, name)))[1] for name in given}
        this_time = {**self.this_time, **{name: (value, files[name]) for name, value in given.items()}}
        changes: dict[str, Any] = {**given, "this_time": this_time}
        return msgspec.structs.replace(self, **changes)

    def moving(self, environment: Mapping[str, str]) -> bool:
        """Whether things move: as settled, else not where each frame has to go a long way or nobody wants any."""
        if self.motion != "auto":
            return self.motion == "on"
        far = any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY"))
        return not far and environment.get("TEXTUAL_ANIMATIONS", "").lower() != "none"

    @property
    def vocabulary(self) -> Vocabulary:
        """The plain messages in the language and edition settled."""
        return vocabulary_of(self.edition, language_spoken(self.language, os.environ))

    @property
    def words(self) -> "Words":
        """All words in the language and edition settled."""
        from rokoko_tui.text import words_of

        return words_of(self.edition, language_spoken(self.language, os.environ))


class BadSettings(ValueError):
    """A settings file that cannot be used: ``key`` of the table of settings says why, with ``figures``."""

    def __init__(self, key: str, **figures: object) -> None:
        super().__init__(key, figures)
        self.key, self.figures = key, figures

    def told(self, words: Vocabulary) -> str:
        """The same in a sentence."""
        figures = self.figures
        if isinstance(error := figures.get("reason"), OSError):
            figures = {**figures, "reason": disk_reason(words, error)}
        return words.say(f"settings.{self.key}", **figures)


class SettingsKept(OSError):
    """Nothing was saved, because the settings file of that name cannot be read and is left alone."""

    def told(self, words: Vocabulary) -> str:
        """The same without a full stop."""
        return words.say("settings.kept", path=str(self.args[0]))


def settings_path() -> Path:
    """Where the settings file is looked for."""
    from platformdirs import user_config_path

    return user_config_path("rokoko", appauthor=False) / "settings.toml"


def load_settings(path: Path | None = None) -> Settings:
    """The settings in the file at ``path``, by default the player's own; the defaults if there is none.

    Raises ``BadSettings``.
    """
    path = path or settings_path()
    if not os.path.lexists(path):
        return Settings()
    try:
        kept = msgspec.convert(_under_names_of_today(_content(path), path), Kept)
    except BadSettings:
        raise
    except OSError as error:
        raise BadSettings("unreadable", path=str(path), reason=error) from error
    except msgspec.ValidationError as error:
        key, field = _problem(str(error))
        raise BadSettings(key, path=str(path), field=field) from error
    except (ValueError, RecursionError) as error:
        line = re.search(r"at line (\d+)", str(error))
        if line is None:
            raise BadSettings("not-toml", path=str(path)) from error
        raise BadSettings("not-toml-line", path=str(path), line=int(line[1])) from error
    for field in ("saves", "components"):
        if not names_folder(getattr(kept, field) or ""):
            raise BadSettings("wrong-value", path=str(path), field=field)
    if kept.name:
        from rokoko_core.safe_text import flaw

        if flaw(kept.name) is not None:
            raise BadSettings("wrong-value", path=str(path), field="name")
    if kept.keys:
        from rokoko_tui.keys import under_ids_of_today  # with Textual, for which other settings need not wait

        kept.keys = under_ids_of_today(kept.keys)
    return Settings(**{name: getattr(kept, name) for name in Kept.__struct_fields__})


def _content(path: Path) -> dict[str, object]:
    import tomllib

    return tomllib.loads(_bytes_of(path).decode("utf-8-sig"))


def _under_names_of_today(content: dict[str, object], path: Path) -> dict[str, object]:
    """``content`` without the fields of earlier versions; what stands under the name of today counts before them."""
    if "bot_pace" not in content:
        return content
    pace = _EARLIER_PACES.get(str(content["bot_pace"]))
    if pace is None:
        raise BadSettings("wrong-value", path=str(path), field="bot_pace")
    return {"pace": pace, **{name: value for name, value in content.items() if name != "bot_pace"}}


def _bytes_of(path: Path) -> bytes:
    """The content of the file at ``path``. Raises OSError for one that cannot be that of settings."""
    found = path.stat()
    if S_ISREG(found.st_mode) and found.st_size <= _LARGEST:
        return path.read_bytes()
    from rokoko_core.files import read_regular  # loads the rules, for which sound settings need not wait

    return read_regular(path, _LARGEST)


def _problem(text: str) -> tuple[str, str]:
    """(what is wrong, with which field), from the message of the conversion."""
    what, _, at = text.partition(" - at `$")
    field = at.strip(".`")
    if unknown := re.search(r"unknown field `([^`]*)`", what):
        return "unknown-field", unknown[1][:40]
    return "wrong-value", field[:40]


def save_settings(settings: Settings, path: Path | None = None) -> None:
    """Write ``settings`` to the file at ``path``, by default the player's own; it holds the old or the new, never half.

    What the command line gave for this run only stays out. Raises ``SettingsKept`` and OSError.
    """
    path = path or settings_path()
    try:
        load_settings(path)
    except BadSettings as bad:
        raise SettingsKept(path.name) from bad
    from rokoko_core.files import make_folder, write_whole

    before = _bytes_of(path).decode("utf-8-sig") if os.path.lexists(path) else ""
    make_folder(path.parent)
    write_whole(path, _as_toml(settings, before).encode())


def _as_toml(settings: Settings, before: str) -> str:
    """The text ``before`` with what the settings say now: its comments and its order stay, and so does what is equal.

    A field that has its default is written only where the text names it already.
    """
    import tomlkit

    file = tomlkit.parse(before)
    if not before:
        file.add(tomlkit.comment(settings.vocabulary.say("settings.header")))
    for name in [name for name in file if name not in Kept.__struct_fields__]:
        del file[name]  # what it was called in an earlier version
    defaults = msgspec.structs.asdict(Kept())
    for name in Kept.__struct_fields__:
        value = _lasting(settings, name)
        if value is None or value == {}:
            file.pop(name, None)
        elif isinstance(value, dict):
            _put(file.setdefault(name, tomlkit.table()), value)
        elif name in file or value != defaults[name]:
            _put(file, {name: value}, others=True)
    return tomlkit.dumps(file)


def _put(table: Any, values: Mapping[str, object], others: bool = False) -> None:
    """Let a table say ``values``, and nothing else unless there may be ``others``."""
    for name in [] if others else [name for name in table if name not in values]:
        del table[name]
    for name, value in values.items():
        if name not in table or table[name] != value:
            table[name] = value


def _lasting(settings: Settings, name: str) -> object:
    """The value of a field, or what the file said before if it was given for this run only and is unchanged since."""
    value = getattr(settings, name)
    given, kept = settings.this_time.get(name, (None, value))
    return kept if name in settings.this_time and value == given else value


def components_of(settings: Settings) -> "ComponentSet":
    """The component set of ``settings``, known by its name from now on. Raises ``ComponentError``."""
    from rokoko_core.components import load_components, register

    if settings.components is None:
        return load_components()
    components = load_components(Path(settings.components))
    register(components)
    return components
