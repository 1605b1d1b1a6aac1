"""The keys of people and of the server itself. Requires asyncssh."""

import stat
from pathlib import Path

import asyncssh

from rokoko_core.files import make_folder, read_regular, write_whole

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


def is_authorized(key: asyncssh.SSHKey, path: Path, address: str) -> bool:
    """Return whether the file at ``path`` lets ``key`` in from ``address``. Raises OSError and ``BadKeys``."""
    options = read_keys(path).validate(key, address, address)
    return options is not None and KEY_OPTIONS.issuperset(options)


def read_keys(path: Path) -> asyncssh.SSHAuthorizedKeys:
    """Return the keys of an ``authorized_keys`` file. Raises OSError and ``BadKeys``."""
    text = read_regular(path, LARGEST_KEYS).decode("utf-8", "replace")
    if path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise BadKeys("open", path)
    try:
        return asyncssh.import_authorized_keys(text)
    except ValueError as error:
        raise BadKeys("empty", path) from error


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
        return asyncssh.import_private_key(content)
    except (asyncssh.KeyImportError, ValueError) as error:
        raise BadKeys("empty", path) from error


def folder_name(fingerprint: str) -> str:
    """Return the name of the folder of the person with a key: its fingerprint without separators of paths."""
    return fingerprint.replace(":", "-").replace("/", "_")
