"""The host of a game with several screens: the only writer of its save.

It carries out the requests of its sessions, lets bots move, and asks everybody before an undo that needs it.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from secrets import compare_digest
from time import time
from typing import NamedTuple

from msgspec.structs import replace

from rokoko_core.bots import DEFAULT_LEVEL, LEVELS
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.concession import is_ended
from rokoko_core.game import Game, NotAsked, NotConceded, NothingToRedo, NothingToUndo, NotReplaced, Play
from rokoko_core.journal.entries import RULES_VERSION
from rokoko_core.play.driver import GameDriver, Next, PlayOptions, Thinker
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.view import NotWritten
from rokoko_core.refusal import IllegalAction
from rokoko_core.remote import messages as m
from rokoko_core.remote.absence import Absences
from rokoko_core.remote.chat import PHRASES, Chat
from rokoko_core.remote.claims import Claims
from rokoko_core.remote.connection import Connection
from rokoko_core.remote.host_options import Delay, HostOptions
from rokoko_core.remote.seat_view import SeatView
from rokoko_core.remote.session import MOST_SPECTATORS, Rejected, Session
from rokoko_core.remote.undo_consent import UndoQuestion, secret_came_out
from rokoko_core.safe_text import find_name_flaw, find_named, is_chat_line

RETRY_SECONDS = 5.0
"""Seconds after which a bot's move is written again that the disk refused."""


class Turn(NamedTuple):
    """A person's turn, or hand choice."""

    seat: int
    start: int
    """The position it began at."""


class _Refusal(Exception):
    def __init__(self, code: m.RefusalCode) -> None:
        self.code = code


def _check_level(name: str) -> str:
    """Return the level ``name`` of a bot that people may choose. Raises ``_Refusal``."""
    level = LEVELS.get(name)
    if level is None or not level.for_people:
        raise _Refusal(m.RefusalCode.NO_LEVEL)
    return name


