"""What a hint shows in the place of the choices: the best of them, each lighting all the pieces of its line."""

from dataclasses import dataclass

from rokoko_core.bots.advice import Advice
from rokoko_core.engine import apply_unchecked, legal_actions
from rokoko_core.state import State
from rokoko_tui.play.choice_list import Entry, Kind
from rokoko_tui.text import Words
from rokoko_tui.text.piece_refs import pieces_of


@dataclass(frozen=True)
class Hints:
    """The best choices at a position; none yet while they are looked for."""

    state: State
    found: tuple[Advice, ...] = ()

    def entries(self, words: Words) -> tuple[Entry, ...]:
        """A heading, and an entry for each."""
        if not self.found:
            return (Entry(Kind.HEADING, words.hint("wait")),)
        best = [
            Entry(
                Kind.HINT,
                words.advice(advice, self.state),
                str(number),
                advice.action,
                thing=number - 1,
                pieces=self._pieces(advice),
            )
            for number, advice in enumerate(self.found, start=1)
        ]
        return (Entry(Kind.HEADING, words.hint("use")), *best)

    def about(self, entry: Entry, words: Words) -> list[str]:
        """Why the choice of ``entry`` is one of the best, and what it brings."""
        return words.advice_about(self.found[entry.thing], self.state)

    def _pieces(self, advice: Advice) -> frozenset[str]:
        """The pieces of all that the line does, as far as it can be told."""
        state, pieces = self.state, frozenset[str]()
        for action in advice.line:
            if action not in legal_actions(state):
                break
            pieces |= pieces_of(action, state)
            state = apply_unchecked(state, action)
        return pieces
