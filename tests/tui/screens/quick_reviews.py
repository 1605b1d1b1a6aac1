"""Quick reviews in the test process; each turn is reviewed once for all tests."""

from asyncio import sleep
from functools import cache

from rokoko_core.bots.review import Effort, PlayedTurn, TurnReview, review_turn
from rokoko_core.play.bot_process import BotWorker


@cache
def review_quickly(turn: PlayedTurn) -> TurnReview:
    return review_turn(turn, Effort(looks=20, deals=2))


class QuickReviewer(BotWorker):
    """Reviews quickly in the test process; everything else runs in the bot process."""

    async def review(self, turn: PlayedTurn) -> TurnReview:
        await sleep(0)
        return review_quickly(turn)
