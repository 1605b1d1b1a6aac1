"""The projected scores at the end of each round."""

from rokoko_core.game import Game
from rokoko_core.scoring import ScoreSheet, final_scores, projected_scores


def round_sheets(game: Game) -> list[tuple[ScoreSheet, ...]]:
    """Return the sheets of all seats at the end of each round that is over; of the last round, the final ones.

    Nothing is hidden in them, so show them for finished games only.
    """
    ends = [start for _, start in game.round_starts[1:]]
    sheets = [projected_scores(game.at(end)) for end in ends]
    return [*sheets, final_scores(game.state)] if game.over else sheets
