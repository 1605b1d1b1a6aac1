"""Whose settings, saves and tickets the program uses, and the terminal of that person."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from rokoko_tui.doors.notifications import TOUCH
from rokoko_tui.errors import CommandError
from rokoko_tui.theme.theme_files import OWN_FOLDER

SAVES_VARIABLE = "ROKOKO_SAVES"
"""The environment variable for the save folder."""
SETTINGS, SAVES, TICKETS = "settings.toml", "saves", "seats"
"""The names in the folder of a person who is served."""
PEOPLE, SECRET = "people", ".secret"
"""The folder of the people who are served, beside the saves, and in it the secret of ``Guest``."""
SECRET_BYTES = 32


@dataclass(frozen=True)
class Guest:
    """What a person who is served may use of the account that serves."""

    key: str
    """The fingerprint of the person's key."""
    secret: bytes
    """From which the tokens of that person's seats are derived."""
    hosted: Path
    """The save folder of the account, some of whose games are hosted."""


@dataclass(frozen=True)
class Account:
    """One person: the folders of that person, and the environment of that person's terminal.

    By default the account that runs the program, in the terminal it was started in.
    """

    folder: Path | None = None
    """The folder of all files of a person who is served; None for the platform's folders of this account."""
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    """``TERM``, ``LANG`` and other variables that describe the terminal."""
    encoding: str | None = None
    """The encoding of the terminal; None for that of the process."""
    guest: Guest | None = None
    """For a person with a key: the way to hosted games."""

    def at(self, environment: Mapping[str, str], encoding: str) -> "Account":
        """Return the same person at another terminal."""
        return replace(self, environment=environment, encoding=encoding)

    @property
    def has_touch(self) -> bool:
        """Whether fingers are the pointer at the terminal."""
        return bool(self.environment.get(TOUCH))

    @property
    def finger_lines(self) -> int:
        """The lines of an item that a finger hits on a phone held sideways; 0 without fingers."""
        return 3 if self.environment.get(TOUCH) == "3" else 2 if self.has_touch else 0

    @property
    def is_served(self) -> bool:
        """Whether this is a person of another machine, who must not choose files of this one."""
        return self.folder is not None

    @property
    def settings_path(self) -> Path:
        """The settings file, which need not exist."""
        if self.folder is not None:
            return self.folder / SETTINGS
        from platformdirs import user_config_path

        return _platform_folder(user_config_path) / SETTINGS

    @property
    def themes(self) -> Path:
        """The folder of this person's own colour themes, which need not exist."""
        return self.settings_path.with_name(OWN_FOLDER)

    @property
    def tickets(self) -> Path:
        """The folder of the seats in hosted games, which need not exist."""
        return (self.folder or _default_saves()) / TICKETS

    def saves(self, chosen: str | Path | None = None) -> Path:
        """Return the save folder: ``chosen``, else that of ``ROKOKO_SAVES``, else the platform's for user data.

        A person who is served has one in the own folder and cannot choose another.
        """
        if self.folder is not None:
            return self.folder / SAVES
        return expand_user(chosen) if chosen else _default_saves()


LOCAL = Account()
"""The account that runs the program."""


def is_folder_name(path: str) -> bool:
    """Whether ``path`` can name a folder: it has no null character, and a user as in ``~ada`` exists."""
    return "\0" not in path and not (path.startswith("~") and expand_user(path) == Path(path))


def expand_user(path: str | Path) -> Path:
    """Return ``path`` with ``~`` and ``~user`` expanded; unchanged if there is no such user."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def _default_saves() -> Path:
    folder = os.environ.get(SAVES_VARIABLE)
    return expand_user(folder) if folder else _user_data()


def _user_data() -> Path:
    from platformdirs import user_data_path

    return _platform_folder(user_data_path)


def _platform_folder(find: Callable[..., Path]) -> Path:
    """Return a folder of this program. Raises ``CommandError`` if the home folder of the user is unknown."""
    try:
        folder = find("rokoko", appauthor=False)
    except RuntimeError as error:
        raise CommandError("refused.no-home") from error
    if not folder.is_absolute():  # older versions of the library return ~ unchanged
        raise CommandError("refused.no-home")
    return folder
