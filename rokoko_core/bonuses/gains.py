"""Bonuses that gain Livre or prestige at once, from counts of the current state (BON-1)."""

from collections.abc import Sequence

from rokoko_core.actions import Action, UseBonus
from rokoko_core.bonus_table import Gain, bonus_of_kind
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Rules
from rokoko_core.pending import BonusOf
from rokoko_core.state import State, with_player

USE = UseBonus()


def list_actions(state: State, box: Box, decision: BonusOf, kind: Gain) -> Sequence[Action]:
    """Offer the bonus if it gains anything (BON-10)."""
    return (USE,) if kind.amounts(state, box, decision.seat) != (0, 0) else ()


def _use(state: State, decision: BonusOf, action: UseBonus) -> State:
    box = box_of(state)
    livre, prestige = bonus_of_kind(box, decision.card, Gain).amounts(state, box, decision.seat)
    return gain(state, decision.seat, livre, prestige)


def gain(state: State, seat: int, livre: int, prestige: int) -> State:
    """Give ``seat`` the gain of a bonus."""
    if (log := recording()) is not None:
        if livre:
            log.append(LivreGained(seat, Why.BONUS, livre))
        if prestige:
            log.append(PrestigeGained(seat, Why.BONUS, prestige, state.setup.open_scores))
    player = state.players[seat]
    return with_player(state, seat, livre=player.livre + livre, prestige=player.prestige + prestige)


RULES = Rules(effects={UseBonus: _use}, decisions={})
