"""A game that another program plays in the same file."""

from contextlib import suppress
from pathlib import Path

from rokoko_core.game import Game
from rokoko_core.journal import BadSave, read
from rokoko_core.play.recording import RecordedGame


class SpectatedGame(RecordedGame):
    """A view that rereads its file. Raises ``BadSave``."""

    def __init__(self, path: Path):
        super().__init__(read(path).game)
        self.path = path
        self._size = _size_of(path)

    def refresh(self) -> bool:
        """Read the file again if its size changed; return whether the game did. A torn file is tried again later."""
        size = _size_of(self.path)
        if size == self._size:
            return False
        with suppress(BadSave):
            self._replace(read(self.path).game)
            self._size = size
            return True
        return False

    def _replace(self, game: Game) -> None:
        old, self._game = self._game, game
        both = min(old.length, game.length)
        pairs = enumerate(zip(old.line, game.line, strict=False))
        common = next((n for n, (a, b) in pairs if a != b), both) if old.setup == game.setup else 0
        if common < old.length:
            self.cuts.append(common)

    def close(self) -> None:
        """Do nothing: the file is not kept open."""


def _size_of(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return -1
