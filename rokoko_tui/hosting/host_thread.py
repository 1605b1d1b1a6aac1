"""A host in a thread of this program, so that neither a screen nor a terminal ever keeps it waiting."""

import asyncio
import os
import shlex
import sys
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING

from msgspec.structs import replace as set_fields

from rokoko_core.game import Game
from rokoko_core.journal import Notice, create, open_journal
from rokoko_core.journal.given_names import with_given_names
from rokoko_core.play.bot_process import BotWorker
from rokoko_core.play.local_game import LocalGame
from rokoko_core.remote.chat import open_chat
from rokoko_core.remote.claims import Claims, load_claims, open_claims
from rokoko_core.remote.connection import Address
from rokoko_core.remote.host import GameHost, Turn
from rokoko_core.remote.host_options import Hosting, HostOptions, WebHosting
from rokoko_core.remote.mailbox.host_mailbox import HostMailbox
from rokoko_core.remote.server import listen_on_port, listen_on_socket, remove_socket
from rokoko_core.state import Setup
from rokoko_tui.hosting.hosted_games import find_person, socket_of
from rokoko_tui.saves.folder import new_path
from rokoko_tui.saves.lock import lock_save
from rokoko_tui.settings.settings import Settings
from rokoko_tui.settings.setups import rematch

if TYPE_CHECKING:
    from rokoko_tui.cli.web_door import WebDoor

FAREWELL_SECONDS = 2.0
"""Most seconds that sessions have to say farewell."""


@dataclass(frozen=True)
class HostPlan:
    """Which game to host, and how people reach it."""

    save: Path
    setup: Setup | None
    """The setup of a new game; None to continue ``save``."""
    socket: Path | None
    """The Unix socket to listen on."""
    mailbox: Path | None = None
    """The shared folder of people who play by mail."""
    group: int | None = None
    """The group that may use the socket too."""
    port: int | None = None
    """The port to listen on, 0 for any free one."""
    options: HostOptions = field(default_factory=HostOptions)
    on_turn: str = ""
    """A command to run when a person's turn begins; empty for none."""
    open_seats: tuple[int, ...] = ()
    """The seats that everybody who is served on this machine may take."""
    invited: Mapping[int, str] = field(default_factory=dict)
    """By seat, the key of the one person who may take it there without a code."""
    new_codes: tuple[int, ...] = ()
    """Seats that get a new code, which makes their old tokens void."""
    web: WebHosting | None = None
    """Where browsers find the seats; None for no browsers."""
    unnamed: tuple[int, ...] = ()
    """The seats whose people may give their names, in a game that was not hosted before."""

    @property
    def hosting(self) -> Hosting:
        """What is kept of it, so that the game can be hosted again."""
        socket, mailbox = (str(path.resolve()) if path is not None else "" for path in (self.socket, self.mailbox))
        invited = dict(self.invited)
        return Hosting(
            self.options, socket, self.group, self.port, mailbox, self.on_turn, self.open_seats, invited, self.web
        )


def plan_again(save: Path) -> HostPlan:
    """Return the plan to host the game in ``save`` as it was last. Raises OSError and ``BadClaims``."""
    claims = load_claims(save)
    was, socket = claims.hosting, socket_of(save, claims)
    mailbox = Path(was.mailbox) if was.mailbox else None
    return HostPlan(
        save,
        None,
        socket,
        mailbox,
        was.group,
        was.port,
        was.options,
        was.on_turn,
        was.open_seats,
        was.invited,
        web=was.web,
    )


