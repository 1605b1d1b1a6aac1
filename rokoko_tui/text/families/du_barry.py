"""Madame du Barry's cards and what they do (SOLO)."""

from rokoko_core import actions as do
from rokoko_core.pending import BarryHall
from rokoko_core.play.choices import pending_decision
from rokoko_core.state import State
from rokoko_tui.text.families import ActionWords
from rokoko_tui.text.message_catalog import Vocabulary


def _label(words: Vocabulary, action: do.RevealBarry, state: State) -> str:
    is_hall = isinstance(pending_decision(state), BarryHall)
    return words.say("choices.action.reveal-hall" if is_hall else "choices.action.reveal-turn")


ACTIONS = (ActionWords(do.RevealBarry, _label, heading=lambda words, action, state: words.say("choices.group.barry")),)
