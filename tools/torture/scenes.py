"""The start condition of a torture run, drawn from its seed, and a stub for the bots."""

from asyncio import Event
from random import Random

from rokoko_core.actions import Action
from rokoko_core.bots.advice import Advice, Ground
from rokoko_core.bots.review import PlayedTurn, TurnReview
from rokoko_core.bots.time_limit import Plan
from rokoko_core.observe import Observation
from rokoko_core.play.bot_process import Thinkers
from tools.conditions import Condition, draw_condition


class Stub(Thinkers):
    """Answers at once, or only after some more events, or when it is hurried; always the same for the same position."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.events = 0
        """How many events there have been; whoever drives the hands counts."""
        self._waiting: list[tuple[int, Event]] = []

    def tell(self) -> None:
        """One more event has been."""
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
        """There is no process to start."""

    async def _taken(self, rng: Random) -> Random:
        """Take as long as chance has it; the chance of what is then answered."""
        chance = Random(f"{self.seed}/{rng.random()}")
        wait = chance.choice((0, 0, 1, 5, 20))
        if wait:
            answer = Event()
            self._waiting.append((self.events + wait, answer))
            await answer.wait()
        return chance

    async def _drawn(self, view: Observation, rng: Random) -> Action:
        return (await self._taken(rng)).choice(view.actions)

    async def plan(self, view: Observation, level: str | None, rng: Random, budget: float) -> Plan:
        return (await self._drawn(view, rng),)

    async def advice(self, view: Observation, rng: Random, budget: float) -> tuple[Advice, ...]:
        action = await self._drawn(view, rng)
        return (Advice(action, (action,), (), (), 0.0, lead=0.0, ground=Ground("nothing", 0.0)),)

    async def ponder(self, view: Observation, rng: Random, budget: float) -> None:
        await self._taken(rng)

    async def review(self, turn: PlayedTurn) -> TurnReview:
        chance = Random(f"{self.seed}/{turn.position}")
        if chance.random() < 0.5:
            await self._drawn(turn.view, chance)
        cost = chance.choice((0.0, 1.0, 7.5))
        return TurnReview(turn.position, turn.end, turn.seat, turn.played, turn.played, False, cost, (), ())


def condition_of(seed: int) -> Condition:
    """Return the start condition of ``seed``."""
    return draw_condition(Random(f"scene/{seed}"))
