"""Expert dresses: what happens when one is placed (EXPERT-1)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rokoko_core.actions import Action, Decline, TakeJewel
from rokoko_core.board_counts import holds
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.acts import EffectUsed
from rokoko_core.events.amounts import PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.moves import Asking, Rules
from rokoko_core.moves.acquire import free_offers
from rokoko_core.moves.depute import any_of_deck, paid
from rokoko_core.moves.favor import given
from rokoko_core.pending import Effect
from rokoko_core.state import State, with_player
from rokoko_core.terms import DecorationKind, DressEffect, Expansion, complete

MATCHING_JEWEL = 2
"""Prestige for a jewel of the dress's colour bought with it."""


class WhenPlaced(NamedTuple):
    """One effect: what it lets the player choose, or what it does by itself."""

    choices: Callable[[State, Box, Effect], Sequence[Action]] = lambda *_: ()
    at_once: Callable[[State, Effect], State] = lambda state, _: state


def _any_jewel(state: State, box: Box, asked: Effect) -> list[Action]:
    if not holds(state, box, asked.seat, DecorationKind.JEWELER):
        return []
    return [TakeJewel(space) for space, jewel in enumerate(state.jewels) if jewel]


def told(seat: int, dress: str) -> None:
    """Record that the effect of ``dress`` does something for ``seat``."""
    if (log := recording()) is not None:
        log.append(EffectUsed(seat, dress))


def _favor(state: State, asked: Effect) -> State:
    told(asked.seat, asked.dress)
    return given(state, asked.seat, Why.EFFECT)


def _value(state: State, asked: Effect) -> State:
    told(asked.seat, asked.dress)
    return paid(state, asked.seat, box_of(state).dress[asked.dress].value, Why.EFFECT)


def _matching_jewel(state: State, asked: Effect) -> State:
    if asked.jewel != box_of(state).dress[asked.dress].colour:
        return state
    told(asked.seat, asked.dress)
    if (log := recording()) is not None:
        log.append(PrestigeGained(asked.seat, Why.EFFECT, MATCHING_JEWEL, state.setup.open_scores))
    return with_player(state, asked.seat, prestige=state.players[asked.seat].prestige + MATCHING_JEWEL)


EFFECTS: dict[DressEffect, WhenPlaced] = {
    DressEffect.EXPERT_FAVOR: WhenPlaced(at_once=_favor),
    DressEffect.EXPERT_DEPUTE: WhenPlaced(choices=lambda state, box, asked: any_of_deck(state, box, asked.seat)),
    DressEffect.EXPERT_WAREHOUSE_TILE: WhenPlaced(choices=lambda state, box, asked: free_offers(state, box)),
    DressEffect.EXPERT_14_LIVRE: WhenPlaced(at_once=_value),
    DressEffect.EXPERT_ANY_JEWEL: WhenPlaced(choices=_any_jewel),
    DressEffect.EXPERT_MATCHING_JEWEL: WhenPlaced(at_once=_matching_jewel),
}
"""The Expert effects by name; Festivity effects come before placing and stand in ``moves.festivity``."""
complete("EFFECTS", EFFECTS, (effect for effect in DressEffect if effect.expansion is Expansion.EXPERT))

_NONE = WhenPlaced()


def _effect(box: Box, asked: Effect) -> WhenPlaced:
    effect = box.dress[asked.dress].effect
    return EFFECTS.get(effect, _NONE) if effect else _NONE


def choices(state: State, box: Box, asked: Effect) -> list[Action]:
    """What the effect lets the player choose; it may be declined."""
    found = _effect(box, asked).choices(state, box, asked)
    return [*found, Decline()] if found else []


def _at_once(state: State, asked: Effect) -> State:
    return _effect(box_of(state), asked).at_once(state, asked)


RULES = Rules(effects={}, asking={Effect: Asking(choices, _at_once)})
