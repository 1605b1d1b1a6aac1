"""The game as four functions: who is asked, what may be done, what it does, and why not.

``legal_actions`` is the only source of what may be done. The rules are in ``moves``, ``bonuses``, ``rounds`` and
``du_barry``; this module gathers them into a table of effects by action type and a table of pending decisions by kind.
"""

from collections.abc import Sequence
from types import ModuleType

from msgspec.structs import replace

from rokoko_core import bonuses, du_barry, rounds
from rokoko_core.actions import Action, Decline
from rokoko_core.box import Box, box_of
from rokoko_core.events import Event, recorded, recording
from rokoko_core.events.turns import BonusUsed
from rokoko_core.moves import Asking, Effect, acquire, depute, dress, exam, favor, fund, hire
from rokoko_core.moves import expert as effects
from rokoko_core.pending import BonusOf, MainAction, TurnEnd
from rokoko_core.pending import Effect as EffectOf
from rokoko_core.refusal import IllegalAction, Reason, Refusal
from rokoko_core.setup import laid_out
from rokoko_core.state import Setup, State, spent
from rokoko_core.terms import Rank

FAMILIES: tuple[ModuleType, ...] = (favor, acquire, dress, hire, depute, fund, exam)
"""The main actions in the order they are offered."""

_DECLINE = Decline()
_BY_RANK = {rank: tuple(f.offers for f in FAMILIES if rank in f.RANKS) for rank in Rank}


def _main_offers(state: State, box: Box, asked: MainAction) -> list[Action]:
    assert state.turn is not None
    rank = box.card[state.turn.card].rank
    found: list[Action] = []
    for offers in _BY_RANK[rank]:
        found += offers(state, box, asked.seat, rank)
    found.append(_DECLINE)
    return found


def _main_refusals(state: State, box: Box, asked: MainAction) -> list[Refusal]:
    """Kinds of action the rank may not take (TURN-4), and what stands in the way of the others."""
    assert state.turn is not None
    rank = box.card[state.turn.card].rank
    found: list[Refusal] = []
    for family in FAMILIES:
        if rank in family.RANKS:
            found += family.refusals(state, box, asked.seat, rank)
        elif family is not exam:
            lowest = next(r for r in reversed(Rank) if r in family.RANKS)
            found.append(Refusal(family.FAMILY, Reason.WRONG_RANK, word=lowest))
    return found


_RULES = [m.RULES for m in (rounds, *FAMILIES, effects, bonuses, du_barry)]
_EFFECTS: dict[type, Effect] = {kind: effect for rules in _RULES for kind, effect in rules.effects.items()}
_ASKING: dict[type, Asking] = {kind: asking for rules in _RULES for kind, asking in rules.asking.items()}
_ASKING[MainAction] = Asking(_main_offers, refusals=_main_refusals)

_last: tuple[State | None, Sequence[Action]] = (None, ())
"""The state ``_settled`` returned last with its offers: most callers ask for just these next."""


def _settled(state: State) -> State:
    """Carry out every decision that leaves nothing to ask, until somebody is asked or the game is over."""
    global _last
    box = box_of(state)
    while state.pending:
        asked = state.pending[-1]
        asking = _ASKING[type(asked)]
        offers = asking.offers(state, box, asked)
        if offers:
            _last = (state, tuple(offers) if type(offers) is list else offers)
            if asking.opened is not None:
                asking.opened(asked)
            return state
        state = asking.otherwise(replace(state, pending=state.pending[:-1]), asked)
    return state


def new_state(setup: Setup) -> State:
    """The state at the first decision of a new game. Raises ``InvalidSetup`` (SETUP)."""
    return _settled(rounds.next_round(laid_out(setup)))


def to_move(state: State) -> int | None:
    """Seat index of the player to decide now, None when the game is over."""
    return state.pending[-1].seat if state.pending else None


def legal_actions(state: State) -> tuple[Action, ...]:
    """Everything the player to move may do now, each once, in an order that depends on the state alone.

    Empty only when the game is over.
    """
    global _last
    last, offers = _last
    if last is state and type(offers) is tuple:
        return offers
    listed = tuple(_offers(state))
    _last = (state, listed)
    return listed


def _offers(state: State) -> Sequence[Action]:
    """``legal_actions`` as the decision asked gives them: ways to pay are not listed before somebody looks."""
    last, offers = _last
    if last is state:
        return offers
    if not state.pending:
        return ()
    asked = state.pending[-1]
    return _ASKING[type(asked)].offers(state, box_of(state), asked)


def apply(state: State, action: Action) -> State:
    """The state after ``action``; the given state stays as it is. Raises ``IllegalAction`` with the reason."""
    if action not in _offers(state):
        raise IllegalAction(action, reason_against(state, action))
    return apply_unchecked(state, action)


def apply_unchecked(state: State, action: Action) -> State:
    """``apply`` for callers that know ``action`` is legal: search, playouts, replay of logs with digests.

    What it does with an illegal action is undefined, short of changing the state given.
    """
    asked = state.pending[-1]
    kind = type(action)
    if type(asked) is EffectOf and kind is not Decline:
        effects.told(asked.seat, asked.dress)
    elif type(asked) is BonusOf and kind is not Decline:
        if (log := recording()) is not None:
            log.append(BonusUsed(asked.seat, asked.card, asked.owner))
        state = spent(state, asked)
    return _settled(_EFFECTS[kind](replace(state, pending=state.pending[:-1]), asked, action))


def events(state: State, action: Action) -> tuple[Event, ...]:
    """What ``action`` does, in order, up to the next decision. Raises ``IllegalAction`` with the reason."""
    return recorded(lambda: apply(state, action))[1]


def outcome(state: State, action: Action) -> tuple[State, tuple[Event, ...]]:
    """(state after, events) of ``action``, for callers that know it is legal: preview, fences, looking back."""
    return recorded(lambda: apply_unchecked(state, action))


def opening(setup: Setup) -> tuple[Event, ...]:
    """What prepares round 1 of a new game, which comes from no action. Raises ``InvalidSetup``."""
    return recorded(lambda: new_state(setup))[1]


def why_not(state: State) -> tuple[Refusal, ...]:
    """What the player to move would look for and cannot do now, with the reasons.

    Covers the decision asked now; at the end of a turn also each bonus that was passed over because it offers nothing,
    of the card played and of those its bonus led to.
    """
    if not state.pending:
        return ()
    box, asked = box_of(state), state.pending[-1]
    found: Sequence[Refusal] = _ASKING[type(asked)].refusals(state, box, asked)
    turn = state.turn
    if isinstance(asked, TurnEnd) and turn is not None:
        idle = (
            bonuses.refusal(state, box, BonusOf(asked.seat, card, asked.seat)) for card in (turn.card, *turn.reached)
        )
        found = (*found, *(bonus for bonus in idle if bonus is not None and bonus.reason is not Reason.BONUS_USED))
    return tuple(found)


def reason_against(state: State, action: Action) -> Refusal:
    """Why ``action`` is not legal now, as precisely as ``why_not`` knows."""
    found = why_not(state)
    family = next((f.FAMILY for f in FAMILIES if type(action) in f.RULES.effects), None)
    return next(
        (r for about in (action, family) for r in found if about is not None and r.about == about),
        Refusal(action, Reason.NOT_NOW),
    )
