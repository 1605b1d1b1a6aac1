"""The chat of a hosted game: lines of its people, in a file beside the save that only its owner may read.

The log knows nothing of it. People without a common language have phrases, which every client shows in its own.
"""

from contextlib import suppress
from pathlib import Path

import msgspec

from rokoko_core.files import make_folder, read_regular, write_whole
from rokoko_core.remote.messages import ChatLine

FOLDER = ".chat"
PHRASES = ("hello", "good-luck", "nice-move", "thanks", "sorry", "moment", "back-soon", "are-you-there", "well-played")
"""The ids of the phrases; clients have their texts."""
KEPT = 200
"""Lines kept, the latest ones."""
BURST, SECONDS_A_LINE = 5, 3.0
"""Lines of one person at once, and seconds until one more."""
_LARGEST = 1 << 20


class Chat:
    """The lines of one game. Without a ``path`` they are not kept."""

    def __init__(self, path: Path | None = None, lines: tuple[ChatLine, ...] = ()) -> None:
        self._path, self.lines = path, lines
        self._allowances: dict[int, tuple[float, float]] = {}
        """By seat, how many lines it might add at a moment, and the moment."""

    def is_too_fast(self, seat: int, now: float) -> bool:
        """Return whether ``seat`` has to wait before its next line, which is counted if not."""
        allowance, last = self._allowances.get(seat, (float(BURST), now))
        allowance = min(float(BURST), allowance + max(0.0, now - last) / SECONDS_A_LINE)
        if allowance < 1:
            return True
        self._allowances[seat] = allowance - 1, now
        return False

    def add(self, seat: int, text: str, phrase: str, now: float) -> ChatLine:
        """Add a line and return it. Raises OSError; the line is not added then."""
        number = self.lines[-1].number + 1 if self.lines else 1
        line = ChatLine(number, seat, int(now), text, phrase)
        lines = (*self.lines, line)[-KEPT:]
        if self._path is not None:
            make_folder(self._path.parent)
            # Nobody at any table of the host waits for the disk because somebody talks.
            write_whole(self._path, msgspec.json.encode(lines), private=True, is_synced=False)
        self.lines = lines
        return line


def open_chat(save: Path) -> Chat:
    """Return the chat of the game in ``save``; without lines where the file is damaged."""
    path = save.parent / FOLDER / f"{save.name}.json"
    lines: tuple[ChatLine, ...] = ()
    with suppress(OSError, ValueError, RecursionError):
        lines = msgspec.json.decode(read_regular(path, _LARGEST), type=tuple[ChatLine, ...])
    return Chat(path, lines)
