"""The employees' bonuses in play (BON, JB-9); what each of them is stands in ``rokoko_core.bonus_table``.

A bonus is what it offers: actions a player may take under it. ``gains`` has those that simply bring Livre or prestige,
``extras`` those that let a player act; using an opponent's card stands here, as it may be any of them. An empty offer
means the bonus would bring nothing now, and nobody is asked.
"""

from collections.abc import Sequence

from rokoko_core.actions import Action, CopyBonus, Decline
from rokoko_core.bonus_table import Crown, Gain, Kind, Nothing, OpponentsCard, kind_of
from rokoko_core.bonuses import gains
from rokoko_core.bonuses.extras import EXTRA_REFUSALS, EXTRAS, Offers
from rokoko_core.bonuses.extras import RULES as EXTRA_RULES
from rokoko_core.bonuses.gains import USE
from rokoko_core.box import Box
from rokoko_core.events import recording
from rokoko_core.events.turns import BonusCopied
from rokoko_core.moves import Asking, Rules
from rokoko_core.pending import BonusOf
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State, ask, spent
from rokoko_core.terms import complete

_DECLINE = Decline()
IDLE = (Nothing, Crown)
"""The kinds of bonus that never work in play (BON-8)."""


def _copy(state: State, box: Box, asked: BonusOf, kind: OpponentsCard) -> Sequence[Action]:
    began = spent(state, asked)
    return [
        CopyBonus(seat)
        for seat, player in enumerate(state.players)
        if seat != asked.seat and player.discard and offers(began, box, BonusOf(asked.seat, player.discard[-1], seat))
    ]


def _copy_bonus(state: State, asked: BonusOf, action: CopyBonus) -> State:
    card = state.players[action.seat].discard[-1]
    if (log := recording()) is not None:
        log.append(BonusCopied(asked.seat, card, action.seat))
    return ask(state, BonusOf(asked.seat, card, action.seat))


OFFERS: dict[type[Kind], Offers] = {
    **dict.fromkeys(IDLE, lambda *_: ()),
    Gain: gains.offers,
    **EXTRAS,
    OpponentsCard: _copy,
}
"""What the bonuses of each kind offer."""
complete("OFFERS", OFFERS, Kind.__subclasses__())


def offers(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    """What the bonus allows now, and letting it pass; nothing where it would bring nothing (BON-10)."""
    if used(state, asked):
        return ()
    kind = kind_of(box, asked.card)
    found = OFFERS[type(kind)](state, box, asked, kind)
    return (*found, _DECLINE) if found else ()


def used(state: State, asked: BonusOf) -> bool:
    """True when this card's bonus was used this turn already (BON-10)."""
    return state.turn is not None and (asked.owner, asked.card) in state.turn.used


def refusal(state: State, box: Box, asked: BonusOf) -> Refusal | None:
    """Why the bonus offers nothing now; None when it offers something."""
    card, kind = box.card[asked.card], kind_of(box, asked.card)
    if isinstance(kind, Crown):
        return Refusal(USE, Reason.CROWN, word=card.id)
    if isinstance(kind, Nothing):
        return Refusal(USE, Reason.NO_BONUS, word=card.id)
    if used(state, asked):
        return Refusal(USE, Reason.BONUS_USED, word=card.id)
    if offers(state, box, asked):
        return None
    return Refusal(USE, Reason.NOTHING_TO_GAIN, word=card.id)


def refusals(state: State, box: Box, asked: BonusOf) -> Sequence[Refusal]:
    """What a player would look for under the bonus besides its offers: dearer spaces, dresses out of reach."""
    kind = kind_of(box, asked.card)
    more = EXTRA_REFUSALS.get(type(kind))
    return more(state, box, asked, kind) if more else ()


RULES = Rules(
    effects={**gains.RULES.effects, **EXTRA_RULES.effects, CopyBonus: _copy_bonus},
    asking={BonusOf: Asking(offers, refusals=refusals), **EXTRA_RULES.asking},
)
