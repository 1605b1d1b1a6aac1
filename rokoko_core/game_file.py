"""The library's ``Game``, which can be saved to a file and loaded from one.

To survive a crash during play, use a journal instead (``rokoko_core.journal``).
"""

from pathlib import Path
from typing import Self

from rokoko_core import game
from rokoko_core.journal import BadSave, create, read


class Game(game.Game):
    """A game with ``save`` and ``load``."""

    def save(self, path: Path | str) -> None:
        """Write the game to a new file. Raises ``FileExistsError`` and OSError."""
        create(Path(path), self.setup, self.entries).close()

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Return the game in the file at ``path``. Raises ``BadSave`` for a damaged file, and OSError."""
        reading = read(Path(path))
        if reading.damage is not None:
            raise BadSave(reading.damage.code, reading.damage.line, reading.damage.detail)
        return cls.like(reading.game)
