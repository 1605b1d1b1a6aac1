"""The question before an undo: with drops, reconnections and messages in any order it never freezes a game."""

import asyncio
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import event, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from rokoko_core import Seat, Setup, legal_actions, to_move
from rokoko_core.actions import PlayCard
from rokoko_core.game import Game, NothingToRedo, NothingToUndo, Undo
from rokoko_core.play.local_game import LocalGame
from rokoko_core.play.menu import AutomaticStep
from rokoko_core.play.replay_game import ReplayGame, Viewer
from rokoko_core.remote import link
from rokoko_core.remote import messages as m
from rokoko_core.remote.client import RemoteGame
from rokoko_core.remote.host import GameHost
from rokoko_core.remote.host_options import HostOptions
from rokoko_core.remote.link import NotTaken
from rokoko_core.remote.undo_consent import QuestionRole, UndoQuestion, role_of, secret_came_out
from tests.core.play.in_memory import MemoryBook
from tests.core.remote.hosted import Options, RandomThinker, hosted, token_of
from tests.core.remote.wiretap import SoldOutClaims

SEATS = st.integers(0, 2)
NAMES = ("Uma", "Vic", "Wes")


class SlowEnd:
    """One end of a connection whose lines arrive one by one, when the test says so."""

    def __init__(self) -> None:
        self.arriving = deque[bytes | None]()
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.other: SlowEnd = self
        self._closed = False

    async def receive(self) -> bytes | None:
        line = None if self._closed else await self._inbox.get()
        self._closed = self._closed or line is None
        return line

    async def send(self, line: bytes) -> None:
        if self._closed:
            raise ConnectionResetError
        self.other.arriving.append(line)

    def deliver(self) -> None:
        """Let the next line arrive."""
        if self.arriving:
            self._inbox.put_nowait(self.arriving.popleft())

    def close(self) -> None:
        """End both directions; what was under way is lost."""
        for end in (self, self.other):
            end._closed = True
            end.arriving.clear()
            end._inbox.put_nowait(None)


