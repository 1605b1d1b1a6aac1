"""A game when it ended for the first time: undo after the end changes later results, but not this one."""

from rokoko_core.game import FenceKind, Game, Undo


def first_finish(game: Game) -> Game | None:
    """Return ``game`` as it was when it first ended, the same object if it has not been undone since; None before."""
    if not any(isinstance(entry, Undo) and entry.crossed is FenceKind.GAME_OVER for entry in game.entries):
        return game if game.over else None
    first = Game(game.setup)
    for entry in game.entries:
        first.repeat(entry)
        if first.over:
            break
    return first
