"""Looking back in the test's own process, in short, and at each turn once for all tests."""

from asyncio import sleep
from functools import cache

from rokoko_core.bots.review import Effort, PlayedTurn, TurnReview, reviewed
from rokoko_core.play.bot_process import Thinkers


@cache
def looked_at(turn: PlayedTurn) -> TurnReview:
    """A turn looked at in short."""
    return reviewed(turn, Effort(looks=20, deals=2))


class InShort(Thinkers):
    """Thinks elsewhere about everything else."""

    async def review(self, turn: PlayedTurn) -> TurnReview:
        await sleep(0)
        return looked_at(turn)
