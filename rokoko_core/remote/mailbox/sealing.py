"""Sealing of the files of a mailbox: only the host and one seat can read and write what they send to each other.

The key of a seat is made from its code. A file is sealed under its name, so that one that was altered, renamed, or
moved to another seat or the other direction cannot be opened. The extra ``mailbox`` (PyNaCl) has to be installed.
"""

from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nacl.secret import Aead

KEY_BYTES = 32
ID_BYTES = 16
"""Bytes of the identity of a mailbox, which also salts its keys."""


class MissingExtra(ImportError):
    """The extra ``mailbox`` is not installed."""


class Unsealable(ValueError):
    """The data was not sealed with this key under this name, or was altered since."""


def _key_function(code: bytes, salt: bytes) -> bytes:
    """Return a key; a guess of the code costs 64 MB and a third of a second."""
    from nacl.pwhash import argon2id

    key: bytes = argon2id.kdf(
        KEY_BYTES, code, salt, opslimit=argon2id.OPSLIMIT_INTERACTIVE, memlimit=argon2id.MEMLIMIT_INTERACTIVE
    )
    return key


def require_extra() -> None:
    """Raise ``MissingExtra`` unless the extra ``mailbox`` is installed."""
    try:
        import nacl.secret  # noqa: F401
    except ImportError as error:
        raise MissingExtra("mailbox") from error


def derive_key(code: str, mailbox: str) -> bytes:
    """Return the key of the seat with ``code`` in ``mailbox``, an identity in hexadecimal. Takes a moment."""
    return _key_function(code.strip().upper().encode(), bytes.fromhex(mailbox))


def derive(key: bytes, purpose: str) -> bytes:
    """Return a key for ``purpose`` that tells nothing of ``key``."""
    return blake2b(purpose.encode(), key=key, digest_size=KEY_BYTES).digest()


def check_of(key: bytes) -> str:
    """Return what shows that a key is the right one, and may be known to everybody."""
    return derive(key, "check")[:8].hex()


def token_of(key: bytes) -> str:
    """Return the token with which the seat of ``key`` is claimed."""
    return derive(key, "token").hex()


class Seal:
    """Seals what is sent in one direction of one seat: ``context`` tells it from all others."""

    def __init__(self, key: bytes, context: str) -> None:
        self._key = derive(key, context)

    def _box(self) -> "Aead":
        from nacl.secret import Aead

        return Aead(self._key)

    def seal(self, name: str, data: bytes) -> bytes:
        """Return ``data``, sealed under ``name``."""
        return bytes(self._box().encrypt(data, name.encode()))

    def open(self, name: str, data: bytes) -> bytes:
        """Return what was sealed under ``name``. Raises ``Unsealable``."""
        from nacl.exceptions import CryptoError

        try:
            return bytes(self._box().decrypt(data, name.encode()))
        except (CryptoError, ValueError, TypeError) as error:
            raise Unsealable(name) from error
