"""Programs to compare with: catanatron's random players, python-chess, and two trivial Textual apps.

``python -m tools.bench.peers text`` and ``python -m tools.bench.peers list`` run the apps.
"""

import sys
from collections.abc import Iterator
from io import StringIO
from random import Random
from typing import TYPE_CHECKING

from textual.app import App, ComposeResult
from textual.widgets import Static

if TYPE_CHECKING:
    from chess import Board

READY = "READY-NOW"


def catanatron_game(seed: int) -> int:
    """Play catanatron's 4 random players; return the number of decisions."""
    from catanatron import Color, Game, RandomPlayer

    game = Game([RandomPlayer(c) for c in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
    game.play()
    return len(game.state.actions)


def random_chess() -> Iterator["Board"]:
    """Yield one board after each move of random games of chess."""
    from chess import Board

    board, rng = Board(), Random(0)
    while True:
        yield board
        legal = list(board.legal_moves)
        if legal:
            board.push(legal[int(rng.random() * len(legal))])
        else:
            board.reset()


def chess_file(moves: int) -> str:
    """Return a random game of ``moves`` moves as a file."""
    from chess.pgn import Game

    return str(Game.from_board(next(board for board in random_chess() if len(board.move_stack) == moves)))


def read_chess_game(file: str) -> int:
    """Read and replay a file; return the number of moves."""
    from chess.pgn import read_game

    game = read_game(StringIO(file))
    assert game is not None and not game.errors
    return int(game.end().ply())


def chess_positions(moves: int) -> list["Board"]:
    """Return the first positions of a random game that have at least ``moves`` legal moves together."""
    positions: list[Board] = []
    for board in random_chess():
        positions.append(board.copy(stack=False))
        moves -= board.legal_moves.count()
        if moves <= 0:
            break
    return positions


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
