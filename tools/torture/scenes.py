"""The start condition of a torture run, drawn from its seed, and a stub for the bots."""

from asyncio import Event
from random import Random

from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.bots.time_limit import Plan
from rokoko_core.observe import Observation
from rokoko_core.play.bot_process import BotWorker
from tools.conditions import Condition, draw_condition


class Stub(BotWorker):
    """Answers at once, after some events, or when hurried; deterministic for a seed and position."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.events = 0
        """Number of input events so far."""
        self._waiting: list[tuple[int, Event]] = []

    def tell(self) -> None:
        """Count an event and send the answers that are due."""
        self.events += 1
        for due, answer in self._waiting:
            if due <= self.events:
                answer.set()
        self._waiting = [(due, answer) for due, answer in self._waiting if due > self.events]

    def hurry(self) -> None:
        for _, answer in self._waiting:
            answer.set()
        self._waiting.clear()

    def warm(self, components: str) -> None:
        """Do nothing: there is no process to start."""

    async def _wait_randomly(self, rng: Random) -> Random:
        """Wait for a random number of events; return the generator for the answer."""
        chance = Random(f"{self.seed}/{rng.random()}")
        wait = chance.choice((0, 0, 1, 5, 20))
        if wait:
            answer = Event()
            self._waiting.append((self.events + wait, answer))
            await answer.wait()
        return chance

    async def _choose(self, view: Observation, rng: Random) -> Action:
        return (await self._wait_randomly(rng)).choice(view.actions)

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        return (await self._choose(view, rng),)

    async def advice(self, view: Observation, rng: Random, budget: float, plan: Plan = ()) -> tuple[Advice, ...]:
        action = await self._choose(view, rng)
        return (Advice(action, (action,), (), (), 0.0, lead=0.0, ground=None),)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        await self._wait_randomly(rng)

    async def review(self, turn: PlayedTurn) -> TurnReview:
        chance = Random(f"{self.seed}/{turn.position}")
        if chance.random() < 0.5:
            await self._choose(turn.view, chance)
        cost = chance.choice((0.0, 1.0, 7.5))
        return TurnReview(turn.position, turn.end, turn.seat, turn.played, turn.played, False, cost, (), ())


def condition_of(seed: int) -> Condition:
    """Return the start condition of ``seed``."""
    return draw_condition(Random(f"scene/{seed}"))
