"""The rules as functions: who is to move, which actions are legal, what they do, and why others are not legal.

``legal_actions`` is the only source of legal actions. The rules are in ``moves``, ``bonuses``, ``rounds`` and
``du_barry``. This module combines them into a table of effects by action type and a table of rules by kind of pending
decision.
"""

from collections.abc import Sequence
from types import ModuleType

from msgspec.structs import replace

from rokoko_core import bonuses, du_barry, rounds
from rokoko_core.actions import Action, Decline
from rokoko_core.box import Box, box_of
from rokoko_core.events import Event, record_events, recording
from rokoko_core.events.turns import BonusUsed
from rokoko_core.moves import DecisionRule, Effect, acquire, depute, dress, exam, favor, fund, hire
from rokoko_core.moves import expert as effects
from rokoko_core.pending import BonusOf, MainAction, RewardTile, TileInHand, TurnEnd
from rokoko_core.pending import Effect as EffectOf
from rokoko_core.refusal import IllegalAction, Reason, Refusal
from rokoko_core.setup import laid_out
from rokoko_core.state import Setup, State, mark_bonus_used
from rokoko_core.terms import Rank

FAMILIES: tuple[ModuleType, ...] = (favor, acquire, dress, hire, depute, fund, exam)
"""The main actions in the order of the menu."""

_DECLINE = Decline()
_BY_RANK = {rank: tuple(f.list_actions for f in FAMILIES if rank in f.RANKS) for rank in Rank}


def _list_main_actions(state: State, box: Box, decision: MainAction) -> list[Action]:
    assert state.turn is not None
    rank = box.card[state.turn.card].rank
    actions: list[Action] = []
    for list_actions in _BY_RANK[rank]:
        actions += list_actions(state, box, decision.seat, rank)
    actions.append(_DECLINE)
    return actions


def _main_refusals(state: State, box: Box, decision: MainAction) -> list[Refusal]:
    """Return the actions the rank may not take (TURN-4), and the refusals of the others."""
    assert state.turn is not None
    rank = box.card[state.turn.card].rank
    refusals: list[Refusal] = []
    for family in FAMILIES:
        if rank in family.RANKS:
            refusals += family.refusals(state, box, decision.seat, rank)
        elif family is not exam:
            lowest = next(r for r in reversed(Rank) if r in family.RANKS)
            of_every_rank = [r for r in family.refusals(state, box, decision.seat, lowest) if r.about == family.FAMILY]
            refusals += of_every_rank or [Refusal(family.FAMILY, Reason.WRONG_RANK, word=lowest)]
    return refusals


_RULES = [m.RULES for m in (rounds, *FAMILIES, effects, bonuses, du_barry)]
_EFFECTS: dict[type, Effect] = {kind: effect for rules in _RULES for kind, effect in rules.effects.items()}
_DECISIONS: dict[type, DecisionRule] = {kind: rule for rules in _RULES for kind, rule in rules.decisions.items()}
_DECISIONS[MainAction] = DecisionRule(_list_main_actions, refusals=_main_refusals)

_last: tuple[State | None, Sequence[Action]] = (None, ())
"""The last state of ``_resolve`` with its actions: a cache, as most callers ask for them next."""


def _resolve(state: State) -> State:
    """Resolve every decision that offers no choice, until a player has to choose or the game is over."""
    global _last
    box = box_of(state)
    while pending := state.pending:
        decision = pending[-1]
        list_actions, resolve, _, on_ask = _DECISIONS[type(decision)]
        actions = list_actions(state, box, decision)
        if actions:
            _last = (state, tuple(actions) if type(actions) is list else actions)
            if on_ask is not None:
                on_ask(decision)
            return state
        state = resolve(replace(state, pending=pending[:-1]), decision)
    return state


def new_state(setup: Setup) -> State:
    """Return the state at the first decision of a new game. Raises ``InvalidSetup`` (SETUP)."""
    return _resolve(rounds.next_round(laid_out(setup)))


