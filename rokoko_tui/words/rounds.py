"""The log at the end of a round: income, who starts, what leaves and what is laid out, and the end of the game."""

from rokoko_core.actions import RevealBarry
from rokoko_core.barry import BARRY
from rokoko_core.rounds import HAND, income
from rokoko_core.scoring import final_scores
from rokoko_core.state import NOBODY, State
from rokoko_core.terms import DressEffect
from rokoko_tui.words import pieces
from rokoko_tui.words.solo import taken_spaces
from rokoko_tui.words.telling import Line, Telling, added
from rokoko_tui.words.vocabulary import Vocabulary


def opening(words: Vocabulary, state: State) -> list[Line]:
    """The lines a log begins with, from the first state of a game."""
    who = pieces.seat(words, state.setup, state.first_player)
    return [
        Line("round", None, words.say("chronicle.round.begins", round=state.round)),
        Line("round", state.first_player, words.say("chronicle.round.starts-first", who=who)),
    ]


def round_over(told: Telling) -> None:
    """Income, then the new round or the end of the game."""
    for seat in range(len(told.before.setup.players)):
        told.tell("income", seat, "round.income", livre=income(told.after, told.box, seat))
    if told.over:
        _result(told)
        return
    told.tell("round", None, "round.begins", round=told.after.round)
    _start(told)
    _leaving(told)
    _laid_out(told)
    _hands(told)


def _result(told: Telling) -> None:
    told.tell("end", None, "round.over")
    winners = [sheet for sheet in final_scores(told.after) if sheet.rank == 1]
    names = told.words.listed([told.who(sheet.seat) for sheet in winners])
    key = "round.wins" if len(winners) == 1 else "round.share"
    told.tell("end", winners[0].seat, key, who=names, points=winners[0].total)


def _start(told: Telling) -> None:
    """The Favor card may also have been taken by the very card that ended the round."""
    held = told.before.favor != NOBODY or _barry_took(told)
    told.tell("round", told.after.first_player, "round.starts-favor" if held else "round.starts-still")


def _barry_took(told: Telling) -> bool:
    return isinstance(told.action, RevealBarry) and told.after.first_player == BARRY and _takes_favor(told)


def _takes_favor(told: Telling) -> bool:
    asked, barry = told.before.pending[-1], told.before.barry
    dress = getattr(asked, "dress", "")
    if dress:
        return told.box.dress[dress].effect == DressEffect.EXPERT_FAVOR
    return barry is not None and bool(barry.hand) and told.box.barry[barry.hand[-1]].action == "favor"


def _leaving(told: Telling) -> None:
    """What is cleared from the displays (PREP-2, PREP-4, JB-2)."""
    turn = told.before.turn
    gone = told.after.gone[len(told.before.gone) :]
    unhired = added(turn.deputed if turn is not None else (), gone)
    unhired = tuple(card for card in unhired if card in told.before.hire)
    if unhired:
        told.tell("refill", None, "round.employees-leave", cards=told.cards(unhired))
    cleared = _cleared(told)
    if cleared:
        told.tell(
            "refill", None, "round.discarded", dresses=told.words.listed([told.dress(dress) for dress in cleared])
        )
    jewels = added(told.before.jewels_gone, told.after.jewels_gone)
    for jewel in jewels:
        told.tell("refill", None, "round.jewel-leaves", jewel=pieces.jewel(told.words, jewel))


def _cleared(told: Telling) -> list[str]:
    return [dress for dress in told.before.windows[-2:] if dress]


def _lying(spaces: tuple[str, ...]) -> int:
    return sum(piece != "" for piece in spaces)


def _laid_out(told: Telling) -> None:
    """How many pieces came to each display (PREP-2 to PREP-4, JB-2)."""
    before, after = told.before, told.after
    gone = len(added(before.jewels_gone, after.jewels_gone))
    bought = sum(len(p.jewels) for p in after.players) - sum(len(p.jewels) for p in before.players)
    tiles = _lying(after.warehouse) - _lying(before.warehouse) + len(taken_spaces(told))
    dresses = _lying(after.windows) - _lying(before.windows) + len(_cleared(told))
    jewels = _lying(after.jewels) - _lying(before.jewels) + gone + bought
    told.tell(
        "refill",
        None,
        "round.refill-jewels" if told.box.jewel_prices else "round.refill",
        employees=told.count("employee", len(after.hire)),
        tiles=told.count("tile", tiles),
        dresses=told.count("dress", dresses),
        jewels=told.count("jewel", jewels),
    )
    if before.dresses_waiting and not after.dresses_waiting:
        told.tell("refill", None, "round.waiting")


def _hands(told: Telling) -> None:
    """Cards that came to hands without a choice (HAND-2, HAND-3)."""
    for seat, player in enumerate(told.after.players):
        if len(player.hand) == HAND:
            told.tell("hand", seat, "then.last-three")
        elif player.hand:
            told.tell("hand", seat, "then.last-cards", cards=told.count("card", len(player.hand)))
        elif not told.before.players[seat].supply and player.supply:
            told.tell("hand", seat, "then.new-supply")
