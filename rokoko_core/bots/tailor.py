"""The tailor: plays out the rest of its own turn for every offer and takes the one that leaves it best off.

Best off is the projected score plus what is worth something only later: silk and notions for dresses to come,
employees, money, income and presence in the halls, all fading as the ball draws near.
"""

from random import Random

from rokoko_core.actions import Action, ChooseHand
from rokoko_core.board import deck_of, decoration_count, dress_count, halls_of, holds
from rokoko_core.box import Box, box_of
from rokoko_core.observe import Observation, determinize
from rokoko_core.pending import (
    Effect,
    HandChoice,
    JewelOffer,
    MainAction,
    Payment,
    Pending,
    Placement,
    RentOrSell,
    RewardTile,
    SilkForPrestige,
    TaskChoice,
    TileInHand,
)
from rokoko_core.play import apply_unchecked, legal_actions
from rokoko_core.scoring import score_rows
from rokoko_core.setup import LAST_ROUND
from rokoko_core.state import State
from rokoko_core.terms import DecorationKind, Rank

_FOLLOW_UPS = (
    Payment,
    RentOrSell,
    JewelOffer,
    Placement,
    RewardTile,
    Effect,
    TaskChoice,
    TileInHand,
    SilkForPrestige,
    MainAction,
)
_CARD_WORTH = {Rank.MASTER: 2.4, Rank.JOURNEYMAN: 1.6, Rank.APPRENTICE: 1.0}
_WIDEST = 12
"""Offers followed at each decision beyond the first; the rest are judged as they stand."""


def choose(observation: Observation, rng: Random) -> Action:
    """The offer with the best outlook; among equals any."""
    state = determinize(observation, rng)
    asked = state.pending[-1]
    if isinstance(asked, HandChoice):
        return max(observation.actions, key=lambda a: (_hand_worth(a, box_of(state)), rng.random()))
    return max(observation.actions, key=lambda a: (_outlook(state, a, asked.seat, 0), rng.random()))


def _hand_worth(action: Action, box: Box) -> float:
    """Masters and a mixture: one who makes dresses, one who acquires."""
    assert isinstance(action, ChooseHand)
    cards = [box.card[card] for card in action.cards]
    ranks = {card.rank for card in cards}
    return sum(_CARD_WORTH[c.rank] + 0.3 * (c.bonus != "none" and not c.end_game) for c in cards) + 0.9 * len(ranks)


def _outlook(state: State, action: Action, seat: int, depth: int) -> float:
    after = apply_unchecked(state, action)
    if not _goes_on(after, seat):
        return worth(after, seat)
    offers = legal_actions(after)
    if depth >= 3:
        offers = offers[:1]
    elif depth and len(offers) > _WIDEST:
        offers = tuple(sorted(offers, key=lambda a: -worth(apply_unchecked(after, a), seat))[:_WIDEST])
    return max(_outlook(after, offer, seat, depth + 1) for offer in offers)


def _goes_on(state: State, seat: int) -> bool:
    asked: Pending | None = state.pending[-1] if state.pending else None
    return asked is not None and asked.seat == seat and isinstance(asked, _FOLLOW_UPS)


def worth(state: State, seat: int) -> float:
    """How well ``seat`` stands, in prestige: the projected score and what is still to come of the rest."""
    box, player = box_of(state), state.players[seat]
    now = sum(row.points for row in score_rows(state, seat))
    left = LAST_ROUND - state.round
    money = player.livre
    later = 0.17 * min(money, 12 + 4 * left) - 0.1 * money + 0.02 * money
    if left == 0:
        return now + 0.05 * money + 0.12 * len(player.silk)
    silk = sum(sum(box.tile[t].silk) + 1.5 * box.tile[t].silk[3] for t in player.silk)
    later += 0.55 * min(silk, 9) + 0.1 * max(0, silk - 9)
    later += 0.6 * min(player.yarn, 2) + 0.6 * min(player.lace, 2)
    later += sum(0.75 * left * _CARD_WORTH[box.card[c].rank] for c in deck_of(state, seat) if c in box.card)
    later += 0.5 * len(halls_of(state, box, seat))
    if holds(state, box, seat, DecorationKind.FOUNTAIN_UPPER):
        later += 0.12 * left * (2 + decoration_count(state, seat))
    if holds(state, box, seat, DecorationKind.FOUNTAIN_LOWER):
        later += 0.12 * left * (2 + dress_count(state, seat))
    if holds(state, box, seat, DecorationKind.JEWELER):
        later += 0.35 * left
    later += 0.1 * left * len(player.jewels) + 0.7 * len(player.tasks) + (1.0 if player.specialist == "" else 0)
    return now + later
