"""The scores at the end of each round."""

from rokoko_core.game import Game
from rokoko_core.scoring import final_scores, lasting_score


def round_totals(game: Game) -> list[tuple[int, ...]]:
    """Return the projected scores by seat at the end of each round that is over; of the last round, the final ones.

    They include what is hidden from others, so show them to the owner or for finished games only.
    """
    ends = [game.at(start) for _, start in game.round_starts[1:]]
    totals = [tuple(lasting_score(end, seat) for seat in range(len(end.players))) for end in ends]
    return [*totals, tuple(sheet.total for sheet in final_scores(game.state))] if game.over else totals
