"""A game on another machine, or in another program of this one: ``RemoteGame`` plays it through the seat protocol."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from msgspec import UnsetType

from rokoko_core.actions import Action
from rokoko_core.components import register
from rokoko_core.components.assembly import Content
from rokoko_core.components.catalogue import from_tables
from rokoko_core.game import Game, NothingToRedo, NothingToUndo
from rokoko_core.observe import Observation
from rokoko_core.play.forecast import Forecast, NoForecast
from rokoko_core.play.history import TurnHistory
from rokoko_core.play.menu import AutomaticStep, Menu
from rokoko_core.remote import messages as m
from rokoko_core.remote.link import ANSWER_SECONDS, HostLink, NotTaken, Open, Unreachable
from rokoko_core.remote.received_game import ReceivedGame, ReceivedStep, ReceivedUpdate, decode
from rokoko_core.remote.undo_consent import QuestionRole, role_of, secret_came_out

KEPT_FORECASTS = 16
"""Positions of which forecasts are kept."""


class PositionForecasts(NamedTuple):
    """The forecasts of one position; they depend on nothing but what the viewer sees of it."""

    observation: Observation
    menu: Menu
    forecasts: dict[Action, Forecast]


class Waiting(NotTaken):
    """The change waits for a host that is there at another time. ``on_confirmed`` tells later if it was refused."""

    def __init__(self) -> None:
        super().__init__(None)


class RemoteGame(ReceivedGame):
    """A game that a host keeps, seen and played from one seat of it, or watched. See ``GameControl``.

    ``connect`` opens the first connection; a lost one is opened again by itself. A request that was under way then
    raises ``NotTaken``, and ``on_confirmed`` tells later whether the host had taken it.
    """

    def __init__(self, open_connection: Open, hello: m.Hello) -> None:
        super().__init__()
        self.link = HostLink(open_connection, hello, self._take_in, self._tell_loss)
        self._forecasts: dict[Action, Forecast] = {}
        """Forecasts of the present position."""
        self._kept_forecasts: dict[int, PositionForecasts] = {}
        """Those of the latest positions, which are the same after an undo."""
        self._ahead: dict[Action, asyncio.Task[None]] = {}
        """Forecasts that were asked for before anybody looked at them."""
        self._recording: Game | None = None
        self._is_known = False
        """Whether a position has arrived."""
        self._fetching: asyncio.Task[None] | None = None
        """Asks for the whole game at its end."""
        self._unconfirmed: tuple[int, int, Action] | None = None
        """(update, position, action) of a play whose answer was lost."""
        self.history = TurnHistory(self)
        self.undo_asked: m.UndoAsked | None = None
        """The question before an undo, while it is open."""
        self._answerable = 0
        """The number of the last question that ``next_question`` returned."""
        self.on_update: Callable[[], None] = lambda: None
        """Called after the game, the seats, a question or the connection changed by itself."""
        self.on_undo_decided: Callable[[m.UndoDecided], None] = lambda decided: None
        """Called when the question before an undo is decided."""
        self.on_undone: Callable[[int, int], None] = lambda seat, n: None
        """Called when another seat undid: the seat, and the number of undone actions."""
        self.chat: list[m.ChatLine] = []
        """What was said."""
        self._last_line = 0
        """The number of the last line that was said before the first connection."""
        self._away_since = 0
        """Since when nobody had been at the seat then, in seconds since 1970 UTC; 0 if somebody was."""
        self.is_muted = False
        """Whether what others say is not to interrupt the viewer."""
        self.on_chat: Callable[[m.ChatLine], None] = lambda line: None
        """Called when somebody said something, also while the connection was lost."""
        self.rematch: tuple[int, ...] = ()
        """The seats that want another game."""
        self.rematch_waits_for: tuple[int, ...] = ()
        """The seats that have to want it too."""
        self.on_rematch: Callable[[], None] = lambda: None
        """Called when somebody wants another game."""
        self.on_new_game: Callable[[], object] = lambda: None
        """Called when the host keeps another game of the same people instead; the connection ends."""
        self.on_named: Callable[[], None] = lambda: None
        """Called when somebody gave a name."""
        self.on_given_back: Callable[[], None] = lambda: None
        """Called when the viewer has given the seat back."""
        self.on_conceded: Callable[[int], None] = lambda seat: None
        """Called when a seat has conceded."""
        self.confirmations: list[bool] = []
        """What ``on_confirmed`` would have said before anybody set it."""
        self.on_confirmed: Callable[[bool], None] = self.confirmations.append
        """Called after a lost connection: whether the host had taken the last action."""
        self.patience: float | None = None
        """Seconds to wait for the answer to a change, where the host may be there at another time."""
        self._late: set[int] = set()
        """The changes whose answers are not waited for any more."""

    # ---- the connection

    async def connect(self) -> None:
        """Connect, and receive the game. Raises ``Unreachable``."""
        await self.link.connect()

    def close(self) -> None:
        """End the connection; the seat stays claimed."""
        for task in self._ahead.values():
            task.cancel()
        self.link.close()

    @property
    def is_elsewhere(self) -> bool:
        """Whether another screen of the viewer has taken the seat over."""
        return self.lost is not None and self.lost.code is m.FarewellCode.ELSEWHERE

    def return_to_seat(self) -> None:
        """Take the seat over from another screen of the viewer; ``on_update`` tells when the game is there."""
        if self.is_elsewhere:
            self.link.reconnect()

    @property
    def is_connected(self) -> bool:
        """Whether requests reach the host."""
        return self.link.is_ready

    @property
    def lost(self) -> Unreachable | None:
        """Why there is no connection; None while there is one."""
        return self.link.lost

    async def _take_in(self, line: bytes) -> None:
        match message := decode(line):
            case m.Welcome():
                self._welcome(message)
            case ReceivedStep():
                self._add(message)
            case ReceivedUpdate():
                self._apply(message)
            case m.Seats():
                is_wanted = message.rematch != self.rematch
                self.seats = message.seats
                if self._take_names(message.seats):
                    self._forecasts = self._find_forecasts()
                    self.on_named()
                self.rematch, self.rematch_waits_for = message.rematch, message.rematch_waits_for
                self._tell()
                if is_wanted:
                    self.on_rematch()
            case m.ChatLine():
                self._hear(message)
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
                self.link.resolve(message)

    def _tell_loss(self) -> None:
        self.on_update()

    def _tell(self) -> None:
        if self.is_connected:
            self.on_update()

    def _hear(self, line: m.ChatLine) -> None:
        if not self.chat or line.number > self.chat[-1].number:  # those of before are sent at each connection
            self.chat.append(line)
            if line.number > self._last_line:
                self.on_chat(line)

    @property
    def missed_chat(self) -> list[m.ChatLine]:
        """What others said while nobody was at the viewer's seat, before the first connection."""
        since, last = self._away_since, self._last_line
        lines = [line for line in self.chat if line.number <= last and line.seat != self.viewer]
        return [line for line in lines if line.time >= since] if since else []

    def _welcome(self, welcome: m.Welcome) -> None:
        if self._is_known and welcome.game != self.welcome.game:
            self.close()
            self.on_new_game()
            return
        if not self._is_known:
            self._last_line, self._away_since = welcome.last_line, welcome.away_since
        self.welcome, self.setup = welcome, welcome.setup
        if welcome.components is not None:
            name, tables = welcome.components
            register(from_tables(name, msgspec.json.decode(tables, type=dict[str, Content])))
        self.undo_asked = None
        if not isinstance(welcome.start, UnsetType):
            self._begin(welcome.start)

    def _apply(self, received: ReceivedUpdate) -> None:
        """Take in the present position."""
        self._take_position(received)
        if received.to_move is None and self._recording is None:
            # The end is shown with the whole game. Another task asks for it, as this one has to receive the answer.
            self._fetching = asyncio.create_task(self._fetch_recording(received))
            return
        self._become_ready(received)

    async def _fetch_recording(self, end: ReceivedUpdate) -> None:
        """Ask for the whole game, then show its end."""
        try:
            answer = await self.link.request(m.GetRecording(self.link.next_id()))
        except NotTaken:
            return  # the end is shown after the next connection
        if isinstance(answer, m.RecordingAnswer):
            game = Game.new(self.with_names(answer.setup))
            for entry in answer.entries:
                game.repeat(entry)
            self._recording = game
            self._become_ready(end)

    def _become_ready(self, received: ReceivedUpdate) -> None:
        """Make ``received`` the present position."""
        is_new = not self.is_connected or received.number != self._update.number
        undone = self._cursor - received.position
        conceded = [seat for seat, _ in received.concessions if self._is_known and seat not in self.conceded]
        self._is_known = True
        undoer = self.actor(received.position) if undone > 0 and received.position < self.length else None
        self._show(received)
        if is_new:
            self._forecasts = self._find_forecasts()
        again = self.link.set_ready()
        if self._unconfirmed is not None and again:
            update, position, action = self._unconfirmed
            self._unconfirmed = None
            self.on_confirmed(self._update.number > update and self.own_action(position) == action)
        if undoer is not None and undoer != self.viewer:
            self.on_undone(undoer, undone)
        for seat in conceded:
            self.on_conceded(seat)
        self.on_update()

    async def _change(self, request: m.Request) -> m.Answer:
        """Make a change. Raises ``NotTaken``, and ``Waiting`` where the host may be there at another time."""
        if not self.is_connected:
            raise NotTaken(None)
        try:
            answer = await self.link.request(request, ANSWER_SECONDS if self.patience is None else self.patience)
        except TimeoutError:
            if self.patience is None:
                self.link.drop()
                raise NotTaken(None) from None
            self._late.add(request.id)
            raise Waiting from None
        if self._fetching is not None:
            await asyncio.shield(self._fetching)
        if isinstance(answer, m.Refused):
            if answer.code is m.RefusalCode.NOTHING and isinstance(request, m.UndoTo):
                raise NothingToUndo
            if answer.code is m.RefusalCode.NOTHING and isinstance(request, m.RedoTo | m.RedoTurn):
                raise NothingToRedo
            raise NotTaken(answer.code)
        return answer

    # ---- forecasts

    def _find_forecasts(self) -> dict[Action, Forecast]:
        """Return what is known of the choices at the cursor; later ones are added to it."""
        position, observation, menu = self.position, self.observation(), self.menu
        kept = self._kept_forecasts.pop(position, None)
        if kept is None or kept.observation is not observation or kept.menu != menu:
            kept = PositionForecasts(observation, menu, {})
        self._kept_forecasts[position] = kept
        if len(self._kept_forecasts) > KEPT_FORECASTS:
            del self._kept_forecasts[next(iter(self._kept_forecasts))]
        return kept.forecasts

    def known_forecast(self, action: Action) -> Forecast | None:
        """Return the forecast of ``action``, if it was asked for at this position; the next ones are fetched ahead."""
        known = self._forecasts.get(action)
        if known is not None:
            self._fetch_ahead(action)
        return known

    def fetch_first_forecast(self) -> None:
        """Ask for the forecast of the first choice, which is shown first; not by mail."""
        if self.is_connected and self.patience is None and self.menu.actions:
            self._fetch_ahead(self.menu.actions[0])

    def _fetch_ahead(self, action: Action) -> None:
        """Ask for the forecasts of ``action``, and before and after it: a step in the list need not wait for one."""
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
                await self._ask_forecast(action)
        finally:
            self._ahead.pop(action, None)

    async def forecast(self, action: Action) -> Forecast:
        """Return what a legal ``action`` would change. Raises ``NoForecast``."""
        if (ahead := self._ahead.get(action)) is not None:
            await asyncio.shield(ahead)
        known = self._forecasts.get(action)
        return known if known is not None else await self._ask_forecast(action)

    async def _ask_forecast(self, action: Action) -> Forecast:
        number = self._update.number
        try:
            answer = await self.link.request(m.AskForecast(self.link.next_id(), number, action))
        except NotTaken as lost:
            raise NoForecast("the connection was lost") from lost
        if not isinstance(answer, m.ForecastAnswer) or number != self._update.number:
            raise NoForecast("the action is not legal, or the game continued meanwhile")
        self._forecasts[action] = answer.forecast
        return answer.forecast

    # ---- what may be done

    @property
    def recording(self) -> Game:
        """The whole game with its secrets, once it is over."""
        assert self._recording is not None, "a game that is not over has secrets"
        return self._recording

    async def play(self, action: Action) -> None:
        """Take ``action``; it is on the host's disk when this returns. Raises ``NotTaken``."""
        number, position = self._update.number, self.position
        try:
            await self._change(m.Play(self.link.next_id(), number, action))
        except NotTaken as refused:
            if refused.code is None and not isinstance(refused, Waiting):
                self._unconfirmed = (number, position, action)
            raise

    async def undo_to(self, position: int, cross: bool = False) -> None:
        """Undo to ``position``; with ``cross`` everybody at the table is asked first. Raises ``NotTaken``."""
        await self._change(m.UndoTo(self.link.next_id(), self._update.number, position, cross))

    async def redo_to(self, position: int) -> None:
        """Redo own actions up to ``position``. Raises ``NothingToRedo`` and ``NotTaken``."""
        await self._change(m.RedoTo(self.link.next_id(), self._update.number, position))

    async def redo_turn(self) -> None:
        """Redo up to the start of the next turn. Raises ``NothingToRedo`` and ``NotTaken``."""
        await self._change(m.RedoTurn(self.link.next_id(), self._update.number))

    async def hint(self) -> None:
        """Record that the viewer was shown the best choices. Raises ``NotTaken``."""
        await self._change(m.TakeHint(self.link.next_id(), self._update.number))

    async def concede(self, seat: int) -> None:
        """Give the game up. Raises ``NotTaken``."""
        await self._change(m.Concede(self.link.next_id()))

    def undo_voters(self, target: int) -> Sequence[int] | None:
        """Return the other people who play themselves; None where something hidden came out since ``target``."""
        if secret_came_out(self, target):
            return None
        people = (seat for seat, player in enumerate(self.setup.players) if player.kind == "human")
        return [seat for seat in people if seat not in (self.viewer, *self.conceded) and not self.is_bot(seat)]

    async def replace(self, seat: int, reason: str) -> None:
        """Do nothing: the host replaces its bots."""

    @property
    def question_role(self) -> QuestionRole | None:
        """What the open question before an undo means to the viewer; None while there is none."""
        return role_of(self.undo_asked, self.viewer) if self.undo_asked is not None else None

    def next_question(self) -> m.UndoAsked | None:
        """Return the open question if the viewer has to answer it; each question only once."""
        asked = self.undo_asked
        if asked is None or self.question_role is not QuestionRole.VOTER or asked.number == self._answerable:
            return None
        self._answerable = asked.number
        return asked

    async def answer_undo(self, agrees: bool, question: int = 0) -> None:
        """Answer the question of number ``question``, by default the open one. Raises ``NotTaken``."""
        await self._change(m.AnswerUndo(self.link.next_id(), self._update.number, agrees, question))

    async def withdraw_undo(self) -> None:
        """Withdraw the viewer's own question, if it is still open. Raises ``NotTaken``."""
        if self.undo_asked is not None and self.question_role is QuestionRole.ASKER:
            await self.answer_undo(False, self.undo_asked.number)

    def automatic_step(self, position: int) -> AutomaticStep | None:
        """Return the kind of the own step at ``position`` if it left no choice.

        Nothing is automatic while the viewer asks to undo, as that would withdraw the question.
        """
        is_asking = position == self.position and self.question_role is QuestionRole.ASKER
        return None if is_asking else super().automatic_step(position)

    async def leave_to_bot(self, level: str) -> None:
        """Let a bot of ``level`` play for the own seat from now on. Raises ``NotTaken``."""
        await self._change(m.LeaveToBot(self.link.next_id(), level))

    async def fill_seat(self, seat: int, level: str) -> None:
        """Want a bot of ``level`` to play for the person of ``seat``, who is away. Raises ``NotTaken``."""
        await self._change(m.FillSeat(self.link.next_id(), seat, level))

    async def say(self, text: str = "", phrase: str = "") -> None:
        """Say ``text``, or the ``phrase``, to the others. Raises ``NotTaken``."""
        await self._change(m.Chat(self.link.next_id(), text, phrase))

    @property
    def is_unnamed(self) -> bool:
        """Whether the viewer may give a name."""
        return self.viewer is not None and self.viewer < len(self.seats) and self.seats[self.viewer].is_unnamed

    async def give_name(self, name: str) -> None:
        """Let everybody know the viewer by ``name``. Raises ``NotTaken``."""
        await self._change(m.GiveName(self.link.next_id(), name))

    async def want_rematch(self) -> None:
        """Want another game with the same people. Raises ``NotTaken``."""
        await self._change(m.WantRematch(self.link.next_id()))

    async def give_back(self) -> None:
        """Give the own seat back for somebody else, which ends the connection. Raises ``NotTaken``."""
        await self._change(m.GiveBack(self.link.next_id()))
        self.on_given_back()
        self.close()

    async def take_back(self) -> None:
        """Play for the own seat again. Raises ``NotTaken``."""
        await self._change(m.TakeBack(self.link.next_id()))