class SlowTable:
    """A host and a client for each seat."""

    def __init__(self, people: int) -> None:
        self.game = Game.new(Setup(tuple(Seat(name) for name in NAMES[:people]), 3, first_player=0))
        for _ in range(people):
            self.game.play(legal_actions(self.game.state)[0])
        claims: Any = SoldOutClaims(people)
        local = LocalGame(MemoryBook(self.game), people=())
        self.host = GameHost(local, claims, HostOptions(), Options(), RandomThinker())
        self.ends: dict[int, SlowEnd] = {}
        """The client's end of the last connection of each seat."""
        self.clients = [RemoteGame(self._opener(seat), m.Hello(token=token_of(seat))) for seat in range(people)]
        self._may_connect = [asyncio.Event() for _ in range(people)]
        self._tasks: list[asyncio.Task[None]] = []

    def _opener(self, seat: int) -> link.Open:
        async def open_connection() -> SlowEnd:
            await self._may_connect[seat].wait()
            here, there = SlowEnd(), SlowEnd()
            here.other, there.other = there, here
            self.ends[seat] = here
            self._tasks.append(asyncio.create_task(self.host.serve(there)))
            return here

        return open_connection

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Make a change in the background, as its answer may be lost."""

        async def change() -> None:
            with suppress(NotTaken, NothingToUndo, NothingToRedo):
                await work

        self._tasks.append(asyncio.create_task(change()))

    def drop(self, seat: int) -> None:
        self._may_connect[seat].clear()
        if seat in self.ends:
            self.ends[seat].close()

    def reconnect(self, seat: int) -> None:
        self._may_connect[seat].set()

    async def settle(self) -> None:
        """Let everybody react to what has arrived."""
        for _ in range(25):
            await asyncio.sleep(0)

    async def calm(self, check: Callable[[], None]) -> None:
        """Connect everybody, and let everything arrive; ``check`` after each line."""
        for seat in range(len(self.clients)):
            self.reconnect(seat)
        await self.settle()
        while not all(client.is_connected for client in self.clients) or any(
            end.arriving for here in self.ends.values() for end in (here, here.other)
        ):
            for end in [end for here in self.ends.values() for end in (here, here.other) if end.arriving]:
                end.deliver()
                await self.settle()
                check()
            await self.settle()

    async def connect(self) -> None:
        connecting = [asyncio.create_task(client.connect()) for client in self.clients]
        await self.calm(lambda: None)
        await asyncio.gather(*connecting)

    async def close(self) -> None:
        for client in self.clients:
            client.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


class UndoQuestions(RuleBasedStateMachine):
    """People ask, answer, withdraw, play, leave to bots, and lose their connections."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.retries = patch.multiple(link, FIRST_RETRY=0, LAST_RETRY=0)
        self.retries.start()

    @initialize(people=st.integers(2, 3), asker=SEATS)
    def sit_down_and_ask(self, people: int, asker: int) -> None:
        async def start() -> SlowTable:
            table = SlowTable(people)
            await table.connect()
            return table

        self.table = self.loop.run_until_complete(start())
        self.asked: list[tuple[int, int]] = []
        """(seat, number of the question) whenever somebody was asked."""
        self.open: UndoQuestion | None = None
        self.since = self.seen = 0
        """What everybody sees since the question was asked, and now."""
        self.entries = len(self.table.game.entries)
        self.ask(asker % people, arrives=True, back=1)

    def run(self, work: Coroutine[Any, Any, None] | None = None) -> None:
        """Let ``work`` begin, and everybody react; then check what happened."""

        async def step() -> None:
            if work is not None:
                self.table.begin(work)
            await self.table.settle()

        self.loop.run_until_complete(step())
        self.check_step()

    def check_step(self) -> None:
        host, game = self.table.host, self.table.game
        before, self.open = self.open, host.question
        seen, self.seen = self.seen, host.view_of(None).number
        crossed = [e for e in game.entries[self.entries :] if isinstance(e, Undo) and e.crossed is not None]
        self.entries = len(game.entries)
        if crossed:
            event("undone")
            assert len(crossed) == 1 and self.open is None, "once"
            if before is None:
                assert len(host.people) <= 1, "nobody else had to be asked"
            else:
                assert (crossed[0].to, seen) == (before.place, self.since), "as asked, and nothing was played since"
        if self.open is not None and (before is None or before.number != self.open.number):
            event("asked")
            self.since = self.seen
        if self.open is not None:
            assert self.seen == self.since, "a play withdraws the question"
            assert self.open.place < game.cursor and self.open.waits_for(host.people), "somebody can decide it"
        for seat, client in enumerate(self.table.clients):
            if client.is_connected and (asked := client.next_question()) is not None:
                assert (seat, asked.number) not in self.asked, "nobody is asked twice"
                self.asked.append((seat, asked.number))

    def client(self, seat: int) -> RemoteGame | None:
        """Return the client of ``seat``, if it is connected."""
        clients = self.table.clients
        return clients[seat] if seat < len(clients) and clients[seat].is_connected else None

    def act(self, seat: int, arrives: bool, work: Coroutine[Any, Any, None]) -> None:
        """Let ``seat`` make a change, and the request arrive at once if it ``arrives``."""
        self.run(work)
        if arrives:
            self.deliver(seat, up=True, n=9)
            self.deliver(seat, up=False, n=9)

    @rule(seat=SEATS, arrives=st.booleans(), back=st.integers(1, 4))
    def ask(self, seat: int, arrives: bool, back: int) -> None:
        client = self.client(seat)
        if client is not None and client.position >= 1:
            self.act(seat, arrives, client.undo_to(max(0, client.position - back), cross=True))

    @rule(seat=SEATS, arrives=st.booleans(), agrees=st.booleans())
    def answer(self, seat: int, arrives: bool, agrees: bool) -> None:
        client = self.client(seat)
        if client is not None and client.undo_asked is not None and client.question_role is QuestionRole.VOTER:
            self.act(seat, arrives, client.answer_undo(agrees, client.undo_asked.number))

    @rule(seat=SEATS, arrives=st.booleans())
    def withdraw(self, seat: int, arrives: bool) -> None:
        client = self.client(seat)
        if client is not None and client.question_role is QuestionRole.ASKER:
            self.act(seat, arrives, client.withdraw_undo())

    @rule(seat=SEATS, arrives=st.booleans(), n=st.integers(0, 9))
    def play(self, seat: int, arrives: bool, n: int) -> None:
        client = self.client(seat)
        if client is not None and client.person_to_move is not None:
            self.act(seat, arrives, client.play(client.menu.actions[n % len(client.menu.actions)]))

    @rule(seat=SEATS, arrives=st.booleans())
    def change_player(self, seat: int, arrives: bool) -> None:
        client = self.client(seat)
        if client is not None:
            work = client.take_back() if client.is_bot(seat) else client.leave_to_bot("novice")
            self.act(seat, arrives, work)

    @rule(seat=SEATS, up=st.booleans(), n=st.integers(1, 6))
    def deliver(self, seat: int, up: bool, n: int) -> None:
        for _ in range(n):
            if (here := self.table.ends.get(seat)) is not None and (end := here.other if up else here).arriving:
                end.deliver()
                self.run()

    @rule(seat=SEATS)
    def drop(self, seat: int) -> None:
        if self.client(seat) is not None:
            self.table.drop(seat)
            self.run()

    @rule()
    def calm_down(self) -> None:
        self.loop.run_until_complete(self.table.calm(self.check_step))
        self.check_step()
        question, host = self.table.host.question, self.table.host
        waits_for = question.waits_for(host.people) if question is not None else ()
        for seat, client in enumerate(self.table.clients):
            shown = client.undo_asked
            assert (shown.number if shown else None) == (question.number if question else None), "all see the same"
            if question is not None and shown is not None:
                assert shown.waits_for == waits_for
                assert (client.question_role is QuestionRole.VOTER) == (seat in waits_for)
                assert (seat, question.number) in self.asked or seat not in waits_for, "everybody is asked"
            if client.to_move == seat and not client.is_bot(seat):
                assert client.person_to_move == seat and client.menu.items, "the choices stay usable"

    def teardown(self) -> None:
        try:
            self.calm_down()
            if self.open is not None:
                self.run(self.table.clients[self.open.seat].withdraw_undo())
                self.calm_down()
                assert self.open is None, "the asker can always withdraw"
        finally:
            self.loop.run_until_complete(self.table.close())
            self.loop.close()
            self.retries.stop()


