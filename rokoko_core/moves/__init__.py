"""The main actions, one module per family: legal actions, effects and refusals side by side.

``rokoko_core.engine`` combines them. Each family module has ``list_actions(state, box, seat, rank)`` and
``refusals(state, box, seat, rank)`` for a main action of an employee of ``rank``; ``RANKS``, the ranks that may take
it; and ``RULES``, its effects by action type and its follow-up decisions by kind.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rokoko_core.actions import Action
from rokoko_core.box import Box
from rokoko_core.refusal import Refusal
from rokoko_core.state import State

Effect = Callable[[State, Any, Any], State]
"""``effect(state, decision, action)`` returns the state after ``action`` as the answer to ``decision``, which is
already off the stack. It may assume the action is legal, and pushes follow-up decisions on the stack.
"""


class DecisionRule(NamedTuple):
    """The rule of a kind of pending decision.

    ``list_actions`` returns the legal actions. If there are none, ``resolve`` returns the state without a choice; it
    gets the state without the decision and by default leaves it unchanged. ``refusals`` returns what else a player
    might expect, with reasons. ``on_ask`` records what the player sees by getting the choice.
    """

    list_actions: Callable[[State, Box, Any], Sequence[Action]]
    resolve: Callable[[State, Any], State] = lambda state, _: state
    refusals: Callable[[State, Box, Any], Sequence[Refusal]] = lambda *_: ()
    on_ask: Callable[[Any], None] | None = None


class Rules(NamedTuple):
    """The rules of a module: effects by action type, rules of decisions by kind."""

    effects: dict[type, Effect]
    decisions: dict[type, DecisionRule]
