"""The host's side of a mailbox: people who play by files in a shared folder, at times of their own."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from rokoko_core.remote.host import GameHost
from rokoko_core.remote.mailbox.folder import INFO, VERSION, BadMailbox, Info, read_info, write_info
from rokoko_core.remote.mailbox.host_record import RecordFile, SeatRecord
from rokoko_core.remote.mailbox.sealing import check_of, derive_key, require_extra
from rokoko_core.remote.mailbox.seat_box import SeatBox

POLL_SECONDS = 1.0
"""Seconds between two looks into the folder."""
GATHER_SECONDS = 0.3
"""Seconds in which messages are gathered into one file."""


class HostMailbox:
    """Serves the seats of a hosted game through ``folder``. ``open`` comes first, then ``run``."""

    def __init__(self, host: GameHost, save: Path, folder: Path) -> None:
        """Raises ``MissingExtra``, ``BadMailbox`` and OSError."""
        require_extra()
        self.host, self.folder = host, folder
        try:
            self._file = RecordFile(save)
        except (ValueError, RecursionError) as error:
            raise BadMailbox(str(save)) from error
        self._boxes: dict[int, SeatBox] = {}
        self._codes: dict[int, str] = {}
        """The unused codes of which the seats have their keys."""
        self._wake = asyncio.Event()
        self._faults: dict[Path, OSError] = {}

    @property
    def identity(self) -> str:
        """The mailbox's random identity."""
        return self._file.record.mailbox

    @property
    def seats(self) -> set[int]:
        """The seats that have a key. One that was claimed elsewhere before needs a new code to be played by mail."""
        return set(self._boxes)

    @property
    def boxes(self) -> list[SeatBox]:
        """The seats that have a key."""
        return list(self._boxes.values())

    @property
    def crowded(self) -> list[Path]:
        """The folders in which files of others keep those of the players from arriving."""
        return [box.crowded for box in self._boxes.values() if box.crowded is not None]

    @property
    def faults(self) -> list[tuple[Path, OSError]]:
        """The folders that could not be read or written in the last exchange, and why. They are tried again."""
        return list(self._faults.items())

    def write_record(self) -> None:
        """Write what is kept of all seats to disk. Raises OSError."""
        self._file.write()

    def wake(self) -> None:
        """Exchange files soon."""
        self._wake.set()

    async def open(self) -> None:
        """Make or continue the mailbox in its folder. Raises OSError, and ``BadMailbox`` if it is another game's."""
        self.folder.mkdir(exist_ok=True)
        if (self.folder / INFO).exists() and read_info(self.folder).mailbox != self.identity:
            raise BadMailbox(str(self.folder))
        for seat, record in self._file.record.seats.items():
            self._boxes[seat] = SeatBox(self, seat, record)
        await self._make_keys()
        await asyncio.to_thread(write_info, self.folder, self._info())

    def _info(self) -> Info:
        seats = {seat: check_of(box.record.key) for seat, box in sorted(self._boxes.items())}
        return Info(VERSION, self.identity, seats)

    async def _make_keys(self) -> None:
        """Make a key of each code that is new. Raises OSError."""
        for seat, code in self.host.claims.codes.items():
            if code == self._codes.get(seat):
                continue
            key = await asyncio.to_thread(derive_key, code, self.identity)
            self._codes[seat] = code
            known = self._boxes.get(seat)
            if known is None or known.record.key != key:
                if known is not None:
                    await known.close()
                record = self._file.record.seats[seat] = SeatRecord(key)
                self.write_record()
                self._boxes[seat] = SeatBox(self, seat, record)

    async def run(self) -> None:
        """Exchange files until cancelled."""
        while True:
            self._wake.clear()
            await self.exchange()
            with suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self._wake.wait()
                    await asyncio.sleep(GATHER_SECONDS)

    async def exchange(self) -> None:
        """Read the files that are new, and write what changed; each seat although the folder of another one fails."""
        with self._noting_fault(self.folder):
            await self._make_keys()
            await asyncio.to_thread(write_info, self.folder, self._info())
            for box in self.boxes:
                with self._noting_fault(box.folder):
                    await box.exchange()

    @contextmanager
    def _noting_fault(self, folder: Path) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._faults[folder] = error
        else:
            self._faults.pop(folder, None)

    async def close(self) -> None:
        """Write what changed, and end the sessions; ``run`` was cancelled before."""
        for box in self._boxes.values():
            with suppress(OSError):
                await box.write()
            await box.close()
