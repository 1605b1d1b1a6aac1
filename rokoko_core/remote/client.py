"""A game on another machine, or in another program of this one: ``RemoteGame`` plays it through the seat protocol."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from itertools import count
from random import Random

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from rokoko_core.actions import Action
from rokoko_core.components import ComponentError, register
from rokoko_core.components.assembly import Content
from rokoko_core.components.catalogue import from_tables
from rokoko_core.events import Event
from rokoko_core.game import Fence, FenceKind, Game, NothingToRedo, NothingToUndo
from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast, NoForecast
from rokoko_core.play.history import TurnHistory
from rokoko_core.play.menu import AutomaticStep, Menu
from rokoko_core.play.view import NotWritten
from rokoko_core.remote import messages as m
from rokoko_core.remote.connection import Connection, TooLong
from rokoko_core.state import Seat, Setup

FIRST_RETRY, LAST_RETRY = 0.25, 15.0
"""Seconds before the first attempt to connect again, and before each once the pauses have grown."""
KEPT_OBSERVATIONS = 64
"""Decoded observations kept at most."""
FINAL = (m.FarewellCode.PROTOCOL, m.FarewellCode.WRONG_CODE, m.FarewellCode.ELSEWHERE, m.FarewellCode.NO_SPECTATORS)
"""Farewells after which no further attempt would help."""

Open = Callable[[], Awaitable[Connection]]
"""Opens a connection to the host. Raises OSError."""


class Unreachable(Exception):
    """There is no connection: the host said farewell with ``code``, or could not be reached (None)."""

    def __init__(self, code: m.FarewellCode | None = None, detail: str = "") -> None:
        super().__init__(code, detail)
        self.code, self.detail = code, detail


class NotTaken(NotWritten):
    """The host did not take a change; the game is unchanged. ``code`` is None where the connection was lost."""

    def __init__(self, code: m.RefusalCode | None) -> None:
        super().__init__(code)
        self.code = code


class Waiting(NotTaken):
    """The change waits for a host that is there at another time. ``on_confirmed`` tells later if it was refused."""

    def __init__(self) -> None:
        super().__init__(None)


class _ReceivedStep(m.Step, frozen=True, tag="step"):
    observation: msgspec.Raw | UnsetType = UNSET  # type: ignore[assignment]  # decoded when it is looked at


class _ReceivedUpdate(m.Update, frozen=True, tag="update", kw_only=True):
    observation: msgspec.Raw  # type: ignore[assignment]


_Received = m.Welcome | _ReceivedStep | _ReceivedUpdate | m.Seats | m.UndoAsked | m.UndoDecided | m.Answer | m.Farewell
_decode = msgspec.json.Decoder(_Received).decode
_decode_observation = msgspec.json.Decoder(Observation).decode


class RemoteGame:
    """A game that a host keeps, seen and played from one seat of it, or watched. See ``GameControl``.

    ``connect`` opens the first connection; a lost one is opened again by itself. A request that was under way then
    raises ``NotTaken``, and ``on_confirmed`` tells later whether the host had taken it.
    """

    def __init__(self, open_connection: Open, hello: m.Hello) -> None:
        self._open, self._hello = open_connection, hello
        self._connection: Connection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[m.Answer]] = {}
        self._ready = asyncio.Event()
        """Set while the game is connected and known up to its cursor."""
        self.welcome: m.Welcome
        self._steps: list[_ReceivedStep] = []
        self._raw: dict[int, msgspec.Raw] = {}
        """The observations of all positions, as they arrived."""
        self._observations: dict[int, Observation] = {}
        """Those decoded last."""
        self._update: m.Update
        self._cursor = 0
        self._forecasts: dict[Action, Forecast] = {}
        """Forecasts of the present position."""
        self._ahead: dict[Action, asyncio.Task[None]] = {}
        """Forecasts that were asked for before anybody looked at them."""
        self._recording: Game | None = None
        self._fetching: asyncio.Task[None] | None = None
        """Asks for the whole game at its end."""
        self._unconfirmed: tuple[int, int, Action] | None = None
        """(update, position, action) of a play whose answer was lost."""
        self.cuts: list[int] = []
        self.history = TurnHistory(self)
        self.seats: tuple[m.SeatStatus, ...] = ()
        """Who is connected."""
        self.undo_asked: m.UndoAsked | None = None
        """The question before an undo, while it is open."""
        self.lost: Unreachable | None = None
        """Why there is no connection; None while there is one."""
        self.on_update: Callable[[], None] = lambda: None
        """Called after the game, the seats, a question or the connection changed by itself."""
        self.on_undo_decided: Callable[[m.UndoDecided], None] = lambda decided: None
        """Called when the question before an undo is decided."""
        self.confirmations: list[bool] = []
        """What ``on_confirmed`` would have said before anybody set it."""
        self.on_confirmed: Callable[[bool], None] = self.confirmations.append
        """Called after a lost connection: whether the host had taken the last action."""
        self.patience: float | None = None
        """Seconds to wait for the answer to a change, where the host may be there at another time."""
        self.is_waiting: Callable[[], bool] = lambda: False
        """Returns whether a change waits for such a host."""
        self._late: set[int] = set()
        """The changes whose answers are not waited for any more."""

    # ---- the connection

    async def connect(self) -> None:
        """Connect, and receive the game. Raises ``Unreachable``."""
        self._task = asyncio.create_task(self._stay_connected())
        ready = asyncio.create_task(self._ready.wait())
        await asyncio.wait((ready, self._task), return_when=asyncio.FIRST_COMPLETED)
        if not ready.done():
            ready.cancel()
            raise self.lost or Unreachable()

    def close(self) -> None:
        """End the connection; the seat stays claimed."""
        for task in filter(None, (self._task, *self._ahead.values())):
            task.cancel()
        if self._connection is not None:
            self._connection.close()

    @property
    def is_connected(self) -> bool:
        """Whether requests reach the host."""
        return self._ready.is_set()

    async def _stay_connected(self) -> None:
        """Connect again whenever the connection was lost; stop where that cannot help, or never succeeded."""
        pause, succeeded = FIRST_RETRY, False
        while True:
            try:
                await self._follow()
                lost = Unreachable()
            except Unreachable as unreachable:
                lost = unreachable
            except OSError as error:
                lost = Unreachable(None, error.strerror or str(error))
            if self._ready.is_set():
                pause, succeeded = FIRST_RETRY, True
            elif self.lost is not None and lost.code not in FINAL:
                lost = self.lost  # why the connection ended says more than why it cannot be opened again
            self._disconnect(lost)
            if not succeeded or lost.code in FINAL:
                return
            await asyncio.sleep(pause)
            pause = min(2 * pause, LAST_RETRY)

    def _disconnect(self, lost: Unreachable) -> None:
        self.lost = lost
        self._ready.clear()
        if self._connection is not None:
            self._connection.close()
            self._connection = None
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(NotTaken(None))
        self._answers.clear()
        self.on_update()

    async def _follow(self) -> None:
        """Receive messages until the connection ends. Raises OSError and ``Unreachable``."""
        connection = self._connection = await self._open()
        await connection.send(m.encode(self._hello))
        ping = asyncio.create_task(self._ping())
        try:
            while True:
                async with asyncio.timeout(m.IDLE_SECONDS):
                    line = await connection.receive()
                if line is None:
                    return
                await self._take_in(_decode(line))
        except TimeoutError:
            return
        except (TooLong, msgspec.MsgspecError, ComponentError, RecursionError) as error:
            raise Unreachable(m.FarewellCode.BAD_MESSAGE) from error
        finally:
            ping.cancel()

    async def _ping(self) -> None:
        """Show the host from time to time that the connection is alive, and see that it is."""
        while True:
            await asyncio.sleep(m.PING_SECONDS)
            with suppress(NotTaken):
                await self._request(m.Ping(next(self._ids)))

    async def _take_in(self, message: _Received) -> None:
        match message:
            case m.Welcome():
                self._begin(message)
            case _ReceivedStep():
                self._add(message)
            case _ReceivedUpdate():
                await self._apply(message)
            case m.Seats():
                self.seats = message.seats
                self._tell()
            case m.UndoAsked():
                self.undo_asked = message
                self._tell()
            case m.UndoDecided():
                self.undo_asked = None
                self.on_undo_decided(message)
                self._tell()
            case m.Farewell():
                raise Unreachable(message.code)
            case _:
                if message.id in self._late:
                    self._late.remove(message.id)
                    if isinstance(message, m.Refused):
                        self.on_confirmed(False)
                answer = self._answers.pop(message.id, None)
                if answer is not None and not answer.done():
                    answer.set_result(message)

    def _tell(self) -> None:
        if self._ready.is_set():
            self.on_update()

    def _begin(self, welcome: m.Welcome) -> None:
        self.welcome = welcome
        if welcome.components is not None:
            name, tables = welcome.components
            register(from_tables(name, msgspec.json.decode(tables, type=dict[str, Content])))
        self.undo_asked = None
        if not isinstance(welcome.start, UnsetType):
            self._observations.setdefault(0, welcome.start)
            self._raw[0] = msgspec.Raw(m.encode(welcome.start))

    def _add(self, step: _ReceivedStep) -> None:
        """Add a step; one that differs from the step of its number replaces it and all later ones."""
        if step.number < len(self._steps):
            if replace(step, observation=UNSET) == replace(self._steps[step.number], observation=UNSET):
                return
            self._cut(step.number)
        self._steps.append(step)
        if not isinstance(step.observation, UnsetType):
            self._raw[step.number + 1] = step.observation.copy()

    def _cut(self, number: int) -> None:
        self.cuts.append(number)
        del self._steps[number:]
        for kept in (self._raw, self._observations):
            for position in [position for position in kept if position > number]:
                del kept[position]

    async def _apply(self, received: _ReceivedUpdate) -> None:
        """Take in the present position; the observation stays the same object while nothing was played or undone."""
        if received.length < len(self._steps):
            self._cut(received.length)
        position, raw = received.position, received.observation.copy()
        if self._raw.get(position) != raw:
            self._raw[position] = raw
            self._observations.pop(position, None)
        if received.to_move is None and self._recording is None:
            # The end is shown with the whole game. Another task asks for it, as this one has to receive the answer.
            self._fetching = asyncio.create_task(self._fetch_recording(received))
            return
        self._show(received)

    def _show(self, received: _ReceivedUpdate) -> None:
        """Make ``received`` the present position."""
        position = self._cursor = received.position
        fields = {name: getattr(received, name) for name in m.Update.__struct_fields__}
        update = m.Update(**{**fields, "observation": self.observation(position)})
        if not self._ready.is_set() or update.number != self._update.number:
            self._forecasts.clear()
        self._update = update
        self._become_ready()

    async def _fetch_recording(self, end: _ReceivedUpdate) -> None:
        """Ask for the whole game, then show its end."""
        answer = await self._request(m.GetRecording(next(self._ids)))
        if isinstance(answer, m.RecordingAnswer):
            game = Game.new(answer.setup)
            for entry in answer.entries:
                game.repeat(entry)
            self._recording = game
            self._show(end)

    def _become_ready(self) -> None:
        again, self.lost = self.lost is not None, None
        self._ready.set()
        if self._unconfirmed is not None and again:
            update, position, action = self._unconfirmed
            self._unconfirmed = None
            self.on_confirmed(self._update.number > update and self.own_action(position) == action)
        self.on_update()

    async def _request(self, request: m.Request, patience: float | None = None) -> m.Answer:
        """Send ``request`` and return the answer. Raises ``NotTaken`` where the connection is or gets lost.

        Raises ``Waiting`` if the answer takes longer than ``patience`` seconds.
        """
        connection = self._connection
        if connection is None:
            raise NotTaken(None)
        answer = self._answers[request.id] = asyncio.get_running_loop().create_future()
        try:
            await connection.send(m.encode(request))
        except ConnectionError:
            self._answers.pop(request.id, None)
            raise NotTaken(None) from None
        try:
            async with asyncio.timeout(patience):
                received: m.Answer = await answer
        except TimeoutError:
            self._late.add(request.id)
            raise Waiting from None
        return received

    async def _change(self, request: m.Request) -> m.Answer:
        """Make a change. Raises ``NotTaken``."""
        if not self._ready.is_set():
            raise NotTaken(None)
        answer = await self._request(request, self.patience)
        if self._fetching is not None:
            with suppress(NotTaken):  # the answer is here; the end is shown after the next connection
                await asyncio.shield(self._fetching)
        if isinstance(answer, m.Refused):
            if answer.code is m.RefusalCode.NOTHING and isinstance(request, m.UndoTo):
                raise NothingToUndo
            if answer.code is m.RefusalCode.NOTHING and isinstance(request, m.RedoTo | m.RedoTurn):
                raise NothingToRedo
            raise NotTaken(answer.code)
        return answer

    # ---- GameView

    @property
    def setup(self) -> Setup:
        """Players and options; the seed is 0."""
        return self.welcome.setup

    @property
    def viewer(self) -> int | None:
        """The own seat; None for a spectator."""
        return self.welcome.seat

    @property
    def position(self) -> int:
        """The cursor: the number of actions in effect."""
        return self._update.position

    @property
    def length(self) -> int:
        """The number of actions known, those that can be redone included."""
        return len(self._steps)

    @property
    def to_move(self) -> int | None:
        """The seat to decide at the cursor; None after the end."""
        return self._update.to_move

    @property
    def menu(self) -> Menu:
        """What the viewer may do at the cursor."""
        return self._update.menu

    @property
    def hints(self) -> tuple[int, ...]:
        """By seat, the number of positions at which a hint was taken."""
        return self._update.hints

    @property
    def conceding_seat(self) -> int | None:
        """The own seat, while it may give the game up."""
        return None if self.to_move is None or self.viewer in self._update.conceded else self.viewer

    @property
    def since(self) -> int:
        """When the last change was made, in seconds since 1970 UTC."""
        return self._update.since

    def observation(self, position: int | None = None) -> Observation:
        """Return the table at ``position``, by default at the cursor; the same object while it is unchanged."""
        number = self._update.position if position is None else position
        kept = self._observations.get(number)
        if kept is None:
            if len(self._observations) >= KEPT_OBSERVATIONS:
                self._observations = {n: seen for n, seen in self._observations.items() if n == self._cursor}
            kept = self._observations[number] = _decode_observation(self._raw[number])
        return kept

    def opening_events(self) -> tuple[Event, ...]:
        """Return the events of the setup."""
        return self.welcome.opening

    def events(self, number: int) -> tuple[Event, ...]:
        """Return what action ``number`` did, as the viewer may know it. Raises IndexError."""
        return self._steps[number].events

    def events_for(self, number: int, seat: int | None) -> tuple[Event, ...]:
        """Return what action ``number`` did, as the viewer may know it. Raises IndexError."""
        return self.events(number)

    def actor(self, number: int) -> int:
        """Return the seat that took action ``number``. Raises IndexError."""
        return self._steps[number].actor

    def turn_start(self, position: int) -> int:
        """Return where the turn or hand choice that ``position`` is part of began."""
        if position == self.position:
            return self._update.turn_start
        return self._steps[min(position, len(self._steps) - 1)].turn_start if self._steps else 0

    @property
    def round_starts(self) -> Sequence[tuple[int, int]]:
        """(round, first position) of every round reached."""
        starts = [(self.observation(0).table.round, 0)]
        for step in self._steps:
            if step.round != starts[-1][0]:
                starts.append((step.round, step.number + 1))
        return starts

    def own_action(self, number: int) -> Action | None:
        """Return action ``number`` if the viewer took it; else None."""
        return self._steps[number].action if 0 <= number < len(self._steps) else None

    def known_forecast(self, action: Action) -> Forecast | None:
        """Return the forecast of ``action``, if it was asked for at this position; the next ones are fetched ahead."""
        known = self._forecasts.get(action)
        if known is not None:
            self._fetch_ahead(action)
        return known

    def _fetch_ahead(self, action: Action) -> None:
        """Ask for the forecasts before and after ``action``, so that a step in the list need not wait for one."""
        actions = self.menu.actions
        if action not in actions:
            return
        number = actions.index(action)
        for neighbour in actions[max(0, number - 1) : number + 2]:
            if neighbour not in self._forecasts and neighbour not in self._ahead:
                self._ahead[neighbour] = asyncio.create_task(self._forecast_quietly(neighbour))

    async def _forecast_quietly(self, action: Action) -> None:
        try:
            with suppress(NoForecast):
                await self.forecast(action)
        finally:
            self._ahead.pop(action, None)

    async def forecast(self, action: Action) -> Forecast:
        """Return what a legal ``action`` would change. Raises ``NoForecast``."""
        number = self._update.number
        try:
            answer = await self._request(m.AskForecast(next(self._ids), number, action))
        except NotTaken as lost:
            raise NoForecast("the connection was lost") from lost
        if not isinstance(answer, m.ForecastAnswer) or number != self._update.number:
            raise NoForecast("the action is not legal, or the game continued meanwhile")
        self._forecasts[action] = answer.forecast
        return answer.forecast

    # ---- seats

    @property
    def people(self) -> Sequence[int]:
        """The own seat."""
        return () if self.viewer is None else (self.viewer,)

    @property
    def seated(self) -> int | None:
        """The own seat."""
        return self.viewer

    @property
    def person_to_move(self) -> int | None:
        """The own seat while it is to move, no bot plays it and no change waits for the host."""
        seat = self.to_move
        is_person = seat is not None and seat == self.viewer and not self.is_bot(seat)
        return seat if is_person and not self.is_waiting() else None

    @property
    def bot_to_move(self) -> Seat | None:
        """None: the host lets bots move."""
        return None

    @property
    def du_barry_to_move(self) -> bool:
        """True when Madame du Barry's next card is to be turned up (SOLO)."""
        return self.to_move is not None and self.to_move >= len(self.setup.players)

    @property
    def handover(self) -> int | None:
        """None: everybody has a screen of their own."""
        return None

    def is_bot(self, seat: int) -> bool:
        """Return whether an automatic player sits at ``seat``, or plays for its person."""
        return seat < len(self.seats) and self.seats[seat].level is not None

    def sit_down(self) -> None:
        """Do nothing: the viewer is seated."""

    @property
    def bots(self) -> None:
        """None: the host lets bots move."""
        return None

    # ---- what may be done

    def random(self) -> Random:
        """Return the random stream of hints at the cursor."""
        return Random(f"{self.welcome.game}/{self.position}")

    def automatic_step(self, position: int) -> AutomaticStep | None:
        """Return the kind of the own step at ``position`` if it left no choice."""
        if position < self.position:
            return self._steps[position].automatic
        if self.menu.only_end:
            return AutomaticStep.END_TURN
        return AutomaticStep.FORCED if self.menu.forced is not None else None

    @property
    def recording(self) -> Game:
        """The whole game with its secrets, once it is over."""
        assert self._recording is not None, "a game that is not over has secrets"
        return self._recording

    @property
    def can_redo(self) -> bool:
        """True when own actions were undone and nothing was played since."""
        return self._update.can_redo

    def fence(self, target: int) -> Fence | None:
        """Return the first fence between the cursor and ``target``; None when the way is free."""
        fence = self._update.fence
        if fence is not None and target <= fence.position:
            return fence
        strangers = (n for n in range(self.position - 1, target - 1, -1) if self.actor(n) not in self.people)
        number = next((n for n in strangers if not self.is_bot(self.actor(n))), None)
        return Fence(FenceKind.OTHER_ACTED, number, self.actor(number)) if number is not None else None

    async def play(self, action: Action) -> None:
        """Take ``action``; it is on the host's disk when this returns. Raises ``NotTaken``."""
        number, position = self._update.number, self.position
        try:
            await self._change(m.Play(next(self._ids), number, action))
        except NotTaken as refused:
            if refused.code is None and not isinstance(refused, Waiting):
                self._unconfirmed = (number, position, action)
            raise

    async def undo_to(self, position: int, cross: bool = False) -> None:
        """Undo to ``position``; with ``cross`` everybody at the table is asked first. Raises ``NotTaken``."""
        await self._change(m.UndoTo(next(self._ids), self._update.number, position, cross))

    async def redo_to(self, position: int) -> None:
        """Redo own actions up to ``position``. Raises ``NothingToRedo`` and ``NotTaken``."""
        await self._change(m.RedoTo(next(self._ids), self._update.number, position))

    async def redo_turn(self) -> None:
        """Redo up to the start of the next turn. Raises ``NothingToRedo`` and ``NotTaken``."""
        await self._change(m.RedoTurn(next(self._ids), self._update.number))

    async def hint(self) -> None:
        """Record that the viewer was shown the best choices. Raises ``NotTaken``."""
        await self._change(m.TakeHint(next(self._ids), self._update.number))

    async def concede(self, seat: int) -> None:
        """Give the game up. Raises ``NotTaken``."""
        await self._change(m.Concede(next(self._ids)))

    @property
    def undo_needs_consent(self) -> bool:
        """True: an undo across a fence is decided by everybody at the table."""
        return True

    async def replace(self, seat: int, reason: str) -> None:
        """Do nothing: the host replaces its bots."""

    async def answer_undo(self, agrees: bool) -> None:
        """Answer the question before an undo. Raises ``NotTaken``."""
        await self._change(m.AnswerUndo(next(self._ids), self._update.number, agrees))

    async def leave_to_bot(self, level: str) -> None:
        """Let a bot of ``level`` play for the own seat from now on. Raises ``NotTaken``."""
        await self._change(m.LeaveToBot(next(self._ids), level))

    async def take_back(self) -> None:
        """Play for the own seat again. Raises ``NotTaken``."""
        await self._change(m.TakeBack(next(self._ids)))
