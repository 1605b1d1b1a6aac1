"""Creates the last rounds of the game of the lesson: ``python -m tests.saves.lesson_game``.

Rounds 1 and 2 stay as they are recorded, as the texts of the lesson are about their pieces. Rounds 3 to 5 lead to a
position in which the last two rounds can show surplus silk, the all-halls bonus, statues, ties, fireworks and a crown.
Then a journeyman plays for the pupil until the pupil wins clearly: the lesson starts with the last position. If bots
play differently from before, the pupil's actions may become illegal and need to be chosen again.
"""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random

from rokoko_core import legal_actions
from rokoko_core.actions import (
    Action,
    ChooseHand,
    Decline,
    Depute,
    EndTurn,
    Fund,
    Hire,
    KeepTile,
    MakeDress,
    PayTiles,
    Place,
    PlayCard,
    Rent,
    TakeNotion,
    TakeTile,
)
from rokoko_core.bots import plan
from rokoko_core.engine import to_move
from rokoko_core.game import Game
from rokoko_core.journal import create, read
from rokoko_core.scoring import final_scores
from rokoko_core.state import State
from rokoko_core.terms import Notion
from rokoko_tui.lesson import SCRIPT_PATH

ME = 0
BUYER, SEAMSTRESS, MASTER = "base-apprentice-acquire", "base-journeyman", "base-master"
CLEARLY = 6
"""Required lead in prestige."""
Wanted = Callable[[State, Action], bool]
"""Accepts an action or not."""


def any_of(*kinds: type[Action]) -> Wanted:
    """Accept any action of these kinds."""
    return lambda state, action: isinstance(action, kinds)


def just(wanted: Action) -> Wanted:
    """Accept this action only."""
    return lambda state, action: action == wanted


def hand(*cards: str) -> Wanted:
    """Accept the hand of these employees."""
    return lambda state, action: isinstance(action, ChooseHand) and sorted(action.cards) == sorted(cards)


def buy(space: int) -> tuple[Wanted, Wanted]:
    """Accept the tile on ``space``, kept as silk."""
    return just(TakeTile(space)), any_of(KeepTile)


def rent_out(dress: str, space: str, *tiles: str) -> tuple[Wanted, ...]:
    """Accept ``dress``, paid with ``tiles`` if there is a choice, for the guest ``space``."""
    paid = (just(PayTiles(tiles)),) if tiles else ()
    return just(MakeDress(dress)), *paid, any_of(Rent), just(Place(space))


END = any_of(EndTurn)
YARN, LACE = just(TakeNotion(Notion.YARN)), just(TakeNotion(Notion.LACE))
NEWCOMER, CROWN = "1-notion", "6-crown-notions"
BETWEEN: tuple[Wanted, ...] = (
    *(just(PlayCard(NEWCOMER)), *buy(4), LACE, END),
    *(just(PlayCard(MASTER)), *buy(3), END),
    *(just(PlayCard(BUYER)), *buy(0), *buy(7), END),
    hand(NEWCOMER, BUYER, SEAMSTRESS),
    *(just(PlayCard(SEAMSTRESS)), *rent_out("blue-2", "5.3", "bb:yarn"), *buy(0), YARN, END),
    *(just(PlayCard(BUYER)), any_of(Depute), *buy(1), END),
    *(just(PlayCard(NEWCOMER)), *buy(3), YARN, END),
    hand(NEWCOMER),
    *(just(PlayCard(MASTER)), *rent_out("green-2", "3.2", "gg:yarn/lace", "yg:yarn"), END),
    *(just(PlayCard(MASTER)), *rent_out("yellow-5", "2.1"), END),
    *(just(PlayCard(NEWCOMER)), *buy(5), LACE, END),
)
"""The decisions of rounds 3 to 5."""
LATE: tuple[Wanted, ...] = (
    hand(NEWCOMER, MASTER),
    *(just(PlayCard(SEAMSTRESS)), *rent_out("yellow-3", "4.2"), any_of(Decline), END),
    *(just(PlayCard(MASTER)), just(Fund("statue-1")), END),
    *(just(PlayCard(NEWCOMER)), just(Fund("musician-3")), LACE, END),
    hand(NEWCOMER, SEAMSTRESS),
    *(just(PlayCard(NEWCOMER)), just(Fund("fireworks-2")), YARN, END),
    *(just(PlayCard(MASTER)), just(Hire(CROWN)), END),
)
"""The decisions of rounds 6 and 7 that the lesson requires."""


def let_others_play(game: Game) -> None:
    """Play the opponent's turns up to the pupil's next decision; in round 5 the opponent is a novice."""
    while not game.over and to_move(game.state) != ME:
        level = "novice" if game.state.round == 5 else "apprentice"
        for action in plan(game.state, level, Random(f"{game.setup.seed}/{game.cursor}")):
            game.play(action)


def played(game: Game, script: Sequence[Wanted]) -> Game | None:
    """Return ``game`` with ``script`` and the opponent's turns played; None if that is impossible."""
    let_others_play(game)
    if not script:
        return game
    wanted, *rest = script
    for action in legal_actions(game.state):
        if wanted(game.state, action):
            tried = game.fork(game.cursor)
            tried.play(action)
            if (done := played(tried, rest)) is not None:
                return done
    return None


def find_end(game: Game) -> Game:
    """Play ``game`` to an end at which the pupil has won clearly."""
    for seed in count(1):
        ended = game.fork(game.cursor)
        while not ended.over:
            level = "journeyman" if to_move(ended.state) == ME else "apprentice"
            for action in plan(ended.state, level, Random(f"{seed}/{ended.cursor}")):
                ended.play(action)
        mine, other = final_scores(ended.state)
        print(seed, mine.total, other.total)
        if mine.total >= other.total + CLEARLY:
            return ended
    raise AssertionError("there are seeds without end")


def main() -> None:
    script = read(SCRIPT_PATH).game
    learnt = script.fork(next(n for n in range(script.length) if script.at(n).round == 3))
    late = played(learnt, (*BETWEEN, *LATE))
    assert late is not None, "an action of the pupil is not possible"
    game = find_end(late)
    SCRIPT_PATH.unlink()
    create(SCRIPT_PATH, game.setup, game.entries).close()


if __name__ == "__main__":
    main()
