"""Looking back in the test's own process, in short, and at each turn once for all tests."""

from asyncio import sleep
from functools import cache

from rokoko_core.bots.review import Effort, PlayedTurn, TurnReview, review_turn
from rokoko_core.play.bot_process import BotWorker


@cache
def inspected_piece(turn: PlayedTurn) -> TurnReview:
    """A turn looked at in short."""
    return review_turn(turn, Effort(looks=20, deals=2))


class InShort(BotWorker):
    """Thinks elsewhere about everything else."""

    async def review(self, turn: PlayedTurn) -> TurnReview:
        await sleep(0)
        return inspected_piece(turn)