class GameHost:
    """Hosts ``game``, of which no person sits at this terminal. All methods run in one event loop."""

    def __init__(
        self, game: LocalGame, claims: Claims, options: HostOptions, play_options: PlayOptions, thinker: Thinker
    ) -> None:
        self.game, self.claims, self.options = game, claims, options
        self.driver = GameDriver(game, play_options, thinker)
        self.sessions: set[Session] = set()
        self.strangers: dict[Session, None] = {}
        """Connections that have not said who they are, the oldest first."""
        self.question: UndoQuestion | None = None
        """The question before an undo, while it is open."""
        self.on_turn: Callable[[Turn], None] = lambda turn: None
        """Called when a person's turn begins."""
        self.now: Callable[[], float] = time
        """Returns the time in seconds since 1970 UTC."""
        self.chat = Chat()
        self.rematch: set[int] = set()
        """The seats that want another game."""
        self.rematch_agreed = asyncio.Event()
        """Set once everybody wants it."""
        self.can_rematch = False
        """Whether whoever runs the host begins another game."""
        self._wake = asyncio.Event()
        self._told: Turn | None = None
        self._clock_from = 0.0
        """No turn began before this time, as far as its clock is concerned."""
        self._public, self._seats, self._spectators = self._views(game.recording, game.cuts)
        self._recount()
        self.absences = Absences(options.absence, self._humans, self.now())

    def _views(self, game: Game, cuts: list[int]) -> tuple[SeatView, list[SeatView], SeatView]:
        """Return the view of what everybody sees, those of the seats, and that of spectators."""
        public = SeatView(game, None, Delay.NONE, cuts)
        delay = self.options.spectators or Delay.NONE
        seats = [SeatView(game, seat, Delay.NONE, cuts) for seat in range(len(game.setup.players))]
        return public, seats, public if delay is Delay.NONE else SeatView(game, None, delay, cuts)

    def _recount(self) -> None:
        """Count the changes recorded so far, so that the numbers of updates grow on after a restart."""
        game, cuts = Game.new(self.game.setup), list[int]()
        public, seats, spectators = self._views(game, cuts)
        counted = (public, *seats, spectators)
        for entry, moment in zip(self.game.recording.entries, self.game.journal.times, strict=True):
            if isinstance(entry, Play) and game.can_redo:
                cuts.append(game.cursor)
            game.repeat(entry)
            for view in counted:
                view.note_change(moment)
        for view, past in zip((self._public, *self._seats, self._spectators), counted, strict=True):
            view.number, view.since = past.number, past.since or int(self.now())

    def view_of(self, seat: int | None) -> SeatView:
        """Return the view of the client at ``seat``, or of all spectators."""
        return self._spectators if seat is None else self._seats[seat]

    # ---- play

    async def run(self) -> None:
        """Let bots move until cancelled."""
        self._wake.set()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self.absences.seconds_left(self.now())):
                    await self._wake.wait()
            self._wake.clear()
            await self.tick()
            self._tell_turn()
            while self._unseated or self._is_bot_due:
                try:
                    await self._replace_conceded()
                    await self._move_bot()
                    if self._is_left_to_bots and self.game.turn_start(self.game.position) == self.game.position:
                        await asyncio.sleep(self.driver.options.think)  # so that people can still return
                except NotWritten:
                    await asyncio.sleep(RETRY_SECONDS)

    @property
    def is_ended(self) -> bool:
        """Whether the game is over, also because of who conceded."""
        return is_ended(self.game.recording)

    async def tick(self) -> None:
        """Do what the time and those present ask for: give seats to bots, and warn whoever is late."""
        now, turn = self.now(), self._public_turn()
        is_new = turn is not None and (self.absences.clock is None or self.absences.clock.turn != turn)
        since = max(self._public.since, self._clock_from)
        if self.absences.follow_turn(turn, since, now) and turn is not None:
            self.on_turn(Turn(*turn))
            is_new = True
        if is_new and self.absences.clock is not None:
            self._tell_seats()
        late = self.absences.find_late(now)
        granted = {} if late is None else {late: self.options.absence.level}
        for seat, level in {**self.absences.list_granted(self._present), **granted}.items():
            with suppress(NotWritten, NotReplaced, OSError):  # tried again at the next change
                await self._give_seat(seat, level)

    def _public_turn(self) -> tuple[int, int] | None:
        """Return the person whose turn it is as everybody knows it, and where the turn began; None for nobody."""
        view, seat = self._public, self._public.to_move
        if seat is None or seat not in self._humans or self.game.is_bot(seat):
            return None
        return seat, view.turn_start(view.position)

    @property
    def _is_bot_due(self) -> bool:
        return not (self.is_ended or self._is_paused) and self.driver.next() is Next.MOVE_BOT

    @property
    def _is_paused(self) -> bool:
        """Whether bots wait, as they play for everybody and nobody watches."""
        return self._is_left_to_bots and all(session.by_mail for session in self.sessions)

    @property
    def _is_left_to_bots(self) -> bool:
        """Whether bots play for all people."""
        return all(map(self.game.is_bot, self._humans))

    async def _move_bot(self) -> None:
        if not self._is_bot_due:
            return
        try:
            ready = await self.driver.plan_move()
        except BadBot as error:
            await self.driver.replace_bot(error)
            self.changed()
            return
        if ready and self.game.bot_to_move is not None and not self.is_ended:
            await self.driver.take_planned_move()
            self.moved()

    def moved(self) -> None:
        """Note that the position changed, and send it to everybody."""
        now = int(self.now())
        for view in self._seats:
            view.note_change(now)
        if self._spectators is not self._public:
            self._spectators.note_change(now)
        if self._public.note_change(now):
            self._decide()
        self.changed()

    def changed(self) -> None:
        """Send what changed to everybody, and let bots move."""
        self._wake.set()
        for session in self.sessions:
            session.wake()

    def _tell_turn(self) -> None:
        game, seat = self.game, self.game.to_move
        if seat is None or self.is_ended or seat >= len(game.setup.players) or game.is_bot(seat):
            return
        turn = Turn(seat, game.turn_start(game.position))
        if turn != self._told:
            self._told = turn
            self.on_turn(turn)

    # ---- seats

    def seats(self) -> m.Seats:
        """Return who is connected."""
        statuses = tuple(map(self._status_of, range(len(self.game.setup.players))))
        waits_for = self._asked_for_rematch - self.rematch if self.rematch else set[int]()
        return m.Seats(statuses, tuple(sorted(self.rematch)), tuple(sorted(waits_for)))

    @property
    def _asked_for_rematch(self) -> set[int]:
        """The people who have a seat; those whose place a bot took only while they are connected."""
        seated = self._humans - set(self.claims.codes)
        return {seat for seat in seated if not self.game.is_bot(seat) or self._sessions_of(seat)}

    def _status_of(self, seat: int) -> m.SeatStatus:
        game, absences, sessions = self.game, self.absences, self._sessions_of(seat)
        level = game.recording.level_of(seat) or (DEFAULT_LEVEL if game.is_bot(seat) else None)
        wish, clock = absences.wishes.get(seat), absences.clock
        is_timed = clock is not None and clock.turn[0] == seat and level is None
        return m.SeatStatus(
            any(not session.by_mail for session in sessions),
            level,
            any(session.by_mail for session in sessions),
            int(absences.away.get(seat, 0)),
            wish.level if wish is not None else "",
            tuple(sorted(wish.agreed)) if wish is not None else (),
            int(clock.end) if clock is not None and is_timed else 0,
            clock is not None and is_timed and clock.warned,
            seat in self.claims.codes,
            self.claims.names.get(seat, ""),
            seat in self.claims.unnamed,
        )

    def _sessions_of(self, seat: int) -> list[Session]:
        return [session for session in self.sessions if session.seat == seat]

    @property
    def _humans(self) -> set[int]:
        """The seats of people."""
        return {seat for seat, player in enumerate(self.game.setup.players) if player.kind == "human"}

    @property
    def _present(self) -> set[int]:
        """The seats of people who are connected and play themselves."""
        connected = {session.seat for session in self.sessions if session.seat is not None and not session.by_mail}
        return connected & self.people

    @property
    def people(self) -> set[int]:
        """The seats that were claimed and that no bot plays; all of them are asked before an undo that needs it."""
        humans = self._humans - {*self.claims.codes, *self.game.recording.conceded}
        return {seat for seat in humans if not self.game.is_bot(seat)}

    def admit(self, hello: m.Hello, access: str = "") -> int | None:
        """Return the seat of a new client, which must name ``access``; None for a spectator.

        Raises ``Rejected`` and OSError.
        """
        if (hello.protocol, hello.rules) != (m.PROTOCOL, RULES_VERSION):
            raise Rejected(m.FarewellCode.PROTOCOL)
        if not compare_digest(hello.access.encode(), access.encode()):
            raise Rejected(m.FarewellCode.WRONG_CODE)
        if not (hello.code or hello.token):
            if self.options.spectators is None:
                raise Rejected(m.FarewellCode.NO_SPECTATORS)
            if sum(session.seat is None for session in self.sessions) >= MOST_SPECTATORS:
                raise Rejected(m.FarewellCode.FULL)
            return None
        seat = self.claims.seat_of(hello.token)
        if seat is None and len(hello.token) >= m.SHORTEST_TOKEN:
            seat = self.claims.claim(hello.code, hello.token)
        if seat is None:
            raise Rejected(m.FarewellCode.WRONG_CODE)
        return seat

    async def enter(self, session: Session) -> None:
        """Add a session; an older one of the same seat ends, unless one of the two is by mail."""
        same_seat = {older for older in self.sessions if session.seat is not None and older.seat == session.seat}
        for older in same_seat:
            if older.by_mail == session.by_mail:
                self.sessions.discard(older)
                older.end(m.FarewellCode.ELSEWHERE)
        if self._is_paused:  # whoever comes plays again
            self._wake.set()
            with suppress(OSError):
                self.claims.note_given(*self._humans.difference(self.game.recording.conceded))
        self.sessions.add(session)
        if session.seat is not None:
            self.absences.arrive(session.seat)
            if session.seat in self.claims.given and not session.by_mail:
                with suppress(NotWritten, NotReplaced, OSError):  # the person may still take the seat back
                    await self._return_seat(session.seat)
        self._tell_seats()

    def leave(self, session: Session) -> None:
        """Remove a session."""
        if session in self.sessions:
            self.sessions.discard(session)
            if session.seat in self._humans and not self._sessions_of(session.seat):
                self.absences.leave(session.seat, self.now())
            self._tell_seats()
            self._wake.set()  # those who are left may agree already

    def _tell_seats(self) -> None:
        """Send who is connected, and for whom an open question waits."""
        for session in self.sessions:
            session.tell_seats()
        self._tell_question()

    # ---- requests

    async def handle(self, seat: int | None, view: SeatView, request: m.Request) -> m.Answer:
        """Carry out ``request`` of the client at ``seat`` and return the answer."""
        if isinstance(request, m.Ping):
            return m.Done(request.id)
        try:
            if isinstance(request, m.Change) and request.update != view.number:
                raise _Refusal(m.RefusalCode.STALE)
            if not isinstance(request, m.GetRecording | m.WantRematch | m.Chat):
                if seat is None:
                    raise _Refusal(m.RefusalCode.NOT_YOURS)
                if self.is_ended or seat in self.game.recording.conceded:  # who conceded only watches
                    raise _Refusal(m.RefusalCode.NOT_NOW)
            return await self._carry_out(seat if seat is not None else -1, view, request)
        except _Refusal as refusal:
            return m.Refused(request.id, refusal.code)
        except IllegalAction:
            return m.Refused(request.id, m.RefusalCode.ILLEGAL)
        except (NothingToUndo, NothingToRedo):
            return m.Refused(request.id, m.RefusalCode.NOTHING)
        except (NotConceded, NotReplaced, NotAsked):
            return m.Refused(request.id, m.RefusalCode.NOT_NOW)
        except NotWritten:
            return m.Refused(request.id, m.RefusalCode.NOT_WRITTEN)

    async def _carry_out(self, seat: int, view: SeatView, request: m.Request) -> m.Answer:
        game = self.game
        match request:
            case m.Play():
                if not view.may_decide:
                    raise _Refusal(m.RefusalCode.NOT_YOURS)
                await game.play(request.action)
                self.moved()
            case m.AskForecast():
                forecast = view.forecast_now(request.action)
                if forecast is None:
                    raise _Refusal(m.RefusalCode.ILLEGAL if view.may_decide else m.RefusalCode.NOT_YOURS)
                return m.ForecastAnswer(request.id, forecast)
            case m.UndoTo():
                return await self._undo(seat, view, request)
            case m.RedoTo():
                await self._redo(view, request.position)
            case m.RedoTurn():
                await self._redo(view, view.next_turn)
            case m.AnswerUndo():
                await self._answer_undo(seat, request)
            case m.TakeHint():
                if not self.options.hints:
                    raise _Refusal(m.RefusalCode.NO_HINTS)
                if not view.may_decide:
                    raise _Refusal(m.RefusalCode.NOT_YOURS)
                await game.hint()
                self.changed()
            case m.Concede():
                await self._concede(seat)
            case m.LeaveToBot():
                await self._stand_in(seat, _check_level(request.level))
            case m.FillSeat():
                await self._fill_seat(seat, request)
            case m.Chat():
                self._say(seat, request)
            case m.WantRematch():
                self._want_rematch(seat)
            case m.GiveName():
                self._name_seat(seat, request.name.strip())
            case m.GiveBack():
                await self._give_back(seat)
            case m.TakeBack():
                await self._return_seat(seat)
            case m.GetRecording():
                if not self.is_ended:
                    raise _Refusal(m.RefusalCode.NOT_NOW)
                return m.RecordingAnswer(request.id, game.setup, tuple(game.recording.entries))
        return m.Done(request.id)

    async def _concede(self, seat: int) -> None:
        """Let ``seat`` give up: the game ends, or a bot plays on for it."""
        await self.game.concede(seat)
        if self.is_ended:
            self._decide()
        with suppress(NotWritten):  # ``run`` tries again
            await self._replace_conceded()
        self._tell_seats()
        self.changed()
        with suppress(NotWritten):  # as in ``_stand_in``
            await self._decide_if_agreed()

    @property
    def _unseated(self) -> list[int]:
        """The seats of people who conceded for whom no bot plays yet."""
        conceded = [] if self.is_ended else self.game.recording.conceded
        return [seat for seat in conceded if not self.game.is_bot(seat)]

    async def _replace_conceded(self) -> None:
        for seat in self._unseated:
            await self.game.stand_in(seat, DEFAULT_LEVEL)

    async def _give_back(self, seat: int) -> None:
        """Free ``seat`` for somebody else; that of the person who hosts stays taken. Raises ``NotWritten``."""
        if seat == self.options.absence.owner or any(session.by_mail for session in self._sessions_of(seat)):
            raise _Refusal(m.RefusalCode.NOT_NOW)
        try:
            self.claims.new_code(seat)
        except OSError as error:
            raise NotWritten(error.errno, error.strerror) from error
        with suppress(NotWritten):  # as in ``_stand_in``
            await self._decide_if_agreed()

    async def _fill_seat(self, seat: int, request: m.FillSeat) -> None:
        """Note that the person at ``seat`` wants a bot to play for one who is away."""
        target, level = request.seat, _check_level(request.level)
        if target not in self.absences.away or self.game.is_bot(target):
            raise _Refusal(m.RefusalCode.NOT_NOW)
        if not self.absences.may_give(target, seat, self.now()):
            raise _Refusal(m.RefusalCode.TOO_EARLY)
        self.absences.wish(target, level, seat)
        granted = self.absences.list_granted(self._present).get(target)
        if granted is None:
            self._tell_seats()
        else:
            await self._give_seat(target, granted)

    def _say(self, seat: int, request: m.Chat) -> None:
        """Let everybody read what ``seat`` says. Raises ``NotWritten``."""
        if seat not in self._humans:
            raise _Refusal(m.RefusalCode.NOT_YOURS)
        if not (request.phrase in PHRASES if request.phrase else is_chat_line(request.text)):
            raise _Refusal(m.RefusalCode.BAD_CHAT)
        if self.chat.is_too_fast(seat, self.now()):
            raise _Refusal(m.RefusalCode.TOO_FAST)
        try:
            line = self.chat.add(seat, "" if request.phrase else request.text, request.phrase, self.now())
        except OSError as error:
            raise NotWritten(error.errno, error.strerror) from error
        for session in self.sessions:
            if session.seat is not None or self.options.shows_chat:
                session.tell(line)

    def chat_for(self, seat: int | None) -> Sequence[m.ChatLine]:
        """Return what the client at ``seat``, or a spectator, may read of the chat."""
        return self.chat.lines if seat is not None or self.options.shows_chat else ()

    def _name_seat(self, seat: int, name: str) -> None:
        """Let everybody know the person at ``seat`` by ``name``. Raises ``NotWritten``."""
        if seat not in self.claims.unnamed:
            raise _Refusal(m.RefusalCode.NOT_NOW)
        if find_name_flaw(name) is not None:
            raise _Refusal(m.RefusalCode.BAD_NAME)
        given = self.claims.names
        players = [player.name for other, player in enumerate(self.game.setup.players) if other != seat]
        if find_named(name, [*players, *given.values()]):
            raise _Refusal(m.RefusalCode.NAME_TAKEN)
        try:
            self.claims.note_name(seat, name)
        except OSError as error:
            raise NotWritten(error.errno, error.strerror) from error
        self._tell_seats()

    def _want_rematch(self, seat: int) -> None:
        if not self.can_rematch:
            raise _Refusal(m.RefusalCode.NO_REMATCH)
        if not self.is_ended or seat in self.rematch:
            raise _Refusal(m.RefusalCode.NOT_NOW)
        if seat not in self._humans:
            raise _Refusal(m.RefusalCode.NOT_YOURS)
        self.rematch.add(seat)
        self._tell_seats()
        if self._asked_for_rematch <= self.rematch:
            self.rematch_agreed.set()

    async def _give_seat(self, seat: int, level: str) -> None:
        """Let a bot play for a person who is away or late, until the next connection. Raises OSError."""
        self.absences.wishes.pop(seat, None)
        self.claims.note_given(*{*self.claims.given, seat})
        await self._stand_in(seat, level)

    async def _return_seat(self, seat: int) -> None:
        """Let the person at ``seat`` play again; the time of the turn starts anew."""
        self._clock_from, self.absences.clock = self.now(), None
        await self._stand_in(seat, "")
        self.claims.note_given(*(other for other in self.claims.given if other != seat))

    async def _stand_in(self, seat: int, level: str) -> None:
        await self.game.stand_in(seat, level)
        self._tell_seats()
        self.changed()
        with suppress(NotWritten):  # the question has ended, and the seat has changed hands all the same
            await self._decide_if_agreed()

    # ---- undo

    async def _redo(self, view: SeatView, position: int) -> None:
        if not view.may_decide:
            raise _Refusal(m.RefusalCode.NOT_YOURS)
        if not view.position < position <= view.length:
            raise _Refusal(m.RefusalCode.NOTHING)
        if not view.may_redo_to(position):
            raise _Refusal(m.RefusalCode.NOT_YOURS)
        await self.game.redo_to(view.place(position))
        self.moved()

    async def _undo(self, seat: int, view: SeatView, request: m.UndoTo) -> m.Answer:
        game = self.game
        if not 0 <= request.position < view.position:
            raise _Refusal(m.RefusalCode.NOTHING)
        if view.may_undo_to(request.position):
            await game.undo_to(view.place(request.position))
            self.moved()
            return m.Done(request.id)
        if secret_came_out(view, request.position):
            raise _Refusal(m.RefusalCode.SECRET_OUT)
        if not request.ask:
            return m.Refused(request.id, m.RefusalCode.FENCED, view.fence(request.position))
        if self.question is not None:
            raise _Refusal(m.RefusalCode.NOT_NOW)
        self.question = UndoQuestion(seat, view.place(request.position), frozenset((seat,)))
        self._tell_question()
        await self._decide_if_agreed()
        return m.Asked(request.id)

    async def _answer_undo(self, seat: int, answer: m.AnswerUndo) -> None:
        question = self.question
        if question is None or answer.question not in (0, question.number):
            raise _Refusal(m.RefusalCode.NOTHING)
        if seat not in (question.seat, *self.people):
            raise _Refusal(m.RefusalCode.NOT_YOURS)
        if not answer.agrees:
            self._decide(refused_by=seat if seat != question.seat else None)
            return
        self.question = replace(question, agreed=question.agreed | {seat})
        self._tell_question()
        await self._decide_if_agreed()

    async def _decide_if_agreed(self) -> None:
        """Carry out the undo once nobody is waited for; the question ends first, so that it is carried out once."""
        question = self.question
        if question is None or question.waits_for(self.people):
            return
        self.question = None
        undone = False
        try:
            await self.game.undo_to(question.place, cross=True)
            undone = True
        finally:
            self._tell_decision(m.UndoDecided(question.seat, undone=undone))
        self.moved()

    def _decide(self, refused_by: int | None = None) -> None:
        """End the question, if one is open: it was refused or withdrawn, or play went on."""
        if self.question is not None:
            decided, self.question = m.UndoDecided(self.question.seat, refused_by), None
            self._tell_decision(decided)

    def _tell_decision(self, decided: m.UndoDecided) -> None:
        for session in self.sessions:
            session.tell(decided)

    def _tell_question(self) -> None:
        if (q := self.question) is None:
            return
        agreed, waits_for = tuple(sorted(q.agreed)), q.waits_for(self.people)
        for session in self.sessions:
            if session.seat is not None:
                view = self.view_of(session.seat)
                session.tell(m.UndoAsked(q.seat, view.index(q.place), view.number, agreed, q.number, waits_for))

    # ---- connections

    async def serve(self, connection: Connection, access: str = "", by_mail: bool = False) -> None:
        """Serve ``connection``, whose client must name ``access``, until it ends."""
        await Session(self, connection, access, by_mail).run()

    def close(self) -> None:
        """Say farewell to all sessions."""
        for session in [*self.strangers, *self.sessions]:
            session.end(m.FarewellCode.CLOSING)
