"""Lines: the ways to play a turn to its end, from which a bot chooses.

Lines are extended decision by decision. Of equivalent actions (spaces with the same reward, equal tiles) one is tried,
of many similar ones (payments, gifts) the likely ones. After the main action only the best lines continue to the
bonus.
"""

from collections.abc import Callable, Sequence
from heapq import nlargest
from operator import attrgetter
from typing import Any, NamedTuple

from rokoko_core.actions import (
    Action,
    BuyPrestige,
    ClaimFavor,
    Depute,
    Fund,
    PlayCard,
    SettleSilk,
    SurrenderTile,
    TakeTile,
)
from rokoko_core.bonuses import is_gain
from rokoko_core.bots.evaluation import EVALUATION, Evaluation
from rokoko_core.bots.time_limit import Plan
from rokoko_core.box import Box, box_of
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.moves import fund
from rokoko_core.moves.acquire import price
from rokoko_core.moves.payment import bales
from rokoko_core.pending import (
    BonusOf,
    CardChoice,
    Effect,
    ExamCard,
    HandChoice,
    JewelOffer,
    MainAction,
    Payment,
    Placement,
    RewardTile,
    SilkForPrestige,
    TurnEnd,
)
from rokoko_core.state import State


class Line(NamedTuple):
    """A sequence of actions to the end of the own turn, or a hand choice."""

    actions: Plan
    state: State
    """The state where the turn can end, or after the hand choice."""
    worth: float
    """Evaluation in prestige; comparable only with lines from the same state."""
    known: int
    """Number of actions until something hidden is revealed; at least 1."""


class Breadth(NamedTuple):
    """How many alternatives are tried."""

    bonus: int
    """Lines that continue from the main action to the bonus."""
    gifts: int
    """Free tiles and payments."""
    tiles: int
    """Kinds of tile to acquire."""
    cards_alike: bool = False
    """Whether only the card with the best bonus of each rank is tried."""
    kinds: bool = False
    """Whether the best line of each kind of main action always continues to the bonus."""


WHOLE = Breadth(bonus=10, gifts=3, tiles=12)
"""The default."""
VARIOUS = WHOLE._replace(kinds=True)
"""The default, with lines of every kind of main action."""


def best_line(state: State, seat: int, breadth: Breadth) -> Line:
    """Return the first of ``lines``."""
    return max(_TurnSearch(state, seat, breadth, EVALUATION).lines(), key=attrgetter("worth"))


def lines(state: State, seat: int, breadth: Breadth = WHOLE, evaluation: Evaluation = EVALUATION) -> list[Line]:
    """Return lines to the end of the turn for ``seat``, which is to move, best first; at least one.

    ``state`` must be complete: deal the hidden pieces first.
    """
    return sorted(_TurnSearch(state, seat, breadth, evaluation).lines(), key=lambda line: -line.worth)


def committed(line: Line) -> Plan:
    """Return the actions of ``line`` until something hidden is revealed, else to the end of the turn."""
    decision = line.state.pending[-1] if line.state.pending else None
    if line.known == len(line.actions) and type(decision) is TurnEnd:
        return (*line.actions, *legal_actions(line.state))
    return line.actions[: line.known]


def kind_of(plan: Plan) -> type[Action]:
    """Return the type of the main action after a card, else of the first action."""
    return type(plan[1] if len(plan) > 1 and isinstance(plan[0], PlayCard) else plan[0])


class _TurnSearch:
    def __init__(self, state: State, seat: int, breadth: Breadth, evaluation: Evaluation):
        self._box = box_of(state)
        self._seat = seat
        self._breadth = breadth
        self._evaluation = evaluation
        self._root = state

    def lines(self) -> list[Line]:
        complete: list[Line] = []
        open_lines = [Line((), self._root, 0.0, 0)]
        while open_lines:
            with_bonus: list[Line] = []
            for line in open_lines:
                for after in self._extend(line):
                    (with_bonus if self._has_bonus(after.state) else complete).append(after)
            open_lines = self._best(with_bonus)
        return complete

    def _best(self, candidates: list[Line]) -> list[Line]:
        """Return the lines to extend further."""
        most = self._breadth.bonus
        if not self._breadth.kinds or len(candidates) <= most:
            return nlargest(most, candidates, key=lambda line: line.worth)
        ranked = sorted(candidates, key=lambda line: -line.worth)
        kinds: dict[type[Action], Line] = {}
        for line in ranked:
            kinds.setdefault(kind_of(line.actions), line)
        return list({line.actions: line for line in (*ranked[:most], *kinds.values())}.values())

    def _extend(self, line: Line) -> list[Line]:
        """Return ``line`` extended to the bonus or the end of the turn, in all ways that are tried."""
        extended: list[Line] = []
        turn_worth, seat = self._evaluation.turn_worth, self._seat
        stack = [line]
        while stack:
            before = stack.pop()
            actions, state, _, known = before
            known += known == len(actions) and not self._has_revealed(before)
            for action in self._candidates(state):
                after = apply_unchecked(state, action)
                if self._is_quiet(after):
                    extended.append(Line((*actions, action), after, turn_worth(after, seat), known))
                else:
                    stack.append(Line((*actions, action), after, 0.0, known))
        return extended

    def _has_revealed(self, line: Line) -> bool:
        """Return True if the line has revealed something hidden (HIDDEN-1)."""
        state = line.state
        if len(state.tile_stack) != len(self._root.tile_stack):
            return True
        return bool(line.actions) and bool(state.pending) and type(state.pending[-1]) is ExamCard

    def _has_bonus(self, state: State) -> bool:
        """Return True if the seat has a bonus to decide."""
        decision = state.pending[-1] if state.pending else None
        return decision is not None and decision.seat == self._seat and type(decision) is BonusOf

    def _is_quiet(self, state: State) -> bool:
        if not state.pending:
            return True
        decision = state.pending[-1]
        return type(decision) in _QUIET or decision.seat != self._seat

    def _candidates(self, state: State) -> Sequence[Action]:
        filter_actions = _FILTERS.get(type(state.pending[-1]))
        actions = legal_actions(state)
        if filter_actions is None or len(actions) == 1:
            return actions
        return filter_actions(self._box, state, actions, self._breadth)


