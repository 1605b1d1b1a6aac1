"""A game by mail within one test: the host's folder and one of each player, and a tool that syncs them badly."""

import asyncio
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from random import Random

from rokoko_core.journal import create, open_journal
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote import messages as m
from rokoko_core.remote.claims import open_claims
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.host_options import HostOptions
from rokoko_core.remote.mailbox.folder import INFO
from rokoko_core.remote.mailbox.host_mailbox import HostMailbox
from rokoko_core.remote.mailbox.seat_mailbox import SeatMailbox, join
from rokoko_core.remote.seat_view import SeatView
from rokoko_core.state import Seat, Setup
from tests.core.remote.hosted import DEFAULT, Options, RandomThinker

SETUP = Setup((Seat("Ada"), Seat("Bo")), 7)
ROUNDS = 400
"""Exchanges after which a test gives up."""


def fast_key(code: bytes, salt: bytes) -> bytes:
    """Return a key in no time, in place of the function that makes guesses expensive."""
    return blake2b(code, key=salt, digest_size=32).digest()


async def settle() -> None:
    """Let all tasks run that can."""
    for _ in range(60):
        await asyncio.sleep(0)


class SyncTool:
    """Copies files from their writers to their readers: at once, or with all faults of such tools."""

    def __init__(self, rng: Random | None = None) -> None:
        self._rng = rng
        self._seen: dict[Path, bytes] = {}
        """Every file that ever was there, by the path of its copy."""
        self._copied: set[Path] = set()
        """The copies that are whole; a file never changes under its name."""

    def sync(self, source: Path, target: Path) -> None:
        """Make ``target`` have the files of ``source``, sooner or later."""
        names = sorted(path.name for path in source.iterdir() if not path.is_symlink())
        target.mkdir(parents=True, exist_ok=True)
        if self._rng is not None:
            self._rng.shuffle(names)
        for name in names:
            if target / name not in self._copied:
                self._copy(source / name, target / name)
        for path in list(target.iterdir()):
            if path.name not in names and self._happens(0.7):
                path.unlink()
                self._copied.discard(path)

    def _copy(self, path: Path, copy: Path) -> None:
        content = self._seen[copy] = path.read_bytes()
        if self._rng is None:
            self._finish(copy, content)
            return
        if self._happens(0.3):
            return  # late
        if self._happens(0.2):
            _write(copy, content[: self._rng.randrange(len(content))])  # torn; the rest comes later
            return
        self._finish(copy, content)
        if self._happens(0.2):
            twin = copy.with_name(f"{copy.stem} (1){copy.suffix}")
            _write(twin, self._rng.choice(list(self._seen.values())))
        if self._happens(0.2):
            _write(copy.with_name(f"{copy.stem}.sync-conflict-20261123-0150-ABCDEFG{copy.suffix}"), content)
        if self._happens(0.2):
            old = self._rng.choice(sorted(self._seen))
            _write(old, self._seen[old])  # a deleted file comes back

    def _finish(self, copy: Path, content: bytes) -> None:
        _write(copy, content)
        self._copied.add(copy)

    def _happens(self, chance: float) -> bool:
        return self._rng is None or self._rng.random() < chance


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


