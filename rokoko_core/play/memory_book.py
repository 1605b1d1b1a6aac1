"""A game in memory, without a file."""

from pathlib import Path

from rokoko_core.game import Game
from rokoko_core.journal import Notice, Relocation


class MemoryBook:
    """A ``Book`` in memory, which no file backs; ``path`` is where its game comes from."""

    def __init__(self, game: Game, path: Path) -> None:
        self.game, self.path = game, path
        self.relocations: list[Relocation] = []
        self.notice: Notice | None = None

    @property
    def times(self) -> list[int]:
        """Nothing is known of the times."""
        return [0] * len(self.game.entries)

    def ensure_file(self) -> None:
        """Do nothing: there is no file."""

    def close(self) -> None:
        """Do nothing: there is no file."""