_QUIET = frozenset({BonusOf, TurnEnd, CardChoice, HandChoice})
"""Decisions at which a line is evaluated."""

# ---- filters: the legal actions that are tried. Where one only gains, the last action, which declines, is not.


def _spaces(box: Box, state: State, actions: Sequence[Any], breadth: Breadth) -> list[Action]:
    """Return one space of each kind in each hall."""
    kinds: dict[tuple[object, ...], Action] = {}
    for place in actions:
        g = box.guest[place.space]
        kinds.setdefault((g.hall, g.master, g.livre, g.yarn, g.lace, g.tile), place)
    return list(kinds.values())


def _main(box: Box, state: State, actions: Sequence[Action], breadth: Breadth) -> list[Action]:
    """Return the tiles with the most silk, one of each kind and price, and all other actions."""
    tiles: dict[tuple[str, int], Action] = {}
    others: list[Action] = []
    only_gains = False
    for action in actions:
        if type(action) is TakeTile:
            cost = price(state, box, action.space)
            only_gains = only_gains or not cost
            tiles.setdefault((state.warehouse[action.space], cost), action)
        else:
            only_gains = only_gains or type(action) is ClaimFavor
            others.append(action)
    if only_gains:
        others.pop()
    best = nlargest(breadth.tiles, tiles, key=lambda key: silk_worth(box, (key[0],)) - key[1])
    return [*(tiles[key] for key in best), *others]


def _cards(box: Box, state: State, actions: Sequence[Any], breadth: Breadth) -> Sequence[Action]:
    """Return all cards of the hand, or the one with the best bonus of each rank."""
    if not breadth.cards_alike:
        return actions
    worth = EVALUATION.weights.bonus
    by_rank = {
        box.card[play.card].rank: play
        for play in sorted(actions, key=lambda play: worth.get(box.card[play.card].bonus, 0.0))
    }
    return list(by_rank.values())


def _bonus(box: Box, state: State, actions: Sequence[Action], breadth: Breadth) -> list[Action]:
    """Filter as for a main action; of the amounts of prestige to buy, return the most, half, the least and none."""
    decision, cheapest = state.pending[-1], actions[0]
    is_free = isinstance(cheapest, Fund) and fund.price(box, decision, cheapest.space) == 0
    if is_free or (isinstance(decision, BonusOf) and is_gain(state, box, decision)):
        actions = actions[:-1]
    if type(actions[0]) is BuyPrestige:
        most = len(actions) - 1
        return [actions[n] for n in sorted({most - 1, most // 2, 0})] + [actions[most]]
    if type(actions[0]) is SurrenderTile:
        return [_most_silk(box, actions), actions[-1]]
    return _main(box, state, actions, breadth)


def _jewels(box: Box, state: State, actions: Sequence[Any], breadth: Breadth) -> Sequence[Action]:
    """Return all jewels, and the option to buy none if each costs something."""
    return actions if all(box.jewel_prices[take.space] for take in actions[:-1]) else actions[:-1]


def _effect(box: Box, state: State, actions: Sequence[Any], breadth: Breadth) -> Sequence[Action]:
    """Return all actions: tiles and jewels are free, a deputed employee is not (EXPERT-1)."""
    return actions if isinstance(actions[0], Depute) else actions[:-1]


def _silk(box: Box, state: State, actions: Sequence[Any], breadth: Breadth) -> list[Action]:
    """Return the action that settles, and the tile with the most silk to surrender."""
    surrender = [action for action in actions if type(action) is SurrenderTile]
    settle = [action for action in actions if type(action) is SettleSilk]
    return [*settle, _most_silk(box, surrender)] if surrender else list(settle)


def _most_silk(box: Box, actions: Sequence[Any]) -> Action:
    return max(
        (action for action in actions if type(action) is SurrenderTile),
        key=lambda action: (silk_worth(box, (action.tile,)), action.tile),
    )


def silk_worth(box: Box, tiles: tuple[str, ...]) -> float:
    """Return the worth of the silk of ``tiles``: 1 for a common bale, more for a red or blue one."""
    y, g, r, b = box.tile[tiles[0]].silk if len(tiles) == 1 else bales(tiles, box)
    return y + g + 1.8 * r + 2.6 * b


def _payments(box: Box, state: State, actions: Sequence[Any], breadth: Breadth) -> list[Action]:
    """Return the payments that waste the least silk."""
    return sorted(actions, key=lambda pay: silk_worth(box, pay.tiles))[: breadth.gifts]


def _gifts(box: Box, state: State, actions: Sequence[Any], breadth: Breadth) -> list[Action]:
    """Return the tiles with the most silk, one of each kind."""
    kinds = {state.warehouse[take.space]: take for take in reversed(actions)}
    return sorted(kinds.values(), key=lambda t: -silk_worth(box, (state.warehouse[t.space],)))[: breadth.gifts]


_FILTERS: dict[type, Callable[[Box, State, Sequence[Any], Breadth], Sequence[Action]]] = {
    CardChoice: _cards,
    MainAction: _main,
    BonusOf: _bonus,
    Placement: _spaces,
    Payment: _payments,
    RewardTile: _gifts,
    SilkForPrestige: _silk,
    JewelOffer: _jewels,
    Effect: _effect,
}
