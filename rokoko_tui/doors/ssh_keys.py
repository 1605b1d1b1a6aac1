"""The keys of people and of the server itself. Requires asyncssh."""

import re
import stat
from codecs import BOM_UTF8
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

import asyncssh

from rokoko_core.files import decode_text, make_folder, read_regular, write_whole

KEY_OPTIONS = frozenset(
    {"from", "restrict", "pty", "command", "environment", "permitopen", "permitlisten"}
    | {f"no-{what}" for what in ("port-forwarding", "agent-forwarding", "X11-forwarding", "user-rc")}
)
"""Options of a key that are followed, or that forbid or force what this server never does."""
LARGEST_KEYS = 1 << 20
"""Bytes of a file with keys."""


class BadKeys(ValueError):
    """A file with keys that cannot be used: ``code`` is "empty" or "open" (others may write or read it)."""

    def __init__(self, code: str, path: Path) -> None:
        super().__init__(code, path)
        self.code, self.path = code, path


_KEY = re.compile(r"(?:^|\s)[a-z][\w@.-]*\s+AAAA[\w+/=]*", re.ASCII)
"""The key in a line. Options are before it, and a comment after it."""
_LINE_END = re.compile(r"\r\n?|\n")
"""What ends a line for sshd and editors too; by ``str.splitlines``, a comment could end before a key in it."""
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"')


class LeftOut(NamedTuple):
    """Lines in a row that let nobody in. There is nothing of their content here, which could be a secret."""

    first: int
    last: int
    reason: Literal["key", "option"]
    """There is no public key, or an option is not in ``KEY_OPTIONS``."""

    @property
    def lines(self) -> str:
        """The number of the line, or those of the first and last one."""
        return f"{self.first}" if self.first == self.last else f"{self.first}-{self.last}"


class AuthorizedKeys(NamedTuple):
    """The content of an ``authorized_keys`` file."""

    entries: tuple[asyncssh.SSHAuthorizedKeys, ...]
    """One for each line with a key."""
    left_out: tuple[LeftOut, ...]

    def admits(self, key: asyncssh.SSHKey, address: str) -> bool:
        """Return whether ``key`` may log in from ``address``."""
        found = (entry.validate(key, address, address) for entry in self.entries)
        return any(options is not None and KEY_OPTIONS.issuperset(options) for options in found)


def read_keys(path: Path) -> AuthorizedKeys:
    """Return the keys of an ``authorized_keys`` file. Raises OSError and ``BadKeys``."""
    text = decode_text(read_regular(path, LARGEST_KEYS), "replace")
    if path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise BadKeys("open", path)
    entries, reasons = [], list[tuple[int, Literal["key", "option"]]]()
    for number, line in enumerate(map(str.strip, _LINE_END.split(text)), start=1):
        if not line or line.startswith("#"):
            continue
        key = _KEY.search(line)
        options = _QUOTED.sub("", line[: key.start()]).split(",") if key is not None else []
        if not KEY_OPTIONS.issuperset(name.partition("=")[0].strip() for name in options if name.strip()):
            reasons.append((number, "option"))
            continue
        if key is None:
            reasons.append((number, "key"))
            continue
        try:
            asyncssh.import_public_key(key[0].strip())
            entries.append(asyncssh.import_authorized_keys(line[: key.end()]))  # it takes comments in ASCII only
        except asyncssh.KeyImportError:
            reasons.append((number, "key"))
        except ValueError:
            reasons.append((number, "option"))
    if not entries:
        raise BadKeys("empty", path)
    runs = (list(run) for _, run in groupby(enumerate(reasons), lambda pair: (pair[1][0] - pair[0], pair[1][1])))
    left_out = tuple(LeftOut(run[0][1][0], run[-1][1][0], run[0][1][1]) for run in runs)
    return AuthorizedKeys(tuple(entries), left_out)


def open_host_key(path: Path) -> asyncssh.SSHKey:
    """Return the key of this server, made and written for its owner only if there is none.

    Raises OSError and ``BadKeys``.
    """
    try:
        content = read_regular(path, LARGEST_KEYS)
    except FileNotFoundError:
        key = asyncssh.generate_private_key("ssh-ed25519")
        make_folder(path.parent)
        write_whole(path, key.export_private_key(), private=True)
        return key
    if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadKeys("open", path)
    try:
        return asyncssh.import_private_key(content.removeprefix(BOM_UTF8))
    except (asyncssh.KeyImportError, ValueError) as error:
        raise BadKeys("empty", path) from error


def folder_name(fingerprint: str) -> str:
    """Return the name of the folder of the person with a key: its fingerprint without separators of paths."""
    return fingerprint.replace(":", "-").replace("/", "_")
