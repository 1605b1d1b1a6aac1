"""A local game without a file, for tests that play much and save nothing."""

from dataclasses import dataclass, field
from pathlib import Path

from rokoko_core.game import Game
from rokoko_core.journal import Notice, Relocation
from rokoko_core.play.local_game import LocalGame
from rokoko_core.state import Setup


@dataclass
class MemoryBook:
    """Records a game nowhere."""

    game: Game
    path: Path = Path("none")
    relocations: list[Relocation] = field(default_factory=list)
    notice: Notice | None = None

    @property
    def times(self) -> list[int]:
        return [0] * len(self.game.entries)

    def ensure_file(self) -> None:
        """There is no file."""

    def close(self) -> None:
        """Nothing is open."""


def local_game(setup: Setup) -> LocalGame:
    """Return a new game at its first decision."""
    return LocalGame(MemoryBook(Game.new(setup)))
