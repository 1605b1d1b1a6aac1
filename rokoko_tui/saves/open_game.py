"""The one game that is open at this terminal, with its file and the right to write it."""

from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from msgspec import UNSET, UnsetType

from rokoko_core.game import Entry, Game
from rokoko_core.journal import Origin, Reading, create, open_journal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.spectated_game import SpectatedGame
from rokoko_core.state import NOBODY, Setup
from rokoko_tui.saves.library import new_path
from rokoko_tui.saves.lock import hold
from rokoko_tui.saves.owner_seat import own_seat


class OpenGame:
    """Opens games and closes them. Opening one closes the one before, unless it cannot even be tried."""

    def __init__(self) -> None:
        self.table: LocalGame | SpectatedGame | None = None
        self._held = ExitStack()

    def begin(self, folder: Path, setup: Setup) -> LocalGame:
        """A new game in a file of its own. Raises OSError and ``Held``."""
        return self._new(folder, setup, (), UNSET)

    def fork(self, folder: Path, game: Game, position: int) -> LocalGame:
        """``game`` from ``position`` on, as a new game. Raises OSError and ``Held``."""
        return self._new(folder, game.setup, game.fork(position).entries, "fork")

    def _new(self, folder: Path, setup: Setup, entries: Iterable[Entry], origin: Origin | UnsetType) -> LocalGame:
        path = new_path(folder, setup)
        self.close()
        self._held.enter_context(hold(path))
        try:
            return self._sit(LocalGame(create(path, setup, entries, origin)))
        except (ValueError, OSError):
            self._held.close()
            raise

    def resume(self, path: Path, reading: Reading | None = None) -> LocalGame:
        """The save at ``path``, to play on in; ``reading`` is what was read of it already.

        Raises ``Held``, ``BadSave`` and OSError; nothing is open then.
        """
        self.close()
        self._held.enter_context(hold(path))
        try:
            return self._sit(LocalGame(open_journal(path, reading)))
        except (ValueError, OSError):
            self._held.close()
            raise

    def watch(self, path: Path) -> SpectatedGame:
        """The game at ``path``, which somebody else plays. Raises ``BadSave``; the one before is open still then."""
        table = SpectatedGame(path)
        self.close()
        self.table = table
        return table

    @property
    def gives_up(self) -> int | None:
        """The own seat at the table, while the game goes on and was not given up; None where nobody may give it up."""
        table = self.table
        if not isinstance(table, LocalGame) or table.to_move is None:
            return None
        seat = own_seat(table.setup)
        return None if seat == NOBODY or seat in table.recording.conceded else seat

    async def concede(self) -> None:
        """Give the game up, if that is possible. Raises ``NotWritten``."""
        seat = self.gives_up
        if seat is not None and isinstance(self.table, LocalGame):
            await self.table.concede(seat)

    def _sit(self, session: LocalGame) -> LocalGame:
        self.table = session
        return session

    def close(self) -> None:
        """Close what is open, if anything is."""
        if self.table is not None:
            self.table.close()
        self.table = None
        self._held.close()
