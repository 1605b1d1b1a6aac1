"""The open game of this terminal, with its save and its lock."""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from pathlib import Path

from msgspec import UNSET, UnsetType

from rokoko_core.game import Entry
from rokoko_core.journal import Journal, Origin, Reading, create, open_journal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.spectated_game import SpectatedGame
from rokoko_core.remote.client import RemoteGame
from rokoko_core.state import Setup
from rokoko_tui.saves.folder import new_path
from rokoko_tui.saves.lock import lock_save


class OpenGame:
    """Opens and closes games, one at a time: opening a game closes the one before."""

    def __init__(self) -> None:
        self.table: LocalGame | SpectatedGame | RemoteGame | None = None
        self.is_fork = False
        """Whether the local game opened last is a fork of another."""
        self._lock = ExitStack()

    def begin(
        self, folder: Path, setup: Setup, entries: Iterable[Entry] = (), origin: Origin | UnsetType = UNSET
    ) -> LocalGame:
        """Start a new game with its own save, after ``entries``. Raises OSError and ``SaveInUse``.

        Only the owner may read the fork of a game of several people: it has all that a hosted game hides.
        """
        path = new_path(folder, setup)
        is_private = origin == "fork" and sum(seat.kind == "human" for seat in setup.players) > 1
        return self._open(path, lambda: create(path, setup, entries, origin, is_private))

    def resume(self, path: Path, reading: Reading | None = None) -> LocalGame:
        """Continue the save at ``path``; ``reading`` is its content if it was read already.

        Raises ``SaveInUse``, ``BadSave`` and OSError; no game is open then.
        """
        return self._open(path, lambda: open_journal(path, reading))

    def _open(self, path: Path, open_file: Callable[[], Journal]) -> LocalGame:
        self.close()
        self._lock.enter_context(lock_save(path))
        try:
            journal = open_file()
        except (ValueError, OSError):
            self._lock.close()
            raise
        self.is_fork = journal.header.origin == "fork"
        game = self.table = LocalGame(journal)
        return game

    def watch(self, path: Path) -> SpectatedGame:
        """Watch the game at ``path`` that another program plays. Raises ``BadSave``; the open game stays open then."""
        table = SpectatedGame(path)
        self.close()
        self.table = table
        return table

    def follow(self, game: RemoteGame) -> None:
        """Take part in a game that a host keeps."""
        self.close()
        self.table = game

    def close(self) -> None:
        if self.table is not None:
            self.table.close()
        self.table = None
        self._lock.close()
