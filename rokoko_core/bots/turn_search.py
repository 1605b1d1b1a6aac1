"""Ways to play a turn to its end: what a bot chooses among.

A line is followed decision by decision. Where many offers come to the same (two spaces with the same reward, two equal
tiles) one is tried; where the offers are many and the difference small (which tiles pay, which gift to take) the likely
ones are. After the main action the best so far go on to the bonus.
"""

from collections.abc import Callable, Sequence
from heapq import nlargest
from typing import Any, NamedTuple

from rokoko_core.actions import (
    Action,
    BuyPrestige,
    PlayCard,
    SettleSilk,
    SurrenderTile,
    TakeTile,
)
from rokoko_core.bots.evaluation import EVALUATION, Evaluation
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.moves.acquire import price
from rokoko_core.moves.payment import bales
from rokoko_core.pending import (
    BonusOf,
    CardChoice,
    ExamCard,
    HandChoice,
    MainAction,
    Payment,
    Placement,
    RewardTile,
    SilkForPrestige,
    TurnEnd,
)
from rokoko_core.state import State


class Line(NamedTuple):
    """One way to play on to the end of the own turn, or to choose a hand."""

    actions: Plan
    state: State
    """The position where the turn can be ended, or after the hand choice."""
    worth: float
    """How well it leaves the seat, in prestige; to be compared with other lines from the same position only."""
    known: int
    """How many of the actions come before anything hidden has shown itself; at least 1."""


class Breadth(NamedTuple):
    """How much is tried."""

    bonus: int
    """Lines that go on from the main action to the bonus."""
    gifts: int
    """Tiles tried where one is a gift, and ways to pay."""
    tiles: int
    """Kinds of tile tried where one is acquired."""
    cards_alike: bool = False
    """Whether of the cards of one rank only the one with the best bonus is tried."""
    kinds: bool = False
    """Whether the best line of each kind of main action goes on to the bonus, however many others are better."""


WHOLE = Breadth(bonus=10, gifts=3, tiles=12)
"""How a whole turn is planned."""
VARIOUS = WHOLE._replace(kinds=True)
"""How a whole turn is planned where ways of every kind are wanted."""


def lines(state: State, seat: int, breadth: Breadth = WHOLE, evaluation: Evaluation = EVALUATION) -> list[Line]:
    """Ways for ``seat``, who is asked, to play on to the end of the turn, best first; at least one.

    ``state`` is a whole position: deal the hidden pieces first.
    """
    return sorted(_Turn(state, seat, breadth, evaluation).found(), key=lambda line: -line.worth)


def committed(line: Line) -> Plan:
    """What can be said of ``line`` beforehand: its actions until something hidden shows itself, else to the end."""
    asked = line.state.pending[-1] if line.state.pending else None
    if line.known == len(line.actions) and type(asked) is TurnEnd:
        return (*line.actions, *legal_actions(line.state))
    return line.actions[: line.known]


def kind_of(plan: Plan) -> type[Action]:
    """What ``plan`` is about: its main action, or what comes first where none is ahead."""
    return type(plan[1] if len(plan) > 1 and isinstance(plan[0], PlayCard) else plan[0])


class _Turn:
    """The search through one turn."""

    def __init__(self, state: State, seat: int, breadth: Breadth, evaluation: Evaluation):
        self._box = box_of(state)
        self._seat = seat
        self._breadth = breadth
        self._evaluation = evaluation
        self._root = state

    def found(self) -> list[Line]:
        done: list[Line] = []
        open_lines = [Line((), self._root, 0.0, 0)]
        while open_lines:
            quiet = [after for line in open_lines for after in self._settled(line)]
            done += [line for line in quiet if not self._goes_on(line.state)]
            open_lines = self._best([line for line in quiet if self._goes_on(line.state)])
        return done

    def _best(self, found: list[Line]) -> list[Line]:
        """Those of ``found`` that are followed further."""
        most = self._breadth.bonus
        if not self._breadth.kinds or len(found) <= most:
            return nlargest(most, found, key=lambda line: line.worth)
        ranked = sorted(found, key=lambda line: -line.worth)
        kinds: dict[type[Action], Line] = {}
        for line in ranked:
            kinds.setdefault(kind_of(line.actions), line)
        return list({line.actions: line for line in (*ranked[:most], *kinds.values())}.values())

    def _settled(self, line: Line) -> list[Line]:
        """The lines after the decision asked and all that follow from it, up to the bonus or the end of the turn."""
        found: list[Line] = []
        waiting = [line]
        while waiting:
            before = waiting.pop()
            for action in self._tried(before.state):
                after = self._after(before, action)
                if self._is_quiet(after.state):
                    found.append(after._replace(worth=self._evaluation.turn_worth(after.state, self._seat)))
                else:
                    waiting.append(after)
        return found

    def _after(self, line: Line, action: Action) -> Line:
        state = apply_unchecked(line.state, action)
        known = line.known + (line.known == len(line.actions) and not self._shown(line))
        return Line((*line.actions, action), state, 0.0, known)

    def _shown(self, line: Line) -> bool:
        """True when something hidden has come out on the way to where ``line`` stands (HIDDEN-1)."""
        state = line.state
        if len(state.tile_stack) != len(self._root.tile_stack):
            return True
        return bool(line.actions) and bool(state.pending) and type(state.pending[-1]) is ExamCard

    def _goes_on(self, state: State) -> bool:
        """True while a bonus is still to be decided."""
        asked = state.pending[-1] if state.pending else None
        return asked is not None and asked.seat == self._seat and type(asked) is BonusOf

    def _is_quiet(self, state: State) -> bool:
        if not state.pending:
            return True
        asked = state.pending[-1]
        return asked.seat != self._seat or type(asked) in (BonusOf, TurnEnd, CardChoice, HandChoice)

    def _tried(self, state: State) -> Sequence[Action]:
        asked = state.pending[-1]
        narrow = _NARROWED.get(type(asked))
        offers = legal_actions(state)
        return offers if narrow is None or len(offers) == 1 else narrow(self._box, state, offers, self._breadth)


