"""Creates the game of the lesson: ``python -m tests.saves.lesson_game``.

It tries seeds until the pupil can do everything in two rounds, one thing in each turn: buy silk, make a dress of it and
rent it out, hire, take a tile for its notions, take the Favor card, depute an employee, fund a fountain. The rest is
written down for the seed that was found: rounds 3 to 5 lead to a position in which the last two rounds can show ties,
the all-halls bonus, surplus silk, statues, fireworks and a crown. The opponent is a bot. A journeyman plays the pupil's
last turns, until the pupil wins clearly: the lesson starts with the last position.
"""

from collections.abc import Callable, Sequence
from itertools import count
from random import Random

from rokoko_core import Game, Seat, Setup, legal_actions
from rokoko_core.actions import (
    Action,
    ChooseHand,
    ClaimFavor,
    Decline,
    Depute,
    DiscardTile,
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
    UseBonus,
)
from rokoko_core.bots import plan
from rokoko_core.box import box_of
from rokoko_core.engine import to_move
from rokoko_core.journal import create
from rokoko_core.pending import TileInHand
from rokoko_core.scoring import final_scores
from rokoko_core.state import State
from rokoko_core.terms import Notion
from rokoko_tui.lesson.script import SCRIPT_PATH

ME = 0
SEATS = (Seat("Ada"), Seat("Bo", "bot", "apprentice"))
BUYER, HELPER, SEAMSTRESS, MASTER = "base-apprentice-acquire", "base-apprentice-livre", "base-journeyman", "base-master"
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


def enough_silk(state: State, action: Action) -> bool:
    """Accept keeping a tile that, with the tile already kept, is enough for a dress on display."""
    tile = state.pending[-1]
    if not isinstance(action, KeepTile) or not isinstance(tile, TileInHand):
        return False
    box = box_of(state)
    silk = [sum(bales) for bales in zip(*(box.tile[t].silk for t in (*state.players[ME].silk, tile.tile)), strict=True)]
    dresses = [box.dress[name] for name in state.windows[1:3] if name]
    return any(
        not dress.master_only
        and dress.yarn <= 1
        and dress.lace <= 1
        and all(have >= need for have, need in zip(silk, dress.silk, strict=True))
        for dress in dresses
    )


def plain_dress(state: State, action: Action) -> bool:
    """Accept a dress in a window with a price."""
    return isinstance(action, MakeDress) and 1 <= state.windows.index(action.dress) <= 2


def paying_guest(state: State, action: Action) -> bool:
    """Accept a guest space with a reward in Livre."""
    return isinstance(action, Place) and box_of(state).guest[action.space].livre > 0


def useful_employee(state: State, action: Action) -> bool:
    """Accept an employee with a price and a bonus without choices."""
    if not isinstance(action, Hire):
        return False
    card = box_of(state).card[action.card]
    return card.bonus.startswith("gain-") and len([c for c in state.hire if c]) > 1


def newcomer(state: State, action: Action) -> bool:
    """Accept the employee hired this round."""
    return isinstance(action, PlayCard) and not action.card.startswith("base-")


def lower_fountain(state: State, action: Action) -> bool:
    """Accept the fountain with income for dresses."""
    return isinstance(action, Fund) and action.space.startswith("fountain-lower")


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
SCRIPT: tuple[Wanted, ...] = (
    hand(BUYER, SEAMSTRESS, MASTER),
    *(just(PlayCard(BUYER)), any_of(TakeTile), any_of(KeepTile), any_of(TakeTile), enough_silk, END),
    *(just(PlayCard(SEAMSTRESS)), plain_dress, any_of(Rent), paying_guest, any_of(Decline), END),
    *(just(PlayCard(MASTER)), useful_employee, END),
    *(newcomer, any_of(TakeTile), any_of(DiscardTile), any_of(TakeNotion), END),
    hand(SEAMSTRESS),
    *(just(PlayCard(SEAMSTRESS)), any_of(ClaimFavor), any_of(Decline), END),
    *(just(PlayCard(HELPER)), any_of(Depute), any_of(UseBonus), END),
    *(just(PlayCard(MASTER)), lower_fountain, END),
)
"""The pupil's decisions of rounds 1 and 2, in order."""
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
"""The decisions of rounds 6 and 7 that the lesson asks for."""


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
            paying = isinstance(legal_actions(tried.state)[0], PayTiles)
            if isinstance(action, MakeDress) and paying and tried.state.round < 3:
                continue
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


def find_game() -> Game:
    """Return the first suitable game."""
    for seed in count(1):
        learnt = played(Game.new(Setup(SEATS, seed=seed, first_player=ME)), SCRIPT)
        if learnt is not None and learnt.state.round == 3 and (late := played(learnt, (*BETWEEN, *LATE))) is not None:
            return find_end(late)
    raise AssertionError("there are seeds without end")


def main() -> None:
    game = find_game()
    SCRIPT_PATH.unlink(missing_ok=True)
    create(SCRIPT_PATH, game.setup, game.entries).close()
    print(game.setup.seed, game.length)


if __name__ == "__main__":
    main()
