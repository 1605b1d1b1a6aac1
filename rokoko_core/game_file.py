"""A game that can be written to a file of its own and read from it: what the library calls ``Game``.

Play that must survive a crash keeps a journal instead (``rokoko_core.journal``), which is below this.
"""

from pathlib import Path
from typing import Self

from rokoko_core import game
from rokoko_core.journal import BadSave, create, read


class Game(game.Game):
    """A game, and its file."""

    def save(self, path: Path | str) -> None:
        """Write the whole game to a new file. Raises ``FileExistsError`` and OSError."""
        create(Path(path), self.setup, self.entries).close()

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """The game in the file at ``path``. Raises ``BadSave`` for a file that is not sound to its end, and OSError."""
        reading = read(Path(path))
        if reading.damage is not None:
            raise BadSave(reading.damage.code, reading.damage.line, reading.damage.detail)
        return cls.like(reading.game)