def to_move(state: State) -> int | None:
    """Return the seat to decide now, or None when the game is over."""
    return state.pending[-1].seat if state.pending else None


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return all legal actions of the player to move, without duplicates, in an order that depends on the state alone.

    It is empty only when the game is over.
    """
    global _last
    last, actions = _last
    if last is state and type(actions) is tuple:
        return actions
    actions = tuple(_list_actions(state))
    _last = (state, actions)
    return actions


def _list_actions(state: State) -> Sequence[Action]:
    """Return ``legal_actions`` as the pending decision gives them; ways to pay stay a lazy sequence."""
    last, actions = _last
    if last is state:
        return actions
    if not state.pending:
        return ()
    decision = state.pending[-1]
    return _DECISIONS[type(decision)].list_actions(state, box_of(state), decision)


def apply(state: State, action: Action) -> State:
    """Return the state after ``action``; ``state`` does not change. Raises ``IllegalAction`` with the reason."""
    if action not in _list_actions(state):
        raise IllegalAction(action, reason_against(state, action))
    return apply_unchecked(state, action)


def apply_unchecked(state: State, action: Action) -> State:
    """Like ``apply``, for callers that know ``action`` is legal: search, rollouts, replays verified by digests.

    The result for an illegal action is undefined. ``state`` never changes.
    """
    decision = state.pending[-1]
    kind = type(action)
    if type(decision) is EffectOf and kind is not Decline:
        effects.record_effect(decision.seat, decision.dress)
    elif type(decision) is BonusOf and kind is not Decline:
        if (log := recording()) is not None:
            log.append(BonusUsed(decision.seat, decision.card, decision.owner))
        state = mark_bonus_used(state, decision)
    return _resolve(_EFFECTS[kind](replace(state, pending=state.pending[:-1]), decision, action))


def events(state: State, action: Action) -> tuple[Event, ...]:
    """Return the events of ``action`` in order, up to the next decision. Raises ``IllegalAction`` with the reason."""
    return record_events(lambda: apply(state, action))[1]


def outcome(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return (state after, events) of ``action``, which must be legal."""
    return record_events(lambda: apply_unchecked(state, action))


def certain_outcome(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """Return ``outcome`` with the effect of a dress that follows a choice of tiles, as that is certain (EXPERT-1)."""

    def step() -> State:
        after = apply_unchecked(state, action)
        match after.pending:
            case (*_, EffectOf(), RewardTile() | TileInHand()):
                return _resolve(replace(after, pending=after.pending[:-1]))
        return after

    return record_events(step)


def setup_events(setup: Setup) -> tuple[Event, ...]:
    """Return the events that prepare round 1 of a new game; no action causes them. Raises ``InvalidSetup``."""
    return record_events(lambda: new_state(setup))[1]


def why_not(state: State) -> tuple[Refusal, ...]:
    """Return the actions the player to move might expect but cannot take now, with the reasons.

    This covers the current decision. At the end of a turn it also covers each bonus that was skipped because it offers
    nothing: of the card played and of the cards its bonus led to.
    """
    if not state.pending:
        return ()
    box, decision = box_of(state), state.pending[-1]
    refusals: Sequence[Refusal] = _DECISIONS[type(decision)].refusals(state, box, decision)
    turn = state.turn
    if isinstance(decision, TurnEnd) and turn is not None:
        unused = (
            bonuses.refusal(state, box, BonusOf(decision.seat, card, decision.seat))
            for card in (turn.card, *turn.reached)
        )
        refusals = (*refusals, *(r for r in unused if r is not None and r.reason is not Reason.BONUS_USED))
    return tuple(refusals)


def reason_against(state: State, action: Action) -> Refusal:
    """Return why ``action`` is not legal now, as precisely as ``why_not`` knows."""
    refusals = why_not(state)
    family = next((f.FAMILY for f in FAMILIES if type(action) in f.RULES.effects), None)
    return next(
        (r for about in (action, family) for r in refusals if about is not None and r.about == about),
        Refusal(action, Reason.NOT_NOW),
    )
