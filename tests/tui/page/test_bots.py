"""Bots of the static page: those that search compute in the other web worker, the others at once."""

import asyncio
from random import Random

import pytest

from rokoko_core import Seat, Setup, new_state, observe, to_move
from rokoko_core.bots.external_bots import BadBot
from rokoko_core.observe import Observation
from rokoko_tui.page.bots import BotServer, BotTask, MessageKind, PageBotRunner, decode


class OtherWorker:
    """Keeps what a runner posts, and answers when told."""

    def __init__(self) -> None:
        self.posted: list[tuple[MessageKind, bytes | int]] = []
        self.runner = PageBotRunner(lambda kind, content: self.posted.append((kind, content)))
        self.ended = 0
        self._server = BotServer(lambda: self.ended)

    @property
    def tasks(self) -> list[bytes]:
        return [content for _, content in self.posted if isinstance(content, bytes)]

    def answer(self, task: bytes) -> None:
        self.runner.receive(self._server.answer(task))


@pytest.fixture
def other() -> OtherWorker:
    return OtherWorker()


@pytest.fixture
def view() -> Observation:
    state = new_state(Setup((Seat("Ada"), Seat("Bo")), 5, first_player=0))
    return observe(state, to_move(state))


async def test_a_bot_that_does_not_search_answers_without_the_other_worker(
    other: OtherWorker, view: Observation
) -> None:
    plan = await other.runner.plan(view, "journeyman", Random(1), 2.0)
    assert plan[0] in view.actions
    assert other.posted == []


async def test_a_search_is_answered_by_the_other_worker(other: OtherWorker, view: Observation) -> None:
    other.ended = 1  # so that it takes the first plan
    waiting = asyncio.create_task(other.runner.plan(view, "master", Random(1), 60.0))
    await asyncio.sleep(0)
    (task,) = other.tasks
    assert not waiting.done()
    other.answer(task)
    assert (await waiting)[0] in view.actions


async def test_the_component_set_is_sent_once(other: OtherWorker, view: Observation) -> None:
    other.ended = 2
    for _ in range(2):
        waiting = asyncio.create_task(other.runner.advice(view, Random(1), 60.0))
        await asyncio.sleep(0)
        other.answer(other.tasks[-1])
        await waiting
    tasks: list[BotTask] = [decode(task) for task in other.tasks]
    assert [task.components is not None for task in tasks] == [True, False]


async def test_hurry_ends_the_present_task(other: OtherWorker, view: Observation) -> None:
    waiting = asyncio.create_task(other.runner.plan(view, "master", Random(1), 60.0))
    await asyncio.sleep(0)
    other.runner.hurry()
    assert other.posted[-1] == ("end", 1)
    waiting.cancel()


async def test_an_error_of_a_bot_is_raised_here(other: OtherWorker, view: Observation) -> None:
    with pytest.raises(BadBot):
        await other.runner.plan(view, "nobody", Random(1), 1.0)


async def test_a_lost_worker_is_replaced_here(other: OtherWorker, view: Observation) -> None:
    waiting = asyncio.create_task(other.runner.plan(view, "master", Random(1), 0.01))
    await asyncio.sleep(0)
    other.runner.lose_worker()
    assert (await waiting)[0] in view.actions
    assert (await other.runner.plan(view, "master", Random(1), 0.01))[0] in view.actions
    assert len(other.tasks) == 1


async def test_a_cancelled_task_is_ended_and_its_late_answer_dropped(other: OtherWorker, view: Observation) -> None:
    waiting = asyncio.create_task(other.runner.plan(view, "master", Random(1), 60.0))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert other.posted[-1] == ("end", 1)
    other.ended = 1
    other.answer(other.tasks[0])
