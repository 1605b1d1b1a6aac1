"""Bonuses that bring Livre or prestige at once, counting what lies on the table now (BON-1)."""

from collections.abc import Sequence

from rokoko_core.actions import Action, UseBonus
from rokoko_core.bonus_table import Gain, kind_of
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.amounts import LivreGained, PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Rules
from rokoko_core.pending import BonusOf
from rokoko_core.state import State, with_player

USE = UseBonus()


def offers(state: State, box: Box, asked: BonusOf, kind: Gain) -> Sequence[Action]:
    """Use it, where it brings anything (BON-10)."""
    return (USE,) if kind.amounts(state, box, asked.seat) != (0, 0) else ()


def _use(state: State, asked: BonusOf, action: UseBonus) -> State:
    box = box_of(state)
    kind = kind_of(box, asked.card)
    assert isinstance(kind, Gain)
    livre, prestige = kind.amounts(state, box, asked.seat)
    return gained(state, asked.seat, livre, prestige)


def gained(state: State, seat: int, livre: int, prestige: int) -> State:
    """``state`` with what a bonus brings ``seat``."""
    if (log := recording()) is not None:
        if livre:
            log.append(LivreGained(seat, Why.BONUS, livre))
        if prestige:
            log.append(PrestigeGained(seat, Why.BONUS, prestige, state.setup.open_scores))
    player = state.players[seat]
    return with_player(state, seat, livre=player.livre + livre, prestige=player.prestige + prestige)


RULES = Rules(effects={UseBonus: _use}, asking={})