# ---- which offers are tried


def _spaces(box: Box, state: State, offers: Sequence[Any], breadth: Breadth) -> list[Action]:
    """One space of each kind in each hall."""
    kinds: dict[tuple[object, ...], Action] = {}
    for place in offers:
        g = box.guest[place.space]
        kinds.setdefault((g.hall, g.master, g.livre, g.yarn, g.lace, g.tile), place)
    return list(kinds.values())


def _main(box: Box, state: State, offers: Sequence[Action], breadth: Breadth) -> list[Action]:
    """Of equal tiles at one price, one, those with most silk; all else."""
    tiles: dict[tuple[str, int], Action] = {}
    others: list[Action] = []
    for offer in offers:
        if type(offer) is TakeTile:
            tiles.setdefault((state.warehouse[offer.space], price(state, box, offer.space)), offer)
        else:
            others.append(offer)
    best = nlargest(breadth.tiles, tiles, key=lambda of: _silk_worth(box, (of[0],)) - of[1])
    return [*(tiles[of] for of in best), *others]


def _cards(box: Box, state: State, offers: Sequence[Any], breadth: Breadth) -> Sequence[Action]:
    """All cards of the hand, or of each rank the one with the best bonus."""
    if not breadth.cards_alike:
        return offers
    worth = EVALUATION.weights.bonus
    by_rank = {
        box.card[play.card].rank: play
        for play in sorted(offers, key=lambda play: worth.get(box.card[play.card].bonus, 0.0))
    }
    return list(by_rank.values())


def _bonus(box: Box, state: State, offers: Sequence[Action], breadth: Breadth) -> list[Action]:
    """As for a main action; of prestige for Livre all, half of it or a little."""
    if type(offers[0]) is BuyPrestige:
        most = len(offers) - 1
        return [offers[n] for n in sorted({most - 1, most // 2, 0})] + [offers[most]]
    if type(offers[0]) is SurrenderTile:
        return [_dearest(box, offers), offers[-1]]
    return _main(box, state, offers, breadth)


def _silk(box: Box, state: State, offers: Sequence[Any], breadth: Breadth) -> list[Action]:
    """Settle, or lay the tile aside next that brings most."""
    more = [offer for offer in offers if type(offer) is SurrenderTile]
    settle = [offer for offer in offers if type(offer) is SettleSilk]
    return [*settle, _dearest(box, more)] if more else list(settle)


def _dearest(box: Box, offers: Sequence[Any]) -> Action:
    return max(
        (offer for offer in offers if type(offer) is SurrenderTile),
        key=lambda offer: (_silk_worth(box, (offer.tile,)), offer.tile),
    )


def _silk_worth(box: Box, tiles: tuple[str, ...]) -> float:
    y, g, r, b = bales(tiles, box)
    return y + g + 1.8 * r + 2.6 * b


def _payments(box: Box, state: State, offers: Sequence[Any], breadth: Breadth) -> list[Action]:
    """The ways to pay that waste least."""
    return sorted(offers, key=lambda pay: _silk_worth(box, pay.tiles))[: breadth.gifts]


def _gifts(box: Box, state: State, offers: Sequence[Any], breadth: Breadth) -> list[Action]:
    """The tiles with most silk, each kind once."""
    kinds = {state.warehouse[take.space]: take for take in reversed(offers)}
    return sorted(kinds.values(), key=lambda t: -_silk_worth(box, (state.warehouse[t.space],)))[: breadth.gifts]


_NARROWED: dict[type, Callable[[Box, State, Sequence[Any], Breadth], Sequence[Action]]] = {
    CardChoice: _cards,
    MainAction: _main,
    BonusOf: _bonus,
    Placement: _spaces,
    Payment: _payments,
    RewardTile: _gifts,
    SilkForPrestige: _silk,
}
