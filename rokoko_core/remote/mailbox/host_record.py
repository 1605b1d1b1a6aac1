"""What a host keeps of its mailbox beside the save: keys of the seats, and which requests were taken.

Only the owner may read the file. It makes sure that a request is carried out once, also if the host is killed.
"""

from pathlib import Path
from secrets import token_hex

import msgspec

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.game import Game, Play, Redo, Undo
from rokoko_core.journal.given_names import CLAIMS
from rokoko_core.remote import messages as m
from rokoko_core.remote.mailbox.folder import split_id
from rokoko_core.remote.mailbox.sealing import ID_BYTES

MOST_WRITERS = 64
"""Clients that a seat may have had, each with numbers of its own."""
_LARGEST = 1 << 20


class SeatRecord(msgspec.Struct):
    """What the host keeps of one seat."""

    key: bytes
    hello: m.Hello | None = None
    """The last hello of the player; None until somebody wrote."""
    stream: int = 0
    """The number of the last stream."""
    taken: dict[int, int] = {}
    """By writer, the number of the last request that was taken."""
    given: int = 0
    """The ``id`` of the request that was given to the game last; it may have been carried out."""
    log: int = 0
    """The number of entries in the log before that."""
    answers: list[msgspec.Raw] = []
    """The last answers: a client that was not there for long still finds them."""

    def is_taken(self, request_id: int) -> bool:
        """Return whether the request was taken."""
        writer, number = split_id(request_id)
        return number <= self.taken.get(writer, 0)

    def take(self, request_id: int) -> None:
        """Note that the request was taken."""
        writer, number = split_id(request_id)
        self.taken[writer] = max(number, self.taken.get(writer, 0))


class Record(msgspec.Struct):
    """What the host keeps of a mailbox."""

    mailbox: str
    seats: dict[int, SeatRecord] = {}


class RecordFile:
    """The file of a ``Record``."""

    def __init__(self, save: Path) -> None:
        """Read the record of the game in ``save``, or begin one. Raises OSError and ValueError."""
        self._path = save.parent / CLAIMS / f"{save.name}.mailbox.json"
        try:
            self.record = msgspec.json.decode(read_regular(self._path, _LARGEST), type=Record)
        except FileNotFoundError:
            self.record = Record(token_hex(ID_BYTES))
            make_folder(self._path.parent)
            self.write()

    def write(self) -> None:
        """Write the record to disk. Raises OSError."""
        write_whole(self._path, msgspec.json.encode(self.record), private=True)


def is_in_log(game: Game, length: int, request: m.Request) -> bool:
    """Return whether the log continues after ``length`` entries with what ``request`` asks for."""
    changes = (entry for entry in game.entries[length:] if isinstance(entry, Play | Undo | Redo))
    entry = next(changes, None)
    match request:
        case m.Play():
            return isinstance(entry, Play) and entry.action == request.action
        case m.UndoTo():
            return isinstance(entry, Undo)
        case m.RedoTo() | m.RedoTurn():
            return isinstance(entry, Redo)
    return False