TestUndoQuestions = UndoQuestions.TestCase
TestUndoQuestions.settings = settings(max_examples=15, stateful_step_count=25, deadline=None)


async def test_nothing_is_automatic_while_the_asker_waits(tmp_path: Path) -> None:
    async with hosted(tmp_path, Setup((Seat("Uma"), Seat("Vic")), 3, first_player=0)) as table:
        uma, vic = await table.join_all((0, 1))
        for client in (uma, vic, uma):
            await table.settle()
            await client.play(client.menu.actions[0])
        while not uma.menu.only_end:
            await uma.play(uma.menu.actions[-1])
        assert uma.automatic_step(uma.position) is AutomaticStep.END_TURN
        await uma.undo_to(0, cross=True)
        assert uma.question_role is QuestionRole.ASKER
        assert uma.automatic_step(uma.position) is None
        await uma.withdraw_undo()
        assert uma.automatic_step(uma.position) is AutomaticStep.END_TURN


@pytest.mark.parametrize(
    ("viewer", "role"),
    [(0, QuestionRole.ASKER), (1, QuestionRole.VOTER), (2, QuestionRole.OTHER), (None, QuestionRole.OTHER)],
)
def test_what_a_question_means_to_a_viewer(viewer: int | None, role: QuestionRole) -> None:
    assert role_of(m.UndoAsked(0, 3, 9, (0, 2), 5, (1,)), viewer) is role


def test_a_hand_that_everybody_knew_is_no_secret() -> None:
    """HAND-2: after a round the supply holds the only cards that its owner has not played."""
    game = Game.new(Setup((Seat("Uma"), Seat("Vic")), 3, first_player=0))
    while game.state.round < 2:
        game.play(legal_actions(game.state)[-1])
    end = game.cursor - 1  # the last action of round 1
    last = to_move(game.at(end))
    view = ReplayGame(game, Viewer(last))
    forced = [move for e in view.events(end) for move in e.moved if move.shown and move.start.seat not in (None, last)]
    assert forced, "the other takes the rest of the supply"
    assert not secret_came_out(view, end)
    earlier = next(
        n for n in range(end, -1, -1) if n < end and isinstance(game.actions[n], PlayCard) and view.actor(n) != last
    )
    assert secret_came_out(view, earlier), "a card of the other's hand"
