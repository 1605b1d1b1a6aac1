"""The employees' bonuses, by name as in the component tables (BON, JB-9).

A bonus is what it offers: actions a player may take under it. ``gains`` has those that simply bring Livre or prestige,
``extras`` those that let a player act. An empty offer means the bonus would bring nothing now, and nobody is asked.
"""

from collections.abc import Sequence

from rokoko_core.actions import Action, Decline, UseBonus
from rokoko_core.bonuses.extras import EXTRA_REFUSALS, EXTRAS, Offers
from rokoko_core.bonuses.extras import RULES as EXTRA_RULES
from rokoko_core.bonuses.gains import GAINS
from rokoko_core.bonuses.gains import RULES as GAIN_RULES
from rokoko_core.box import Box
from rokoko_core.moves import Asking, Rules
from rokoko_core.pending import BonusOf
from rokoko_core.refusal import Reason, Refusal
from rokoko_core.state import State

_DECLINE = Decline()
_USE = UseBonus()


def _gain_offers(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    return (_USE,) if GAINS[box.card[asked.card].bonus](state, box, asked.seat) != (0, 0) else ()


BONUSES: dict[str, Offers] = {**dict.fromkeys(GAINS, _gain_offers), **EXTRAS}
"""What each bonus offers. ``none`` and the crowns are missing: they never work in play (BON-8)."""


def offers(state: State, box: Box, asked: BonusOf) -> Sequence[Action]:
    """What the bonus allows now, and letting it pass; nothing where it would bring nothing (BON-10)."""
    bonus = BONUSES.get(box.card[asked.card].bonus)
    if bonus is None or used(state, asked):
        return ()
    found = bonus(state, box, asked)
    return (*found, _DECLINE) if found else ()


def used(state: State, asked: BonusOf) -> bool:
    """True when this card's bonus was used this turn already (BON-10)."""
    return state.turn is not None and (asked.owner, asked.card) in state.turn.used


def refusal(state: State, box: Box, asked: BonusOf) -> Refusal | None:
    """Why the bonus offers nothing now; None when it offers something."""
    card = box.card[asked.card]
    if card.end_game:
        return Refusal(_USE, Reason.CROWN, word=card.id)
    if card.bonus not in BONUSES:
        return Refusal(_USE, Reason.NO_BONUS, word=card.id)
    if used(state, asked):
        return Refusal(_USE, Reason.BONUS_USED, word=card.id)
    if offers(state, box, asked):
        return None
    return Refusal(_USE, Reason.NOTHING_TO_GAIN, word=card.id)


def refusals(state: State, box: Box, asked: BonusOf) -> Sequence[Refusal]:
    """What a player would look for under the bonus besides its offers: dearer spaces, dresses out of reach."""
    more = EXTRA_REFUSALS.get(box.card[asked.card].bonus)
    return more(state, box, asked) if more else ()


RULES = Rules(
    effects={**GAIN_RULES.effects, **EXTRA_RULES.effects},
    asking={BonusOf: Asking(offers, refusals=refusals), **EXTRA_RULES.asking},
)
