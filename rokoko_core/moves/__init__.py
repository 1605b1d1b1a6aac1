"""The main actions, one module per family: what is offered, what it does, and why not, side by side.

``rokoko_core.engine`` gathers them. Every family module has ``offers(state, box, seat, rank)`` and
``refusals(state, box, seat, rank)`` for a main action of an employee of ``rank``, the ranks that may take it as
``RANKS``, and ``RULES``: its effects by action type and its follow-up decisions by kind.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rokoko_core.actions import Action
from rokoko_core.box import Box
from rokoko_core.refusal import Refusal
from rokoko_core.state import State

Effect = Callable[[State, Any, Any], State]
"""``effect(state, asked, action)``: what ``action`` does as the answer to the decision ``asked``, which is no longer on
the stack. It may rely on the action being legal and leaves the follow-up decisions on the stack.
"""


class Asking(NamedTuple):
    """How a kind of pending decision is asked.

    ``offers`` are the actions to choose from. Where it has none, nobody is asked and ``otherwise`` carries the matter
    out, given the state without the decision; by default nothing is done. ``refusals`` are what a player would look for
    besides. ``opened`` records what the seat asked comes to see by being asked.
    """

    offers: Callable[[State, Box, Any], Sequence[Action]]
    otherwise: Callable[[State, Any], State] = lambda state, _: state
    refusals: Callable[[State, Box, Any], Sequence[Refusal]] = lambda *_: ()
    opened: Callable[[Any], None] | None = None


class Rules(NamedTuple):
    """What a module adds to the game: effects by action type, decisions by kind."""

    effects: dict[type, Effect]
    asking: dict[type, Asking]
