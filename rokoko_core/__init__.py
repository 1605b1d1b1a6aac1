"""Rokoko as a library: the full rules of the board game, games with undo, and saves.

>>> from rokoko_core import Seat, Setup, new_state, legal_actions, apply, to_move
>>> state = new_state(Setup(players=(Seat("Ada"), Seat("Bo")), seed=1))
>>> state = apply(state, legal_actions(state)[0])
>>> to_move(state) is not None
True
"""

from rokoko_core._version import __version__
from rokoko_core.actions import Action
from rokoko_core.bots import LEVELS, choose
from rokoko_core.components import load_components, register
from rokoko_core.engine import apply, apply_unchecked, events, legal_actions, new_state, setup_events, to_move, why_not
from rokoko_core.events import Event, seen_by
from rokoko_core.game import Fence, Fenced
from rokoko_core.game_file import Game
from rokoko_core.invariants import Violation, violations
from rokoko_core.journal import BadSave, Journal
from rokoko_core.observe import Observation, determinize, observe
from rokoko_core.preview import Preview, preview
from rokoko_core.refusal import IllegalAction, Reason, Refusal
from rokoko_core.score_sheet import Row, ScoreSheet
from rokoko_core.scoring import final_scores, projected_scores
from rokoko_core.setup import InvalidSetup, deal_secretly
from rokoko_core.state import Seat, Setup, State, state_digest
from rokoko_core.terms import Expansion

__all__ = [
    "LEVELS",
    "Action",
    "BadSave",
    "Event",
    "Expansion",
    "Fence",
    "Fenced",
    "Game",
    "IllegalAction",
    "InvalidSetup",
    "Journal",
    "Observation",
    "Preview",
    "Reason",
    "Refusal",
    "Row",
    "ScoreSheet",
    "Seat",
    "Setup",
    "State",
    "Violation",
    "__version__",
    "apply",
    "apply_unchecked",
    "choose",
    "deal_secretly",
    "determinize",
    "events",
    "final_scores",
    "legal_actions",
    "load_components",
    "new_state",
    "observe",
    "preview",
    "projected_scores",
    "register",
    "seen_by",
    "setup_events",
    "state_digest",
    "to_move",
    "violations",
    "why_not",
]
