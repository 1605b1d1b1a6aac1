"""Lines of a save put together anew with the checksums docs/save-format.md gives them, as no program of ours would."""

from collections.abc import Iterable
from hashlib import blake2b

CHECKSUM = b'"c":"'


def chained(lines: Iterable[bytes]) -> list[bytes]:
    """``lines``, each of which has a checksum of some kind, with the one that it should have after all before it."""
    before, made = blake2b(digest_size=5), []
    for line in lines:
        head, found, _ = line.rpartition(CHECKSUM)
        before.update(head + found)
        made.append(head + found + before.copy().hexdigest().encode() + b'"}\n' if found else line)
        before.update(made[-1][len(head + found) :])
    return made
