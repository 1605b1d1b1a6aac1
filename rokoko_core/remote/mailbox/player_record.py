"""What a player's program keeps of a seat in a mailbox."""

from io import FileIO
from pathlib import Path

import msgspec

from rokoko_core.files import lock_opened, read_regular, write_whole

_LARGEST = 1 << 20


class PlayerRecord(msgspec.Struct):
    """What a player's program keeps of a seat. It is private: whoever has the key has the seat."""

    mailbox: str
    seat: int
    key: bytes
    writer: int
    """Tells the requests of this program from those of another with the same code."""
    last: int = 0
    """The number of the last request."""
    file: int = 0
    """The number of the last file."""
    stream: int = 0
    """The newest stream seen; older ones are outdated."""
    lines: int = 0
    """The number of its messages seen; with fewer it is outdated, too."""
    is_known: bool = False
    """Whether the host knows the writer."""
    pending: list[msgspec.Raw] = []
    """The requests that no host has answered yet, except for forecasts."""

    @classmethod
    def read(cls, path: Path) -> "PlayerRecord":
        """Return the record at ``path``. Raises OSError, ValueError and RecursionError."""
        return msgspec.json.decode(read_regular(path, _LARGEST), type=cls)

    def write(self, path: Path) -> None:
        """Write the record to ``path``. Raises OSError."""
        write_whole(path, msgspec.json.encode(self), private=True)


def lock_record(path: Path) -> FileIO:
    """Return a locked file beside the record at ``path``. Raises OSError, ``InUse`` if another program has it."""
    return lock_opened(FileIO(path.with_suffix(".lock"), "a"))
