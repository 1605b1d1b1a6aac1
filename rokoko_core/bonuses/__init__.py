"""The employees' bonuses in play (BON, JB-9); ``rokoko_core.bonus_table`` has the figures of each.

A bonus is the actions it offers. ``gains`` has the bonuses that gain Livre or prestige, ``extras`` those that let a
player act; copying an opponent's bonus is here, as it may be any of them. A bonus without actions is skipped.
"""

from collections.abc import Sequence

from rokoko_core.actions import Action, CopyBonus, Decline
from rokoko_core.bonus_table import (
    IDLE,
    Crown,
    ExtraDepute,
    Gain,
    HallGain,
    Kind,
    Nothing,
    NotionForLivre,
    OpponentsCard,
    PrestigeForLivre,
    TileForLivre,
    kind_of,
)
from rokoko_core.bonuses import gains
from rokoko_core.bonuses.extras import EXTRA_REFUSALS, EXTRAS, ActionLister
from rokoko_core.bonuses.extras import RULES as EXTRA_RULES
from rokoko_core.bonuses.gains import USE
from rokoko_core.box import Box
from rokoko_core.draw_piles import can_draw_tile
from rokoko_core.events import recording
from rokoko_core.events.turns import BonusCopied
from rokoko_core.moves import DecisionRule, Rules
from rokoko_core.moves.depute import can_depute
from rokoko_core.pending import BonusOf
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State, ask, mark_bonus_used
from rokoko_core.terms import Good, complete

_DECLINE = Decline()
PRICED = (NotionForLivre, PrestigeForLivre, TileForLivre)
"""Kinds of bonus with a price."""


def _list_copy_actions(state: State, box: Box, decision: BonusOf, kind: OpponentsCard) -> list[CopyBonus]:
    started = mark_bonus_used(state, decision)
    return [
        CopyBonus(seat)
        for seat, player in enumerate(state.players)
        if seat != decision.seat
        and player.discard
        and list_actions(started, box, BonusOf(decision.seat, player.discard[-1], seat))
    ]


def _copy_bonus(state: State, decision: BonusOf, action: CopyBonus) -> State:
    card = state.players[action.seat].discard[-1]
    if (log := recording()) is not None:
        log.append(BonusCopied(decision.seat, card, action.seat))
    return ask(state, BonusOf(decision.seat, card, action.seat))


ACTION_LISTERS: dict[type[Kind], ActionLister] = {
    **dict.fromkeys(IDLE, lambda *_: ()),
    Gain: gains.list_actions,
    **EXTRAS,
    OpponentsCard: _list_copy_actions,
}
"""Lists the actions of each kind of bonus."""
complete("ACTION_LISTERS", ACTION_LISTERS, Kind.__subclasses__())


def list_actions(state: State, box: Box, decision: BonusOf) -> Sequence[Action]:
    """Return the actions of the bonus and the option to decline; () if it has no effect now (BON-10)."""
    if is_used(state, decision):
        return ()
    kind = kind_of(box, decision.card)
    actions = ACTION_LISTERS[type(kind)](state, box, decision, kind)
    return (*actions, _DECLINE) if actions else ()


def is_used(state: State, decision: BonusOf) -> bool:
    """Return whether this card's bonus was already used this turn (BON-10)."""
    return state.turn is not None and (decision.owner, decision.card) in state.turn.used


def is_gain(state: State, box: Box, decision: BonusOf) -> bool:
    """Return whether the bonus can be used without giving anything up, so that declining it is never better."""
    kind = kind_of(box, decision.card)
    kinds = [kind]
    if isinstance(kind, OpponentsCard):
        copies = _list_copy_actions(state, box, decision, kind)
        kinds = [kind_of(box, state.players[copy.seat].discard[-1]) for copy in copies]
    return any(isinstance(one, Gain | HallGain) or (isinstance(one, PRICED) and one.price == 0) for one in kinds)


def refusal(state: State, box: Box, decision: BonusOf) -> Refusal | None:
    """Return why the bonus offers nothing now; None if it offers something."""
    card, kind = box.card[decision.card], kind_of(box, decision.card)
    if isinstance(kind, Crown):
        return Refusal(USE, Reason.CROWN, word=card.id)
    if isinstance(kind, Nothing):
        return Refusal(USE, Reason.NO_BONUS, word=card.id)
    if is_used(state, decision):
        return Refusal(USE, Reason.BONUS_USED, word=card.id)
    if list_actions(state, box, decision):
        return None
    return _obstacle(state, box, decision, kind) or Refusal(USE, Reason.NOTHING_TO_GAIN, word=card.id)


def _obstacle(state: State, box: Box, decision: BonusOf, kind: Kind) -> Refusal | None:
    """Return what a bonus lacks that could gain something: cards to depute (DEP-2), Livre, or tiles (BON-7)."""
    refused = refusals(state, box, decision)
    if any(each.reason is Reason.DISPLAY_EMPTY for each in refused):
        return Refusal(USE, Reason.DISPLAY_EMPTY, word=decision.card)
    too_dear = [each.missing[0][1] for each in refused if each.reason is Reason.TOO_LITTLE_MONEY]
    missing = min(too_dear, default=0)
    if isinstance(kind, PRICED):
        missing = kind.price - state.players[decision.seat].livre
    if isinstance(kind, ExtraDepute) and not can_depute(state, decision.seat):
        return Refusal(USE, Reason.FOUR_CARDS, word=decision.card)
    if isinstance(kind, TileForLivre) and not can_draw_tile(state):
        return Refusal(USE, Reason.NO_TILE, word=decision.card)
    if missing > 0:
        return Refusal(USE, Reason.TOO_LITTLE_MONEY, ((Good.LIVRE, missing),), decision.card)
    return None


def refusals(state: State, box: Box, decision: BonusOf) -> Sequence[Refusal]:
    """Return what a player might expect of the bonus beyond its actions: spaces and dresses out of reach."""
    kind = kind_of(box, decision.card)
    refusals_of = EXTRA_REFUSALS.get(type(kind))
    return refusals_of(state, box, decision, kind) if refusals_of else ()


RULES = Rules(
    effects={**gains.RULES.effects, **EXTRA_RULES.effects, CopyBonus: _copy_bonus},
    decisions={BonusOf: DecisionRule(list_actions, refusals=refusals), **EXTRA_RULES.decisions},
)