class MailTable:
    """A host and its players, each with a separate folder."""

    def __init__(self, root: Path, setup: Setup, tool: SyncTool, options: HostOptions = DEFAULT) -> None:
        self.root, self.tool, self._options = root, tool, options
        self.save = root / "saves" / "mail.rokoko"
        self.save.parent.mkdir(parents=True)
        create(self.save, setup).close()
        self.codes: dict[int, str] = {}
        self.host: GameHost | None = None
        self.mailbox: HostMailbox | None = None
        self.players: dict[int, RemoteGame] = {}
        self.boxes: dict[int, SeatMailbox] = {}
        self.late: list[tuple[m.Request, m.Answer]] = []

    @property
    def folder(self) -> Path:
        """The host's copy of the shared folder."""
        return self.root / "host"

    def copy_of(self, seat: int) -> Path:
        """Return a player's copy of the shared folder."""
        return self.root / f"player-{seat}"

    async def start_host(self) -> HostMailbox:
        """Start the host."""
        game = LocalGame(open_journal(self.save), people=())
        claims = open_claims(self.save, game.setup)
        self.codes |= claims.codes
        self.host = GameHost(game, claims, self._options, Options(), RandomThinker())
        self.mailbox = HostMailbox(self.host, self.save, self.folder)
        await self.mailbox.open()
        return self.mailbox

    async def stop_host(self, flush: bool = True) -> None:
        """Stop the host; without ``flush`` as if it was killed."""
        assert self.mailbox is not None and self.host is not None
        if flush:
            self.host.close()
            await settle()
            await self.mailbox.close()
        else:
            for box in self.mailbox.boxes:
                await box.close()
        self.host.game.close()
        self.host = self.mailbox = None

    def share(self, seat: int) -> None:
        """Sync the folders of the host and of ``seat``."""
        if (self.folder / INFO).exists():
            _write(self.copy_of(seat) / INFO, (self.folder / INFO).read_bytes())
        part = Path(f"seat-{seat + 1}")
        for side, source, target in (
            ("to-seat", self.folder, self.copy_of(seat)),
            ("to-host", self.copy_of(seat), self.folder),
        ):
            if (source / part / side).exists():
                self.tool.sync(source / part / side, target / part / side)

    def enter(self, seat: int) -> SeatMailbox:
        """Return the mailbox of a player that joins or comes back."""
        self.share(seat)
        box = join(self.copy_of(seat), self.codes[seat], self.root / f"records-{seat}")
        box.polls = False
        box.on_late_answer = lambda request, answer: self.late.append((request, answer))
        self.boxes[seat] = box
        return box

    async def start_player(self, seat: int) -> RemoteGame:
        """Start the program of ``seat``, and wait until it knows the game."""
        box = self.enter(seat)
        game = RemoteGame(box.open, m.Hello(token="token-of-no-importance"))
        joining = asyncio.create_task(game.connect())
        self.players[seat] = game
        await self.until(joining.done)
        await joining
        return game

    async def stop_player(self, seat: int) -> None:
        """End the program of ``seat``."""
        self.players.pop(seat).close()
        del self.boxes[seat]
        await settle()

    async def exchange(self) -> None:
        """Let everybody look into the folder once, and sync the folders."""
        await settle()
        for seat, box in self.boxes.items():
            await box.exchange()
            self.share(seat)
        if self.mailbox is not None:
            await self.mailbox.exchange()
            await settle()
            await self.mailbox.exchange()
        for seat, box in self.boxes.items():
            self.share(seat)
            await box.exchange()
        await settle()

    async def until(self, done: Callable[[], bool]) -> None:
        """Exchange files until ``done()``."""
        for _ in range(ROUNDS):
            if done():
                return
            await self.exchange()
        raise AssertionError("the files do not arrive")

    async def start(self, seats: int = 2) -> None:
        """Start the host and the programs of the first ``seats``."""
        await self.start_host()
        for seat in range(seats):
            await self.start_player(seat)
        await self.arrive()

    async def arrive(self) -> None:
        """Wait until everybody knows the position of the host that they may know."""
        assert self.host is not None
        recording = self.host.game.recording
        views = {seat: SeatView(recording, seat) for seat in self.players}
        await self.until(lambda: all(game.position == views[seat].position for seat, game in self.players.items()))

    async def play(self, seat: int, rng: Random) -> None:
        """Let ``seat`` play a random action."""
        game = self.players[seat]
        await self.until(lambda: game.person_to_move == seat)
        task = asyncio.create_task(game.play(rng.choice(game.menu.actions)))
        await self.until(task.done)
        await task

    async def close(self) -> None:
        """Stop everybody."""
        for seat in list(self.players):
            await self.stop_player(seat)
        if self.host is not None:
            await self.stop_host()
