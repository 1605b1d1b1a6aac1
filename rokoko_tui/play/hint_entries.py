"""Hints as entries of the list; each highlights the pieces of its whole line of play."""

from dataclasses import dataclass
from functools import cached_property
from random import Random

from rokoko_core.bots.advice import Advice
from rokoko_core.bots.time_limit import Plan
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.observe import Observation, determinize
from rokoko_core.state import State
from rokoko_tui.play.choice_list import EntryKind, MenuEntry, name_silk
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import PieceRef, list_piece_refs


@dataclass(frozen=True)
class Hints:
    """The best choices at a position; empty during the search."""

    observation: Observation
    best: tuple[Advice, ...] = ()
    plan: Plan | None = None
    """The rest of the plan that the last hint showed and the player followed."""

    @cached_property
    def _state(self) -> State:
        """A whole position that fits what the viewer sees: the rules cannot be applied to hidden pieces."""
        return determinize(self.observation, Random(0))

    def list_entries(self, words: Words) -> tuple[MenuEntry, ...]:
        """Return a heading and an entry for each choice."""
        if not self.best:
            return (MenuEntry(EntryKind.HEADING, words.hint("wait")),)
        silks = [name_silk(advice.action, self._state, words) for advice in self.best]
        firsts = [(at, advice) for at, advice in enumerate(self.best) if not silks[at] or silks[at] not in silks[:at]]
        entries = [
            MenuEntry(
                EntryKind.HINT,
                words.advice(advice, self._state),
                str(number),
                advice.action,
                thing=at,
                pieces=self._pieces(advice),
            )
            for number, (at, advice) in enumerate(firsts, start=1)
        ]
        return (MenuEntry(EntryKind.HEADING, words.hint("use")), *entries)

    def explain(self, entry: MenuEntry, words: Words) -> list[str]:
        """Return the reasons for the choice of ``entry`` and its effect."""
        lines = words.advice_details(self.best[entry.thing], self._state)
        return lines if entry.thing else [*words.plan_of_last_hint(self.best[0], self.plan), *lines]

    def _pieces(self, advice: Advice) -> frozenset[PieceRef]:
        """Return the pieces of all actions in the line, up to where chance or others decide."""
        state, pieces = self._state, frozenset[PieceRef]()
        for action in advice.line:
            if action not in legal_actions(state):
                break
            pieces |= list_piece_refs(action, state)
            state = apply_unchecked(state, action)
        return pieces
