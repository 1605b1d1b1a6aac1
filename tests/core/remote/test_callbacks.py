"""What a client tells its screen: each change once it is known, and nothing of its own doing as another's."""

from asyncio import sleep
from collections.abc import Callable
from pathlib import Path

from rokoko_core import Seat, Setup
from rokoko_core.actions import ChooseHand
from rokoko_core.remote.client import RemoteGame
from tests.core.remote.hosted import HostedTable, hosted

TWO = Setup((Seat("Ada"), Seat("Bo")), seed=7, first_player=0)


class Screen:
    """Notes what a client tells."""

    def __init__(self, game: RemoteGame) -> None:
        self.game = game
        self.seen: list[tuple[int, int, bool, bool]] = []
        """At each call: position, people connected, whether a question is open, whether the host answers."""
        self.events: list[tuple[object, ...]] = []
        game.on_update = self._note
        game.on_undone = lambda seat, count: self.events.append(("undone", seat, count))
        game.on_undo_decided = lambda decided: self.events.append(("decided", decided.seat, decided.undone))
        game.on_chat = lambda line: self.events.append(("chat", line.seat, line.text))
        game.on_conceded = lambda seat: self.events.append(("conceded", seat))
        game.on_rematch = lambda: self.events.append(("rematch", game.rematch))

    def _note(self) -> None:
        game = self.game
        people = sum(status.connected for status in game.seats)
        self.seen.append((game.position, people, game.undo_asked is not None, game.is_connected))

    async def until(self, condition: Callable[[], bool]) -> None:
        for _ in range(2000):
            if condition():
                return
            await sleep(0)
        raise AssertionError(f"never told: {self.seen[-3:]}, {self.events}")

    async def sees(self, position: int, people: int, asked: bool = False) -> None:
        """Wait until the screen was told exactly this last."""
        await self.until(lambda: self.seen[-1:] == [(position, people, asked, True)])


async def choose_hand(table: HostedTable, game: RemoteGame) -> None:
    await table.settle()
    await game.play(next(action for action in game.menu.actions if isinstance(action, ChooseHand)))


async def test_a_screen_is_told_of_everything_that_others_change(tmp_path: Path) -> None:
    async with hosted(tmp_path, TWO) as table:
        screen = Screen(await table.join(1))
        ada = await table.join(0)
        await screen.sees(0, 2)
        await choose_hand(table, ada)
        await screen.sees(1, 2)
        await choose_hand(table, screen.game)
        await screen.sees(2, 2)
        assert screen.events == []
        await ada.say("hello")
        await screen.until(lambda: screen.events == [("chat", 0, "hello")])
        await table.settle()
        await ada.undo_to(0, cross=True)
        await screen.sees(2, 2, asked=True)
        asked = screen.game.next_question()
        assert asked is not None and screen.game.next_question() is None, "each question once"
        await screen.game.answer_undo(True, asked.number)
        await screen.sees(0, 2)
        assert set(screen.events[1:]) == {("undone", 0, 2), ("decided", 0, True)}
        ada.close()
        await screen.sees(0, 1)
        table.host.close()
        await screen.until(lambda: not screen.seen[-1][3])


async def test_what_the_viewer_did_is_not_told_as_done_by_another(tmp_path: Path) -> None:
    async with hosted(tmp_path, TWO) as table:
        screen, bo = Screen(await table.join(0)), await table.join(1)
        other = Screen(bo)
        await choose_hand(table, screen.game)
        await screen.game.undo_to(0)
        await other.until(lambda: other.events == [("undone", 0, 1)])
        await screen.sees(0, 2)
        assert screen.events == []
        await bo.concede(1)
        await screen.until(lambda: ("conceded", 1) in screen.events)
        await other.until(lambda: ("conceded", 1) in other.events)


async def test_who_wants_a_rematch_is_told_once(tmp_path: Path) -> None:
    async with hosted(tmp_path, TWO) as table:
        table.host.can_rematch = True
        screen, bo = Screen(await table.join(0)), await table.join(1)
        await bo.concede(1)
        await screen.until(lambda: screen.game.to_move is None)
        await bo.want_rematch()
        await screen.until(lambda: ("rematch", (1,)) in screen.events)
        assert (screen.game.rematch, screen.game.rematch_waits_for) == ((1,), (0,))
        assert not table.host.rematch_agreed.is_set()
        await screen.game.want_rematch()
        await screen.until(lambda: ("rematch", (0, 1)) in screen.events)
        assert table.host.rematch_agreed.is_set()
        assert sum(event[0] == "rematch" for event in screen.events) == 2
