"""Games of the same deal, a bot's game of a deal, and the scores of a game round by round.

Two games have the same deal if seed, number of players, starting player, expansions and component set agree. Names and
levels may differ.
"""

from collections.abc import Callable
from random import Random

from rokoko_core.bots import LEVELS, plan
from rokoko_core.engine import legal_actions, to_move
from rokoko_core.game import Game
from rokoko_core.scoring import final_scores, lasting_score
from rokoko_core.state import Setup

BOT_LEVELS = tuple(name for name, level in LEVELS.items() if level.for_people and not level.searches)
"""Levels that can play a deal for comparison: those whose games take seconds."""


def is_same_deal(game: Game, other: Game) -> bool:
    return deal_of(game.setup) == deal_of(other.setup) and game.at(0).first_player == other.at(0).first_player


def is_same_game(game: Game, other: Game) -> bool:
    """Return whether both are one game. Digests of a save of version 0.6 differ from those of its copy."""
    return game.setup == other.setup and game.line == other.line


def deal_of(setup: Setup) -> tuple[object, ...]:
    """Return what games of the same deal have in common, but for a starting player by lot."""
    return len(setup.players), setup.seed, setup.chance, setup.expansions, setup.components, setup.fair_start


def play_deal(setup: Setup, seat: int, level: str, stopped: Callable[[], bool] = lambda: False) -> Game | None:
    """Let a bot of ``level`` play the deal for ``seat``; return the game, or None once ``stopped()`` is true.

    The other bots keep their level if it is one of ``BOT_LEVELS``; all other seats get ``level``. Repeatable.
    """
    game = Game(setup)
    levels = [s.level if n != seat and s.level in BOT_LEVELS else level for n, s in enumerate(setup.players)]
    while (mover := to_move(game.state)) is not None:
        if stopped():
            return None
        if mover >= len(levels):
            game.play(legal_actions(game.state)[0])
            continue
        for action in plan(game.state, levels[mover], Random(f"{setup.seed}/{game.cursor}")):
            if action in legal_actions(game.state):
                game.play(action)
    return game


def round_totals(game: Game) -> list[tuple[int, ...]]:
    """Return the projected scores by seat at the end of each round that is over; of the last round, the final ones.

    They include what is hidden from others, so show them to the owner or for finished games only.
    """
    ends = [game.at(start) for _, start in game.round_starts[1:] if start <= game.cursor]
    totals = [tuple(lasting_score(end, seat) for seat in range(len(end.players))) for end in ends]
    return [*totals, tuple(sheet.total for sheet in final_scores(game.state))] if game.over else totals
