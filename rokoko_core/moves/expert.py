"""Effects of Expert dresses when they are placed (EXPERT-1)."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rokoko_core.actions import Action, Decline, TakeJewel
from rokoko_core.board_counts import holds
from rokoko_core.box import Box, box_of
from rokoko_core.events import recording
from rokoko_core.events.acts import EffectUsed
from rokoko_core.events.amounts import PrestigeGained
from rokoko_core.events.reasons import Why
from rokoko_core.moves import DecisionRule, Rules
from rokoko_core.moves.acquire import list_free_actions
from rokoko_core.moves.depute import gain_livre, list_deck_actions
from rokoko_core.moves.favor import give_favor
from rokoko_core.pending import Effect
from rokoko_core.state import State, with_player
from rokoko_core.terms import DecorationKind, DressEffect, Expansion, complete

MATCHING_JEWEL = 2
"""Prestige for a jewel of the dress's colour bought with it."""


class EffectRule(NamedTuple):
    """An effect: the ``choices`` it offers, or ``resolve`` if it offers none."""

    choices: Callable[[State, Box, Effect], Sequence[Action]] = lambda *_: ()
    resolve: Callable[[State, Effect], State] = lambda state, _: state


def _any_jewel(state: State, box: Box, decision: Effect) -> list[Action]:
    if not holds(state, box, decision.seat, DecorationKind.JEWELER):
        return []
    return [TakeJewel(space) for space, jewel in enumerate(state.jewels) if jewel]


def record_effect(seat: int, dress: str) -> None:
    """Record that the effect of ``dress`` applies for ``seat``."""
    if (log := recording()) is not None:
        log.append(EffectUsed(seat, dress))


def _favor(state: State, decision: Effect) -> State:
    record_effect(decision.seat, decision.dress)
    return give_favor(state, decision.seat, Why.EFFECT)


def _value(state: State, decision: Effect) -> State:
    record_effect(decision.seat, decision.dress)
    return gain_livre(state, decision.seat, box_of(state).dress[decision.dress].value, Why.EFFECT)


def _matching_jewel(state: State, decision: Effect) -> State:
    if decision.jewel != box_of(state).dress[decision.dress].colour:
        return state
    record_effect(decision.seat, decision.dress)
    if (log := recording()) is not None:
        log.append(PrestigeGained(decision.seat, Why.EFFECT, MATCHING_JEWEL, state.setup.open_scores))
    return with_player(state, decision.seat, prestige=state.players[decision.seat].prestige + MATCHING_JEWEL)


EFFECTS: dict[DressEffect, EffectRule] = {
    DressEffect.EXPERT_FAVOR: EffectRule(resolve=_favor),
    DressEffect.EXPERT_DEPUTE: EffectRule(
        choices=lambda state, box, decision: list_deck_actions(state, box, decision.seat)
    ),
    DressEffect.EXPERT_WAREHOUSE_TILE: EffectRule(choices=lambda state, box, decision: list_free_actions(state, box)),
    DressEffect.EXPERT_14_LIVRE: EffectRule(resolve=_value),
    DressEffect.EXPERT_ANY_JEWEL: EffectRule(choices=_any_jewel),
    DressEffect.EXPERT_MATCHING_JEWEL: EffectRule(resolve=_matching_jewel),
}
"""The Expert effects. Festivity effects apply before the dress is placed: see ``moves.festivity``."""
complete("EFFECTS", EFFECTS, (effect for effect in DressEffect if effect.expansion is Expansion.EXPERT))

_NONE = EffectRule()


def _effect(box: Box, decision: Effect) -> EffectRule:
    effect = box.dress[decision.dress].effect
    return EFFECTS.get(effect, _NONE) if effect else _NONE


def choices(state: State, box: Box, decision: Effect) -> list[Action]:
    """Return the choices of the effect, and the option to decline."""
    actions = _effect(box, decision).choices(state, box, decision)
    return [*actions, Decline()] if actions else []


def _resolve(state: State, decision: Effect) -> State:
    return _effect(box_of(state), decision).resolve(state, decision)


RULES = Rules(effects={}, decisions={Effect: DecisionRule(choices, _resolve)})