class HostThread:
    """Hosts a game until ``stop``. ``start`` returns once it listens."""

    def __init__(self, plan: HostPlan, settings: Settings) -> None:
        self.plan, self._settings = plan, settings
        self.host: GameHost
        self.claims: Claims
        self.addresses: list[Address] = []
        """Where the host listens."""
        self.mailbox: HostMailbox | None = None
        """The mailbox, if there is one."""
        self.door: WebDoor | None = None
        """Where browsers find the seats; it ends with the host."""
        self._started, self._ended = Event(), Event()
        self._is_discarded = False
        self.notice: Notice | None = None
        """What a player should know of the save."""
        self.error: BaseException | None = None
        """What ended the host; None for ``stop``."""
        self._loop = asyncio.new_event_loop()
        self._stopping = asyncio.Event()
        self._thread = Thread(target=self._run, name="host", daemon=True)

    def start(self) -> None:
        """Open the game and listen. Raises ``SaveInUse``, ``BadSave``, ``BadClaims`` and OSError; and for a
        mailbox ``BadMailbox`` and ``MissingExtra``.
        """
        self._thread.start()
        self._started.wait()
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        """Say farewell to everybody, close the game and wait for the end."""
        if self.door is not None:
            self.door.stop()
        with suppress(RuntimeError):  # the loop has ended already
            self._loop.call_soon_threadsafe(self._stopping.set)
        self._ended.wait()

    def renew_code(self, seat: int) -> None:
        """Give ``seat`` a new code. Raises OSError."""

        async def renew() -> None:
            self.claims.new_code(seat)

        asyncio.run_coroutine_threadsafe(renew(), self._loop).result()

    def keep_web(self, web: WebHosting) -> None:
        """Keep where browsers find the seats, so that they find them there again."""

        async def keep() -> None:
            self.plan = replace(self.plan, web=web)
            with suppress(OSError):  # browsers need a new link after a restart
                self.claims.note_hosting(self.plan.hosting)

        asyncio.run_coroutine_threadsafe(keep(), self._loop).result()

    def discard(self) -> None:
        """Stop, and remove a new game, which nobody knows of yet."""
        self._is_discarded = True
        self.stop()

    def wait(self, seconds: float) -> bool:
        """Wait for the end for ``seconds``; return whether the host has ended.

        A signal may interrupt this, after which ``Thread.join`` would take the thread for ended (Python 3.11).
        """
        return self._ended.wait(seconds)

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._serve())
        except BaseException as error:
            self.error = error
        finally:
            self._loop.close()
            self._started.set()
            self._ended.set()

    async def _serve(self) -> None:
        """Host the game, and after each rematch the next one."""
        is_over = False
        while not is_over:
            with ExitStack() as resources:
                is_over = not await self._serve_game(resources)

    async def _serve_game(self, resources: ExitStack) -> bool:
        """Host the game of the plan; return whether another one is planned."""
        plan = self.plan
        resources.enter_context(lock_save(plan.save))
        journal = open_journal(plan.save) if plan.setup is None else create(plan.save, plan.setup, private=True)
        self.notice = journal.notice
        if plan.setup is not None:
            resources.callback(self._remove_unhosted, journal.path)
        game = LocalGame(journal, people=())
        resources.callback(game.close)
        plan.save.chmod(0o600)  # it has everybody's secrets
        claims = open_claims(plan.save, game.setup, plan.unnamed)
        if plan.setup is not None:
            resources.callback(self._remove_unhosted, claims.path)
        claims.note_hosting(plan.hosting)
        for seat in plan.new_codes:
            claims.new_code(seat)
        worker = BotWorker(self._settings.search_processes)
        resources.callback(worker.join)
        resources.callback(worker.stop)
        host = GameHost(game, claims, plan.options, self._settings, worker)
        self.host, self.claims = host, claims  # together, as another thread shows whose code is whose
        host.chat = open_chat(plan.save)
        host.on_turn, host.can_rematch = self._announce_turn, plan.mailbox is None
        mailbox = self.mailbox = HostMailbox(host, plan.save, plan.mailbox) if plan.mailbox is not None else None
        servers: list[asyncio.Server] = []
        tasks: list[asyncio.Task[object]] = []
        try:
            await self._listen(servers, resources)
            if mailbox is not None:
                await mailbox.open()
                tasks.append(asyncio.create_task(mailbox.run()))
            tasks += asyncio.create_task(host.run()), asyncio.create_task(self._stopping.wait())
            agreed = asyncio.create_task(self._wait_for_rematch())
            tasks.append(agreed)
            self._started.set()
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # raises the error that ended it
            return agreed in done
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if mailbox is not None:
                await mailbox.close()
            for server in servers:
                server.close()
            host.close()
            await _finish_tasks()

    async def _listen(self, servers: list[asyncio.Server], resources: ExitStack) -> None:
        """Listen where the plan says; of a port, the number is kept for the next game. Raises OSError."""
        plan, host = self.plan, self.host
        addresses: list[Address] = []
        if plan.socket is not None:
            servers.append(await listen_on_socket(host, plan.socket, plan.group))
            resources.callback(remove_socket, plan.socket)
            addresses.append(Address(plan.socket.resolve()))
        if plan.port is not None:
            servers.append(await listen_on_port(host, plan.port))
            port = servers[-1].sockets[0].getsockname()[1]
            self.plan = replace(plan, port=port)
            addresses.append(Address(None, port, self.claims.access))
        self.addresses = addresses  # another thread may show those of the game before until then

    async def _wait_for_rematch(self) -> None:
        """Wait until everybody wants another game, and plan it: the next save, with the seats rotated by one."""
        host = self.host
        while True:
            await host.rematch_agreed.wait()
            try:
                self.plan = self._plan_rematch(host.game.recording)
                return
            except OSError:  # the disk is full, or the like; it can be wanted again
                host.rematch.clear()
                host.rematch_agreed.clear()

    def _plan_rematch(self, game: Game) -> HostPlan:
        """Return the plan of the next game, whose save and claims are written. Raises OSError."""
        plan, count = self.plan, len(game.setup.players)
        players = (*game.setup.players[1:], game.setup.players[0])  # browsers are known by these names
        setup = set_fields(rematch(game), players=players, first_player=game.setup.first_player)
        seats = {seat: (seat - 1) % count for seat in range(count)}
        absence = plan.options.absence
        owner = None if absence.owner is None else seats[absence.owner]
        options = set_fields(plan.options, absence=set_fields(absence, owner=owner))
        given = {seats[seat]: name for seat, name in self.claims.names.items()}
        save = new_path(plan.save.parent, with_given_names(setup, given))
        following = replace(
            plan,
            save=save,
            setup=None,
            options=options,
            open_seats=tuple(sorted(seats[seat] for seat in plan.open_seats)),
            invited={seats[seat]: key for seat, key in plan.invited.items()},
            new_codes=(),
        )
        create(save, setup, private=True).close()
        try:
            self.claims.carry_over(save, seats, following.hosting)
        except OSError:
            save.unlink()
            raise
        return following

    def _remove_unhosted(self, path: Path) -> None:
        """Remove a file of a new game that could not be hosted, or was discarded."""
        if self._is_discarded or not self._started.is_set():
            with suppress(OSError):
                path.unlink()

    def _announce_turn(self, turn: Turn) -> None:
        if self.plan.on_turn:
            task = asyncio.get_running_loop().create_task(self._run_command(turn))
            task.add_done_callback(lambda done: done.exception())

    async def _run_command(self, turn: Turn) -> None:
        """Run the command of ``on_turn`` without a shell; seat, name, person and game are in its environment."""
        save, seat = self.plan.save, turn.seat
        variables = {
            "ROKOKO_SEAT": str(seat),
            "ROKOKO_NAME": self.claims.names.get(seat, self.host.game.setup.players[seat].name),
            "ROKOKO_PERSON": find_person(save, self.claims, seat),
            "ROKOKO_GAME": str(save),
        }
        with suppress(OSError, ValueError):
            process = await asyncio.create_subprocess_exec(
                *shlex.split(self.plan.on_turn),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=sys.__stderr__ if sys.__stderr__ is not None else asyncio.subprocess.DEVNULL,
                env={**os.environ, **variables},
            )
            await process.wait()


async def _finish_tasks() -> None:
    """Let sessions say farewell for a short time, then end what is left."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    if others:
        _, late = await asyncio.wait(others, timeout=FAREWELL_SECONDS)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
