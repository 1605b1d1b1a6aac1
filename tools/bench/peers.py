"""Programs to compare with: catanatron's random players, and two trivial Textual apps.

``python -m tools.bench.peers text`` and ``python -m tools.bench.peers list`` run the apps.
"""

import sys

from textual.app import App, ComposeResult
from textual.widgets import Static

READY = "READY-NOW"


def catanatron_game(seed: int) -> int:
    """Play catanatron's 4 random players; return the number of decisions."""
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
    game.play()
    return len(game.state.actions)


class Text(App[None]):
    """An app with one line of text."""

    def compose(self) -> ComposeResult:
        yield Static(READY)


class Twenty(App[None]):
    """An app with a list of 20 options."""

    def compose(self) -> ComposeResult:
        from textual.widgets import OptionList  # the other app must not import it

        yield OptionList(*(f"{READY} {number}" for number in range(20)))


if __name__ == "__main__":
    (Twenty if sys.argv[1:] == ["list"] else Text)().run()
